package design

import (
	"fmt"
	"slices"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/forms"
)

// widget is a form field's place on a page.
type widget struct {
	name, tooltip      string
	kind               widgetKind
	x, top, w, h       float64
	state, answer      string // of a button: its name and the words beside it
	multiline, numeric bool
}

type widgetKind int

const (
	textWidget widgetKind = iota
	radioWidget
)

type drawing struct {
	form  forms.Form
	cat   *catalog.Catalog
	faces faces
	pages []*page
}

// Draw makes the template of a form.
func Draw(form forms.Form, cat *catalog.Catalog) []byte {
	d := &drawing{form: form, cat: cat, faces: newFaces()}
	d.newPage()
	for _, s := range form.Sections {
		d.section(s)
	}
	d.signature()
	for i, p := range d.pages {
		d.footer(p, i+1)
	}
	return d.file()
}

func (d *drawing) page() *page { return d.pages[len(d.pages)-1] }

func (d *drawing) newPage() {
	p := &page{}
	d.pages = append(d.pages, p)
	p.rectangle(0, 0, pageWidth, bandHeight, &accent, nil)
	p.print(d.faces, true, margin, 26, 16, white, d.form.Title)
	p.print(d.faces, false, margin, 41, 9, colour{0.83, 0.90, 0.95}, d.form.Subtitle)
	p.y = bandHeight + 12
}

// room starts a new page when the rest of this one is shorter than needed.
func (d *drawing) room(height float64) {
	if d.page().y+height > pageHeight-footerHeight {
		d.newPage()
	}
}

func (d *drawing) section(s forms.Section) {
	d.room(sectionHeight + 5 + d.rowHeight(s.Rows[0]))
	p := d.page()
	p.rectangle(margin, p.y, pageWidth-2*margin, sectionHeight, &tint, nil)
	p.rectangle(margin, p.y, 3, sectionHeight, &accent, nil)
	p.print(d.faces, true, margin+9, p.y+11.8, 9, accent, s.Title)
	p.y += sectionHeight + 5
	for _, row := range s.Rows {
		d.room(d.rowHeight(row))
		d.row(row)
	}
	d.page().y += 5
}

func (d *drawing) rowHeight(row []forms.Cell) float64 {
	h := 0.0
	for _, c := range row {
		h = max(h, d.cellHeight(c))
	}
	return h + rowGap
}

func (d *drawing) cellHeight(c forms.Cell) float64 {
	if c.Lines > 1 {
		return labelHeight + float64(c.Lines)*lineHeight + 6
	}
	return labelHeight + fieldHeight
}

func (d *drawing) row(row []forms.Cell) {
	p := d.page()
	x := margin
	for _, c := range row {
		w := float64(c.Span) * column
		d.cell(p, c, x, w-gutter)
		x += w
	}
	p.y += d.rowHeight(row)
}

func (d *drawing) cell(p *page, c forms.Cell, x, w float64) {
	field, _ := d.cat.Field(c.Field)
	label := c.Label
	if label == "" {
		label = field.Label
	}
	p.print(d.faces, false, x, p.y+6.2, fitting(d.faces, label, 6.8, w), quiet, label)
	top := p.y + labelHeight
	switch field.Kind {
	case catalog.YesNo:
		d.choices(p, c, label, []catalog.Option{{Value: "yes", Label: "Yes"}, {Value: "no", Label: "No"}}, x, top, w)
	case catalog.Choice:
		d.choices(p, c, label, field.Options, x, top, w)
	default:
		h := d.cellHeight(c) - labelHeight
		p.rectangle(x, top, w, h, &fieldFill, nil)
		p.line(x, x+w, top+h, 0.7, hairline)
		numbers := []catalog.Kind{catalog.Money, catalog.Count, catalog.Percent}
		p.widgets = append(p.widgets, widget{name: c.Name(), tooltip: label, kind: textWidget, x: x, top: top, w: w, h: h,
			multiline: c.Lines > 1, numeric: slices.Contains(numbers, field.Kind)})
	}
}

const boxSize = 9.5

// choices draws a box with its label for each option, side by side, evenly spread but no further apart than needed.
func (d *drawing) choices(p *page, c forms.Cell, label string, options []catalog.Option, x, top, w float64) {
	const size = 8.4
	need := 0.0
	for _, o := range options {
		need += boxSize + 4 + d.faces.regular.Width(o.Label)*size
	}
	gap := min(16, (w-need)/float64(max(1, len(options)-1)))
	for _, o := range options {
		p.rectangle(x, top+3.5, boxSize, boxSize, &white, &hairline)
		p.widgets = append(p.widgets, widget{name: c.Name(), tooltip: label, kind: radioWidget, x: x, top: top + 3.5, w: boxSize, h: boxSize, state: o.Value, answer: o.Label})
		p.print(d.faces, false, x+boxSize+4, top+11.4, size, ink, o.Label)
		x += boxSize + 4 + d.faces.regular.Width(o.Label)*size + gap
	}
}

// fitting shrinks a label that is too long for its cell.
func fitting(f faces, label string, size, width float64) float64 {
	if full := f.regular.Width(label) * size; full > width {
		return size * width / full
	}
	return size
}

// signature prints the statement and the lines to sign on; they are signed by hand or by an envelope, so they are no fields.
func (d *drawing) signature() {
	const size = 8.2
	lines := d.faces.regular.Wrap(d.form.Statement, size, pageWidth-2*margin)
	d.room(float64(len(lines))*11 + 58)
	p := d.page()
	p.y += 8
	for _, l := range lines {
		p.print(d.faces, false, margin, p.y, size, ink, l)
		p.y += 11
	}
	p.y += 24
	for _, s := range []struct {
		label string
		x, w  float64
	}{{"Signature for the business", margin, 220}, {"Name and position", margin + 236, 180}, {"Date", margin + 432, 96}} {
		p.line(s.x, s.x+s.w, p.y, 0.8, quiet)
		p.print(d.faces, false, s.x, p.y+9, 6.8, quiet, s.label)
	}
	p.y += 20
}

func (d *drawing) footer(p *page, number int) {
	y := pageHeight - 22
	p.line(margin, pageWidth-margin, y-9, 0.5, hairline)
	p.print(d.faces, false, margin, y, 6.8, quiet, "Workspace Intake · form "+d.form.Key)
	right := fmt.Sprintf("Page %d of %d", number, len(d.pages))
	p.print(d.faces, false, pageWidth-margin-d.faces.regular.Width(right)*6.8, y, 6.8, quiet, right)
}
