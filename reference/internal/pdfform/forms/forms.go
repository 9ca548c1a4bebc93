// Package forms holds the forms as data: which fields of the catalogue stand where, in which section, how wide.
package forms

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

//go:embed *.json
var files embed.FS

// Columns is the number of columns of a form's grid.
const Columns = 12

// Form is one form.
type Form struct {
	Key       string    `json:"key"`
	Order     int       `json:"order"` // forms of a session are listed in this order
	Title     string    `json:"title"`
	Subtitle  string    `json:"subtitle"`
	Lines     []string  `json:"lines"`     // of business; none means that every session has it
	Important []string  `json:"important"` // fields whose absence is worth a warning
	Sections  []Section `json:"sections"`
	Statement string    `json:"statement"` // printed above the lines for the signature
}

// Section is a titled block of rows.
type Section struct {
	Title string   `json:"title"`
	Rows  [][]Cell `json:"rows"`
}

// Cell is one field on the form. Derive names a value worked out from others where Field is empty.
type Cell struct {
	Field  string `json:"field"`
	Derive string `json:"derive"`
	Label  string `json:"label"` // in place of the catalogue's
	Span   int    `json:"span"`
	Lines  int    `json:"lines"` // of a text over several lines
}

// Name is the name of the cell's field in the PDF.
func (c Cell) Name() string {
	if c.Field != "" {
		return c.Field
	}
	return c.Derive
}

// Derived names the values that can be worked out.
var Derived = []string{"years_in_business"}

// Load reads the forms and checks them against the catalogue.
func Load(cat *catalog.Catalog) ([]Form, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var all []Form
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".schema.json") {
			continue
		}
		text, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		f, err := parse(text, cat)
		if err != nil {
			return nil, fmt.Errorf("forms: %s: %w", e.Name(), err)
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b Form) int { return a.Order - b.Order })
	return all, nil
}

func parse(text []byte, cat *catalog.Catalog) (Form, error) {
	var f Form
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return f, err
	}
	for _, line := range f.Lines {
		if key, ok := cat.ResolveLine(line); !ok || key != line {
			return f, fmt.Errorf("no line of business %q", line)
		}
	}
	seen := map[string]bool{}
	for _, s := range f.Sections {
		for _, row := range s.Rows {
			if err := checkRow(row, cat, seen); err != nil {
				return f, fmt.Errorf("section %q: %w", s.Title, err)
			}
		}
	}
	for _, key := range f.Important {
		if !seen[key] {
			return f, fmt.Errorf("%q is important but not on the form", key)
		}
	}
	return f, nil
}

func checkRow(row []Cell, cat *catalog.Catalog, seen map[string]bool) error {
	width := 0
	for _, c := range row {
		if _, known := cat.Field(c.Field); !known && !slices.Contains(Derived, c.Derive) {
			return fmt.Errorf("unknown field %q", c.Name())
		}
		if c.Derive != "" && c.Label == "" || c.Span < 1 {
			return fmt.Errorf("field %q needs a label and a span", c.Name())
		}
		if seen[c.Name()] {
			return fmt.Errorf("field %q stands twice", c.Name())
		}
		seen[c.Name()] = true
		width += c.Span
	}
	if width > Columns {
		return fmt.Errorf("a row is %d columns wide", width)
	}
	return nil
}

// Cells lists all cells in reading order.
func (f Form) Cells() []Cell {
	var all []Cell
	for _, s := range f.Sections {
		for _, row := range s.Rows {
			all = append(all, row...)
		}
	}
	return all
}
