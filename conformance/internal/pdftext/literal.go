package pdftext

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
)

// unended says of which object of a PDF the strings in parentheses do not end within it, or end twice, or nothing. A parenthesis
// within a string that has no other one to it needs a backslash (ISO 32000-1 section 7.3.4.2); what is in streams is left alone.
func unended(pdf []byte, bodies []int) string {
	slices.Sort(bodies)
	for i, from := range bodies {
		to := len(pdf)
		if i+1 < len(bodies) {
			to = bodies[i+1]
		}
		if why := literalsEnd(pdf[from:to]); why != "" {
			return fmt.Sprintf("in the object at %d %s: %s", from, why, bytes.ToValidUTF8(bytes.TrimSpace(pdf[from:min(to, from+120)]), []byte("?")))
		}
	}
	return ""
}

// literalsEnd reads an object up to its end, or to its stream, and says what is wrong with its strings, or nothing.
func literalsEnd(object []byte) string {
	for at := 0; at < len(object); at++ {
		switch b := object[at]; {
		case b == '%':
			for at+1 < len(object) && object[at+1] != '\n' && object[at+1] != '\r' {
				at++
			}
		case b == '(':
			length := literalLength(object[at:])
			if length == 0 {
				return "a string has no end"
			}
			at += length - 1
		case b == ')':
			return "a parenthesis closes no string"
		case b == 's' && bytes.HasPrefix(object[at:], []byte("stream")), b == 'e' && bytes.HasPrefix(object[at:], []byte("endobj")):
			return ""
		}
	}
	return ""
}

// literalLength is that of the string at the beginning of a text, or zero where it has no end.
func literalLength(text []byte) int {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return 0
}

// Operators of a page: where a text begins and ends, and a picture (ISO 32000-1 sections 9.4.1 and 8.9.7).
var beginText, endText, picture = []byte("BT"), []byte("ET"), []byte("ID")

// uses are the places of an operator in a stream: it stands alone, with white space on either side or an end of the stream.
func uses(stream, name []byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; ; at += len(name) {
			next := bytes.Index(stream[at:], name)
			if next < 0 {
				return
			}
			at += next
			after := at + len(name)
			if (at == 0 || isBlank(stream[at-1])) && (after == len(stream) || isBlank(stream[after])) && !yield(at) {
				return
			}
		}
	}
}

// operators are the places of the first and the last use of an operator in a stream, -1 where it has none.
func operators(stream, name []byte) (first, last int) {
	first, last = -1, -1
	for at := range uses(stream, name) {
		if last = at; first < 0 {
			first = at
		}
	}
	return first, last
}

// Outlines says whether a PDF paints shapes and shows no text by a font, or next to none: what it says may be drawn.
func (d Document) Outlines() bool {
	const ofForm = 20 // shapes for each text: more than a form has of lines and boxes
	texts, shapes := 0, 0
	for _, part := range d.parts {
		texts += count(uses(part, beginText))
		for _, name := range []string{"l", "c", "re"} {
			shapes += count(uses(part, []byte(name)))
		}
	}
	return shapes > ofForm*texts
}

// pictured says whether there are more pictures among the operators of a PDF than texts: each may show a line.
func (d Document) pictured() bool {
	texts, pictures := 0, 0
	for _, part := range d.parts {
		texts += count(uses(part, beginText))
		pictures += count(uses(part, picture))
	}
	return pictures > texts
}

func count(all iter.Seq[int]) (n int) {
	for range all {
		n++
	}
	return n
}

// mostlyText says whether a stream may be the operators of a page: a picture or a font has them by chance alone.
func mostlyText(stream []byte) bool {
	other := 0
	for _, b := range stream {
		if b < ' ' && !isBlank(b) || b > '~' {
			other++
		}
	}
	return 4*other < len(stream)
}

func isBlank(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' && b != '\v' }

// UnendedText says which text that a page shows has strings that do not end within it, or end twice, or nothing. A stream with a picture among its operators is left alone, and so is one that has the beginning of a
// text and not its end.
func (d Document) UnendedText() string {
	for _, part := range d.parts {
		for len(part) > 0 {
			stream, rest, _ := bytes.Cut(part, []byte("endstream"))
			part = rest
			begin, beginLast := operators(stream, beginText)
			if begin < 0 || !mostlyText(stream) {
				continue
			}
			_, end := operators(stream, endText)
			if _, pictured := operators(stream, picture); end < beginLast || pictured >= 0 {
				continue
			}
			if why := literalsEnd(stream[begin:end]); why != "" {
				return "in the text of a page " + why
			}
		}
	}
	return ""
}
