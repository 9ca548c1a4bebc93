package interop_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/reference/internal/authserver"
)

// register makes a client for a library that has no registration of its own.
func register(t *testing.T, issuer string) (clientID string) {
	t.Helper()
	reply, err := http.Post(issuer+"/oauth/register", "application/json", strings.NewReader(`{"client_name":"interop","redirect_uris":["http://127.0.0.1/"]}`))
	require.NoError(t, err)
	defer reply.Body.Close()
	var client struct {
		ID string `json:"client_id"`
	}
	require.NoError(t, json.NewDecoder(reply.Body).Decode(&client))
	return client.ID
}

func TestXOAuth2SignsInWhateverItsAuthStyle(t *testing.T) {
	for name, style := range map[string]oauth2.AuthStyle{"detected": oauth2.AuthStyleAutoDetect, "parameters": oauth2.AuthStyleInParams, "header": oauth2.AuthStyleInHeader} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, issuer := serve(t)
			config := oauth2.Config{ClientID: register(t, issuer), RedirectURL: "http://127.0.0.1:4711/", Scopes: []string{"email"},
				Endpoint: oauth2.Endpoint{AuthURL: issuer + "/oauth/authorize", TokenURL: issuer + "/oauth/token", DeviceAuthURL: issuer + "/oauth/device_authorization", AuthStyle: style}}
			device, err := config.DeviceAuth(t.Context())
			require.NoError(t, err)
			require.NoError(t, server.ApproveDevice(t.Context(), device.UserCode, workspace, person))
			token, err := config.DeviceAccessToken(t.Context(), device)
			require.NoError(t, err)
			requireLive(t, server, token.AccessToken, true)
			token.Expiry = time.Now().Add(-time.Minute)
			fresh, err := config.TokenSource(t.Context(), token).Token()
			require.NoError(t, err)
			requireLive(t, server, fresh.AccessToken, true)
			require.NotEqual(t, token.RefreshToken, fresh.RefreshToken)
			byCode, err := config.Exchange(t.Context(), codeFor(t, server, &config), oauth2.VerifierOption(verifier))
			require.NoError(t, err)
			requireLive(t, server, byCode.AccessToken, true)
		})
	}
}

const verifier = "the-verifier-of-the-tests-has-at-least-43-characters"

func codeFor(t *testing.T, server *authserver.Server, config *oauth2.Config) string {
	t.Helper()
	to, err := server.Authorize(t.Context(), config.AuthCodeURL("state", oauth2.S256ChallengeOption(verifier)), workspace, person)
	require.NoError(t, err)
	u, err := url.Parse(to)
	require.NoError(t, err)
	return u.Query().Get("code")
}

func TestOauthflowSignsInByDevice(t *testing.T) {
	t.Parallel()
	server, issuer := serve(t)
	cfg := oauthflow.Config{Issuer: issuer, ClientName: "interop", Store: &oauthflow.MemoryStore{}, Out: io.Discard}
	cfg.Prompt = func(ctx context.Context, p oauthflow.DevicePrompt) error {
		return server.ApproveDevice(ctx, p.UserCode, workspace, person)
	}
	source, err := oauthflow.DeviceLogin(t.Context(), cfg)
	require.NoError(t, err)
	requireSourceWorks(t, server, cfg, source)
}

func TestOauthflowSignsInByBrowser(t *testing.T) {
	t.Parallel()
	server, issuer := serve(t)
	cfg := oauthflow.Config{Issuer: issuer, ClientName: "interop", Store: &oauthflow.MemoryStore{}, Out: io.Discard}
	cfg.OpenBrowser = func(_ context.Context, address string) error {
		go func() {
			reply, err := http.Get(address) // follows the redirect to the listener, as a browser does
			if err == nil {
				_ = reply.Body.Close()
			}
		}()
		return nil
	}
	source, err := oauthflow.BrowserLogin(t.Context(), cfg)
	require.NoError(t, err)
	requireSourceWorks(t, server, cfg, source)
}

func TestOauthflowHearsARefusal(t *testing.T) {
	t.Parallel()
	server, issuer := serve(t)
	cfg := oauthflow.Config{Issuer: issuer, ClientName: "interop", Store: &oauthflow.MemoryStore{}, Out: io.Discard}
	cfg.Prompt = func(ctx context.Context, p oauthflow.DevicePrompt) error {
		return server.DenyDevice(ctx, p.UserCode, workspace, person)
	}
	_, err := oauthflow.DeviceLogin(t.Context(), cfg)
	require.ErrorIs(t, err, oauthflow.ErrDenied)
}

// requireSourceWorks takes a token, makes it expire, takes the next, and signs out.
func requireSourceWorks(t *testing.T, server *authserver.Server, cfg oauthflow.Config, source *oauthflow.Source) {
	t.Helper()
	first, err := source.AccessToken(t.Context())
	require.NoError(t, err)
	requireLive(t, server, first, true)
	require.NoError(t, server.ExpireToken(t.Context(), first))
	require.NoError(t, source.Rejected(t.Context(), first))
	second, err := source.AccessToken(t.Context())
	require.NoError(t, err)
	require.NotEqual(t, first, second)
	requireLive(t, server, second, true)
	require.NoError(t, source.Close())
	require.NoError(t, oauthflow.SignOut(t.Context(), cfg))
	requireLive(t, server, second, false)
}
