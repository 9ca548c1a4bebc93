package peer_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A driver is there to be read before one's own is written.
func TestDriversStayShort(t *testing.T) {
	const most = 150
	files, err := filepath.Glob("../drivers/driver.*")
	require.NoError(t, err)
	require.Len(t, files, 3)
	for _, folder := range []string{"../drivers/nethttp", "../../examples/sdk-driver"} {
		inside, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		require.Len(t, inside, 1, "the driver in %s is one file", folder)
		files = append(files, inside...)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.LessOrEqual(t, bytes.Count(text, []byte("\n")), most, path)
	}
}

// The report has to name what the hand-written clients get wrong, and nothing else of the same kind.
func TestReportsShowWhatHandWrittenClientsMiss(t *testing.T) {
	if testing.Short() {
		t.Skip("the clients wait in real time")
	}
	nethttp := filepath.Join(t.TempDir(), "nethttp")
	out, err := exec.Command("go", "build", "-o", nethttp, "../drivers/nethttp").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, one := range []struct {
		driver []string
		misses []string
		passes []string
	}{
		{[]string{nethttp}, []string{"CLI-ERR-04", "CLI-ERR-10"}, []string{"CLI-DEC-03", "CLI-REQ-06", "CLI-HOOK-01"}},
		{[]string{"node", "../drivers/driver.mjs"}, []string{"CLI-DEC-03", "CLI-OAUTH-11"}, []string{"CLI-ERR-10", "CLI-REQ-06", "CLI-OAUTH-14"}},
		{[]string{"python3", "../drivers/driver.py"}, []string{"CLI-ERR-10"}, []string{"CLI-DEC-03", "CLI-REQ-06", "CLI-HOOK-01"}},
		{[]string{"bash", "../drivers/driver.sh"}, []string{"CLI-ERR-04"}, []string{"CLI-ERR-02", "CLI-ERR-10", "CLI-REQ-06"}},
	} {
		t.Run(filepath.Base(one.driver[0]), func(t *testing.T) {
			t.Parallel()
			needs(t, one.driver[0])
			if one.driver[0] == "bash" {
				needs(t, "curl", "jq", "openssl")
			}
			var cases []peer.Case
			for _, c := range peer.Cases() {
				if slices.Contains(one.misses, c.ID) || slices.Contains(one.passes, c.ID) {
					cases = append(cases, c)
				}
			}
			found, err := peer.Run(t.Context(), peer.Options{Start: peer.Program(one.driver...), Parallel: 4, Limit: 3 * time.Minute, Hello: time.Minute}, cases)
			require.NoError(t, err)
			for _, f := range found {
				if !slices.Contains(one.misses, f.ID) {
					require.Equal(t, report.Pass, f.Verdict, "%s: want %s, got %s", f.ID, f.Expected, f.Got)
					continue
				}
				require.Contains(t, []report.Verdict{report.Fail, report.Warn}, f.Verdict, f.ID)
				require.NotEmpty(t, f.Cause, f.ID)
				require.Contains(t, f.Reproduce, `"command"`)
			}
		})
	}
}

// needs skips where a program is missing, which CI may not.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err == nil {
			continue
		}
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed: CI judges the drivers", p)
		}
		t.Skipf("%s is not installed", p)
	}
}
