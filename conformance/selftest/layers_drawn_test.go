package selftest_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// Forms whose values are drawn in ways of their own.

// drawnForms has the values of each form on a page, each drawn in one way, in a font of an encoding.
func drawnForms(encoding string, draw func(y int, value string) string) layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		var page bytes.Buffer
		w := zlib.NewWriter(&page)
		for i, value := range valuesIn(c.out) {
			_, _ = fmt.Fprintln(w, draw(760-8*i, value))
		}
		_ = w.Close()
		c.out = onePageIn(encoding, page.Bytes())
		return true
	}}
}

// otherCapitals has the capitals of a font at codes of their own.
const otherCapitals = "<< /BaseEncoding /WinAnsiEncoding /Differences [ 128 /A /B /C /D /E /F /G /H /I /J /K /L /M /N /O /P /Q /R /S /T /U /V /W /X /Y /Z ] >>"

// inOtherCapitals draws a text by such a font.
func inOtherCapitals(y int, value string) string {
	var codes strings.Builder
	for _, r := range value {
		switch {
		case 'A' <= r && r <= 'Z':
			codes.WriteByte(byte(0x80 + r - 'A'))
		case r == '(' || r == ')' || r == '\\':
			codes.WriteString(`\` + string(r))
		case r < 0x80 || r >= 0xa0 && r <= 0xff:
			codes.WriteByte(byte(r))
		default:
			codes.WriteByte('?')
		}
	}
	return fmt.Sprintf("BT /F1 8 Tf 50 %d Td (%s) Tj ET", y, codes.String())
}

// asPicture draws a text as a picture.
func asPicture(y int, value string) string {
	return fmt.Sprintf("q 400 0 0 8 50 %d cm BI /W %d /H 1 /BPC 8 /CS /G /F /AHx ID %x> EI Q", y, max(len(value), 1), value)
}
