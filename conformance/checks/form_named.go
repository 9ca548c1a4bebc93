package checks

import (
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// What a field of a form shows that has the name of a value of its session.

// otherNumber says whether a text of a form is another number than a value is. A session may keep cents, and a form thousands, whole percents or the
// last digits of a year.
func otherNumber(v any, shown string) bool {
	told, is := number(v)
	written, too := numberOf(strings.ReplaceAll(shown, " ", ""))
	if !is || !too {
		return false
	}
	const century, percent, thousand = 100, 100, 1000
	whole := float64(int64(written))
	inThousands := told >= thousand && (whole == float64(int64(told/thousand)) || whole == float64(int64(told/thousand+0.5)))
	ofYear := told > 1900 && told < 2100 && written == float64(int64(told)%century)
	return whole != float64(int64(told)) && !inThousands && !ofYear && whole != float64(int64(told/percent)) && (told >= 1 || written != told*percent)
}

// caseExchanged says whether a text is another one with small letters for capitals and capitals for small ones. One that is all in capitals, or has
// one at the beginning of each word, is as forms are written.
func caseExchanged(told, shown string) bool {
	small, capital := false, false
	exchanged := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsUpper(r):
			capital = true
			return unicode.ToLower(r)
		case unicode.IsLower(r):
			small = true
			return unicode.ToUpper(r)
		}
		return r
	}, told)
	return small && capital && shown == exchanged && exchanged != strings.ToUpper(told) && exchanged != strings.ToLower(told)
}

// listsIn are the values of a session that list several texts.
func listsIn(detail obj) obj {
	values, _ := detail["field_values"].(obj)
	all := obj{}
	for name, v := range ungrouped(values) {
		if len(strs(v)) > 0 {
			all[name] = v
		}
	}
	return all
}

// lostList says whether the field of a list is empty, and nothing that it lists is in its form, in a text, in another field or as a box.
func lostList(v any, fields []pdftext.Field, read pdftext.Document) bool {
	items := strs(v)
	written := func(field pdftext.Field) bool { return !field.Text || strings.TrimSpace(field.Value) != "" }
	return len(items) > 0 && !slices.ContainsFunc(fields, written) && !slices.ContainsFunc(items, read.Shows)
}
