package pdfsample_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// Every way has what the plain one has, for the reader of the judge and for one of other people.
func TestWaysHaveTheSameLines(t *testing.T) {
	lines := [][2]string{{"Legal Name", "Bramble Works (Rear Yard)"}, {"Founded", "04/17/2009"}, {"Contact", "Café Brückner"}, {"Claims", "Yes"}}
	for _, way := range slices.Concat(
		[]pdfsample.Way{{Name: "text alone", Write: pdfsample.TextAlone}, {Name: "fields alone", Write: pdfsample.FieldsAlone}},
		pdfsample.TextWays(), pdfsample.FieldWays(),
	) {
		t.Run(way.Name, func(t *testing.T) {
			pdf := way.Write(lines)
			require.Empty(t, pdftext.Misplaced(pdf))
			for _, line := range lines {
				require.True(t, pdftext.Read(pdf).Shows(line[1]), line[1])
			}
			wantReadable(t, pdf)
		})
	}
}

// wantReadable asks qpdf, where it is there, whether a file is sound.
func wantReadable(t *testing.T, pdf []byte) {
	t.Helper()
	qpdf, err := exec.LookPath("qpdf")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("qpdf is missing")
		}
		t.Skip("qpdf is not installed: apt-get install qpdf")
	}
	path := filepath.Join(t.TempDir(), "sample.pdf")
	require.NoError(t, os.WriteFile(path, pdf, 0o600))
	out, err := exec.Command(qpdf, "--check", path).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
