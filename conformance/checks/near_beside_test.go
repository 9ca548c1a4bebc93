package checks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// nearBeside are choices that come near the faults of two things that are under way at one time.
func nearBeside() []plant {
	return []plant{
		{"ERR-07", "a workspace requests one appointment", requestedOnce()},
		{"ERR-07", "appointments are not for this workspace", refusedWhen(404, func(c *call) bool { return c.op == "appointment" })},
		{"ERR-07", "broken bodies are 400", layer{response: func(c *call) bool {
			did := c.status == 422 && !json.Valid(c.in)
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"ERR-07", "clients are registered by those who are known", refusedWhen(401, func(c *call) bool { return c.op == "register" })},
		{"LIM-09", "finished intakes alone are filled", named("400 for fill on an open session").layer()},
		{"LIM-09", "finished intakes alone are filled, and once", mixed(named("400 for fill on an open session").layer(), filledOnce())},
		{"LIM-09", "finished intakes alone have risks", named("400 for risk on an open session").layer()},
		{"LIM-09", "finished intakes alone are filled, from a store what is asked for again", mixed(fromStore(), endedAlone("fill"))},
		{"LIM-09", "finished intakes alone have risks, from a store what is asked for again", mixed(fromStore(), endedAlone("risk"))},
		{"LIM-12", "finished intakes alone are filled", named("400 for fill on an open session").layer()},
		{"API-DOCS-03", "a part of another name than attachments is left alone", partsLeftAlone("attachments", obj{"documents": []any{}})},
		{"API-DOCS-03", "a part of another name than document is a picture", partsLeftAlone("document", obj{"data": obj{"documents": []any{}, "pictures": []any{obj{"size": 1}}}})},
		{"API-RISK-02", "counts of each severity stand beside the flags", change("risk", func(o obj) {
			o["count_by_severity"] = []any{obj{"severity": "high", "count": 1}}
		})},
		{"API-RISK-02", "counts of each severity stand beside what is named for its flags", change("risk", func(o obj) {
			o["riskFlags"], o["overview"] = o["flags"], []any{obj{"severity": "high", "count": 1}}
			delete(o, "flags")
		})},
		{"API-RISK-02", "the flags are one level down, beside numbers", change("risk", func(o obj) {
			o["data"], o["meta"] = obj{"flags": o["flags"]}, []any{1, 2}
			delete(o, "flags")
		})},
		{"LIM-14", "all heavy operations have one rate", oneRateForAll()},
		{"OAUTH-DEV-10", "a request of a client takes the place of the one before", onePending()},
		{"OAUTH-REG-02", "a name has one client_id", oneIDOf(byName)},
		{"OAUTH-DEV-17", "a name has one client_id", oneIDOf(byName)},
		{"OAUTH-DEV-17", "equal registrations have one client_id", oneIDOf(byAll)},
		{"OAUTH-DEV-17", "all registrations have one client_id", oneIDOf(func(obj) string { return "" })},
		{"OAUTH-CODE-09", "a client has all addresses that its name ever registered", allAddresses()},
		{"OAUTH-REG-01", "names of clients are ASCII", strict("register", 400, func(_ *call, o obj) bool {
			for _, r := range text(o, "client_name") {
				if r > 127 {
					return true
				}
			}
			return false
		})},
	}
}

// oneRateForAll refuses the third heavy call of a workspace with a low rate, whichever operations they are of.
func oneRateForAll() layer {
	low, used := newMemory(), newMemory()
	who := &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if verb == "set-rate" {
			low.put(fmt.Sprint(in["org_id"]), in["requests"])
		}
		return false
	}, request: func(c *call) bool {
		org := who.of(c)
		most, is := low.snapshot()[org].(float64)
		if !is || !among("answer extract fill risk", c.op) {
			return false
		}
		n, _ := used.snapshot()[org].(int)
		used.put(org, n+1)
		if n < int(most) {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "30")
		return true
	}}
}

// onePending calls a device code expired once its client asks for another.
func onePending() layer {
	last := newMemory()
	return layer{request: func(c *call) bool {
		v := form(c)
		code, known := last.snapshot()[v.Get("client_id")]
		if c.op != "token" || !grantIs("device_code")(v) || !known || code == v.Get("device_code") {
			return false
		}
		c.answer(400, obj{"error": "expired_token", "detail": "There is a later request."})
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			last.put(form(c).Get("client_id"), text(o, "device_code"))
		}
		return false
	}}
}

func byName(in obj) string { return text(in, "client_name") }

func byAll(in obj) string { return fmt.Sprint(in) }

// oneIDOf answers a registration that is known by something as it did the first time.
func oneIDOf(by func(in obj) string) layer {
	known := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op != "register" || !c.ok() || json.Unmarshal(c.in, &in) != nil {
			return false
		}
		first, was := known.keep(by(in), func() any { return string(c.out) })
		c.out = []byte(first.(string))
		return was
	}}
}

// allAddresses gives a client each address that any of its name registered.
func allAddresses() layer {
	known := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("register", func(in obj) bool {
			list, _ := in["redirect_uris"].([]any)
			before, _ := known.snapshot()[byName(in)].([]any)
			in["redirect_uris"] = append(slices.Clone(list), before...)
			known.put(byName(in), in["redirect_uris"])
			return true
		})
	}}
}

// partsLeftAlone takes documents under one name of a part, and answers another name as if there were no document.
func partsLeftAlone(part string, reply obj) layer {
	return layer{request: func(c *call) bool {
		if c.op != "documents" {
			return false
		}
		if named := []byte(` name="` + part + `"`); bytes.Contains(c.in, named) {
			c.in = bytes.ReplaceAll(c.in, named, []byte(` name="file"`))
		} else {
			c.answer(200, reply)
		}
		return true
	}}
}

// requestedOnce takes one appointment request of a workspace, and looks at that before anything else.
func requestedOnce() layer {
	had := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == "appointment" && had.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(409)
		}
		return did
	}, response: func(c *call) bool {
		did := c.op == "appointment" && c.ok()
		if did {
			had.put(bearer(c), true)
		}
		return did
	}}
}

// endedAlone refuses an operation on open sessions before any rate counts it.
func endedAlone(op string) layer {
	ended := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == op && ended.snapshot()[sessionIn(c)] == nil
		if did {
			c.refuse(400)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				if o["done"] == true {
					ended.put(sessionIn(c), true)
				}
				return false
			})
		}
		return false
	}}
}
