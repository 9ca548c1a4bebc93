package extract

import (
	"math"
	"strconv"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// The rows of a table may be years or terms, and so may its columns; what the application asks for is the latest.
var (
	termRow    = pattern.MustCompile(`\b((?:19|20)\d\d)\b|^(\d\d) ?[-–/] ?\d\d$|\b\d{1,2}[/-]\d{1,2}[/-](\d{4})\b`)
	yearColumn = pattern.MustCompile(`
		(?i)^(?:fy|cy|year|ye|calendar|fiscal)? ?'?((?:19|20)\d\d)
		(?: ?(?:actual|est\.?|estimated|proj\.?|projected|forecast|budget|ytd))?$`)
)

// listsTerms tells a table whose rows begin with a term each, and not with one of several policies that run side by side.
func (p *page) listsTerms(label *cell) bool {
	for _, c := range p.columnOf(label) {
		if lead := p.lead(c); lead != nil && c.mark == noMark {
			return p.byTerm(label) && termRow.MatchString(lead.text)
		}
	}
	return false
}

// latestTerm reads the row of the latest term in a table of terms.
func (r *reader) latestTerm(p *page, label *cell, f catalog.Field) (any, bool) {
	latest, rows := 0, 0
	var v any
	for _, c := range p.columnOf(label) {
		lead := p.lead(c)
		if lead == nil || c.mark != noMark {
			continue
		}
		m := termRow.FindStringSubmatch(lead.text)
		if m == nil {
			break
		}
		year, _ := strconv.Atoi(m[1] + m[2] + m[3])
		if m[2] != "" {
			year += 2000
		}
		rows++
		if got, ok := r.read(p, c, f); ok && year > latest {
			latest, v = year, got
		}
	}
	return v, rows > 1 && v != nil && latest >= r.now.Year()-1
}

// ofYear picks, on a row of figures under years, the one of the last year that is over.
func (p *page) ofYear(c *cell, now int) *cell {
	best, latest, heads := c, 0, map[int]float64{}
	for _, d := range append([]*cell{c}, p.row(c)...) {
		if d.mark != noMark || d.x0 < c.x0 {
			continue
		}
		year, y := p.yearOver(d)
		if year == 0 {
			continue
		}
		heads[year] = y
		if year < now && year > latest {
			best, latest = d, year
		}
	}
	if len(heads) < 2 {
		return c
	}
	for _, y := range heads {
		if math.Abs(y-heads[latest]) > 2 {
			return c // years of two rows: they head no columns
		}
	}
	return best
}

func (p *page) yearOver(c *cell) (year int, y float64) {
	above := p.between(c.y-320, c.y-0.5*c.size)
	for i := len(above) - 1; i >= 0; i-- {
		d := above[i]
		if m := yearColumn.FindStringSubmatch(d.text); m != nil && d.mark == noMark && under(c, d) && len(p.row(d)) > 0 {
			year, _ := strconv.Atoi(m[1])
			return year, d.y
		}
	}
	return 0, 0
}
