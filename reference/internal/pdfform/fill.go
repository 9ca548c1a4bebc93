package pdfform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/fonts"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/forms"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/typeset"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// Filled is a filled form. Sparse says that it looks too empty to be sent (spec section 4, endpoint 8).
type Filled struct {
	FormKey       string
	PDF           []byte
	FieldsWritten int
	Sparse        bool
	Warnings      []string
}

// Fill writes the values into a form. The insured's name stands in where the legal name is not known; now only tells how
// long the business exists.
func (l *Library) Fill(formKey string, values map[string]any, insured string, now time.Time) (Filled, error) {
	form, ok := l.form(formKey)
	if !ok {
		return Filled{}, fmt.Errorf("pdfform: no form %q", formKey)
	}
	t, err := l.loaded[formKey]()
	if err != nil {
		return Filled{}, err
	}
	entries := l.entries(form, values, insured, now)
	pdf, warnings := t.fill(entries)
	out := Filled{FormKey: formKey, PDF: pdf, FieldsWritten: len(entries)}
	asked := l.asked(form, values)
	missing := l.missing(form, asked, entries)
	out.Sparse = sparse(form, asked, entries) || len(missing) > 0
	out.Warnings = slices.Concat(missing, l.named(form, warnings))
	return out, nil
}

// entry is what goes into one field: text, or the state of a button.
type entry struct{ text, state string }

func (l *Library) entries(form forms.Form, values map[string]any, insured string, now time.Time) map[string]entry {
	entries := map[string]entry{}
	for _, c := range form.Cells() {
		f, inCatalogue := l.catalog.Field(c.Field)
		v, answered := values[c.Field]
		switch {
		case c.Derive == "years_in_business":
			if years, ok := yearsInBusiness(values, now); ok {
				entries[c.Derive] = entry{text: strconv.Itoa(years)}
			}
		case c.Field == "legal_name" && !answered && strings.TrimSpace(insured) != "":
			entries[c.Field] = entry{text: insured}
		case !answered || !inCatalogue || v == nil:
		case f.Kind == catalog.YesNo:
			entries[c.Field] = entry{state: map[bool]string{true: "yes", false: "no"}[v == true]}
		case f.Kind == catalog.Choice:
			entries[c.Field] = entry{state: fmt.Sprint(v)}
		default:
			if text := value.Format(f, v); text != "" {
				entries[c.Field] = entry{text: text}
			}
		}
	}
	return entries
}

func yearsInBusiness(values map[string]any, now time.Time) (int, bool) {
	since, ok := values["year_established"].(float64)
	years := now.Year() - int(since)
	return years, ok && years >= 0
}

// missing words a warning for each important field without a value, unless its condition does not hold.
func (l *Library) missing(form forms.Form, asked map[string]bool, entries map[string]entry) []string {
	var warnings []string
	for _, c := range form.Cells() {
		if _, written := entries[c.Field]; written || !slices.Contains(form.Important, c.Field) || !asked[c.Field] {
			continue
		}
		warnings = append(warnings, fmt.Sprintf("%s is missing.", l.label(c)))
	}
	return warnings
}

// sparseShare is the share of the fields that apply below which a form is taken for sparse.
const sparseShare = 0.5

func sparse(form forms.Form, asked map[string]bool, entries map[string]entry) bool {
	apply, written := 0, 0
	for _, c := range form.Cells() {
		if _, ok := entries[c.Field]; ok {
			written++
			apply++
		} else if asked[c.Field] {
			apply++
		}
	}
	return float64(written) < sparseShare*float64(apply)
}

// asked tells which fields the catalogue would ask for this form's lines with these values.
func (l *Library) asked(form forms.Form, values map[string]any) map[string]bool {
	asked := map[string]bool{}
	for _, f := range l.catalog.Plan(form.Lines, values, nil).Askable {
		asked[f.Key] = true
	}
	return asked
}

func (l *Library) label(c forms.Cell) string {
	if f, ok := l.catalog.Field(c.Field); ok {
		return f.Label
	}
	return c.Label
}

// warning is a remark of the engine about a field.
type warning struct{ field, text string }

