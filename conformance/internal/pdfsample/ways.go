package pdfsample

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
)

// Way is one in which programs write lines, each a label and a value, into a file of one page.
type Way struct {
	Name  string // that says what is special of it, with its section of ISO 32000-1
	Write func(lines [][2]string) []byte
}

// TextWays are those that differ from TextAlone in one thing each.
func TextWays() []Way {
	return []Way{
		{"whose page is in two streams (ISO 32000-1 section 7.8.2)", inTwoStreams},
		{"whose labels and values are in columns", inColumns},
		{"whose texts have their signs as numbers (ISO 32000-1 section 7.3.4.2)", withNumbers},
		{"whose texts are in hexadecimal digits, with numbers between their words (ISO 32000-1 section 9.4.3)", inHexadecimal},
	}
}

// FieldWays are those that differ from FieldsAlone in one thing each.
func FieldWays() []Way {
	return []Way{
		{"whose fields stand below another one (ISO 32000-1 section 12.7.3.2)", belowAnother},
		{"whose fields have another value that they are reset to (ISO 32000-1 section 12.7.3.1)", withDefaults},
		{"whose fields are in a compressed stream of objects (ISO 32000-1 section 7.5.7)", inObjectStream},
	}
}

// TextAlone is a file with lines as the text of a page.
func TextAlone(lines [][2]string) []byte { return Pages(false, lines) }

// inTwoStreams divides the page after half of its lines.
func inTwoStreams(lines [][2]string) []byte {
	text, half := pageText(lines), len(lines)/2
	cut := len(pageText(lines[:half]))
	return textFile(text[:cut], text[cut:])
}

// inColumns draws the values beside their labels, each as a text of its own.
func inColumns(lines [][2]string) []byte {
	text := ""
	for i, line := range lines {
		text += fmt.Sprintf("BT /F1 10 Tf 54 %d Td (%s:) Tj 200 0 Td (%s) Tj ET\n", height(i), escape(shown(line[0])), escape(shown(line[1])))
	}
	return textFile(text)
}

func withNumbers(lines [][2]string) []byte {
	return textFile(drawn(lines, func(text string) string {
		var all strings.Builder
		for _, b := range []byte(text) {
			if b == ' ' || b < 0x80 && (unicode.IsLetter(rune(b)) || unicode.IsDigit(rune(b))) {
				all.WriteByte(b)
			} else {
				fmt.Fprintf(&all, `\%03o`, b)
			}
		}
		return "(" + all.String() + ") Tj"
	}))
}

func inHexadecimal(lines [][2]string) []byte {
	return textFile(drawn(lines, func(text string) string {
		var all []string
		for _, word := range strings.SplitAfter(text, " ") {
			all = append(all, fmt.Sprintf("<%x>", word))
		}
		return "[" + strings.Join(all, " -20 ") + "] TJ"
	}))
}

// textFile is a file of one page, with a stream for each of its parts.
func textFile(parts ...string) []byte {
	var f file
	f.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	var refs []string
	for i := range parts {
		refs = append(refs, fmt.Sprintf("%d 0 R", 5+i))
	}
	f.object("<< /Type /Catalog /Pages 2 0 R >>")
	f.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	f.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents [%s] >>", strings.Join(refs, " "))
	f.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for _, part := range parts {
		f.object("<< /Length %d >>\nstream\n%s\nendstream", len(part), part)
	}
	return f.end()
}

// FieldsAlone is a file with lines as the fields of a form, and no text.
func FieldsAlone(lines [][2]string) []byte {
	return fieldFile(formObjects(lines, false, textField))
}

func belowAnother(lines [][2]string) []byte {
	return fieldFile(formObjects(lines, true, textField))
}

func withDefaults(lines [][2]string) []byte {
	return fieldFile(formObjects(lines, false, func(label, value string, line int, more string) string {
		return textField(label, value, line, more+" /DV ("+escape(filled(beside(value)))+")")
	}))
}

// textField is a field of the one page.
func textField(label, value string, line int, more string) string {
	return fieldOf(label, filled(value), line, 3, more)
}

// beside is another value of the kind of one.
func beside(value string) string {
	return strings.Map(func(r rune) rune {
		if r >= '1' && r <= '8' {
			return r + 1
		}
		return r
	}, value) + " "
}

// formObjects are the objects of a file with a form: catalog, pages, page, font, the fields and, where there is one, the field above them.
func formObjects(lines [][2]string, below bool, field func(label, value string, line int, more string) string) []string {
	const first = 5
	var kids []string
	for i := range lines {
		kids = append(kids, fmt.Sprintf("%d 0 R", first+i))
	}
	all, fields, parent := strings.Join(kids, " "), strings.Join(kids, " "), ""
	if below {
		fields = fmt.Sprintf("%d 0 R", first+len(lines))
		parent = " /Parent " + fields
	}
	objects := []string{
		fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%s] /NeedAppearances true /DR << /Font << /Helv 4 0 R >> >> /DA (/Helv 10 Tf 0 g) >> >>", fields),
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /Helv 4 0 R >> >> /Annots [%s] >>", all),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}
	for i, line := range lines {
		objects = append(objects, field(line[0], line[1], i, parent))
	}
	if below {
		objects = append(objects, fmt.Sprintf("<< /T (Applicant) /Kids [%s] >>", all))
	}
	return objects
}

// fieldFile writes objects, the first of which is the catalog.
func fieldFile(objects []string) []byte {
	var f file
	f.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	for _, one := range objects {
		f.object("%s", one)
	}
	return f.end()
}

// inObjectStream packs all objects of a file into one stream, which its table of the same kind refers to.
func inObjectStream(lines [][2]string) []byte {
	objects := formObjects(lines, false, textField)
	var places, all strings.Builder
	for i, one := range objects {
		fmt.Fprintf(&places, "%d %d ", i+1, all.Len())
		all.WriteString(one + "\n")
	}
	var f file
	f.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	f.at = make([]int, len(objects)) // which have no place of their own
	packed := deflated(places.String() + all.String())
	f.object("<< /Type /ObjStm /N %d /First %d /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", len(objects), places.Len(), len(packed), packed)
	stream, start := len(f.at), f.here()
	row := func(kind byte, at, index int) string {
		return string(binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint32([]byte{kind}, uint32(at)), uint16(index)))
	}
	rows := row(0, 0, 65535)
	for i := range objects {
		rows += row(2, stream, i)
	}
	rows = deflated(rows + row(1, f.at[stream-1], 0) + row(1, start, 0))
	f.object("<< /Type /XRef /W [1 4 2] /Size %d /Root 1 0 R /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", stream+2, len(rows), rows)
	fmt.Fprintf(&f.out, "startxref\n%d\n%%%%EOF\n", start)
	return f.out.Bytes()
}
