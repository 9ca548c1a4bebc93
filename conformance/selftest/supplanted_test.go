package selftest_test

import (
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// signedIn is what one sign-in gave, and all that was refreshed since.
type signedIn struct{ org string }

// signIns are those of workspaces whose tokens work, the last ones of each.
type signIns struct {
	mu    sync.Mutex
	alive int
	of    map[string][]*signedIn
}

func (s *signIns) add(one *signedIn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := append(s.of[one.org], one)
	s.of[one.org] = all[max(0, len(all)-s.alive):]
}

func (s *signIns) has(one *signedIn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.of[one.org], one)
}

// oneSignIn lets a further sign-in of a workspace end the tokens of the one before it, whether the hook makes it, or a person on a
// device or in a browser.
func oneSignIn() layer { return fewSignIns(1) }

// fewSignIns lets the tokens of so many sign-ins of a workspace work beside each other.
func fewSignIns(alive int) layer {
	of, last := newMemory(), &signIns{alive: alive, of: map[string][]*signedIn{}}
	granted, devices := newMemory(), newMemory() // code or device_code -> the workspace; user_code -> device_code
	learn := func(o obj, one *signedIn) {
		of.put(text(o, "access_token"), one)
		of.put(text(o, "refresh_token"), one)
	}
	ended := func(token string) bool {
		one, known := of.snapshot()[token].(*signedIn)
		return token != "" && known && !last.has(one)
	}
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "issue-token":
			one := &signedIn{text(in, "org_id")}
			last.add(one)
			learn(out, one)
		case "authorize":
			if u, err := url.Parse(text(out, "redirect_to")); err == nil && u.Query().Has("code") {
				granted.put(u.Query().Get("code"), text(in, "org_id"))
			}
		case "approve-device":
			device, _ := devices.snapshot()[text(in, "user_code")].(string)
			granted.put(device, text(in, "org_id"))
		}
		return false
	}, request: func(c *call) bool {
		refresh := c.op == "token" && ended(form(c).Get("refresh_token"))
		switch {
		case refresh:
			c.noGrant()
		case ended(bearer(c)):
			c.refuse(401)
		default:
			return false
		}
		return true
	}, response: func(c *call) bool {
		if c.op == "device" && c.ok() {
			c.edit(func(o obj) bool { devices.put(text(o, "user_code"), text(o, "device_code")); return false })
		}
		org, is := granted.snapshot()[form(c).Get("code")+form(c).Get("device_code")].(string)
		if c.op == "token" && c.ok() && is && org != "" {
			one := &signedIn{org}
			last.add(one)
			c.edit(func(o obj) bool { learn(o, one); return false })
		}
		if one, known := of.snapshot()[form(c).Get("refresh_token")].(*signedIn); c.op == "token" && c.ok() && known {
			c.edit(func(o obj) bool { learn(o, one); return false })
		}
		return false
	}}
}

// A server that gives tokens by a sign-in alone, and refuses them where they should open: what the run then finds out about sign-ins
// has a place among its calls.
func TestRefusedTokensWithoutTheirHook(t *testing.T) {
	b := newBed(t, where(oauth, layer{request: refusingCalls("get", 401, oauth)}))
	target := b.target()
	target.Hooks = lacking{b, "issue-token"}
	results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1}, []checks.Check{checkOf("AUTH-12")})
	require.NoError(t, err)
	require.Equal(t, report.Fail, results[0].Verdict, "%s", results[0].Got)
}
