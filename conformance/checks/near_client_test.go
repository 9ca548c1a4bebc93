package checks_test

import "time"

// nearClient are choices near the faults of plantedClient.
func nearClient() []plant {
	return []plant{
		{"OAUTH-DEV-09", "a client that was not used for ten minutes is registered no more", approvalsAfter(10*time.Minute, "invalid_client")},
		{"OAUTH-DEV-09", "after ten minutes a request is told to slow down", approvalsAfter(10*time.Minute, "slow_down")},
		{"AUTH-15", "a client is signed in to one workspace at a time", inOneWorkspace(true)},
		{"AUTH-15", "a client is of the workspace that approved it first", inOneWorkspace(false)},
		{"AUTH-10", "a key that was revoked is given out anew for its label", reopened(true)},
		{"EVT-02", "a request to skip changes nothing", unskipped()},
		{"HOOK-14", "a pause that a receiver asks for is heeded for four seconds", heedful(4 * time.Second)},
		{"HOOK-20", "an answer of 3xx or 4xx ends a delivery as failed", failedAtOnce()},
		{"ERR-06", "bytes that are no UTF-8 are replaced", noUTF8(replaced)},
		{"ERR-06", "bytes that are no UTF-8 are a bad request", noUTF8(func(c *call) { c.refuse(400) })},
	}
}

// inOneWorkspace closes the tokens that a client has of other workspaces when it is approved in one, or gives it none there.
func inOneWorkspace(last bool) layer {
	k, of, gone := newClients(), newMemory(), newMemory() // of: the workspace of a token
	return layer{verb: func(verb string, in, _ obj) bool {
		client, before := k.approves(verb, in)
		if len(before) == 0 || before[0] == text(in, "org_id") {
			return false
		}
		for token, one := range k.tokens.snapshot() {
			if last && one == client {
				gone.put(token, true)
			}
		}
		if !last {
			of.put(client, true)
		}
		return false
	}, request: func(c *call) bool {
		closed := gone.snapshot()[bearer(c)] != nil
		if closed {
			c.refuse(401)
		}
		alien := c.op == "token" && of.snapshot()[form(c).Get("client_id")] != nil
		if alien {
			c.noGrant()
		}
		return closed || alien
	}, response: func(c *call) bool { k.hears(c); return false }}
}

// failedAtOnce makes one attempt where the answer is 3xx or 4xx, and shows its delivery as failed.
func failedAtOnce() layer {
	ended := newMemory()
	return layer{delivery: func(s *shipment) bool {
		s.translate = map[int]int{302: 200, 304: 200, 404: 200}
		return false
	}, shipped: func(s *shipment, _ map[string]string) bool {
		_, did := s.translate[s.status]
		if did {
			ended.put(s.header.Get("X-Service-Delivery"), s.status)
		}
		return did
	}, verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		for _, one := range list {
			d := one.(obj)
			status, is := ended.snapshot()[text(d, "id")].(int)
			if tries, _ := d["attempts"].([]any); verb == "list-deliveries" && is && len(tries) > 0 {
				d["status"] = "failed"
				tries[0].(obj)["response_status"] = status
			}
		}
		return false
	}}
}
