package dialogue

import (
	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

const (
	goneVerb  = `sold|lost|got rid of|let go(?: of)?|let|fired|laid off|scrapped|retired|closed|closed down|dropped|totaled|traded in`
	cameVerb  = `hired|added|bought|picked up|brought on|took on|opened|purchased|leased|got`
	aCount    = `(an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple(?: of)?|\d{1,2})`
	goneAfter = `quit|left|retired|died|got fired|moved away|went back to school|(?:was|were|got) (?:let go|fired|laid off|sold|totaled|stolen|scrapped)`
)

var (
	moveBy = pattern.MustCompile(`
		(?:
			\b(?:we|i|he|she|they|just|also|actually|recently|since|and|but|then|have|'ve)|[,;]|^\W*
		) (` + goneVerb + `|` + cameVerb + `) ` + aCount + `
		(?: (?:more|additional|extra|other|new|of (?:our|the|my|them|those)))?\b`)
	isGain = pattern.MustCompile(`^(?:` + cameVerb + `)$`)
	isMore = pattern.MustCompile(` (?:more|additional|extra|other|new)$`)
	goneBy = pattern.MustCompile(`\b` + aCount + ` (?:of (?:our|the|my|them|those) )?(?:[a-z-]+ ){1,3}?(?:` + goneAfter + `)\b`)
)

// movements reads what came and went of a number that was told before, if the sentence does not say what it came to: "we
// sold one tractor and hired two more drivers".
func (r *reader) movements(s sentence, text string) (all []relation) {
	moves := moveBy.FindAllStringSubmatchIndex(text, -1)
	losses := goneBy.FindStringSubmatchIndex(text)
	if losses != nil && len(moves) == 0 {
		moves = [][]int{{losses[0], losses[3], -1, -1, losses[2], losses[3]}}
	}
	for i, m := range moves {
		end := len(text)
		if i+1 < len(moves) {
			end = moves[i+1][0]
		}
		gain := m[2] >= 0 && isGain.MatchString(text[m[2]:m[3]])
		n, ok := muchOf(text[m[4]:m[5]])
		if !ok || gain && (len(moves) < 2 || !isMore.MatchString(text[m[0]:m[1]])) ||
			r.toldOutright(s.start+m[1], sentence{start: s.start, end: s.start + end}) {
			return nil
		}
		if !gain {
			n = -n
		}
		from := s.start + m[4]
		key := r.counted(from, s.start+end)
		f := r.field(key)
		if f.Kind != catalog.Count || !r.heldFigure(key) || len(r.valuesIn(s.start, s.start+moves[0][0])) > 0 {
			return nil
		}
		all = append(all, relation{target: key, base: key, times: 1, plus: n, start: from, end: s.start + m[1]})
	}
	return all
}
