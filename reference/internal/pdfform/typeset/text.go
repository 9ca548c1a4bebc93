package typeset

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Wrap breaks a text into lines no wider than width at this size: at spaces, and within a word that alone is too wide.
func (f *Face) Wrap(text string, size, width float64) []string {
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			joined := word
			if line != "" {
				joined = line + " " + word
			}
			if f.Width(joined)*size <= width {
				line = joined
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for f.Width(word)*size > width {
				head := f.head(word, size, width)
				lines = append(lines, head)
				word = word[len(head):]
			}
			line = word
		}
		lines = append(lines, line)
	}
	return lines
}

// head is the longest beginning of a word that fits, at least one character of it.
func (f *Face) head(word string, size, width float64) string {
	end := 0
	for i, r := range word {
		next := i + len(string(r))
		if end > 0 && f.Width(word[:next])*size > width {
			break
		}
		end = next
	}
	return word[:end]
}

// Number prints a coordinate with two decimals at most.
func Number(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// TextString writes a PDF text string in UTF-16, which every reader understands for every character.
func TextString(s string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, unit := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", unit)
	}
	b.WriteByte('>')
	return b.String()
}

// NameToken writes a PDF name.
func NameToken(s string) string {
	var b strings.Builder
	b.WriteByte('/')
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("#()<>[]{}/%", c) >= 0 {
			fmt.Fprintf(&b, "#%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
