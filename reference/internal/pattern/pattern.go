package pattern

import (
	"os"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
)

// Pattern is a regular expression with what its matches must contain.
type Pattern struct {
	expr   string
	looked sync.Once
	needs  pieces

	// By the first text that may match.
	once     sync.Once
	compiled *regexp.Regexp
	parted   sync.Once
	ways     *ways // of a long expression; nil of any other
}

// MustCompile is regexp.MustCompile of an expression that may stand on several lines: a line break and the tabs behind it are
// layout, and match nothing. The work is left to the first use: there are hundreds, and programs that answer no message, such as
// the readers of documents, start without them. In tests a wrong expression panics at once.
func MustCompile(expr string) *Pattern {
	p := &Pattern{expr: onOneLine(expr)}
	if inTest {
		p.whole()
	}
	return p
}

func onOneLine(expr string) string {
	lines := strings.Split(expr, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "")
}

var inTest = len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

// whole is the expression itself.
func (p *Pattern) whole() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.expr) })
	return p.compiled
}

// may says whether a text can match at all.
func (p *Pattern) may(s string) bool {
	p.looked.Do(p.look)
	return p.needs.in(s)
}

// look works out what any match must contain.
func (p *Pattern) look() { p.needs = needed(p.parse()) }

// part takes a long expression apart.
func (p *Pattern) part() { p.ways = waysOf(p.parse()) }

func (p *Pattern) parse() *syntax.Regexp {
	tree, err := syntax.Parse(p.expr, syntax.Perl)
	if err != nil {
		panic(err) // as regexp.MustCompile does
	}
	return tree
}

// String is the expression.
func (p *Pattern) String() string { return p.expr }

// MatchString is that of regexp.Regexp, as are the others.
func (p *Pattern) MatchString(s string) bool {
	if !p.may(s) {
		return false
	}
	if p.parted.Do(p.part); p.ways != nil {
		return p.ways.match(s)
	}
	return p.whole().MatchString(s)
}

// FindString finds the first match.
func (p *Pattern) FindString(s string) string {
	if !p.may(s) {
		return ""
	}
	return p.whole().FindString(s)
}

// FindStringIndex finds the place of the first match.
func (p *Pattern) FindStringIndex(s string) []int {
	if !p.may(s) {
		return nil
	}
	return p.whole().FindStringIndex(s)
}

// FindStringSubmatch finds the first match and its groups.
func (p *Pattern) FindStringSubmatch(s string) []string {
	if !p.may(s) {
		return nil
	}
	return p.whole().FindStringSubmatch(s)
}

// FindStringSubmatchIndex finds the places of the first match and its groups.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	if !p.may(s) {
		return nil
	}
	return p.whole().FindStringSubmatchIndex(s)
}

// FindAllStringIndex finds the places of all matches.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int {
	if !p.may(s) {
		return nil
	}
	return p.whole().FindAllStringIndex(s, n)
}

// FindAllString finds all matches.
func (p *Pattern) FindAllString(s string, n int) []string {
	if !p.may(s) {
		return nil
	}
	return p.whole().FindAllString(s, n)
}

// FindAllStringSubmatch finds all matches and their groups.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	if !p.may(s) {
		return nil
	}
	return p.whole().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex finds the places of all matches and their groups.
func (p *Pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !p.may(s) {
		return nil
	}
	return p.whole().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString replaces all matches.
func (p *Pattern) ReplaceAllString(s, by string) string {
	if !p.may(s) {
		return s
	}
	return p.whole().ReplaceAllString(s, by)
}

// ReplaceAllStringFunc replaces each match by what a function makes of it.
func (p *Pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	if !p.may(s) {
		return s
	}
	return p.whole().ReplaceAllStringFunc(s, by)
}

// Split cuts a text at all matches.
func (p *Pattern) Split(s string, n int) []string {
	return p.whole().Split(s, n)
}
