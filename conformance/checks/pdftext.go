package checks

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
)

// streamBytes bounds what is read of one stream of a PDF.
const streamBytes = 4 << 20

// legible is what can be read of a PDF without its fonts, in small letters: its parts in the open and unpacked, and its strings.
type legible struct {
	parts   [][]byte
	strings []string
}

func legibleIn(pdf []byte) legible {
	var l legible
	for _, part := range unpacked(pdf) {
		l.parts = append(l.parts, bytes.ToLower(part))
		for _, s := range stringsIn(part) {
			l.strings = append(l.strings, strings.ToLower(s.text))
		}
	}
	return l
}

func legibleOf(forms map[string]*exchange) map[string]legible {
	all := map[string]legible{}
	for key, x := range forms {
		all[key] = legibleIn(x.body)
	}
	return all
}

// shows says whether a text stands in a PDF where it can be read without its fonts: in letters, in UTF-16 or in hex, in
// the open or in a compressed stream. That it is not found proves nothing.
func (l legible) shows(text string) bool {
	small := strings.ToLower(text)
	var wide []byte
	for _, unit := range utf16.Encode([]rune(small)) {
		wide = append(wide, byte(unit>>8), byte(unit))
	}
	forms := [][]byte{[]byte(strings.ToLower(escapePDF(text))), wide, []byte(hex.EncodeToString(wide)), []byte(hex.EncodeToString([]byte(text)))}
	return slices.ContainsFunc(l.parts, func(part []byte) bool {
		return slices.ContainsFunc(forms, func(form []byte) bool { return bytes.Contains(part, form) })
	}) || slices.ContainsFunc(l.strings, func(s string) bool { return strings.Contains(s, small) })
}

// unpacked gives what stands in the open in a PDF, and then each of its compressed streams as it is unpacked.
func unpacked(pdf []byte) [][]byte {
	var open []byte
	var streams [][]byte
	var unpack inflater
	for {
		at := bytes.Index(pdf, []byte("stream"))
		if at < 0 {
			break
		}
		at += len("stream")
		open, pdf = append(open, pdf[:at]...), pdf[at:]
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
