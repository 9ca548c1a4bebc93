package delivery_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
	"github.com/workspaceintake/intake-go/webhook"
)

// inCI says which interpreters every CI machine has: there they must not be missing.
var inCI = map[string]bool{"node": true, "python3": true}

// program runs one of testdata/programs: what it printed, and its exit code.
func program(t *testing.T, interpreter, file, secret, body string, args ...string) (string, int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), interpreter, append([]string{filepath.Join("testdata/programs", file)}, args...)...)
	cmd.Env = append(os.Environ(), "INTAKE_WEBHOOK_SECRET="+secret)
	cmd.Stdin = strings.NewReader(body)
	out, err := cmd.Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		require.Equal(t, 3, ended.ExitCode(), "%s: %s", file, ended.Stderr)
		return string(out), ended.ExitCode()
	}
	require.NoError(t, err, file)
	return string(out), 0
}

// Programs in other languages verify what our sender sends, and our receiver's Verify takes what they sign.
func TestOtherLanguagesAgreeOnTheSignature(t *testing.T) {
	b, s := newBench(t, storetest.SQLite(t)), newSink(t, 204)
	e, key := b.endpoint(s.URL, delivery.FillSessionCompleted)
	b.record(completed())
	b.settled(e.ID, 1)
	body, signature := s.bodies[0], s.got[0].Header.Get("X-Service-Signature")
	for file, interpreter := range map[string]string{"node.mjs": "node", "octokit.mjs": "node", "python.py": "python3", "php.php": "php", "ruby.rb": "ruby", "shell.sh": "sh"} {
		t.Run(file, func(t *testing.T) {
			needs(t, interpreter, file)
			_, code := program(t, interpreter, file, key, body, "verify", signature)
			require.Zero(t, code, "what the sender sent")
			for _, altered := range []string{body + "\n", strings.Replace(body, "ses_1", "ses_2", 1)} {
				_, code = program(t, interpreter, file, key, altered, "verify", signature)
				require.Equal(t, 3, code, "an altered body")
			}
			_, code = program(t, interpreter, file, strings.TrimPrefix(key, "whsec_"), body, "verify", signature)
			require.Equal(t, 3, code, "the secret without its prefix")
			signed, _ := program(t, interpreter, file, key, body, "sign")
			require.NoError(t, webhook.Verify([]byte(body), signed, key))
		})
	}
}

// needs skips when an interpreter or what a program imports is missing.
func needs(t *testing.T, interpreter, file string) {
	t.Helper()
	_, err := exec.LookPath(interpreter)
	if err == nil && file == "shell.sh" {
		_, err = exec.LookPath("openssl")
	}
	if file == "octokit.mjs" {
		_, err = os.Stat(filepath.Join(os.Getenv("INTAKE_TEST_NODE_MODULES"), "@octokit/webhooks-methods"))
	}
	if err != nil && os.Getenv("CI") != "" && inCI[interpreter] {
		t.Fatalf("%s cannot run: %v: CI has what it needs", file, err)
	}
	if err != nil {
		t.Skipf("%s cannot run here: %v", file, err)
	}
}
