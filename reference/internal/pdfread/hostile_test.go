package pdfread

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// hostile are files made to hang, exhaust or crash a reader. The server must get an answer or a typed error, in bounded time.
func hostile() map[string][]byte {
	files := map[string][]byte{}

	b := newFile()
	b.stream("/Filter/FlateDecode", deflate(strings.Repeat(" ", 150<<20)))
	files["a bomb of 150 MB in a content stream"] = pageOf(b, "1 0 R")

	b = newFile()
	b.stream("/Filter[/FlateDecode/FlateDecode]", deflate(deflate(strings.Repeat("0 ", 80<<20))))
	files["a bomb in a bomb"] = pageOf(b, "1 0 R")

	b = newFile()
	b.add("<</Type/Pages/Count 1/Kids[1 0 R]/Parent 1 0 R>>")
	files["a page tree that contains itself"] = b.close(b.add("<</Type/Catalog/Pages 1 0 R>>"))

	b = newFile()
	b.stream("/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 1 0 R>>>>", strings.Repeat("/X Do ", 40))
	b.stream("", "/X Do")
	files["a form that draws itself forty times"] = pageWith(b, "2 0 R", "<</XObject<</X 1 0 R>>>>")

	nested := strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000)
	files["arrays nested 200,000 deep"] = onePage("BT "+nested+" TJ ET", "", "/Deep "+nested)

	b = newFile()
	for i := 1; i <= 3000; i++ {
		b.add(fmt.Sprintf("<</T(f%d)/Parent %d 0 R/Kids[%d 0 R]>>", i, max(1, i-1), i%3000+1))
	}
	files["form fields in a ring"] = pageAndForm(b, "[1 0 R]")

	files["a table of a billion entries"] = []byte("%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\nxref\n0 999999999\n0000000000 65535 f \ntrailer\n<</Size 999999999/Root 1 0 R>>\nstartxref\n55\n%%EOF\n")

	b = newFile()
	b.add("2 0 R")
	b.add("1 0 R")
	files["references in a circle"] = pageOf(b, "1 0 R")

	b = newFile()
	b.stream("/Filter/FlateDecode/Type/ObjStm/N 100000000/First 9", deflate("1 0 2 1 3 2"))
	files["an object stream that claims a hundred million objects"] = pageOf(b, "1 0 R")

	files["ten million operators"] = onePage(strings.Repeat("q ", 5_000_000), "", "")
	files["a table that points at itself"] = []byte("%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1/Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF\n")

	b = newFile()
	b.stream("", "/CMapName /X def 1 begincodespacerange <0000><FFFF> endcodespacerange 1 beginbfrange <0000> <FFFFFFFF> <0041> endbfrange")
	b.add("<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 1 0 R/DescendantFonts[<</Subtype/CIDFontType2/W[0 2000000000 500]>>]>>")
	b.stream("", "BT /F1 9 Tf <00010002> Tj ET")
	files["a character map of four billion codes"] = pageWith(b, "3 0 R", "<</Font<</F1 2 0 R>>>>")
	return files
}

func pageOf(b *builder, contents string) []byte { return pageWith(b, contents, helvetica) }

func pageWith(b *builder, contents, resources string) []byte {
	pages := len(b.offsets) + 1
	p := b.add(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Resources%s/Contents %s>>", pages, resources, contents))
	b.add(fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]/Count 1>>", p))
	return b.close(b.add(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R>>", pages)))
}

func pageAndForm(b *builder, fields string) []byte {
	pages := len(b.offsets) + 1
	p := b.add(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]>>", pages))
	b.add(fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]/Count 1>>", p))
	return b.close(b.add(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/AcroForm<</Fields%s>>>>", pages, fields)))
}

func TestHostileFilesEndInTypedErrorsInTimeAndLeaveNothingBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("each file ends by its bound of time")
	}
	want := read(t, hello())
	r := reader(t, Options{CPU: time.Second, Deadline: 20 * time.Second})
	for name, file := range hostile() {
		t.Run(name, func(t *testing.T) {
			for range 2 { // after an ordinary file and after itself
				start := time.Now()
				_, err := r.Read(context.Background(), file)
				if err != nil && !errors.Is(err, ErrTooComplex) && !errors.Is(err, ErrNotPDF) {
					t.Errorf("not a typed error: %v", err)
				}
				t.Logf("%v in %v", err, time.Since(start).Round(time.Millisecond))
			}
			got, err := r.Read(context.Background(), hello())
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(want, got), "the reader goes on as before")
		})
	}
}

// tryDoors is what this test binary does when it is started to show what a worker can still do.
func tryDoors() int {
	if err := lockDoors(); err != nil {
		return 3
	}
	if _, err := os.Open(os.Args[0]); err == nil {
		return 1
	}
	if _, err := os.StartProcess(os.Args[0], os.Args, &os.ProcAttr{}); err == nil {
		return 2
	}
	return 0
}

func TestAWorkerCannotOpenFilesOrStartPrograms(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are for Linux only")
	}
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(exe)
	cmd.Env = []string{"PDFREAD_TRY_DOORS=1"}
	require.NoError(t, cmd.Run(), "1: a file could be opened; 2: a program could be started")
}

// FuzzRead goes through a worker: whatever a file does there, the caller gets a document or a typed error.
func FuzzRead(f *testing.F) {
	f.Add(hello())
	f.Add(onePage("10 700 10 10 re S BT /F1 9 Tf [(a) -300 (b)] TJ ET", "/Rotate 90", "/AcroForm<</Fields[2 0 R]>>", "<</T(a)/FT/Tx/V(b)>>"))
	r := reader(f, Options{CPU: time.Second, Deadline: 5 * time.Second}) // the fuzzer itself gives an input ten seconds
	f.Fuzz(func(t *testing.T, file []byte) {
		doc, err := r.Read(context.Background(), file)
		typed := errors.Is(err, ErrNotPDF) || errors.Is(err, ErrEncrypted) || errors.Is(err, ErrTooComplex)
		if err == nil && doc == nil || err != nil && !typed {
			t.Errorf("document %v, error %v", doc != nil, err)
		}
	})
}

func FuzzCharacterMap(f *testing.F) {
	f.Add([]byte("1 beginbfrange <0000> <0003> [<0041> <0042>] endbfrange 1 beginbfchar <05> <0043> endbfchar"))
	f.Fuzz(func(t *testing.T, program []byte) {
		s := scanner{rest: program}
		for n := 0; ; n++ {
			if _, ok := s.next(); !ok {
				return
			}
			require.LessOrEqual(t, n, len(program), "the scanner must move on")
		}
	})
}
