package selftest_test

import (
	"bytes"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// Servers that read files of some programs, and not of others.

// skipsFile reads nothing in a file that has a mark.
func skipsFile(mark string) layer {
	return fileTaken(mark, func([]byte) []byte { return pdfsample.Blank() })
}

// readsDefaults reads the default of each field that has one for its value.
func readsDefaults() layer {
	return fileTaken(" /DV (", func(pdf []byte) []byte {
		pdf = bytes.ReplaceAll(pdf, []byte(" /V ("), []byte(" /X ("))
		return bytes.ReplaceAll(pdf, []byte(" /DV ("), []byte("  /V ("))
	})
}

// fileTaken reads a file that has a mark as another one.
func fileTaken(mark string, as func(pdf []byte) []byte) layer {
	return layer{request: func(c *call) bool {
		from, to := bytes.Index(c.in, []byte("%PDF-")), bytes.LastIndex(c.in, []byte("%%EOF"))
		if c.op != "extract" || from < 0 || to < from || !bytes.Contains(c.in, []byte(mark)) {
			return false
		}
		pdf := as(bytes.Clone(c.in[from:to]))
		c.in = append(append(bytes.Clone(c.in[:from]), pdf...), c.in[to:]...)
		return true
	}}
}
