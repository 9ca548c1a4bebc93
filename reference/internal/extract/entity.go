package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var crossedWord = pattern.MustCompile(`(?i)^x +(\pL.*)$`)

// crossedEntity reads a row of the kinds of business, one of which has an X before it and the others drawn lines, which are no
// text: "Individual  Partnership  X Corporation  Other".
func (r *reader) crossedEntity(p *page) {
	f, ok := r.catalog.Field("entity_type")
	if !ok {
		return
	}
	for _, c := range p.cells {
		if c.mark != noMark || c.prose || !strings.HasPrefix(c.text, "X ") && !strings.HasPrefix(c.text, "x ") {
			continue
		}
		m := crossedWord.FindStringSubmatch(c.text)
		if m == nil {
			continue
		}
		v, is := parse(f, m[1], r.now)
		others := 0
		for _, d := range p.row(c) {
			if _, kind := parse(f, d.text, r.now); kind || strings.EqualFold(d.text, "other") {
				others++
			}
		}
		if is && others >= fewestEntities-1 {
			r.keep(f.Key, v, partOfAddress, p, c)
		}
	}
}
