package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	lastDigits = pattern.MustCompile(`
		\b(?:last|final|ending|end(?:s|ing)? (?:in|with)|the last)(?: (?:four|three|two|five|[2-7]))?(?: digits| numbers)?
		(?: of (?:the|our|my|that|its) [a-z]+)?(?: are| is| should be| should end in| in| with|:| =| of it)* (\d{2,7})\b`)
	swapDigits = pattern.MustCompile(`\b(?:transposed|flipped|swapped|switched|mixed up|reversed)\b`)
	coded      = map[catalog.Kind]bool{catalog.Phone: true, catalog.FEIN: true, catalog.ZIP: true, catalog.NAICS: true, catalog.ClassCode: true}
)

// readLastDigits puts right the end of a number that was told before: "phone is wrong, last four should be 0138".
func (r *reader) readLastDigits() {
	for _, s := range r.sentences {
		text := r.text.Lower[s.start:s.end]
		m := lastDigits.FindStringSubmatchIndex(text)
		if m == nil || s.question || !r.speaksAt(s.start+m[2]) || swapDigits.MatchString(text) {
			continue
		}
		digits := text[m[2]:m[3]]
		key := r.codeMeant(s.start+m[2], len(digits))
		held, _ := r.turn.Values[key].(string)
		if len(held) <= len(digits) {
			continue
		}
		f := r.field(key)
		if v, ok := value.Parse(f, held[:len(held)-len(digits)]+digits, r.turn.Now); ok {
			r.use(s.start+m[2], s.start+m[3])
			r.set(key, v, 20, s.start+m[0], s.start+m[1])
		}
	}
}

// codeMeant is the number of digits that is named before a place, or else the one told last.
func (r *reader) codeMeant(before, length int) string {
	named := slices.Clone(r.cues)
	slices.Reverse(named)
	for _, c := range named {
		if held, ok := r.turn.Values[c.key].(string); c.end <= before && coded[c.kind] && ok && len(held) > length {
			return c.key
		}
	}
	for _, c := range slices.Backward(r.latest()) {
		if held, ok := r.turn.Values[c.Key].(string); ok && coded[r.field(c.Key).Kind] && len(held) > length && strings.Trim(held, "0123456789") == "" {
			return c.Key
		}
	}
	return ""
}
