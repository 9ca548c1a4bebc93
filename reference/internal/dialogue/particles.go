package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var particles = map[string]bool{"yes": true, "yeah": true, "yep": true, "yup": true, "yea": true, "ya": true, "yah": true, "naw": false,
	"no": false, "nope": false, "nah": false}

// particle reads a short answer that opens with a plain yes or no, whatever follows: "yeah throw it in".
func particle(text string) (v, ok bool) {
	words := strings.Fields(strings.Trim(text, " .,!"))
	if len(words) < 2 || len(words) > 6 || notNo.MatchString(text) {
		return false, false
	}
	if v, ok = particles[strings.Trim(words[0], ",.!")]; !ok && len(words) <= 3 {
		v, ok = particles[words[len(words)-1]]
	}
	return v, ok
}

var toBoth = pattern.MustCompile(`
	\b(?:
		both|all (?:of )?(?:them|those|these|three|four)|everything|either|neither|any of (?:them|those|these)|
		none of (?:them|those|these)
	)\b`)

// forAll reads "yes to both" and "no to all of those".
func (r *reader) forAll(text string) (v, ok bool) {
	if !toBoth.MatchString(text) || len(strings.Fields(text)) > 7 {
		return false, false
	}
	switch {
	case saysNo.MatchString(text), strings.Contains(text, "neither"), strings.Contains(text, "none of"):
		return false, true
	case saysYes.MatchString(text), onlyBoth.MatchString(text):
		return true, true
	}
	return false, false
}

var onlyBoth = pattern.MustCompile(`^\W*both(?: of (?:them|those)| please| yes)?\W*$`)

func (r *reader) shortDenial(text string) bool {
	return bareNo.MatchString(text) && len(strings.Fields(text)) <= 10
}

func (r *reader) speaksOfOther(g segment) bool { return len(r.cuesIn(g.start, g.end)) > 0 }

// readLeadingParticle takes the "No," of "No, but we have an alarm" as the answer to what was asked, when what follows
// is about another field.
func (r *reader) readLeadingParticle() {
	f, ok := r.soleYesNo()
	if !ok || r.has(f.Key) || len(r.sentences) == 0 || len(r.sentences[0].segments) < 2 {
		return
	}
	g, next := r.sentences[0].segments[0], strings.TrimSpace(r.in(r.sentences[0].segments[1]))
	v, ok := value.Bool(r.in(g))
	if ok && g.act == answers && strings.HasPrefix(next, "but") {
		r.set(f.Key, v, 6, g.start, g.end)
		return
	}
	if said, plain := particle(r.in(g)); plain && g.act == answers && r.askedAt(f.Key) == 0 && len(r.cuesIn(g.start, g.end)) == 0 {
		r.set(f.Key, said, 6, g.start, g.start) // "yeah 75k and they all have certs"
	}
}

var afterAll = pattern.MustCompile(`
	\b(?:wait|actually|oh|well|except|but|other than|besides|hold on|i forgot)
	\b[^.]{0,24}\bthere (?:was|were|is) (?:just |only |actually )?(?:the |that |this )?(one|a|an)\b`)

// readLossAfterAll reads the loss that comes to mind behind a denial: "no claims, wait, there was the one with the ladder".
func (r *reader) readLossAfterAll() {
	if r.out.Set["losses_5yr"] != false {
		return
	}
	m := afterAll.FindStringIndex(r.text.Lower)
	if m == nil || m[0] < r.places["losses_5yr"] || strings.Contains(r.text.Lower, "?") || r.longAgo(r.text.Lower[m[0]:]) {
		return
	}
	delete(r.out.Set, "loss_count")
	r.set("losses_5yr", true, 12, m[0], m[0])
}

// wrongAbout names an answer that was not right, without the one that is.
var wrongAbout = pattern.MustCompile(`\b(?:wrong|mistaken|mixed up|confused|misspoke|lied) (?:about|on|with|regarding) (?:the|my|our|that|those|having)\b`)

