package pdftext

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"io"
	"strings"
)

// Packs says whether a text is compressed bytes, in base64 or hex, that begin with some others.
func Packs(text string, beginning []byte) bool {
	if _, rest, is := strings.Cut(text, "base64,"); is { // the address of data
		text = rest
	}
	const most = 4096 // a multiple of 4; the beginning is enough
	text = text[:min(len(text), most)]
	var all [][]byte
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding} {
		if packed, _ := enc.DecodeString(text); len(packed) > 16 { // what stands before an end that was cut
			all = append(all, packed)
		}
	}
	if packed, _ := hex.DecodeString(text); len(packed) > 16 {
		all = append(all, packed)
	}
	for _, packed := range all {
		for _, open := range []func(io.Reader) (io.Reader, error){
			func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
			func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) },
			func(r io.Reader) (io.Reader, error) { return flate.NewReader(r), nil },
		} {
			plain, got := make([]byte, len(beginning)), 0
			if r, err := open(bytes.NewReader(packed)); err == nil {
				got, _ = io.ReadFull(r, plain)
			}
			if bytes.Equal(plain[:got], beginning) {
				return true
			}
		}
	}
	return false
}
