package webhook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// spaced puts a space behind every comma and colon outside of strings, as Python's json module does.
func spaced(compact []byte) []byte {
	out := make([]byte, 0, len(compact)+len(compact)/8)
	inString := false
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		out = append(out, c)
		switch {
		case inString && c == '\\' && i+1 < len(compact):
			i++
			out = append(out, compact[i])
		case c == '"':
			inString = !inString
		case !inString && (c == ',' || c == ':'):
			out = append(out, ' ')
		}
	}
	return out
}

// escapeASCII writes every letter outside ASCII as \uXXXX.
func escapeASCII(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r < utf8.RuneSelf:
			out = append(out, text[0])
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[n:]
	}
	return out
}

// plainLetters undoes every \uXXXX that stands for a letter outside ASCII or for one of <, > and &, and every \/.
func plainLetters(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if text[i] != '\\' || i+1 >= len(text) {
			out = append(out, text[i])
			i++
			continue
		}
		n := 2
		if text[i+1] == 'u' {
			for n = 6; i+n+1 < len(text) && text[i+n] == '\\' && text[i+n+1] == 'u'; {
				n += 6 // surrogates come in pairs, so the whole run is decoded together
			}
		}
		n = min(n, len(text)-i)
		out = append(out, plainEscape(text[i:i+n])...)
		i += n
	}
	return out
}

func plainEscape(escaped []byte) []byte {
	if string(escaped) == `\/` {
		return []byte("/")
	}
	var letters string
	quoted := append(append([]byte{'"'}, escaped...), '"')
	if len(escaped) < 6 || json.Unmarshal(quoted, &letters) != nil {
		return escaped
	}
	for _, r := range letters {
		if r < utf8.RuneSelf && r != '<' && r != '>' && r != '&' {
			return escaped
		}
	}
	return []byte(letters)
}

func htmlEscaped(text []byte) []byte {
	var out bytes.Buffer
	json.HTMLEscape(&out, text)
	return out.Bytes()
}

// formFault tells what is wrong with the form of a signature, without repeating it.
func formFault(signature string) string {
	const form = "it should be sha256= and 64 lower-case hex digits"
	rest, found := bytes.CutPrefix([]byte(signature), []byte(Prefix))
	switch {
	case !found && len(signature) == digits:
		return "its prefix is missing; " + form
	case !found:
		return "it begins with another prefix; " + form
	case len(rest) != digits:
		return fmt.Sprintf("it has %d characters behind its prefix; %s", len(rest), form)
	case bytes.Equal(bytes.ToLower(rest), rest):
		return "it has characters that are not hex digits; " + form
	}
	return "it has upper-case letters; " + form
}
