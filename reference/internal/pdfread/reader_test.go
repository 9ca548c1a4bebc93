package pdfread

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if os.Getenv("PDFREAD_TRY_DOORS") != "" {
		os.Exit(tryDoors())
	}
	goleak.VerifyTestMain(m)
}

// reader is one whose workers end with the test.
func reader(t testing.TB, o Options) *Reader {
	r := NewReader(o)
	r.idle.life = time.Hour // however slow the machine is, no worker is ended for want of work
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

func read(t *testing.T, pdf []byte) *Document {
	t.Helper()
	d, err := reader(t, Options{}).Read(context.Background(), pdf)
	require.NoError(t, err)
	return d
}

func TestReadsTextInAWorker(t *testing.T) {
	d := read(t, hello())
	require.Equal(t, "Named insured: Harbor Bakery LLC", text(d))
	w := d.Pages[0].Lines[0].Words[0]
	require.InDelta(t, 72, w.X0, 0.1)
	require.InDelta(t, 72, w.Y, 0.1, "the origin is the upper left corner")
}

func TestFilesThatAreNoPDF(t *testing.T) {
	r := reader(t, Options{})
	for name, file := range map[string][]byte{
		"empty": nil, "zip": []byte("PK\x03\x04 and so on"), "html": []byte("<html>%PDF</html>"), "zeros": make([]byte, 4096),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Read(context.Background(), file)
			require.ErrorIs(t, err, ErrNotPDF)
			require.NotErrorIs(t, err, ErrDamaged)
		})
	}
}

func TestDamagedFiles(t *testing.T) {
	r := reader(t, Options{})
	for name, file := range map[string][]byte{
		"header alone": []byte("%PDF-1.7\n"), "object without end": []byte("%PDF-1.7\n1 0 obj\n"), "junk": append([]byte("%PDF-1.7\n"), bytes.Repeat([]byte("junk "), 2000)...),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Read(context.Background(), file)
			require.ErrorIs(t, err, ErrDamaged)
			require.ErrorIs(t, err, ErrNotPDF, "callers may treat both alike")
		})
	}
}

func TestTruncatedFilesNeverFailOtherThanTyped(t *testing.T) {
	whole := hello()
	read := 0
	for _, share := range []int{30, 60, 90, 97, 99} {
		d, err := reader(t, Options{}).Read(context.Background(), whole[:len(whole)*share/100])
		if err != nil {
			require.ErrorIs(t, err, ErrNotPDF)
			continue
		}
		if strings.Contains(text(d), "Harbor") {
			read++
		}
	}
	require.Positive(t, read, "a file that lacks only its table should be repaired")
}

func TestWrongPositionsInTheTableAreRepaired(t *testing.T) {
	file := bytes.Replace(hello(), []byte("startxref\n"), []byte("startxref\n9"), 1)
	require.Contains(t, text(read(t, file)), "Harbor Bakery")
}

func TestEncryptedFiles(t *testing.T) {
	api.DisableConfigDir()
	encrypt := func(user, owner string) []byte {
		conf := model.NewAESConfiguration(user, owner, 256)
		var out bytes.Buffer
		require.NoError(t, api.Encrypt(bytes.NewReader(hello()), &out, conf))
		return out.Bytes()
	}
	t.Run("no password to open", func(t *testing.T) {
		require.Contains(t, text(read(t, encrypt("", "secret"))), "Harbor Bakery")
	})
	t.Run("a password to open", func(t *testing.T) {
		_, err := reader(t, Options{}).Read(context.Background(), encrypt("open", "secret"))
		require.ErrorIs(t, err, ErrEncrypted)
	})
}

func TestFormValuesWithInheritance(t *testing.T) {
	file := onePage("", "/Annots[3 0 R 4 0 R 5 0 R]", "/AcroForm<</Fields[2 0 R 5 0 R]>>",
		"<</T(insured)/FT/Tx/V(Harbor Bakery LLC)/TU(Legal name)/Kids[3 0 R 4 0 R]>>",
		"<</Subtype/Widget/Parent 2 0 R/T(first)/Rect[10 10 110 30]>>",
		"<</Subtype/Widget/Parent 2 0 R/T(second)/V<FEFF0141>/Rect[10 40 110 60]>>",
		"<</Subtype/Widget/T(alarm)/FT/Btn/AS/Ja/AP<</N<</Ja null/Off null>>>>/Rect[10 70 20 80]>>")
	d := read(t, file)
	require.Len(t, d.Fields, 3)
	require.Equal(t, []string{"insured.first", "insured.second", "alarm"}, []string{d.Fields[0].Name, d.Fields[1].Name, d.Fields[2].Name})
	require.Equal(t, "Harbor Bakery LLC", d.Fields[0].Value)
	require.Equal(t, "Legal name", d.Fields[0].Tooltip)
	require.Equal(t, "Ł", d.Fields[1].Value)
	require.Equal(t, CheckBox, d.Fields[2].Kind)
	require.Equal(t, Rect{10, 792 - 80, 20, 792 - 70}, d.Fields[2].Widgets[0].Rect)
}

