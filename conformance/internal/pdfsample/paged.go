package pdfsample

import (
	"fmt"
	"slices"
	"strings"
)

// Paged is the fixture as a file of two pages, with the first lines on one and the others on the next, as text and as fields of a form.
func Paged() []byte {
	var f file
	f.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	half := len(fixtureLines) / 2
	const fields, pages = 8, 2 // the first object of a field, and how many pages there are
	refs := func(from, to int) string {
		var all []string
		for i := from; i < to; i++ {
			all = append(all, fmt.Sprintf("%d 0 R", fields+i))
		}
		return strings.Join(all, " ")
	}
	f.object("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%s] /DR << /Font << /Helv 7 0 R >> >> /DA (/Helv 10 Tf 0 g) >> >>", refs(0, len(fixtureLines)))
	f.object("<< /Type /Pages /Kids [3 0 R 4 0 R] /Count %d >>", pages)
	for page, annots := range []string{refs(0, half), refs(half, len(fixtureLines))} {
		f.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 7 0 R >> >> /Contents %d 0 R /Annots [%s] >>", 5+page, annots)
	}
	for _, lines := range [][][2]string{fixtureLines[:half], fixtureLines[half:]} {
		text := pageText(lines)
		f.object("<< /Length %d >>\nstream\n%s\nendstream", len(text), text)
	}
	f.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for i, line := range fixtureLines {
		f.field(line[0], line[1], i%half, 3+i/half)
	}
	return f.end(0)
}

// OnSecondPage are the labels and the values of the second page of Paged.
func OnSecondPage() [][2]string { return slices.Clone(fixtureLines[len(fixtureLines)/2:]) }
