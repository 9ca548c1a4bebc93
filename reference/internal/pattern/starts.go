package pattern

import (
	"regexp"
	"regexp/syntax"
	"slices"
)

// starts tells where in a text the matches of an expression may begin, if those places are few: package regexp would try
// each place.
type starts struct {
	place syntax.Op      // what each match begins at: OpBeginLine, OpWordBoundary or OpNoMatch, which is anywhere
	first [256]bool      // the bytes a match begins with, unless it begins at a line
	here  *regexp.Regexp // the expression at the beginning of a text
}

// startsOf is nil where matches may begin about anywhere, or may be empty.
func startsOf(tree *syntax.Regexp) *starts {
	x, rest := &starts{place: syntax.OpNoMatch}, tree
	if tree.Op == syntax.OpConcat && (tree.Sub[0].Op == syntax.OpBeginLine || tree.Sub[0].Op == syntax.OpWordBoundary) {
		x.place, rest = tree.Sub[0].Op, &syntax.Regexp{Op: syntax.OpConcat, Flags: tree.Flags, Sub: tree.Sub[1:]}
	}
	if empty(rest) || within(rest, syntax.OpBeginText) || x.place != syntax.OpBeginLine && !x.begin(rest) {
		return nil
	}
	x.here = regexp.MustCompile(`\A(?:` + rest.String() + `)`)
	return x
}

// begin notes what an expression may begin with. It is false if that is a letter, as are most of a text, or depends on what
// stands before it.
func (x *starts) begin(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return true
	case syntax.OpLiteral:
		return x.mark(re.Rune[0], re.Rune[0])
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if !x.mark(re.Rune[i], re.Rune[i+1]) {
				return false
			}
		}
		return true
	case syntax.OpCapture, syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return x.begin(re.Sub[0])
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !x.begin(sub) })
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if !x.begin(sub) {
				return false
			}
			if !empty(sub) {
				break
			}
		}
		return true
	}
	return false
}

func (x *starts) mark(low, high rune) bool {
	for c := low; c <= high; c++ {
		if c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return false
		}
		x.first[c] = true
	}
	return true
}

// empty says whether an expression may match nothing.
func empty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return empty(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min == 0 || empty(re.Sub[0])
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, empty)
	case syntax.OpConcat:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !empty(sub) })
	}
	return true
}

func within(re *syntax.Regexp, op syntax.Op) bool {
	return re.Op == op || slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return within(sub, op) })
}

// next is the first place from at on where a match may begin, or -1.
func (x *starts) next(s string, at int) int {
	for ; at < len(s); at++ {
		switch {
		case x.place == syntax.OpBeginLine:
			if at == 0 || s[at-1] == '\n' {
				return at
			}
		case x.first[s[at]] && (x.place == syntax.OpNoMatch || word(s[at]) != (at > 0 && word(s[at-1]))):
			return at
		}
	}
	return -1
}

func word(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

func (x *starts) match(s string) bool {
	for at := x.next(s, 0); at >= 0; at = x.next(s, at+1) {
		if x.here.MatchString(s[at:]) {
			return true
		}
	}
	return false
}

// find gives the places of at most n matches and of their groups; of all with n below 0.
func (x *starts) find(s string, n int) (all [][]int) {
	for at := x.next(s, 0); at >= 0 && len(all) != n; {
		m := x.here.FindStringSubmatchIndex(s[at:])
		if m == nil {
			at = x.next(s, at+1)
			continue
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += at
			}
		}
		all, at = append(all, m), x.next(s, m[1])
	}
	return all
}
