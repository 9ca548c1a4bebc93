package pdfread

import (
	"strings"
	"unicode/utf16"

	"github.com/ledongthuc/pdf"
)

const maxMapped = 1 << 17

// readCharacterMap reads a ToUnicode stream (ISO 32000-1 section 9.10.3) into a table from code to text.
func readCharacterMap(v pdf.Value) map[int]string {
	if v.Kind() != pdf.Stream {
		return nil
	}
	m := map[int]string{}
	operators := 0
	defer func() { _ = recover() }() // what was read until a malformed map broke off still helps
	pdf.Interpret(v, func(stack *pdf.Stack, op string) {
		args := popAll(stack)
		if operators++; operators > 200_000 || len(m) > maxMapped {
			return
		}
		switch op {
		case "endbfchar":
			for i := 0; i+1 < len(args); i += 2 {
				m[codeOf(args[i])] = textOf(args[i+1].RawString())
			}
		case "endbfrange":
			for i := 0; i+2 < len(args); i += 3 {
				mapRange(m, codeOf(args[i]), codeOf(args[i+1]), args[i+2])
			}
		}
	})
	return m
}

func mapRange(m map[int]string, from, to int, target pdf.Value) {
	to = min(to, from+1<<16-1)
	if target.Kind() == pdf.Array {
		for i := 0; i < target.Len() && from+i <= to; i++ {
			m[from+i] = textOf(target.Index(i).RawString())
		}
		return
	}
	first := []rune(textOf(target.RawString()))
	if len(first) == 0 {
		return
	}
	last := len(first) - 1
	for c := from; c <= to && len(m) <= maxMapped; c++ {
		m[c] = string(first)
		first[last]++
	}
}

func codeOf(v pdf.Value) int {
	n := 0
	for _, b := range []byte(v.RawString()) {
		n = n<<8 | int(b)
	}
	return n
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
