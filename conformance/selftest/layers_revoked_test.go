package selftest_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// revokedOpens lets revoked keys go on with one operation.
func revokedOpens(op string) layer {
	revoked := newMemory()
	l := open(op, func(c *call) bool {
		_, known := revoked.snapshot()[bearer(c)]
		return known
	})
	home := l.verb
	l.verb = func(verb string, in, out obj) bool {
		if verb == "revoke-key" {
			revoked.keep(text(in, "api_key"), func() any { return true })
		}
		return home(verb, in, out)
	}
	return l
}

// revokesAll revokes all keys of a workspace with one of them.
func revokesAll() layer {
	keys, dead := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-workspace":
			keys.put(fmt.Sprint(out["api_key"]), fmt.Sprint(out["org_id"]))
		case "create-key":
			keys.put(fmt.Sprint(out["api_key"]), fmt.Sprint(in["org_id"]))
		case "revoke-key":
			all := keys.snapshot()
			for key, org := range all {
				if org == all[fmt.Sprint(in["api_key"])] {
					dead.put(key, true)
				}
			}
		}
		return false
	}, request: func(c *call) bool {
		_, did := dead.snapshot()[bearer(c)]
		if did {
			c.refuse(401)
		}
		return did
	}}
}

// reopened lets a revoked key work again once a key of its label was made, which is another one or the same.
func reopened(same bool) layer {
	of, dead, stands := newMemory(), newMemory(), newMemory() // keys by their places, those that are revoked, and what opens in their place
	return layer{instead: func(verb string, in obj) (obj, bool) {
		key, known := of.snapshot()[keyPlace(in)].(string)
		return obj{"api_key": key}, same && verb == "create-key" && known && dead.snapshot()[key] == nil
	}, verb: func(verb string, in, out obj) bool {
		switch verb {
		case "revoke-key":
			dead.put(text(in, "api_key"), true)
		case "create-key":
			made := text(out, "api_key")
			was, had := of.keep(keyPlace(in), func() any { return made })
			if old, _ := was.(string); had && dead.snapshot()[old] != nil {
				if stands.put(old, made); same {
					out["api_key"] = old
				}
			}
		}
		return false
	}, request: func(c *call) bool {
		all := stands.snapshot()
		if key, is := all[bearer(c)].(string); is {
			c.r.Header.Set("Authorization", "Bearer "+key)
			return true
		}
		key, is := all[c.r.Header.Get("X-Api-Key")].(string)
		if is {
			c.r.Header.Set("X-Api-Key", key)
		}
		return is
	}}
}

// lastRevoked forgets that a key was revoked when another one is.
func lastRevoked() layer {
	revoked := newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "revoke-key" {
			revoked.add(in["api_key"])
		}
		return false
	}, request: func(c *call) bool {
		all := revoked.list()
		at := slices.Index(all, any(bearer(c)))
		did := c.op == "me" && at >= 0 && at < len(all)-1
		if did {
			c.answer(200, obj{"org_id": "org_x", "auth_kind": "api_key"})
		}
		return did
	}}
}

// revokedByLabel refuses all keys of the label of one that was revoked.
func revokedByLabel() layer {
	labels, gone := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-key":
			labels.put(text(out, "api_key"), text(in, "org_id")+"/"+text(in, "label"))
		case "revoke-key":
			if of, known := labels.snapshot()[text(in, "api_key")].(string); known {
				gone.add(of)
			}
		}
		return false
	}, request: func(c *call) bool {
		org, label, known := strings.Cut(textOf(labels.snapshot()[bearer(c)]), "/")
		did := known && slices.ContainsFunc(gone.list(), func(of any) bool {
			where, what, _ := strings.Cut(textOf(of), "/")
			return what == label && where != org
		})
		if did {
			c.refuse(401)
		}
		return did
	}}
}

// spentSlowly lets a key that was revoked open some calls more.
func spentSlowly(more int) layer {
	revoked := newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "revoke-key" {
			revoked.put(text(in, "api_key"), 0)
		}
		return false
	}, response: func(c *call) bool {
		n, known := revoked.snapshot()[bearer(c)].(int)
		if c.op != "me" || c.status != 401 || !known || n >= more {
			return false
		}
		revoked.put(bearer(c), n+1)
		c.answer(200, obj{"org_id": "org_x", "org_name": "x", "plan": "paid", "auth_kind": "api_key", "key_label": "x"})
		return true
	}}
}

