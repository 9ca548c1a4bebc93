package extract

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// sentence tells a line of running text, in which the words "each occurrence" label nothing: many words, most of them
// small, neither boxes nor columns nor colons between them.
func sentence(row []piece, space float64) bool {
	small, words := 0, 0
	for i, p := range row {
		if p.mark != noMark || p.alone || strings.HasSuffix(p.Text, ":") || strings.HasSuffix(p.Text, "?") || leaders.MatchString(p.Text) {
			return false
		}
		if i > 0 && apart(row[i-1], p, nil, space) && !(strings.HasSuffix(row[i-1].Text, ".") && p.X0-row[i-1].X1 < 1.2*p.Size) {
			return false
		}
		first, _ := utf8.DecodeRuneInString(p.Text)
		if unicode.IsLetter(first) {
			words++
		}
		if unicode.IsLower(first) {
			small++
		}
	}
	return len(row) >= fewestWords && small*10 >= words*6
}

const fewestWords = 9

// cutTyped cuts "Total Estimated Annual Premium $21,450" and "FEIN 84-3120957", where nothing but the kind of the value tells
// where the label ends.
func cutTyped(words []pdfread.Word, l *labels) [][]pdfread.Word {
	for n := min(len(words)-1, longestInline); n >= 1; n-- {
		first, _ := utf8.DecodeRuneInString(words[n].Text)
		if !unicode.IsDigit(first) && first != '$' && first != '(' {
			continue
		}
		hits := l.match(joined(words[:n]))
		if len(hits) == 0 || hits[0].score < cueLabel {
			continue
		}
		if f, ok := l.catalog.Field(hits[0].key); ok && evident(f, joined(words[n:])) {
			return [][]pdfread.Word{words[:n], words[n:]}
		}
	}
	return [][]pdfread.Word{words}
}

// evident tells a text that by its form alone is a value of the field's kind.
func evident(f catalog.Field, text string) bool {
	switch f.Kind {
	case catalog.Money:
		return leadingAmount.MatchString(text)
	case catalog.Date:
		at := dateAlone.FindStringIndex(text)
		return at != nil && at[0] == 0 && len(text)-at[1] < 12
	case catalog.FEIN:
		return federalNumber.MatchString(text)
	case catalog.Phone:
		_, ok := value.Parse(f, text, anyDay)
		return ok
	}
	return false
}

// anyDay stands where a grammar wants to know the day and the kind of value does not depend on it.
var anyDay = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
