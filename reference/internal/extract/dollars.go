package extract

import (
	"math"
	"slices"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// joinDollars puts a dollar sign that stands alone before its figure: further along the row, or broken onto the next line.
func joinDollars(cells []*cell) []*cell {
	gone := map[*cell]bool{}
	for i, c := range cells {
		if c.text != "$" {
			continue
		}
		for _, d := range cells[i+1:] {
			dy, dx := d.y-c.y, d.x0-c.x1
			if dy > 1.6*c.size {
				break
			}
			beside := math.Abs(dy) < 0.3*c.size && dx >= -1 && dx < 8*c.size
			beneath := dy > 0.5*c.size && math.Abs(d.x0-c.x0) < 2
			if bareFigure.MatchString(d.text) && (beside || beneath) {
				c.text, c.x0, c.x1 = "$"+d.text, min(c.x0, d.x0), max(c.x1, d.x1)
				gone[d] = true
				break
			}
		}
	}
	return slices.DeleteFunc(cells, func(c *cell) bool { return gone[c] })
}

var bareFigure = pattern.MustCompile(`^\d[\d,]*(?:\.\d\d)?$`)
