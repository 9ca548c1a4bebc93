package pdfread

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// lines puts glyphs together to words and words to lines. A gap of about a sixth of the type size, or a space, parts words.
func lines(glyphs []glyph, reading direction) []Line {
	level := slices.DeleteFunc(slices.Clone(glyphs), func(g glyph) bool { return g.reading != reading })
	slices.SortStableFunc(level, func(a, b glyph) int { return cmp.Compare(a.y, b.y) })
	var out []Line
	for len(level) > 0 {
		n := oneLine(level)
		if words := splitWords(level[:n]); len(words) > 0 {
			out = append(out, Line{Words: words})
		}
		level = level[n:]
	}
	return out
}

// oneLine counts the glyphs that share the first one's baseline, give or take a third of their size.
func oneLine(sorted []glyph) int {
	n := 1
	for n < len(sorted) {
		slack := max(1.2, 0.3*min(sorted[n].size, sorted[n-1].size))
		if sorted[n].y-sorted[n-1].y > slack/2 || sorted[n].y-sorted[0].y > slack {
			break
		}
		n++
	}
	return n
}

func splitWords(row []glyph) []Word {
	slices.SortStableFunc(row, func(a, b glyph) int { return cmp.Compare(a.x0, b.x0) })
	var words []Word
	open := false
	var before glyph
	for _, g := range row {
		if strings.TrimFunc(g.text, unicode.IsSpace) == "" {
			open = false
			continue
		}
		if open && twice(before, g) {
			continue
		}
		if open && (g.begins || g.x0-before.x1 > max(0.17*max(g.size, before.size), 0.8)) {
			open = false
		}
		if !open {
			words = append(words, Word{X0: g.x0, X1: g.x1, Y: g.y, Size: g.size, Bold: g.bold})
			open = true
		}
		w := &words[len(words)-1]
		w.Text += printable(g.text)
		w.X1 = max(w.X1, g.x1)
		w.Size = max(w.Size, g.size)
		before = g
	}
	words = joinSpaced(slices.DeleteFunc(words, func(w Word) bool { return w.Text == "" }))
	for i := range words {
		w := &words[i]
		w.X0, w.X1, w.Y, w.Size = hundredths(w.X0), hundredths(w.X1), hundredths(w.Y), hundredths(w.Size)
	}
	return words
}

// hundredths of a point are as exact as anybody needs it, and short in the worker's answer.
func hundredths(v float64) float64 { return math.Round(v*100) / 100 }

// twice tells the second copy of a glyph that a writer drew two times, slightly moved, to look bold.
func twice(a, b glyph) bool {
	return a.text == b.text && math.Abs(a.x0-b.x0) < 0.25*min(a.x1-a.x0, 4) && math.Abs(a.y-b.y) < 1
}

var ligatures = strings.NewReplacer("\uFB00", "ff", "\uFB01", "fi", "\uFB02", "fl", "\uFB03", "ffi", "\uFB04", "ffl", "\uFB05", "st", "\uFB06", "st")

func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 0xA0 || r == '\t':
			return ' '
		case r == 0xAD || r == 0xFEFF || r == 0x200B || r == 0x200C || r == 0x200D || unicode.IsControl(r):
			return -1
		}
		return r
	}, ligatures.Replace(s))
}
