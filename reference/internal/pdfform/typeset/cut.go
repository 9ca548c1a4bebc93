package typeset

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/truetype"
)

// Cut is a font cut down to some glyphs, to be embedded.
type Cut struct {
	font     *truetype.Font
	runes    map[uint16]rune // of its glyphs
	glyphs   []uint16        // sorted
	subset   truetype.Subset
	widths   string   // of a font dictionary
	prepared []stream // compressed already; nil of a cut for one document
}

// Prepare cuts a font down to the letters that most texts have. To cut and to compress is most of the work of embedding, and
// is done once for all documents that need no other letters.
func Prepare(font *truetype.Font, letters string) *Cut {
	runes := map[uint16]rune{}
	for _, r := range letters {
		if g, has := font.Glyph(r); has && g != 0 {
			runes[g] = r
		}
	}
	c := cutDown(font, runes)
	c.prepared = c.streams(true)
	return c
}

func cutDown(font *truetype.Font, runes map[uint16]rune) *Cut {
	glyphs := slices.Sorted(maps.Keys(runes))
	c := &Cut{font: font, runes: runes, glyphs: glyphs, subset: font.Subset(glyphs)}
	var widths strings.Builder
	for _, g := range glyphs {
		fmt.Fprintf(&widths, "%d[%d]", c.subset.New[g], font.Advance(g))
	}
	c.widths = widths.String()
	return c
}

// streams are the font program and the map to Unicode.
func (c *Cut) streams(compress bool) []stream {
	return []stream{pack(fmt.Sprintf("/Length1 %d", len(c.subset.File)), c.subset.File, compress), pack("", c.characterMap(), compress)}
}

func (c *Cut) embed(to Objects, number int, compress bool) {
	descendant, descriptor, program, unicode := to.Reserve(), to.Reserve(), to.Reserve(), to.Reserve()
	f := c.font
	name := c.tag() + "+" + f.Name
	to.Put(number, fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", name, descendant, unicode), nil)
	to.Put(descendant, fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor %d 0 R/CIDToGIDMap/Identity/DW 0/W[%s]>>", name, descriptor, c.widths), nil)
	to.Put(descriptor, fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%d %d %d %d]/ItalicAngle 0/Ascent %d/Descent %d/CapHeight %d/StemV 80/FontFile2 %d 0 R>>", name,
		f.Box[0], f.Box[1], f.Box[2], f.Box[3], f.Ascent, f.Descent, f.CapHeight, program), nil)
	streams := c.prepared
	if streams == nil {
		streams = c.streams(compress)
	}
	streams[0].put(to, program)
	streams[1].put(to, unicode)
}

// characterMap lets readers copy and search the text (ISO 32000-1 section 9.10.3).
func (c *Cut) characterMap() []byte {
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for chunk := range slices.Chunk(c.glyphs, 100) {
		fmt.Fprintf(&b, "%d beginbfchar\n", len(chunk))
		for _, g := range chunk {
			fmt.Fprintf(&b, "<%04X> <", c.subset.New[g])
			for _, unit := range utf16.Encode([]rune{c.runes[g]}) {
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
func (c *Cut) tag() string {
	sum := uint64(14695981039346656037)
	for _, g := range c.glyphs {
		sum = (sum ^ uint64(g)) * 1099511628211
	}
	var tag [6]byte
	for i := range tag {
		tag[i] = 'A' + byte(sum%26)
		sum /= 26
	}
	return string(tag[:])
}
