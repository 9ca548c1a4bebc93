package oauthflow

import (
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

func TestSignOutRevokesRefreshTokenFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, server, cfg := signedIn(t, oauthflowtest.Options{})
		token, err := source.AccessToken(t.Context())
		require.NoError(t, err)
		require.NoError(t, SignOut(t.Context(), cfg))
		requests := server.Requests(oauthflowtest.EndpointRevoke)
		require.Len(t, requests, 2)
		require.Equal(t, "refresh_token", requests[0].Form.Get("token_type_hint"))
		require.Equal(t, "access_token", requests[1].Form.Get("token_type_hint"))
		require.False(t, server.Living(token))
		_, err = NewSource(t.Context(), cfg)
		require.ErrorIs(t, err, ErrNotSignedIn)
		require.ErrorIs(t, source.Rejected(t.Context(), token), ErrNotSignedIn, "a Source that lives on notices")
		require.NoError(t, SignOut(t.Context(), cfg), "twice is no error")
		require.Len(t, server.Requests(oauthflowtest.EndpointRevoke), 2)
	})
}

func TestSignOutRemovesHereWhateverTheServerSays(t *testing.T) {
	for name, answer := range map[string]func(http.ResponseWriter){
		"down": status(503), "reset": func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"unsupported": func(w http.ResponseWriter) { refuse(w, 400, "unsupported_token_type") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, _, cfg := signedIn(t, oauthflowtest.Options{Before: func(endpoint string, w http.ResponseWriter, _ *http.Request) bool {
					if endpoint == oauthflowtest.EndpointRevoke {
						answer(w)
					}
					return endpoint == oauthflowtest.EndpointRevoke
				}})
				err := SignOut(t.Context(), cfg)
				require.Error(t, err)
				var stored *StoreError
				require.NotErrorAs(t, err, &stored)
				_, err = NewSource(t.Context(), cfg)
				require.ErrorIs(t, err, ErrNotSignedIn)
			})
		})
	}
}

func TestSignOutWithoutRevocationEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, server, cfg := signedIn(t, oauthflowtest.Options{EditMetadata: func(m map[string]any) { delete(m, "revocation_endpoint") }})
		require.NoError(t, SignOut(t.Context(), cfg))
		require.Empty(t, server.Requests(oauthflowtest.EndpointRevoke))
		_, err := NewSource(t.Context(), cfg)
		require.ErrorIs(t, err, ErrNotSignedIn)
	})
}
