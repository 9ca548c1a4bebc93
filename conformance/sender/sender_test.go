package sender_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/report"
	"github.com/workspaceintake/intake-go/conformance/sender"
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// start runs an example receiver and returns its URLs.
func start(t *testing.T, program string, args ...string) (target, effects string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed: CI judges the example receivers", program)
		}
		t.Skipf("%s is not installed", program)
	}
	cmd := exec.Command(program, append(args, secret)...)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		require.NoError(t, in.Close())
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadBytes('\n')
	require.NoError(t, err)
	var urls struct{ Target, Effects string }
	require.NoError(t, json.Unmarshal(line, &urls))
	return urls.Target, urls.Effects
}

func TestExampleReceiversPass(t *testing.T) {
	ours := filepath.Join(t.TempDir(), "sdk-receiver")
	out, err := exec.Command("go", "build", "-o", ours, "github.com/workspaceintake/intake-go/examples/sdk-receiver").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, example := range [][]string{{ours}, {"python3", "../receivers/receiver.py"}, {"node", "../receivers/receiver.mjs"}} {
		t.Run(filepath.Base(example[0]), func(t *testing.T) {
			t.Parallel()
			target, effects := start(t, example[0], example[1:]...)
			found, err := sender.Run(t.Context(), sender.Options{Target: target, Secret: secret, Effects: sender.Counter(effects), QuickBound: time.Minute})
			require.NoError(t, err)
			require.Len(t, found, 18)
			for _, f := range found {
				if f.ID == "RCV-16" {
					require.Equal(t, report.NotApplicable, f.Verdict)
					continue
				}
				require.Contains(t, []report.Verdict{report.Pass, report.Observed}, f.Verdict, "%s: want %s, got %s", f.ID, f.Expected, f.Got)
			}
		})
	}
}

// A receiver that looks at nothing must not look conformant, whatever it always says. It passes nothing at all.
func TestNullReceiversPassNothing(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusNoContent, http.StatusUnauthorized, http.StatusInternalServerError, http.StatusTemporaryRedirect} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
			defer server.Close()
			effects := func(context.Context, string) (int, error) { return 1, nil }
			found, err := sender.Run(t.Context(), sender.Options{Target: server.URL, Secret: secret, Effects: effects})
			require.NoError(t, err)
			for _, f := range found {
				require.NotEqual(t, report.Pass, f.Verdict, f.ID)
			}
		})
	}
}
