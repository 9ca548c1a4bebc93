package person

import (
	"regexp"
	"strings"
)

// What people read at controls, in the words that pages use. A page in another language is understood by the names of its controls.
var (
	decision   = regexp.MustCompile(`(?i)\b(approve|allow|authori[sz]e|accept|agree|grant|permit|(deny|denied|declin|refus|reject|disallow|disagree|forbid))`)
	unseen     = regexp.MustCompile(`(?i)^(approved?|allow(ed)?|authori[sz]ed?|accept(ed)?|grant(ed)?|deny|denied|reject(ed)?|declined?|refused?)$`)
	agrees     = regexp.MustCompile(`(?i)\b(confirm|consent|yes|connect)`)
	refuses    = regexp.MustCompile(`(?i)\b(cancel|abort|no\b|not\b|don.?t\b)`)
	asksBack   = regexp.MustCompile(`(?i)\b(really|sure|certain|confirm)\b`)
	certain    = regexp.MustCompile(`(?i)\bi('| a)m sure\b`)
	negates    = regexp.MustCompile(`(?i)\b(not|never|don.?t|do ?n.t)( \w+)? ?$`)
	firmly     = regexp.MustCompile(`(?i)\b(deny|declin|refus|reject|disallow|forbid)`)
	onward     = regexp.MustCompile(`(?i)\b(sign ?in|log ?in|login|signin|continue|next|submit|proceed|enter|go\b|ok\b|verify|look ?up|check|start|send)`)
	leads      = regexp.MustCompile(`(?i)\b(sign ?out|log ?out|logout|sign ?up|register|create|search|forgot|reset|help|language|back|switch|different|another|new)\b`)
	beside     = regexp.MustCompile(`(?i)\b(cookies?|newsletter|language|theme|helpful|feedback|survey)\b`)
	subscribes = regexp.MustCompile(`(?i)\bsubscribe\b`)
	ofKey      = regexp.MustCompile(`(?i)(api|access|workspace|secret)? ?\b(api ?key|apikey|key|token|credential|secret)s?\b`)
	ofName     = regexp.MustCompile(`(?i)\b(e ?mail|user ?name|username|user|login|account)\b`)
	ofCode     = regexp.MustCompile(`(?i)\b(user ?code|usercode|device ?code|code)\b`)
	objects    = regexp.MustCompile(`(?i)\b(invalid|unknown|wrong|error|expired|failed|required|missing|try again|tick|not (known|valid|found|recogni[sz]ed|accepted|allowed|correct))\b`)
	ofScope    = regexp.MustCompile(`(?i)\b(scope|scopes|permission|permissions)\b`)
	oneTime    = regexp.MustCompile(`(?i)\b(one time|otp|totp|2fa|mfa|authenticator|captcha|challenge|verifier)\b`)
	unnumbered = regexp.MustCompile(`\d+`)
	bounds     = regexp.MustCompile(`([a-z])([A-Z])`)
	dividers   = strings.NewReplacer("_", " ", "-", " ", ".", " ", "[", " ", "]", " ")
)

// plain is a text with its words apart, however they were joined.
func plain(s string) string {
	return strings.Join(strings.Fields(dividers.Replace(bounds.ReplaceAllString(s, "$1 $2"))), " ")
}

// about is all that a control says of itself.
func (f *field) about() string { return plain(f.name + " " + f.id + " " + f.hint + " " + f.label) }

// stance is what a control stands for.
type stance int

const (
	neither stance = iota
	agreement
	refusal
)

// stands says what a text stands for: the first word that decides does, and a weaker one where there is none.
func stands(text string) stance {
	if at := decision.FindStringSubmatchIndex(text); at != nil {
		if at[4] >= 0 || negates.MatchString(text[:at[0]]) {
			return refusal
		}
		return agreement
	}
	yes, no := agrees.MatchString(text), refuses.MatchString(text)
	switch {
	case leads.MatchString(text): // "Not you? Switch accounts"
	case no && !yes:
		return refusal
	case yes && !no:
		return agreement
	}
	return neither
}

// stands says what a button or an option does: by what it shows or, where that says nothing, what it sends, or how it is called.
func (f *field) stands() stance {
	for _, one := range []string{f.label, f.value, f.hint, f.name} {
		if s := stands(plain(one)); s != neither {
			return s
		}
	}
	return neither
}

// means is all that a button says of what it does.
func (f *field) means() string { return plain(f.label + " " + f.value + " " + f.hint + " " + f.name) }

// shows says whether a person can enter something.
func (f *field) shows() bool {
	switch f.kind {
	case "text", "password", "email", "search", "tel", "url", "number":
		return true
	}
	return false
}
