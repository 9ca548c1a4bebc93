package pdfread

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// maxDecoded bounds the sum of all decoded streams, maxStream each of them.
const (
	maxDecoded = 96 << 20
	maxStream  = 32 << 20
)

// normalise returns the same document in the plainest form of a PDF: no encryption, no object streams, no cross-reference
// streams, streams without filters, and without the bodies of pictures and font programs, which nobody reads here.
func normalise(file []byte) (plain []byte, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("normalise: %v", x)
		}
	}()
	conf := model.NewDefaultConfiguration()
	conf.Offline = true
	conf.ValidationMode = model.ValidationRelaxed
	conf.Cmd = model.VALIDATE // opens encrypted files that need no password to read
	conf.DecodeAllStreams = false
	ctx, err := pdfcpu.Read(bytes.NewReader(file), conf)
	switch {
	case errors.Is(err, pdfcpu.ErrWrongPassword):
		return nil, ErrEncrypted
	case err != nil:
		return nil, err
	}
	if ctx.Root == nil {
		return nil, ErrDamaged
	}
	return rewrite(ctx.XRefTable), nil
}

// rewrite prints the objects of the document as a file with a classic cross-reference table.
func rewrite(table *model.XRefTable) []byte {
	numbers := reached(table)
	var out bytes.Buffer
	out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	type place struct{ offset, generation int }
	places := map[int]place{}
	decoded := 0
	last := 0
	for _, n := range numbers {
		e := table.Table[n]
		if n <= 0 || e == nil || e.Free || e.Object == nil {
			continue
		}
		body := e.Object.PDFString()
		var content []byte
		switch o := e.Object.(type) {
		case types.ObjectStreamDict, types.XRefStreamDict:
			continue
		case types.StreamDict:
			body, content = plainStream(o, maxDecoded-decoded)
			decoded += len(content)
		}
		g := 0
		if e.Generation != nil {
			g = *e.Generation
		}
		places[n], last = place{out.Len(), g}, n
		fmt.Fprintf(&out, "%d %d obj\n%s\n", n, g, body)
		if content != nil {
			out.WriteString("stream\n")
			out.Write(content)
			out.WriteString("\nendstream\n")
		}
		out.WriteString("endobj\n")
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", last+1)
	for n := 1; n <= last; n++ {
		if p, ok := places[n]; ok {
			fmt.Fprintf(&out, "%010d %05d n \n", p.offset, p.generation)
		} else {
			out.WriteString("0000000000 65535 f \n")
		}
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root %s>>\nstartxref\n%d\n%%%%EOF\n", last+1, table.Root.PDFString(), start)
	return out.Bytes()
}

// reached lists the objects that the document consists of: its root and what that refers to, in however many steps. What
// else a file holds, such as the old versions of what was changed, nobody would read.
func reached(table *model.XRefTable) (numbers []int) {
	seen := map[int]bool{}
	for open := []types.Object{*table.Root}; len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		switch o := last.(type) {
		case types.IndirectRef:
			n := o.ObjectNumber.Value()
			if e := table.Table[n]; e != nil && !seen[n] {
				seen[n] = true
				numbers, open = append(numbers, n), append(open, e.Object)
			}
		case types.LazyObjectStreamObject: // out of an object stream, and not looked at yet
			if found, err := o.DecodedObject(context.Background()); err == nil {
				open = append(open, found)
			}
		case types.StreamDict:
			open = append(open, o.Dict)
		case types.Dict:
			open = slices.AppendSeq(open, maps.Values(o))
		case types.Array:
			open = append(open, o...)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// plainStream returns a stream's dictionary without its filters and the decoded body.
func plainStream(s types.StreamDict, room int) (dict string, content []byte) {
	switch {
	case typeOneProgram(s.Dict):
		content = decode(s, min(room, clearPart))
	case !unread(s.Dict):
		content = decode(s, min(room, maxStream))
		content = closed(lenient(withoutInlineImages(content)))
	}
	d := s.Dict.Clone().(types.Dict)
	for _, k := range []string{"Filter", "DecodeParms", "F", "FFilter", "FDecodeParms", "DL"} {
		delete(d, k)
	}
	d["Length"] = types.Integer(len(content))
	if content == nil {
		content = []byte{}
	}
	return d.PDFString(), content
}

// typeOneProgram tells the program of a Type 1 font, which begins with its encoding.
func typeOneProgram(d types.Dict) bool {
	_, first := d.Find("Length1")
	_, second := d.Find("Length2")
	return first && second
}

// unread tells the streams whose bodies this package has no use for.
func unread(d types.Dict) bool {
	if name := d.NameEntry("Subtype"); name != nil {
		switch *name {
		case "Image", "Type1C", "CIDFontType0C", "OpenType", "XML":
			return true
		}
	}
	if name := d.NameEntry("Type"); name != nil && (*name == "EmbeddedFile" || *name == "Metadata") {
		return true
	}
	_, font := d.Find("Length1")
	return font
}

func decode(s types.StreamDict, room int) []byte {
	if room <= 0 {
		return nil
	}
	if len(s.FilterPipeline) == 0 {
		return s.Raw[:min(len(s.Raw), room)]
	}
	s.Content = nil
	if s.DecodeWithLimit(int64(room)) == nil {
		return s.Content[:min(len(s.Content), room)]
	}
	if s.FilterPipeline[0].Name == "FlateDecode" && len(s.FilterPipeline) == 1 && s.FilterPipeline[0].DecodeParms == nil {
		return inflateWhatIsThere(s.Raw, room)
	}
	return nil
}

// inflateWhatIsThere saves the good part of a stream that ends too early or carries a wrong checksum.
func inflateWhatIsThere(raw []byte, room int) []byte {
	z, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	part, _ := io.ReadAll(io.LimitReader(z, int64(room)))
	return part
}

// withoutInlineImages cuts the binary data of inline images out of a content stream, which the lexer would take for
// operators. Only the data goes; the operators around it stay.
func withoutInlineImages(c []byte) []byte {
	if !bytes.Contains(c, []byte("ID")) || !bytes.Contains(c, []byte("EI")) {
		return c
	}
	var out []byte
	for {
		begin := tokenAt(c, "BI")
		if begin < 0 {
			break
		}
		data := tokenAt(c[begin:], "ID")
		if data < 0 {
			break
		}
		data += begin + 2
		end := tokenAt(c[data:], "EI")
		if end < 0 {
			break
		}
		out = append(out, c[:data]...)
		out = append(out, ' ')
		c = c[data+end:]
		out = append(out, c[:2]...)
		c = c[2:]
	}
	return append(out, c...)
}

// tokenAt finds an operator standing alone between white space.
func tokenAt(c []byte, op string) int {
	for from := 0; ; {
		i := bytes.Index(c[from:], []byte(op))
		if i < 0 {
			return -1
		}
		i += from
		after := i + len(op)
		if (i == 0 || blank(c[i-1])) && (after == len(c) || blank(c[after])) {
			return i
		}
		from = i + 1
	}
}

func blank(b byte) bool {
	return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == 0 || b == '\f'
}

// fromHeader drops junk before the header, which ledongthuc/pdf does not accept.
func fromHeader(file []byte) []byte {
	if i := bytes.Index(file[:min(len(file), 1024)], []byte("%PDF-")); i > 0 {
		return file[i:]
	}
	return file
}
