package pdfread

import (
	"math"
	"slices"
	"unicode/utf8"
)

const (
	fewestSpaced = 4   // letters in a row that make letter-spacing likely
	widestSpaced = 1.0 // gap between them, as a share of the type size
	space        = 0.3 // what is left of the gap between two words of a run
	evenly       = 1.4 // how much wider than the usual gap of its run one may be
)

// joinSpaced puts words together whose letters stand apart: headings with letter-spacing, numbers in the cells of a comb.
func joinSpaced(words []Word) []Word {
	var out []Word
	for from := 0; from < len(words); {
		to := from
		for to < len(words) && utf8.RuneCountInString(words[to].Text) == 1 && (to == from || spacedGap(words[to-1], words[to])) {
			to++
		}
		if to-from < fewestSpaced {
			to = max(to, from+1)
			out = append(out, words[from:to]...)
		} else {
			out = append(out, joinRun(words[from:to])...)
		}
		from = to
	}
	return out
}

// spacedGap tells that two letters can belong to one run, perhaps with the space between two words.
func spacedGap(a, b Word) bool {
	gap := b.X0 - a.X1
	return gap < 2.7*widestSpaced*b.Size && math.Abs(a.Size-b.Size) < 0.1*b.Size && a.Bold == b.Bold
}

// joinRun joins the letters of a run at gaps of its usual width. A run with gaps of every width is left as it is.
func joinRun(letters []Word) []Word {
	gaps := make([]float64, 0, len(letters))
	for i := 1; i < len(letters); i++ {
		gaps = append(gaps, letters[i].X0-letters[i-1].X1)
	}
	sorted := slices.Clone(gaps)
	slices.Sort(sorted)
	usual := sorted[len(sorted)/3]
	if usual > widestSpaced*letters[0].Size || sorted[len(sorted)/2] > evenly*usual {
		return letters
	}
	out := []Word{letters[0]}
	for i, gap := range gaps {
		next := letters[i+1]
		w := &out[len(out)-1]
		if gap > evenly*usual {
			if gap <= 2*usual+1.2*next.Size {
				w.X1 = next.X0 - space*next.Size
			}
			out = append(out, next)
			continue
		}
		w.Text += next.Text
		w.X1 = next.X1
	}
	return out
}
