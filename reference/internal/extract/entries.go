package extract

import (
	"math"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// read parses a cell, with the lines below it where the value may run on.
func (r *reader) read(p *page, c *cell, f catalog.Field) (any, bool) {
	switch f.Kind {
	case catalog.Street:
		return r.street(p, c, f)
	case catalog.LongText:
		return parse(f, r.shortened(r.paragraph(p, c, 6)), r.now)
	case catalog.Email, catalog.URL:
		if below := p.linesBelow(c, 1); len(below) > 0 && brokenOff.MatchString(below[0].text) && len(c.words) == 1 {
			return parse(f, c.text+below[0].text, r.now)
		}
	case catalog.Choice:
		if v, ok := parse(f, r.paragraph(p, c, 1), r.now); ok {
			return v, true
		}
	case catalog.Name:
		if f.Key == "legal_name" {
			return r.insured(p, c, f)
		}
		if below := p.linesBelow(c, 1); len(below) > 0 && continuesName(c.text, below[0]) {
			return parse(f, c.text+" "+below[0].text, r.now)
		}
	}
	return parse(f, r.companions(p, c, f), r.now)
}

// brokenOff is the rest of an address that a narrow column broke: "le" under "jane@harbor.examp".
var brokenOff = pattern.MustCompile(`^[a-z0-9.-]{1,20}$`)

// continuesName tells the second line of a company's name.
func continuesName(first string, below *cell) bool {
	return len(below.words) <= 4 && (suffixes.MatchString(below.text) && len(below.words) <= 3 ||
		!company.MatchString(first) && company.MatchString(first+" "+below.text) && !lowercase(below.text))
}

// shortened keeps the first sentence of a long description, without the insured's name before it.
func (r *reader) shortened(text string) string {
	if len(text) <= longestDescription {
		return text
	}
	first := paragraph{text: text}.sentences()[0]
	if m := selfIntroduced.FindStringSubmatch(first); m != nil {
		return m[1]
	}
	return first
}

const longestDescription = 160

// selfIntroduced is how a description begins: "Granite State Snow Removal LLC is a snow plowing contractor".
var selfIntroduced = pattern.MustCompile(`^(?:The )?(?:(?:[Ii]nsured|[Aa]pplicant|[Cc]ompany|[Ff]irm|[Bb]usiness)|[\p{Lu}\d][^.]{2,60}?) is an? (.+)$`)

// ofClasses tells a bare "Code" in a table of classes, or a label that says which code it is.
func (p *page) ofClasses(label *cell) bool {
	return normal(strings.TrimRight(label.text, ": ")) != "code" || classTable.MatchString(strings.ToLower(p.rowText(label)))
}

var classTable = pattern.MustCompile(`class|payroll|remuneration|description`)

// wrappedValue adds the second line of a description that goes on under its label.
func (r *reader) wrappedValue(p *page, label, c *cell, f catalog.Field, v any) any {
	text, is := v.(string)
	if f.Kind != catalog.LongText || !is || !label.colon || c.x1 < wrapsAt*p.width || text != c.text {
		return v
	}
	d := p.nextLine(c, label.x0)
	if d == nil || d.label || d.bold != c.bold || len(p.row(d)) > 0 || numberedItem.MatchString(d.text) || !lowercase(d.text) {
		return v
	}
	if whole, ok := parse(f, text+" "+d.text, r.now); ok {
		return whole
	}
	return v
}

const wrapsAt = 0.75 // of the page's width: a line that ends there goes on in the next

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
	for _, e := range p.between(d.y-0.55*d.size, d.y+0.7*d.size) {
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
