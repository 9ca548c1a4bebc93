package peer_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// The Go SDK has to pass everything.
func TestTheSDKPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("the polling of the device flow takes real time")
	}
	program := filepath.Join(t.TempDir(), "sdk-driver")
	out, err := exec.Command("go", "build", "-o", program, "github.com/workspaceintake/intake-go/examples/sdk-driver").CombinedOutput()
	require.NoError(t, err, "%s", out)
	found, err := peer.Run(t.Context(), peer.Options{Start: peer.Program(program), Parallel: 24}, peer.Cases())
	require.NoError(t, err)
	for _, f := range found {
		require.Contains(t, []report.Verdict{report.Pass, report.Observed}, f.Verdict, "%s: expected %s, got %s", f.ID, f.Expected, f.Got)
	}
}
