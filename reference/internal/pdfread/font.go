package pdfread

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
	metrics "github.com/pdfcpu/pdfcpu/pkg/font"
)

// font knows the text and the width of each character code of one PDF font.
type font struct {
	composite bool // two bytes a code
	bold      bool
	symbols   map[byte]string
	unicode   map[int]string
	simple    [256]string
	widths    map[int]float64 // in thousandths of the size
	missing   float64
	scale     float64 // 1 but for Type 3 fonts, which bring a matrix of their own
}

func loadFont(v pdf.Value) *font {
	base := v.Key("BaseFont").Name()
	lower := strings.ToLower(base)
	f := &font{
		composite: v.Key("Subtype").Name() == "Type0",
		bold:      strings.Contains(lower, "bold") || strings.Contains(lower, "black") || strings.Contains(lower, "heavy"),
		symbols:   symbolFont(lower),
		unicode:   readCharacterMap(v.Key("ToUnicode")),
		widths:    map[int]float64{},
		scale:     1,
	}
	if f.composite {
		f.compositeWidths(v.Key("DescendantFonts").Index(0))
		return f
	}
	f.simpleCodes(v)
	f.builtInCodes(v)
	if v.Key("Subtype").Name() == "Type3" && f.unicode == nil {
		f.bitmapCodes()
	}
	f.simpleWidths(v, base)
	if m := v.Key("FontMatrix"); v.Key("Subtype").Name() == "Type3" && m.Len() == 6 && m.Index(0).Float64() > 0 {
		f.scale = m.Index(0).Float64() * 1000
	}
	return f
}

// compositeWidths reads the W array: `c [w1 w2 ...]` or `first last w` (ISO 32000-1 section 9.7.4.3).
func (f *font) compositeWidths(d pdf.Value) {
	f.missing = 1000
	if dw := d.Key("DW"); !dw.IsNull() {
		f.missing = dw.Float64()
	}
	w := d.Key("W")
	for i := 0; i+1 < w.Len() && len(f.widths) < 1<<16; {
		first, second := int(w.Index(i).Int64()), w.Index(i+1)
		if second.Kind() == pdf.Array {
			for j := 0; j < min(second.Len(), 1<<16); j++ {
				f.widths[first+j] = second.Index(j).Float64()
			}
			i += 2
			continue
		}
		width := w.Index(i + 2).Float64()
		for c := first; c <= min(int(second.Int64()), first+1<<16); c++ {
			f.widths[c] = width
		}
		i += 3
	}
}

// simpleCodes fills the table of a one-byte font from its encoding and the differences to it.
func (f *font) simpleCodes(v pdf.Value) {
	enc := v.Key("Encoding")
	base := "WinAnsiEncoding"
	if enc.Kind() == pdf.Name {
		base = enc.Name()
	} else if b := enc.Key("BaseEncoding").Name(); b != "" {
		base = b
	}
	table := winAnsi
	if base == "MacRomanEncoding" {
		table = macRoman
	}
	for c := range f.simple {
		f.simple[c] = string(table.DecodeByte(byte(c)))
	}
	if base == "StandardEncoding" {
		f.simple[0x27], f.simple[0x60] = "’", "‘"
	}
	code := -1
	names := enc.Key("Differences")
	list := (&pdf.Font{V: v}).Encoder()
	for i := 0; i < min(names.Len(), 1024); i++ {
		switch x := names.Index(i); x.Kind() {
		case pdf.Integer:
			code = int(x.Int64())
		case pdf.Name:
			if code >= 0 && code < 256 {
				f.simple[code] = glyphText(x.Name(), list, byte(code), f.simple[code])
			}
			code++
		}
	}
}

// texLigatures are the codes below the letters at which TeX's bitmap fonts, which name no character, keep ligatures and dashes:
// the older encoding from 11 on, the newer one from 16 on.
var texLigatures = map[int]string{11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl", 16: "“", 17: "”", 21: "–", 22: "—", 27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl"}

// bitmapCodes gives the control codes of a Type 3 font without a character map the meaning that they have in TeX, the one
// writer that uses them.
func (f *font) bitmapCodes() {
	for code, text := range texLigatures {
		if r, _ := utf8.DecodeRuneInString(f.simple[code]); unicode.IsControl(r) || r == utf8.RuneError {
			f.simple[code] = text
		}
	}
}

// glyphText finds the text of a glyph name: by rule, or in the list that ledongthuc/pdf has.
func glyphText(name string, list pdf.TextEncoding, code byte, otherwise string) string {
	for _, prefix := range []string{"uni", "u"} {
		if hex, ok := strings.CutPrefix(name, prefix); ok && len(hex) >= 4 && len(hex) <= 6 {
			if n, err := strconv.ParseUint(hex, 16, 32); err == nil && utf8.ValidRune(rune(n)) {
				return string(rune(n))
			}
		}
	}
	if name == "a"+strconv.Itoa(int(code)) {
		return otherwise // TeX's bitmap fonts count their characters; in a font of dingbats the two numbers differ
	}
	if s, ok := glyphNames[name]; ok {
		return s
	}
	if len(name) == 1 {
		return name
	}
	if s := list.Decode(string([]byte{code})); s != string(rune(code)) {
		return s
	}
	return otherwise
}

func (f *font) simpleWidths(v pdf.Value, base string) {
	first, widths := int(v.Key("FirstChar").Int64()), v.Key("Widths")
	for i := 0; i < min(widths.Len(), 256); i++ {
		f.widths[first+i] = widths.Index(i).Float64()
	}
	f.missing = v.Key("FontDescriptor").Key("MissingWidth").Float64()
	if widths.Len() > 0 {
		return
	}
	if f.missing == 0 {
		f.missing = 500
	}
	core := coreFont(base, f.bold) // one of the fourteen fonts that need not bring widths
	for c := 32; c < 256; c++ {
		if r, _ := utf8.DecodeRuneInString(f.simple[c]); r != utf8.RuneError {
			if w, ok := coreWidth(core, r); ok {
				f.widths[c] = w
			}
		}
	}
}

func coreFont(base string, bold bool) string {
	if metrics.IsCoreFont(base) {
		return base
	}
	if bold {
		return "Helvetica-Bold"
	}
	return "Helvetica"
}

func coreWidth(name string, r rune) (w float64, ok bool) {
	defer func() { ok = ok && recover() == nil }()
	n, _ := metrics.CharWidth(name, r)
	return float64(n), n > 0
}

// decode splits a shown string into codes.
func (f *font) decode(raw string, each func(code int, text string, width float64)) {
	step := 1
	if f.composite {
		step = 2
	}
	for i := 0; i+step <= len(raw); i += step {
		code := int(raw[i])
		if f.composite {
			code = code<<8 | int(raw[i+1])
		}
		w, ok := f.widths[code]
		if !ok {
			w = f.missing
		}
		each(code, f.text(code), w*f.scale)
	}
}

func (f *font) text(code int) string {
	if s, ok := f.symbols[byte(code)]; ok && !f.composite {
		return s
	}
	if s, ok := f.unicode[code]; ok {
		return s
	}
	if f.composite {
		return ""
	}
	return f.simple[byte(code)]
}
