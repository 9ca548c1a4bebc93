package oauthflow

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

func TestRegisterTakes200And201(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusCreated} {
		synctest.Test(t, func(t *testing.T) {
			server := oauthflowtest.NewInMemory(oauthflowtest.Options{RegisterStatus: status})
			client, err := Register(t.Context(), testConfig(server, nil))
			require.NoError(t, err)
			require.NotEmpty(t, client.ID)
			var sent map[string]any
			require.NoError(t, json.Unmarshal([]byte(server.Requests(oauthflowtest.EndpointRegister)[0].Body), &sent))
			require.Equal(t, "test program", sent["client_name"])
			require.Equal(t, []any{"http://127.0.0.1/callback"}, sent["redirect_uris"])
			require.Equal(t, "none", sent["token_endpoint_auth_method"])
		})
	}
}

func TestRegisterAsksOnlyForGrantsThatExist(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{EditMetadata: func(m map[string]any) {
			m["grant_types_supported"] = []string{"authorization_code"}
		}})
		_, err := Register(t.Context(), testConfig(server, nil))
		require.NoError(t, err)
		require.Contains(t, server.Requests(oauthflowtest.EndpointRegister)[0].Body, `"grant_types":["authorization_code"]`)
	})
}

func TestRegisterRefusals(t *testing.T) {
	for name, test := range map[string]struct {
		answer func(http.ResponseWriter)
		want   any
	}{
		"refused":       {func(w http.ResponseWriter) { refuse(w, 400, "invalid_client_metadata") }, new(*ServerError)},
		"rate limited":  {status(429), new(*ServerError)},
		"html":          {func(w http.ResponseWriter) { w.WriteHeader(201); _, _ = w.Write([]byte("<p>")) }, new(*ResponseError)},
		"no id":         {func(w http.ResponseWriter) { w.WriteHeader(201); _, _ = w.Write([]byte("{}")) }, new(*ResponseError)},
		"id of a type":  {func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"client_id":7}`)) }, new(*ResponseError)},
		"control in id": {func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"client_id":"a\u001b[2J"}`)) }, new(*ResponseError)},
		"wants secret": {func(w http.ResponseWriter) {
			_, _ = w.Write([]byte(`{"client_id":"a","token_endpoint_auth_method":"client_secret_basic"}`))
		}, new(*ResponseError)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := oauthflowtest.NewInMemory(oauthflowtest.Options{Before: func(endpoint string, w http.ResponseWriter, _ *http.Request) bool {
					if endpoint == oauthflowtest.EndpointRegister {
						test.answer(w)
					}
					return endpoint == oauthflowtest.EndpointRegister
				}})
				_, err := Register(t.Context(), testConfig(server, nil))
				require.ErrorAs(t, err, test.want)
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{EditMetadata: func(m map[string]any) { delete(m, "registration_endpoint") }})
		_, err := Register(t.Context(), testConfig(server, nil))
		var missing *MetadataError
		require.ErrorAs(t, err, &missing)
		require.Equal(t, "registration_endpoint", missing.Member)
		cfg := testConfig(server, nil)
		cfg.ClientName = ""
		_, err = Register(t.Context(), cfg)
		var wrong *ConfigError
		require.ErrorAs(t, err, &wrong)
	})
}

func TestRegistrationIsKeptAndRedoneOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, server, cfg := signedIn(t, oauthflowtest.Options{})
		again := func() {
			source, err := DeviceLogin(t.Context(), cfg)
			require.NoError(t, err)
			require.NoError(t, source.Close())
		}
		require.NoError(t, SignOut(t.Context(), cfg))
		again()
		require.Len(t, server.Requests(oauthflowtest.EndpointRegister), 1, "kept over a sign-out")
		server.ForgetClients()
		again()
		require.Len(t, server.Requests(oauthflowtest.EndpointRegister), 2, "redone when the server had cleaned up")
	})
}

// In the browser flow it is the exchange that tells; a page that does not know the client tells nobody, for which see
// TestBrowserLoginGivesUpAfterItsTime.
func TestRegistrationIsRedoneAfterTheExchange(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	signIn(t, server, cfg.Store)
	first := true
	cfg.OpenBrowser = func(ctx context.Context, address string) error {
		if !first {
			return follow(ctx, address)
		}
		first = false
		res, err := send("GET", address, "")
		if err != nil {
			return err
		}
		server.ForgetClients() // between the page and the exchange
		return follow(ctx, res.Header.Get("Location"))
	}
	source, err := BrowserLogin(t.Context(), cfg)
	require.NoError(t, err)
	require.NoError(t, source.Close())
	require.Len(t, server.Requests(oauthflowtest.EndpointRegister), 2)
}

func TestRegistrationIsRedoneOnlyOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{Before: func(endpoint string, w http.ResponseWriter, _ *http.Request) bool {
			if endpoint == oauthflowtest.EndpointDevice {
				refuse(w, 401, codeInvalidClient)
			}
			return endpoint == oauthflowtest.EndpointDevice
		}})
		cfg := testConfig(server, &MemoryStore{})
		for _, want := range []int{1, 2} { // a fresh client that is refused is not a client that was forgotten
			_, err := DeviceLogin(t.Context(), cfg)
			var failure *ServerError
			require.ErrorAs(t, err, &failure)
			require.Len(t, server.Requests(oauthflowtest.EndpointRegister), want)
		}
	})
}

func TestGivenClientIsNeverReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := oauthflowtest.NewInMemory(oauthflowtest.Options{})
		cfg := testConfig(server, &MemoryStore{})
		cfg.ClientID = "by-hand"
		_, err := DeviceLogin(t.Context(), cfg)
		var failure *ServerError
		require.ErrorAs(t, err, &failure)
		require.Equal(t, "invalid_client", failure.Code)
		server.AddClient("by-hand")
		source, err := DeviceLogin(t.Context(), cfg)
		require.NoError(t, err)
		require.NoError(t, source.Close())
		require.Empty(t, server.Requests(oauthflowtest.EndpointRegister))
	})
}
