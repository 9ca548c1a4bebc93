package interop

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/workspaceintake/intake-go/oauthflow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// lacking skips, and on a build machine fails, for the want of something that is not part of Go.
func lacking(t *testing.T, reason string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(reason)
	}
	t.Skip(reason)
}

// provider is a running server of Node.js.
type provider struct {
	issuer string
	events chan event
}

type event struct {
	Event  string `json:"event"`
	Issuer string `json:"issuer"`
	Detail string `json:"detail"`
}

// start runs a script of testdata beside the npm packages that it imports.
func start(t *testing.T, name string, packages ...string) *provider {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		lacking(t, "Node.js is not installed")
	}
	if version, err := exec.Command(node, "--version").Output(); err != nil || len(version) < 3 || string(version[:3]) < "v20" {
		lacking(t, "the npm packages need Node.js 20 or later: "+strings.TrimSpace(string(version)))
	}
	modules := os.Getenv("INTAKE_TEST_NODE_MODULES")
	for _, one := range packages {
		if _, err := os.Stat(filepath.Join(modules, one, "package.json")); modules == "" || err != nil {
			lacking(t, "INTAKE_TEST_NODE_MODULES does not name a node_modules folder with "+one)
		}
	}
	// Node resolves packages beside the script.
	dir := t.TempDir()
	require.NoError(t, os.Symlink(modules, filepath.Join(dir, "node_modules")))
	script, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "server.mjs"), script, 0o600))

	cmd := exec.Command(node, filepath.Join(dir, "server.mjs"))
	cmd.Stderr = io.Discard // warnings about development settings
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	p := &provider{events: make(chan event, 1000)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(p.events)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var e event
			if json.Unmarshal(lines.Bytes(), &e) == nil {
				p.events <- e
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-read
		_ = cmd.Wait()
	})
	p.issuer = p.wait(t, "listening").Issuer
	return p
}

// wait reads events until the named one.
func (p *provider) wait(t *testing.T, name string) event {
	t.Helper()
	for {
		select {
		case e, ok := <-p.events:
			require.True(t, ok, "the server ended before %q", name)
			require.NotEqual(t, "server_error", e.Event, e.Detail)
			if e.Event == name {
				return e
			}
		case <-t.Context().Done():
			t.Fatalf("no event %q", name)
		}
	}
}

// config signs someone in at the provider's own pages.
func config(t *testing.T, p *provider) oauthflow.Config {
	t.Helper()
	store, err := oauthflow.NewFileStore(t.TempDir())
	require.NoError(t, err)
	return oauthflow.Config{
		Issuer: p.issuer, ClientName: "interoperability", Store: store, Out: io.Discard, Scopes: []string{"intake", "offline_access"},
		OpenBrowser: func(ctx context.Context, address string) error {
			_, err := someone().visit(ctx, address)
			return err
		},
		Prompt: func(ctx context.Context, prompt oauthflow.DevicePrompt) error {
			_, err := someone().visit(ctx, prompt.VerificationURIComplete)
			return err
		},
	}
}

func someone() *person {
	return newPerson(map[string]string{"login": "someone", "password": "any will do"})
}

// Both flows: discovery, registration, sign-in, rotation, a second process, revocation.
func TestSignInAtOIDCProvider(t *testing.T) {
	t.Parallel()
	for name, login := range map[string]func(context.Context, oauthflow.Config) (*oauthflow.Source, error){
		"device": oauthflow.DeviceLogin, "browser": oauthflow.BrowserLogin,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, "oidc-provider.mjs", "oidc-provider")
			cfg := config(t, p)
			ctx := t.Context()
			source, err := login(ctx, cfg)
			require.NoError(t, err)
			p.wait(t, "registered")

			requireRotation(t, p, cfg, source)

			again, err := oauthflow.BrowserLogin(ctx, cfg)
			require.NoError(t, err, "the client is known from the first time")
			require.NoError(t, again.Close())
		})
	}
}

// requireRotation refreshes by way of new processes' Sources, and signs out.
func requireRotation(t *testing.T, p *provider, cfg oauthflow.Config, source *oauthflow.Source) {
	t.Helper()
	defer func() { _ = source.Close() }()
	ctx := t.Context()
	last, err := source.AccessToken(ctx)
	require.NoError(t, err)
	for range 3 { // a server that rotates: every refresh needs the newest refresh token, also in a new process
		next, err := oauthflow.NewSource(ctx, cfg)
		require.NoError(t, err)
		require.NoError(t, next.Rejected(ctx, last))
		token, err := next.AccessToken(ctx)
		require.NoError(t, err)
		require.NotEqual(t, last, token)
		require.NoError(t, next.Close())
		last = token
		p.wait(t, "rotated")
	}
	require.NoError(t, oauthflow.SignOut(ctx, cfg))
	p.wait(t, "revoked")
	_, err = oauthflow.NewSource(ctx, cfg)
	require.ErrorIs(t, err, oauthflow.ErrNotSignedIn)
}

// The MCP SDK's server knows the browser flow alone.
func TestSignInAtTheServerOfTheMCPSDK(t *testing.T) {
	t.Parallel()
	p := start(t, "mcp-server.mjs", "@modelcontextprotocol/sdk", "express")
	cfg := config(t, p)
	source, err := oauthflow.BrowserLogin(t.Context(), cfg)
	require.NoError(t, err)
	p.wait(t, "registered")
	requireRotation(t, p, cfg, source)
	_, err = oauthflow.DeviceLogin(t.Context(), cfg)
	var lacks *oauthflow.MetadataError
	require.ErrorAs(t, err, &lacks)
	require.Equal(t, "device_authorization_endpoint", lacks.Member)
}

// A person who refuses ends both flows as ErrDenied, at whichever page.
func TestRefusalAtOIDCProvider(t *testing.T) {
	t.Parallel()
	p := start(t, "oidc-provider.mjs", "oidc-provider")
	cfg := config(t, p)
	refuse := func(ctx context.Context, address string) error {
		person := someone()
		person.refuses = true
		_, err := person.visit(ctx, address)
		return err
	}
	cfg.OpenBrowser = refuse
	cfg.Prompt = func(ctx context.Context, prompt oauthflow.DevicePrompt) error {
		return refuse(ctx, prompt.VerificationURIComplete)
	}
	_, err := oauthflow.BrowserLogin(t.Context(), cfg)
	require.ErrorIs(t, err, oauthflow.ErrDenied)
	_, err = oauthflow.DeviceLogin(t.Context(), cfg)
	require.ErrorIs(t, err, oauthflow.ErrDenied)
	_, err = oauthflow.NewSource(t.Context(), cfg)
	require.ErrorIs(t, err, oauthflow.ErrNotSignedIn)

	cfg.ClientID = "never registered"
	_, err = oauthflow.DeviceLogin(t.Context(), cfg)
	var failure *oauthflow.ServerError
	require.ErrorAs(t, err, &failure)
	require.Equal(t, "invalid_client", failure.Code)
}
