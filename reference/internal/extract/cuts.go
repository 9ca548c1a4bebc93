package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// cutAtLabels cuts a run of words where a gap is wider than a space and a known label ends or begins there: cells of a
// tight table.
func cutAtLabels(words []pdfread.Word, l *labels, space float64) [][]pdfread.Word {
	var out [][]pdfread.Word
	from := 0
	for i := 1; i < len(words); i++ {
		gap := words[i].X0 - words[i-1].X1
		if gap <= notable*spaceBetween(words[i-1], words[i], space)*words[i].Size {
			continue
		}
		if i-from == 1 && lowercase(words[i].Text) {
			continue // "No. of employees", with the wide space that some writers put behind a stop
		}
		if len(words)-from <= longestInline && l.known(joined(words[from:])) {
			break // one label, however wide its spaces
		}
		if i-from <= longestInline && l.known(joined(words[from:i])) || l.begins(words[i:], space) {
			out = append(out, words[from:i])
			from = i
		}
	}
	rest := words[from:]
	if len(rest) <= 4 && !l.known(joined(rest)) {
		for i := 1; i < len(rest); i++ { // two heads of a table that all but touch
			if !lowercase(rest[i].Text) && l.known(joined(rest[:i])) && l.known(joined(rest[i:])) {
				return append(out, rest[:i], rest[i:])
			}
		}
	}
	return append(out, rest)
}

func lowercase(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first)
}

// known tells the whole text of a label.
func (l *labels) known(text string) bool {
	hits := l.match(strings.TrimRight(text, ":? "))
	return len(hits) > 0 && hits[0].score >= cueLabel || l.other(text)
}

// begins tells a label at the beginning of some words, up to the next gap or the end.
func (l *labels) begins(words []pdfread.Word, space float64) bool {
	for n := 1; n <= min(len(words), longestInline); n++ {
		ends := n == len(words) || words[n].X0-words[n-1].X1 > notable*spaceBetween(words[n-1], words[n], space)*words[n].Size
		if ends {
			return l.known(joined(words[:n]))
		}
	}
	return false
}

const longestInline = 7 // words of a label in running text

// cutLabels cuts "City: Portland State: ME" and "FEIN 84-3120957" into labels and values.
func cutLabels(words []pdfread.Word, l *labels) [][]pdfread.Word {
	var out [][]pdfread.Word
	from := 0
	for i, w := range words {
		if !strings.HasSuffix(w.Text, ":") || i == len(words)-1 && from == 0 && !labelBehindComma(words, l) {
			continue
		}
		begin := from
		if from > 0 || i == len(words)-1 {
			begin = labelStart(words, from, i, l)
		}
		if begin > from {
			out = append(out, words[from:begin])
		}
		out = append(out, words[begin:i+1])
		from = i + 1
	}
	if from < len(words) {
		rest := words[from:]
		if from == 0 {
			if parts := cutTyped(rest, l); len(parts) > 1 {
				return parts
			}
			return cutQuestion(rest, l)
		}
		out = append(out, cutTyped(rest, l)...)
	}
	return out
}

// labelBehindComma tells "Jane Doe, title:", a value with the label of the next one behind it.
func labelBehindComma(words []pdfread.Word, l *labels) bool {
	for i := 1; i < len(words); i++ {
		if strings.HasSuffix(words[i-1].Text, ",") && l.known(joined(words[i:])) {
			return !l.known(joined(words))
		}
	}
	return false
}

// labelStart finds where the label that ends at word end begins, not before from: the longest known label, or the words
// after the widest gap.
func labelStart(words []pdfread.Word, from, end int, l *labels) int {
	for i := max(from, end-longestInline); i <= end; i++ {
		text := joined(words[i : end+1])
		if hits := l.match(text); len(hits) > 0 && hits[0].score >= weakLabel || l.other(text) {
			return i
		}
	}
	widest, at := 0.0, end
	for i := max(from+1, end-longestInline); i <= end; i++ {
		if gap := words[i].X0 - words[i-1].X1; gap > widest+0.3 {
			widest, at = gap, i
		}
	}
	return at
}

// cutQuestion cuts a question from the answer behind it: "Any losses? No".
func cutQuestion(words []pdfread.Word, l *labels) [][]pdfread.Word {
	for i, w := range words[:len(words)-1] {
		if strings.HasSuffix(w.Text, "?") && i >= 1 && !strings.HasSuffix(words[len(words)-1].Text, "?") && len(l.match(joined(words[:i+1]))) > 0 {
			return [][]pdfread.Word{words[:i+1], words[i+1:]}
		}
	}
	return [][]pdfread.Word{words}
}

func joined(words []pdfread.Word) string {
	var texts []string
	for _, w := range words {
		texts = append(texts, w.Text)
	}
	return strings.Join(texts, " ")
}
