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
	ways     *ways // of a long expression; nil of any other
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
	p.once.Do(func() { p.compiled, p.needs, p.ways = regexp.MustCompile(p.expr), needed(p.expr), waysOf(p.expr) })
}

// may says whether a text can match at all.
func (p *Pattern) may(s string) bool {
	p.compile()
	return p.needs.in(s)
}

// String is the expression.
func (p *Pattern) String() string { return p.expr }

// MatchString is that of regexp.Regexp, as are the others.
func (p *Pattern) MatchString(s string) bool {
	if !p.may(s) {
		return false
	}
	if p.ways != nil {
		return p.ways.match(s)
	}
	return p.compiled.MatchString(s)
}

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
