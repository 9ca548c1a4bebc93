package selftest_test

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// easyPages are pages of a server that looks at less than it shows: a sign-in with a name and a password on a page of its own, which a cookie
// remembers, and then a page that asks.
type easyPages struct {
	anyPassword, anybody bool
	firstLetters         bool // those of a password sign in
	lostApproval         int  // the approval that is shown and not kept, of all in their order; none where it is zero
	approvals            atomic.Int64
	keyOnForm            bool // the page that asks wants the password again
	ticket               bool // it has the sign-in in the form, in place of a cookie
	links                bool // a decision may be in an address, and is nobody's then
	guarded              bool // the forms have a token of the browser
	consents             bool // everybody is taken for somebody, and no page asks who it is
	denied               string
	no                   string // the button that refuses
	latest               bool   // the state of the request that was shown last is given back
	shown                atomic.Value
	home                 struct {
		OrgID string `json:"org_id"`
		Key   string `json:"api_key"`
	}
	b *bed
}

const easyName, easyPassword, easyTicket = "ada@b.example", "lovelace-1843", "tk_93hf82hf02hf82hf9"

func (p *easyPages) serve(w http.ResponseWriter, r *http.Request) bool {
	device := strings.Contains(r.URL.Path, "device") && !strings.HasPrefix(r.URL.Path, "/oauth/")
	if !device && r.URL.Path != "/oauth/authorize" {
		return false
	}
	_ = r.ParseForm()
	if r.Method == http.MethodGet && !device {
		p.shown.Store(r.URL.Query().Get("state"))
	}
	does := r.PostFormValue("does")
	if p.links {
		does = r.FormValue("does")
	}
	guard, right := p.guard(w, r)
	if r.Method == http.MethodPost && !right {
		http.Error(w, "The form is of another browser.", http.StatusBadRequest)
		return true
	}
	if p.isKnown(w, r) || does != "" && (p.anybody || p.links && r.Method == http.MethodGet) {
		p.decide(w, r, does, guard, device)
		return true
	}
	fmt.Fprintf(w, "<form method=post>%s%s<input name=email type=email><input name=password type=password><button>Sign in</button></form>",
		p.code(r, "hidden"), guard)
	return true
}

// guard is what a form has in it as proof of its browser, which has a cookie from its first page on, and whether what was sent has it. Pages
// without such proof take any.
func (p *easyPages) guard(w http.ResponseWriter, r *http.Request) (input string, right bool) {
	if !p.guarded {
		return "", true
	}
	cookie, err := r.Cookie("guard")
	if err != nil {
		cookie = &http.Cookie{Name: "guard", Value: rand.Text(), Path: "/"}
		http.SetCookie(w, cookie)
	}
	return fmt.Sprintf("<input type=hidden name=guard value=%s>", cookie.Value), r.PostFormValue("guard") == cookie.Value
}

func (p *easyPages) isPassword(entered string) bool {
	const first = 6
	return entered == easyPassword || p.anyPassword || p.firstLetters && strings.HasPrefix(entered, easyPassword[:first])
}

func (p *easyPages) isKnown(w http.ResponseWriter, r *http.Request) bool {
	right := r.PostFormValue("email") == easyName && p.isPassword(r.PostFormValue("password"))
	if right && !p.ticket && !p.keyOnForm {
		http.SetCookie(w, &http.Cookie{Name: "person", Value: "1", Path: "/"})
	}
	cookie, _ := r.Cookie("person")
	return right || cookie != nil || p.ticket && r.PostFormValue("ticket") == easyTicket || p.consents
}

func (p *easyPages) code(r *http.Request, kind string) string {
	if !r.Form.Has("user_code") {
		return ""
	}
	return fmt.Sprintf("<input name=user_code type=%s value=%q>", kind, r.FormValue("user_code"))
}

