package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// amongBuilding says that a bare year is a sentence of its own between facts about a building: "31k SF; 1966; JM".
func (r *reader) amongBuilding(v found, s sentence, g segment) bool {
	i := r.at(s.start)
	if i < 1 || i+1 >= len(r.sentences) || strings.Trim(r.in(g), " .") != r.text.Lower[v.start:v.end] || g.end != s.end {
		return false
	}
	about := func(o sentence) bool {
		return len(r.cuesOfKey(o, "square_footage"))+len(r.cuesOfKey(o, "sprinklered"))+len(r.cuesOfKey(o, "construction_type")) > 0 ||
			len(value.Options(r.field("construction_type"), r.text.Lower[o.start:o.end])) > 0
	}
	return about(r.sentences[i-1]) && about(r.sentences[i+1])
}

// ofBuilding says that a year is that of the building: the word stands right before it and nothing else is told of it.
func (r *reader) ofBuilding(v found, s sentence) bool {
	m := ofBuilding.FindStringIndex(r.text.Lower[s.start:v.start])
	if m == nil {
		return false
	}
	if acquired.MatchString(r.text.Lower[s.start : s.start+m[0]]) {
		return false
	}
	word := r.text.Lower[s.start+m[0] : v.start]
	return strings.HasPrefix(word, "b") || strings.HasPrefix(word, "struct") || strings.Contains(word, "from") ||
		strings.Contains(word, "built") || strings.Contains(word, "went up") || strings.Contains(word, "dates")
}
