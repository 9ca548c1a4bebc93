package extract

import (
	"math"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// option is a box and what it stands for.
type option struct {
	text string
	on   bool
}

// marked reads the boxes of a label. found says that there are boxes; ok that they give a value.
func (r *reader) marked(p *page, label *cell, f catalog.Field) (v any, found, ok bool) {
	if v, found, ok := r.yesNoColumns(p, label, f); found {
		return v, found, ok
	}
	options := optionsIn(r.wrapped(p, label, p.after(label)), f, r)
	if len(options) == 0 {
		options = optionsIn(r.boxRowsBelow(p, label), f, r)
	}
	if len(options) == 0 {
		return r.ownBox(p, label, f)
	}
	chosen := ""
	for _, o := range options {
		if !o.on {
			continue
		}
		if chosen != "" {
			return nil, true, false
		}
		chosen = o.text
	}
	if chosen == "" {
		return nil, true, false
	}
	if v, ok := tenureAsked(label, f, chosen); ok {
		return v, true, true
	}
	v, ok = parse(f, chosen, r.now)
	return v, true, ok
}

// wrapped adds the word of a box that stands at the end of its line: the word is the first on the next.
func (r *reader) wrapped(p *page, label *cell, cells []*cell) []*cell {
	n := len(cells)
	if n == 2 && cells[0].mark != noMark && cells[1].mark == noMark {
		return append(cells, p.boxBelow(label)...)
	}
	if n == 0 || cells[n-1].mark == noMark || cells[0].mark == noMark {
		return cells
	}
	last := cells[n-1]
	for _, d := range p.between(last.y+0.5*last.size, last.y+1.9*max(last.size, 9)) {
		if d.mark == noMark && math.Abs(d.x0-label.x0) < 3 && len(d.words) <= 2 && !d.colon {
			return append(cells, d)
		}
	}
	return cells
}

// boxBelow is the other box of a question, with its word, where the line breaks between the two.
func (p *page) boxBelow(label *cell) []*cell {
	for _, d := range p.between(label.y+0.5*label.size, label.y+1.9*max(label.size, 9)) {
		if d.mark == noMark || math.Abs(d.x0-label.x0) > 3 {
			continue
		}
		row := p.row(d)
		if len(row) != 1 || row[0].mark != noMark || len(row[0].words) > 2 {
			return nil
		}
		return []*cell{d, row[0]}
	}
	return nil
}

// optionsIn pairs boxes with their words. The box stands before its word, unless the row begins with a word.
func optionsIn(cells []*cell, f catalog.Field, r *reader) []option {
	var options []option
	boxFirst := true
	if len(cells) > 1 && cells[0].mark == noMark {
		_, answer := parse(f, cells[0].text, r.now)
		boxFirst = !answer
	}
	box, word := noMark, ""
	for _, c := range cells {
		switch {
		case c.mark != noMark && boxFirst:
			if box != noMark && word != "" {
				options = append(options, option{word, box == on})
			}
			box, word = c.mark, ""
		case c.mark != noMark:
			if word != "" {
				options = append(options, option{word, c.mark == on})
			}
			word = ""
		case c.colon || boxFirst && box == noMark:
			return closeOptions(options, box, word, boxFirst)
		case word != "" && boxFirst:
			return closeOptions(options, box, word, boxFirst) // a second cell behind a box belongs to something else
		default:
			word = c.text
		}
	}
	return closeOptions(options, box, word, boxFirst)
}

func closeOptions(options []option, box mark, word string, boxFirst bool) []option {
	if boxFirst && box != noMark && word != "" {
		options = append(options, option{word, box == on})
	}
	return options
}

// boxRowsBelow lists the cells of the rows right below a label that begin with a box.
func (r *reader) boxRowsBelow(p *page, label *cell) []*cell {
	var out []*cell
	y := label.last().y
	right := p.width
	for _, d := range p.row(label) {
		if d.x0 > label.x1 && d.label {
			right = min(right, d.x0-4)
		}
	}
	for range 8 {
		first := r.firstBelow(p, label, y, right)
		if first == nil || first.mark == noMark && !r.wordBeforeBox(p, first) {
			return out
		}
		out = append(out, first)
		for _, d := range p.row(first) {
			if d.x0 > first.x0 && d.x0 < right {
				out = append(out, d)
			}
		}
		y = first.y
	}
	return out
}

func (r *reader) firstBelow(p *page, label *cell, y, right float64) *cell {
	var first *cell
	for _, d := range p.between(y, y+2.7*max(label.size, 9)) {
		if d.y > y+0.5*label.size && d.y < y+2.6*max(label.size, 9) && d.x0 > label.x0-14 && d.x0 < right {
			if first == nil || d.y < first.y-2 || near(d.y, first.y, d.size) && d.x0 < first.x0 {
				first = d
			}
		}
	}
	return first
}

func (r *reader) wordBeforeBox(p *page, c *cell) bool {
	if _, short := value.Bool(c.text); !short {
		return false
	}
	row := p.row(c)
	for _, d := range row {
		if d.x0 > c.x0 {
			return d.mark != noMark
		}
	}
	return false
}

// ownBox reads a label that itself stands behind a box: "☒ Sprinklered". An empty box there says nothing.
func (r *reader) ownBox(p *page, label *cell, f catalog.Field) (v any, found, ok bool) {
	if f.Kind != catalog.YesNo || label.colon {
		return nil, false, false
	}
	box := p.boxBefore(label)
	if box == noMark {
		return nil, false, false
	}
	return true, true, box == on
}

// yesNoColumns reads an X or a ticked box under the head "Yes" or "No".
func (r *reader) yesNoColumns(p *page, label *cell, f catalog.Field) (v any, found, ok bool) {
	if f.Kind != catalog.YesNo {
		return nil, false, false
	}
	cells := p.after(label)
	boxes := slices.ContainsFunc(cells, func(c *cell) bool { return c.mark != noMark })
	for _, c := range cells {
		if _, word := value.Bool(c.text); word && (len([]rune(c.text)) > 1 || boxes && !strings.EqualFold(c.text, "x")) {
			return nil, false, false // the words stand beside the boxes
		}
	}
	for _, c := range cells {
		tick := c.mark == on || c.mark == noMark && len([]rune(c.text)) == 1 && strings.ContainsAny(c.text, "xX✓✔")
		if c.mark == noMark && !tick {
			return nil, found, false
		}
		head, is := p.yesNoHead(c)
		if !is {
			return nil, false, false
		}
		found = true
		if tick {
			return head, true, true
		}
	}
	return nil, found, false
}

// yesNoHead finds "Yes" or "No" above a mark.
func (p *page) yesNoHead(c *cell) (v, ok bool) {
	above := p.between(c.y-500, c.y)
	for i := len(above) - 1; i >= 0; i-- {
		d := above[i]
		if d.y > c.y-0.5*c.size || d.mark != noMark || math.Abs(d.centre()-c.centre()) > 14 {
			continue
		}
		if len(d.text) <= 3 {
			if v, ok := value.Bool(d.text); ok && !strings.EqualFold(d.text, "x") {
				return v, true
			}
		}
	}
	return false, false
}

// boxBefore is the box right in front of a cell, if there is one.
func (p *page) boxBefore(c *cell) mark {
	var nearest *cell
	for _, d := range p.row(c) {
		if d.x1 <= c.x0+2 {
			nearest = d
		}
	}
	if nearest == nil || c.x0-nearest.x1 > 1.6*c.size {
		return noMark
	}
	return nearest.mark
}

const fewestEntities = 3

// tenureBoxes reads a row of boxes that has no label which says what it asks: "Premises: ☒ Own ☐ Lease".
func (r *reader) tenureBoxes(p *page, options []option, at *cell) {
	f, ok := r.catalog.Field("tenure")
	if !ok || len(options) != 2 || options[0].on == options[1].on {
		return
	}
	first, ok1 := parse(f, options[0].text, r.now)
	second, ok2 := parse(f, options[1].text, r.now)
	if !ok1 || !ok2 || first == second {
		return
	}
	if options[1].on {
		first = second
	}
	if before := p.wordBefore(at); before == nil || spaceLabel.MatchString(before.text) {
		r.keep(f.Key, first, partOfAddress, p, at)
	}
}

// entityBoxes reads a row of boxes for the kinds of business that has no label of its own:
// "☒ Corporation ☐ LLC ☐ Partnership".
func (r *reader) entityBoxes(p *page) {
	f, ok := r.catalog.Field("entity_type")
	if !ok {
		return
	}
	for i, c := range p.cells {
		if c.mark == noMark || i > 0 && p.cells[i-1].mark != noMark && near(p.cells[i-1].y, c.y, max(c.size, 8)) {
			continue
		}
		row := p.row(c)
		run := []*cell{c}
		for _, d := range row {
			if d.x0 > c.x0 {
				run = append(run, d)
			}
		}
		if before := p.wordBefore(c); before != nil {
			if _, kind := parse(f, before.text, r.now); kind {
				run = append([]*cell{before}, run...)
			}
		}
		kinds, chosen, count := 0, any(nil), 0
		options := optionsIn(run, f, r)
		r.tenureBoxes(p, options, c)
		for _, o := range options {
			v, kind := parse(f, o.text, r.now)
			if kind {
				kinds++
			}
			if o.on {
				chosen, count = v, count+1
			}
		}
		if kinds >= fewestEntities && count == 1 && chosen != nil {
			r.keep("entity_type", chosen, partOfAddress, p, c)
		}
	}
}

// wordBefore is the text right in front of a cell.
func (p *page) wordBefore(c *cell) *cell {
	var nearest *cell
	for _, d := range p.row(c) {
		if d.x1 <= c.x0+2 {
			nearest = d
		}
	}
	if nearest == nil || nearest.mark != noMark || c.x0-nearest.x1 > 2*nearest.size {
		return nil
	}
	return nearest
}
