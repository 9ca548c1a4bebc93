package extract

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

const (
	sureOfTooltip = 0.99
	sureOfName    = 0.9
)

var (
	stateWord = regexp.MustCompile(`(?i)^(.*?)[ _.-]*(yes|no|y|n|true|false)$`)
	unchecked = regexp.MustCompile(`(?i)^(?:off|)$`)
)

// formFields reads the fields of a fillable form by their tooltips and names. What stands beside them on the page is read
// with the rest of the page.
func (r *reader) formFields(doc *pdfread.Document) {
	p := &page{}
	for i, f := range doc.Fields {
		if f.Value == "" {
			continue
		}
		at := &cell{y: float64(i)}
		for _, source := range []struct {
			text string
			sure float64
		}{{f.Tooltip, sureOfTooltip}, {words(f.Name), sureOfName}} {
			if key, v, score, ok := r.formField(f, source.text); ok {
				r.keep(key, v, score*source.sure, p, at)
				break
			}
		}
	}
}

func (r *reader) formField(f pdfread.Field, label string) (key string, v any, score float64, ok bool) {
	text := f.Value
	if f.Kind == pdfread.CheckBox {
		if unchecked.MatchString(f.Value) {
			return "", nil, 0, false
		}
		text = "yes"
		if m := stateWord.FindStringSubmatch(label); m != nil && m[1] != "" {
			label, text = m[1], m[2]
		}
	}
	if f.Kind == pdfread.RadioButtons && unchecked.MatchString(f.Value) {
		return "", nil, 0, false
	}
	context := r.contextOfName(label)
	for _, h := range r.match(label) {
		key := keyIn(context, h.key, label)
		field, known := r.catalog.Field(key)
		if !known || f.Kind == pdfread.CheckBox && field.Kind != catalog.YesNo {
			continue
		}
		if v, ok := r.plain(field, text); ok {
			return key, v, h.score, true
		}
	}
	return "", nil, 0, false
}

// plain parses the value of a form field, which may hold a whole address.
func (r *reader) plain(f catalog.Field, text string) (any, bool) {
	if f.Kind == catalog.Street {
		lines := strings.Split(text, "\n")
		return r.street(&page{}, &cell{text: strings.Join(lines, ", ")}, f)
	}
	if f.Kind != catalog.LongText {
		text = strings.Join(strings.Fields(text), " ")
	}
	return parse(f, text, r.now)
}

var partyWords = regexp.MustCompile(`\b(?:agent|agency|producer|broker|mortgagee|payee|lienholder|holder|carrier address|carrier phone|adjuster|claimant)\b`)

func (r *reader) contextOfName(label string) string {
	switch s := normal(label); {
	case partyWords.MatchString(s):
		return "third"
	case strings.HasPrefix(s, "loc ") || strings.HasPrefix(s, "location") || strings.HasPrefix(s, "premises"):
		return "premises"
	}
	return ""
}

// words makes a label of a field's name: "form1[0].Insured_LegalName[0]" becomes "Insured Legal Name".
func words(name string) string {
	name = name[strings.LastIndex(name, ".")+1:]
	if i := strings.IndexByte(name, '['); i > 0 {
		name = name[:i]
	}
	var b strings.Builder
	before := ' '
	for _, c := range name {
		switch {
		case c == '_' || c == '-' || c == '.':
			b.WriteByte(' ')
		case unicode.IsUpper(c) && unicode.IsLower(before) || unicode.IsDigit(c) && unicode.IsLetter(before):
			b.WriteByte(' ')
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
		before = c
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
