package checks_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
)

// plantedHabits are faults that show at a list of one, at the second digit of a limit, or after something else was refused.
func plantedHabits() []plant {
	return []plant{
		{"API-ME-03", "a key in X-API-Key has no label", where(inHeader, set("me", "key_label", nil))},
		{"API-ME-03", "a key in X-API-Key is oauth", where(inHeader, set("me", "auth_kind", "oauth"))},
		{"API-CREATE-01", "a create is refused once after another one was", refusedOnceMore()},
		{"API-CREATE-06", "form_keys has null for lines without a form", reply("create", func(o obj) bool {
			keys, _ := o["form_keys"].([]any)
			if len(keys) > 2 {
				o["form_keys"] = append(keys, nil)
			}
			return len(keys) > 2
		})},
		{"API-CREATE-09", "names in capitals are written small", renamedIn(func(name string) string {
			if name == strings.ToUpper(name) {
				return strings.ToLower(name)
			}
			return name
		})},
		{"API-CREATE-09", "names are read as addresses are", renamedIn(func(name string) string {
			if plain, err := url.PathUnescape(name); err == nil {
				return plain
			}
			return name
		})},
		{"API-CREATE-09", "a percent sign in a name breaks the server", strict("create", 500, func(_ *call, o obj) bool {
			_, err := url.PathUnescape(text(o, "insured_name"))
			return err != nil
		})},
		{"API-LIST-07", "limits are compared as texts", layer{response: func(c *call) bool {
			ten := c.op == "list" && c.r.URL.Query().Get("limit") == "10"
			return ten && c.ok() && c.edit(func(o obj) bool {
				list, _ := o["sessions"].([]any)
				o["sessions"] = list[:min(len(list), 2)]
				return len(list) > 2
			})
		}}},
		{"API-LIST-09", "of sessions of one moment one is listed", ofOneMoment()},
		{"API-GET-07", "a question that is left alone is no list", reply("get", func(o obj) bool {
			list, _ := o["next_questions"].([]any)
			if len(list) == 1 {
				o["next_questions"] = list[0]
			}
			return len(list) == 1
		})},
		{"API-GET-11", "forms of before an answer are not listed, and downloaded", unlistedAfterAnswer()},
		{"API-ANSWER-13", "line feeds count twice", strict("answer", 422, func(_ *call, o obj) bool {
			return len(strings.ReplaceAll(message(o), "\n", "\r\n")) > 10000 && len(message(o)) <= 10000
		})},
		{"API-ANSWER-19", "the third question of a session has no reply", thirdQuestion()},
		{"API-FILL-06", "a form of a line of business is not among the session's", reply("create get", func(o obj) bool {
			keys, _ := o["form_keys"].([]any)
			n := len(keys)
			o["form_keys"] = slices.DeleteFunc(keys, func(key any) bool { return strings.Contains(key.(string), "auto") })
			return len(o["form_keys"].([]any)) < n
		})},
		{"API-FILL-06", "forms of a second fill have other keys", where(later_("fill"), each("fill", "forms", func(o obj) { o["form_key"] = text(o, "form_key") + "_v2" }))},
		{"API-PDF-01", "forms of names beyond Latin break the server", beyondLatin()},
		{"API-SUBMIT-02", "a submission that was refused before has each file twice", twiceAfterRefusal()},
		{"API-APPT-03", "fields of a request are those of the profile from then on", remembersFields()},
	}
}

// refusedOnceMore refuses the create after one that was refused.
func refusedOnceMore() layer {
	refused := newMemory()
	return layer{request: func(c *call) bool {
		_, is := refused.snapshot()["422"]
		if c.op == "create" && is {
			refused.clear()
			c.refuse(422)
		}
		return c.op == "create" && is
	}, response: func(c *call) bool {
		if c.op == "create" && c.status == 422 && !strings.Contains(string(c.out), "It is refused.") {
			refused.put("422", true)
		}
		return false
	}}
}

// renamedIn stores names in another way than they are sent.
func renamedIn(write func(string) string) layer {
	return layer{request: func(c *call) bool {
		return c.requested("create", func(o obj) bool {
			name, is := o["insured_name"].(string)
			o["insured_name"] = write(name)
			if !is || o["insured_name"] == "" {
				return false
			}
			return o["insured_name"] != name
		})
	}}
}

// ofOneMoment lists one of the sessions whose times are the same, where they are made in one moment.
func ofOneMoment() layer {
	return reply("list", func(o obj) bool {
		list, _ := o["sessions"].([]any)
		last, n := "", len(list)
		o["sessions"] = slices.DeleteFunc(list, func(one any) bool {
			name := text(one.(obj), "insured_name")
			again := name == "Conformance at one time" && name == last
			last = name
			return again
		})
		return len(o["sessions"].([]any)) < n
	})
}

// unlistedAfterAnswer leaves out the forms of a session that was answered after they were filled.
func unlistedAfterAnswer() layer {
	answered := newMemory()
	return layer{response: func(c *call) bool {
		if parts := splitPath(c.r.URL.Path); c.ok() && (c.op == "answer" || c.op == "fill") {
			answered.put(parts[2], c.op == "answer")
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			list, _ := o["filled_forms"].([]any)
			did := answered.snapshot()[text(o, "session_id")] == true && len(list) > 0
			if did {
				o["filled_forms"] = []any{}
			}
			return did
		})
	}}
}

// thirdQuestion has no words for the third question of a session.
func thirdQuestion() layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "answer" || !c.ok() || json.Unmarshal(c.in, &in) != nil || !strings.HasSuffix(message(in), "?") {
			return false
		}
		id := splitPath(c.r.URL.Path)[2]
		n, _ := asked.snapshot()[id].(int)
		asked.put(id, n+1)
		return n == 2 && c.edit(func(o obj) bool { o["message"] = nil; return true })
	}}
}

// beyondLatin breaks at the forms of insureds whose names no header can hold.
func beyondLatin() layer {
	far := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == "pdf" && far.snapshot()[splitPath(c.r.URL.Path)[2]] != nil
		if did {
			c.refuse(500)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool {
				if strings.ContainsFunc(text(o, "insured_name"), func(r rune) bool { return r > 0xff }) {
					far.put(text(o, "session_id"), true)
				}
				return false
			})
		}
		return false
	}}
}

// twiceAfterRefusal hands on each file twice where a submission of the session was refused before.
func twiceAfterRefusal() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && c.status == 400 {
			refused.put(splitPath(c.r.URL.Path)[2], true)
		}
		return false
	}, verb: func(verb string, _, out obj) (did bool) {
		list, _ := out["submissions"].([]any)
		for _, one := range list {
			if sub := one.(obj); verb == "list-submissions" && refused.snapshot()[text(sub, "session_id")] != nil {
				files, _ := sub["files"].([]any)
				sub["files"], did = append(files, files...), true
			}
		}
		return did
	}}
}

// remembersFields takes the fields of an appointment request for those of the workspace's later ones, too.
func remembersFields() layer {
	said := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("appointment", func(o obj) (did bool) {
			before, _ := said.snapshot()[bearer(c)].(obj)
			for name, v := range before {
				if _, there := o[name]; !there {
					o[name], did = v, true
				}
			}
			if !did {
				said.put(bearer(c), o)
			}
			return did
		})
	}}
}
