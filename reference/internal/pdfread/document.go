package pdfread

// Document is what a file says: its pages as positioned text, its form fields, and remarks about the reading.
type Document struct {
	Pages  []Page   `json:"pages"`
	Fields []Field  `json:"fields,omitempty"`
	Notes  []string `json:"notes,omitempty"`
}

// Page is one page as a person holds it: rotation is undone, the origin is the upper left corner, the unit is the point.
type Page struct {
	Width  float64 `json:"w"`
	Height float64 `json:"h"`
	Lines  []Line  `json:"lines,omitempty"`
	Boxes  []Box   `json:"boxes,omitempty"`
	Images int     `json:"images,omitempty"`
}

// Line is a row of words on one baseline, from left to right.
type Line struct {
	Words []Word `json:"words"`
}

// Word is a run of characters without a gap. Y is its baseline.
type Word struct {
	Text string  `json:"t"`
	X0   float64 `json:"x0"`
	X1   float64 `json:"x1"`
	Y    float64 `json:"y"`
	Size float64 `json:"s"`
	Bold bool    `json:"b,omitempty"`
}

// Box is a small square or circle drawn on the page, the way many writers draw check boxes and radio buttons.
type Box struct {
	Rect   Rect `json:"r"`
	Marked bool `json:"m,omitempty"`
}

// Rect is an area of a page; Y grows downwards.
type Rect struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
}

// FieldKind is the kind of a form field.
type FieldKind string

// The kinds of form fields a reader has to tell apart.
const (
	TextField     FieldKind = "text"
	ChoiceField   FieldKind = "choice"
	CheckBox      FieldKind = "checkbox"
	RadioButtons  FieldKind = "radio"
	otherField    FieldKind = "other"
	maxFieldValue           = 20_000
)

// Field is a form field with its value. Name is the dotted full name, Tooltip the text shown to people who fill it in.
type Field struct {
	Name    string    `json:"name"`
	Tooltip string    `json:"tooltip,omitempty"`
	Kind    FieldKind `json:"kind"`
	Value   string    `json:"value,omitempty"`
	Widgets []Widget  `json:"widgets,omitempty"`
}

// Widget is one appearance of a field on a page (Page counts from 0). State is the name of its on state, for buttons.
type Widget struct {
	Page  int    `json:"page"`
	Rect  Rect   `json:"r"`
	State string `json:"state,omitempty"`
	On    bool   `json:"on,omitempty"`
}

// Words returns how many words the document shows.
func (d *Document) Words() int {
	n := 0
	for _, p := range d.Pages {
		n += p.words()
	}
	return n
}

func (p Page) words() int {
	n := 0
	for _, l := range p.Lines {
		n += len(l.Words)
	}
	return n
}

// Text returns the line's words with single spaces between them.
func (l Line) Text() string {
	var b []byte
	for i, w := range l.Words {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, w.Text...)
	}
	return string(b)
}
