package pdfsample

// WesternLines are lines with letters beyond ASCII, all of which the encodings of a PDF's simple fonts have (ISO 32000-1 annex D).
var WesternLines = [][2]string{
	{"DBA", "Café Zoë"},
	{"Mailing Address", "418 Señorita Avenue, Macon, GA 31201"},
	{"Business Description", "Façades and crème brûlée"},
	{"Current Carrier", "Größe Mutual"},
}

// Western is a file of those lines, as text and as fields of a form.
func Western() []byte {
	var lines [][2]string
	for _, line := range WesternLines {
		lines = append(lines, [2]string{line[0], singleBytes(line[1])})
	}
	return Pages(true, lines)
}

// singleBytes writes each letter as the byte that WinAnsiEncoding and PDFDocEncoding have for it.
func singleBytes(text string) string {
	var all []byte
	for _, letter := range text {
		all = append(all, byte(letter))
	}
	return string(all)
}
