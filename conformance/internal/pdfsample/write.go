package pdfsample

import (
	"bytes"
	"fmt"
	"strings"
)

// Filler is what a file is filled up with, over and over: lines of white space and digits, as parsers of multipart bodies
// look for boundaries at the beginnings of lines.
var Filler = bytes.Repeat([]byte(strings.Repeat("0", 126)+"\r\n"), 512)

// parts gives a file of lines around the content of its last stream, of which filler says the length; zero leaves the
// stream out. The text of its page is packed where something packs it.
func parts(lines [][2]string, filler int, pack func(string) string) (head, tail []byte) {
	return partsIn(lines, filler, pack, func(text string) string { return text })
}

// partsIn is parts with the values of the fields in an encoding.
func partsIn(lines [][2]string, filler int, pack, encode func(string) string) (head, tail []byte) {
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
		fmt.Fprintf(&text, "BT /F1 10 Tf 54 %d Td (%s: %s) Tj ET\n", y, escape(line[0]), escape(line[1]))
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
			escape(strings.ReplaceAll(line[0], " ", "")), escape(line[0]), escape(encode(line[1])), y-4, y+12)
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

func escape(text string) string { return escapes.Replace(text) }
