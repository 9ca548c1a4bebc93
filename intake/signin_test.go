package intake_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/referencetest"
)

var (
	_ intake.TokenSource = (*oauthflow.Source)(nil)
	_ oauth2.TokenSource = (*oauthflow.Source)(nil)
)

// A sign-in by oauthflow is a credential of the client, and a token that the server refuses is replaced on the way.
func TestASignInIsACredential(t *testing.T) {
	server := referencetest.NewServer(t, referencetest.WithConfig(func(c *reference.Config) { c.Lives.DeviceInterval = time.Second }))
	control := func(verb, body string) {
		w := httptest.NewRecorder()
		server.Control().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/"+verb, strings.NewReader(body)))
		require.Equal(t, http.StatusOK, w.Code, w.Body.String())
	}
	source, err := oauthflow.DeviceLogin(t.Context(), oauthflow.Config{Issuer: server.URL, ClientName: "test", Store: &oauthflow.MemoryStore{},
		Prompt: func(_ context.Context, p oauthflow.DevicePrompt) error {
			control("approve-device", fmt.Sprintf(`{"org_id":%q,"user_code":%q}`, server.OrgID, p.UserCode))
			return nil
		}})
	require.NoError(t, err)
	defer source.Close()
	client := onNetwork(t, server.URL, intake.WithTokenSource(source))
	me, err := client.Workspace.Me(t.Context())
	require.NoError(t, err)
	require.Equal(t, intake.AuthKindOAuth, me.AuthKind)
	require.Equal(t, server.OrgID, me.OrgID)
	_, labelled := me.KeyLabel.Get()
	require.False(t, labelled)

	token, err := source.AccessToken(t.Context())
	require.NoError(t, err)
	control("expire-token", fmt.Sprintf(`{"access_token":%q}`, token))
	session, err := client.Sessions.Create(t.Context(), bakery)
	require.NoError(t, err)
	require.Equal(t, 2, session.Meta.Attempts, "refused, refreshed, created")
	require.Len(t, server.Calls(referencetest.CreateSession), 2)
	require.NotContains(t, fmt.Sprintf("%v %+v %#v %s %v %+v %#v", client, client, client, client, source, source, source), token)
}
