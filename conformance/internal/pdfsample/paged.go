package pdfsample

import (
	"fmt"
	"strings"
)

// Half are the lines of one half of the fixture, 0 or 1.
func Half(n int) [][2]string {
	half := len(fixtureLines) / 2
	return fixtureLines[n*half : (n+1)*half : (n+1)*half]
}

// Pages is a file with a page for each list of lines, as text, and with fields as fields of a form, too.
func Pages(fields bool, pages ...[][2]string) []byte {
	return paged(fields, nil, pages)
}

// PackedPages is a file with a page for each list of lines, as text in a compressed stream.
func PackedPages(pages ...[][2]string) []byte {
	return paged(false, deflated, pages)
}

func paged(fields bool, pack func(string) string, pages [][][2]string) []byte {
	var f file
	f.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	const font, first = 3, 4 // the objects of the font and of the first page; each page is followed by its text
	firstField := first + 2*len(pages)
	refs := func(from, count, step int) string {
		var all []string
		for i := range count {
			all = append(all, fmt.Sprintf("%d 0 R", from+step*i))
		}
		return strings.Join(all, " ")
	}
	count := 0 // of lines
	for _, lines := range pages {
		count += len(lines)
	}
	form := ""
	if fields {
		form = fmt.Sprintf(" /AcroForm << /Fields [%s] /DR << /Font << /Helv %d 0 R >> >> /DA (/Helv 10 Tf 0 g) >>", refs(firstField, count, 1), font)
	}
	f.object("<< /Type /Catalog /Pages 2 0 R%s >>", form)
	f.object("<< /Type /Pages /Kids [%s] /Count %d >>", refs(first, len(pages), 2), len(pages))
	f.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	next := firstField
	for n, lines := range pages {
		annots := ""
		if fields {
			annots = fmt.Sprintf(" /Annots [%s]", refs(next, len(lines), 1))
		}
		next += len(lines)
		f.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 %d 0 R >> >> /Contents %d 0 R%s >>", font, first+2*n+1, annots)
		text, filter := pageText(lines), ""
		if pack != nil {
			text, filter = pack(text), " /Filter /FlateDecode"
		}
		f.object("<< /Length %d%s >>\nstream\n%s\nendstream", len(text), filter, text)
	}
	for n, lines := range pages {
		for i, line := range lines {
			if fields {
				f.field(line[0], filled(line[1]), i, first+2*n)
			}
		}
	}
	return f.end()
}
