package pdfread

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// packedFile has all but its page's content in an object stream, and lacks its cross-reference stream. Where pages is false,
// the catalogue and the list of pages are lost too.
func packedFile(pages bool) []byte {
	objects := []struct {
		number int
		body   string
	}{
		{4, "<</Type/Page/Parent 3 0 R/MediaBox[0 0 612 792]/Resources" + helvetica + "/Contents 1 0 R>>"},
		{3, "<</Type/Pages/Kids[4 0 R]/Count 1>>"},
		{5, "<</Type/Catalog/Pages 3 0 R>>"},
	}
	if !pages {
		objects = objects[:1]
	}
	var head, body bytes.Buffer
	for _, o := range objects {
		fmt.Fprintf(&head, "%d %d ", o.number, body.Len())
		body.WriteString(o.body)
	}
	b := newFile()
	b.stream("", "BT /F1 12 Tf 72 720 Td (Named insured: Harbor Bakery LLC) Tj ET")
	b.stream(fmt.Sprintf("/Type/ObjStm/N %d/First %d/Filter/FlateDecode", len(objects), head.Len()), deflate(head.String()+body.String()))
	return b.out.Bytes()
}

func TestAFileWithoutItsTableIsReadFromWhatItHas(t *testing.T) {
	for name, file := range map[string][]byte{
		"objects in a stream":    packedFile(true),
		"no catalogue":           packedFile(false),
		"junk before":            append([]byte("Content-Type: application/pdf\r\n\r\n"), packedFile(true)...),
		"a page in the open":     hello()[:bytes.Index(hello(), []byte("/Kids"))],
		"a catalogue of nothing": bytes.Replace(packedFile(false), []byte("1 0 obj"), []byte("9 0 obj\n<</Type/Catalog/Pages 8 0 R>>\nendobj\n1 0 obj"), 1),
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := reader(t, Options{}).Read(context.Background(), file)
			require.NoError(t, err)
			require.Equal(t, "Named insured: Harbor Bakery LLC", text(doc))
			require.NotEmpty(t, doc.Notes)
		})
	}
}

func TestWhatIsSaidOfObjectsIsNotBelieved(t *testing.T) {
	for name, file := range map[string]string{
		"numbers beyond":   "%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 2/First 9999/Length 4>>\nstream\nabcd\nendstream\nendobj\n",
		"places backwards": "%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 2/First 12/Length 20>>\nstream\n7 90 8 -4 9 1 <<>>\nendstream\nendobj\n",
		"itself":           "%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Length 8>>\nstream\n1 0 <</Type/Page>>\nendstream\nendobj\n",
		"no body":          "%PDF-1.5\n1 0 obj",
		"encrypted":        "%PDF-1.5\n1 0 obj<</Type/Catalog>>endobj trailer<</Encrypt 2 0 R>>",
	} {
		t.Run(name, func(t *testing.T) {
			for _, way := range repaired([]byte(file)) {
				require.Contains(t, string(way), "%%EOF")
			}
			_, err := readDocument([]byte(file), Options{})
			require.Error(t, err)
		})
	}
}

func TestCodesOfAFontProgram(t *testing.T) {
	program := "%!PS-AdobeFont-1.1: CMR10\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 12 /fi put\ndup 14 /ffi put\nreadonly def\ncurrentfile eexec\nsecret"
	b := newFile()
	content := b.stream("", "BT /F1 12 Tf 72 720 Td (Name of \x0crm, o\x0ece) Tj ET")
	file := b.stream(fmt.Sprintf("/Length1 %d/Length2 6/Length3 0", len(program)-6), program)
	fontNumber := b.add(fmt.Sprintf("<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+CMR10/FirstChar 0/LastChar 255/FontDescriptor<</Type/FontDescriptor/FontName/ABCDEF+CMR10/Flags 4/FontFile %d 0 R>>>>", file))
	page := b.add(fmt.Sprintf("<</Type/Page/Parent 5 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 %d 0 R>>>>/Contents %d 0 R>>", fontNumber, content))
	b.add(fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]/Count 1>>", page))
	doc := read(t, b.close(b.add("<</Type/Catalog/Pages 5 0 R>>")))
	require.Contains(t, text(doc), "firm")
	require.Contains(t, text(doc), "office")
}

// What the pages need may stand in object streams, behind objects that stand there too.
func TestObjectsInStreamsAreFollowed(t *testing.T) {
	withoutConfig()
	objects := []string{
		"<</Type/Pages/Kids[5 0 R]/Count 1>>",
		"<</Type/Page/Parent 4 0 R/MediaBox[0 0 612 792]/Resources 6 0 R/Contents 1 0 R>>",
		helvetica,
	}
	var head, body bytes.Buffer
	for i, o := range objects {
		fmt.Fprintf(&head, "%d %d ", 4+i, body.Len())
		body.WriteString(o)
	}
	b := newFile()
	b.stream("", "BT /F1 12 Tf 72 720 Td (Named insured: Harbor Bakery LLC) Tj ET")
	b.stream(fmt.Sprintf("/Type/ObjStm/N %d/First %d/Filter/FlateDecode", len(objects), head.Len()), deflate(head.String()+body.String()))
	b.add("<</Type/Catalog/Pages 4 0 R>>")
	start := b.out.Len()
	table := []byte{0, 0, 0, 255}
	for _, at := range b.offsets[1:] {
		table = append(table, 1, byte(at>>8), byte(at), 0)
	}
	for i := range objects {
		table = append(table, 2, 0, 2, byte(i))
	}
	table = append(table, 1, byte(start>>8), byte(start), 0)
	fmt.Fprintf(&b.out, "7 0 obj\n<</Type/XRef/Size 8/W[1 2 1]/Root 3 0 R/Length %d>>\nstream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n", len(table), table, start)
	plain, err := normalise(b.out.Bytes())
	require.NoError(t, err)
	doc, err := readPlain(plain, Options{}.withDefaults())
	require.NoError(t, err)
	require.Equal(t, "Named insured: Harbor Bakery LLC", text(doc))
}
