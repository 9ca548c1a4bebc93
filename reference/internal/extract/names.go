package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	firstName = pattern.MustCompile(`^(?:contact |your |primary contact |owner )?(?:first|given) name$`)
	lastName  = pattern.MustCompile(`^(?:contact |your |primary contact |owner )?(?:last|family) name$|^(?:contact )?surname$`)
)

// splitName puts the name of the contact together that a form asks for in two fields.
func (r *reader) splitName(p *page) {
	f, ok := r.catalog.Field("contact_name")
	if !ok {
		return
	}
	for _, c := range p.cells {
		if !c.label || c.prose || !strings.Contains(strings.ToLower(c.text), "name") || keyIn(c.context, f.Key, c.text) == "" ||
			p.ofOthers(c) || !firstName.MatchString(normal(c.text)) {
			continue
		}
		for _, d := range p.between(c.y-0.5*c.size, c.y+6*max(c.size, 9)) {
			if d == c || d.mark != noMark || !lastName.MatchString(normal(d.text)) {
				continue
			}
			first, ok1 := r.nameAt(p, c, f)
			last, ok2 := r.nameAt(p, d, f)
			if ok1 && ok2 {
				r.keep(f.Key, first+" "+last, sureOfCombined, p, c)
			}
			return
		}
	}
}

func (r *reader) nameAt(p *page, label *cell, f catalog.Field) (string, bool) {
	v, ok := r.right(p, label, f)
	if !ok {
		v, ok = r.below(p, label, f)
	}
	name, is := v.(string)
	return name, ok && is && name != ""
}
