package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/referencetest"
)

func TestSignsInOnceAndRemembers(t *testing.T) {
	server := referencetest.NewServer(t, referencetest.WithConfig(func(c *reference.Config) { c.Lives.DeviceInterval = time.Second }))
	store, err := oauthflow.NewFileStore(t.TempDir())
	require.NoError(t, err)
	control := func(verb string, in map[string]string) {
		body, err := json.Marshal(in)
		require.NoError(t, err)
		answer := httptest.NewRecorder()
		server.Control().ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/v1/"+verb, bytes.NewReader(body)))
		require.Equal(t, http.StatusOK, answer.Code, answer.Body)
	}
	asked := 0
	cfg := oauthflow.Config{Issuer: server.URL, ClientName: "device-login example", Store: store,
		Prompt: func(_ context.Context, p oauthflow.DevicePrompt) error {
			asked++
			control("approve-device", map[string]string{"org_id": server.OrgID, "user_code": p.UserCode})
			return nil
		}}
	for range 2 {
		var out strings.Builder
		require.NoError(t, whoami(t.Context(), cfg, &out))
		require.Contains(t, out.String(), "Signed in to Test Agency ("+server.OrgID+") with oauth")
	}
	require.Equal(t, 1, asked)

	// A token that the server no longer takes is refreshed under the call's hands.
	source, err := oauthflow.NewSource(t.Context(), cfg)
	require.NoError(t, err)
	token, err := source.AccessToken(t.Context())
	require.NoError(t, err)
	require.NoError(t, source.Close())
	control("expire-token", map[string]string{"access_token": token})
	require.NoError(t, whoami(t.Context(), cfg, &strings.Builder{}))
	require.Equal(t, 1, asked)

	require.NoError(t, oauthflow.SignOut(t.Context(), cfg))
	require.NoError(t, whoami(t.Context(), cfg, &strings.Builder{}))
	require.Equal(t, 2, asked)
}

func TestAServiceHasToBeNamed(t *testing.T) {
	t.Setenv("INTAKE_BASE_URL", "")
	require.ErrorContains(t, run(t.Context(), []string{"-tokens", t.TempDir()}, &strings.Builder{}), "-base-url")
}
