package pdfread

import (
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
)

// form gathers fields and their widgets. Pages are read first, so widgets wait under their full names for their fields.
type form struct {
	fields  []Field
	widgets map[string][]Widget
	seen    map[string]int
	nodes   int
	xfa     bool
}

const (
	maxFields     = 50_000
	maxFieldDepth = 40
)

func newForm() *form { return &form{widgets: map[string][]Widget{}, seen: map[string]int{}} }

// widget notes one widget annotation of a page, under the name that its parents give it.
func (f *form) widget(a pdf.Value, page int, rect Rect) {
	w := Widget{Page: page, Rect: rect, State: onState(a)}
	if as := a.Key("AS"); as.Kind() == pdf.Name {
		w.On = as.Name() != "Off"
	}
	var parts []string
	node := a
	for depth := 0; depth < maxFieldDepth && node.Kind() == pdf.Dict; depth++ {
		if t := node.Key("T"); t.Kind() == pdf.String {
			parts = append([]string{clean(t.Text())}, parts...)
		}
		node = node.Key("Parent")
	}
	name := strings.Join(parts, ".")
	if len(f.widgets) < maxFields && len(f.widgets[name]) < 1000 {
		f.widgets[name] = append(f.widgets[name], w)
	}
}

// onState is the appearance state of a button other than Off.
func onState(a pdf.Value) string {
	for _, k := range a.Key("AP").Key("N").Keys() {
		if k != "Off" && a.Key("AP").Key("N").Kind() == pdf.Dict {
			return k
		}
	}
	return ""
}

// read walks the field tree. What a field lacks it inherits from its parents (ISO 32000-1 section 12.7.3.1).
func (f *form) read(acroForm pdf.Value) {
	f.walk(acroForm.Key("Fields"), inheritance{}, 0)
	if x := acroForm.Key("XFA"); !x.IsNull() {
		f.xfa = true
		f.readXFA(x)
	}
}

type inheritance struct {
	name, kind string
	value      pdf.Value
	flags      int64
	tooltip    string
}

func (f *form) walk(list pdf.Value, from inheritance, depth int) {
	if depth > maxFieldDepth {
		return
	}
	for i := 0; i < list.Len(); i++ {
		if f.nodes++; f.nodes > 2*maxFields {
			return
		}
		node := safely(func() pdf.Value { return list.Index(i) })
		if node.Kind() == pdf.Dict {
			f.field(node, from, depth)
		}
	}
}

func (f *form) field(node pdf.Value, in inheritance, depth int) {
	defer func() { _ = recover() }() // one malformed field does not spoil the others
	if t := node.Key("T"); t.Kind() == pdf.String {
		in.name = strings.TrimPrefix(in.name+"."+clean(t.Text()), ".")
	}
	if t := node.Key("FT"); t.Kind() == pdf.Name {
		in.kind = t.Name()
	}
	if t := node.Key("TU"); t.Kind() == pdf.String {
		in.tooltip = clean(t.Text())
	}
	if v := node.Key("V"); !v.IsNull() {
		in.value = v
	}
	if v := node.Key("Ff"); !v.IsNull() {
		in.flags = v.Int64()
	}
	kids := node.Key("Kids")
	for i := 0; i < kids.Len(); i++ {
		if kids.Index(i).Key("T").Kind() == pdf.String {
			f.walk(kids, in, depth+1)
			return
		}
	}
	f.add(in)
}

func (f *form) add(in inheritance) {
	if _, twice := f.seen[in.name]; twice || len(f.fields) >= maxFields {
		return
	}
	field := Field{Name: in.name, Tooltip: in.tooltip, Kind: kindOf(in), Value: clip(valueText(in.value)), Widgets: f.widgets[in.name]}
	if field.Kind == CheckBox || field.Kind == RadioButtons {
		settle(&field)
	}
	f.seen[in.name] = len(f.fields)
	f.fields = append(f.fields, field)
}

