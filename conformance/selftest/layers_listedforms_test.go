package selftest_test

import "sync"

import "strings"

// unlistedByCorrection shows no filled forms of a session whose intake was over when it was filled, once it was told more.
func unlistedByCorrection() layer {
	filled, told := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		switch id := sessionIn(c); {
		case c.op == "fill" && c.ok():
			filled.put(id, !strings.Contains(string(c.out), "still open"))
			told.put(id, false)
		case c.op == "answer" && c.ok():
			told.put(id, filled.snapshot()[id] == true)
		case c.op == "get" && c.ok() && told.snapshot()[id] == true:
			return c.edit(func(o obj) bool {
				list, _ := o["filled_forms"].([]any)
				o["filled_forms"] = []any{}
				return len(list) > 0
			})
		}
		return false
	}}
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

// ofSessions restricts a layer to some sessions; it is told of every reply.
func ofSessions(which func(*call) bool, l layer) layer {
	inner := l
	l.request = func(c *call) bool { return inner.request != nil && which(c) && inner.request(c) }
	l.response = func(c *call) bool { mine := which(c); return inner.response != nil && mine && inner.response(c) }
	return l
}

// listedAtOnce lists the forms of a session from its start.
func listedAtOnce() layer {
	return reply("get", func(o obj) bool {
		forms, _ := o["filled_forms"].([]any)
		if len(forms) > 0 {
			return false
		}
		for _, key := range o["form_keys"].([]any) {
			forms = append(forms, obj{"form_key": key, "fields_written": 0, "sparse_suspected": true, "warnings": []any{}})
		}
		o["filled_forms"] = forms
		return len(forms) > 0
	})
}

// onlyOnce gives each form once.
func onlyOnce() layer {
	given := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		_, before := given.keep(c.r.URL.Path, func() any { return true })
		if before {
			c.refuse(404)
		}
		return before
	}}
}

// voided gives no form of a session that was answered since they were filled.
func voided() layer {
	void := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 4 || !c.ok() {
			return false
		}
		switch c.op {
		case "answer":
			void.put(parts[2], true)
		case "fill":
			void.put(parts[2], false)
		case "pdf":
			if is, _ := void.snapshot()[parts[2]].(bool); is {
				c.refuse(404)
				return true
			}
		}
		return false
	}}
}

// formsGoneAt has no forms of a session any more from some call on, until it is filled again.
func formsGoneAt(op string) layer {
	var mu sync.Mutex
	gone := map[string]bool{}
	return layer{response: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		id := sessionIn(c)
		switch {
		case !c.ok() || id == "":
		case c.op == op:
			gone[id] = true
		case c.op == "fill":
			gone[id] = false
		case c.op == "pdf" && gone[id]:
			c.refuse(404)
			return true
		case c.op == "get" && gone[id]:
			return c.edit(func(o obj) bool { o["filled_forms"] = []any{}; return true })
		}
		return false
	}}
}
