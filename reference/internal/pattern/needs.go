package pattern

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	widest = 48  // texts that a part of an expression may match exactly before they are no longer listed
	most   = 600 // pieces of one expression
)

// part is what is known of a piece of an expression.
type part struct {
	exact []string // all that it matches, if that is a short list; else nil
	needs []string // texts of which each match holds one, or nil
}

// needed works out what any match of an expression must contain.
func needed(tree *syntax.Regexp) pieces {
	out := pieces{digits: digits(tree), folded: folds(tree)}
	if needs := needsOf(tree, out.folded); needs != nil && (telling(needs) > 64 || len(needs) == 1 || out.digits == 0) {
		out.one, out.index = oneOrMore(needs)
	}
	if tree = tree.Simplify(); tree.Op == syntax.OpConcat && tree.Sub[0].Op == syntax.OpBeginText {
		out.reach = longest(tree)
	}
	return out
}

// needsOf are texts of which each match holds one, or nil. They are in small letters where they will be looked for in a text
// that is brought to these, too.
func needsOf(re *syntax.Regexp, folded bool) []string {
	needs := settle(examine(re)).needs
	if folded {
		for i := range needs {
			needs[i] = strings.ToLower(needs[i])
		}
	}
	return needs
}

// folds says whether an expression leaves the case of letters open somewhere.
func folds(re *syntax.Regexp) bool {
	return re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase != 0 || slices.ContainsFunc(re.Sub, folds)
}

const endless = 1 << 20

// digits is how many digits each match holds at least.
func digits(re *syntax.Regexp) (n int) {
	switch re.Op {
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			if c >= '0' && c <= '9' {
				n++
			}
		}
	case syntax.OpCharClass:
		if len(re.Rune) > 0 && !slices.ContainsFunc(re.Rune, func(c rune) bool { return c < '0' || c > '9' }) {
			n = 1
		}
	case syntax.OpCapture, syntax.OpPlus:
		n = digits(re.Sub[0])
	case syntax.OpRepeat:
		n = re.Min * digits(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			n += digits(sub)
		}
	case syntax.OpAlternate:
		n = digits(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			n = min(n, digits(sub))
		}
	}
	return n
}

// longest is how many bytes a match can have, or 0 when there is no bound.
func longest(re *syntax.Regexp) int {
	if n := extent(re); n < endless {
		return n + 1 // a boundary is judged by the byte behind it, which is no part of the match
	}
	return 0
}

func extent(re *syntax.Regexp) (n int) {
	switch re.Op {
	case syntax.OpLiteral:
		return 4 * len(re.Rune) // case folding may lengthen a letter
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 4
	case syntax.OpCapture, syntax.OpQuest:
		return extent(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus:
		return endless
	case syntax.OpRepeat:
		if re.Max < 0 {
			return endless
		}
		return min(endless, re.Max*extent(re.Sub[0]))
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			n = min(endless, n+extent(sub))
		}
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			n = max(n, extent(sub))
		}
	}
	return n
}

// settle makes needs of what is matched exactly.
func settle(p part) part {
	if p.exact == nil {
		return p
	}
	var out part
	if !slices.ContainsFunc(p.exact, func(s string) bool { return s == "" }) {
		out.needs = p.exact
	}
	return out
}

func examine(re *syntax.Regexp) part {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 && slices.ContainsFunc(re.Rune, func(c rune) bool { return c >= utf8.RuneSelf }) {
			return part{}
		}
		return part{exact: []string{string(re.Rune)}}
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return part{exact: []string{""}}
	case syntax.OpCharClass:
		return class(re)
	case syntax.OpCapture:
		return examine(re.Sub[0])
	case syntax.OpQuest:
		if p := examine(re.Sub[0]); p.exact != nil && len(p.exact) < widest {
			return part{exact: append([]string{""}, p.exact...)}
		}
	case syntax.OpPlus:
		return settle(examine(re.Sub[0]))
	case syntax.OpRepeat:
		if re.Min > 0 {
			return settle(examine(re.Sub[0]))
		}
	case syntax.OpConcat:
		return concat(re.Sub)
	case syntax.OpAlternate:
		return alternate(re.Sub)
	}
	return part{}
}

func class(re *syntax.Regexp) part {
	var p part
	digits := true
	for i := 0; i < len(re.Rune); i += 2 {
		low, high := re.Rune[i], re.Rune[i+1]
		digits = digits && low >= '0' && high <= '9'
		for c := low; c <= high && len(p.exact) <= 12; c++ {
			p.exact = append(p.exact, string(c))
		}
	}
	if len(p.exact) > 12 || digits && len(p.exact) > 4 {
		p.exact = nil
	}
	return p
}

// alternate needs what one of its branches needs.
func alternate(subs []*syntax.Regexp) part {
	exact, out := true, part{exact: []string{}, needs: []string{}}
	for _, sub := range subs {
		p := examine(sub)
		exact = exact && p.exact != nil && len(out.exact)+len(p.exact) <= widest
		if exact {
			out.exact = append(out.exact, p.exact...)
		}
		q := settle(p)
		if q.needs == nil || out.needs == nil || len(out.needs)+len(q.needs) > most {
			out.needs = nil
		} else {
			out.needs = append(out.needs, q.needs...)
		}
	}
	if exact {
		return part{exact: out.exact}
	}
	out.exact = nil
	return out
}

// concat needs what its most telling part needs. Neighbours that are matched exactly are taken together.
func concat(subs []*syntax.Regexp) part {
	var best part
	run := []string{""}
	whole := true
	offer := func(p part) {
		p = settle(p)
		if p.needs != nil && (best.needs == nil || telling(p.needs) > telling(best.needs)) {
			best.needs = p.needs
		}
	}
	for _, sub := range subs {
		p := examine(sub)
		if p.exact != nil && len(run)*len(p.exact) <= widest {
			run = cross(run, p.exact)
			continue
		}
		whole = false
		offer(part{exact: run})
		if run = []string{""}; p.exact != nil {
			run = p.exact
			continue
		}
		offer(p)
	}
	if whole {
		return part{exact: run}
	}
	offer(part{exact: run})
	return best
}

func cross(heads, tails []string) []string {
	all := make([]string, 0, len(heads)*len(tails))
	for _, h := range heads {
		for _, t := range tails {
			all = append(all, h+t)
		}
	}
	return all
}

// telling is high for pieces of which each is long and which are few.
func telling(pieces []string) int {
	least := len(pieces[0])
	for _, s := range pieces {
		least = min(least, len(s))
	}
	return 64*min(least, 8) - len(pieces)
}
