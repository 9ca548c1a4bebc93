package pdfsample

import (
	"bytes"
	"compress/zlib"
	"strings"
	"sync"
)

// Insured is whom the fixture is about.
const Insured = "Blue Heron Roofing LLC"

// fixtureLines are those of the fixture: a small declarations page about a business that does not exist.
var fixtureLines = [][2]string{
	{"Named Insured", Insured},
	{"DBA", "Blue Heron"},
	{"Mailing Address", "418 Larkspur Avenue, Macon, GA 31201"},
	{"FEIN", "58-2941763"},
	{"Phone", "(478) 555-0142"},
	{"Email", "office@blueheron.example"},
	{"Website", "www.blueheron.example"},
	{"Year Established", "2009"},
	{"Business Description", "Roofing contractor (residential)"},
	{"NAICS Code", "238160"},
	{"Legal Entity", "LLC"},
	{"Number of Employees", "14"},
	{"Annual Revenue", "$1,850,000"},
	{"Annual Payroll", "$640,000"},
	{"Policy Number", "GL-2048817"},
	{"Policy Effective Date", "03/10/2026"},
	{"Policy Expiration Date", "03/10/2027"},
	{"Each Occurrence Limit", "$1,000,000"},
	{"General Aggregate Limit", "$2,000,000"},
	{"Current Carrier", "Larkfield Mutual"},
}

// ShortAmounts are amounts of the fixture without their last two or three digits, which no other value of it is.
var ShortAmounts = []string{"18500", "1850", "6400", "640"}

// LocalPhone are the digits of the telephone number of the fixture without those of its area, which stand in parentheses.
const LocalPhone = "5550142"

// smallest is the PDF that most checks send.
var smallest = sync.OnceValue(func() []byte { return Of(fixtureLines) })

// Halves are two PDFs of which each has every other line.
var Halves = sync.OnceValue(func() [2][]byte {
	var lines [2][][2]string
	for i, line := range fixtureLines {
		lines[i%2] = append(lines[i%2], line)
	}
	return [2][]byte{Of(lines[0]), Of(lines[1])}
})

// twins are values of the fixture and what stands in their place in its twin.
var twins = [][2]string{
	{"418 Larkspur Avenue", "725 Sandpine Avenue"}, {"58-2941763", "58-3852674"}, {"(478) 555-0142", "(912) 555-0187"},
	{"GL-2048817", "GL-3159926"}, {"Larkfield Mutual", "Ashgroves Mutual"}, {"$1,850,000", "$7,320,000"},
}

// Leading are what stands before the first comma of the revenue in the fixture and in its twin.
var Leading = [2]string{"1", "7"}

// Twin is a PDF of the size of the fixture about the same business, with some other values.
func Twin() []byte {
	pdf := bytes.Clone(smallest())
	for _, one := range twins {
		for _, form := range []func(string) string{func(text string) string { return text }, escape} {
			pdf = bytes.ReplaceAll(pdf, []byte(form(one[0])), []byte(form(one[1])))
		}
	}
	return pdf
}

// Untwinned are the values of the fixture that its twin does not have.
func Untwinned() (all []string) {
	for _, one := range twins {
		all = append(all, one[0])
	}
	return all
}

// Of is a PDF of one page with some lines, each a label and a value, as text and as fields of a form.
func Of(lines [][2]string) []byte {
	head, tail := parts(lines, 0, nil)
	return append(head, tail...)
}

// Wide is the fixture with the values of its fields in UTF-16, as many programs write them (ISO 32000-1 section 7.9.2.2).
func Wide() []byte {
	head, tail := partsIn(fixtureLines, 0, nil, wide)
	return append(head, tail...)
}

// Packed is the fixture with its text in a compressed stream, as most files have it.
func Packed() []byte {
	head, tail := parts(fixtureLines, 0, deflated)
	return append(head, tail...)
}

// Damaged is the packed fixture with some bytes of its text lost.
func Damaged() []byte {
	head, tail := parts(fixtureLines, 0, func(text string) string {
		packed := deflated(text)
		third := len(packed) / 3
		return packed[:third] + strings.Repeat("\xff", 8) + packed[third+8:]
	})
	return append(head, tail...)
}

func deflated(text string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	_, _ = w.Write([]byte(text)) // a buffer takes everything
	_ = w.Close()
	return out.String()
}

// Newer is the fixture as a file of the newest version, of which it uses nothing that is new.
// Every such file has an identifier (ISO 32000-2 section 14.4).
func Newer() []byte {
	newer := bytes.Replace(smallest(), []byte("%PDF-1.7"), []byte("%PDF-2.0"), 1)
	id := "<" + strings.Repeat("c3", 16) + ">"
	return bytes.Replace(newer, []byte("/Root 1 0 R"), []byte("/Root 1 0 R /ID ["+id+" "+id+"]"), 1)
}

// Locked is the fixture as a file that needs a password, which nobody has.
func Locked() []byte {
	lock := "/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + strings.Repeat("5a", 32) + "> /U <" + strings.Repeat("a5", 32) + "> >>"
	return bytes.Replace(smallest(), []byte("/Root 1 0 R"), []byte(lock), 1)
}

// Sized is a valid PDF with the lines as text and as fields of a form. Size sets its exact length, by a stream
// that nothing refers to; zero leaves it as small as it is. The bytes are shared: nobody changes them.
func Sized(size int) []byte {
	if size <= len(smallest()) {
		return smallest()
	}
	head, filler, tail := Around(size)
	pdf := make([]byte, 0, size)
	pdf = append(pdf, head...)
	for range filler / len(Filler) {
		pdf = append(pdf, Filler...)
	}
	pdf = append(pdf, Filler[:filler%len(Filler)]...)
	return append(pdf, tail...)
}

// Binary is a fixture of an exact size whose filler has all bytes there are, as packed streams and pictures have.
func Binary(size int) []byte {
	head, filler, tail := Around(size)
	for n := range filler {
		head = append(head, byte(n))
	}
	return append(head, tail...)
}

// Around gives a file of an exact length as what stands around its filler.
func Around(size int) (head []byte, filler int, tail []byte) {
	filler = size - len(smallest())
	for range 8 { // the length of the filler is itself written in the file, and so are the places of what follows
		head, tail = parts(fixtureLines, filler, nil)
		got := len(head) + filler + len(tail)
		if got == size {
			return head, filler, tail
		}
		filler += size - got
	}
	return smallest(), 0, nil
}
