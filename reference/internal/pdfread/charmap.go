package pdfread

import (
	"bytes"
	"encoding/hex"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/ledongthuc/pdf"
)

const (
	maxMapped   = 1 << 17
	maxMapBytes = 4 << 20
)

// readCharacterMap reads a ToUnicode stream (ISO 32000-1 section 9.10.3) into a table from code to text. Only the bfchar and
// bfrange lists matter, and writers surround them with all kinds of PostScript, so they are picked out by hand.
func readCharacterMap(v pdf.Value) map[int]string {
	if v.Kind() != pdf.Stream {
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(v.Reader(), maxMapBytes)) // what was read until an error still helps
	m := map[int]string{}
	var list []token
	for s := (scanner{rest: text}); ; {
		t, ok := s.next()
		if !ok || len(m) > maxMapped {
			return m
		}
		switch t.word {
		case "beginbfchar", "beginbfrange":
			list = list[:0]
		case "endbfchar":
			for i := 0; i+1 < len(list); i += 2 {
				m[list[i].code()] = textOf(list[i+1].raw)
			}
		case "endbfrange":
			mapRanges(m, list)
		case "":
			list = append(list, t)
		}
	}
}

// mapRanges reads triples: first code, last code, and the text of the first or an array with the text of each.
func mapRanges(m map[int]string, list []token) {
	for i := 0; i+2 < len(list); {
		from, to := list[i].code(), list[i+1].code()
		to = min(to, from+1<<16-1)
		i += 2
		if list[i].array {
			for i++; i < len(list) && !list[i].array; i++ {
				if from <= to {
					m[from] = textOf(list[i].raw)
				}
				from++
			}
			i++
			continue
		}
		mapRange(m, from, to, []rune(textOf(list[i].raw)))
		i++
	}
}

func mapRange(m map[int]string, from, to int, first []rune) {
	if len(first) == 0 {
		return
	}
	last := len(first) - 1
	for c := from; c <= to && len(m) <= maxMapped; c++ {
		m[c] = string(first)
		first[last]++
	}
}

// token is a word, a bracket of an array, or the bytes of a hexadecimal string.
type token struct {
	word  string
	array bool
	raw   string
}

func (t token) code() int {
	n := 0
	for _, b := range []byte(t.raw) {
		n = n<<8 | int(b)
	}
	return n & 0xFFFFFF
}

// scanner cuts a character map into tokens.
type scanner struct{ rest []byte }

func (s *scanner) next() (token, bool) {
	s.rest = bytes.TrimLeft(s.rest, " \t\r\n\f\x00")
	if len(s.rest) == 0 {
		return token{}, false
	}
	switch c := s.rest[0]; {
	case c == '<' && !bytes.HasPrefix(s.rest, []byte("<<")):
		return s.hexadecimal()
	case c == '[' || c == ']':
		s.rest = s.rest[1:]
		return token{array: true}, true
	case c == '<' || c == '>':
		s.rest = s.rest[1:]
		return token{word: string(c)}, true
	}
	end := bytes.IndexAny(s.rest[1:], " \t\r\n\f\x00<>[]")
	if end < 0 {
		end = len(s.rest) - 1
	}
	word := string(s.rest[:end+1])
	s.rest = s.rest[end+1:]
	return token{word: word}, true
}

func (s *scanner) hexadecimal() (token, bool) {
	end := bytes.IndexByte(s.rest, '>')
	if end < 0 {
		return token{}, false
	}
	digits := bytes.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789abcdefABCDEF", r) {
			return r
		}
		return -1
	}, s.rest[1:end])
	s.rest = s.rest[end+1:]
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	raw, err := hex.DecodeString(string(digits))
	if err != nil {
		return token{}, false
	}
	return token{raw: string(raw)}, true
}

// textOf reads UTF-16BE; a tab or a control character in a map stands for a gap.
func textOf(raw string) string {
	units := make([]uint16, 0, len(raw)/2)
	for i := 0; i+1 < len(raw); i += 2 {
		units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
	}
	if len(raw) == 1 {
		units = append(units, uint16(raw[0]))
	}
	return strings.Map(func(r rune) rune {
		if r < 0x20 {
			return ' '
		}
		return r
	}, string(utf16.Decode(units)))
}

func popAll(stack *pdf.Stack) []pdf.Value {
	args := make([]pdf.Value, stack.Len())
	for i := len(args) - 1; i >= 0; i-- {
		args[i] = stack.Pop()
	}
	return args
}
