package design

import (
	"fmt"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/typeset"
)

// group is a form field: one text widget, or the buttons of one radio group.
type group struct {
	name, tooltip string
	kind          widgetKind
	widgets       []placed
}

type placed struct {
	widget
	page int
}

// file prints the pages and the form as a PDF. Streams stay uncompressed: compressed bytes would change with the version of
// the compressor, and a stranger can read a template in an editor.
func (d *drawing) file() []byte {
	f := typeset.NewFile()
	catalogue, pages, info := f.Reserve(), f.Reserve(), f.Reserve()
	d.faces.regular.Close()
	d.faces.bold.Close()
	resources := fmt.Sprintf("<</Font<<%s%s>>>>", d.faces.regular.Embed(f, "R", false), d.faces.bold.Embed(f, "B", false))
	helvetica, dingbats := f.Reserve(), f.Reserve()
	f.Put(helvetica, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", nil)
	f.Put(dingbats, "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>", nil)

	numbers := make([]int, len(d.pages))
	for i := range numbers {
		numbers[i] = f.Reserve()
	}
	annotations := make([][]string, len(d.pages))
	var fields []string
	marks := buttonStates(f)
	for _, g := range d.groups() {
		fields = append(fields, printGroup(f, g, numbers, annotations, marks))
	}
	for i, p := range d.pages {
		content := f.Reserve()
		typeset.Stream(f, content, "", p.content(), false)
		f.Put(numbers[i], fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 %g %g]/Resources%s/Contents %d 0 R/Annots[%s]/Tabs/R>>",
			pages, pageWidth, pageHeight, resources, content, strings.Join(annotations[i], " ")), nil)
	}
	f.Put(pages, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(numbers), references(numbers)), nil)
	f.Put(info, fmt.Sprintf("<</Title%s/Producer(intake-go)>>", typeset.TextString(d.form.Title)), nil)
	f.Put(catalogue, fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/Lang(en-US)/ViewerPreferences<</DisplayDocTitle true>>"+
		"/AcroForm<</Fields[%s]/DA(/Helv 0 Tf 0.1 0.13 0.18 rg)/DR<</Font<</Helv %d 0 R/ZaDb %d 0 R>>>>>>>>",
		pages, strings.Join(fields, " "), helvetica, dingbats), nil)
	return f.Close(catalogue, info)
}

func references(numbers []int) string {
	var all []string
	for _, n := range numbers {
		all = append(all, fmt.Sprintf("%d 0 R", n))
	}
	return strings.Join(all, " ")
}

// groups collects the widgets of all pages by field name, in reading order.
func (d *drawing) groups() []*group {
	var all []*group
	byName := map[string]*group{}
	for i, p := range d.pages {
		for _, w := range p.widgets {
			g := byName[w.name]
			if g == nil {
				g = &group{name: w.name, tooltip: w.tooltip, kind: w.kind}
				byName[w.name] = g
				all = append(all, g)
			}
			g.widgets = append(g.widgets, placed{w, i})
		}
	}
	return all
}

// buttonStates are the two looks of a check box, shared by all: a tick and nothing.
func buttonStates(f *typeset.File) (states [2]int) {
	states = [2]int{f.Reserve(), f.Reserve()}
	tick := fmt.Sprintf("q %s RG 1.5 w 1 J 1 j 2 4.9 m 4 2.6 l 7.6 7.2 l S Q", accent)
	for i, content := range []string{tick, ""} {
		typeset.Stream(f, states[i], fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %g %g]/Resources<<>>", boxSize, boxSize), []byte(content), false)
	}
	return states
}

func printGroup(f *typeset.File, g *group, pages []int, annotations [][]string, marks [2]int) string {
	common := fmt.Sprintf("/T%s/TU%s", typeset.TextString(g.name), typeset.TextString(g.tooltip))
	field := f.Reserve()
	reference := fmt.Sprintf("%d 0 R", field)
	if g.kind == textWidget {
		w := g.widgets[0]
		annotations[w.page] = append(annotations[w.page], reference)
		f.Put(field, fmt.Sprintf("<</Type/Annot/Subtype/Widget%s/FT/Tx%s/F 4/P %d 0 R/Rect[%s]/DA(/Helv 0 Tf 0.1 0.13 0.18 rg)>>",
			common, textFlags(w.widget), pages[w.page], w.rect()), nil)
		return reference
	}
	var kids []string
	for _, w := range g.widgets {
		kid := f.Reserve()
		state := typeset.NameToken(w.state)
		f.Put(kid, fmt.Sprintf("<</Type/Annot/Subtype/Widget/Parent %s/TU%s/F 4/P %d 0 R/Rect[%s]/MK<</CA(4)>>/AS/Off/AP<</N<<%s %d 0 R/Off %d 0 R>>>>>>",
			reference, typeset.TextString(g.tooltip+": "+w.answer), pages[w.page], w.rect(), state, marks[0], marks[1]), nil)
		kids = append(kids, fmt.Sprintf("%d 0 R", kid))
		annotations[w.page] = append(annotations[w.page], kids[len(kids)-1])
	}
	const radioFlags = 1 << 15 // a click on the chosen button clears it again: an answer may be withdrawn
	f.Put(field, fmt.Sprintf("<<%s/FT/Btn/Ff %d/Kids[%s]>>", common, radioFlags, strings.Join(kids, " ")), nil)
	return reference
}

func textFlags(w widget) string {
	s := ""
	if w.multiline {
		s += fmt.Sprintf("/Ff %d", 1<<12)
	}
	if w.numeric {
		s += "/Q 2"
	}
	return s
}

func (w widget) rect() string {
	return typeset.Number(w.x) + " " + typeset.Number(pageHeight-w.top-w.h) + " " + typeset.Number(w.x+w.w) + " " + typeset.Number(pageHeight-w.top)
}
