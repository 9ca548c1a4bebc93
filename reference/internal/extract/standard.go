package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// standardName is a field of the industry's own forms, whose names say what they hold on whatever form they stand:
// "NamedInsured_MailingAddress_LineOne_A". Value is what a ticked box of that name means.
type standardName struct {
	Is    string `json:"is"`
	Key   string `json:"key"`
	Value string `json:"value"`
}

type knownName struct {
	is         *pattern.Pattern
	key, value string
}

var (
	systematic  = pattern.MustCompile(`^([A-Z][A-Za-z0-9]*(?:_[A-Z][A-Za-z0-9]*)+)_([A-Z])$`)
	ofParty     = pattern.MustCompile(`^(?:Producer|Insurer|AdditionalInterest|Mortgagee|CertificateHolder|Driver)_`)
	instruction = pattern.MustCompile(`^(?:Enter \pL+|Check the box(?: \(if applicable\))?|Select \pL+|Sign here) ?:`)
)

// systematicName takes the name of the row off a systematic name. row is "A" for the first, "" where the name is none.
func systematicName(full string) (name, row string) {
	name = full[strings.LastIndex(full, ".")+1:]
	if i := strings.IndexByte(name, '['); i > 0 {
		name = name[:i]
	}
	m := systematic.FindStringSubmatch(name)
	if m == nil {
		return name, ""
	}
	return m[1], m[2]
}

// standard is what a systematic name stands for.
func (l *labels) standard(name string) *knownName {
	for i := range l.names {
		if l.names[i].is.MatchString(name) {
			return &l.names[i]
		}
	}
	return nil
}

// told tells a field whose name says all about it, so that no label on the page has to: one that the name alone gives a
// meaning to, or one about somebody else.
func (l *labels) told(f pdfread.Field) bool {
	name, row := systematicName(f.Name)
	return row != "" && (ofParty.MatchString(name) || l.standard(name) != nil)
}

const sureOfStandard = 0.97

// standardField keeps the value of a field with such a name. The rows after the first are about further locations.
func (r *reader) standardField(f pdfread.Field, p *page, at *cell) bool {
	name, row := systematicName(f.Name)
	if row == "" {
		return false
	}
	known := r.standard(name)
	if known == nil || row != "A" {
		return known != nil || ofParty.MatchString(name)
	}
	field, ok := r.catalog.Field(known.key)
	text := f.Value
	if f.Kind == pdfread.CheckBox {
		if text = known.value; unchecked.MatchString(f.Value) {
			return true
		}
	}
	if v, parsed := r.plain(field, text); ok && parsed {
		r.keep(known.key, v, sureOfStandard, p, at)
	}
	return true
}
