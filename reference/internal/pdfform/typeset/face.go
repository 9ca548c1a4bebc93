// Package typeset sets text for PDF files: it measures, breaks lines, remembers which glyphs were shown and writes the
// embedded font subsets.
package typeset

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/truetype"
)

// Face is a chain of fonts for one document: what the first lacks is looked for in the next. It remembers the glyphs it
// has set, and is for one goroutine.
type Face struct {
	fonts []*used
}

type used struct {
	font  *truetype.Font
	runes map[uint16]rune
	cut   *Cut // once the face is closed
}

// NewFace returns a face of these fonts with no glyph set yet.
func NewFace(fonts ...*truetype.Font) *Face {
	f := &Face{}
	for _, font := range fonts {
		f.fonts = append(f.fonts, &used{font: font, runes: map[uint16]rune{}})
	}
	return f
}

// find returns the first font that has the character.
func (f *Face) find(r rune) (index int, glyph uint16, ok bool) {
	for i, u := range f.fonts {
		if g, has := u.font.Glyph(r); has && g != 0 {
			return i, g, true
		}
	}
	return 0, 0, false
}

// Width is the width of a text at size 1. Characters that no font has count nothing.
func (f *Face) Width(text string) float64 {
	total := 0
	for _, r := range text {
		if i, g, ok := f.find(r); ok {
			total += f.fonts[i].font.Advance(g)
		}
	}
	return float64(total) / 1000
}

// Missing lists the characters of a text that no font of the face has, each once.
func (f *Face) Missing(text string) []rune {
	var missing []rune
	for _, r := range text {
		if _, _, ok := f.find(r); !ok && !slices.Contains(missing, r) {
			missing = append(missing, r)
		}
	}
	return missing
}

// Use remembers the glyphs of a text for the subset.
func (f *Face) Use(text string) {
	for _, r := range text {
		if i, g, ok := f.find(r); ok {
			f.fonts[i].runes[g] = r
		}
	}
}

// Close cuts the fonts down to what was used, or takes a prepared cut that has all of it. Show needs that.
func (f *Face) Close(prepared ...*Cut) {
	for _, u := range f.fonts {
		if len(u.runes) == 0 {
			continue
		}
		if i := slices.IndexFunc(prepared, u.fits); i >= 0 {
			u.cut = prepared[i]
		} else {
			u.cut = cutDown(u.font, u.runes)
		}
	}
}

func (u *used) fits(c *Cut) bool {
	if c.font != u.font {
		return false
	}
	for g, r := range u.runes {
		if c.runes[g] != r {
			return false
		}
	}
	return true
}

// Show writes the operators that show a text at a size; prefix and the number of a font name its resource.
func (f *Face) Show(out *bytes.Buffer, prefix, text string, size float64) {
	open := -1
	for _, r := range text {
		i, g, ok := f.find(r)
		if !ok {
			continue
		}
		if i != open {
			if open >= 0 {
				out.WriteString("> Tj ")
			}
			fmt.Fprintf(out, "/%s%d %s Tf <", prefix, i, Number(size))
			open = i
		}
		fmt.Fprintf(out, "%04X", f.fonts[i].cut.subset.New[g])
	}
	if open >= 0 {
		out.WriteString("> Tj ")
	}
}

// Objects is where a face puts its PDF objects.
type Objects interface {
	Reserve() int
	Put(number int, dict string, stream []byte)
}

// Embed writes the subsets and returns the entries of a font resource dictionary. compress is off for files that are
// kept in version control.
func (f *Face) Embed(to Objects, prefix string, compress bool) string {
	var resources strings.Builder
	for i, u := range f.fonts {
		if len(u.runes) == 0 {
			continue
		}
		number := to.Reserve()
		fmt.Fprintf(&resources, "/%s%d %d 0 R", prefix, i, number)
		u.cut.embed(to, number, compress)
	}
	return resources.String()
}
