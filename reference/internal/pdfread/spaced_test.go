package pdfread

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// spaced lays letters out with a gap behind each of them, and twice that at a space.
func spaced(text string, gap float64) []Word {
	var out []Word
	x := 100.0
	for _, r := range text {
		if r == ' ' {
			x += gap + 3
			continue
		}
		out = append(out, Word{Text: string(r), X0: x, X1: x + 5, Size: 10})
		x += 5 + gap
	}
	return out
}

func texts(words []Word) (out []string) {
	for _, w := range words {
		out = append(out, w.Text)
	}
	return out
}

func TestLetterSpacedWordsAreJoined(t *testing.T) {
	require.Equal(t, []string{"NAMED", "INSURED"}, texts(joinSpaced(spaced("NAMED INSURED", 3))))
	require.Equal(t, []string{"48", "5047221"}, texts(joinSpaced(spaced("48 5047221", 6))))
}

func TestSingleLettersApartStayApart(t *testing.T) {
	require.Equal(t, []string{"Y", "N", "X"}, texts(joinSpaced(spaced("YNX", 3))), "too few to be a word")
	require.Equal(t, []string{"A", "B", "C", "D", "E"}, texts(joinSpaced(spaced("ABCDE", 14))), "columns")
	words := []Word{{Text: "Unit", X0: 0, X1: 20, Size: 10}, {Text: "B", X0: 23, X1: 28, Size: 10}, {Text: "is", X0: 31, X1: 38, Size: 10}}
	require.Equal(t, []string{"Unit", "B", "is"}, texts(joinSpaced(words)))
}

func TestAWordInACombIsOneSpaceFromTheNext(t *testing.T) {
	words := joinSpaced(spaced("DESIGN LLC", 7))
	require.Equal(t, []string{"DESIGN", "LLC"}, texts(words))
	require.InDelta(t, 3, words[1].X0-words[0].X1, 0.01)
}

func TestCellsOfACombAreNoCheckBoxes(t *testing.T) {
	square := func(x, y float64) Box { return Box{Rect: Rect{x, y, x + 12, y + 12}} }
	comb := []Box{square(100, 50), square(112, 50), square(124, 50), square(136, 50)}
	boxes := []Box{square(100, 80), square(112, 80), square(300, 50)}
	require.ElementsMatch(t, boxes, withoutCombs(append(comb, boxes...)))
}

func TestTwoStrokesAreACross(t *testing.T) {
	area := Rect{100, 50, 110, 60}
	stroke := shape{area: area, oblique: true, straight: 1}
	require.Equal(t, []Box{{Rect: area, Marked: true}}, crosses([]shape{stroke, stroke}, nil))
	require.Empty(t, crosses([]shape{stroke, stroke}, []Box{{Rect: Rect{99, 49, 111, 61}}}), "the mark of a box")
	far := shape{area: Rect{200, 50, 210, 60}, oblique: true, straight: 1}
	require.Empty(t, crosses([]shape{stroke, far}, nil))
}
