package pdftext

import (
	"bytes"
	"strings"
)

// line is what a page shows by one font and another without going to another line, by fonts that tell which letters their codes are.
type line struct {
	text  strings.Builder
	texts []String
	all   bool // that was shown is read
}

// ligatures are letters of fonts that stand for several.
var ligatures = strings.NewReplacer("\ufb00", "ff", "\ufb01", "fi", "\ufb02", "fl", "\ufb03", "ffi", "\ufb04", "ffl")

func (l *line) end() {
	if l.text.Len() > 0 {
		l.texts = append(l.texts, String{Text: ligatures.Replace(l.text.String())})
	}
	l.text.Reset()
}

// show adds strings, with nil for each gap between them. Those of a font without letters of its own are read elsewhere.
func (l *line) show(pieces [][]byte, by font) {
	if by.codes == nil {
		l.all = l.all && by.plain
		return
	}
	for _, raw := range pieces {
		letters, known := by.read(raw)
		if raw == nil {
			letters = " "
		}
		l.text.WriteString(letters)
		l.all = l.all && known
	}
}

// showing reads the texts that the operators of a page or a drawing show (ISO 32000-1 section 9.4). All says whether the others stand in
// letters, too.
func showing(stream []byte, fonts map[string]font) (texts []String, all bool) {
	l := line{all: true}
	var using font
	var operand [][]byte
	named, number := "", ""
	for at := 0; at < len(stream); {
		if pieces, length := piecesAt(stream, at); length > 0 {
			operand = pieces
			at += length
			continue
		}
		if stream[at] == '/' {
			named = nameAt(stream[at:])
			at += 1 + len(named)
			continue
		}
		token := tokenAt(stream[at:])
		at += max(1, len(token))
		switch string(token) {
		case "":
			continue
		case "Tf":
			using = fonts[named]
		case "'", `"`:
			l.end()
			fallthrough
		case "Tj", "TJ":
			l.show(operand, using)
		case "Td":
			if strings.Trim(number, "-0.") != "" { // up or down
				l.end()
			}
		case "TD", "T*", "Tm", "BT", "ET":
			l.end()
		default:
			number = string(token)
			continue
		}
		operand = nil
	}
	l.end()
	return l.texts, l.all
}

// tokenAt is the number or the operator at the beginning of a text, empty where it begins with something else.
func tokenAt(text []byte) []byte {
	end := bytes.IndexAny(text, blanks+"()<>[]{}/%")
	if end < 0 {
		end = len(text)
	}
	return text[:end]
}
