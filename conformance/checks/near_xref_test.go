package checks_test

import (
	"fmt"
	"strings"
)

// nearPlaced are ways to write a PDF, each of which readers open.
func nearPlaced() []plant {
	written := func(end func(f *apartPDF) string) layer {
		return download(func(b []byte) []byte {
			f := takenApart(b)
			return f.written(end(f))
		})
	}
	return []plant{
		{"API-PDF-01", "a table that is written anew", written(func(f *apartPDF) string { return f.table(0) })},
		{"API-PDF-01", "a stream in the place of a table", written(func(f *apartPDF) string { return f.stream(0, false) })},
		{"API-PDF-01", "a stream of differences", written(func(f *apartPDF) string { return f.stream(0, true) })},
		{"API-PDF-01", "a table that begins with 1", written(func(f *apartPDF) string { return strings.Replace(f.table(0), "xref\n0 ", "xref\n1 ", 1) })},
		{"API-PDF-01", "a table in lines of 19 bytes", written(func(f *apartPDF) string { return strings.ReplaceAll(f.table(0), " \n", "\n") })},
		{"API-PDF-01", "other bytes before the header", download(func(b []byte) []byte { return append([]byte("Content of the form:\n\n"), b...) })},
		{"API-PDF-01", "other bytes before the header that offsets count", download(counted)},
		{"API-PDF-01", "an update after the end", download(updated)},
		{"API-PDF-01", "a table with a stream beside it", download(hybrid)},
		{"API-PDF-01", "a first table before the objects", download(linearized)},
		{"API-PDF-01", "a few objects that are elsewhere", written(func(f *apartPDF) string {
			for i := range f.at[:5] {
				f.at[i] += 3
			}
			return f.table(0)
		})},
		{"API-PDF-01", "no cross references at all", download(func(b []byte) []byte {
			f := takenApart(b)
			return f.written("trailer\n<< " + f.root + " >>\n%%EOF\n")
		})},
	}
}

// counted puts bytes before the header, and counts them.
func counted(pdf []byte) []byte {
	f := takenApart(pdf)
	f.head = "Content of the form:\n" + f.head
	f.place(len(f.head))
	return f.written(f.table(0))
}

// hybrid is a file for old readers and new: the table leaves the last object to the stream that it names.
func hybrid(pdf []byte) []byte {
	f := takenApart(pdf)
	stream := f.stream(0, false)
	stream = stream[:strings.LastIndex(stream, "startxref")]
	lines := strings.SplitAfter(f.lines(0), "\n")
	lines[len(lines)-2] = "0000000000 00000 f \n"
	return f.written(stream + fmt.Sprintf("xref\n%strailer\n<< /Size %d %s /XRefStm %d >>\n", strings.Join(lines, ""), len(f.objects)+2, f.root, f.start) + ending(f.start+len(stream)))
}

// linearized has the table of all objects but the first at the end, and that of the first, which names it, before all of them.
func linearized(pdf []byte) []byte {
	f := takenApart(pdf)
	f.head = "%PDF-1.7\n"
	first := func(end int) string {
		return fmt.Sprintf("xref\n1 1\n%010d 00000 n \ntrailer\n<< /Size %d %s /Prev %010d >>\nstartxref\n0\n%%%%EOF\n", f.at[0], len(f.objects)+1, f.root, end)
	}
	at := len(f.head)
	f.place(at + len(first(0)))
	f.head += first(f.start)
	lines := strings.SplitAfter(f.lines(0), "\n")
	rest := fmt.Sprintf("0 1\n%s2 %d\n%s", lines[1], len(f.objects)-1, strings.Join(lines[3:], ""))
	return f.written(fmt.Sprintf("xref\n%strailer\n<< /Size %d >>\n", rest, len(f.objects)+1) + ending(at))
}
