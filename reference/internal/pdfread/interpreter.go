package pdfread

import (
	"math"

	"github.com/ledongthuc/pdf"
)

// glyph is one shown character on the upright page.
type glyph struct {
	text      string
	x0, x1, y float64
	size      float64
	bold      bool
	begins    bool // it begins a word whatever stands before it
	reading   direction
}

// direction is where a line of text runs on the page.
type direction int

const (
	rightward direction = iota
	upward
	leftward
	downward
	slanted
)

// graphics is the part of the graphics state that text and small boxes depend on.
type graphics struct {
	ctm                                     matrix
	font                                    *font
	size, charSpace, wordSpace, scale, rise float64
	leading                                 float64
	white                                   bool // the fill colour is (nearly) white
	unseen                                  bool // text is not painted: the words of a scan, behind its picture
}

// interpreter runs the content of one page and collects glyphs and small shapes.
type interpreter struct {
	budget   *budget
	glyphs   []glyph
	shapes   []shape
	images   int
	depth    int
	complete bool
}

const (
	maxNesting    = 10
	maxSavedState = 512
)

// content is one content stream with the resources its names refer to.
type content struct {
	stream    pdf.Value
	resources pdf.Value
	start     matrix
}

type run struct {
	*interpreter
	content
	g        graphics
	saved    []graphics
	tm, line matrix
	fonts    map[string]*font
	path     path
	moved    bool // the next text is put to a place of its own
}

func (in *interpreter) run(c content) {
	if in.budget.contents--; in.depth >= maxNesting || in.budget.contents < 0 {
		in.complete = false
		return
	}
	in.depth++
	defer func() {
		in.depth--
		if recover() != nil {
			in.complete = false // ledongthuc/pdf panics on what it cannot parse; what came before it stays
		}
	}()
	r := &run{interpreter: in, content: c, tm: identity, line: identity, fonts: map[string]*font{}}
	r.g = graphics{ctm: c.start, scale: 1}
	pdf.Interpret(c.stream, func(stack *pdf.Stack, op string) {
		args := popAll(stack)
		if in.budget.operators--; in.budget.operators < 0 || in.budget.glyphs < 0 {
			panic("out of budget")
		}
		r.do(op, args)
	})
}

func number(args []pdf.Value, i int) float64 {
	if i >= len(args) {
		return 0
	}
	return args[i].Float64()
}

func numbers(args []pdf.Value) (m matrix) {
	for i := range m {
		m[i] = number(args, i)
	}
	return m
}

func (r *run) do(op string, args []pdf.Value) {
	switch op {
	case "q":
		if len(r.saved) < maxSavedState {
			r.saved = append(r.saved, r.g)
		}
	case "Q":
		if n := len(r.saved); n > 0 {
			r.g, r.saved = r.saved[n-1], r.saved[:n-1]
		}
	case "cm":
		r.g.ctm = numbers(args).mul(r.g.ctm)
	case "Do":
		if len(args) > 0 {
			r.object(args[0].Name())
		}
	case "BI":
		r.images++
	case "g", "rg", "k", "sc", "scn":
		r.g.white = nearlyWhite(op, args)
	default:
		if !r.text(op, args) {
			r.draw(op, args)
		}
	}
}

// text handles the operators of ISO 32000-1 section 9.
func (r *run) text(op string, args []pdf.Value) bool {
	switch op {
	case "BT":
		r.tm, r.line = identity, identity
	case "Tf":
		if len(args) >= 2 {
			r.g.font, r.g.size = r.fontNamed(args[0].Name()), number(args, 1)
		}
	case "Tc":
		r.g.charSpace = number(args, 0)
	case "Tw":
		r.g.wordSpace = number(args, 0)
	case "Tz":
		r.g.scale = number(args, 0) / 100
	case "TL":
		r.g.leading = number(args, 0)
	case "Ts":
		r.g.rise = number(args, 0)
	case "Tr":
		r.g.unseen = number(args, 0) == 3
	case "Tm":
		r.line = numbers(args)
		r.tm, r.moved = r.line, true
	case "Td":
		r.newLine(number(args, 0), number(args, 1))
	case "TD":
		r.g.leading = -number(args, 1)
		r.newLine(number(args, 0), number(args, 1))
	case "T*":
		r.newLine(0, -r.g.leading)
	case "Tj":
		if len(args) > 0 {
			r.show(args[len(args)-1].RawString())
		}
	case "'", "\"":
		if op == "\"" && len(args) == 3 {
			r.g.wordSpace, r.g.charSpace = number(args, 0), number(args, 1)
		}
		r.newLine(0, -r.g.leading)
		if len(args) > 0 {
			r.show(args[len(args)-1].RawString())
		}
	case "TJ":
		if len(args) > 0 {
			r.showSpaced(args[0])
		}
	default:
		return false
	}
	return true
}

