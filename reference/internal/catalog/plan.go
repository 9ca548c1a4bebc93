package catalog

import (
	"slices"

	"github.com/expr-lang/expr/vm"
)

// Plan is what a session asks in the light of its answers so far. Its fields are those of the catalogue: nobody changes them.
type Plan struct {
	Askable  []*Field // everything that is asked, answered or not
	Open     []*Field // neither answered nor skipped
	Next     []Field  // the few of Open to show now, all of one group
	Answered int      // how many of Askable have a value
}

// Plan applies lines and conditions to the values. Next is empty exactly when Open is.
func (c *Catalog) Plan(lines []string, values map[string]any, skipped []string) Plan {
	about := c.Expand(lines)
	p := Plan{Askable: make([]*Field, 0, len(c.Fields))}
	var machine vm.VM // one for all conditions
	for i := range c.Fields {
		f := &c.Fields[i]
		if !c.asks(f, about, values, &machine) {
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
			p.Next = append(p.Next, *f)
		}
	}
	return p
}

// asks says whether a field is asked. A field without a value is nil to its condition.
func (c *Catalog) asks(f *Field, lines []string, values map[string]any, machine *vm.VM) bool {
	if len(f.Lines) > 0 && !slices.ContainsFunc(f.Lines, func(line string) bool { return slices.Contains(lines, line) }) {
		return false
	}
	program, conditional := c.when[f.Key]
	if !conditional {
		return true
	}
	holds, err := machine.Run(program, values)
	return err == nil && holds == true
}
