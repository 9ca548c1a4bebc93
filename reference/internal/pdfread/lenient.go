package pdfread

import (
	"bytes"
	"unicode"
)

// lenient rewrites what viewers forgive in a content stream and the lexer of ledongthuc/pdf does not, which would cost the
// rest of the page: a backslash before a character that needs none, octal codes beyond a byte, letters in a hexadecimal
// string, brackets that close nothing (ISO 32000-1 section 7.3.4: such a backslash is ignored, high bits are dropped).
func lenient(c []byte) []byte {
	if markup(c) {
		return c
	}
	out := make([]byte, 0, len(c)+1)
	for i := 0; i < len(c); i++ {
		switch b := c[i]; b {
		case '%':
			for i < len(c) && c[i] != '\n' && c[i] != '\r' {
				i++
			}
			out = append(out, '\n')
		case '(':
			out, i = lenientString(out, c, i)
		case '<':
			if i+1 < len(c) && c[i+1] == '<' {
				out = append(out, "<<"...)
				i++
				continue
			}
			out, i = lenientHex(out, c, i)
		case '>':
			if i+1 < len(c) && c[i+1] == '>' {
				out = append(out, ">>"...)
				i++
			}
		case ')':
			out = append(out, ' ')
		case '#':
			if i+2 >= len(c) || !hexadecimal(c[i+1]) || !hexadecimal(c[i+2]) {
				b = '_'
			}
			out = append(out, b)
		default:
			out = append(out, b)
		}
	}
	return append(out, '\n') // the next stream of the page is not a part of the last word of this one
}

// lenientString copies a literal string that begins at from; it returns where the string ends.
func lenientString(out, c []byte, from int) ([]byte, int) {
	depth := 0
	for i := from; i < len(c); i++ {
		switch b := c[i]; {
		case b == '\\' && i+1 < len(c):
			i++
			switch next := c[i]; next {
			case 'n', 'r', 't', 'b', 'f', '(', ')', '\\', '\r', '\n', '0', '1', '2', '3':
				out = append(out, b, next)
			case '4', '5', '6', '7':
				if i+2 < len(c) && octal(c[i+1]) && octal(c[i+2]) {
					next -= 4
				}
				out = append(out, b, next)
			default:
				out = append(out, next)
			}
			continue
		case b == '(':
			depth++
		case b == ')':
			depth--
		}
		out = append(out, c[i])
		if depth == 0 {
			return out, i
		}
	}
	return out, len(c)
}

func lenientHex(out, c []byte, from int) ([]byte, int) {
	out = append(out, '<')
	digits := 0
	for i := from + 1; i < len(c); i++ {
		switch {
		case c[i] == '>':
			if digits%2 == 1 {
				out = append(out, '0')
			}
			return append(out, '>'), i
		case hexadecimal(c[i]):
			out = append(out, c[i])
			digits++
		}
	}
	return out, len(c)
}

// markup tells XML, of which forms and metadata are made: a bracket opens it that holds more than hexadecimal digits.
func markup(c []byte) bool {
	c = bytes.TrimLeft(c, " \r\n\t\xef\xbb\xbf")
	if len(c) < 2 || c[0] != '<' || c[1] == '<' {
		return false
	}
	end := bytes.IndexByte(c, '>')
	return end > 0 && bytes.ContainsFunc(c[1:end], func(r rune) bool {
		return r > unicode.MaxASCII || !hexadecimal(byte(r)) && !unicode.IsSpace(r)
	})
}

func octal(b byte) bool { return b >= '0' && b <= '7' }

func hexadecimal(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
}
