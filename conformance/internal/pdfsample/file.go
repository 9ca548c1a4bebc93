package pdfsample

import (
	"bytes"
	"fmt"
)

// file is a PDF that is being written, one object after the other.
type file struct {
	out     bytes.Buffer
	written int   // what is not in the buffer any more
	at      []int // where each object begins
}

// here is where the file has come to.
func (f *file) here() int { return f.written + f.out.Len() }

func (f *file) object(format string, args ...any) {
	f.at = append(f.at, f.here())
	fmt.Fprintf(&f.out, "%d 0 obj\n", len(f.at))
	fmt.Fprintf(&f.out, format, args...)
	f.out.WriteString("\nendobj\n")
}

// leave takes out of the buffer what is written so far, which somebody else will follow with so many bytes.
func (f *file) leave(following int) (before []byte) {
	before = bytes.Clone(f.out.Bytes())
	f.written += len(before) + following
	f.out.Reset()
	return before
}

// end writes the table of the objects, of which the first is the catalog.
func (f *file) end() []byte {
	start := f.here()
	fmt.Fprintf(&f.out, "xref\n0 %d\n0000000000 65535 f \n", len(f.at)+1)
	for _, offset := range f.at {
		fmt.Fprintf(&f.out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&f.out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(f.at)+1, start)
	return f.out.Bytes()
}
