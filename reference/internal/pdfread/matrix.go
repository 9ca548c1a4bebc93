package pdfread

import "github.com/ledongthuc/pdf"

// matrix is a transformation as PDF writes it: x' = a x + c y + e, y' = b x + d y + f.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// mul applies m first and then n.
func (m matrix) mul(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

func (m matrix) rect(r Rect) Rect {
	x0, y0 := m.apply(r.X0, r.Y0)
	out := Rect{x0, y0, x0, y0}
	for _, p := range [][2]float64{{r.X1, r.Y0}, {r.X0, r.Y1}, {r.X1, r.Y1}} {
		x, y := m.apply(p[0], p[1])
		out = Rect{min(out.X0, x), min(out.Y0, y), max(out.X1, x), max(out.Y1, y)}
	}
	return out
}

func matrixOf(v pdf.Value) matrix {
	if v.Len() != 6 {
		return identity
	}
	var m matrix
	for i := range m {
		m[i] = v.Index(i).Float64()
	}
	return m
}

// rectOf reads a PDF rectangle, whose corners may come in any order.
func rectOf(v pdf.Value) (Rect, bool) {
	if v.Len() != 4 {
		return Rect{}, false
	}
	a, b, c, d := v.Index(0).Float64(), v.Index(1).Float64(), v.Index(2).Float64(), v.Index(3).Float64()
	return Rect{min(a, c), min(b, d), max(a, c), max(b, d)}, true
}

// upright maps a page's user space to the page as seen: rotation undone, origin in the upper left corner, Y downwards.
func upright(box Rect, rotate int64) (m matrix, width, height float64) {
	w, h := box.X1-box.X0, box.Y1-box.Y0
	move := matrix{1, 0, 0, 1, -box.X0, -box.Y0}
	switch ((rotate % 360) + 360) % 360 {
	case 90:
		return move.mul(matrix{0, 1, 1, 0, 0, 0}), h, w
	case 180:
		return move.mul(matrix{-1, 0, 0, 1, w, 0}), w, h
	case 270:
		return move.mul(matrix{0, -1, -1, 0, h, w}), h, w
	}
	return move.mul(matrix{1, 0, 0, -1, 0, h}), w, h
}
