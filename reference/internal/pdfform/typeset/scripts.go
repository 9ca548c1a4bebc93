package typeset

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Compose brings a text to the characters that are drawn for it, still in the order in which it is read: accents composed
// with their letters, Arabic letters in the form that joins them to their neighbours.
func Compose(text string) string { return joinArabic(norm.NFC.String(text)) }

// Stacked lists the marks of a composed text that stand over or under letters without a composed form; they are drawn
// where they come.
func Stacked(text string) (marks []rune) {
	for _, r := range text {
		if unicode.Is(unicode.Mn, r) {
			marks = append(marks, r)
		}
	}
	return marks
}

// joining is where the presentation forms of an Arabic letter begin, in the order isolated, final, initial, medial; a letter
// with two forms joins only the one before it.
type joining struct {
	forms rune
	count rune
}

var arabic = arabicForms()

func arabicForms() map[rune]joining {
	m := map[rune]joining{}
	at := rune(0xFE80) // Arabic Presentation Forms-B keeps the letters in their order
	for _, block := range []struct {
		first  rune
		counts string
	}{{0x621, "12222424244444222244444444"}, {0x641, "4444444224"}} {
		for i, c := range block.counts {
			n := c - '0'
			m[block.first+rune(i)] = joining{at, n}
			at += n
		}
	}
	for r, f := range map[rune]joining{'پ': {0xFB56, 4}, 'چ': {0xFB7A, 4}, 'ژ': {0xFB8A, 2}, 'ک': {0xFB8E, 4}, 'گ': {0xFB92, 4}, 'ی': {0xFBFC, 4}} {
		m[r] = f
	}
	return m
}

// lamAlef are the ligatures of lam with the four kinds of alef, which are not optional.
var lamAlef = map[rune]rune{0x622: 0xFEF5, 0x623: 0xFEF7, 0x625: 0xFEF9, 0x627: 0xFEFB}

const lam = 0x644

func joinArabic(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return arabic[r].count > 0 }) {
		return text
	}
	letters := []rune(text)
	var out []rune
	before := false // the letter before reaches out to the next one
	for i := 0; i < len(letters); i++ {
		r := letters[i]
		f, known := arabic[r]
		if !known {
			out = append(out, r)
			before = before && unicode.Is(unicode.Mn, r)
			continue
		}
		if ligature := lamAlef[next(letters, i)]; r == lam && ligature != 0 {
			if before {
				ligature++
			}
			out, before = append(out, ligature), false
			i++
			continue
		}
		after := f.count == 4 && arabic[next(letters, i)].count >= 2
		form := f.forms
		switch {
		case before && after:
			form += 3
		case after:
			form += 2
		case before && f.count >= 2:
			form++
		}
		out, before = append(out, form), after
	}
	return string(out)
}

// next is the letter after a place, 0 at the end of a word.
func next(letters []rune, i int) rune {
	for _, r := range letters[i+1:] {
		if !unicode.Is(unicode.Mn, r) {
			return r
		}
	}
	return 0
}
