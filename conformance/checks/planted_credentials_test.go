package checks_test

// plantedCredentials are faults that show where a request has a credential that it need not have.
func plantedCredentials() []plant {
	return []plant{{"OAUTH-DEV-10", "a key beside the token call chooses the workspace", keyChooses()}}
}

// keyChooses answers a token call that a key comes with by the first token of the run, which is another workspace's.
func keyChooses() layer {
	first := newMemory()
	return layer{request: func(c *call) bool { // the reference refuses what has two credentials
		if c.op == "token" && withKey(c) {
			c.r.Header.Del("Authorization")
			c.r.Header.Set("X-Keyed", "yes")
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "token" || !c.ok() {
			return false
		}
		keyed := c.r.Header.Get("X-Keyed") != ""
		return c.edit(func(o obj) bool {
			token, known := first.keep("", func() any { return o["access_token"] })
			if keyed && known {
				o["access_token"] = token
			}
			return keyed && known
		})
	}}
}
