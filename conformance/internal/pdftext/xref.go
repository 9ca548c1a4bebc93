package pdftext

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// crossReference reads where a PDF says that its objects stand (ISO 32000-1 section 7.5): its newest section and those that it
// follows, be they tables or streams. Offsets count from the file's beginning or from its header, which other bytes may precede.
type crossReference struct {
	pdf    []byte
	header int
	known  map[int]bool // objects, of which the newest section tells
	wrong  int          // of them, that do not stand there
	bodies []int        // where those that do go on after their number
}

// sectionsRead bounds how many updates of a file are followed.
const sectionsRead = 64

// Misplaced says why a reader that goes by the cross references of a PDF does not find its objects, or cannot read one, or nothing. Where some are not
// found readers look for them, and a file that has no such references at all leaves readers nothing else.
func Misplaced(pdf []byte) string {
	at := bytes.LastIndex(pdf, []byte("startxref"))
	if at < 0 {
		return ""
	}
	start, _, ok := wholeAt(pdf, at+len("startxref"))
	if !ok {
		return ""
	}
	r := crossReference{pdf: pdf, header: max(0, bytes.Index(pdf[:min(len(pdf), 1024)], []byte("%PDF-"))), known: map[int]bool{}}
	if !r.follow(start) {
		return fmt.Sprintf("startxref says %d, and there is neither a table nor a stream of cross references", start)
	}
	if 2*r.wrong > len(r.known) {
		return fmt.Sprintf("%d of %d objects do not stand where the cross references say", r.wrong, len(r.known))
	}
	return unended(pdf, r.bodies)
}

// Members of the dictionary of a section.
var (
	sectionBefore = regexp.MustCompile(`/(?:Prev|XRefStm)\s+(\d+)`)
	ofSections    = regexp.MustCompile(`/Type\s*/XRef\b`)
	fieldWidths   = regexp.MustCompile(`/W\s*\[\s*(\d)\s+(\d)\s+(\d)\s*\]`)
	subsections   = regexp.MustCompile(`/Index\s*\[([\d\s]+)\]`)
	sectionSize   = regexp.MustCompile(`/Size\s+(\d+)`)
	streamFilter  = regexp.MustCompile(`/Filter\s*\[?\s*/(\w+)`)
	predictor     = regexp.MustCompile(`/Predictor\s+(\d+)`)
	rowColumns    = regexp.MustCompile(`/Columns\s+(\d+)`)
)

// follow reads the section at an offset, and those that it names. It says whether the first is there.
func (r *crossReference) follow(start int) (there bool) {
	next, done := []int{start}, map[int]bool{}
	for n := 0; n < len(next) && n < sectionsRead; n++ {
		if done[next[n]] {
			continue
		}
		done[next[n]] = true
		dict, found := r.section(next[n])
		there = there || found && n == 0
		for _, named := range sectionBefore.FindAllSubmatch(dict, -1) {
			next = append(next, number10(named[1]))
		}
	}
	return there
}

// section reads one, and gives its dictionary.
func (r *crossReference) section(offset int) (dict []byte, found bool) {
	for _, from := range []int{0, r.header} {
		at := blanksAt(r.pdf, from+offset)
		if at < len(r.pdf) && bytes.HasPrefix(r.pdf[at:], []byte("xref")) {
			return r.table(at + len("xref")), true
		}
		if body, is := objectAt(r.pdf, at, -1); is {
			dict, content, streams := bytes.Cut(r.pdf[body:], []byte("stream"))
			if streams && ofSections.Match(dict) {
				r.stream(dict, content)
				return dict, true
			}
		}
	}
	return nil, false
}

// table reads lines of an offset, a generation and whether the object is in use, in sections that begin with the first object's
// number. A first one that should be 0 is 1 in the files of some writers, which readers know.
func (r *crossReference) table(at int) (dict []byte) {
	for {
		first, next, ok := wholeAt(r.pdf, at)
		count, next, counted := wholeAt(r.pdf, next)
		if !ok || !counted {
			break
		}
		at = next
		for i := range count {
			offset, next, ok := wholeAt(r.pdf, at)
			generation, next, too := wholeAt(r.pdf, next)
			next = blanksAt(r.pdf, next)
			if !ok || !too || next >= len(r.pdf) {
				return nil
			}
			if i == 0 && first == 1 && generation == 65535 {
				first = 0
			}
			if at = next + 1; r.pdf[next] == 'n' && offset > 0 {
				r.look(first+i, offset)
			}
		}
	}
	dict, _, _ = bytes.Cut(r.pdf[min(at, len(r.pdf)):], []byte("startxref"))
	return dict
}

