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

// shows says whether a text stands in a PDF where it can be read without its fonts: in letters, in UTF-16 or in hex, in
// the open or in a compressed stream. That it is not found proves nothing.
func shows(pdf []byte, text string) bool {
	var wide []byte
	for _, unit := range utf16.Encode([]rune(strings.ToLower(text))) {
		wide = append(wide, byte(unit>>8), byte(unit))
	}
	plain := []byte(strings.ToLower(escapePDF(text)))
	forms := [][]byte{plain, wide, []byte(hex.EncodeToString(wide)), []byte(hex.EncodeToString([]byte(text)))}
	return slices.ContainsFunc(unpacked(pdf), func(part []byte) bool {
		small := bytes.ToLower(part)
		return slices.ContainsFunc(forms, func(form []byte) bool { return bytes.Contains(small, form) }) ||
			slices.ContainsFunc(stringsIn(part), func(s pdfString) bool { return strings.Contains(strings.ToLower(s.text), strings.ToLower(text)) })
	})
}

// unpacked gives what stands in the open in a PDF, and then each of its compressed streams as it is unpacked.
func unpacked(pdf []byte) [][]byte {
	var open []byte
	var streams [][]byte
	for {
		at := bytes.Index(pdf, []byte("stream"))
		if at < 0 {
			break
		}
		at += len("stream")
		open, pdf = append(open, pdf[:at]...), pdf[at:]
		rest := bytes.NewReader(bytes.TrimLeft(pdf, "\r\n"))
		r, err := zlib.NewReader(rest)
		if err != nil {
			continue
		}
		part, err := io.ReadAll(io.LimitReader(r, streamBytes)) // what stands before an end that was cut
		if streams = append(streams, part); err == nil && len(part) < streamBytes {
			pdf = pdf[len(pdf)-rest.Len():]
		}
	}
	return append([][]byte{append(open, pdf...)}, streams...)
}
