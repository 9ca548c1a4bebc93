package pdftext

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// String is a text that stands in a PDF where it can be read without its fonts.
type String struct {
	Text  string
	Value bool // of a field of its form
}

func stringsIn(part []byte) (all []String) {
	for at := 0; at < len(part); at++ {
		next := bytes.IndexAny(part[at:], "([<")
		if next < 0 {
			break
		}
		at += next
		pieces, end := piecesAt(part, at)
		if end == 0 {
			continue
		}
		raw := pieces[0]
		if len(pieces) > 1 {
			raw = joined(pieces)
		}
		all = append(all, String{decodedPDF(raw), bytes.HasSuffix(bytes.TrimRight(part[max(0, at-8):at], " \r\n\t"), []byte("/V"))})
		at += end - 1
	}
	return all
}

// joined is the text of some strings, with a blank for each gap.
func joined(pieces [][]byte) (text []byte) {
	for _, raw := range pieces {
		if text = append(text, raw...); raw == nil {
			text = append(text, ' ')
		}
	}
	return text
}

// piecesAt reads a string, or those that are shown as one text, with nil for each gap between them; the end is zero where there is none.
func piecesAt(part []byte, at int) (pieces [][]byte, end int) {
	if part[at] == '[' {
		return spacedAt(part[at:])
	}
	raw, end := stringAt(part, at)
	return [][]byte{raw}, end
}

// stringAt reads a string in parentheses or in hex; the end is zero where there is none.
func stringAt(part []byte, at int) (raw []byte, end int) {
	switch {
	case part[at] == '(':
		return literalAt(part[at:])
	case part[at] == '<' && at+1 < len(part) && part[at+1] != '<' && (at == 0 || part[at-1] != '<'):
		return hexAt(part[at:])
	}
	return nil, 0
}

// showSpaced is the operator that shows strings with numbers between them, by which they stand apart (ISO 32000-1 section 9.4.3), in
// thousandths of a letter's height; wordApart is from where on it is a blank that one sees.
var showSpaced = []byte("TJ")

const wordApart = -200

// spacedAt reads the strings of an array that is shown as one text; the end is zero where it is another array.
func spacedAt(part []byte) (pieces [][]byte, end int) {
	part = part[:min(len(part), longString)]
	for at := 1; at < len(part); {
		raw, length := stringAt(part, at)
		switch b := part[at]; {
		case length > 0:
			pieces = append(pieces, raw)
			at += length
		case b == ']':
			end = at + 1 + len(part[at+1:]) - len(bytes.TrimLeft(part[at+1:], blanks))
			if len(pieces) == 0 || !bytes.HasPrefix(part[end:], showSpaced) {
				return nil, 0
			}
			return pieces, end
		case isBlank(b):
			at++
		default:
			length = bytes.IndexAny(part[at:], blanks+"(<]")
			n, err := strconv.ParseFloat(string(part[at:at+max(length, 0)]), 64)
			if err != nil {
				return nil, 0
			}
			if n < wordApart && len(pieces) > 0 && pieces[len(pieces)-1] != nil {
				pieces = append(pieces, nil)
			}
			at += length
		}
	}
	return nil, 0
}

// longString is how far the end of a string is looked for: what is longer is none that a form shows.
const longString = 4096

// literalAt reads a string in parentheses; the end is zero where it has none.
func literalAt(part []byte) (raw []byte, end int) {
	end = literalLength(part[:min(len(part), longString)])
	if end == 0 { // as in most of what is no text
		return nil, 0
	}
	part = part[:end]
	raw = make([]byte, 0, end)
	depth := 0
	for i := 0; i < len(part); i++ {
		b := part[i]
		switch {
		case b == '\\' && i+1 < len(part):
			i++
			b = part[i]
			if named := strings.IndexByte("nrtbf", b); named >= 0 {
				raw = append(raw, "\n\r\t\b\f"[named])
			} else if b >= '0' && b <= '7' {
				code := 0
				last := min(i+3, len(part))
				for ; i < last && part[i] >= '0' && part[i] <= '7'; i++ {
					code = code*8 + int(part[i]-'0')
				}
				i--
				raw = append(raw, byte(code))
			} else if b != '\n' && b != '\r' {
				raw = append(raw, b)
			}
			continue
		case b == '(':
			if depth++; depth == 1 {
				continue
			}
		case b == ')':
			if depth--; depth == 0 {
				return raw, i + 1
			}
		}
		raw = append(raw, b)
	}
	return nil, 0
}

func hexAt(part []byte) (raw []byte, end int) {
	part = part[:min(len(part), longString)]
	close := bytes.IndexByte(part, '>')
	if close < 0 {
		return nil, 0
	}
	raw, err := fromHex(part[1:close])
	if err != nil {
		return nil, 0
	}
	return raw, close + 1
}

// decodedPDF is the text of a string: in UTF-16 or UTF-8 where it says so, else in whichever of UTF-8 and Latin-1 it can be.
func decodedPDF(raw []byte) string {
	switch {
	case bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		var units []uint16
		for i := 2; i+1 < len(raw); i += 2 {
			units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
		}
		return string(utf16.Decode(units))
	case utf8.Valid(raw):
		return strings.TrimPrefix(string(raw), "\ufeff")
	}
	runes := make([]rune, len(raw))
	for i, b := range raw {
		runes[i] = rune(b)
	}
	return string(runes)
}
