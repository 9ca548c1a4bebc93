package extract

import (
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

const (
	sureOfTooltip = 0.99
	sureOfName    = 0.9
)

var (
	stateWord = pattern.MustCompile(`(?i)^(.*?)[ _.-]*(yes|no|y|n|true|false)$`)
	unchecked = pattern.MustCompile(`(?i)^(?:off|)$`)
)

// formFields reads the fields of a fillable form by their tooltips and names. What stands beside them on the page is read
// with the rest of the page.
func (r *reader) formFields(doc *pdfread.Document) {
	p := &page{budget: r.budget}
	for i, f := range doc.Fields {
		if f.Value == "" {
			continue
		}
		at := &cell{y: float64(i)}
		if r.standardField(f, p, at) {
			continue
		}
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
	if instruction.MatchString(label) {
		return "", nil, 0, false // it tells how to fill the field in, in words that tell of many things
	}
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
	label, first := plainName(label)
	if !first {
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
		return r.street(&page{budget: r.budget}, &cell{text: strings.Join(lines, ", ")}, f)
	}
	if f.Kind != catalog.LongText {
		text = strings.Join(strings.Fields(text), " ")
	}
	return parse(f, text, r.now)
}

var partyWords = pattern.MustCompile(`\b(?:agent|agency|producer|broker|mortgagee|payee|lienholder|holder|carrier address|carrier phone|adjuster|claimant)\b`)

func (r *reader) contextOfName(label string) string {
	switch s := normal(label); {
	case partyWords.MatchString(s):
		return "third"
	case strings.HasPrefix(s, "loc ") || strings.HasPrefix(s, "location") || strings.HasPrefix(s, "premises"):
		return "premises"
	}
	return ""
}

// standardNames brings the systematic names that the industry's own forms give their fields to the words of labels:
// "NamedInsured MailingAddress LineOne A", "BusinessInformation FullTimeEmployeeCount A".
var standardNames = []struct {
	is *pattern.Pattern
	to string
}{
	{pattern.MustCompile(`(?i)\b(?:address )?line ?(?:one|1)$`), "address"},
	{pattern.MustCompile(`(?i)\baddress address\b`), "address"},
	{pattern.MustCompile(`(?i)\bcity ?name$`), "city"},
	{pattern.MustCompile(`(?i)\bstate ?(?:or ?province )?code$`), "state"},
	{pattern.MustCompile(`(?i)\bpostal ?code$`), "zip"},
	{pattern.MustCompile(`(?i)\btax ?identifier$`), "tax id"},
	{pattern.MustCompile(`(?i)\bfull ?name$`), "name"},
	{pattern.MustCompile(`(?i)\b(full|part) time employee count$`), "$1 time employees"},
	{pattern.MustCompile(`(?i)\b(?:limit )?amount$`), "limit"},
	{pattern.MustCompile(`
		(?i)^(?:named )?insured (?:primary )?(
			mailing (?:address )?(?:address|city|state|zip)|tax id|phone number|web ?site address|email address
		)$`), "$1"},
	{pattern.MustCompile(`(?i)^mailing address (address|city|state|zip)$`), "mailing $1"},
	{pattern.MustCompile(`(?i)^(?:commercial structure|location|premises) (?:physical address|address) (?:address )?(address|city|state|zip)$`), "location $1"},
	{pattern.MustCompile(`(?i)^(?:commercial structure|location|premises) physical address$`), "location address"},
	{pattern.MustCompile(`(?i)^(?:business information|commercial policy|policy|general liability|commercial structure|construction) (.+)$`), "$1"},
}

var rowLetter = pattern.MustCompile(`^(.* )([A-Z])$`)

// plainName rewrites a systematic name. first is false for the second and further rows of a form's table.
func plainName(label string) (plain string, first bool) {
	if m := rowLetter.FindStringSubmatch(label); m != nil {
		if m[2] != "A" {
			return label, false
		}
		label = strings.TrimSpace(m[1])
	}
	for _, n := range standardNames {
		label = n.is.ReplaceAllString(label, n.to)
	}
	return label, true
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
