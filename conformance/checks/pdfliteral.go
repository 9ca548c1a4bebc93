package checks

import (
	"bytes"
	"fmt"
	"regexp"
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
			return fmt.Sprintf("in the object at %d %s: %s", from, why, excerpt(bytes.TrimSpace(pdf[from:min(to, from+120)])))
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

// Where a text begins and ends among the operators of a page, and a picture (ISO 32000-1 sections 9.4.1 and 8.9.7).
var (
	beginText = regexp.MustCompile(`(?:^|\s)BT\s`)
	endText   = regexp.MustCompile(`\sET(?:\s|$)`)
	picture   = regexp.MustCompile(`\sID\s`)
)

// unendedText says which text that a page shows has strings that do not end within it, or end twice, or nothing. A stream with a
// picture among its operators is left alone, and so is one that has the beginning of a text and not its end.
func unendedText(pdf []byte) string {
	for _, part := range unpacked(pdf) {
		for len(part) > 0 {
			stream, rest, _ := bytes.Cut(part, []byte("endstream"))
			part = rest
			begins, ends := beginText.FindAllIndex(stream, -1), endText.FindAllIndex(stream, -1)
			if len(begins) == 0 || len(ends) == 0 || ends[len(ends)-1][0] < begins[len(begins)-1][0] || picture.Match(stream) {
				continue
			}
			if why := literalsEnd(stream[begins[0][0]:ends[len(ends)-1][0]]); why != "" {
				return "in the text of a page " + why
			}
		}
	}
	return ""
}
