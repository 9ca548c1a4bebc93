package person

import (
	"regexp"
	"strings"
)

// What people read at controls, in the words that pages use. A page in another language is understood by the names of its controls.
var (
	agrees   = regexp.MustCompile(`(?i)\b(approve|allow|authori[sz]e|accept|agree|grant|confirm|consent|yes|permit|connect)`)
	refuses  = regexp.MustCompile(`(?i)\b(deny|denied|declin|refus|reject|cancel|disallow|disagree|abort|forbid|no\b|not\b|don.?t\b)`)
	firmly   = regexp.MustCompile(`(?i)\b(deny|declin|refus|reject|disallow|forbid)`)
	onward   = regexp.MustCompile(`(?i)\b(sign ?in|log ?in|login|signin|continue|next|submit|proceed|enter|go\b|ok\b|verify|look ?up|check|start|send)`)
	leads    = regexp.MustCompile(`(?i)\b(sign ?out|log ?out|logout|sign ?up|register|create|search|forgot|reset|help|language|back|switch|different|another|new)\b`)
	ofKey    = regexp.MustCompile(`(?i)(api|access|workspace|secret)? ?\b(api ?key|apikey|key|token|credential|secret)s?\b`)
	ofName   = regexp.MustCompile(`(?i)\b(e ?mail|user ?name|username|user|login|account)\b`)
	ofCode   = regexp.MustCompile(`(?i)\b(user ?code|usercode|device ?code|code)\b`)
	objects  = regexp.MustCompile(`(?i)\b(invalid|unknown|wrong|error|expired|failed|required|missing|try again|tick|not (known|valid|found|recogni[sz]ed|accepted|allowed|correct))\b`)
	ofScope  = regexp.MustCompile(`(?i)\b(scope|scopes|permission|permissions)\b`)
	oneTime  = regexp.MustCompile(`(?i)\b(one time|otp|totp|2fa|mfa|authenticator|captcha|challenge|verifier)\b`)
	bounds   = regexp.MustCompile(`([a-z])([A-Z])`)
	dividers = strings.NewReplacer("_", " ", "-", " ", ".", " ", "[", " ", "]", " ")
)

// plain is a text with its words apart, however they were joined.
func plain(s string) string {
	return strings.Join(strings.Fields(dividers.Replace(bounds.ReplaceAllString(s, "$1 $2"))), " ")
}

// about is all that a control says of itself.
func (f *field) about() string { return plain(f.name + " " + f.id + " " + f.label) }

// means says what a button or an option does: what it shows, and what it sends.
func (f *field) means() string { return plain(f.label + " " + f.value + " " + f.name) }

// shows says whether a person can enter something.
func (f *field) shows() bool {
	switch f.kind {
	case "text", "password", "email", "search", "tel", "url", "number":
		return true
	}
	return false
}
