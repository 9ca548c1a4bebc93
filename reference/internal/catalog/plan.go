package catalog

import (
	"slices"

	"github.com/expr-lang/expr"
)

// Plan is what a session asks in the light of its answers so far.
type Plan struct {
	Askable  []Field // everything that is asked, answered or not
	Open     []Field // neither answered nor skipped
	Next     []Field // the few of Open to show now, all of one group
	Answered int     // how many of Askable have a value
}

// Plan applies lines and conditions to the values. Next is empty exactly when Open is.
func (c *Catalog) Plan(lines []string, values map[string]any, skipped []string) Plan {
	about := c.Expand(lines)
	var p Plan
	for _, f := range c.Fields {
		if !c.asks(f, about, values) {
			continue
		}
		p.Askable = append(p.Askable, f)
		switch {
		case values[f.Key] != nil:
			p.Answered++
		case !slices.Contains(skipped, f.Key):
			p.Open = append(p.Open, f)
		}
	}
	for _, f := range p.Open {
		if f.Group == p.Open[0].Group && len(p.Next) < c.atOnce {
			p.Next = append(p.Next, f)
		}
	}
	return p
}

func (c *Catalog) asks(f Field, lines []string, values map[string]any) bool {
	if len(f.Lines) > 0 && !slices.ContainsFunc(f.Lines, func(line string) bool { return slices.Contains(lines, line) }) {
		return false
	}
	program, conditional := c.when[f.Key]
	if !conditional {
		return true
	}
	env := make(map[string]any, len(c.Fields))
	for _, other := range c.Fields {
		env[other.Key] = values[other.Key]
	}
	holds, err := expr.Run(program, env)
	return err == nil && holds == true
}
