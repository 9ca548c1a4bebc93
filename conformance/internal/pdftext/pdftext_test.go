package pdftext_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

func TestTextsAreFoundInTheOpenAndPacked(t *testing.T) {
	for name, pdf := range map[string][]byte{"open": pdfsample.Sized(0), "packed": pdfsample.Packed(), "wide": pdfsample.Wide(), "paged": pdfsample.Pages(true, pdfsample.Half(0), pdfsample.Half(1))} {
		t.Run(name, func(t *testing.T) {
			read := pdftext.In(pdf)
			require.True(t, read.Shows("Blue Heron Roofing LLC"))
			require.True(t, read.Shows("(478) 555-0142"), "parentheses have a backslash before them")
			require.False(t, read.Shows("Red Heron"))
		})
	}
	require.False(t, pdftext.In(pdfsample.Blank()).Shows("Blue"))
}

func TestObjectsAreWhereReadersLook(t *testing.T) {
	for name, pdf := range map[string][]byte{"smallest": pdfsample.Sized(0), "padded": pdfsample.Sized(100_000), "newer": pdfsample.Newer(), "blank": pdfsample.Blank(), "paged": pdfsample.Pages(true, pdfsample.Half(0), pdfsample.Half(1)), "text alone": pdfsample.Pages(false, pdfsample.Half(0), pdfsample.Half(1))} {
		require.Empty(t, pdftext.Misplaced(pdf), name)
		moved := append([]byte("%PDF-1.7\n"), pdf...) // as where something was added without a look at the offsets
		require.NotEmpty(t, pdftext.Misplaced(moved), name)
	}
}

func TestPackedBeginnings(t *testing.T) {
	require.False(t, pdftext.Packs("Please tell us about the business.", []byte("%PDF-")))
}

// Whatever a server sends as a form is read to its end, and what is read comes within what was sent, unpacked.
func FuzzForm(f *testing.F) {
	for _, pdf := range [][]byte{pdfsample.Sized(0), pdfsample.Packed(), pdfsample.Wide(), pdfsample.Damaged(), pdfsample.Locked(), pdfsample.Blank(), []byte("%PDF-1.4\n1 0 obj\n(a \\( b")} {
		f.Add(pdf)
	}
	f.Fuzz(func(t *testing.T, pdf []byte) {
		parts := pdftext.Unpacked(pdf)
		pdftext.Fields(parts)
		room := 0
		for _, part := range parts {
			room += len(part)
		}
		for _, s := range pdftext.StringsOf(parts) {
			require.LessOrEqual(t, len(s.Text), 4*room+4) // a letter of Latin-1 or of UTF-16 takes up to four bytes
		}
		_ = pdftext.In(pdf).Shows("Blue Heron")
		_ = pdftext.UnendedText(parts)
		_ = pdftext.Misplaced(pdf)
	})
}

func TestFieldsHaveNamesAndValues(t *testing.T) {
	part := []byte("1 0 obj << /FT /Tx /T (insured_name) /V (Ab \\(Co\\)) /AP << /N 7 0 R >> >> endobj 2 0 obj <</T<feff0061>/FT/Btn/V/Off>> endobj 3 0 obj << /V (none) /Kids [<< /T (b) >>] >>")
	require.Equal(t, []pdftext.Field{{Name: "insured_name", Value: "Ab (Co)", Text: true}, {Name: "a"}, {Name: "b"}}, pdftext.Fields([][]byte{part}))
}
