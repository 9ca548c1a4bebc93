package pdftext_test

import (
	"bytes"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

func TestTextsAreFoundInTheOpenAndPacked(t *testing.T) {
	for name, pdf := range map[string][]byte{"open": pdfsample.Sized(0), "packed": pdfsample.Packed(), "wide": pdfsample.Wide(), "paged": pdfsample.Pages(true, pdfsample.Half(0), pdfsample.Half(1))} {
		t.Run(name, func(t *testing.T) {
			read := pdftext.Read(pdf)
			require.True(t, read.Shows("Blue Heron Roofing LLC"))
			require.True(t, read.Shows("(478) 555-0142"), "parentheses have a backslash before them")
			require.False(t, read.Shows("Red Heron"))
		})
	}
	require.False(t, pdftext.Read(pdfsample.Blank()).Shows("Blue"))
}

// Libraries write their pages in letters around what they compress, and the letters of a word with numbers between them.
func TestTextsAreFoundInLettersAndSpaced(t *testing.T) {
	page := "BT /F1 12 Tf [(Bl) 20 (ue) -250 (Her) 15.5 <6f6e>] TJ T* (\\(478\\) 555-0142) Tj ET"
	var packed, letters bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write([]byte(page))
	require.NoError(t, z.Close())
	e := ascii85.NewEncoder(&letters)
	_, _ = e.Write(packed.Bytes())
	require.NoError(t, e.Close())
	for name, stream := range map[string]string{
		"plain":                "<< /Length 1 >> stream\n" + page,
		"base 85":              "<< /Filter [ /ASCII85Decode /FlateDecode ] /Length 1 >>\nstream\n" + letters.String() + "~>",
		"base 85, its mark":    "<< /Filter [/A85 /Fl] >> stream\n<~" + letters.String() + "~>",
		"hex":                  "<< /Filter /ASCIIHexDecode >> stream\n" + hex.EncodeToString([]byte(page)) + ">",
		"compressed, then hex": "<< /Filter [/ASCIIHexDecode /FlateDecode] >> stream\n" + hex.EncodeToString(packed.Bytes()) + "\n>",
	} {
		t.Run(name, func(t *testing.T) {
			read := pdftext.Read([]byte("%PDF-1.4\n4 0 obj " + stream + "\nendstream endobj 5 0 obj << /T (after it) >> endobj"))
			require.True(t, read.Shows("Blue Heron"))
			require.True(t, read.Shows("(478) 555-0142"))
			require.True(t, read.Shows("after it"))
			require.False(t, read.Shows("BlueHeron"), "a wide gap is a blank")
		})
	}
	require.False(t, pdftext.Read([]byte("[(Bl) (ue)] << /Opt [(Blue) (Heron)] >> [(Blue) x (Heron)] TJ")).Shows("BlueHeron"), "other arrays are strings on their own")
}

// The shapes of a font are most of a PDF that brings one, and are no text.
func TestShapesOfFontsAreNotRead(t *testing.T) {
	for length, shown := range map[string]bool{"/Length 13": true, "/Length1 13 /Length 13": false} {
		read := pdftext.Read([]byte("%PDF-1.4\n4 0 obj << " + length + " >> stream\n(Blue Heron)\nendstream endobj 5 0 obj << /Length 3 >> stream\n(after it) Tj\nendstream endobj"))
		require.Equal(t, shown, read.Shows("Blue Heron"), length)
		require.True(t, read.Shows("after it"), length)
	}
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

// A page may have a picture for each line, and no text.
func TestPicturesHideTexts(t *testing.T) {
	page := strings.Repeat("q 400 0 0 8 50 700 cm BI /W 16 /H 1 /BPC 1 /CS /G /F /AHx ID 5a5a> EI Q\n", 3)
	for text, hidden := range map[string]bool{"": true, "BT (Blue Heron) Tj ET\n": true, strings.Repeat("BT (Blue Heron) Tj ET\n", 3): false} {
		pdf := "%PDF-1.4\n4 0 obj << /Length 1 >> stream\n" + text + page + "endstream endobj"
		require.Equal(t, hidden, pdftext.Read([]byte(pdf)).Hides(), text)
	}
}

// Whatever a server sends as a form is read to its end, and no string that is read is without bound.
func FuzzForm(f *testing.F) {
	const longest = 1 << 24 // 4,096 bytes, each a code of some letters
	for _, pdf := range [][]byte{pdfsample.Sized(0), pdfsample.Packed(), pdfsample.Wide(), pdfsample.Damaged(), pdfsample.Locked(), pdfsample.Blank(), []byte("%PDF-1.4\n1 0 obj\n(a \\( b"), []byte("<< /Filter /A85 >> stream\n<~87cURDZ~>\nendstream [(a) -300 <62>] TJ")} {
		f.Add(pdf)
	}
	f.Fuzz(func(t *testing.T, pdf []byte) {
		read := pdftext.Read(pdf)
		for _, s := range read.Strings() {
			require.LessOrEqual(t, len(s.Text), longest)
		}
		_, _, _, _ = read.Fields(), read.Hides(), read.Shows("Blue Heron"), read.UnendedText()
		_ = pdftext.Misplaced(pdf)
	})
}

func TestFieldsHaveNamesAndValues(t *testing.T) {
	part := []byte("1 0 obj << /FT /Tx /T (insured_name) /V (Ab \\(Co\\)) /AP << /N 7 0 R >> >> endobj 2 0 obj <</T<feff0061>/FT/Btn/V/Off>> endobj 3 0 obj << /V (none) /Kids [<< /T (b) >>] >> endobj 4 0 obj << /T (c) /FT /Btn /V /Yes >>")
	require.Equal(t, []pdftext.Field{{Name: "insured_name", Value: "Ab (Co)", Text: true}, {Name: "a"}, {Name: "b"}, {Name: "c", On: true}}, pdftext.Read(part).Fields())
}
