package selftest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
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
	return b.byPerson(t, hooks.Map{"advance-clock": func(ctx context.Context, in json.RawMessage) (out any, err error) {
		err = b.Call(ctx, "advance-clock", in, &out)
		return out, err
	}}, ids...)
}

func (b *bed) byPerson(t *testing.T, offered hooks.Hooks, ids ...string) []report.Result {
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
	target := checks.Target{BaseURL: b.url, APIKey: home.Key, Person: checks.Person{Name: home.User.Email, Password: home.User.Password}, Hooks: offered}
	results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1, RFC: true}, chosen)
	require.NoError(t, err)
	return results
}

func TestAPersonOnThePagesIsEnough(t *testing.T) {
	t.Parallel()
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

// A token that lapses long before its time is found without a clock that can be moved, too.
func TestAShortLifeIsFoundWithoutAClock(t *testing.T) {
	t.Parallel()
	for verdict, l := range map[report.Verdict]layer{report.Fail: worksOnce(), report.Pass: {}} {
		results := newBed(t, l).byPerson(t, nil, "API-ME-04", "OAUTH-TOKEN-07") // the first of which uses the token of the run
		r := results[len(results)-1]
		require.Equal(t, verdict, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
	}
}

// oftenBroken are requirements of which one fault each is looked for in the short run.
var oftenBroken = []string{"API-ME-04", "AUTH-16", "OAUTH-CODE-02", "OAUTH-CODE-03", "OAUTH-CODE-07", "OAUTH-DEV-09", "OAUTH-DEV-12", "OAUTH-TOKEN-02", "OAUTH-TOKEN-04"}

// unseen are faults that show by chance, to people of two workspaces or of one with an account, by tokens that came in another way, or in a refusal without effect, which on a
// page may be a button that only leads away.
var unseen = []string{"a refused request stays pending", "a refresh ends the tokens of all people of its client", "every refresh yields the access token of the first",
	"a refresh is of the client's latest sign-in", "the token call wants JSON", "tokens of the device flow are not refreshed", "a device_code serves every client", "exchanges of a code at one time each get tokens",
	"a session of another workspace's token is nowhere", "a session that was submitted is hidden from tokens", "the identity of the first workspace is answered to all"}

// Faults are found on the pages, too, in the long run all that do not lie in a hook.
func TestFaultsAreFoundOnThePages(t *testing.T) {
	t.Parallel()
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

// A page that approves whoever comes, and one whose buttons do nothing, are warned of. A cancellation that only leads away blocks.
func TestPagesThatDoNotDoTheirWork(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		verbs map[string]string // of the buttons; that of none is for whoever opens the page
		want  map[string]report.Verdict
		aided map[string]report.Verdict // where hooks stand in for persons, too
	}{
		"a decision": {map[string]string{"Approve": "approve-device", "Deny": "deny-device"}, map[string]report.Verdict{"OAUTH-DEV-09": report.Warn, "OAUTH-DEV-12": report.Pass},
			map[string]report.Verdict{"OAUTH-DEV-09": report.Warn, "OAUTH-DEV-08": report.Pass}},
		"no effect": {map[string]string{"Approve": "", "Deny": ""}, map[string]report.Verdict{"OAUTH-DEV-09": report.Warn, "OAUTH-DEV-12": report.Warn},
			map[string]report.Verdict{"OAUTH-DEV-09": report.Warn, "OAUTH-DEV-12": report.Warn}},
		"the opposite": {map[string]string{"Approve": "deny-device", "Deny": "approve-device"}, map[string]report.Verdict{"OAUTH-DEV-09": report.Warn, "OAUTH-DEV-12": report.Fail},
			map[string]report.Verdict{"OAUTH-DEV-09": report.Warn, "OAUTH-DEV-08": report.Warn}},
		"opened": {map[string]string{"Approve": "approve-device", "Deny": "deny-device", "": "approve-device"}, nil, map[string]report.Verdict{"OAUTH-DEV-08": report.Warn}},
		"no button to say": {map[string]string{"OK": ""}, map[string]report.Verdict{"OAUTH-DEV-09": report.Blocked, "OAUTH-DEV-12": report.Blocked},
			map[string]report.Verdict{"OAUTH-DEV-09": report.Pass, "OAUTH-DEV-12": report.Pass}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b *bed
			var home struct {
				OrgID string `json:"org_id"`
				Key   string `json:"api_key"`
			}
			b = newBed(t, layer{early: func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, "device") || strings.HasPrefix(r.URL.Path, "/oauth/") {
					return false
				}
				if r.Method == http.MethodPost {
					if verb := one.verbs[r.FormValue("does")]; verb != "" {
						_ = b.Call(r.Context(), verb, obj{"org_id": home.OrgID, "user_code": r.FormValue("user_code")}, nil)
					}
					fmt.Fprint(w, "<p>Thank you.")
					return true
				}
				if verb := one.verbs[""]; verb != "" {
					_ = b.Call(r.Context(), verb, obj{"org_id": home.OrgID, "user_code": r.FormValue("user_code")}, nil)
				}
				fmt.Fprint(w, "<form method=post><input name=user_code>")
				for button := range one.verbs {
					if button == "" {
						continue
					}
					fmt.Fprintf(w, "<button name=does value=%s>%s</button>", button, button)
				}
				fmt.Fprint(w, "</form>")
				return true
			}})
			require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
			aided := b.target()
			aided.APIKey = home.Key
			for _, with := range []struct {
				target checks.Target
				want   map[string]report.Verdict
			}{{checks.Target{BaseURL: b.url, APIKey: home.Key}, one.want}, {aided, one.aided}} {
				for id, want := range with.want {
					results, err := checks.Run(t.Context(), with.target, checks.Options{Seed: 1, RFC: true}, []checks.Check{checkOf(id)})
					require.NoError(t, err)
					require.Equal(t, want, results[0].Verdict, "%s: expected %s, got %s", id, results[0].Expected, results[0].Got)
				}
			}
		})
	}
}

