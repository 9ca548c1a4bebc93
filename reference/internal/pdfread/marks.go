package pdfread

import (
	"cmp"
	"math"
	"slices"
)

const cellsOfComb = 4

// withoutCombs drops the squares that stand side by side without a gap: the cells of a comb, in which people write one letter
// each, not boxes to tick.
func withoutCombs(found []Box) []Box {
	slices.SortStableFunc(found, func(a, b Box) int {
		return cmp.Or(cmp.Compare(math.Round(a.Rect.Y0), math.Round(b.Rect.Y0)), cmp.Compare(a.Rect.X0, b.Rect.X0))
	})
	var out []Box
	for from := 0; from < len(found); {
		to := from + 1
		for to < len(found) && touching(found[to-1].Rect, found[to].Rect) {
			to++
		}
		if to-from < cellsOfComb {
			out = append(out, found[from:to]...)
		}
		from = to
	}
	return out
}

func touching(left, right Rect) bool {
	return math.Abs(left.Y0-right.Y0) <= 1.5 && math.Abs(left.Y1-right.Y1) <= 1.5 && math.Abs(left.X1-right.X0) <= 1.5
}

const mostCrosses = 500

// crosses finds the pairs of slanting strokes that make an X of their own, without a box around it, as writers draw them into
// the wide cells of a table.
func crosses(shapes []shape, boxes []Box) []Box {
	var out []Box
	for i := 1; i < len(shapes) && len(out) < mostCrosses; i++ {
		a, b := shapes[i-1].area, shapes[i].area
		if !shapes[i-1].oblique || !shapes[i].oblique || !inside(a, b, 1) || !inside(b, a, 1) {
			continue
		}
		w, h := b.X1-b.X0, b.Y1-b.Y0
		if w < smallestBox-1 || h < smallestBox-1 || w/h < 0.6 || w/h > 1.7 {
			continue
		}
		if !slices.ContainsFunc(boxes, func(box Box) bool { return inside(b, box.Rect, 2) }) {
			out = append(out, Box{Rect: b, Marked: true})
		}
	}
	return out
}
