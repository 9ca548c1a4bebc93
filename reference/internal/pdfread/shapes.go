package pdfread

import (
	"math"

	"github.com/ledongthuc/pdf"
)

// shape is a small painted path: a candidate for a check box or for the mark in one.
type shape struct {
	area     Rect
	oblique  bool // it has straight lines that are neither level nor upright, as ticks and crosses do
	filled   bool
	white    bool
	straight int
}

const (
	smallestBox = 5.0
	largestBox  = 22.0
	maxShapes   = 20_000
)

// path collects the current path, sub-path by sub-path.
type path struct {
	parts []part
	last  [2]float64
}

type part struct {
	area    Rect
	started bool
	oblique bool
	lines   int
}

func (p *path) move(x, y float64) {
	if len(p.parts) < 4096 {
		p.parts = append(p.parts, part{area: Rect{x, y, x, y}, started: true})
	}
	p.last = [2]float64{x, y}
}

func (p *path) to(x, y float64, straight bool) {
	if len(p.parts) == 0 {
		p.move(x, y)
		return
	}
	s := &p.parts[len(p.parts)-1]
	s.area = Rect{min(s.area.X0, x), min(s.area.Y0, y), max(s.area.X1, x), max(s.area.Y1, y)}
	if straight {
		s.lines++
		dx, dy := math.Abs(x-p.last[0]), math.Abs(y-p.last[1])
		s.oblique = s.oblique || dx > 1 && dy > 1
	}
	p.last = [2]float64{x, y}
}

// draw handles the path operators of ISO 32000-1 section 8.5, as far as small shapes need them.
func (r *run) draw(op string, args []pdf.Value) {
	at := func(i int) (float64, float64) { return r.g.ctm.apply(number(args, i), number(args, i+1)) }
	switch op {
	case "m":
		r.path.move(at(0))
	case "l":
		x, y := at(0)
		r.path.to(x, y, true)
	case "c":
		for i := 0; i < 6; i += 2 {
			x, y := at(i)
			r.path.to(x, y, false)
		}
	case "v", "y":
		for i := 0; i < 4; i += 2 {
			x, y := at(i)
			r.path.to(x, y, false)
		}
	case "re":
		x, y, w, h := number(args, 0), number(args, 1), number(args, 2), number(args, 3)
		area := r.g.ctm.rect(Rect{min(x, x+w), min(y, y+h), max(x, x+w), max(y, y+h)})
		r.path.move(area.X0, area.Y0)
		r.path.to(area.X1, area.Y1, false)
	case "S", "s", "f", "F", "f*", "B", "B*", "b", "b*":
		r.paint(op != "S" && op != "s")
	case "n":
		r.path = path{}
	}
}

func (r *run) paint(filled bool) {
	for _, s := range r.path.parts {
		w, h := s.area.X1-s.area.X0, s.area.Y1-s.area.Y0
		if w > largestBox || h > largestBox || max(w, h) < 1.5 || len(r.shapes) >= maxShapes {
			continue
		}
		r.shapes = append(r.shapes, shape{area: s.area, oblique: s.oblique, filled: filled, white: filled && r.g.white, straight: s.lines})
	}
	r.path = path{}
}

// boxes finds the squares and circles among the shapes and whether something is drawn in them.
func boxes(shapes []shape) []Box {
	var found []Box
	for _, s := range shapes {
		w, h := s.area.X1-s.area.X0, s.area.Y1-s.area.Y0
		square := w >= smallestBox && h >= smallestBox && w/h > 0.75 && w/h < 1.33
		if square && !s.oblique && len(found) < 2000 {
			found = addBox(found, s.area)
		}
	}
	found = append(found, fourLines(shapes)...)
	found = withoutCombs(found)
	for i := range found {
		for _, s := range shapes {
			found[i].Marked = found[i].Marked || marks(s, found[i].Rect)
		}
	}
	return append(found, crosses(shapes, found)...)
}

// addBox keeps the outermost of several shapes drawn on top of each other.
func addBox(found []Box, area Rect) []Box {
	for i := len(found) - 1; i >= 0 && i >= len(found)-8; i-- {
		b := &found[i].Rect
		if inside(area, *b, 1) {
			return found
		}
		if inside(*b, area, 1) {
			*b = area
			return found
		}
	}
	return append(found, Box{Rect: area})
}

// fourLines finds squares that are stroked side by side as separate lines.
func fourLines(shapes []shape) []Box {
	var out []Box
	for i := 0; i+3 < len(shapes); i++ {
		all := shapes[i].area
		lines := true
		for _, s := range shapes[i : i+4] {
			w, h := s.area.X1-s.area.X0, s.area.Y1-s.area.Y0
			lines = lines && !s.oblique && min(w, h) < 1.2 && max(w, h) >= smallestBox
			all = Rect{min(all.X0, s.area.X0), min(all.Y0, s.area.Y0), max(all.X1, s.area.X1), max(all.Y1, s.area.Y1)}
		}
		w, h := all.X1-all.X0, all.Y1-all.Y0
		if lines && w <= largestBox && h <= largestBox && w >= smallestBox && w/h > 0.75 && w/h < 1.33 {
			out = append(out, Box{Rect: all})
			i += 3
		}
	}
	return out
}

// marks tells whether a shape is the tick, cross or dot of a box, not one of the box's own outlines.
func marks(s shape, box Rect) bool {
	if s.white && !s.oblique || !inside(s.area, box, 2) {
		return false
	}
	w, h := s.area.X1-s.area.X0, s.area.Y1-s.area.Y0
	bw, bh := box.X1-box.X0, box.Y1-box.Y0
	if s.oblique {
		return max(w/bw, h/bh) > 0.3
	}
	return s.filled && min(w/bw, h/bh) > 0.25 && max(w/bw, h/bh) < 0.8
}

func inside(in, out Rect, slack float64) bool {
	return in.X0 >= out.X0-slack && in.Y0 >= out.Y0-slack && in.X1 <= out.X1+slack && in.Y1 <= out.Y1+slack
}
