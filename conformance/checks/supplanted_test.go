package checks_test

// signedIn is what one sign-in gave, and all that was refreshed since.
type signedIn struct{ org string }

// oneSignIn lets a further sign-in of a workspace, as the hook makes it, end the tokens of the one before it.
func oneSignIn() layer {
	of, last := newMemory(), newMemory()
	learn := func(o obj, one *signedIn) {
		of.put(text(o, "access_token"), one)
		of.put(text(o, "refresh_token"), one)
	}
	ended := func(token string) bool {
		one, known := of.snapshot()[token].(*signedIn)
		return token != "" && known && last.snapshot()[one.org] != one
	}
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "issue-token" {
			one := &signedIn{text(in, "org_id")}
			last.put(one.org, one)
			learn(out, one)
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
		if one, known := of.snapshot()[form(c).Get("refresh_token")].(*signedIn); c.op == "token" && c.ok() && known {
			c.edit(func(o obj) bool { learn(o, one); return false })
		}
		return false
	}}
}