// A page that shows the code to a person who agreed is warned of where it has no script that could go on, and so is one that breaks.
func TestAPageThatKeepsItsPerson(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		page   string
		status int
		want   report.Verdict
	}{
		"the code is shown": {"<p>Your code: abc", 200, report.Warn}, "a script may go on": {"<script src=/go.js></script>", 200, report.Blocked},
		"it breaks": {"<p>Internal Server Error", 500, report.Warn}, "it is refused": {"<p>Forbidden", 403, report.Blocked},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBed(t, layer{early: func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path != "/oauth/authorize" {
					return false
				}
				if r.Method == http.MethodPost {
					w.WriteHeader(one.status)
					fmt.Fprint(w, one.page)
					return true
				}
				fmt.Fprint(w, "<form method=post><input name=api_key type=password><button>Allow</button></form>")
				return true
			}})
			var home struct {
				Key string `json:"api_key"`
			}
			require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
			results, err := checks.Run(t.Context(), checks.Target{BaseURL: b.url, APIKey: home.Key}, checks.Options{Seed: 1}, []checks.Check{checkOf("OAUTH-CODE-01")})
			require.NoError(t, err)
			require.Equal(t, one.want, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
		})
	}
}

// Pages on which any key signs in, or a refusal is taken for consent, are warned of.
func TestPagesThatAreEasilyContent(t *testing.T) {
	t.Parallel()
	type workspace struct {
		OrgID string `json:"org_id"`
		Key   string `json:"api_key"`
	}
	pages := func(home *workspace, b **bed, anyKey, anyButton bool) layer {
		return layer{early: func(w http.ResponseWriter, r *http.Request) bool {
			device := strings.Contains(r.URL.Path, "device") && !strings.HasPrefix(r.URL.Path, "/oauth/")
			if !device && r.URL.Path != "/oauth/authorize" {
				return false
			}
			known := r.FormValue("api_key") == home.Key || anyKey && r.FormValue("api_key") != ""
			agreed := r.FormValue("does") == "Allow" || anyButton
			var out struct {
				To string `json:"redirect_to"`
			}
			switch {
			case r.Method == http.MethodPost && known && device && agreed:
				_ = (*b).Call(r.Context(), "approve-device", obj{"org_id": home.OrgID, "user_code": r.FormValue("user_code")}, nil)
				fmt.Fprint(w, "<p>Thank you.")
				return true
			case r.Method == http.MethodPost && known && agreed:
				_ = (*b).Call(r.Context(), "authorize", obj{"org_id": home.OrgID, "authorization_url": (*b).url + r.URL.String()}, &out)
				http.Redirect(w, r, out.To, http.StatusFound)
				return true
			case r.Method == http.MethodPost && known && !device:
				http.Redirect(w, r, r.URL.Query().Get("redirect_uri")+"?error=access_denied&state="+r.URL.Query().Get("state"), http.StatusFound)
				return true
			}
			code := map[bool]string{true: "<input name=user_code>"}[device]
			fmt.Fprintf(w, "<form method=post>%s<input name=api_key type=password><button name=does value=Allow>Allow</button><button name=does value=Cancel>Cancel</button></form>", code)
			return true
		}}
	}
	for name, one := range map[string]struct {
		anyKey, anyButton bool
		who               checks.Person // for whom these pages have no field
		want              map[string]report.Verdict
	}{
		"neither":                 {false, false, checks.Person{}, map[string]report.Verdict{"OAUTH-DEV-09": report.Pass, "OAUTH-CODE-01": report.Pass}},
		"any key":                 {true, false, checks.Person{}, map[string]report.Verdict{"OAUTH-DEV-09": report.Warn, "OAUTH-CODE-01": report.Pass}},
		"a key beside a password": {false, false, checks.Person{Name: "owner", Password: "right"}, map[string]report.Verdict{"OAUTH-DEV-09": report.Pass}},
		"any key beside it":       {true, false, checks.Person{Name: "owner", Password: "right"}, map[string]report.Verdict{"OAUTH-DEV-09": report.Warn}},
		"any button":              {false, true, checks.Person{}, map[string]report.Verdict{"OAUTH-DEV-09": report.Pass, "OAUTH-CODE-01": report.Warn}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b *bed
			var home workspace
			b = newBed(t, pages(&home, &b, one.anyKey, one.anyButton))
			require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
			for id, want := range one.want {
				results, err := checks.Run(t.Context(), checks.Target{BaseURL: b.url, APIKey: home.Key, Person: one.who}, checks.Options{Seed: 1}, []checks.Check{checkOf(id)})
				require.NoError(t, err)
				require.Equal(t, want, results[0].Verdict, "%s: expected %s, got %s", id, results[0].Expected, results[0].Got)
			}
		})
	}
}

