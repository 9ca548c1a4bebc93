package extract

import (
	"math"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// How sure a value is by where it stands to its label.
const (
	behindColon = 1.0
	toTheRight  = 0.96
	inColumn    = 0.9
	beneath     = 0.86
)

// pair looks for the value of one label.
func (r *reader) pair(p *page, label *cell) {
	for _, h := range label.hits {
		key := keyIn(label.context, h.key, label.text)
		f, ok := r.catalog.Field(key)
		if !ok {
			continue
		}
		if v, sure, ok := r.valueOf(p, label, f); ok {
			if h.score == partLabel && f.Kind != catalog.YesNo && f.Kind != catalog.Choice {
				continue
			}
			r.keep(key, v, h.score*sure, p, label)
			return
		}
	}
}

// valueOf tries the places where a value may stand: marked boxes, the same row, below, the column of a table.
func (r *reader) valueOf(p *page, label *cell, f catalog.Field) (v any, sure float64, ok bool) {
	if f.Kind == catalog.YesNo || f.Kind == catalog.Choice {
		if v, found, marked := r.marked(p, label, f); found {
			return v, 1, marked
		}
	}
	header := p.header(label)
	if !header {
		if v, ok := r.right(p, label, f); ok {
			if label.colon {
				return v, behindColon, true
			}
			return v, toTheRight, true
		}
	}
	if f.Kind == catalog.Money || header {
		if v, ok := r.column(p, label, f, header); ok {
			return v, inColumn, true
		}
	}
	v, ok = r.below(p, label, f)
	return v, beneath, ok
}

// right takes the first cell on the row that the field's grammar accepts, up to the next label.
func (r *reader) right(p *page, label *cell, f catalog.Field) (any, bool) {
	for n, c := range p.after(label) {
		if c.mark != noMark || c.x0-label.x1 > 0.62*p.width {
			return nil, false
		}
		if c.label && (c.colon || !r.answers(c, f)) {
			return nil, false
		}
		if n > 0 && !numeric(f.Kind) {
			return nil, false
		}
		if !r.rightColumn(p, c, f) {
			continue
		}
		if v, ok := r.read(p, c, f); ok {
			return v, true
		}
	}
	return nil, false
}

func numeric(k catalog.Kind) bool {
	return k == catalog.Money || k == catalog.Count || k == catalog.Percent || k == catalog.Year
}

// after lists the cells to the right of a label on its row; for a label in two lines, of either line.
func (p *page) after(label *cell) []*cell {
	var out []*cell
	rows := p.row(label)
	if label.continuation != nil {
		rows = append(rows, p.row(label.continuation)...)
	}
	for _, c := range rows {
		if c.x0 >= label.x1-1 && c != label.continuation {
			out = append(out, c)
		}
	}
	return out
}

// answers tells a cell that reads like a label but is an answer all the same: "Owner", "Yes", "Corporation".
func (r *reader) answers(c *cell, f catalog.Field) bool {
	if len(c.hits) > 0 && c.hits[0].key == f.Key && c.hits[0].score == strongLabel && f.Kind != catalog.Choice {
		return false
	}
	switch f.Kind {
	case catalog.YesNo, catalog.Choice:
		_, ok := parse(f, c.text, r.now)
		return ok
	case catalog.Name, catalog.Text, catalog.LongText, catalog.Street:
		return false
	}
	_, ok := parse(f, c.text, r.now)
	return ok && strings.ContainsFunc(c.text, unicode.IsDigit)
}

// read parses a cell, with the lines below it where the value may run on.
func (r *reader) read(p *page, c *cell, f catalog.Field) (any, bool) {
	switch f.Kind {
	case catalog.Street:
		return r.street(p, c, f)
	case catalog.LongText:
		return parse(f, r.paragraph(p, c, 6), r.now)
	case catalog.Choice:
		if v, ok := parse(f, r.paragraph(p, c, 1), r.now); ok {
			return v, true
		}
	case catalog.Name:
		if f.Key == "legal_name" {
			return r.insured(p, c, f)
		}
	}
	return parse(f, c.text, r.now)
}

// paragraph is a cell's text and that of up to n lines right below it.
func (r *reader) paragraph(p *page, c *cell, n int) string {
	text := c.text
	for _, d := range p.linesBelow(c, n) {
		text += " " + d.text
	}
	return text
}

// linesBelow finds the cells that continue a cell: same left edge, close lines, no label, nothing to their left that would
// make them a new row.
func (p *page) linesBelow(c *cell, n int) []*cell {
	var out []*cell
	at := c
	for len(out) < n {
		var next *cell
		for _, d := range p.cells {
			dy := d.y - at.y
			if d.mark == noMark && !d.typed && dy > 0.5*c.size && dy <= 1.62*c.size && math.Abs(d.x0-c.x0) < 3 && math.Abs(d.size-c.size) < 1 {
				next = d
				break
			}
		}
		if next == nil || next.label || next.bold != c.bold {
			return out
		}
		out = append(out, next)
		at = next
	}
	return out
}

// header tells the head row of a table: nothing but labels, none with a colon.
func (p *page) header(c *cell) bool {
	row := p.row(c)
	if c.colon || len(row) == 0 || strings.HasSuffix(c.text, "?") {
		return false
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

// under tells whether d stands in the column of c.
func under(c, d *cell) bool {
	if math.Abs(d.x0-c.x0) < 6 || math.Abs(d.x1-c.x1) < 6 || math.Abs(d.centre()-c.centre()) < 6 {
		return true
	}
	overlap := min(c.x1, d.x1) - max(c.x0, d.x0)
	return overlap > 0.4*min(c.x1-c.x0, d.x1-d.x0)
}

// below takes the nearest cell under a label.
func (r *reader) below(p *page, label *cell, f catalog.Field) (any, bool) {
	from := label
	if label.continuation != nil {
		from = label.continuation
	}
	for _, d := range p.cells {
		dy := d.y - from.y
		if dy < 0.5*label.size || dy > 3.3*max(label.size, 8) || d == label.continuation || !under(label, d) {
			continue
		}
		if d.x0 < label.x0-8 && !p.header(label) {
			continue
		}
		if d.mark != noMark || d.label && !r.answers(d, f) {
			return nil, false
		}
		return r.read(p, d, f)
	}
	return nil, false
}
