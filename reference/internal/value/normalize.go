package value

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a message made plain for the grammars, with the way back to what was typed.
type Text struct {
	Plain    string // typographic quotes, dashes and spaces replaced by their ASCII forms, Markdown emphasis dropped
	Lower    string // Plain with ASCII letters in lower case; the offsets are the same
	original string
	offsets  []int // for each byte of Plain, and one more: the offset in original
	figured  []int // where Plain has figures for numbers that were said in words
}

var plainRunes = map[rune]string{'’': "'", '‘': "'", '`': "'", '´': "'", 'ʼ': "'", '“': `"`, '”': `"`, '–': "-", '—': " - ", '‑': "-",
	'−': "-", '…': "...", '•': "-", '·': " ", '×': "x", '½': ".5", '¼': ".25", '¾': ".75", '→': " -> ", '✓': "yes", '✔': "yes", '✅': "yes", '❌': "no", '✗': "no", '✘': "no", '✖': "no", '☑': "yes",
	'\u200b': "", '\ufeff': "", '\u200e': "", '\u2060': "", '‚': ","}

// Normalize makes text plain.
func Normalize(original string) Text {
	t := Text{original: original}
	var b strings.Builder
	put := func(s string, from int) {
		for range len(s) {
			t.offsets = append(t.offsets, from)
		}
		b.WriteString(s)
	}
	for i, r := range original {
		plain, special := plainRunes[r]
		switch {
		case special:
			put(plain, i)
		case r == '*' || r == '_' && !insideWord(original, i):
			put(" ", i)
		case r == '\r' || r == '\t' || r != '\n' && unicode.IsSpace(r):
			put(" ", i)
		case r >= '！' && r <= '～': // the full-width forms of ASCII
			put(string('!'+r-'！'), i)
		case r == utf8.RuneError:
			put("?", i)
		default:
			put(string(r), i)
		}
	}
	t.offsets = append(t.offsets, len(original))
	t.Plain = b.String()
	t.Lower = asciiLower(t.Plain)
	return t
}

func insideWord(s string, i int) bool {
	return i > 0 && i+1 < len(s) && isWordByte(s[i-1]) && isWordByte(s[i+1])
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || c == '_'
}

func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// Original is what was typed between two offsets of Plain.
func (t Text) Original(start, end int) string {
	from, to := t.offsets[start], t.offsets[end]
	if to < from {
		to = from
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(t.original[from:to], "*", " ")), " ")
}

// Respell replaces words of the text, given in small letters, for the grammars. Original still gives what was typed.
// Parts of addresses on the web are left alone.
func (t Text) Respell(correct func(word string) string) Text {
	out := Text{original: t.original}
	var plain strings.Builder
	at := 0
	put := func(to int) {
		plain.WriteString(t.Plain[at:to])
		out.offsets = append(out.offsets, t.offsets[at:to]...)
		at = to
	}
	for i := 0; i < len(t.Lower); {
		if !isWordByte(t.Lower[i]) {
			i++
			continue
		}
		j := i
		for j < len(t.Lower) && (isWordByte(t.Lower[j]) || t.Lower[j] == '\'' && j+1 < len(t.Lower) && isWordByte(t.Lower[j+1])) {
			j++
		}
		if j == i+1 {
			j += shortMark(t.Lower[i:], correct)
		}
		if word := t.Lower[i:j]; !webPart(t.Lower, i, j) {
			if right := correct(word); right != word {
				put(i)
				plain.WriteString(right)
				for range len(right) {
					out.offsets = append(out.offsets, t.offsets[i])
				}
				at = j
			}
		}
		i = j
	}
	put(len(t.Plain))
	out.offsets = append(out.offsets, t.offsets[len(t.Plain)])
	out.Plain = plain.String()
	out.Lower = asciiLower(out.Plain)
	return out
}

// shortMark is how many bytes behind a single letter belong to a short form: "w/", "f/t", "s.f.".
func shortMark(s string, correct func(word string) string) int {
	for n := min(8, len(s)); n > 1; n-- {
		if n < len(s) && isWordByte(s[n]) && isWordByte(s[n-1]) || s[1] != '/' && s[1] != '.' {
			continue
		}
		if correct(s[:n]) != s[:n] {
			return n - 1
		}
	}
	return 0
}

func webPart(s string, start, end int) bool {
	before := start > 0 && (s[start-1] == '@' || s[start-1] == '.' && start > 1 && isWordByte(s[start-2]))
	after := end+1 < len(s) && (s[end] == '@' || s[end] == '.' && isWordByte(s[end+1]))
	return before || after
}

// Digits writes digits that are dictated one by one as figures, and so the numbers in words of an address.
func (t Text) Digits() Text {
	runs := SpokenPlaces(t.Lower)
	for _, run := range SpokenDigits(t.Lower) {
		if !overlaps(runs, run.Start, run.End) {
			runs = append(runs, run)
		}
	}
	if len(runs) == 0 {
		return t
	}
	out := Text{original: t.original}
	var plain strings.Builder
	at := 0
	for _, run := range sorted(runs) {
		plain.WriteString(t.Plain[at:run.Start])
		out.offsets = append(out.offsets, t.offsets[at:run.Start]...)
		out.figured = append(out.figured, plain.Len())
		plain.WriteString(run.Value)
		for range len(run.Value) {
			out.offsets = append(out.offsets, t.offsets[run.Start])
		}
		at = run.End
	}
	plain.WriteString(t.Plain[at:])
	out.offsets = append(out.offsets, t.offsets[at:]...)
	out.Plain = plain.String()
	out.Lower = asciiLower(out.Plain)
	return out
}

// Written is what was typed between two offsets of Plain, with figures for the numbers that were said in words.
func (t Text) Written(start, end int) string {
	for _, at := range t.figured {
		if at >= start && at < end {
			return place(strings.Join(strings.Fields(t.Plain[start:end]), " "))
		}
	}
	return t.Original(start, end)
}
