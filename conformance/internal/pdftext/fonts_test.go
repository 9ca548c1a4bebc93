package pdftext_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// letterMap says that the codes of a font from 1 on are the letters of a text.
func letterMap(letters string) string {
	var b strings.Builder
	b.WriteString("1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for n, r := range []rune(letters) {
		fmt.Fprintf(&b, "1 beginbfchar <%04X> <%04X> endbfchar\n", n+1, r)
	}
	return b.String()
}

// inCodes writes a text in the codes of such a font.
func inCodes(letters, text string) string {
	var b strings.Builder
	for _, r := range text {
		fmt.Fprintf(&b, "%04X", 1+len([]rune(letters[:strings.IndexRune(letters, r)])))
	}
	return "<" + b.String() + ">"
}

func stream(number int, dict, content string) string {
	return fmt.Sprintf("%d 0 obj << %s /Length %d >> stream\n%s\nendstream endobj\n", number, dict, len(content), content)
}

// Two pages call different fonts by one name, and one has its resources from its parent.
func TestTextsAreFoundInTheCodesOfFonts(t *testing.T) {
	one, two := "Blue HronRfigLC:", "kzŁausM()478-50123"
	pdf := "%PDF-1.7\n" +
		"1 0 obj << /Type /Page /Parent 9 0 R /Contents [ 3 0 R ] >> endobj\n" +
		"2 0 obj << /Type /Page /Parent 9 0 R /Resources << /Font << /F1 6 0 R >> >> /Contents 4 0 R >> endobj\n" +
		"9 0 obj << /Type /Pages /Resources 10 0 R >> endobj\n10 0 obj << /Font << /F1 5 0 R /F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> endobj\n" +
		stream(3, "", "BT /F1 12 Tf "+inCodes(one, "Blue Her")+" Tj 40 0 Td "+inCodes(one, "on R")+" Tj /Span << /ActualText <FEFF> >> BDC "+inCodes(one, "oofing")+" Tj EMC ["+inCodes(one, "LLC")+"] TJ 0 -14 Td "+inCodes(one, "Hello")+" Tj /F2 12 Tf (plain) Tj ET") +
		stream(4, "", "BT /F1 12 Tf "+inCodes(two, "Łukasz")+" Tj ["+inCodes(two, "M")+" -400 "+inCodes(two, "(478)")+"] TJ ET") +
		"5 0 obj << /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 7 0 R >> endobj\n6 0 obj << /Type /Font /Subtype /Type0 /ToUnicode 8 0 R >> endobj\n" +
		stream(7, "", letterMap(one)) + stream(8, "", letterMap(two))
	read := pdftext.Read([]byte(pdf))
	for _, text := range []string{"Blue Heron RoofingLLC", "Łukasz", "M (478)", "plain", "Hello"} {
		require.True(t, read.Shows(text), text)
	}
	require.False(t, read.Shows("LLCHello"), "on the next line")
	require.False(t, read.Hides())
	for what, other := range map[string]string{
		"a code that is no letter": strings.Replace(pdf, "(plain) Tj", "/F1 12 Tf <00FF> Tj", 1),
		"a font without letters":   strings.Replace(pdf, "/ToUnicode 8 0 R", "", 1),
		"a font that is not there": strings.Replace(pdf, "/F2 12 Tf", "/F3 12 Tf", 1),
		"a text out of all pages":  pdf + stream(11, "", "BT (x) Tj ET"),
		"a font of drawings":       strings.Replace(pdf, "/Type1", "/Type3", 1),
	} {
		require.True(t, pdftext.Read([]byte(other)).Hides(), what)
	}
}

// A range of all codes there are, of another length than those of the font, ends soon, and leaves the text hidden.
func TestRangesOfCodesAreBounded(t *testing.T) {
	endless := strings.Repeat("1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange\n", 1000)
	pdf := "1 0 obj << /Type /Page /Resources << /Font << /F1 2 0 R >> >> /Contents 3 0 R >> endobj\n2 0 obj << /Subtype /Type0 /ToUnicode 4 0 R >> endobj\n" +
		stream(3, "", "BT /F1 9 Tf <0041> Tj ET") + stream(4, "", "1 begincodespacerange <0000> <FFFF> endcodespacerange "+endless)
	require.True(t, pdftext.Read([]byte(pdf)).Hides())
}

// A PDF that is said to hide nothing shows each word that other readers see, whoever wrote it.
func TestNothingIsHiddenOfWhatProgramsWrite(t *testing.T) {
	reader, err := exec.LookPath("pdftotext")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("pdftotext is missing (poppler-utils)")
		}
		t.Skip("pdftotext is missing (poppler-utils): there is no other reader")
	}
	files, err := filepath.Glob("../../../reference/internal/extract/testdata/producers/*.pdf")
	require.NoError(t, err)
	words := 0
	for _, file := range files {
		pdf, err := os.ReadFile(file)
		require.NoError(t, err)
		read := pdftext.Read(pdf)
		seen, err := exec.Command(reader, "-raw", file, "-").Output()
		if err != nil || read.Hides() {
			continue
		}
		var all strings.Builder
		for _, s := range read.Strings() {
			all.WriteString(lettersOf(s.Text))
		}
		for _, word := range strings.Fields(string(seen)) {
			if word = lettersOf(word); len(word) > 3 {
				words++
				require.Contains(t, all.String(), word, file)
			}
		}
	}
	require.Greater(t, words, 1000)
}

func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// A font may have other letters in the place of those of its encoding, by their names.
func TestTextsAreFoundInOtherEncodings(t *testing.T) {
	pdf := "%PDF-1.7\n" +
		"1 0 obj << /Type /Page /Resources << /Font << /F1 5 0 R >> >> /Contents 3 0 R >> endobj\n" +
		stream(3, "", "BT /F1 12 Tf (\x80lue \x81eron \x82\x83\x84) Tj 0 -14 Td (caf\x90) Tj ET") +
		"5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [ 128 /B /H 130 /uni0052 /quoteright/space 144 /eacute ] >> >> endobj\n"
	read := pdftext.Read([]byte(pdf))
	for _, text := range []string{"Blue Heron R’", "café"} {
		require.True(t, read.Shows(text), text)
	}
	require.False(t, read.Hides())
	unnamed := pdftext.Read([]byte(strings.Replace(pdf, "/uni0052", "/g17", 1)))
	require.False(t, unnamed.Shows("Blue Heron R’"))
	require.True(t, unnamed.Hides(), "a glyph of a name that tells no letter")
}