// A server that loses an authorization request when its person signs in is warned of, and judged on.
func TestARequestThatIsLostAtTheSignIn(t *testing.T) {
	t.Parallel()
	var b *bed
	var home struct {
		OrgID string `json:"org_id"`
		Key   string `json:"api_key"`
	}
	b = newBed(t, layer{early: func(w http.ResponseWriter, r *http.Request) bool {
		cookie, _ := r.Cookie("person")
		switch {
		case r.URL.Path == "/sign-in" && r.FormValue("api_key") == home.Key:
			http.SetCookie(w, &http.Cookie{Name: "person", Value: "1", Path: "/"})
			fmt.Fprint(w, "<p>Welcome.")
		case r.URL.Path != "/oauth/authorize":
			return false
		case cookie == nil:
			fmt.Fprint(w, "<form method=post action=/sign-in><input name=api_key type=password><button>Sign in</button></form>")
		default:
			var out struct {
				To string `json:"redirect_to"`
			}
			_ = b.Call(r.Context(), "authorize", obj{"org_id": home.OrgID, "authorization_url": b.url + r.URL.String()}, &out)
			http.Redirect(w, r, out.To, http.StatusFound)
		}
		return true
	}})
	require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
	results, err := checks.Run(t.Context(), checks.Target{BaseURL: b.url, APIKey: home.Key}, checks.Options{Seed: 1}, []checks.Check{checkOf("OAUTH-CODE-01"), checkOf("OAUTH-CODE-02")})
	require.NoError(t, err)
	require.Equal(t, report.Warn, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
	require.Contains(t, results[0].Expected, "goes on once its person has signed in")
	require.Equal(t, report.Pass, results[1].Verdict, "expected %s, got %s", results[1].Expected, results[1].Got)
}

// With a key of a second workspace, its person signs in on the same pages: what a device is given is of the workspace whose key was entered.
func TestASecondKeyOpensThePagesToo(t *testing.T) {
	type workspace struct {
		OrgID string `json:"org_id"`
		Key   string `json:"api_key"`
	}
	for name, want := range map[string]report.Verdict{"of whoever enters a key": report.Pass, "of the first workspace": report.Fail} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b *bed
			var home, second workspace
			b = newBed(t, layer{early: func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.Contains(r.URL.Path, "device") || strings.HasPrefix(r.URL.Path, "/oauth/") {
					return false
				}
				org := home.OrgID
				if r.FormValue("api_key") == second.Key && want == report.Pass {
					org = second.OrgID
				}
				if r.Method == http.MethodPost {
					_ = b.Call(r.Context(), "approve-device", obj{"org_id": org, "user_code": r.FormValue("user_code")}, nil)
				}
				fmt.Fprint(w, "<form method=post><input name=user_code><input name=api_key type=password><button>Approve</button></form>")
				return true
			}})
			for _, ws := range []*workspace{&home, &second} {
				require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, ws))
			}
			target := checks.Target{BaseURL: b.url, APIKey: home.Key, APIKey2: second.Key}
			results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1}, []checks.Check{checkOf("OAUTH-DEV-10")})
			require.NoError(t, err)
			require.Equal(t, want, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
			target.APIKey2 = home.Key
			results, err = checks.Run(t.Context(), target, checks.Options{Seed: 1}, []checks.Check{checkOf("AUTH-15")})
			require.NoError(t, err)
			require.Equal(t, report.Blocked, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
		})
	}
}

