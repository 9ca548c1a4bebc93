package pdfread

import "github.com/ledongthuc/pdf"

var letter = Rect{0, 0, 612, 792}

// readPage runs a page's content and its visible annotations. ok is false when a part of it could not be read.
func readPage(v pdf.Value, number int, form *form, b *budget) (page Page, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	box, found := rectOf(inherited(v, "CropBox"))
	if !found {
		if box, found = rectOf(inherited(v, "MediaBox")); !found {
			box = letter
		}
	}
	m, w, h := upright(box, inherited(v, "Rotate").Int64())
	page = Page{Width: w, Height: h}
	in := &interpreter{budget: b, complete: true}
	in.run(content{stream: v.Key("Contents"), resources: inherited(v, "Resources"), start: m})
	in.annotations(v.Key("Annots"), number, m, form)
	page.Lines = lines(in.glyphs, rightward)
	if d := mainDirection(in.glyphs); d != rightward {
		page.Lines = moveIntoView(lines(in.glyphs, d))
		page.Width, page.Height = max(w, h), max(w, h)
	}
	page.Boxes = boxes(in.shapes)
	page.Images = in.images
	return page, in.complete
}

const maxAnnotations = 20_000

// annotations hands form widgets to the form and draws notes and stamps, which is how people fill in flat files.
func (in *interpreter) annotations(list pdf.Value, number int, m matrix, form *form) {
	for i := 0; i < min(list.Len(), maxAnnotations); i++ {
		a := safely(func() pdf.Value { return list.Index(i) })
		rect, ok := rectOf(a.Key("Rect"))
		if !ok {
			continue
		}
		switch a.Key("Subtype").Name() {
		case "Widget":
			form.widget(a, number, m.rect(rect))
		case "FreeText", "Stamp", "Ink":
			in.appearance(a.Key("AP").Key("N"), rect, m)
		}
	}
}

// appearance draws an annotation by the algorithm of ISO 32000-1 section 12.5.5.
func (in *interpreter) appearance(x pdf.Value, rect Rect, m matrix) {
	box, ok := rectOf(x.Key("BBox"))
	if x.Kind() != pdf.Stream || !ok {
		return
	}
	own := matrixOf(x.Key("Matrix"))
	seen := own.rect(box)
	if seen.X1 <= seen.X0 || seen.Y1 <= seen.Y0 {
		return
	}
	sx, sy := (rect.X1-rect.X0)/(seen.X1-seen.X0), (rect.Y1-rect.Y0)/(seen.Y1-seen.Y0)
	fit := matrix{sx, 0, 0, sy, rect.X0 - seen.X0*sx, rect.Y0 - seen.Y0*sy}
	in.run(content{stream: x, resources: x.Key("Resources"), start: own.mul(fit).mul(m)})
}

// mainDirection is rightward unless most of the text was drawn sideways or upside down on a page that is not rotated.
func mainDirection(glyphs []glyph) direction {
	var count [slanted + 1]int
	for _, g := range glyphs {
		count[g.reading]++
	}
	for d := upward; d < slanted; d++ {
		if count[d]*2 > len(glyphs) {
			return d
		}
	}
	return rightward
}

// moveIntoView shifts turned lines, whose coordinates are negative in part, back onto the page.
func moveIntoView(turned []Line) []Line {
	left, top := 0.0, 0.0
	for _, l := range turned {
		for _, w := range l.Words {
			left, top = min(left, w.X0), min(top, w.Y-w.Size)
		}
	}
	for _, l := range turned {
		for i := range l.Words {
			l.Words[i].X0 -= left
			l.Words[i].X1 -= left
			l.Words[i].Y -= top
		}
	}
	return turned
}
