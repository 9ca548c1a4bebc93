package pattern

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// Pattern is a regular expression with what its matches must contain.
type Pattern struct {
	expr     string
	once     sync.Once
	compiled *regexp.Regexp
	needs    pieces
}

// MustCompile is regexp.MustCompile, but the work is left to the first use: there are hundreds, and programs that answer
// no message, such as the readers of documents, start without them. In tests a wrong expression panics at once.
func MustCompile(expr string) *Pattern {
	p := &Pattern{expr: expr}
	if inTest {
		p.compile()
	}
	return p
}

var inTest = len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

func (p *Pattern) compile() {
	p.once.Do(func() { p.compiled, p.needs = regexp.MustCompile(p.expr), needed(p.expr) })
}

// may says whether a text can match at all.
func (p *Pattern) may(s string) bool {
	p.compile()
	return p.needs.in(s)
}

// String is the expression.
func (p *Pattern) String() string { return p.expr }

// MatchString is that of regexp.Regexp, as are the others.
func (p *Pattern) MatchString(s string) bool { return p.may(s) && p.compiled.MatchString(s) }

// FindString finds the first match.
func (p *Pattern) FindString(s string) string {
	if !p.may(s) {
		return ""
	}
	return p.compiled.FindString(s)
}

// FindStringIndex finds the place of the first match.
func (p *Pattern) FindStringIndex(s string) []int {
	if !p.may(s) {
		return nil
	}
	return p.compiled.FindStringIndex(s)
}

// FindStringSubmatch finds the first match and its groups.
func (p *Pattern) FindStringSubmatch(s string) []string {
	if !p.may(s) {
		return nil
	}
	return p.compiled.FindStringSubmatch(s)
}

// FindStringSubmatchIndex finds the places of the first match and its groups.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	if !p.may(s) {
		return nil
	}
	return p.compiled.FindStringSubmatchIndex(s)
}

// FindAllStringIndex finds the places of all matches.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	if !p.may(s) {
		return nil
	}
	return p.compiled.FindAllStringIndex(s, n)
}

// FindAllString finds all matches.
func (p *Pattern) FindAllString(s string, n int) []string {
	if !p.may(s) {
		return nil
	}
	return p.compiled.FindAllString(s, n)
}

// FindAllStringSubmatch finds all matches and their groups.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	if !p.may(s) {
		return nil
	}
	return p.compiled.FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex finds the places of all matches and their groups.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !p.may(s) {
		return nil
	}
	return p.compiled.FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString replaces all matches.
func (p *Pattern) ReplaceAllString(s, by string) string {
	if !p.may(s) {
		return s
	}
	return p.compiled.ReplaceAllString(s, by)
}

// ReplaceAllStringFunc replaces each match by what a function makes of it.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	if !p.may(s) {
		return s
	}
	return p.compiled.ReplaceAllStringFunc(s, by)
}

// Split cuts a text at all matches.
func (p *Pattern) Split(s string, n int) []string {
	p.compile()
	return p.compiled.Split(s, n)
}

// pieces are texts of which any match holds at least one; a zero value is true of every text.
type pieces struct {
	digits int      // any match holds at least so many digits
	one    string   // the only piece
	brief  []string // the pieces of one or two bytes
	first  []uint64 // a bit for the hash of the first three bytes of each other piece
	by     map[uint16][]string
	reach  int // matches begin the text and are no longer than this; 0 is not known
}

const hashBits = 12

func hash(a, b, c byte) uint16 {
	return (uint16(a)*1021 + uint16(b)*131 + uint16(c)) & (1<<hashBits - 1)
}

func piecesOf(all []string) pieces {
	if len(all) == 1 {
		return pieces{one: all[0]}
	}
	p := pieces{first: make([]uint64, 1<<hashBits/64), by: map[uint16][]string{}}
	for _, s := range all {
		if len(s) < 3 {
			p.brief = append(p.brief, s)
			continue
		}
		h := hash(s[0], s[1], s[2])
		p.first[h/64] |= 1 << (h % 64)
		p.by[h] = append(p.by[h], s)
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
	case p.first == nil:
		return true
	}
	for _, piece := range p.brief {
		if strings.Contains(s, piece) {
			return true
		}
	}
	for i := 0; i+2 < len(s); i++ {
		h := hash(s[i], s[i+1], s[i+2])
		if p.first[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		for _, piece := range p.by[h] {
			if strings.HasPrefix(s[i:], piece) {
				return true
			}
		}
	}
	return false
}
