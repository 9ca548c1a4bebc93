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

// Legible is what can be read of a PDF without its fonts, in small letters: its parts in the open and Unpacked, and its strings.
type Legible struct {
	parts   [][]byte
	strings []string
}

// In reads a PDF.
func In(pdf []byte) Legible {
	var l Legible
	for _, part := range Unpacked(pdf) {
		l.parts = append(l.parts, bytes.ToLower(part))
		for _, s := range stringsIn(part) {
			l.strings = append(l.strings, strings.ToLower(s.Text))
		}
	}
	return l
}

// Shows says whether a text stands in a PDF where it can be read without its fonts: in letters, in UTF-16 or in hex, in
// the open or in a compressed stream. That it is not found proves nothing.
func (l Legible) Shows(text string) bool {
	small := strings.ToLower(text)
	var wide []byte
	for _, unit := range utf16.Encode([]rune(small)) {
		wide = append(wide, byte(unit>>8), byte(unit))
	}
	forms := [][]byte{[]byte(strings.ToLower(escapes.Replace(text))), wide, []byte(hex.EncodeToString(wide)), []byte(hex.EncodeToString([]byte(text)))}
	return slices.ContainsFunc(l.parts, func(part []byte) bool {
		return slices.ContainsFunc(forms, func(form []byte) bool { return bytes.Contains(part, form) })
	}) || slices.ContainsFunc(l.strings, func(s string) bool { return strings.Contains(s, small) })
}

// Unpacked gives what stands in the open in a PDF, and then each of its compressed streams as it is Unpacked.
func Unpacked(pdf []byte) [][]byte {
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
