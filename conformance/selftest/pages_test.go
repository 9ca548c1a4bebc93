package selftest_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// What a sign-in opens is judged without any hook where a person can sign in on the server's own pages.

// needsMore are what no person on a page can bring about.
var needsMore = []string{"OAUTH-CODE-04", "OAUTH-DEV-10", "OAUTH-DEV-13", "OAUTH-TOKEN-06", "AUTH-10", "AUTH-11", "AUTH-13", "AUTH-15"}

func ofSignIn(id string) bool {
	return strings.HasPrefix(id, "OAUTH-") || slices.Contains([]string{"API-ME-04", "API-ME-06", "AUTH-12", "AUTH-16", "AUTH-18"}, id)
}

// byPerson judges some checks with a key and a person who has a name and a password.
func byPerson(t *testing.T, l layer, ids ...string) []report.Result {
	b := newBed(t, l)
	var home struct {
		Key  string `json:"api_key"`
		User struct {
			Email    string `json:"email"`
			Password string `json:"password"`
		} `json:"user"`
	}
	require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
	var chosen []checks.Check
	for _, one := range checks.Server() {
		if slices.Contains(ids, one.ID) {
			chosen = append(chosen, one)
		}
	}
	target := checks.Target{BaseURL: b.url, APIKey: home.Key, Person: checks.Person{Name: home.User.Email, Password: home.User.Password},
		Hooks: hooks.Map{"advance-clock": func(ctx context.Context, in json.RawMessage) (out any, err error) {
			err = b.Call(ctx, "advance-clock", in, &out)
			return out, err
		}}}
	results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1, RFC: true}, chosen)
	require.NoError(t, err)
	return results
}

func TestAPersonOnThePagesIsEnough(t *testing.T) {
	var ids []string
	for _, one := range checks.Server() {
		if ofSignIn(one.ID) {
			ids = append(ids, one.ID)
		}
	}
	for _, r := range byPerson(t, layer{}, ids...) {
		if !slices.Contains(needsMore, r.ID) || r.Verdict == report.Fail {
			require.Equal(t, report.Pass, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
		}
	}
}

// oftenBroken are requirements of which one fault each is looked for in the short run.
var oftenBroken = []string{"API-ME-04", "AUTH-16", "OAUTH-CODE-02", "OAUTH-CODE-03", "OAUTH-CODE-07", "OAUTH-DEV-09", "OAUTH-DEV-12", "OAUTH-TOKEN-02", "OAUTH-TOKEN-04"}

// unseen are faults that show by chance, to people of two workspaces, by tokens that came in another way, or in a refusal without effect, which on a
// page may be a button that only leads away.
var unseen = []string{"a refused request stays pending", "a refresh ends the tokens of all people of its client", "every refresh yields the access token of the first",
	"a refresh is of the client's latest sign-in", "the token call wants JSON", "tokens of the device flow are not refreshed", "a device_code serves every client", "exchanges of a code at one time each get tokens",
	"a session of another workspace's token is nowhere", "the identity of the first workspace is answered to all"}

// Faults are found on the pages, too, in the long run all that do not lie in a hook.
func TestFaultsAreFoundOnThePages(t *testing.T) {
	met, long := map[string]bool{}, os.Getenv("INTAKE_CONFORMANCE") == "long"
	for _, f := range allFaults() {
		l := f.layer
		hooked := l.verb != nil || l.asked != nil || l.skip != "" || l.instead != nil || l.into != nil || l.fails != nil
		if hooked || !ofSignIn(f.id) || slices.Contains(needsMore, f.id) || slices.Contains(unseen, f.name) || f.id == "OAUTH-TOKEN-03" && f.name == "" {
			continue
		}
		if !long && (met[f.id] || !slices.Contains(oftenBroken, f.id)) {
			continue
		}
		met[f.id] = true
		t.Run(f.id+" "+f.name, func(t *testing.T) {
			t.Parallel()
			r := byPerson(t, f.layer, f.id)[0]
			require.Contains(t, []report.Verdict{report.Fail, report.Warn}, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
		})
	}
}
