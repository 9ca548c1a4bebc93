package oauthflow

import (
	"strings"

	"rsc.io/qr"
)

// quietZone is the light border that a reader needs (ISO/IEC 18004: four modules).
const quietZone = 4

// qrCode draws text with half blocks, two modules a character, black on white whatever the terminal's colours. width is the
// number of columns; 0 when text does not fit into a QR code.
func qrCode(text string) (drawing string, width int) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", 0
	}
	const blackOnWhite, reset = "\x1b[30;107m", "\x1b[0m"
	width = code.Size + 2*quietZone
	var b strings.Builder
	for y := -quietZone; y < code.Size+quietZone; y += 2 {
		b.WriteString(blackOnWhite)
		for x := -quietZone; x < code.Size+quietZone; x++ {
			// Black is false outside the code, which makes the border.
			switch upper, lower := code.Black(x, y), code.Black(x, y+1); {
			case upper && lower:
				b.WriteRune('█')
			case upper:
				b.WriteRune('▀')
			case lower:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString(reset + "\n")
	}
	return b.String(), width
}