func (r *run) newLine(x, y float64) {
	r.line = matrix{1, 0, 0, 1, x, y}.mul(r.line)
	r.tm, r.moved = r.line, true
}

func (r *run) showSpaced(parts pdf.Value) {
	for i := 0; i < parts.Len(); i++ {
		if p := parts.Index(i); p.Kind() == pdf.String {
			r.show(p.RawString())
		} else {
			r.tm = matrix{1, 0, 0, 1, -p.Float64() / 1000 * r.g.size * r.g.scale, 0}.mul(r.tm)
		}
	}
}

func (r *run) show(raw string) {
	f := r.g.font
	if f == nil {
		return
	}
	begins := r.beginsWord(raw, f)
	f.decode(raw, func(code int, text string, width float64) {
		at := matrix{r.g.size * r.g.scale, 0, 0, r.g.size, 0, r.g.rise}.mul(r.tm).mul(r.g.ctm)
		r.place(at, width/1000, glyph{text: text, bold: f.bold, begins: begins})
		begins = false
		advance := width/1000*r.g.size + r.g.charSpace
		if !f.composite && code == ' ' {
			advance += r.g.wordSpace
		}
		r.tm = matrix{1, 0, 0, 1, advance * r.g.scale, 0}.mul(r.tm)
	})
}

// beginsWord tells the first letter of a word that was recognised in a scan. Recognition puts each word to its place and
// guesses the widths of its letters, so that words may touch or overlap.
func (r *run) beginsWord(raw string, f *font) bool {
	moved := r.moved
	r.moved = false
	letters := len(raw)
	if f.composite {
		letters /= 2
	}
	return moved && r.g.unseen && letters > 1
}

// place records a glyph whose unit square is mapped to the page by at.
func (r *run) place(at matrix, width float64, g glyph) {
	r.budget.glyphs--
	r.budget.shown++
	if g.text == "" || g.text == "\uFFFD" {
		r.budget.illegible++
		return
	}
	size := math.Hypot(at[2], at[3])
	if size < 0.5 || size > 400 || math.IsNaN(size) {
		return
	}
	x, y := at.apply(width, 0)
	g.size = size
	r.glyphs = append(r.glyphs, glyphAt(Rect{at[4], at[5], x, y}, readingOf(at, size), g))
}

// glyphAt fills in where a glyph begins and ends along its own direction of reading.
func glyphAt(span Rect, d direction, g glyph) glyph {
	g.reading = d
	switch d {
	case upward:
		g.x0, g.x1, g.y = -span.Y0, -span.Y1, span.X0
	case leftward:
		g.x0, g.x1, g.y = -span.X0, -span.X1, -span.Y0
	case downward:
		g.x0, g.x1, g.y = span.Y0, span.Y1, -span.X0
	default:
		g.x0, g.x1, g.y = min(span.X0, span.X1), max(span.X0, span.X1), span.Y0
	}
	return g
}

func readingOf(at matrix, size float64) direction {
	alongX, alongY := math.Abs(at[1]) < 0.2*size, math.Abs(at[0]) < 0.2*size
	switch {
	case alongX && at[0] >= 0 && at[3] < 0:
		return rightward
	case alongX && at[0] < 0 && at[3] > 0:
		return leftward
	case alongY && at[1] < 0:
		return upward
	case alongY && at[1] > 0:
		return downward
	}
	return slanted
}

func (r *run) fontNamed(name string) *font {
	if f, ok := r.fonts[name]; ok {
		return f
	}
	f := safeFont(r.resources.Key("Font").Key(name))
	r.fonts[name] = f
	return f
}

func safeFont(v pdf.Value) (f *font) {
	defer func() {
		if recover() != nil {
			f = nil
		}
	}()
	if v.IsNull() {
		return nil
	}
	return loadFont(v)
}

// object draws a form XObject in place; of pictures only the number counts.
func (r *run) object(name string) {
	x := r.resources.Key("XObject").Key(name)
	switch x.Key("Subtype").Name() {
	case "Image":
		r.images++
	case "Form":
		resources := x.Key("Resources")
		if resources.IsNull() {
			resources = r.resources
		}
		r.interpreter.run(content{stream: x, resources: resources, start: matrixOf(x.Key("Matrix")).mul(r.g.ctm)})
	}
}

func nearlyWhite(op string, args []pdf.Value) bool {
	if len(args) == 0 {
		return false
	}
	for i := range args {
		v := number(args, i)
		if op == "k" && v > 0.05 || op != "k" && v < 0.95 {
			return false
		}
	}
	return op != "scn" || len(args) == 1 || len(args) == 3
}
