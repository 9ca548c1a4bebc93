package pdfsample

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// WesternLines are lines with letters beyond ASCII, all of which the encodings of a PDF's simple fonts have (ISO 32000-1 annex D).
var WesternLines = [][2]string{
	{"DBA", "Café Zoë"},
	{"Mailing Address", "418 Señorita Avenue, Macon, GA 31201"},
	{"Business Description", "Façades and crème brûlée"},
	{"Current Carrier", "Größe Mutual"},
}

// Western is a file of those lines, as text and as fields of a form.
func Western() []byte { return Pages(true, WesternLines) }

// winAnsi are the letters of the bytes from 0x80 to 0x9f in WinAnsiEncoding; a space is none.
const winAnsi = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"

// unshown stands in a page for a letter that its font does not have.
const unshown = '?'

// Shows says whether the pages of the files can have a text.
func Shows(text string) bool {
	return strings.Count(shown(text), string(unshown)) == strings.Count(text, string(unshown))
}

// shown writes a text for a page, whose font has WinAnsiEncoding.
func shown(text string) string {
	var all []byte
	high := []rune(winAnsi)
	for _, letter := range text {
		at := slices.Index(high, letter)
		switch {
		case letter < 0x80 || letter >= 0xa0 && letter <= 0xff:
			all = append(all, byte(letter))
		case at >= 0:
			all = append(all, byte(0x80+at))
		default:
			all = append(all, unshown)
		}
	}
	return string(all)
}

// filled writes a text for a field of a form: in PDFDocEncoding, as far as that has the letters of Latin-1, else in UTF-16 (ISO 32000-1 section
// 7.9.2.2).
func filled(text string) string {
	var all []byte
	for _, letter := range text {
		if letter >= 0x80 && letter < 0xa1 || letter == 0xad || letter > 0xff {
			return wide(text)
		}
		all = append(all, byte(letter))
	}
	return string(all)
}

// wide writes a text in UTF-16, with the mark that says so.
func wide(text string) string {
	all := "\xfe\xff"
	for _, unit := range utf16.Encode([]rune(text)) {
		all += string([]byte{byte(unit >> 8), byte(unit)})
	}
	return all
}
