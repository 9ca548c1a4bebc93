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
	if slices.ContainsFunc(pdfStrings(pdf), func(s pdfString) bool { return strings.Contains(strings.ToLower(s.text), strings.ToLower(text)) }) {
		return true
	}
	var wide []byte
	for _, unit := range utf16.Encode([]rune(strings.ToLower(text))) {
		wide = append(wide, byte(unit>>8), byte(unit))
	}
	plain := []byte(strings.ToLower(escapePDF(text)))
	forms := [][]byte{plain, wide, []byte(hex.EncodeToString(wide)), []byte(hex.EncodeToString([]byte(text)))}
	holds := func(part []byte) bool {
		part = bytes.ToLower(part)
		for _, form := range forms {
			if bytes.Contains(part, form) {
				return true
			}
		}
		return false
	}
	if holds(pdf) {
		return true
	}
	for _, rest := range bytes.Split(pdf, []byte("stream"))[1:] {
		r, err := zlib.NewReader(bytes.NewReader(bytes.TrimLeft(rest, "\r\n")))
		if err != nil {
			continue
		}
		if part, _ := io.ReadAll(io.LimitReader(r, streamBytes)); holds(part) { // what stands before an end that was cut
			return true
		}
	}
	return false
}
