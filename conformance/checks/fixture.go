package checks

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"
)

// lines of the fixture: a small declarations page about a business that does not exist.
var fixtureLines = [][2]string{
	{"Named Insured", "Blue Heron Roofing LLC"},
	{"DBA", "Blue Heron"},
	{"Mailing Address", "418 Larkspur Avenue, Macon, GA 31201"},
	{"FEIN", "58-2941763"},
	{"Phone", "(478) 555-0142"},
	{"Email", "office@blueheron.example"},
	{"Website", "www.blueheron.example"},
	{"Year Established", "2009"},
	{"Business Description", "Residential roofing contractor"},
	{"NAICS Code", "238160"},
	{"Legal Entity", "LLC"},
	{"Number of Employees", "14"},
	{"Annual Revenue", "$1,850,000"},
	{"Annual Payroll", "$640,000"},
	{"Policy Number", "GL-2048817"},
	{"Policy Effective Date", "03/10/2026"},
	{"Policy Expiration Date", "03/10/2027"},
	{"Each Occurrence Limit", "$1,000,000"},
	{"General Aggregate Limit", "$2,000,000"},
	{"Current Carrier", "Larkfield Mutual"},
}

// smallest is the PDF that most checks send.
var smallest = sync.OnceValue(func() []byte { return pdfOf(fixtureLines) })

// halves are two PDFs of which each has every other line.
var halves = sync.OnceValue(func() [2][]byte {
	var lines [2][][2]string
	for i, line := range fixtureLines {
		lines[i%2] = append(lines[i%2], line)
	}
	return [2][]byte{pdfOf(lines[0]), pdfOf(lines[1])}
})

func pdfOf(lines [][2]string) []byte {
	head, tail := partsPDF(lines, 0, nil)
	return append(head, tail...)
}

// widePDF is the fixture with the values of its fields in UTF-16, as many programs write them (ISO 32000-1 section 7.9.2.2).
func widePDF() []byte {
	head, tail := partsOf(fixtureLines, 0, nil, func(text string) string {
		wide := "\xfe\xff"
		for _, unit := range utf16.Encode([]rune(text)) {
			wide += string([]byte{byte(unit >> 8), byte(unit)})
		}
		return wide
	})
	return append(head, tail...)
}

// packedPDF is the fixture with its text in a compressed stream, as most files have it.
func packedPDF() []byte {
	head, tail := partsPDF(fixtureLines, 0, deflated)
	return append(head, tail...)
}

// damagedPDF is the packed fixture with some bytes of its text lost.
func damagedPDF() []byte {
	head, tail := partsPDF(fixtureLines, 0, func(text string) string {
		packed := deflated(text)
		third := len(packed) / 3
		return packed[:third] + strings.Repeat("\xff", 8) + packed[third+8:]
	})
	return append(head, tail...)
}

func deflated(text string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	_, _ = w.Write([]byte(text)) // a buffer takes everything
	_ = w.Close()
	return out.String()
}

// newerPDF is the fixture as a file of the newest version, of which it uses nothing that is new.
// Every such file has an identifier (ISO 32000-2 section 14.4).
func newerPDF() []byte {
	newer := bytes.Replace(smallest(), []byte("%PDF-1.7"), []byte("%PDF-2.0"), 1)
	id := "<" + strings.Repeat("c3", 16) + ">"
	return bytes.Replace(newer, []byte("/Root 1 0 R"), []byte("/Root 1 0 R /ID ["+id+" "+id+"]"), 1)
}

// lockedPDF is the fixture as a file that needs a password, which nobody has.
func lockedPDF() []byte {
	lock := "/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + strings.Repeat("5a", 32) + "> /U <" + strings.Repeat("a5", 32) + "> >>"
	return bytes.Replace(smallest(), []byte("/Root 1 0 R"), []byte(lock), 1)
}

// fixturePDF is a valid PDF with the lines as text and as fields of a form. Size sets its exact length, by a stream
// that nothing refers to; zero leaves it as small as it is. The bytes are shared: nobody changes them.
func fixturePDF(size int) []byte {
	if size <= len(smallest()) {
		return smallest()
	}
	head, filler, tail := sizedPDF(size)
	pdf := make([]byte, 0, size)
	pdf = append(pdf, head...)
	for range filler / len(someLines) {
		pdf = append(pdf, someLines...)
	}
	pdf = append(pdf, someLines[:filler%len(someLines)]...)
	return append(pdf, tail...)
}

// binaryPDF is a fixture of an exact size whose filler has all bytes there are, as packed streams and pictures have.
func binaryPDF(size int) []byte {
	head, filler, tail := sizedPDF(size)
	for n := range filler {
		head = append(head, byte(n))
	}
	return append(head, tail...)
}

// sizedPDF gives a file of an exact length as what stands around its filler.
func sizedPDF(size int) (head []byte, filler int, tail []byte) {
	filler = size - len(smallest())
	for range 8 { // the length of the filler is itself written in the file, and so are the places of what follows
		head, tail = partsPDF(fixtureLines, filler, nil)
		got := len(head) + filler + len(tail)
		if got == size {
			return head, filler, tail
		}
		filler += size - got
	}
	return smallest(), 0, nil
}

// partsPDF gives a file of lines around the content of its last stream, of which filler says the length; zero leaves the
// stream out. The text of its page is packed where something packs it.
func partsPDF(lines [][2]string, filler int, pack func(string) string) (head, tail []byte) {
	return partsOf(lines, filler, pack, func(text string) string { return text })
}

