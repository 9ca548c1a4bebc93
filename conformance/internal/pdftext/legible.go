package pdftext

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
)

// escapes are those of a string in parentheses.
var escapes = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)

// streamBytes bounds what is read of one stream of a PDF.
const streamBytes = 4 << 20

// Document is what was read of a PDF.
type Document struct {
	parts   [][]byte // in the open, and each stream unpacked
	strings []String
	hides   bool

	smallParts   [][]byte // in small letters
	smallStrings []string
}

// Read reads a PDF.
func Read(pdf []byte) Document {
	d := Document{parts: unpacked(pdf)}
	for _, part := range d.parts {
		d.smallParts = append(d.smallParts, bytes.ToLower(part))
		d.strings = append(d.strings, stringsIn(part)...)
	}
	d.hides = d.Has("/Encrypt") || d.pictured()
	if d.Has(hidingMarks...) {
		texts, all := shown(pdf)
		d.strings, d.hides = append(d.strings, texts...), d.hides || !all
	}
	for _, s := range d.strings {
		d.smallStrings = append(d.smallStrings, strings.ToLower(s.Text))
	}
	return d
}

// Strings are those of a PDF, in the open and in compressed streams. What is written in the codes of a font that does not tell their
// letters comes out as others, and what is encrypted does not come out at all.
func (d Document) Strings() []String { return d.strings }

// Hides says whether a text may stand in it that is not read: in the codes of a font that does not tell their letters, in drawings, in
// pictures, or encrypted.
func (d Document) Hides() bool { return d.hides }

// Has says whether some mark stands in it, such as the name of a filter.
func (d Document) Has(marks ...string) bool {
	return slices.ContainsFunc(d.parts, func(part []byte) bool {
		return slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(part, []byte(mark)) })
	})
}

// Shows says whether a text stands in a PDF where it can be read, in letters of either case: in the open or in a compressed stream, in
// UTF-16 or in hex. That it is not found proves nothing.
func (d Document) Shows(text string) bool {
	small := strings.ToLower(text)
	var wide []byte
	for _, unit := range utf16.Encode([]rune(small)) {
		wide = append(wide, byte(unit>>8), byte(unit))
	}
	forms := [][]byte{[]byte(strings.ToLower(escapes.Replace(text))), wide, []byte(hex.EncodeToString(wide)), []byte(hex.EncodeToString([]byte(text)))}
	return slices.ContainsFunc(d.smallParts, func(part []byte) bool {
		return slices.ContainsFunc(forms, func(form []byte) bool { return bytes.Contains(part, form) })
	}) || slices.ContainsFunc(d.smallStrings, func(s string) bool { return strings.Contains(s, small) })
}

// unpacked gives what stands in the open in a PDF, and then each of its streams that can be unpacked.
func unpacked(pdf []byte) [][]byte {
	var open []byte
	var streams [][]byte
	var unpack inflater
	for {
		at := bytes.Index(pdf, []byte("stream"))
		if at < 0 {
			break
		}
		dict := pdf[max(0, at-dictionaryBytes):at]
		at += len("stream")
		open, pdf = append(open, pdf[:at]...), pdf[at:]
		if end := bytes.Index(pdf, []byte("endstream")); end > 0 && isFontProgram(dict) {
			pdf = pdf[end:]
			continue
		}
		if part, length := unpack.ascii(dict, pdf); part != nil {
			streams, pdf = append(streams, part), pdf[length:]
			continue
		}
		rest := bytes.NewReader(bytes.TrimLeft(pdf, "\r\n"))
		part, packed, err := unpack.read(rest)
		if !packed {
			continue
		}
		if streams = append(streams, part); err == nil && len(part) < streamBytes {
			pdf = pdf[len(pdf)-rest.Len():]
		}
	}
	return append([][]byte{append(open, pdf...)}, streams...)
}

// isFontProgram says whether the dictionary that ends a text is that of the shapes of a font (ISO 32000-1 section 9.9), in which nothing is
// to be read.
func isFontProgram(dict []byte) bool {
	return bytes.Contains(dict[max(0, bytes.LastIndex(dict, []byte("obj"))):], []byte("/Length1"))
}

// inflater unpacks one stream after the other in the same room, which is much more than most of them need.
type inflater struct {
	reader io.ReadCloser
	room   bytes.Buffer
}

// read unpacks what stands at the beginning of a text, as far as it goes where its end was cut, if it is packed at all.
func (i *inflater) read(from *bytes.Reader) (part []byte, packed bool, err error) {
	if i.reader == nil {
		i.reader, err = zlib.NewReader(from)
	} else {
		err = i.reader.(zlib.Resetter).Reset(from, nil)
	}
	if err != nil {
		return nil, false, err
	}
	i.room.Reset()
	_, err = i.room.ReadFrom(io.LimitReader(i.reader, streamBytes))
	return bytes.Clone(i.room.Bytes()), true, err
}
