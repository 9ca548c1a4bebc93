package typeset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// File collects objects and prints them as a PDF file with a classic cross-reference table.
type File struct {
	out     bytes.Buffer
	offsets []int
}

// NewFile begins an empty file.
func NewFile() *File {
	f := &File{offsets: []int{0}}
	f.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	return f
}

// Continue begins a file with objects already printed; offsets[n] is where object n stands, 0 where there is none.
func Continue(printed []byte, offsets []int, room int) *File {
	f := &File{offsets: append(make([]int, 0, len(offsets)+64), offsets...)}
	f.out.Grow(len(printed) + room)
	f.out.Write(printed)
	return f
}

// Reserve takes the next free object number.
func (f *File) Reserve() int {
	f.offsets = append(f.offsets, 0)
	return len(f.offsets) - 1
}

// Put prints an object. A stream's dictionary must state its length.
func (f *File) Put(number int, dict string, stream []byte) {
	f.offsets[number] = f.out.Len()
	f.out.WriteString(strconv.Itoa(number))
	f.out.WriteString(" 0 obj\n")
	f.out.WriteString(dict)
	if stream != nil {
		f.out.WriteString("\nstream\n")
		f.out.Write(stream)
		f.out.WriteString("\nendstream")
	}
	f.out.WriteString("\nendobj\n")
}

// Close prints the cross-reference table and the trailer. The identifier is taken from the content, so that equal content
// makes equal files.
func (f *File) Close(root, info int) []byte {
	hash := sha256.Sum256(f.out.Bytes())
	sum := hex.EncodeToString(hash[:16])
	start := f.out.Len()
	fmt.Fprintf(&f.out, "xref\n0 %d\n0000000000 65535 f \n", len(f.offsets))
	for _, o := range f.offsets[1:] {
		if o == 0 {
			f.out.WriteString("0000000000 65535 f \n")
			continue
		}
		digits := strconv.Itoa(o)
		f.out.WriteString("0000000000"[:10-len(digits)])
		f.out.WriteString(digits)
		f.out.WriteString(" 00000 n \n")
	}
	trailer := fmt.Sprintf("<</Size %d/Root %d 0 R/ID[<%s><%s>]", len(f.offsets), root, sum, sum)
	if info > 0 {
		trailer += fmt.Sprintf("/Info %d 0 R", info)
	}
	fmt.Fprintf(&f.out, "trailer\n%s>>\nstartxref\n%d\n%%%%EOF\n", trailer, start)
	return f.out.Bytes()
}

// Printed returns what was printed so far and where the objects stand, for Continue.
func (f *File) Printed() (printed []byte, offsets []int) { return f.out.Bytes(), f.offsets }
