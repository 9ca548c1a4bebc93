package selftest_test

import (
	"encoding/json"
	"fmt"
)

// Sign-ins that end in another workspace than that of who agreed.

// firstWorkspace has an application sign in to the workspace of its first sign-in only.
func firstWorkspace() layer {
	clients, orgs := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			clients.put(text(o, "user_code"), form(c).Get("client_id"))
		}
		return false
	}, into: func(verb string, in obj) bool {
		client, _ := clients.snapshot()[text(in, "user_code")].(string)
		if verb != "approve-device" || client == "" {
			return false
		}
		was, known := orgs.keep(client, func() any { return in["org_id"] })
		did := known && fmt.Sprint(was) != fmt.Sprint(in["org_id"])
		in["org_id"] = was
		return did
	}}
}

// approvedAtHome has each approval be one of a person of the workspace that was made first. There is no other way to a token.
func approvedAtHome() layer {
	orgs := newMemory()
	return layer{fails: func(verb string, _ obj) bool { return verb == "issue-token" }, verb: func(verb string, _, out obj) bool {
		if verb == "create-workspace" {
			orgs.keep("home", func() any { return out["org_id"] })
		}
		return false
	}, into: func(verb string, in obj) bool {
		home := orgs.snapshot()["home"]
		did := verb == "approve-device" && home != nil && in["org_id"] != home
		if did {
			in["org_id"] = home
		}
		return did
	}}
}

// oneWorkspace answers every grant of a kind with the first access token that it gave.
func oneWorkspace(kind string) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !c.ok() || !grantIs(kind)(form(c)) {
			return false
		}
		return c.edit(func(o obj) bool {
			old, known := first.keep(kind, func() any { return o["access_token"] })
			o["access_token"] = old
			return known
		})
	}}
}
