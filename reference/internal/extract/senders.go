package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// person is a line with nothing but somebody's name.
var person = pattern.MustCompile(`^(?:(?:Mr|Ms|Mrs|Dr)\. )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.)?(?: (?:(?:de|la|van|von|del) )?\p{Lu}[\p{L}'’-]+){1,2}$`)

// senders reads the head of a letter that the insured wrote: the lines around the name of the business, and who signs.
func (r *reader) senders(pages []*page) {
	name, ok := r.found["legal_name"].value.(string)
	if !ok {
		return
	}
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark != noMark || c.label || strange(c.context) || !strings.EqualFold(strings.TrimRight(c.text, ", "), name) || len(p.row(c)) > 0 {
				continue
			}
			if _, known := r.found["mailing_address"]; !known {
				r.party(p, c, c)
			}
			if above := p.lineAbove(c); above != nil && person.MatchString(above.text) && signs(pages, above) {
				r.keep("contact_name", above.text, sureOfSignature, p, above)
			}
		}
	}
}

// signs tells that the name of a line stands alone once more: under a letter.
func signs(pages []*page, line *cell) bool {
	for _, p := range pages {
		for _, c := range p.cells {
			if c != line && c.text == line.text {
				return true
			}
		}
	}
	return false
}
