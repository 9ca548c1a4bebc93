package interop_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// script is a running openid_client.mjs.
type script struct {
	t     *testing.T
	lines *bufio.Scanner
	input io.Writer
}

// npm gives Node.js and a folder in which it finds a script and the installed npm packages that the script imports.
func npm(t *testing.T, script string, packages ...string) (node, dir string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		skip(t, "Node.js is not installed")
	}
	if version, err := exec.Command(node, "--version").Output(); err != nil || len(version) < 3 || string(version[:3]) < "v20" {
		skip(t, "the npm packages need Node.js 20 or later: "+strings.TrimSpace(string(version)))
	}
	modules := os.Getenv("INTAKE_TEST_NODE_MODULES")
	if modules == "" {
		skip(t, "INTAKE_TEST_NODE_MODULES is not set: no npm packages")
	}
	for _, name := range packages {
		if _, err := os.Stat(filepath.Join(modules, name)); err != nil {
			skip(t, name+" is not installed: "+err.Error())
		}
	}
	dir = t.TempDir()
	require.NoError(t, os.Symlink(modules, filepath.Join(dir, "node_modules")))
	text, err := os.ReadFile(filepath.Join("testdata", script))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, script), text, 0o600))
	return node, dir
}

func start(t *testing.T, args ...string) *script {
	const name = "openid_client.mjs"
	node, dir := npm(t, name, "openid-client")
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	cmd := exec.CommandContext(ctx, node, append([]string{filepath.Join(dir, name)}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	input, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		defer cancel()
		if t.Failed() {
			cancel()
		}
		err := cmd.Wait()
		if !t.Failed() {
			require.NoError(t, err)
		}
	})
	return &script{t: t, lines: bufio.NewScanner(out), input: input}
}

// next is the facts of the script's next step, which has to be the one expected.
func (s *script) next(step string) map[string]any {
	s.t.Helper()
	require.True(s.t, s.lines.Scan(), "the script ended before %q: %v", step, s.lines.Err())
	var facts map[string]any
	require.NoError(s.t, json.Unmarshal(s.lines.Bytes(), &facts), s.lines.Text())
	require.Equal(s.t, step, facts["step"], s.lines.Text())
	return facts
}

func (s *script) decided() {
	_, err := fmt.Fprintln(s.input, "decided")
	require.NoError(s.t, err)
}

func TestOpenIDClientSignsIn(t *testing.T) {
	server, issuer := serve(t)
	s := start(t, issuer, "http://127.0.0.1:4711/callback")
	require.Equal(t, issuer, s.next("registered")["server"].(map[string]any)["issuer"])

	require.NoError(t, server.ApproveDevice(t.Context(), s.next("device")["user_code"].(string), workspace, person))
	s.decided()
	tokens := s.next("device tokens")
	require.Equal(t, "bearer", tokens["token_type"])
	requireLive(t, server, tokens["access_token"].(string), true)

	rotated := s.next("rotated")
	require.NotEqual(t, rotated["first"], rotated["second"])
	require.Equal(t, rotated["second"], rotated["repeated"])
	s.next("rotated again")
	reuse := s.next("reuse")
	require.Equal(t, "invalid_grant", reuse["error"])
	requireLive(t, server, reuse["dead"].(string), false)

	require.NoError(t, server.DenyDevice(t.Context(), s.next("to deny")["user_code"].(string), workspace, person))
	s.decided()
	require.Equal(t, "access_denied", s.next("denied")["error"])

	require.NotEmpty(t, s.next("code tokens")["access_token"])
	twice := s.next("code twice")
	require.Equal(t, "invalid_grant", twice["error"])
	requireLive(t, server, twice["dead"].(string), false)
	require.Equal(t, "invalid_request", s.next("plain")["error"])
	requireLive(t, server, s.next("revoked")["dead"].(string), false)
}
