package extract

import "math"

const (
	fewestUnder = 4   // labels under their values that make a page of such
	closeAbove  = 1.5 // lines between a value and its label under it
	smaller     = 1.2 // how much larger a value is than its label
)

// valuesAbove tells a form that prints its labels small under the line on which the value stands.
func (p *page) valuesAbove() bool {
	under, other := 0, 0
	for _, c := range p.cells {
		if c.mark != noMark || len(c.hits) == 0 || c.hits[0].score < cueLabel || c.tail || c.prose {
			continue
		}
		if !c.colon && p.valueAbove(c) != nil && !p.followed(c) {
			under++
		} else {
			other++
		}
	}
	return under >= fewestUnder && under > 3*other
}

// valueAbove is the larger text right over a small label.
func (p *page) valueAbove(label *cell) *cell {
	above := p.between(label.y-closeAbove*1.2*label.size*smaller, label.y-0.5*label.size)
	for i := len(above) - 1; i >= 0; i-- {
		d := above[i]
		if d.mark == noMark && !d.label && math.Abs(d.x0-label.x0) < 4 && (d.typed || d.size >= smaller*label.size) {
			return d
		}
	}
	return nil
}

// followed tells a label with text on its row or as close below it as the value above.
func (p *page) followed(c *cell) bool {
	for _, d := range p.between(c.y-0.3*c.size, c.y+closeAbove*1.2*c.size*smaller) {
		if d != c && d.mark == noMark && !d.label &&
			(d.y > c.y+0.5*c.size && math.Abs(d.x0-c.x0) < 4 || near(d.y, c.y, c.size) && d.x0 > c.x0 && d.x0-c.x1 < 60) {
			return true
		}
	}
	return false
}