// partsOf is partsPDF with the values of the fields in an encoding.
func partsOf(lines [][2]string, filler int, pack, encode func(string) string) (head, tail []byte) {
	var out bytes.Buffer
	var at []int
	object := func(format string, args ...any) {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n", len(at))
		fmt.Fprintf(&out, format, args...)
		out.WriteString("\nendobj\n")
	}
	out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	var text strings.Builder
	text.WriteString("BT /F1 16 Tf 54 748 Td (Commercial General Liability Declarations) Tj ET\n")
	var fields []string
	for i, line := range lines {
		y := 716 - 30*i
		fmt.Fprintf(&text, "BT /F1 10 Tf 54 %d Td (%s: %s) Tj ET\n", y, escapePDF(line[0]), escapePDF(line[1]))
		fields = append(fields, fmt.Sprintf("%d 0 R", 6+i))
	}
	all := strings.Join(fields, " ")
	object("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%s] /DR << /Font << /Helv 5 0 R >> >> /DA (/Helv 10 Tf 0 g) >> >>", all)
	object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [%s] >>", all)
	page, how := text.String(), ""
	if pack != nil {
		page, how = pack(page), " /Filter /FlateDecode"
	}
	object("<< /Length %d%s >>\nstream\n%s\nendstream", len(page), how, page)
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for i, line := range lines {
		y := 716 - 30*i
		object("<< /Type /Annot /Subtype /Widget /FT /Tx /T (%s) /TU (%s) /V (%s) /DA (/Helv 10 Tf 0 g) /Rect [330 %d 560 %d] /F 4 /P 3 0 R >>",
			escapePDF(strings.ReplaceAll(line[0], " ", "")), escapePDF(line[0]), escapePDF(encode(line[1])), y-4, y+12)
	}
	if filler > 0 {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n<< /Length %d >>\nstream\n", len(at), filler)
		head = bytes.Clone(out.Bytes())
		out.Reset()
		out.WriteString("\nendstream\nendobj\n")
	}
	start := len(head) + max(filler, 0) + out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return head, out.Bytes()
}

var escapes = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)

func escapePDF(text string) string { return escapes.Replace(text) }

// upload is a multipart body with one file.
func upload(part, filename, contentType string, data []byte) option {
	around, end, boundary := wrapping(part, filename, contentType)
	set := bodyOf(boundary, slices.Concat(around, data, end))
	return func(r *request) {
		set(r)
		r.file = &attached{part, filename, contentType, data, len(data)}
	}
}

// uploadOf is upload for the fixture of a size that is too large to be held in memory.
func uploadOf(part, filename, contentType string, size int) option {
	around, end, boundary := wrapping(part, filename, contentType)
	head, filler, tail := sizedPDF(size)
	set := bodyOf(boundary, slices.Concat(around, head))
	return func(r *request) {
		set(r)
		r.filler, r.rest, r.large = filler, slices.Concat(tail, end), true
		r.file = &attached{part, filename, "application/pdf", nil, size}
	}
}

// quotedBoundary puts the boundary of a multipart body in quotes, as it may always be and at times has to be.
func quotedBoundary(r *request) {
	kind, boundary, _ := strings.Cut(r.header.Get("Content-Type"), "boundary=")
	r.header.Set("Content-Type", kind+`boundary="`+boundary+`"`)
	r.file = nil // curl would write a boundary of its own
}

// bareNames writes the names in the head of a part without quotes, as may be done with words.
func bareNames(r *request) {
	r.body = bytes.Replace(r.body, fmt.Appendf(nil, `name="%s"; filename="%s"`, r.file.part, r.file.filename), fmt.Appendf(nil, "name=%s; filename=%s", r.file.part, r.file.filename), 1)
	r.file = nil // curl would put them in quotes
}

// wrapping is what stands around the one file of a multipart body, and its content type.
func wrapping(part, filename, contentType string) (before, after []byte, boundary string) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	_, _ = w.CreatePart(partHeader(part, filename, contentType)) // a buffer takes everything
	before = bytes.Clone(out.Bytes())
	_ = w.Close()
	return before, out.Bytes()[len(before):], w.FormDataContentType()
}

func partHeader(part, filename, contentType string) textproto.MIMEHeader {
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="%s"; filename="%s"`, part, filename))
	h.Set("Content-Type", contentType)
	return h
}

// uploadBoth sends two PDFs in parts of one name.
func uploadBoth(part string, filenames [2]string, files [2][]byte) option {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for i, filename := range filenames {
		file, _ := w.CreatePart(partHeader(part, filename, "application/pdf"))
		_, _ = file.Write(files[i]) // a buffer takes everything
	}
	_ = w.Close()
	return bodyOf(w.FormDataContentType(), out.Bytes())
}

func (c *C) extract(id string, pdf []byte, options ...option) *exchange {
	return c.call("POST", sessionPath(id, "extract"), append([]option{upload("file", "prior-application.pdf", "application/pdf", pdf)}, options...)...)
}

// extractOf is extract for a large file.
func (c *C) extractOf(id string, size int, options ...option) *exchange {
	return c.call("POST", sessionPath(id, "extract"), append([]option{uploadOf("file", "prior-application.pdf", "application/pdf", size)}, options...)...)
}
