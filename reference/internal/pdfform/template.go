package pdfform

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/typeset"
)

// template is a parsed AcroForm file: the objects that stay as they are, already printed, and the fields.
type template struct {
	printed    []byte
	offsets    []int
	root, info int
	fields     []*field
}

// field is a terminal form field. object is its dictionary without value and without the closing brackets.
type field struct {
	name    string
	kind    string // Tx, Btn or Ch
	number  int
	object  string
	merged  bool // the field and its only widget are one object
	radio   bool
	widgets []*widget
}

// widget is one appearance of a field.
type widget struct {
	number        int
	object        string
	width, height float64
	state         string  // of a button, when it is on
	size          float64 // of the type; 0 means as large as fits
	alignment     int     // 0 left, 1 centre, 2 right
	multiline     bool
	colour        string
}

// withoutConfig keeps pdfcpu from reading and writing a folder of its own. Its package api has a call for that, but also
// brings along what makes every program start later.
var withoutConfig = sync.OnceFunc(func() { model.ConfigPath = "disable" })

// parseTemplate reads an AcroForm file. It trusts the file as far as it trusts this module: templates ship with it.
func parseTemplate(file []byte) (*template, error) {
	withoutConfig()
	conf := model.NewDefaultConfiguration()
	conf.Offline = true
	ctx, err := pdfcpu.Read(bytes.NewReader(file), conf)
	if err != nil {
		return nil, fmt.Errorf("pdfform: template: %w", err)
	}
	if ctx.Encrypt != nil {
		return nil, errors.New("pdfform: template: it is encrypted")
	}
	p := &parser{table: ctx.XRefTable, replaced: map[int]bool{}}
	root, err := ctx.Catalog()
	if err != nil {
		return nil, fmt.Errorf("pdfform: template: %w", err)
	}
	t := &template{root: int(ctx.Root.ObjectNumber)}
	if ctx.Info != nil {
		t.info = int(ctx.Info.ObjectNumber)
	}
	form := p.dict(root["AcroForm"])
	base := attributes{appearance: stringOf(form["DA"])}
	if err := p.walk(p.array(form["Fields"]), base, 0); err != nil {
		return nil, err
	}
	t.fields = p.fields
	t.printed, t.offsets = p.print()
	return t, nil
}

// parser walks the objects of a template.
type parser struct {
	table    *model.XRefTable
	fields   []*field
	replaced map[int]bool
}

// attributes are what fields inherit (ISO 32000-1 section 12.7.3.1).
type attributes struct {
	name, kind, appearance string
	flags, alignment       int
}

func (p *parser) walk(list types.Array, in attributes, depth int) error {
	if depth > 16 {
		return errors.New("pdfform: template: fields nest too deep")
	}
	for _, item := range list {
		ref, ok := item.(types.IndirectRef)
		if !ok {
			return errors.New("pdfform: template: a field that is no object of its own")
		}
		d := p.dict(ref)
		at := p.inherit(d, in)
		kids := p.array(d["Kids"])
		if len(kids) > 0 && p.dict(kids[0])["T"] != nil {
			if err := p.walk(kids, at, depth+1); err != nil {
				return err
			}
			continue
		}
		p.add(ref, d, at, kids)
	}
	return nil
}

func (p *parser) inherit(d types.Dict, in attributes) attributes {
	if s, err := d.StringOrHexLiteralEntry("T"); err == nil && s != nil {
		in.name = strings.TrimPrefix(in.name+"."+*s, ".")
	}
	if n := d.NameEntry("FT"); n != nil {
		in.kind = *n
	}
	if s := stringOf(d["DA"]); s != "" {
		in.appearance = s
	}
	if n := d.IntEntry("Ff"); n != nil {
		in.flags = *n
	}
	if n := d.IntEntry("Q"); n != nil {
		in.alignment = *n
	}
	return in
}

func (p *parser) add(ref types.IndirectRef, d types.Dict, at attributes, kids types.Array) {
	f := &field{name: at.name, kind: at.kind, number: int(ref.ObjectNumber), radio: at.flags&(1<<15) != 0, merged: len(kids) == 0}
	p.replaced[f.number] = true
	if f.merged {
		f.widgets = []*widget{p.widget(f, d, f.number, at)}
	} else {
		f.object = open(d, "V")
		for _, kid := range kids {
			if r, ok := kid.(types.IndirectRef); ok {
				k := p.dict(r)
				f.widgets = append(f.widgets, p.widget(f, k, int(r.ObjectNumber), p.inherit(k, at)))
				p.replaced[int(r.ObjectNumber)] = true
			}
		}
	}
	p.fields = append(p.fields, f)
}

const (
	multilineFlag = 1 << 12
	defaultColour = "0 g"
)

func (p *parser) widget(f *field, d types.Dict, number int, at attributes) *widget {
	w := &widget{number: number, alignment: at.alignment, multiline: at.flags&multilineFlag != 0, colour: defaultColour}
	if rect, err := p.table.RectForArray(p.array(d["Rect"])); err == nil {
		w.width, w.height = rect.Width(), rect.Height()
	}
	if f.kind == "Btn" {
		w.object = open(d, "AS", "V")
		for state := range p.dict(p.dict(d["AP"])["N"]) {
			if state != "Off" {
				w.state = state
			}
		}
		return w
	}
	w.object = open(d, "AP", "V")
	operands := strings.Fields(at.appearance)
	for i, op := range operands {
		switch {
		case op == "Tf" && i > 0:
			w.size, _ = strconv.ParseFloat(operands[i-1], 64)
		case op == "g" && i >= 1:
			w.colour = strings.Join(operands[i-1:i+1], " ")
		case op == "rg" && i >= 3:
			w.colour = strings.Join(operands[i-3:i+1], " ")
		}
	}
	return w
}

// print prints all objects that filling leaves alone.
func (p *parser) print() (printed []byte, offsets []int) {
	var numbers []int
	for n := range p.table.Table {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	f := typeset.NewFile()
	for range numbers[len(numbers)-1] {
		f.Reserve()
	}
	for _, n := range numbers {
		e := p.table.Table[n]
		if n == 0 || e == nil || e.Free || e.Object == nil || p.replaced[n] {
			continue
		}
		switch o := e.Object.(type) {
		case types.ObjectStreamDict, types.XRefStreamDict:
		case types.StreamDict:
			d := o.Dict.Clone().(types.Dict)
			body := o.Raw
			if len(o.FilterPipeline) == 0 && len(body) > 200 {
				body = typeset.Deflate(body)
				d["Filter"] = types.Name("FlateDecode")
			}
			d["Length"] = types.Integer(len(body))
			f.Put(n, d.PDFString(), body)
		default:
			f.Put(n, o.PDFString(), nil)
		}
	}
	return f.Printed()
}

// open prints a dictionary without some keys and without the closing brackets, ready to take more entries.
func open(d types.Dict, without ...string) string {
	c := d.Clone().(types.Dict)
	for _, k := range without {
		delete(c, k)
	}
	return strings.TrimSuffix(c.PDFString(), ">>")
}

func (p *parser) dict(o types.Object) types.Dict {
	d, err := p.table.DereferenceDict(o)
	if err != nil {
		return nil
	}
	return d
}

func (p *parser) array(o types.Object) types.Array {
	a, err := p.table.DereferenceArray(o)
	if err != nil {
		return nil
	}
	return a
}

func stringOf(o types.Object) string {
	if s, ok := o.(types.StringLiteral); ok {
		return string(s)
	}
	return ""
}
