package pdfread

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatViewersForgiveCostsNoText(t *testing.T) {
	for _, content := range []string{
		`(\[ \] Corporation) Tj (\777 \q) Tj`, `<4G 54 4> Tj`, `) > } Tj`, `/F#zz 1 Tf`, `% a remark (that opens`,
	} {
		file := onePage("BT /F1 12 Tf 72 720 Td "+content+"\nET BT /F1 12 Tf 72 600 Td (Year built) Tj ET", "", "")
		require.Contains(t, text(read(t, file)), "Year built", content)
	}
}

func TestABackslashThatEscapesNothingIsIgnored(t *testing.T) {
	require.Equal(t, "([X] Yes \\( \\101 \\301) Tj\n", string(lenient([]byte(`(\[X\] Yes \( \101 \701) Tj`))))
}

func TestWordsOfAScanStayApartThoughTheyTouch(t *testing.T) {
	word := func(x, text string) string { return "1 0 0 1 " + x + " 720 Tm (" + text + ") Tj " }
	file := onePage("BT 3 Tr /F1 12 Tf "+word("72", "GENERAL")+word("128", "AGGREGATE")+"ET", "", "")
	require.Equal(t, "GENERAL AGGREGATE", text(read(t, file)))
}

func TestMarkupIsLeftAsItIs(t *testing.T) {
	for _, xml := range []string{"<?xml version=\"1.0\"?><a>)\\q</a>", "</xdp:xdp>", "\ufeff<face b='#'>(</face>"} {
		require.Equal(t, xml, string(lenient([]byte(xml))))
	}
	require.False(t, markup([]byte("<48 65> Tj")))
}

func TestAScanWithTheLineOfAFaxSaysSo(t *testing.T) {
	d := &Document{Pages: []Page{
		{Images: 1, Lines: []Line{{Words: []Word{{Text: "FAX"}, {Text: "03/10/2026"}, {Text: "P.1"}}}}},
		{Lines: []Line{{Words: make([]Word, fewestOnPage)}}},
	}}
	d.describePictures(false)
	require.Equal(t, []string{"1 of 2 pages are pictures with hardly any text (a scan?): what they show was not read"}, d.Notes)
}