// look notes whether an object stands at its offset.
func (r *crossReference) look(object, offset int) {
	if r.known[object] {
		return
	}
	r.known[object] = true
	for _, from := range []int{0, r.header} {
		if body, is := objectAt(r.pdf, blanksAt(r.pdf, from+offset), object); is {
			r.bodies = append(r.bodies, body)
			return
		}
	}
	r.wrong++
}

// stream reads entries of three fields, the kind first. What is packed in another way than usual is left alone.
func (r *crossReference) stream(dict, content []byte) {
	widths := fieldWidths.FindSubmatch(dict)
	if widths == nil {
		return
	}
	var width [3]int
	for i := range width {
		width[i] = number10(widths[i+1])
	}
	entry := width[0] + width[1] + width[2]
	entries, ok := unpackedRows(dict, bytes.TrimLeft(content, "\r\n"))
	if !ok || entry == 0 {
		return
	}
	spans := [][]byte{[]byte("0")}
	if size := sectionSize.FindSubmatch(dict); size != nil {
		spans = append(spans, size[1])
	}
	if index := subsections.FindSubmatch(dict); index != nil {
		spans = bytes.Fields(index[1])
	}
	for ; len(spans) > 1; spans = spans[2:] {
		for i := range number10(spans[1]) {
			if len(entries) < entry {
				return
			}
			kind := bigEndian(entries[:width[0]])
			if offset := bigEndian(entries[width[0] : width[0]+width[1]]); offset > 0 && (kind == 1 || width[0] == 0) {
				r.look(number10(spans[0])+i, offset)
			}
			entries = entries[entry:]
		}
	}
}

// unpackedRows unpacks the content of a stream of cross references: plain, deflated, and in rows that each tell what they add to
// those before (the predictors of PNG).
func unpackedRows(dict, content []byte) (entries []byte, ok bool) {
	if filter := streamFilter.FindSubmatch(dict); filter != nil {
		r, err := zlib.NewReader(bytes.NewReader(content))
		if string(filter[1]) != "FlateDecode" || err != nil {
			return nil, false
		}
		content, _ = io.ReadAll(io.LimitReader(r, streamBytes)) // what stands before an end that was cut
	}
	by := predictor.FindSubmatch(dict)
	if by == nil || number10(by[1]) < 2 {
		return content, true
	}
	columns := rowColumns.FindSubmatch(dict)
	if number10(by[1]) < 10 || columns == nil || number10(columns[1]) < 1 {
		return nil, false
	}
	n := number10(columns[1])
	for above := make([]byte, n); len(content) > n; content = content[n+1:] {
		row := bytes.Clone(content[1 : n+1])
		if content[0] != 0 && content[0] != 2 { // none and up; others are of images
			return nil, false
		}
		for i := range row {
			row[i] += content[0] / 2 * above[i]
		}
		entries, above = append(entries, row...), row
	}
	return entries, true
}

// objectAt says whether an object begins at a place, of any number where that is negative, and gives where it goes on.
func objectAt(pdf []byte, at, object int) (body int, is bool) {
	number, next, ok := wholeAt(pdf, at)
	_, next, too := wholeAt(pdf, next)
	next = blanksAt(pdf, next)
	is = ok && too && (object < 0 || number == object) && next < len(pdf) && bytes.HasPrefix(pdf[next:], []byte("obj"))
	return next + len("obj"), is
}

// wholeAt reads a number after white space.
func wholeAt(pdf []byte, at int) (n, next int, ok bool) {
	at = blanksAt(pdf, at)
	next = at
	for next < len(pdf) && pdf[next] >= '0' && pdf[next] <= '9' && next-at < 10 {
		next++
	}
	if next <= at {
		return 0, at, false
	}
	return number10(pdf[at:next]), next, true
}

// blanksAt gives where white space ends.
func blanksAt(pdf []byte, at int) int {
	for at >= 0 && at < len(pdf) && strings.IndexByte(blanks, pdf[at]) >= 0 {
		at++
	}
	return at
}

func number10(digits []byte) int {
	n, _ := strconv.Atoi(string(digits)) // too large a one is none
	return n
}

func bigEndian(field []byte) (n int) {
	for _, b := range field {
		n = n<<8 | int(b)
	}
	return n
}