func TestRotatedPagesReadUpright(t *testing.T) {
	for _, rotate := range []int{0, 90, 180, 270} {
		matrix := map[int]string{0: "1 0 0 1 72 720", 90: "0 1 -1 0 72 72", 180: "-1 0 0 -1 500 100", 270: "0 -1 1 0 500 700"}[rotate]
		file := onePage("BT /F1 12 Tf "+matrix+" Tm (Year built) Tj ET", fmt.Sprintf("/Rotate %d", rotate), "")
		require.Equal(t, "Year built", text(read(t, file)), "rotated by %d", rotate)
	}
}

func TestSidewaysTextOnAnUprightPage(t *testing.T) {
	file := onePage("BT /F1 12 Tf 0 1 -1 0 300 100 Tm (Deductible) Tj 0 -20 Td (Premium) Tj ET", "", "")
	require.Equal(t, "Deductible\nPremium", text(read(t, file)))
}

func TestBoxesThatAreDrawn(t *testing.T) {
	d := read(t, onePage("10 700 10 10 re S 30 700 10 10 re S 32 702 m 38 708 l S 32 708 m 38 702 l S", "", ""))
	require.Len(t, d.Pages[0].Boxes, 2)
	require.False(t, d.Pages[0].Boxes[0].Marked)
	require.True(t, d.Pages[0].Boxes[1].Marked)
}

func TestContentThatBreaksOffStillReads(t *testing.T) {
	for _, rest := range []string{"<", "(never ends", "(never \\", "[(a) (b", "<</K [1 2", "BI /W 1 ID"} {
		file := onePage("BT /F1 12 Tf 72 720 Td (Year built) Tj ET "+rest, "", "")
		require.Contains(t, text(read(t, file)), "Year built", rest)
	}
}

func TestPicturesAloneAreSaid(t *testing.T) {
	d := read(t, onePage("q 100 0 0 100 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00(EI EI Q", "", ""))
	require.Len(t, d.Notes, 1)
	require.Contains(t, d.Notes[0], "pictures")
}

func TestXMLFormsAreReadAndSaid(t *testing.T) {
	data := `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><LegalName>Harbor Bakery LLC</LegalName></form1></xfa:data></xfa:datasets>`
	file := onePage("", "", "/AcroForm<</Fields[]/XFA[(datasets) 2 0 R]>>", fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(data), data))
	d := read(t, file)
	require.Len(t, d.Fields, 1)
	require.Equal(t, Field{Name: "form1.LegalName", Kind: TextField, Value: "Harbor Bakery LLC"}, d.Fields[0])
	require.Contains(t, strings.Join(d.Notes, " "), "XFA")
}

func TestPagesBeyondTheBoundAreLeftOutWithANote(t *testing.T) {
	b := newFile()
	var kids strings.Builder
	for range 5 {
		fmt.Fprintf(&kids, "%d 0 R ", b.add("<</Type/Page/Parent 6 0 R/MediaBox[0 0 10 10]>>"))
	}
	b.add(fmt.Sprintf("<</Type/Pages/Count 5/Kids[%s]>>", kids.String()))
	d, err := reader(t, Options{MaxPages: 2}).Read(context.Background(), b.close(b.add("<</Type/Catalog/Pages 6 0 R>>")))
	require.NoError(t, err)
	require.Len(t, d.Pages, 2)
	require.Contains(t, d.Notes[0], "first 2 pages")
}

func TestACallersEndIsTheCallersError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := reader(t, Options{}).Read(ctx, hello())
	require.ErrorIs(t, err, context.Canceled)
}

// A program that embeds the server starts its own binary as the worker; nothing has to be installed beside it.
func TestAnEmbeddingProgramCanRead(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "hello.pdf")
	require.NoError(t, os.WriteFile(file, hello(), 0o600))
	cmd := exec.Command("go", "run", "./testdata/embedding", file)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, "1 pages, 5 words\n", string(out))
}

func TestALargeFileIsReadQuickly(t *testing.T) {
	b := newFile()
	c := b.stream("", "BT /F1 12 Tf 72 720 Td (Named insured: Harbor Bakery LLC) Tj ET")
	b.stream("/Type/XObject/Subtype/Image/Width 1/Height 1", strings.Repeat("picture!", 19<<17))
	pages := len(b.offsets) + 1
	p := b.add(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Resources%s/Contents %d 0 R>>", pages, helvetica, c))
	b.add(fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]/Count 1>>", p))
	file := b.close(b.add(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R>>", pages)))
	require.Greater(t, len(file), 19<<20)
	start := time.Now()
	require.Contains(t, text(read(t, file)), "Harbor Bakery")
	t.Logf("%d bytes in %v", len(file), time.Since(start))
}