// What only the profile of the RFCs fails is warned of without it, at what the text itself says of a sign-in.
func TestASignInWarnsWithoutTheProfile(t *testing.T) {
	t.Parallel()
	for name, id := range map[string]string{
		"another port is refused before anybody signs in": "OAUTH-CODE-01", "the port must be the registered one": "OAUTH-CODE-01", "state is lost": "OAUTH-CODE-01", "state is cut after 48 characters": "OAUTH-CODE-01",
		"any path gets the code": "OAUTH-CODE-01", "an error goes to any path": "OAUTH-CODE-01", "a code works twice": "OAUTH-CODE-02",
		"a plus in state becomes a space": "OAUTH-CODE-01", "a code is taken from any client": "OAUTH-CODE-02", "PKCE is not asked for": "OAUTH-CODE-03",
		"an approved request does not lapse": "OAUTH-DEV-04", "a refused request stays pending": "OAUTH-DEV-08", "a device_code gives tokens twice": "OAUTH-DEV-09",
		"the complete URI has a code of nobody": "OAUTH-DEV-03", "the complete URI has the code of the request before": "OAUTH-DEV-03",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := slices.Concat(codeFaults(), deviceFaults())
			b := newBed(t, all[slices.IndexFunc(all, func(f fault) bool { return f.name == name })].layer)
			results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1}, []checks.Check{checkOf(id)})
			require.NoError(t, err)
			require.Equal(t, report.Warn, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
		})
	}
}
