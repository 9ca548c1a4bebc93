package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// chained says that a name and a figure are a link of a chain that opens a sentence, "payroll 300k rev 1.1m 3 ft 1 pt": its
// names stand before their figures, whatever comes behind the chain.
func (r *reader) chained(c cue, v found, s sentence) bool {
	links, known := r.chains[s.start]
	if !known {
		links = r.chainOf(s)
		r.chains[s.start] = links
	}
	at, linked := links[v.start]
	return linked && at == c.start
}

// chainOf gives the places of the names of a chain by those of its figures.
func (r *reader) chainOf(s sentence) map[int]int {
	links, end := map[int]int{}, s.start
	cues := r.cuesIn(s.start, s.end)
	whole := true
	for _, v := range r.valuesIn(s.start, s.end) {
		if v.kind != catalog.Count {
			return nil
		}
		link := -1
		for _, c := range cues {
			if c.start >= end && c.end <= v.start && r.onlyMarks(end, c.start) && r.onlyMarks(c.end, v.start) {
				link = c.start
				break
			}
		}
		if link < 0 {
			whole = false
			break
		}
		links[v.start], end = link, v.end
	}
	if len(links) < 2 || whole && len(r.cuesIn(end, s.end)) > 0 {
		return nil
	}
	return links
}

// onlyMarks says that nothing but spaces and stops stands between two places.
func (r *reader) onlyMarks(from, to int) bool {
	return strings.Trim(r.text.Lower[from:to], " ,:=.-") == ""
}
