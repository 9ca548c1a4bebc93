package pdfsample

import (
	"bytes"
	"fmt"
	"strings"
)

// Filler is what a file is filled up with, over and over: lines of white space and digits, as parsers of multipart bodies
// look for boundaries at the beginnings of lines.
var Filler = bytes.Repeat([]byte(strings.Repeat("0", 126)+"\r\n"), 512)

// parts gives a file of lines around the content of its first stream, of which filler says the length; zero leaves the
// stream out. The page comes behind it, as behind the pictures of a scan. Its text is packed where something packs it.
func parts(lines [][2]string, filler int, pack func(string) string) (head, tail []byte) {
	return partsIn(lines, filler, pack, filled)
}

// partsIn is parts with the values of the fields in an encoding.
func partsIn(lines [][2]string, filler int, pack, encode func(string) string) (head, tail []byte) {
	var f file
	f.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	var fields []string
	for i := range lines {
		fields = append(fields, fmt.Sprintf("%d 0 R", 6+i))
	}
	all := strings.Join(fields, " ")
	fillerAt := f.here()
	if filler > 0 {
		fmt.Fprintf(&f.out, "%d 0 obj\n<< /Length %d >>\nstream\n", 6+len(lines), filler)
		head = f.leave(filler)
		f.out.WriteString("\nendstream\nendobj\n")
	}
	f.object("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%s] /DR << /Font << /Helv 5 0 R >> >> /DA (/Helv 10 Tf 0 g) >> >>", all)
	f.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	f.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [%s] >>", all)
	page, how := pageText(lines), ""
	if pack != nil {
		page, how = pack(page), " /Filter /FlateDecode"
	}
	f.object("<< /Length %d%s >>\nstream\n%s\nendstream", len(page), how, page)
	f.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for i, line := range lines {
		f.field(line[0], encode(line[1]), i, 3)
	}
	if filler > 0 {
		f.at = append(f.at, fillerAt)
	}
	return head, f.end()
}

// pageText draws a heading and lines, each below the other.
func pageText(lines [][2]string) string {
	return drawn(lines, func(text string) string { return "(" + escape(text) + ") Tj" })
}

// drawn is pageText with each text shown in a way of its own.
func drawn(lines [][2]string, show func(text string) string) string {
	var text strings.Builder
	text.WriteString("BT /F1 16 Tf 54 748 Td (Commercial General Liability Declarations) Tj ET\n")
	for i, line := range lines {
		fmt.Fprintf(&text, "BT /F1 10 Tf 54 %d Td %s ET\n", height(i), show(shown(line[0])+": "+shown(line[1])))
	}
	return text.String()
}

// height is where a line stands on its page.
func height(line int) int { return 716 - 30*line }

// field writes a field of a form, with the bytes of its value, beside a line of a page, of which it has the number of the object.
func (f *file) field(label, value string, line, page int) {
	f.object("%s", fieldOf(label, value, line, page, ""))
}

// fieldOf is a field of a form with more entries.
func fieldOf(label, value string, line, page int, more string) string {
	y := height(line)
	return fmt.Sprintf("<< /Type /Annot /Subtype /Widget /FT /Tx /T (%s) /TU (%s) /V (%s) /DA (/Helv 10 Tf 0 g) /Rect [330 %d 560 %d] /F 4 /P %d 0 R%s >>",
		escape(filled(unspaced.Replace(label))), escape(filled(label)), escape(value), y-4, y+12, page, more)
}

// unspaced makes a name of a field of a label; a dot would divide it (ISO 32000-1 section 12.7.3.2).
var unspaced = strings.NewReplacer(" ", "", ".", "")

var escapes = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)

func escape(text string) string { return escapes.Replace(text) }
