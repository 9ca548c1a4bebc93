package checks_test

import (
	"encoding/json"
	"slices"
	"time"
)

// plantedHeaders are faults of what was made with the key in one header and is looked at with it in the other.
func plantedHeaders() []plant {
	all := []plant{
		{"AUTH-07", "a session is listed under the header alone that made it", listedUnderItsHeader()},
		{"AUTH-07", "the list under X-API-Key counts other fields", where(inHeader, each("list", "sessions", func(o obj) { o["fields_filled"] = 99 }))},
	}
	for _, op := range []string{"get", "documents"} {
		all = append(all, plant{"AUTH-07", "a session that X-API-Key made is there under it alone: " + op, foundInHeader(op)})
	}
	return all
}

// nearHeaders are choices that come near them.
func nearHeaders() []plant {
	return []plant{
		{"AUTH-07", "the list under X-API-Key is a moment behind", lateInHeader()},
		{"AUTH-07", "documents under another part", named("documents under document only").layer()},
	}
}

// made learns whether a session was made with the key in X-API-Key.
type made struct{ under *memory }

func (m made) note(c *call) {
	var o obj
	if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
		m.under.put(text(o, "session_id"), inHeader(c))
	}
}

// elsewhere says whether a session was made under the other header than that of a call.
func (m made) elsewhere(c *call, session string) bool {
	there, known := m.under.snapshot()[session].(bool)
	return known && there != inHeader(c)
}

func listedUnderItsHeader() layer {
	m := made{newMemory()}
	return layer{response: func(c *call) bool {
		m.note(c)
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			was := len(list)
			list = slices.DeleteFunc(list, func(one any) bool { return m.elsewhere(c, text(one.(obj), "session_id")) })
			o["sessions"] = list
			return len(list) < was
		})
	}}
}

// foundInHeader has an operation find sessions that were made under X-API-Key under that header alone.
func foundInHeader(op string) layer {
	m := made{newMemory()}
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		did := c.op == op && len(parts) > 2 && !inHeader(c) && m.elsewhere(c, parts[2])
		if did {
			c.refuse(404)
		}
		return did
	}, response: func(c *call) bool { m.note(c); return false }}
}

// lateInHeader lists sessions under X-API-Key once they are a second old.
func lateInHeader() layer {
	k, born := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			born.put(text(o, "session_id"), k.now())
		}
		return c.op == "list" && c.ok() && inHeader(c) && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			was := len(list)
			list = slices.DeleteFunc(list, func(one any) bool {
				at, known := born.snapshot()[text(one.(obj), "session_id")].(time.Time)
				return known && k.now().Sub(at) < time.Second
			})
			o["sessions"] = list
			return len(list) < was
		})
	}}
}