func kindOf(in inheritance) FieldKind {
	const radioFlag, pushFlag = 1 << 15, 1 << 16
	switch {
	case in.kind == "Tx":
		return TextField
	case in.kind == "Ch":
		return ChoiceField
	case in.kind == "Btn" && in.flags&radioFlag != 0:
		return RadioButtons
	case in.kind == "Btn" && in.flags&pushFlag == 0:
		return CheckBox
	}
	return otherField
}

// settle brings the value of a button and the states of its widgets together: some writers set only one of the two.
func settle(f *Field) {
	if f.Value != "" && f.Value != "Off" {
		for i := range f.Widgets {
			if w := &f.Widgets[i]; w.State == f.Value {
				w.On = true
			}
		}
		return
	}
	for _, w := range f.Widgets {
		if w.On && w.State != "" {
			f.Value = w.State
		}
	}
	if f.Value == "" {
		f.Value = "Off"
	}
}

func valueText(v pdf.Value) string {
	switch v.Kind() {
	case pdf.String:
		return clean(v.Text())
	case pdf.Name:
		return v.Name()
	case pdf.Array:
		var all []string
		for i := 0; i < min(v.Len(), 100); i++ {
			all = append(all, clean(v.Index(i).Text()))
		}
		return strings.Join(all, ", ")
	case pdf.Stream:
		b, _ := io.ReadAll(io.LimitReader(v.Reader(), maxFieldValue))
		return clean(string(b))
	}
	return ""
}

func clean(s string) string {
	s = strings.ToValidUTF8(s, "")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == 0xA0:
			return ' '
		case r < 0x20 && r != '\n':
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n")))
}

func clip(s string) string {
	if len(s) <= maxFieldValue {
		return s
	}
	s = s[:maxFieldValue]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s
}

// readXFA takes the values out of the data packet of an XML form, for fields that carry none themselves.
func (f *form) readXFA(x pdf.Value) {
	defer func() { _ = recover() }()
	for i := 0; i+1 < x.Len(); i += 2 {
		if x.Index(i).RawString() == "datasets" {
			f.readDatasets(io.LimitReader(x.Index(i+1).Reader(), 4<<20))
		}
	}
	if x.Kind() == pdf.Stream {
		f.readDatasets(io.LimitReader(x.Reader(), 4<<20))
	}
}

// readDatasets collects the leaves below xfa:data. encoding/xml resolves no external entities.
func (f *form) readDatasets(r io.Reader) {
	d := xml.NewDecoder(r)
	var names []string
	var text strings.Builder
	inData := -1
	for range 200_000 {
		token, err := d.Token()
		if err != nil {
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local == "data" && inData < 0 {
				inData = len(names)
			}
			names = append(names, t.Name.Local)
			text.Reset()
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			if len(names) == 0 {
				return
			}
			if v := clean(text.String()); v != "" && inData >= 0 && len(names) > inData+1 {
				f.fill(strings.Join(names[inData+1:], "."), v)
			}
			text.Reset()
			names = names[:len(names)-1]
			if len(names) == inData {
				return
			}
		}
	}
}

func (f *form) fill(name, value string) {
	last := name[strings.LastIndex(name, ".")+1:]
	for i := range f.fields {
		own := f.fields[i].Name
		own = strings.TrimSuffix(own[strings.LastIndex(own, ".")+1:], "[0]")
		if own == last && f.fields[i].Kind == TextField {
			if f.fields[i].Value == "" {
				f.fields[i].Value = clip(value)
			}
			return
		}
	}
	if len(f.fields) < maxFields {
		f.fields = append(f.fields, Field{Name: name, Kind: TextField, Value: clip(value)})
	}
}

// describe tells what a person should know about the form.
func (f *form) describe(doc *Document) {
	if f.xfa {
		doc.note("the document is an XML form (XFA); the values in its data packet were read, its layout was not")
	}
}