func (l *Library) named(form forms.Form, warnings []warning) []string {
	var all []string
	for _, w := range warnings {
		for _, c := range form.Cells() {
			if c.Name() == w.field {
				all = append(all, l.label(c)+": "+w.text)
			}
		}
	}
	return all
}

// plainCut is what a form needs of the font whose values are in plain English.
var plainCut = sync.OnceValue(func() *typeset.Cut { return typeset.Prepare(fonts.Regular(), plainLetters) })

const plainLetters = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// fill prints the template with the values in its fields.
func (t *template) fill(entries map[string]entry) ([]byte, []warning) {
	face := typeset.NewFace(fonts.Regular(), fonts.Wide())
	var warnings []warning
	layouts := map[*widget]layout{}
	for _, f := range t.fields {
		e, ok := entries[f.name]
		if !ok || f.kind == "Btn" {
			continue
		}
		warnings = append(warnings, unprintable(face, f.name, e.text)...)
		for i, w := range f.widgets {
			l := fit(face, e.text, w)
			for _, line := range l.lines {
				face.Use(typeset.Visual(line))
			}
			if !l.fits && i == 0 {
				warnings = append(warnings, warning{f.name, fmt.Sprintf("the value did not fit, even at %g pt; the form shows a part of it.", smallest)})
			}
			layouts[w] = l
		}
	}
	face.Close(plainCut())
	out := typeset.Continue(t.printed, t.offsets, 64<<10)
	resources := "<</Font<<" + face.Embed(out, resource, true) + ">>>>"
	for _, f := range t.fields {
		e, filled := entries[f.name]
		if f.kind == "Btn" {
			f.printButtons(out, e)
			continue
		}
		f.printText(out, e, filled, face, layouts, resources)
	}
	return out.Close(t.root, t.info), warnings
}

func unprintable(face *typeset.Face, name, text string) []warning {
	var list []string
	text = typeset.Compose(text)
	var warnings []warning
	if marks := typeset.Stacked(text); len(marks) > 0 {
		warnings = append(warnings, warning{name, fmt.Sprintf("the mark %U has no letter of its own to stand on; it may be shown beside it.", marks[0])})
	}
	for _, r := range face.Missing(text) {
		if r != '\n' && r != '\r' && r != '\t' {
			list = append(list, fmt.Sprintf("%q (%U)", r, r))
		}
	}
	if len(list) > 0 {
		warnings = append(warnings, warning{name, "no glyph for " + strings.Join(list, ", ") + "; the value is stored in the field and shown with □ instead."})
	}
	return warnings
}

func (f *field) printText(out *typeset.File, e entry, filled bool, face *typeset.Face, layouts map[*widget]layout, resources string) {
	v := ""
	if filled {
		v = "/V" + typeset.TextString(e.text)
	}
	if !f.merged {
		out.Put(f.number, f.object+v+">>", nil)
		v = ""
	}
	for _, w := range f.widgets {
		look := ""
		if l, ok := layouts[w]; ok {
			number := out.Reserve()
			typeset.Stream(out, number, fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %s %s]/Resources%s", typeset.Number(w.width), typeset.Number(w.height), resources),
				l.draw(face, w), false)
			look = fmt.Sprintf("/AP<</N %d 0 R>>", number)
		}
		out.Put(w.number, w.object+v+look+">>", nil)
	}
}

// printButtons turns on the widget of the entry's state; a single check box is on for "yes".
func (f *field) printButtons(out *typeset.File, e entry) {
	chosen := "Off"
	for _, w := range f.widgets {
		if e.state != "" && (w.state == e.state || len(f.widgets) == 1 && e.state == "yes") {
			chosen = w.state
		}
	}
	v := "/V" + typeset.NameToken(chosen)
	if !f.merged {
		out.Put(f.number, f.object+v+">>", nil)
		v = ""
	}
	for _, w := range f.widgets {
		state := "Off"
		if w.state == chosen {
			state = chosen
		}
		out.Put(w.number, w.object+v+"/AS"+typeset.NameToken(state)+">>", nil)
	}
}
