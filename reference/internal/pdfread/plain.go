package pdfread

import (
	"bytes"
	"fmt"

	"github.com/ledongthuc/pdf"
)

// readPlain reads a document that normalise has rewritten, or, as the last resort, a file as it came.
func readPlain(file []byte, o Options) (doc *Document, err error) {
	defer func() {
		if x := recover(); x != nil {
			doc, err = nil, fmt.Errorf("%w: %v", ErrDamaged, x)
		}
	}()
	r, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	pages := pagesOf(r, o.MaxPages+1)
	if len(pages) == 0 {
		return nil, fmt.Errorf("%w: no pages", ErrDamaged)
	}
	doc = &Document{}
	if len(pages) > o.MaxPages {
		pages = pages[:o.MaxPages]
		doc.note("only the first %d pages were read", o.MaxPages)
	}
	form := newForm()
	budget := &budget{glyphs: 5_000_000, operators: 20_000_000, contents: 50_000}
	bad := 0
	for i, p := range pages {
		page, ok := readPage(p, i, form, budget)
		if !ok {
			bad++
		}
		doc.Pages = append(doc.Pages, page)
	}
	if bad > 0 {
		doc.note("%d of %d pages could not be read in full", bad, len(pages))
	}
	root := r.Trailer().Key("Root")
	form.read(root.Key("AcroForm"))
	doc.Fields = form.fields
	if budget.illegible > 0 && budget.illegible*4 > budget.shown {
		doc.note("much of the text uses fonts without a character map and cannot be read")
	}
	form.describe(doc)
	doc.describePictures(budget.illegible > 0)
	return doc, nil
}

func (d *Document) note(format string, args ...any) {
	d.Notes = append(d.Notes, fmt.Sprintf(format, args...))
}

// describePictures says so when there is nothing but pictures to look at.
func (d *Document) describePictures(illegible bool) {
	images, pictures := 0, 0
	for _, p := range d.Pages {
		images += p.Images
		if p.Images > 0 && p.words() < fewestOnPage {
			pictures++
		}
	}
	switch {
	case pictures > 0 && d.Words() > 0 && len(d.Fields) == 0:
		d.note("%d of %d pages are pictures with hardly any text (a scan?): what they show was not read", pictures, len(d.Pages))
	case d.Words() > 0 || len(d.Fields) > 0 || illegible:
	case images > 0:
		d.note("the pages are pictures without text (a scan?): nothing could be read from them")
	default:
		d.note("the document holds no text")
	}
}

// fewestOnPage are the words of a page that says something; a scan may carry the line of a fax or a stamp.
const fewestOnPage = 12

// budget bounds the work on one document over all its pages.
type budget struct {
	glyphs, operators int
	contents          int // streams that may still be run: a form that draws itself four times does so a million times
	shown, illegible  int
}

// pagesOf collects the leaves of the page tree without trusting its counts, and survives loops in it.
func pagesOf(r *pdf.Reader, most int) []pdf.Value {
	var pages []pdf.Value
	nodes := 0
	var walk func(v pdf.Value, depth int)
	walk = func(v pdf.Value, depth int) {
		if nodes++; nodes > 100_000 || depth > 60 || len(pages) >= most {
			return
		}
		kids := v.Key("Kids")
		if kids.Kind() != pdf.Array {
			if v.Kind() == pdf.Dict {
				pages = append(pages, v)
			}
			return
		}
		for i := 0; i < kids.Len() && len(pages) < most; i++ {
			walk(safely(func() pdf.Value { return kids.Index(i) }), depth+1)
		}
	}
	walk(safely(func() pdf.Value { return r.Trailer().Key("Root").Key("Pages") }), 0)
	return pages
}

// safely turns the panics that ledongthuc/pdf has for malformed objects into the null object.
func safely(get func() pdf.Value) (v pdf.Value) {
	defer func() {
		if recover() != nil {
			v = pdf.Value{}
		}
	}()
	return get()
}

// inherited looks a page attribute up through the page's parents.
func inherited(page pdf.Value, key string) pdf.Value {
	for depth := 0; depth < 60 && page.Kind() == pdf.Dict; depth++ {
		if v := page.Key(key); !v.IsNull() {
			return v
		}
		page = page.Key("Parent")
	}
	return pdf.Value{}
}
