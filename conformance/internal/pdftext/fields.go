package pdftext

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Field is a field of a form, as its dictionary has it.
type Field struct {
	Name  string
	Value string // empty where it has none
	Text  bool   // that one writes into, rather than one that is ticked or chosen
	Raw   bool   // the value is in bytes of UTF-8 beyond ASCII that nothing says are such
	On    bool   // ticked
}

// Fields are those of a form whose names and values stand where they can be read without following references.
func (d Document) Fields() (all []Field) {
	for _, part := range d.parts {
		all = append(all, fieldsIn(part)...)
	}
	return all
}

// deepest bounds how deep dictionaries stand in one another.
const deepest = 64

func fieldsIn(part []byte) (all []Field) {
	var open []Field
	last := ""
	for at := 0; at < len(part); at++ {
		rest := part[at:]
		switch {
		case bytes.HasPrefix(rest, []byte("<<")):
			if len(open) < deepest {
				open = append(open, Field{})
			}
			at++
			last = ""
		case bytes.HasPrefix(rest, []byte(">>")):
			if n := len(open); n > 0 {
				if open[n-1].Name != "" {
					all = append(all, open[n-1])
				}
				open = open[:n-1]
			}
			at++
			last = ""
		case bytes.HasPrefix(rest, []byte("endobj")):
			open = open[:0]
		case rest[0] == '/':
			name := nameAt(rest)
			if n := len(open); n > 0 && last == "FT" {
				open[n-1].Text = name == "Tx"
			} else if n > 0 && last == "V" {
				open[n-1].On = name != "Off" && name != ""
			}
			last = name
			at += len(name)
		case rest[0] == '(' || rest[0] == '<':
			raw, end := literalAt(rest)
			if rest[0] == '<' {
				raw, end = hexAt(rest)
			}
			if end == 0 {
				continue
			}
			if n := len(open); n > 0 {
				switch last {
				case "T":
					open[n-1].Name = decodedPDF(raw)
				case "V":
					open[n-1].Value, open[n-1].Raw = decodedPDF(raw), rawUTF8(raw)
				}
			}
			at += end - 1
			last = ""
		case !isBlank(rest[0]):
			last = ""
		}
	}
	return all
}

// rawUTF8 says whether a string has letters beyond ASCII in UTF-8, and no mark of an order of bytes before them.
func rawUTF8(raw []byte) bool {
	beyond := bytes.ContainsFunc(raw, func(r rune) bool { return r > unicode.MaxASCII })
	return beyond && utf8.Valid(raw) && !bytes.HasPrefix(raw, []byte("\ufeff")) && !bytes.HasPrefix(raw, []byte("\xfe\xff"))
}

// nameAt is the name that begins with the slash at the beginning of a text.
func nameAt(text []byte) string {
	end := 1
	for end < len(text) && !isBlank(text[end]) && !bytes.ContainsRune([]byte("()<>[]{}/%"), rune(text[end])) {
		end++
	}
	return string(text[1:end])
}
