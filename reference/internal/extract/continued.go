package extract

import (
	"math"
	"slices"
)

// columnSum is what a column under a head adds up to on one page, or its total.
type columnSum struct {
	head    string
	x0      float64
	page    int
	value   float64
	figures []float64
	total   bool
}

// continued adds what a column comes to on the pages before, where the table goes on under the same head. A page that says the
// same once more, as a copy for the agent does, adds nothing; a total at the end counts alone.
func (r *reader) continued(p *page, label *cell, key string, now columnSum) float64 {
	now.head, now.x0, now.page = normal(label.text), label.x0, p.number
	before, ok := r.sums[key]
	if ok && before.head == now.head && math.Abs(before.x0-now.x0) < 6 && now.page > before.page && !before.total &&
		!slices.Equal(before.figures, now.figures) {
		if f, known := r.found[key]; known && f.value == before.value {
			delete(r.found, key)
		}
		if !now.total {
			now.value += before.value
			now.figures = append(slices.Clone(before.figures), now.figures...)
		}
	} else if ok {
		return now.value // another table: the first one counts
	}
	r.sums[key] = now
	return now.value
}
