package pdfform

import (
	"bytes"
	"fmt"

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
	size := w.size
	if size == 0 {
		size = min(largestType, w.height*0.62)
		if w.multiline {
			size = largestType - 0.5
		}
	}
	room := w.width - 2*padding
	if !w.multiline {
		line := oneLine(text)
		if full := face.Width(line); full*size > room {
			size = room / full
		}
		return layout{[]string{line}, max(size, smallest), size >= smallest}
	}
	for ; ; size -= 0.5 {
		l := layout{face.Wrap(text, size, room), size, true}
		l.fits = float64(len(l.lines))*size*leading <= w.height-padding
		if l.fits || size <= smallest {
			return l
		}
	}
}

func oneLine(text string) string {
	return string(bytes.Join(bytes.Fields([]byte(text)), []byte(" ")))
}

// draw prints the content of an appearance stream (ISO 32000-1 section 12.7.3.3).
func (l layout) draw(face *typeset.Face, w *widget) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "/Tx BMC q 1 1 %s %s re W n BT %s ", typeset.Number(w.width-2), typeset.Number(w.height-2), w.colour)
	y := (w.height - 0.7*l.size) / 2
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
		face.Show(&out, resource, line, l.size)
		fromX, fromY = x, y
		y -= l.size * leading
	}
	out.WriteString("ET Q EMC")
	return out.Bytes()
}