var soYesNo = pattern.MustCompile(`(?:^|[,.] ?|\b(?:and|now) )so(?: i guess| it's| that's| put| i'd say|,)*(?: an?)? (yes|yeah|no|nope)\W*$`)

// readConclusion lets "..., so yes" at the end stand over what was said on the way to it.
func (r *reader) readConclusion() {
	m := soYesNo.FindStringSubmatchIndex(r.text.Lower)
	if m == nil || !r.speaksAt(m[2]) {
		return
	}
	key := ""
	for k := range r.out.Set {
		if r.field(k).Kind == catalog.YesNo {
			if key != "" {
				return
			}
			key = k
		}
	}
	if v, ok := value.Bool(r.text.Lower[m[2]:m[3]]); ok && key != "" && r.out.Set[key] != v {
		r.set(key, v, 21, m[2], m[2])
	}
}

var particleList = pattern.MustCompile(`^\W*(?:(?:yes|no|yep|nope|yeah|nah|y|n)(?:\W+(?:and\W+)?|$)){2,6}$`)

// whichOne names the questions by their order: "first one yes, second no".
var whichOne = pattern.MustCompile(`
	\b(?:to |for |on )?(?:the )?(?:first|second|third|fourth|1st|2nd|3rd|4th|last|former|latter|other)(?: one| question| two)?
	(?: is| are|:)?\b`)

// readParticles gives "yes and no" to as many yes-or-no questions, if just so many were asked.
func (r *reader) readParticles() bool {
	lower := strings.TrimSpace(whichOne.ReplaceAllString(r.text.Lower, " "))
	if !particleList.MatchString(lower) {
		return false
	}
	var said []bool
	for _, w := range strings.FieldsFunc(lower, func(c rune) bool { return c < 'a' || c > 'z' }) {
		if v, ok := value.Bool(w); ok {
			said = append(said, v)
		}
	}
	var asked []catalog.Field
	for _, f := range r.turn.Asked {
		if f.Kind == catalog.YesNo {
			asked = append(asked, f)
		}
	}
	if len(said) < 2 || len(asked) != len(said) {
		return false
	}
	for i, f := range asked {
		r.set(f.Key, said[i], 7, 0, len(r.text.Lower))
	}
	return true
}

var subsInsured = pattern.MustCompile(`
	\b(?:
		verify|verifies|check|checks|confirm|confirms|require|requires|collect|collects|ask for|get|demand|demands|track|tracks|see
	)(?: for)? (?:proof of |evidence of |their |current |the )*(?:insurance|coverage|liability)
	(?: insurance| coverage)? (?:on|from|for|of) (?:all |every |each |our |the |any |of )*(?:subs?|subcontractors?|contractors)\b`)

var theyShow = pattern.MustCompile(`
	\b(?:they|everyone|everybody|each|all)\b.{0,24}\b(?:show|give|send|bring|provide|hand|email)s?(?: me| us| in)?
	(?: over)? (?:a |an |their |proof of |me their |us their |their own )*
	(?:insurance|coverage|certs?|cois?|certificates?|paperwork)\b`)

// readSubsInsured reads the care for the insurance of subcontractors where no certificate is named.
func (r *reader) readSubsInsured() bool {
	any := false
	for _, s := range r.sentences {
		for _, g := range s.segments {
			if m := theyShow.FindStringIndex(r.in(g)); m != nil && g.act == answers && !s.question && !r.has("certificates_required") &&
				(len(r.cuesOfKey(s, "subcontractors_used"))+len(r.cuesOfKey(s, "subcontractor_cost")) > 0 ||
					r.askedAt("certificates_required") >= 0) {
				any = r.set("certificates_required", !r.negates(r.in(g)), 8, g.start+m[0], g.start+m[0]) || any
			}
			if m := subsInsured.FindStringIndex(r.in(g)); m != nil && g.act == answers && !s.question && !r.has("certificates_required") {
				any = r.set("certificates_required", !r.negates(r.in(g)), 8, g.start+m[0], g.start+m[0]) || any
			}
		}
	}
	return any
}
