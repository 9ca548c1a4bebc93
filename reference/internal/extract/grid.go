package extract

import (
	"math"
	"strings"
	"unicode"
)

// reachOf is how far from its label a value may stand: nearly across the page where nothing else is on the row.
func (p *page) reachOf(label *cell) float64 {
	if len(p.row(label)) == 1 {
		return 0.85 * p.width
	}
	return 0.62 * p.width
}

// gridded tells a grid of small labels with larger values under them, where the cell to the right is the next label.
func (p *page) gridded(label, c *cell) bool {
	if label.colon || math.Abs(c.size-label.size) > 0.2 || c.bold != label.bold || strings.ContainsFunc(c.text, unicode.IsDigit) {
		return false
	}
	return p.largerBelow(label) && p.largerBelow(c)
}

func (p *page) largerBelow(c *cell) bool {
	for _, d := range p.between(c.y+0.5*c.size, c.y+3.3*max(c.size, 8)) {
		if d.mark == noMark && under(c, d) {
			return d.size > 1.15*c.size
		}
	}
	return false
}
