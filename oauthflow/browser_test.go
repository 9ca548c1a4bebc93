package oauthflow

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// follow is a browser: it opens the page and goes where it is sent.
func follow(ctx context.Context, address string) error {
	_, err := browse(ctx, address)
	return err
}

func browse(ctx context.Context, address string) (page string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	return string(body), err
}

func TestBrowserLoginSignsIn(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	cfg.Scopes = []string{"intake", "offline"}
	var address, shown string
	done := make(chan struct{})
	cfg.OpenBrowser = func(ctx context.Context, a string) (err error) {
		defer close(done)
		address = a
		shown, err = browse(context.WithoutCancel(ctx), a)
		return err
	}
	source, err := BrowserLogin(t.Context(), cfg)
	require.NoError(t, err)
	defer func() { _ = source.Close() }()
	token, err := source.AccessToken(t.Context())
	require.NoError(t, err)
	require.True(t, server.Living(token))
	<-done
	require.Contains(t, shown, "You are signed in")

	u, err := url.Parse(address)
	require.NoError(t, err)
	require.Equal(t, "intake offline", u.Query().Get("scope"))
	require.Equal(t, "S256", u.Query().Get("code_challenge_method"))
	require.GreaterOrEqual(t, len(u.Query().Get("state")), 26, "128 bits in base32")
	redirect, err := url.Parse(u.Query().Get("redirect_uri"))
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1", redirect.Hostname())
	form := server.Requests(oauthflowtest.EndpointToken)[0].Form
	require.Len(t, form.Get("code_verifier"), 43)
	require.Empty(t, form.Get("client_secret"))
}
