package checks_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// plantedPlaced are faults of forms whose objects do not stand where readers look for them.
func plantedPlaced() []plant {
	return []plant{
		{"API-PDF-01", "every object stands some bytes after its place in the table", download(func(b []byte) []byte {
			f := takenApart(b)
			return f.written(f.table(-7))
		})},
		{"API-PDF-01", "every object stands some bytes after its place in a stream", download(func(b []byte) []byte {
			f := takenApart(b)
			return f.written(f.stream(-7, false))
		})},
		{"API-PDF-01", "startxref points at an object", download(func(b []byte) []byte {
			return startingAt(b, bytes.Index(b, []byte("1 0 obj")))
		})},
		{"API-PDF-01", "a line is written into a form whose table stays", download(func(b []byte) []byte {
			return bytes.Replace(b, []byte("\n"), []byte("\n% Rendered by the intake service\n"), 1)
		})},
		{"API-PDF-01", "a second download has an update at the wrong place", redownloaded(download(func(b []byte) []byte {
			return bytes.Replace(updated(b), []byte("% An update"), []byte("% An update that is longer"), 1)
		}))},
	}
}

// redownloaded restricts a change to forms that were downloaded before.
func redownloaded(l layer) layer {
	seen, change := newMemory(), l.response
	l.response = func(c *call) bool {
		_, known := seen.keep(c.r.URL.Path, func() any { return c.op == "pdf" && c.ok() })
		return known && change(c)
	}
	return l
}

// apartPDF is a PDF as its objects, which are numbered from 1, and the references of its trailer.
type apartPDF struct {
	head    string
	objects [][]byte
	root    string
	at      []int // where they stand once they are written
	start   int   // of what follows them
}

var (
	placeOf   = regexp.MustCompile(`(?m)^(\d{10}) 00000 n`)
	rootOf    = regexp.MustCompile(`/Root \d+ \d+ R`)
	lastStart = regexp.MustCompile(`startxref\s+\d+`)
)

// takenApart reads a PDF that has one table, as those of the reference server.
func takenApart(pdf []byte) *apartPDF {
	f, end := &apartPDF{root: string(rootOf.Find(pdf))}, bytes.LastIndex(pdf, []byte("xref\n0 "))
	var at []int
	for _, line := range placeOf.FindAllSubmatch(pdf[end:], -1) {
		n, _ := strconv.Atoi(string(line[1]))
		at = append(at, n)
	}
	for _, from := range at {
		to := end
		for _, other := range at {
			if other > from {
				to = min(to, other)
			}
		}
		f.objects = append(f.objects, pdf[from:to])
	}
	f.head = string(pdf[:slices.Min(at)])
	f.place(len(f.head))
	return f
}

// place puts the objects one after the other.
func (f *apartPDF) place(from int) {
	f.at, f.start = nil, from
	for _, one := range f.objects {
		f.at, f.start = append(f.at, f.start), f.start+len(one)
	}
}

// written is the file with what follows its objects.
func (f *apartPDF) written(end string) []byte {
	return []byte(f.head + string(bytes.Join(f.objects, nil)) + end)
}

func ending(start int) string { return fmt.Sprintf("startxref\n%d\n%%%%EOF\n", start) }

// table writes the places of the objects, all of them off by some bytes.
func (f *apartPDF) table(by int) string {
	return "xref\n" + f.lines(by) + fmt.Sprintf("trailer\n<< /Size %d %s >>\n", len(f.objects)+1, f.root) + ending(f.start)
}

func (f *apartPDF) lines(by int) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "0 %d\n0000000000 65535 f \n", len(f.objects)+1)
	for _, at := range f.at {
		fmt.Fprintf(&out, "%010d 00000 n \n", at+by)
	}
	return out.String()
}

// stream writes them as an object, in rows that tell what is other than in the row before where it is predicted.
func (f *apartPDF) stream(by int, predicted bool) string {
	var rows bytes.Buffer
	before, how := make([]byte, 6), ""
	for i := -1; i <= len(f.at); i++ {
		row := append(binary.BigEndian.AppendUint32([]byte{1}, uint32(f.start)), 0) // its own
		switch {
		case i < 0:
			row = make([]byte, 6)
		case i < len(f.at):
			row = append(binary.BigEndian.AppendUint32([]byte{1}, uint32(f.at[i]+by)), 0)
		}
		if predicted {
			how = " /DecodeParms << /Predictor 12 /Columns 6 >>"
			rows.WriteByte(2)
			for j := range row {
				rows.WriteByte(row[j] - before[j])
			}
			before = row
			continue
		}
		rows.Write(row)
	}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(rows.Bytes())
	_ = w.Close()
	n := len(f.at) + 1
	return fmt.Sprintf("%d 0 obj\n<< /Type /XRef /W [1 4 1] /Size %d %s /Filter /FlateDecode%s /Length %d >>\nstream\n%s\nendstream\nendobj\n", n, n+1, f.root, how,
		packed.Len(), packed.String()) + ending(f.start)
}

// startingAt is a PDF whose cross references are said to be elsewhere.
func startingAt(pdf []byte, at int) []byte {
	return lastStart.ReplaceAll(pdf, fmt.Appendf(nil, "startxref\n%d", at))
}

// updated adds a newer version of the first object of a PDF, as programs do that leave the rest of it as it is.
func updated(pdf []byte) []byte {
	f := takenApart(pdf)
	out := fmt.Appendf(bytes.Clone(pdf), "%% An update\n")
	at := len(out)
	out = append(out, f.objects[0]...)
	start := len(out)
	return fmt.Appendf(out, "xref\n1 1\n%010d 00000 n \ntrailer\n<< /Size %d %s /Prev %d >>\n%s", at, len(f.objects)+1, f.root, f.start, ending(start))
}
