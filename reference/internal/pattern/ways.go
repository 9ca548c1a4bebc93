package pattern

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"
)

const (
	quickProgram = 500 // instructions up to which package regexp matches in its quick way
	fewWays      = 8   // alternatives that are as well left together
	mostWays     = 512
)

// ways are the alternatives of an expression that package regexp would match slowly. Few of them can match any one text, and
// each alone is quick.
type ways struct {
	each   []func() *regexp.Regexp // compiled at its first use
	always []int                   // those that need no piece
	index  *index                  // of the pieces of the others
	folded bool                    // the pieces are in small letters
}

// waysOf is nil for an expression that is quick as it is, or has few alternatives.
func waysOf(tree *syntax.Regexp) *ways {
	if instructions(tree) <= quickProgram {
		return nil
	}
	all := spread(tree)
	if len(all) < fewWays || len(all) > mostWays {
		return nil
	}
	w := &ways{index: newIndex(), folded: folds(tree)}
	for i, one := range all {
		w.each = append(w.each, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(one.String()) }))
		needs := needsOf(one, w.folded)
		if needs == nil {
			w.always = append(w.always, i)
		}
		for _, text := range needs {
			w.index.put(piece{text, i})
		}
	}
	return w
}

// match says whether one of the ways matches. Each is asked once at most.
func (w *ways) match(s string) bool {
	if slices.ContainsFunc(w.always, func(way int) bool { return w.each[way]().MatchString(s) }) {
		return true
	}
	in := s
	if w.folded {
		in = small(s)
	}
	var asked [mostWays / 64]uint64
	return w.index.find(in, func(p piece) bool {
		if asked[p.way/64]&(1<<(p.way%64)) != 0 {
			return false
		}
		asked[p.way/64] |= 1 << (p.way % 64)
		return w.each[p.way]().MatchString(s)
	})
}

// instructions is about how many an expression compiles to.
func instructions(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		n += instructions(sub)
	}
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpRepeat:
		n *= max(re.Min, re.Max)
	}
	return n
}

// spread takes an expression apart into alternatives that together match what it matches.
func spread(re *syntax.Regexp) []*syntax.Regexp {
	switch re.Op {
	case syntax.OpCapture:
		return spread(re.Sub[0])
	case syntax.OpAlternate:
		var all []*syntax.Regexp
		for _, sub := range re.Sub {
			all = append(all, spread(sub)...)
		}
		return all
	case syntax.OpConcat:
		return spreadAt(re, widestAlternate(re.Sub))
	}
	return []*syntax.Regexp{re}
}

// spreadAt hands what stands before and behind a part to each of its alternatives.
func spreadAt(re *syntax.Regexp, at int) []*syntax.Regexp {
	if at < 0 {
		return []*syntax.Regexp{re}
	}
	var all []*syntax.Regexp
	for _, way := range spread(re.Sub[at]) {
		all = append(all, &syntax.Regexp{Op: syntax.OpConcat, Flags: re.Flags, Sub: slices.Concat(re.Sub[:at], []*syntax.Regexp{way}, re.Sub[at+1:])})
	}
	return all
}

// widestAlternate is the part with the most alternatives, or -1 where none has many.
func widestAlternate(subs []*syntax.Regexp) int {
	widest, at := fewWays-1, -1
	for i, sub := range subs {
		if n := len(spread(sub)); n > widest {
			widest, at = n, i
		}
	}
	return at
}
