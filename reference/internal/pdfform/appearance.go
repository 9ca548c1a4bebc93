package pdfform

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/typeset"
)

const (
	padding     = 3.0  // between a field's edge and its text
	largestType = 10.0 // where the template leaves the size open
	smallest    = 4.0  // below that nobody can read it
	leading     = 1.17
	resource    = "V" // prefix of the font resources of values
)

// layout is a value broken into lines at a size that fits its widget.
type layout struct {
	lines []string
	size  float64
	fits  bool
}

// fit finds the largest size, down to the smallest, at which the text fits.
func fit(face *typeset.Face, text string, w *widget) layout {
	text = drawable(face, text)
	size := w.size
	if size == 0 {
		size = min(largestType, w.height*0.62)
		if w.multiline {
			size = largestType - 0.5
		}
	}
	room := w.width - 2*padding
	if !w.multiline {
		return onOneLine(face, oneLine(text), w, size)
	}
	for ; ; size -= 0.5 {
		l := layout{face.Wrap(text, size, room), size, true}
		l.fits = float64(len(l.lines))*size*leading <= w.height-padding
		if l.fits || size <= smallest {
			return l
		}
	}
}

const (
	legible = 6.5 // below it a value of one line is rather set on two
	hole    = '□' // stands for a character that no font has
)

// onOneLine sets the value of a field for one line, which a long value may break into two smaller ones.
func onOneLine(face *typeset.Face, line string, w *widget, size float64) layout {
	room := w.width - 2*padding
	if full := face.Width(line); full*size > room {
		size = room / full
	}
	one := layout{[]string{line}, max(size, smallest), size >= smallest}
	if size >= legible {
		return one
	}
	for two := min(legible, (w.height-2)/(2*leading)); two > one.size; two -= 0.25 {
		if lines := face.Wrap(line, two, room); len(lines) <= 2 {
			return layout{lines, two, true}
		}
	}
	return one
}

// drawable is the text as it can be drawn: composed, and with a visible hole for what no font has.
func drawable(face *typeset.Face, text string) string {
	text = typeset.Compose(text)
	missing := face.Missing(text)
	return strings.Map(func(r rune) rune {
		if !unicode.IsSpace(r) && slices.Contains(missing, r) {
			return hole
		}
		return r
	}, text)
}

func oneLine(text string) string {
	return string(bytes.Join(bytes.Fields([]byte(text)), []byte(" ")))
}

// draw prints the content of an appearance stream (ISO 32000-1 section 12.7.3.3).
func (l layout) draw(face *typeset.Face, w *widget) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "/Tx BMC q 1 1 %s %s re W n BT %s ", typeset.Number(w.width-2), typeset.Number(w.height-2), w.colour)
	y := (w.height-0.7*l.size)/2 + float64(len(l.lines)-1)*l.size*leading/2
	if w.multiline {
		y = w.height - padding - 0.78*l.size
	}
	fromX, fromY := 0.0, 0.0
	for _, line := range l.lines {
		x := padding
		switch slack := w.width - 2*padding - face.Width(line)*l.size; w.alignment {
		case 1:
			x += slack / 2
		case 2:
			x += slack
		}
		x = max(x, padding)
		fmt.Fprintf(&out, "%s %s Td ", typeset.Number(x-fromX), typeset.Number(y-fromY))
		face.Show(&out, resource, typeset.Visual(line), l.size)
		fromX, fromY = x, y
		y -= l.size * leading
	}
	out.WriteString("ET Q EMC")
	return out.Bytes()
}
