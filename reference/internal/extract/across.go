package extract

import (
	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// A table may have a column for each location, with the facts in rows. What is one by one is taken from the first location, as
// in a table with a row for each; a limit only where all have the same, or where a column gives the total.
var (
	placeHead = pattern.MustCompile(`
		^(?:loc|location|bldg|building|prem|premises|site|store|property|unit)
		(?: (?:number |no )?(?:\d{1,3}|[a-d]|one|two|three))$`)
	totalHead = pattern.MustCompile(`
		^(?:grand |combined |policy )?totals?(?: (?:all|of all|for all) (?:locations|buildings|premises|sites))?$|
		^all (?:locations|buildings|premises|sites)$`)
)

// acrossPlaces reads the row of a label whose first figure stands under the name of a location. found says that it does, and
// that no single figure of the row will do.
func (r *reader) acrossPlaces(p *page, c *cell, f catalog.Field) (v any, found bool) {
	if f.Kind != catalog.Money || !single(f.Key) || !p.underHead(c, placeHead) {
		return nil, false
	}
	for _, d := range append([]*cell{c}, p.row(c)...) {
		if d.x0 < c.x0 || d.mark != noMark {
			continue
		}
		got, ok := parse(f, d.text, r.now)
		switch {
		case ok && p.underHead(d, totalHead):
			return got, true
		case ok && d != c && got != v || !ok && d == c:
			v = nil
		case ok && d == c:
			v = got
		}
	}
	return v, true
}
