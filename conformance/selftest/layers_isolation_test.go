package selftest_test

import (
	"encoding/json"
	"maps"
	"strings"
)

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

// lobsOfAll gives a create without lines of business those that any create had.
func lobsOfAll() layer {
	had := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("create", func(o obj) bool {
			lobs, there := o["lobs"].([]any)
			if there {
				for _, lob := range lobs {
					if s, is := lob.(string); is && len(lobs) < 3 {
						had.put(s, s)
					}
				}
				return false
			}
			var all []any
			for lob := range had.snapshot() {
				all = append(all, lob)
			}
			o["lobs"] = all
			return len(all) > 0
		})
	}}
}

func newClients() *clients { return &clients{newMemory(), newMemory(), newMemory()} }

// ofAllItsWorkspaces looks for a session in every workspace in which the client of a token was approved.
func ofAllItsWorkspaces() layer {
	k, made := newClients(), newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		k.approves(verb, in)
		return false
	}, request: func(c *call) bool {
		client, _ := k.tokens.snapshot()[bearer(c)].(string)
		orgs, _ := k.orgs.snapshot()[client].([]string)
		by, known := made.snapshot()[sessionIn(c)].(string)
		for _, org := range orgs {
			if key, _ := keys.snapshot()[org].(string); known && c.op == "get" && key == by {
				c.r.Header.Set("Authorization", "Bearer "+key)
				return len(orgs) > 1
			}
		}
		return false
	}, response: func(c *call) bool {
		k.hears(c)
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), bearer(c)); return false })
		}
		return false
	}}
}

// answersByName shows a session without values with those that one of its name was given.
func answersByName() layer {
	names, answers := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		name := nameOf(c, names)
		if !c.ok() || name == "" || strings.HasPrefix(name, "Conformance") {
			return false
		}
		return c.edit(func(o obj) bool {
			for key, v := range asObject(o["set_fields"]) {
				answers.put(name+"\n"+key, v)
			}
			values, did := asObject(o["field_values"]), false
			for known, v := range answers.snapshot() {
				of, key, _ := strings.Cut(known, "\n")
				if values != nil && of == name && values[key] == nil {
					values[key], did = v, true
				}
			}
			return did
		})
	}}
}

// leaksInHeader serves an operation of a session to whoever asks with a key in X-API-Key.
func leaksInHeader(op string) layer {
	w := owners{newMemory()}
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if !inHeader(c) || c.op != op || len(parts) < 3 || stranger(c) {
			return false
		}
		owner, known := w.made.snapshot()[parts[2]].(string)
		if !known || owner == "Bearer "+c.r.Header.Get("X-Api-Key") {
			return false
		}
		c.r.Header.Del("X-Api-Key")
		c.r.Header.Set("Authorization", owner)
		return true
	}, response: func(c *call) bool { w.note(c); return false }}
}

// begunWithAll has the values of all sessions in each that does not have its own.
func begunWithAll() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			var o obj
			_ = json.Unmarshal(c.out, &o)
			for key, v := range asObject(o["set_fields"]) {
				told.put(key, v)
			}
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values, did := asObject(o["field_values"]), false
			for key, v := range told.snapshot() {
				if _, has := values[key]; !has && v != nil {
					values[key], did = v, true
				}
			}
			return did
		})
	}}
}

// saidElsewhere adds to a message what other credentials said before.
func saidElsewhere() layer {
	said := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			message, before := text(o, "message"), said.snapshot()
			if all, known := before[bearer(c)].(string); len(all) < 3000 {
				if known {
					message = all + "\n" + message
				}
				said.put(bearer(c), message)
			}
			var others []string
			for by, words := range before {
				if by != bearer(c) {
					others = append(others, words.(string))
				}
			}
			o["message"] = strings.Join(append(others, text(o, "message")), "\n")
			return len(others) > 0 && len(text(o, "message")) < 9000
		})
	}}
}

// namesInsured tells who asks for a session of another workspace what its insured is called.
func namesInsured() layer {
	names := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { names.put(text(o, "session_id"), text(o, "insured_name")); return false })
			return false
		}
		name := textOf(names.snapshot()[sessionIn(c)])
		did := c.status == 404 && c.op == "get" && name != ""
		if did {
			c.answer(404, obj{"detail": "The session of " + name + " belongs to another workspace."})
		}
		return did
	}}
}

// toldToNamesake gives what a session is told, from one of its turns on, to the sessions of its name that other credentials made.
func toldToNamesake(from int) layer {
	names, by, turns, got := newMemory(), newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		name := nameOf(c, names)
		switch {
		case !c.ok():
		case c.op == "create":
			c.edit(func(o obj) bool { by.put(text(o, "session_id"), bearer(c)); return false })
		case c.op == "answer" && name != "":
			n, _ := turns.snapshot()[sessionIn(c)].(int)
			if turns.put(sessionIn(c), n+1); n+1 < from {
				return false
			}
			c.edit(func(o obj) bool {
				for session, other := range names.snapshot() {
					if other != name || by.snapshot()[session] == bearer(c) {
						continue
					}
					for key, v := range asObject(o["set_fields"]) {
						got.put(session+"\n"+key, v)
					}
				}
				return false
			})
		case c.op == "get":
			return c.edit(func(o obj) bool {
				values, did := asObject(o["field_values"]), false
				for known, v := range got.snapshot() {
					if of, key, _ := strings.Cut(known, "\n"); of == sessionIn(c) && values != nil {
						values[key], did = v, true
					}
				}
				return did
			})
		}
		return false
	}}
}

// setByNext sets what a turn set by the next turn, too, of whichever session.
func setByNext() layer {
	last, leaked := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		if c.op == "get" && c.ok() {
			more, _ := leaked.snapshot()[id].(obj)
			return len(more) > 0 && c.edit(func(o obj) bool {
				values := maps.Clone(more)
				maps.Copy(values, asObject(o["field_values"]))
				o["field_values"] = values
				return true
			})
		}
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			set := asObject(o["set_fields"])
			before, from := maps.Clone(asObject(last.snapshot()["set"])), last.snapshot()["of"]
			last.put("set", maps.Clone(set))
			last.put("of", id)
			if from == id || len(before) == 0 || set == nil {
				return false
			}
			maps.Copy(before, set)
			leaked.put(id, before)
			o["set_fields"] = before
			return true
		})
	}}
}
