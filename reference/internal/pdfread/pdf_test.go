package pdfread

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// builder writes small PDF files by hand, right or wrong as a test needs them.
type builder struct {
	out     bytes.Buffer
	offsets []int
}

func newFile() *builder {
	b := &builder{offsets: []int{0}}
	b.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	return b
}

func (b *builder) add(body string) int {
	b.offsets = append(b.offsets, b.out.Len())
	n := len(b.offsets) - 1
	fmt.Fprintf(&b.out, "%d 0 obj\n%s\nendobj\n", n, body)
	return n
}

func (b *builder) stream(entries, content string) int {
	return b.add(fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", entries, len(content), content))
}

func (b *builder) close(root int) []byte {
	start := b.out.Len()
	fmt.Fprintf(&b.out, "xref\n0 %d\n0000000000 65535 f \n", len(b.offsets))
	for _, o := range b.offsets[1:] {
		fmt.Fprintf(&b.out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b.out, "trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(b.offsets), root, start)
	return b.out.Bytes()
}

const helvetica = "<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>"

// onePage is a file of one page with this content; entries go to the page, root to the catalogue.
func onePage(content, entries, root string, more ...string) []byte {
	b := newFile()
	c := b.stream("", content)
	for _, m := range more {
		b.add(m) // as objects 2, 3 and so on
	}
	pages := len(b.offsets) + 1
	p := b.add(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Resources%s/Contents %d 0 R%s>>", pages, helvetica, c, entries))
	b.add(fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]/Count 1>>", p))
	return b.close(b.add(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R%s>>", pages, root)))
}

func hello() []byte {
	return onePage("BT /F1 12 Tf 72 720 Td (Named insured: Harbor Bakery LLC) Tj ET", "", "")
}

func deflate(s string) string {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, _ = z.Write([]byte(s))
	_ = z.Close()
	return out.String()
}

func text(d *Document) string {
	var all []string
	for _, p := range d.Pages {
		for _, l := range p.Lines {
			all = append(all, l.Text())
		}
	}
	return strings.Join(all, "\n")
}
