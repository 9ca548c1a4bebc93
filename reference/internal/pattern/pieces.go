package pattern

import "strings"

// pieces are texts of which any match holds at least one; a zero value is true of every text.
type pieces struct {
	digits int    // any match holds at least so many digits
	one    string // the only piece
	index  *index // of the pieces where there are several
	reach  int    // matches begin the text and are no longer than this; 0 is not known
}

func piecesOf(all []string) pieces {
	if len(all) == 1 {
		return pieces{one: all[0]}
	}
	p := pieces{index: newIndex()}
	for _, s := range all {
		p.index.put(piece{text: s})
	}
	return p
}

// holds says whether there are at least n digits in a text.
func holds(s string, n int) bool {
	for i := 0; i < len(s) && n > 0; i++ {
		if s[i] >= '0' && s[i] <= '9' {
			n--
		}
	}
	return n == 0
}

// in says whether one of the pieces is in a text.
func (p *pieces) in(s string) bool {
	if p.reach > 0 && len(s) > p.reach {
		s = s[:p.reach]
	}
	if p.digits > 0 && !holds(s, p.digits) {
		return false
	}
	switch {
	case p.one != "":
		return strings.Contains(s, p.one)
	case p.index == nil:
		return true
	}
	return p.index.find(s, func(piece) bool { return true })
}
