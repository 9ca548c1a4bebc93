package selftest_test

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// counted puts bytes before the header, and counts them.
func counted(pdf []byte) []byte {
	f := takenApart(pdf)
	f.head = "Content of the form:\n" + f.head
	f.place(len(f.head))
	return f.written(f.table(0))
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// nameOf keeps the names of sessions, and gives that of the one a call is about.
func nameOf(c *call, names *memory) string {
	var o obj
	if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
		names.put(text(o, "session_id"), text(o, "insured_name"))
	}
	name, _ := names.snapshot()[sessionIn(c)].(string)
	return name
}

// apartPDF is a PDF as its objects, which are numbered from 1, and the references of its trailer.
type apartPDF struct {
	head    string
	objects [][]byte
	root    string
	at      []int // where they stand once they are written
	start   int   // of what follows them
}

// place puts the objects one after the other.
func (f *apartPDF) place(from int) {
	f.at, f.start = nil, from
	for _, one := range f.objects {
		f.at, f.start = append(f.at, f.start), f.start+len(one)
	}
}

// written is the file with what follows its objects.
func (f *apartPDF) written(end string) []byte {
	return []byte(f.head + string(bytes.Join(f.objects, nil)) + end)
}

// table writes the places of the objects, all of them off by some bytes.
func (f *apartPDF) table(by int) string {
	return "xref\n" + f.lines(by) + fmt.Sprintf("trailer\n<< /Size %d %s >>\n", len(f.objects)+1, f.root) + ending(f.start)
}

func (f *apartPDF) lines(by int) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "0 %d\n0000000000 65535 f \n", len(f.objects)+1)
	for _, at := range f.at {
		fmt.Fprintf(&out, "%010d 00000 n \n", at+by)
	}
	return out.String()
}

// stream writes them as an object, in rows that tell what is other than in the row before where it is predicted.
func (f *apartPDF) stream(by int, predicted bool) string {
	var rows bytes.Buffer
	before, how := make([]byte, 6), ""
	for i := -1; i <= len(f.at); i++ {
		row := append(binary.BigEndian.AppendUint32([]byte{1}, uint32(f.start)), 0) // its own
		switch {
		case i < 0:
			row = make([]byte, 6)
		case i < len(f.at):
			row = append(binary.BigEndian.AppendUint32([]byte{1}, uint32(f.at[i]+by)), 0)
		}
		if predicted {
			how = " /DecodeParms << /Predictor 12 /Columns 6 >>"
			rows.WriteByte(2)
			for j := range row {
				rows.WriteByte(row[j] - before[j])
			}
			before = row
			continue
		}
		rows.Write(row)
	}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(rows.Bytes())
	_ = w.Close()
	n := len(f.at) + 1
	return fmt.Sprintf("%d 0 obj\n<< /Type /XRef /W [1 4 1] /Size %d %s /Filter /FlateDecode%s /Length %d >>\nstream\n%s\nendstream\nendobj\n", n, n+1, f.root, how,
		packed.Len(), packed.String()) + ending(f.start)
}

var (
	placeOf   = regexp.MustCompile(`(?m)^(\d{10}) 00000 n`)
	rootOf    = regexp.MustCompile(`/Root \d+ \d+ R`)
	lastStart = regexp.MustCompile(`startxref\s+\d+`)
)

// takenApart reads a PDF that has one table, as those of the reference server.
func takenApart(pdf []byte) *apartPDF {
	f, end := &apartPDF{root: string(rootOf.Find(pdf))}, bytes.LastIndex(pdf, []byte("xref\n0 "))
	var at []int
	for _, line := range placeOf.FindAllSubmatch(pdf[end:], -1) {
		n, _ := strconv.Atoi(string(line[1]))
		at = append(at, n)
	}
	for _, from := range at {
		to := end
		for _, other := range at {
			if other > from {
				to = min(to, other)
			}
		}
		f.objects = append(f.objects, pdf[from:to])
	}
	f.head = string(pdf[:slices.Min(at)])
	f.place(len(f.head))
	return f
}

// cutWhenRefilled sends the forms of a session that was filled more than once without their ends.
func cutWhenRefilled() layer {
	fills := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if !c.ok() || len(parts) < 3 {
			return false
		}
		n, _ := fills.snapshot()[parts[2]].(int)
		if c.op == "fill" {
			fills.put(parts[2], n+1)
		}
		if c.op != "pdf" || n < 2 {
			return false
		}
		c.out = c.out[:len(c.out)-100]
		return true
	}}
}

// inPlaceOf gives a session that has two forms one of them in the place of the other, or each.
func inPlaceOf(one, two string, both bool) layer {
	keys := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "fill" && c.ok() {
			keys.put(sessionIn(c), bytes.Contains(c.out, []byte(one)) && bytes.Contains(c.out, []byte(two)))
		}
		return false
	}, request: func(c *call) bool {
		other := map[string]string{two: one}
		if both {
			other[one] = two
		}
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || keys.snapshot()[sessionIn(c)] != true || other[parts[4]] == "" {
			return false
		}
		c.r.URL.Path = strings.Replace(c.r.URL.Path, "/forms/"+parts[4]+"/", "/forms/"+other[parts[4]]+"/", 1)
		return true
	}}
}
