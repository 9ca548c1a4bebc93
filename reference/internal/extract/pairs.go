package extract

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// How sure a value is by where it stands to its label.
const (
	behindColon = 1.0
	toTheRight  = 0.96
	inColumn    = 0.9
	beneath     = 0.86
)

// earlier is the premium of a term that is over, or nearly: it counts where no other is named.
var earlier = regexp.MustCompile(`(?i)\b(?:previous|prior|expiring|last)\b`)

// autoSymbol is a covered auto symbol, which stands between a coverage and its limit.
var autoSymbol = regexp.MustCompile(`^\d{1,2}(?:, ?\d{1,2})*$`)

const lessSure = 0.85

// pair looks for the value of one label.
func (r *reader) pair(p *page, label *cell) {
	for _, h := range label.hits {
		key := keyIn(label.context, h.key, label.text)
		if r.umbrella {
			key = underUmbrella(key)
		}
		if rest, ok := strings.CutPrefix(key, "mailing_"); ok && (p.scheduled(label) || p.ofLocation(label)) {
			key = "location_" + rest
		}
		f, ok := r.catalog.Field(key)
		if !ok {
			continue
		}
		if ofPeople(key) && (r.certificate && !strings.Contains(strings.ToLower(label.text), "insured") || p.ofOthers(label) || p.sender(label)) {
			continue
		}
		if f.Kind == catalog.LongText && p.numberedRow(label) {
			continue
		}
		if key == "current_premium" && r.invoice && !strings.Contains(strings.ToLower(label.text), "premium") {
			continue
		}
		if v, sure, ok := r.valueOf(p, label, f); ok {
			if h.score == partLabel && f.Kind != catalog.YesNo && f.Kind != catalog.Choice {
				continue
			}
			if key == "current_premium" && earlier.MatchString(label.text) {
				sure *= lessSure
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
	if p.labelsBelow && !label.colon {
		if d := p.valueAbove(label); d != nil {
			v, ok := r.read(p, d, f)
			return v, beneath, ok
		}
		return nil, 0, false
	}
	header := r.header(p, label, f)
	if !header {
		if v, ok := r.right(p, label, f); ok {
			if label.colon {
				return v, behindColon, true
			}
			return v, toTheRight, true
		}
	}
	if header {
		if v, found := r.column(p, label, f); found {
			return v, inColumn, v != nil
		}
	}
	v, ok = r.below(p, label, f)
	return v, beneath, ok
}

// right takes the first cell on the row that the field's grammar accepts, up to the next label.
func (r *reader) right(p *page, label *cell, f catalog.Field) (any, bool) {
	for n, c := range p.after(label) {
		if c.mark != noMark || c.x0-label.x1 > p.reachOf(label) || n == 0 && p.gridded(label, c) {
			return nil, false
		}
		if f.Kind == catalog.Money && single(f.Key) && p.underLetter(c) {
			return nil, false
		}
		if p.offered(c) {
			if c = p.renewed(c); c == nil || f.Key == "current_premium" {
				return nil, false
			}
			return r.read(p, c, f)
		}
		if c.label && (c.colon || !r.answers(c, f)) {
			return nil, false
		}
		if n == 0 && f.Key == "hired_non_owned_auto" && autoSymbol.MatchString(c.text) {
			continue
		}
		if n > 0 && !numeric(f.Kind) && !(n == 1 && f.Key == "hired_non_owned_auto") {
			return nil, false
		}
		if !r.rightColumn(p, c, f) {
			continue
		}
		if f.Kind == catalog.Name && slices.Contains(parties, r.context(c.text)) {
			return nil, false // the head of the next column
		}
		if v, ok := r.read(p, p.topLine(c), f); ok {
			return v, true
		}
	}
	return nil, false
}

// numberedRow tells a row of a table that begins with a number or a code: its words are an entry, not a label.
func (p *page) numberedRow(c *cell) bool {
	lead := p.lead(c)
	return !c.colon && lead != nil && !lead.label && len(lead.words) == 1 && strings.ContainsFunc(lead.text, unicode.IsDigit)
}

func numeric(k catalog.Kind) bool {
	return k == catalog.Money || k == catalog.Count || k == catalog.Percent || k == catalog.Year
}

// after lists the cells to the right of a label on its row; for a label in two lines, of either line.
func (p *page) after(label *cell) []*cell {
	var out []*cell
	bottom := label.last()
	for _, c := range p.between(label.y-label.size, bottom.y+1.3*label.size) {
		if c == label || c.tail && slices.Contains(label.lower, c) || c.x0 < label.right()-1 {
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
		if below := p.linesBelow(c, 1); len(below) > 0 && suffixes.MatchString(below[0].text) && len(below[0].words) <= 3 {
			return parse(f, c.text+" "+below[0].text, r.now)
		}
	}
	return parse(f, r.companions(p, c, f), r.now)
}

// paragraph is a cell's text and that of up to n lines right below it.
func (r *reader) paragraph(p *page, c *cell, n int) string {
	text := c.text
	for _, d := range p.linesBelow(c, n) {
		if strings.HasSuffix(text, "-") {
			text += d.text
		} else {
			text += " " + d.text
		}
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
		for _, d := range p.between(at.y, at.y+1.7*c.size) {
			dy := d.y - at.y
			if d.mark == noMark && !d.typed && dy > 0.5*c.size && dy <= 1.62*c.size && math.Abs(d.x0-c.x0) < 3 && math.Abs(d.size-c.size) < 1 {
				next = d
				break
			}
		}
		if next == nil || next.label || next.bold != c.bold || p.beginsRow(next, c) {
			return out
		}
		out = append(out, next)
		at = next
	}
	return out
}

// beginsRow tells that a label stands before a cell, which therefore does not continue the cell above it.
func (p *page) beginsRow(d, above *cell) bool {
	for _, e := range p.row(d) {
		if e.x1 <= d.x0 && e.label && !e.tail {
			for _, f := range p.row(above) {
				if f.x1 <= above.x0 && f.label {
					return true
				}
			}
		}
	}
	return false
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

// below takes the nearest cell under a label.
func (r *reader) below(p *page, label *cell, f catalog.Field) (any, bool) {
	from := label.last()
	for _, d := range p.between(from.y, from.y+4.3*max(label.size, 8)) {
		dy := d.y - from.y
		far := dy > 3.3*max(label.size, 8) && d.size < 1.4*label.size
		if dy < 0.5*label.size || far || d.tail || !under(label, d) {
			continue
		}
		if d.x0 < label.x0-8 && !p.header(label) {
			continue
		}
		if d.mark != noMark || d.label && !r.answers(d, f) {
			return nil, false
		}
		if f.Kind == catalog.Money && !strings.ContainsAny(d.text, "0123456789") && p.header(label) {
			return nil, false // "None" in the first row of a table is not the table's
		}
		return r.read(p, d, f)
	}
	return nil, false
}
