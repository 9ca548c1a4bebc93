package typeset

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// Visual brings one line to the order in which its characters stand on the page, from left to right: Unicode's bidirectional
// algorithm (UAX 9) without explicit embeddings, which nobody types into a form. Lines without right-to-left letters stay
// as they are.
func Visual(line string) string {
	if !strings.ContainsFunc(line, rightToLeft) {
		return line
	}
	letters := []rune(line)
	levels := levelsOf(letters)
	for i, r := range letters {
		if m, ok := mirrored[r]; ok && levels[i]%2 == 1 {
			letters[i] = m
		}
	}
	for level := slices.Max(levels); level >= 1; level-- { // rule L2
		for from := 0; from < len(letters); from++ {
			to := from
			for to < len(letters) && levels[to] >= level {
				to++
			}
			slices.Reverse(letters[from:to])
			from = max(from, to-1)
		}
	}
	return string(letters)
}

var mirrored = map[rune]rune{'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»', '»': '«'}

func classOf(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

func rightToLeft(r rune) bool {
	c := classOf(r)
	return c == bidi.R || c == bidi.AL
}

// levelsOf gives each character its level: even runs to the right, odd to the left.
func levelsOf(letters []rune) []int {
	classes := weak(letters)
	base := 0
	for _, c := range classes {
		if c == bidi.L || c == bidi.R {
			if c == bidi.R {
				base = 1
			}
			break
		}
	}
	levels := make([]int, len(letters))
	for i := 0; i < len(classes); i++ {
		switch classes[i] {
		case bidi.L:
			levels[i] = base + base%2
		case bidi.R:
			levels[i] = 1
		case bidi.EN:
			levels[i] = 2
		default: // rules N1 and N2
			end := i
			for end < len(classes) && classes[end] == bidi.ON {
				end++
			}
			level := base
			if before, after := side(classes, i-1, base), side(classes, end, base); before == after {
				level = map[bidi.Class]int{bidi.L: base + base%2, bidi.R: 1}[before]
			}
			for ; i < end; i++ {
				levels[i] = level
			}
			i--
		}
	}
	return levels
}

// weak resolves the classes to L, R, EN (a number among right-to-left letters) and ON (rules W1 to W7).
func weak(letters []rune) []bidi.Class {
	classes := make([]bidi.Class, len(letters))
	strong, last := bidi.L, bidi.ON
	if i := slices.IndexFunc(letters, func(r rune) bool { return classOf(r) == bidi.L || rightToLeft(r) }); i >= 0 && rightToLeft(letters[i]) {
		strong = bidi.R
	}
	for i, r := range letters {
		switch c := classOf(r); c {
		case bidi.L:
			strong, last = bidi.L, bidi.L
		case bidi.R, bidi.AL:
			strong, last = bidi.R, bidi.R
		case bidi.EN, bidi.AN:
			if last = bidi.EN; strong == bidi.L {
				last = bidi.L
			}
		case bidi.NSM: // as the letter it stands on
		case bidi.ES, bidi.CS:
			inNumber := last == bidi.EN && i+1 < len(letters) && (classOf(letters[i+1]) == bidi.EN || classOf(letters[i+1]) == bidi.AN)
			if !inNumber {
				last = bidi.ON
			}
		default:
			last = bidi.ON
		}
		classes[i] = last
	}
	return classes
}

// side is the direction that a neutral character sees at a place; numbers among right-to-left letters count as such.
func side(classes []bidi.Class, at, base int) bidi.Class {
	if at < 0 || at >= len(classes) {
		return []bidi.Class{bidi.L, bidi.R}[base]
	}
	if classes[at] == bidi.EN {
		return bidi.R
	}
	return classes[at]
}