func (p *easyPages) decide(w http.ResponseWriter, r *http.Request, does, guard string, device bool) {
	back := r.URL.Query().Get("redirect_uri") + "?state=" + url.QueryEscape(r.URL.Query().Get("state"))
	var out struct {
		To string `json:"redirect_to"`
	}
	switch {
	case does == "":
		more := guard
		if p.ticket {
			more += "<input type=hidden name=ticket value=" + easyTicket + ">"
		}
		if p.keyOnForm {
			more += "<input name=email type=email><input name=password type=password>"
		}
		fmt.Fprintf(w, "<form method=post>%s%s<button name=does value=yes>Allow</button><button name=does value=no>%s</button></form>", p.code(r, "hidden"), more, p.no)
	case device:
		verb := map[bool]string{true: "approve-device", false: "deny-device"}[does == "yes"]
		if does == "yes" && p.approvals.Add(1) == int64(p.lostApproval) {
			fmt.Fprint(w, "<p>Thank you.")
			return
		}
		_ = p.b.Call(r.Context(), verb, obj{"org_id": p.home.OrgID, "user_code": r.FormValue("user_code")}, nil)
		fmt.Fprint(w, "<p>Thank you.")
	case does == "no":
		http.Redirect(w, r, back+"&error="+p.denied, http.StatusFound)
	default:
		_ = p.b.Call(r.Context(), "authorize", obj{"org_id": p.home.OrgID, "authorization_url": p.b.url + r.URL.String()}, &out)
		if last, _ := p.shown.Load().(string); p.latest {
			out.To = strings.Replace(out.To, url.QueryEscape(r.URL.Query().Get("state")), url.QueryEscape(last), 1)
		}
		http.Redirect(w, r, out.To, http.StatusFound)
	}
}

// Pages that take a decision without a sign-in, or a sign-in with any password, or that call a refusal by another name, are found.
func TestPagesThatLookAtLessThanTheyShow(t *testing.T) {
	t.Parallel()
	const decided, agreed, known, named = "OAUTH-DEV-08", "OAUTH-CODE-01", "OAUTH-CODE-04", "OAUTH-CODE-06"
	for name, one := range map[string]*struct {
		pages easyPages
		id    string
		want  report.Verdict
	}{
		"the sign-in is looked at":                         {easyPages{}, decided, report.Pass},
		"whoever presses approves":                         {easyPages{anybody: true}, decided, report.Fail},
		"whoever presses agrees":                           {easyPages{anybody: true}, agreed, report.Fail},
		"whoever follows a link approves":                  {easyPages{links: true}, decided, report.Fail},
		"whoever presses approves, in the form's browser":  {easyPages{anybody: true, guarded: true}, decided, report.Fail},
		"whoever presses agrees, in the form's browser":    {easyPages{anybody: true, guarded: true}, agreed, report.Fail},
		"the sign-in is looked at, and the browser":        {easyPages{guarded: true}, decided, report.Pass},
		"who agrees has signed in, in the form's browser":  {easyPages{guarded: true}, agreed, report.Pass},
		"who agrees has signed in":                         {easyPages{}, agreed, report.Pass},
		"the password is on the form that approves":        {easyPages{keyOnForm: true}, decided, report.Pass},
		"the form has the sign-in":                         {easyPages{ticket: true}, decided, report.Pass},
		"everybody is taken for somebody, by the decision": {easyPages{consents: true}, decided, report.Pass},
		"any password signs in":                            {easyPages{anyPassword: true}, known, report.Warn},
		"the first letters of a password sign in":          {easyPages{firstLetters: true}, known, report.Warn},
		"an approval is shown and not kept":                {easyPages{lostApproval: 2}, "OAUTH-DEV-09", report.Warn},
		"each approval is kept":                            {easyPages{}, "OAUTH-DEV-09", report.Pass},
		"the password is looked at":                        {easyPages{}, known, report.Blocked}, // for want of somebody of another workspace
		"everybody is taken for somebody":                  {easyPages{consents: true}, known, report.Blocked},
		"a refusal is denied":                              {easyPages{denied: "denied"}, named, report.Fail},
		"a refusal is access_denied":                       {easyPages{}, named, report.Pass},
		"the state is that of the request shown last":      {easyPages{latest: true}, named, report.Fail},
		"a cancellation is user_cancelled":                 {easyPages{denied: "user_cancelled", no: "Cancel"}, named, report.Warn},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &one.pages
			if p.denied == "" {
				p.denied = "access_denied"
			}
			if p.no == "" {
				p.no = "Deny"
			}
			p.b = newBed(t, layer{early: p.serve})
			require.NoError(t, p.b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &p.home))
			target := checks.Target{BaseURL: p.b.url, APIKey: p.home.Key, Person: checks.Person{Name: easyName, Password: easyPassword}}
			results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1, RFC: true}, []checks.Check{checkOf(one.id)})
			require.NoError(t, err)
			require.Equal(t, one.want, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
		})
	}
}
