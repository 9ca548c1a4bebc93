package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var foreignContact = pattern.MustCompile(`
	\b(?:
		your|agent'?s?|agency|broker'?s?|carrier'?s?|landlord'?s?|accountant'?s?|alarm company|forwarded|cc|from|support|help ?desk
	)\b[^.\n]{0,25}$|
	\b(?:fax|emergency)\b[^.,;\n]{0,25}$`)

// readContacts takes phone, mail, web address and FEIN, whose form tells their field.
func (r *reader) readContacts() {
	for i := range r.values {
		v := &r.values[i]
		if v.used || v.old || r.isTaken(v.start, v.end) || !r.speaksAt(v.start) && !r.wantsAnswerAt(v) {
			continue
		}
		key := map[catalog.Kind]string{catalog.Phone: "contact_phone", catalog.Email: "contact_email", catalog.URL: "website", catalog.FEIN: "fein"}[v.kind]
		s, _ := r.sentenceOf(v.start)
		if key == "" || s == nil || foreignContact.MatchString(r.text.Lower[s.start:v.start]) {
			continue
		}
		if v.kind == catalog.FEIN && v.weak && !r.sentenceNames(*s, key) && r.askedAt(key) < 0 {
			continue
		}
		if v.kind == catalog.Phone && v.weak && !r.sentenceNames(*s, key) && !r.sentenceNames(*s, "contact_name") &&
			!r.sentenceNames(*s, "contact_email") && r.askedAt(key) < 0 && !callMe.MatchString(r.text.Lower[s.start:s.end]) {
			continue
		}
		if v.kind == catalog.URL && strings.Contains(r.text.Lower[s.start:v.start], "found you") {
			continue
		}
		if herNumber.MatchString(r.text.Lower[s.start:v.start]) && advisor.MatchString(r.text.Lower[max(0, s.start-120):v.start]) {
			continue
		}
		v.used = true
		strength := 9.0
		if r.has(key) {
			if !r.amendsAt(v.start) {
				continue // the first of several is the one to use
			}
			strength = 13
		}
		r.set(key, v.text, strength, v.start, v.end)
	}
}

var (
	herNumber = pattern.MustCompile(`\b(?:his|her|their|whose) (?:number|phone|cell|email|direct line)\b`)
	advisor   = pattern.MustCompile(`\b(?:accountant|bookkeeper|cpa|lawyer|attorney|landlord|agent|broker|payroll (?:company|service)|insurer|adjuster)\b`)
)

var (
	askedFor = pattern.MustCompile(`
		\b(?:can|could|would|will) (?:you|u|someone|somebody|they)\b.*?\b
		(?:e-?mail|call|text|reach|contact|send|write|ring|phone|reply|message)\b(.*)$`)
	toYou = pattern.MustCompile(`\b(?:you|your|u)\b`)
)

// wantsAnswerAt says that a question asks to be answered there: "can you email me at ...?"
func (r *reader) wantsAnswerAt(v *found) bool {
	s, g := r.sentenceOf(v.start)
	if s == nil || g == nil || g.act != asks {
		return false
	}
	m := askedFor.FindStringSubmatch(r.text.Lower[s.start:v.start])
	return m != nil && !toYou.MatchString(m[1])
}

var callMe = pattern.MustCompile(`
	\b(?:my #|here's my|heres my|call|text|reach|phone|number is|number(?: has)? changed|new number|dial|cell|ring|line|office)\b`)

func (r *reader) sentenceNames(s sentence, key string) bool {
	for _, c := range r.cuesIn(s.start, s.end) {
		if c.key == key {
			return true
		}
	}
	return false
}
