package checks_test

import (
	"strings"
	"sync/atomic"
	"time"
)

// nearSignIns are choices that come near the faults of sign-ins.
func nearSignIns() []plant {
	return []plant{
		{"AUTH-13", "tokens are not taken in X-API-Key", refusedWhen(401, func(c *call) bool {
			return inHeader(c) && !strings.HasPrefix(c.r.Header.Get("X-Api-Key"), "bsk_")
		})},
		{"AUTH-16", "the list of a token is short where it asks for no limit", where(oauth, layer{response: func(c *call) bool {
			return c.op == "list" && c.ok() && c.r.URL.Query().Get("limit") == "" && c.edit(func(o obj) bool {
				list, _ := o["sessions"].([]any)
				o["sessions"] = list[:min(len(list), 1)]
				return len(list) > 1
			})
		}})},
		{"OAUTH-DEV-08", "one poll is too fast, whatever it is", onePollTooSoon()},
		{"OAUTH-DEV-09", "an approval is seen a few seconds later", pendingFor(7 * time.Second)},
		{"OAUTH-DEV-09", "a request whose scope is not offline_access gets no refresh token", scoped("offline_access")},
		{"OAUTH-META-04", "a client without addresses is refused", layer{request: func(c *call) bool {
			did := c.op == "register" && strings.Contains(string(c.in), `"redirect_uris":[]`)
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"OAUTH-CODE-02", "an address has a path", layer{request: func(c *call) bool {
			did := c.op == "register" && strings.Contains(string(c.in), `:48127"`)
			if did {
				c.refuse(400)
			}
			return did
		}}},
	}
}

// onePollTooSoon tells one poll of all to slow down.
func onePollTooSoon() layer {
	var told atomic.Bool
	return layer{response: func(c *call) bool {
		return pending(c) && !told.Swap(true) && c.edit(func(o obj) bool {
			o["error"], o["error_description"], o["detail"] = "slow_down", "wait", "wait"
			return true
		})
	}}
}
