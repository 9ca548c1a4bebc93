package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// joinCombs puts the characters together that a form wants one to a box. A box with a letter or a digit in it is no check box.
func joinCombs(p pdfread.Page) ([]pdfread.Line, []pdfread.Box) {
	p.Boxes = withoutWords(p)
	if len(p.Boxes) == 0 {
		return p.Lines, p.Boxes
	}
	filled := map[int]bool{}
	lines := slices.Clone(p.Lines)
	for i, line := range lines {
		var words []pdfread.Word
		last := -1
		for _, w := range line.Words {
			at := boxAround(w, p.Boxes)
			if at < 0 {
				words, last = append(words, w), -1
				continue
			}
			filled[at] = true
			if last >= 0 && math.Abs(p.Boxes[at].Rect.X0-p.Boxes[last].Rect.X1) < touching {
				words[len(words)-1].Text += w.Text
				words[len(words)-1].X1 = w.X1
			} else {
				words = append(words, w)
			}
			last = at
		}
		lines[i].Words = words
	}
	if len(filled) == 0 {
		return p.Lines, p.Boxes
	}
	var boxes []pdfread.Box
	for i, b := range p.Boxes {
		if !filled[i] {
			boxes = append(boxes, b)
		}
	}
	return lines, boxes
}

// withoutWords leaves the boxes out that have a word in them: the small cells of a table.
func withoutWords(p pdfread.Page) []pdfread.Box {
	if len(p.Boxes) == 0 {
		return nil
	}
	var within []pdfread.Word
	for _, line := range p.Lines {
		for _, w := range line.Words {
			if utf8.RuneCountInString(w.Text) > 1 && !markOn.MatchString(w.Text) && w.X1-w.X0 < widestInBox {
				within = append(within, w)
			}
		}
	}
	slices.SortFunc(within, func(a, b pdfread.Word) int { return cmp.Compare(a.Y, b.Y) })
	return slices.DeleteFunc(slices.Clone(p.Boxes), func(b pdfread.Box) bool {
		from, _ := slices.BinarySearchFunc(within, b.Rect.Y0, func(w pdfread.Word, y float64) int { return cmp.Compare(w.Y, y) })
		for _, w := range within[from:] {
			if w.Y > b.Rect.Y1+1 {
				return false
			}
			if w.X0 > b.Rect.X0-1 && (w.X0+w.X1)/2 < b.Rect.X1 {
				return true
			}
		}
		return false
	})
}

const widestInBox = 30.0 // points; no check box is wider

const touching = 1.6 // points between the boxes of a comb

// boxAround is the box that a single letter or digit stands in, or -1. A cross is a tick.
func boxAround(w pdfread.Word, boxes []pdfread.Box) int {
	runes := []rune(w.Text)
	if len(runes) != 1 || strings.ContainsRune("xX", runes[0]) || !unicode.IsLetter(runes[0]) && !unicode.IsDigit(runes[0]) {
		return -1
	}
	for i, b := range boxes {
		if x := (w.X0 + w.X1) / 2; x > b.Rect.X0 && x < b.Rect.X1 && w.Y > b.Rect.Y0 && w.Y < b.Rect.Y1+1 {
			return i
		}
	}
	return -1
}

const (
	fewestOfComb = 5
	combPitch    = 1.2 // of the type size at least: digits that stand closer are letter-spaced text
)

// joinSpread puts the digits of a number together that stand alone at one distance from each other, as in boxes too large to
// be check boxes or in a comb of strokes.
func joinSpread(words []pdfread.Word) []pdfread.Word {
	digits := 0
	for _, w := range words {
		if len(w.Text) == 1 {
			digits++
		}
	}
	if digits < fewestOfComb {
		return words
	}
	var out []pdfread.Word
	for i := 0; i < len(words); {
		n := spread(words[i:])
		if n < fewestOfComb {
			out = append(out, words[i])
			i++
			continue
		}
		whole := words[i]
		for _, w := range words[i+1 : i+n] {
			whole.Text += w.Text
			whole.X1 = w.X1
		}
		out = append(out, whole)
		i += n
	}
	return out
}

// spread counts the single digits at the beginning of some words that stand at one distance from each other.
func spread(words []pdfread.Word) int {
	n, pitch := 0, 0.0
	for i, w := range words {
		if len(w.Text) != 1 || w.Text[0] < '0' || w.Text[0] > '9' {
			break
		}
		if i > 0 {
			step := w.X0 - words[i-1].X0
			if pitch == 0 {
				pitch = step
			}
			if math.Abs(step-pitch) > 1 || step < combPitch*w.Size || step > 4*w.Size {
				break
			}
		}
		n++
	}
	return n
}
