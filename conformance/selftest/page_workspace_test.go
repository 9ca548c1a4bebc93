package selftest_test

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// actsFor is a server whose pages take the key of any workspace, and act for that, or for one alone where it is named.
func actsFor(b **bed, alone *string) layer {
	org := func(key string) string {
		for org, one := range keys.snapshot() {
			if one == key {
				return cmp.Or(*alone, org)
			}
		}
		return ""
	}
	return layer{early: func(w http.ResponseWriter, r *http.Request) bool {
		const page = "<form method=post><input name=user_code><input name=api_key type=password><button>Approve</button></form>"
		var out struct {
			To string `json:"redirect_to"`
		}
		device := strings.Contains(r.URL.Path, "device") && !strings.HasPrefix(r.URL.Path, "/oauth/")
		if !device && r.URL.Path != "/oauth/authorize" {
			return false
		}
		switch who := org(r.PostFormValue("api_key")); {
		case r.Method != http.MethodPost || who == "":
			fmt.Fprint(w, page)
		case device:
			_ = (*b).Call(r.Context(), "approve-device", obj{"org_id": who, "user_code": r.FormValue("user_code")}, nil)
			fmt.Fprint(w, "<p>Done.")
		default:
			_ = (*b).Call(r.Context(), "authorize", obj{"org_id": who, "authorization_url": (*b).url + r.URL.String()}, &out)
			http.Redirect(w, r, out.To, http.StatusFound)
		}
		return true
	}}
}

// What a person approves on the pages is of the workspace whose key was entered there, also where hooks approve for others.
func TestAPageActsForWhoIsSignedIn(t *testing.T) {
	for _, id := range []string{"OAUTH-DEV-10", "OAUTH-CODE-04"} {
		for _, want := range []report.Verdict{report.Pass, report.Fail} {
			t.Run(fmt.Sprint(id, " ", want), func(t *testing.T) {
				t.Parallel()
				var b *bed
				var alone string
				b = newBed(t, actsFor(&b, &alone))
				var home struct {
					OrgID string `json:"org_id"`
					Key   string `json:"api_key"`
				}
				require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
				if want == report.Fail {
					alone = home.OrgID
				}
				target := b.target()
				target.APIKey = home.Key
				results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1}, []checks.Check{checkOf(id)})
				require.NoError(t, err)
				require.Equal(t, want, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
			})
		}
	}
}
