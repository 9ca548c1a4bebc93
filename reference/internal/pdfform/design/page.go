package design

import (
	"bytes"
	"fmt"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/fonts"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/forms"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/typeset"
)

// Measures in points. A page is US Letter.
const (
	pageWidth, pageHeight = 612.0, 792.0
	margin                = 42.0
	bandHeight            = 54.0
	gutter                = 8.0
	column                = (pageWidth - 2*margin + gutter) / forms.Columns
	labelHeight           = 9.0
	fieldHeight           = 17.0
	lineHeight            = 12.0
	rowGap                = 6.0
	sectionHeight         = 17.0
	footerHeight          = 34.0
)

type colour [3]float64

var (
	ink       = colour{0.10, 0.13, 0.18}
	quiet     = colour{0.36, 0.41, 0.48}
	accent    = colour{0.09, 0.27, 0.40}
	tint      = colour{0.91, 0.945, 0.965}
	fieldFill = colour{0.965, 0.975, 0.985}
	hairline  = colour{0.70, 0.76, 0.82}
	white     = colour{1, 1, 1}
)

// page is the content of one page while it is drawn. Shown text is kept apart until the font subsets are cut.
type page struct {
	marks   bytes.Buffer
	texts   []text
	widgets []widget
	y       float64 // how far down the page is used
}

type text struct {
	x, y, size float64
	face       *typeset.Face
	prefix     string
	colour     colour
	string     string
}

func (p *page) rectangle(x, top, w, h float64, fill, stroke *colour) {
	op := "n"
	if fill != nil {
		fmt.Fprintf(&p.marks, "%s rg ", fill)
		op = "f"
	}
	if stroke != nil {
		fmt.Fprintf(&p.marks, "%s RG 0.6 w ", stroke)
		op = map[string]string{"n": "S", "f": "B"}[op]
	}
	fmt.Fprintf(&p.marks, "%s %s %s %s re %s\n", typeset.Number(x), typeset.Number(pageHeight-top-h), typeset.Number(w), typeset.Number(h), op)
}

func (p *page) line(x0, x1, y, width float64, c colour) {
	fmt.Fprintf(&p.marks, "%s RG %s w %s %s m %s %s l S\n", c, typeset.Number(width), typeset.Number(x0), typeset.Number(pageHeight-y),
		typeset.Number(x1), typeset.Number(pageHeight-y))
}

func (c colour) String() string {
	return typeset.Number(c[0]) + " " + typeset.Number(c[1]) + " " + typeset.Number(c[2])
}

// faces are the two styles of a form.
type faces struct{ regular, bold *typeset.Face }

func newFaces() faces {
	return faces{typeset.NewFace(fonts.Regular()), typeset.NewFace(fonts.Bold())}
}

func (p *page) print(f faces, bold bool, x, baseline, size float64, c colour, s string) {
	t := text{x: x, y: baseline, size: size, face: f.regular, prefix: "R", colour: c, string: s}
	if bold {
		t.face, t.prefix = f.bold, "B"
	}
	t.face.Use(s)
	p.texts = append(p.texts, t)
}

// content is the finished content stream, once the faces are closed.
func (p *page) content() []byte {
	var out bytes.Buffer
	out.Write(p.marks.Bytes())
	for _, t := range p.texts {
		fmt.Fprintf(&out, "BT %s rg %s %s Td ", t.colour, typeset.Number(t.x), typeset.Number(pageHeight-t.y))
		t.face.Show(&out, t.prefix, t.string, t.size)
		out.WriteString("ET\n")
	}
	return out.Bytes()
}
