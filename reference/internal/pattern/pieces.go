package pattern

import "strings"

// pieces are texts of which any match holds at least one; a zero value is true of every text.
type pieces struct {
	digits int    // any match holds at least so many digits
	one    string // the only piece
	index  *index // of the pieces where there are several
	folded bool   // they are in small letters, and so is what they are looked for in
	reach  int    // matches begin the text and are no longer than this; 0 is not known
}

func oneOrMore(all []string) (one string, more *index) {
	if len(all) == 1 {
		return all[0], nil
	}
	more = newIndex()
	for _, s := range all {
		more.put(piece{text: s})
	}
	return "", more
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
	if p.one == "" && p.index == nil {
		return true
	}
	if p.folded {
		s = small(s)
	}
	if p.one != "" {
		return strings.Contains(s, p.one)
	}
	return p.index.find(s, func(piece) bool { return true })
}

// small is a text in small letters. The long s is the one letter that an s may stand for without becoming it there.
func small(s string) string { return strings.ReplaceAll(strings.ToLower(s), "ſ", "s") }
