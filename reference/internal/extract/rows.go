package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// besideHeading tells two headings side by side, "OPERATIONS" and "LIABILITY", of which neither answers the other.
func besideHeading(label, c *cell) bool {
	return !label.colon && label.bold && c.bold && upper(label.text) && upper(c.text) && !strings.ContainsAny(c.text, "0123456789")
}

// numberedRow tells a row of a table that begins with a number or a code: its words are an entry, not a label.
func (p *page) numberedRow(c *cell) bool {
	lead := p.lead(c)
	return !c.colon && lead != nil && !lead.label && len(lead.words) == 1 && strings.ContainsFunc(lead.text, unicode.IsDigit)
}

// after lists the cells to the right of a label on its row; for a label in two lines, of either line.
func (p *page) after(label *cell) []*cell {
	var out []*cell
	bottom := label.last()
	for _, c := range p.between(label.y-label.size, bottom.y+1.3*label.size) {
		if c == label || c.tail && slices.Contains(label.lower, c) || c.x0 < label.endAt(c)-1 {
			continue
		}
		if c.y >= label.y-0.55*label.size && c.y <= bottom.y+0.55*max(label.size, min(c.size, 1.3*label.size)) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *cell) int {
		if math.Abs(a.x0-b.x0) > 3 {
			return cmp.Compare(a.x0, b.x0)
		}
		return cmp.Compare(a.y, b.y)
	})
	if len(out) == 0 || out[0].label {
		until := p.width
		if len(out) > 0 {
			until = out[0].x0
		}
		if c := p.beside(label, until); c != nil {
			return append([]*cell{c}, out...)
		}
	}
	return out
}

// beside finds a value that is set a little higher or lower than its label, as in a table whose cells are centred: the
// first line of it.
func (p *page) beside(label *cell, until float64) *cell {
	middle := (label.y + label.last().y) / 2
	for _, c := range p.between(middle-label.size, middle+label.size) {
		if c.x0 >= label.right()-1 && c.x0 < until-1 && math.Abs(c.y-middle) <= 0.95*label.size {
			if _, word := value.Bool(c.text); c.label && !word {
				continue
			}
			return c
		}
	}
	return nil
}

// topLine is the first line of a value that is centred beside its label, of which c is the middle line.
func (p *page) topLine(c *cell) *cell {
	if len(p.linesBelow(c, 1)) == 0 {
		return c
	}
	for _, d := range p.between(c.y-1.5*c.size, c.y) {
		dy := c.y - d.y
		if dy <= 0.5*c.size || dy > 1.42*c.size || math.Abs(d.x0-c.x0) > 2 || d.label || d.bold != c.bold || d.mark != noMark {
			continue
		}
		if lead := p.lead(d); lead == nil || lead.x0 >= c.x0-1 {
			return d
		}
	}
	return c
}

// header tells the head row of a table: nothing but labels, none with a colon.
func (r *reader) header(p *page, c *cell, f catalog.Field) bool {
	if right := p.after(c); len(right) > 0 && right[0].label && !right[0].colon && r.answers(right[0], f) {
		return false
	}
	return p.header(c)
}

func (p *page) header(c *cell) bool {
	row := p.headRow(c)
	if c.colon || len(row) == 0 || strings.HasSuffix(c.text, "?") {
		return false
	}
	if p.boldHead(c, row) {
		return true
	}
	named := 1
	for _, d := range row {
		if d.colon || d.mark != noMark || d.typed || strings.ContainsFunc(d.text, unicode.IsDigit) && !d.label {
			return false
		}
		if d.label {
			named++
		}
	}
	return named == len(row)+1 || named >= 3 && named*10 >= (len(row)+1)*6
}

// boldHead tells a row of three or more bold cells over rows that are not bold.
func (p *page) boldHead(c *cell, row []*cell) bool {
	if len(row) < 2 || !c.bold {
		return false
	}
	for _, d := range row {
		if !d.bold || d.colon || d.mark != noMark {
			return false
		}
	}
	column := p.columnOf(c)
	return len(column) > 0 && !column[0].bold
}

// headRow is the row of a table's head, whose cells may have one, two or three lines; the first line of each counts.
func (p *page) headRow(c *cell) []*cell {
	middle := (c.y + c.last().y) / 2
	var out []*cell
	for _, d := range p.between(middle-c.size, middle+c.size) {
		if d == c || d.tail || math.Abs(d.y-middle) > 0.95*c.size {
			continue
		}
		second := slices.ContainsFunc(out, func(e *cell) bool { return d.y > e.y+2 && under(e, d) })
		if !second {
			out = append(out, d)
		}
	}
	return out
}

// under tells whether d stands in the column of c.
func under(c, d *cell) bool {
	if math.Abs(d.x0-c.x0) < 6 || math.Abs(d.x1-c.x1) < 6 || math.Abs(d.centre()-c.centre()) < 6 {
		return true
	}
	overlap := min(c.x1, d.x1) - max(c.x0, d.x0)
	return overlap > 0.25*min(c.x1-c.x0, d.x1-d.x0)
}

// listed tells a head over several rows whose figures differ: none of them is the one to take.
func (r *reader) listed(p *page, label *cell, f catalog.Field) bool {
	var first any
	for _, c := range p.columnOf(label) {
		if c.label || c.mark != noMark {
			return false
		}
		v, ok := parse(f, c.text, r.now)
		if !ok {
			return false
		}
		if first != nil && v != first {
			return true
		}
		first = v
	}
	return false
}

// totalOf is the figure in such a column behind the word "Total".
func (r *reader) totalOf(p *page, label *cell, f catalog.Field) (any, bool) {
	if f.Key == "current_premium" && p.listsTerms(label) {
		return r.latestTerm(p, label, f)
	}
	for _, c := range p.columnOf(label) {
		for _, d := range p.row(c) {
			if d.x1 <= c.x0+1 && totalRow.MatchString(d.text) && len(d.words) <= 3 {
				return parse(f, c.text, r.now)
			}
		}
	}
	return nil, false
}

// owned tells a cell that stands right behind another label, which is nearer than the one above it.
func (p *page) owned(d, label *cell) bool {
	var left *cell
	for _, e := range p.row(d) {
		if e.x1 <= d.x0+1 {
			left = e
		}
	}
	return left != nil && left != label && left.label && left.colon && !left.tail && d.x0-left.x1 < 8*d.size
}
