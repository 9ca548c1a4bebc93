package intake_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"golang.org/x/oauth2"

	"github.com/workspaceintake/intake-go/intake"
)

// anyTokens makes a TokenSource of what another library has signed in with.
type anyTokens struct{ oauth2.TokenSource }

func (t anyTokens) AccessToken(context.Context) (string, error) {
	token, err := t.Token()
	if err != nil {
		return "", err
	}
	return token.AccessToken, nil
}

// An oauthflow.Source needs no adapter; an oauth2.TokenSource of another kind needs these few lines.
func ExampleTokenSource() {
	client, stop := serve(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.Header.Get("Authorization"))
		_ = json.NewEncoder(w).Encode(intake.Identity{OrgID: "org_1", AuthKind: intake.AuthKindOAuth})
	}, intake.WithTokenSource(anyTokens{oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "an_access_token"})}))
	defer stop()
	me, err := client.Workspace.Me(context.Background())
	fmt.Println(me.OrgID, err)
	// Output:
	// Bearer an_access_token
	// org_1 <nil>
}
