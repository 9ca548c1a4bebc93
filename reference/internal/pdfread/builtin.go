package pdfread

import (
	"io"
	"regexp"
	"strconv"

	"github.com/ledongthuc/pdf"
)

// builtIn is a line of the encoding in the clear part of a Type 1 font program: "dup 12 /fi put".
var builtIn = regexp.MustCompile(`\bdup\s+(\d{1,3})\s*/([A-Za-z0-9._]+)\s+put\b`)

// clearPart is how much of a font program is looked at; the encoding stands at its beginning.
const clearPart = 16 << 10

// readInto reads the beginning of a stream, as much as there is of it.
func readInto(text []byte, stream pdf.Value) (n int) {
	defer func() { _ = recover() }() // a damaged program leaves the codes as they are
	n, _ = io.ReadFull(stream.Reader(), text)
	return n
}

// builtInCodes takes the codes from the font program of a Type 1 font that names no encoding of its own (ISO 32000-1 section
// 9.6.6.1), as TeX's fonts do, whose ligatures stand at codes that others leave empty.
func (f *font) builtInCodes(v pdf.Value) {
	program := v.Key("FontDescriptor").Key("FontFile")
	if v.Key("Subtype").Name() != "Type1" || f.unicode != nil || !v.Key("Encoding").IsNull() || program.Kind() != pdf.Stream {
		return
	}
	text := make([]byte, clearPart)
	n := readInto(text, program)
	list := (&pdf.Font{V: v}).Encoder()
	for _, m := range builtIn.FindAllSubmatch(text[:n], 256) {
		if code, err := strconv.Atoi(string(m[1])); err == nil && code < 256 {
			f.simple[code] = glyphText(string(m[2]), list, byte(code), f.simple[code])
		}
	}
}