// revokesLabel revokes all keys of a label in a workspace with one of them.
func revokesLabel() layer {
	of, dead := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-key":
			of.put(text(out, "api_key"), keyPlace(in))
		case "revoke-key":
			all := of.snapshot()
			for key, label := range all {
				if label == all[text(in, "api_key")] {
					dead.put(key, true)
				}
			}
		}
		return false
	}, request: func(c *call) bool {
		all := dead.snapshot()
		did := slices.ContainsFunc([]string{bearer(c), c.r.Header.Get("X-Api-Key")}, func(key string) bool { return all[key] == true })
		if did {
			c.refuse(401)
		}
		return did
	}}
}

// onceRevoked has a server forget the sessions of each key that is revoked, in whichever replies.
func onceRevoked(forgets func(c *call, gone func(session string) bool) bool) layer {
	makers, revoked := newMemory(), newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "revoke-key" {
			revoked.put(text(in, "api_key"), true)
		}
		return false
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			return c.edit(func(o obj) bool { makers.put(text(o, "session_id"), bearer(c)); return false })
		}
		dead, all := revoked.snapshot(), makers.snapshot()
		return c.ok() && forgets(c, func(session string) bool { return dead[textOf(all[session])] != nil })
	}}
}

// unlistedOnceRevoked lists no session that was made with a key which was revoked since.
func unlistedOnceRevoked() layer {
	return onceRevoked(func(c *call, gone func(session string) bool) bool {
		return c.op == "list" && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			was := len(list)
			list = slices.DeleteFunc(list, func(one any) bool { return gone(text(asObject(one), "session_id")) })
			o["sessions"] = list
			return len(list) != was
		})
	})
}

// goneOnceRevoked hides the sessions of a key that is revoked.
func goneOnceRevoked() layer {
	return onceRevoked(func(c *call, gone func(session string) bool) bool {
		did := c.op == "get" && gone(sessionIn(c))
		if did {
			c.refuse(404)
		}
		return did
	})
}

// tokensRevoked refuses the tokens of a workspace once a further key of it is revoked.
func tokensRevoked() layer {
	of, dead := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-key":
			of.put(text(out, "api_key"), text(in, "org_id"))
		case "issue-token":
			of.put(text(out, "access_token"), text(in, "org_id"))
		case "revoke-key":
			dead.put(textOf(of.snapshot()[text(in, "api_key")]), true)
		}
		return false
	}, request: func(c *call) bool {
		place, known := of.snapshot()[bearer(c)]
		did := oauth(c) && known && dead.snapshot()[textOf(place)] != nil
		if did {
			c.refuse(401)
		}
		return did
	}}
}

// silencedBy does not make the attempts of a workspace's deliveries, from the n-th on, once one of its keys was revoked or one of its
// endpoints deleted.
func silencedBy(by string, from int) layer {
	orgs, silenced := newMemory(), newMemory() // the first by key and by secret of an endpoint
	return mixed(layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-key":
			orgs.put(text(out, "api_key"), fmt.Sprint(in["org_id"]))
		case "create-endpoint":
			orgs.put(text(out, "secret"), fmt.Sprint(in["org_id"]))
		case by:
			silenced.put(cmp.Or(text(in, "org_id"), fmt.Sprint(orgs.snapshot()[text(in, "api_key")])), true)
		}
		return false
	}}, deliver(func(s *shipment) bool {
		s.drop = s.n >= from && silenced.snapshot()[fmt.Sprint(orgs.snapshot()[s.secret])] != nil
		return s.drop
	}))
}

// answeredOpens takes further answers with a revoked key in the sessions in which it has answered.
func answeredOpens() layer {
	answered, revoked := newMemory(), newMemory()
	place := func(c *call) string { return bearer(c) + " " + sessionIn(c) }
	l := open("answer", func(c *call) bool {
		return revoked.snapshot()[bearer(c)] != nil && answered.snapshot()[place(c)] != nil
	})
	home, note := l.verb, l.response
	l.verb = func(verb string, in, out obj) bool {
		if verb == "revoke-key" {
			revoked.put(text(in, "api_key"), true)
		}
		return home(verb, in, out)
	}
	l.response = func(c *call) bool {
		if c.op == "answer" && c.ok() {
			answered.put(place(c), true)
		}
		return note(c)
	}
	return l
}

// goneWithFirst hides the sessions of a workspace from its other keys once the one that it was made with is revoked.
func goneWithFirst() layer {
	made, first, gone := newMemory(), newMemory(), newMemory() // by session, and by key
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-workspace":
			first.put(text(out, "api_key"), true)
		case "revoke-key":
			gone.put(text(in, "api_key"), true)
		}
		return false
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), bearer(c)); return false })
		}
		maker, _ := made.snapshot()[sessionIn(c)].(string)
		did := c.op == "get" && c.ok() && first.snapshot()[maker] != nil && gone.snapshot()[maker] != nil
		if did {
			c.refuse(404)
		}
		return did
	}}
}
