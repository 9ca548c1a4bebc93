package interop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
)

// outcome is what a script says of one client.
type outcome struct{ Client, Live, Dead string }

// requireClients runs a script and looks at the tokens that its clients ended up with.
func requireClients(t *testing.T, server *authserver.Server, cmd *exec.Cmd, clients ...string) {
	t.Helper()
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s", out)
	lines := json.NewDecoder(bytes.NewReader(out))
	var seen []string
	for lines.More() {
		var o outcome
		require.NoError(t, lines.Decode(&o))
		seen = append(seen, o.Client)
		requireLive(t, server, o.Live, true)
		if o.Dead != "" {
			requireLive(t, server, o.Dead, false)
		}
	}
	require.Equal(t, clients, seen)
}

func patient(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestClientsOfNodeSignIn(t *testing.T) {
	t.Parallel()
	node, dir := npm(t, "clients.mjs", "openid-client5", "simple-oauth2", "passport-oauth2", "@modelcontextprotocol/sdk")
	server, issuer := serve(t)
	requireClients(t, server, exec.CommandContext(patient(t), node, filepath.Join(dir, "clients.mjs"), issuer),
		"openid-client 5", "simple-oauth2", "passport-oauth2", "MCP SDK")
}

func TestClientsOfPythonSignIn(t *testing.T) {
	t.Parallel()
	for _, python := range []string{"/usr/bin/python3", "python3"} { // Debian's packages belong to Debian's Python
		if exec.Command(python, "-c", "import authlib, oauthlib, requests_oauthlib").Run() == nil {
			server, issuer := serve(t)
			requireClients(t, server, exec.CommandContext(patient(t), python, "testdata/clients.py", issuer), "requests-oauthlib", "authlib")
			return
		}
	}
	skip(t, "no Python with authlib and requests-oauthlib (Debian: python3-authlib, python3-requests-oauthlib)")
}
