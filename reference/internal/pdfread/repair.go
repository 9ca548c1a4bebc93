package pdfread

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// salvaged is an object of a file whose table of objects is lost: what stands between "obj" and "endobj".
type salvaged struct {
	number int
	body   []byte
	packed bool // it came out of an object stream
}

const (
	mostSalvaged  = 100_000
	highestNumber = 8_388_607 // ISO 32000-1 annex C
)

var (
	streamHead   = regexp.MustCompile(`>>\s*stream\r?\n`)
	lengthEntry  = regexp.MustCompile(`/Length\s+\d+(?:\s+\d+\s+R)?`)
	objectStream = regexp.MustCompile(`/Type\s*/ObjStm\b`)
	crossTable   = regexp.MustCompile(`/Type\s*/XRef\b`)
	catalogType  = regexp.MustCompile(`/Type\s*/Catalog\b`)
	pageType     = regexp.MustCompile(`/Type\s*/Page(?:[^s\w]|$)`)
	firstEntry   = regexp.MustCompile(`/First\s+(\d{1,9})`)
	otherFilter  = regexp.MustCompile(`/DecodeParms|/(?:ASCII85|ASCIIHex|LZW|RunLength|Crypt)`)
	protected    = []byte("/Encrypt")
)

// repaired writes a file anew whose table of objects is missing or wrong, as that of a file which was cut off: from the
// objects that can be found in it, those in object streams too. Where the catalogue is lost, or leads to no page, the pages are
// listed in the order in which they stand; so there may be two ways to write it. What is encrypted stays lost.
func repaired(file []byte) (ways [][]byte) {
	if bytes.Contains(file, protected) {
		return nil
	}
	objects := salvage(file)
	root, highest := 0, 0
	var pages []int
	for _, o := range objects {
		highest = max(highest, o.number)
		head := o.body[:min(len(o.body), 4096)]
		switch {
		case catalogType.Match(head):
			root = o.number
		case pageType.Match(head):
			pages = append(pages, o.number)
		}
	}
	if root != 0 {
		ways = append(ways, printed(objects, root))
	}
	if len(pages) > 0 {
		ways = append(ways, printed(append(objects, listed(pages, highest+1)...), highest+1))
	}
	return ways
}

// objectHeads finds where objects begin: "12 0 obj". A head is the place of the number, the number, and where the body begins.
func objectHeads(file []byte) (heads [][3]int) {
	for from := 0; len(heads) < mostSalvaged; {
		i := bytes.Index(file[from:], []byte("obj"))
		if i < 0 {
			break
		}
		at := from + i
		from = at + 3
		_, start, ok := figureBefore(file, at) // the generation
		if !ok {
			continue
		}
		if number, start, ok := figureBefore(file, start); ok && number > 0 && number <= highestNumber {
			heads = append(heads, [3]int{start, number, at + 3})
		}
	}
	return heads
}

// figureBefore reads the figure that ends, with white space behind it, right before a place.
func figureBefore(file []byte, end int) (n, start int, ok bool) {
	at := end
	for at > 0 && blank(file[at-1]) {
		at--
	}
	start = at
	for start > 0 && at-start < 8 && file[start-1] >= '0' && file[start-1] <= '9' {
		start--
	}
	n, err := strconv.Atoi(string(file[start:at]))
	return n, start, at < end && err == nil
}

// salvage finds the objects of a file; of two with one number the later counts.
func salvage(file []byte) []salvaged {
	found := map[int]salvaged{}
	heads := objectHeads(file)
	for i, head := range heads {
		number, end := head[1], len(file)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		body := file[head[2]:end]
		if j := bytes.LastIndex(body, []byte("endobj")); j >= 0 {
			body = body[:j]
		}
		body = wholeStream(body)
		switch head := body[:min(len(body), 4096)]; {
		case crossTable.Match(head):
		case objectStream.Match(head):
			for _, o := range unpacked(body) {
				if old, known := found[o.number]; !known || old.packed {
					found[o.number] = o
				}
			}
		case len(found) < mostSalvaged:
			found[number] = salvaged{number: number, body: body}
		}
	}
	objects := make([]salvaged, 0, len(found))
	for _, o := range found {
		objects = append(objects, o)
	}
	slices.SortFunc(objects, func(a, b salvaged) int { return cmp.Compare(a.number, b.number) })
	return objects
}

// wholeStream gives a stream the length that it has and the end that it may have lost.
func wholeStream(body []byte) []byte {
	at := streamHead.FindIndex(body)
	if at == nil {
		return body
	}
	data := body[at[1]:]
	if i := bytes.LastIndex(data, []byte("endstream")); i >= 0 {
		data = bytes.TrimSuffix(bytes.TrimSuffix(data[:i], []byte("\n")), []byte("\r"))
	}
	dict := lengthEntry.ReplaceAll(body[:at[0]], []byte(fmt.Sprintf("/Length %d", len(data))))
	return slices.Concat(dict, []byte(">>\nstream\n"), data, []byte("\nendstream\n"))
}

// unpacked reads the objects of an object stream (ISO 32000-1 section 7.5.7).
func unpacked(body []byte) (objects []salvaged) {
	at := streamHead.FindIndex(body)
	if at == nil || otherFilter.Match(body[:at[0]]) {
		return nil
	}
	data := bytes.TrimSuffix(body[at[1]:], []byte("\nendstream\n"))
	if bytes.Contains(body[:at[0]], []byte("/FlateDecode")) {
		data = inflateWhatIsThere(data, maxStream)
	}
	m := firstEntry.FindSubmatch(body[:at[0]])
	if m == nil {
		return nil
	}
	first, _ := strconv.Atoi(string(m[1]))
	if first > len(data) {
		return nil
	}
	numbers := bytes.Fields(data[:first])
	for i := 0; i+1 < len(numbers) && len(objects) < mostSalvaged; i += 2 {
		number, err1 := strconv.Atoi(string(numbers[i]))
		from, err2 := strconv.Atoi(string(numbers[i+1]))
		to := len(data) - first
		if i+3 < len(numbers) {
			to, _ = strconv.Atoi(string(numbers[i+3]))
		}
		if err1 != nil || err2 != nil || number <= 0 || number > highestNumber || from < 0 || from > to || to > len(data)-first {
			continue
		}
		objects = append(objects, salvaged{number: number, body: data[first+from : first+to], packed: true})
	}
	return objects
}

// listed makes a catalogue and a list of pages.
func listed(pages []int, root int) []salvaged {
	var kids bytes.Buffer
	for _, n := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", n)
	}
	return []salvaged{
		{number: root, body: fmt.Appendf(nil, "<</Type/Catalog/Pages %d 0 R>>", root+1)},
		{number: root + 1, body: fmt.Appendf(nil, "<</Type/Pages/Count %d/MediaBox[0 0 612 792]/Kids[%s]>>", len(pages), kids.Bytes())},
	}
}

// printed writes objects as a file with a classic cross-reference table.
func printed(objects []salvaged, root int) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	places := make([]int, len(objects))
	for i, o := range objects {
		places[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", o.number, o.body)
	}
	start, last := out.Len(), objects[len(objects)-1].number
	out.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for i, o := range objects {
		fmt.Fprintf(&out, "%d 1\n%010d 00000 n \n", o.number, places[i])
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", last+1, root, start)
	return out.Bytes()
}
