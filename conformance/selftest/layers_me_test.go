package selftest_test

import "encoding/json"

func tokenMe(member string, v any) layer {
	return layer{response: func(c *call) bool {
		return c.op == "me" && c.ok() && oauth(c) && c.edit(func(o obj) bool { o[member] = v; return true })
	}}
}

// firstPlan tells of each workspace the plan that it had when the identity was first read.
func firstPlan() layer {
	plans := newMemory()
	return reply("me", func(o obj) bool {
		was, known := plans.keep(text(o, "org_id"), func() any { return o["plan"] })
		did := known && was != o["plan"]
		o["plan"] = was
		return did
	})
}

// failsAfterPlan answers 500 to the first to ask after each change of a plan.
func failsAfterPlan() layer {
	changed := newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "set-plan" {
			changed.put(text(in, "org_id"), true)
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op != "me" || !c.ok() || json.Unmarshal(c.out, &o) != nil || changed.snapshot()[text(o, "org_id")] != true {
			return false
		}
		changed.put(text(o, "org_id"), false)
		c.answer(500, obj{"detail": "It failed."})
		return true
	}}
}

// firstIdentity answers every identity as the first.
func firstIdentity() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "me" || !c.ok() {
			return false
		}
		old, known := first.keep("me", func() any { return string(c.out) })
		c.out = []byte(old.(string))
		return known
	}}
}

// newestLabel answers every identity with the label of the key that was made last.
func newestLabel() layer {
	newest := newMemory()
	return layer{
		verb: func(verb string, in, _ obj) bool {
			if verb == "create-key" {
				newest.put("label", in["label"])
			}
			return false
		},
		response: func(c *call) bool {
			label, known := newest.snapshot()["label"]
			return c.op == "me" && known && c.edit(func(o obj) bool {
				was := o["key_label"]
				o["key_label"] = label
				return was != nil && was != label
			})
		},
	}
}

// turned changes the replies of an operation to whoever has made a call of another one.
func turned(first, then string, change func(o obj)) layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		did := c.op == then && c.ok() && bearer(c) != "" && withKey(c) && made.snapshot()[bearer(c)] != nil && c.edit(func(o obj) bool { change(o); return true })
		if c.op == first && c.ok() {
			made.put(bearer(c), true)
		}
		return did
	}}
}

// idOfNamesake tells the keys of workspaces of one name the id of the first of them.
func idOfNamesake() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "me" && c.ok() && c.edit(func(o obj) bool {
			id, known := first.keep(text(o, "org_name"), func() any { return o["org_id"] })
			did := known && id != o["org_id"]
			o["org_id"] = id
			return did
		})
	}}
}

// freeOnceFull tells a workspace that was refused a session that it is on the free plan, whichever it is on by then.
func freeOnceFull() layer {
	full := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.status == 402 {
			full.put(bearer(c), true)
		}
		return c.op == "me" && c.ok() && full.snapshot()[bearer(c)] == true && c.edit(func(o obj) bool {
			was := o["plan"]
			o["plan"] = "free"
			return was != "free"
		})
	}}
}
