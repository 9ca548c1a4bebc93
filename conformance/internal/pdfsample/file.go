package pdfsample

import (
	"bytes"
	"fmt"
)

// file is a PDF that is being written, one object after the other.
type file struct {
	out bytes.Buffer
	at  []int // where each object begins
}

func (f *file) object(format string, args ...any) {
	f.at = append(f.at, f.out.Len())
	fmt.Fprintf(&f.out, "%d 0 obj\n", len(f.at))
	fmt.Fprintf(&f.out, format, args...)
	f.out.WriteString("\nendobj\n")
}

// end writes the table of the objects, of which the first is the catalog, after so many bytes that are not in the buffer any more.
func (f *file) end(written int) []byte {
	start := written + f.out.Len()
	fmt.Fprintf(&f.out, "xref\n0 %d\n0000000000 65535 f \n", len(f.at)+1)
	for _, offset := range f.at {
		fmt.Fprintf(&f.out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&f.out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(f.at)+1, start)
	return f.out.Bytes()
}
