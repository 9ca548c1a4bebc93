// Package typeset sets text for PDF files: it measures, breaks lines, remembers which glyphs were shown and writes the
// embedded font subsets.
package typeset

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/truetype"
)

// Face is a chain of fonts for one document: what the first lacks is looked for in the next. It remembers the glyphs it
// has set, and is for one goroutine.
type Face struct {
	fonts []*used
}

type used struct {
	font   *truetype.Font
	runes  map[uint16]rune
	subset truetype.Subset
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

// Close cuts the subsets. Show needs them.
func (f *Face) Close() {
	for _, u := range f.fonts {
		if len(u.runes) > 0 {
			u.subset = u.font.Subset(u.glyphs())
		}
	}
}

func (u *used) glyphs() []uint16 {
	ids := make([]uint16, 0, len(u.runes))
	for g := range u.runes {
		ids = append(ids, g)
	}
	slices.Sort(ids)
	return ids
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
		fmt.Fprintf(out, "%04X", f.fonts[i].subset.New[g])
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
		u.embed(to, number, compress)
	}
	return resources.String()
}

func (u *used) embed(to Objects, number int, compress bool) {
	descendant, descriptor, program, unicode := to.Reserve(), to.Reserve(), to.Reserve(), to.Reserve()
	f := u.font
	name := u.tag() + "+" + f.Name
	to.Put(number, fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", name, descendant, unicode), nil)
	to.Put(descendant, fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor %d 0 R/CIDToGIDMap/Identity/DW 0/W[%s]>>", name, descriptor, u.widths()), nil)
	to.Put(descriptor, fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%d %d %d %d]/ItalicAngle 0/Ascent %d/Descent %d/CapHeight %d/StemV 80/FontFile2 %d 0 R>>", name,
		f.Box[0], f.Box[1], f.Box[2], f.Box[3], f.Ascent, f.Descent, f.CapHeight, program), nil)
	Stream(to, program, fmt.Sprintf("/Length1 %d", len(u.subset.File)), u.subset.File, compress)
	Stream(to, unicode, "", u.characterMap(), compress)
}

func (u *used) widths() string {
	var b strings.Builder
	for _, g := range u.glyphs() {
		fmt.Fprintf(&b, "%d[%d]", u.subset.New[g], u.font.Advance(g))
	}
	return b.String()
}

// characterMap lets readers copy and search the text (ISO 32000-1 section 9.10.3).
func (u *used) characterMap() []byte {
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for chunk := range slices.Chunk(u.glyphs(), 100) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(chunk))
		for _, g := range chunk {
			fmt.Fprintf(&b, "<%04X> <", u.subset.New[g])
			for _, unit := range utf16.Encode([]rune{u.runes[g]}) {
				fmt.Fprintf(&b, "%04X", unit)
			}
			b.WriteString(">\n")
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap CMapName currentdict /CMap defineresource pop end end")
	return b.Bytes()
}

// tag is the six letters that name a subset (ISO 32000-1 section 9.6.4), the same for the same glyphs.
func (u *used) tag() string {
	sum := uint64(14695981039346656037)
	for _, g := range u.glyphs() {
		sum = (sum ^ uint64(g)) * 1099511628211
	}
	var tag [6]byte
	for i := range tag {
		tag[i] = 'A' + byte(sum%26)
		sum /= 26
	}
	return string(tag[:])
}

// Stream puts a stream object, compressed if asked.
func Stream(to Objects, number int, entries string, body []byte, compress bool) {
	if compress {
		body, entries = Deflate(body), entries+"/Filter/FlateDecode"
	}
	to.Put(number, fmt.Sprintf("<<%s/Length %d>>", entries, len(body)), body)
}

// deflaters are reused: a new one clears over a megabyte before it writes a byte.
var deflaters = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, zlib.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return z
}}

// Deflate compresses as the Flate filter expects.
func Deflate(b []byte) []byte {
	z := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(z)
	var out bytes.Buffer
	z.Reset(&out)
	_, _ = z.Write(b) // a bytes.Buffer takes everything
	_ = z.Close()
	return out.Bytes()
}
