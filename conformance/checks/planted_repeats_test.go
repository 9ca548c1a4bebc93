package checks_test

import (
	"encoding/json"
	"maps"
	"strings"
	"unicode/utf8"
)

// again says whether an operation is called on a session once more.
func again(op string) func(c *call) bool {
	seen := newMemory()
	return func(c *call) bool {
		if c.op != op {
			return false
		}
		_, known := seen.keep(c.r.URL.Path, func() any { return true })
		return known
	}
}

// noSecondOf refuses the second device authorization of a client.
func noSecondOf() layer {
	again := seenBefore("client_id")
	return layer{response: func(c *call) bool {
		refused := c.op == "device" && c.ok() && again(c)
		if refused {
			c.answer(400, obj{"error": "slow_down", "detail": "one at a time"})
		}
		return refused
	}}
}

// rotatedOnce gives a new refresh token at the first refresh of a sign-in, and that one on and on.
func rotatedOnce() layer {
	given := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !c.ok() || !grantIs("refresh_token")(form(c)) {
			return false
		}
		used := form(c).Get("refresh_token")
		return c.edit(func(o obj) bool {
			if _, known := given.snapshot()[used]; known {
				o["refresh_token"] = used
				return true
			}
			given.put(text(o, "refresh_token"), true)
			return false
		})
	}}
}

// remembered gives the value of a summary that its session had when it was first listed.
func remembered(member string) layer {
	first := newMemory()
	return each("list", "sessions", func(o obj) { o[member], _ = first.keep(text(o, "session_id"), func() any { return o[member] }) })
}

// ofOneName lists one of the sessions that have the same name.
func ofOneName() layer {
	return reply("list", func(o obj) bool {
		list, _ := o["sessions"].([]any)
		seen, kept := map[string]bool{}, []any{}
		for _, item := range list {
			if one, ok := item.(obj); ok && !seen[text(one, "insured_name")] {
				seen[text(one, "insured_name")] = true
				kept = append(kept, one)
			}
		}
		o["sessions"] = kept
		return len(kept) < len(list)
	})
}

// firstTokens makes the sessions of every token but the first in a workspace that its own key does not see.
func firstTokens() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "create" || !c.ok() || !oauth(c) {
			return false
		}
		token, _ := first.keep("token", func() any { return bearer(c) })
		return token != bearer(c) && c.edit(func(o obj) bool { o["session_id"] = "ses_elsewhere"; return true })
	}}
}

// shortIDs finds a session by its id without the last character.
func shortIDs() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "get" || len(parts) < 3 || parts[2] == "" {
			return false
		}
		real, known := made.snapshot()[parts[2][:len(parts[2])-1]].(string)
		if !known || real == parts[2] {
			return false
		}
		c.r.URL.Path, c.r.URL.RawPath = strings.Replace(c.r.URL.Path, parts[2], real, 1), ""
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			id := text(o, "session_id")
			made.put(id[:len(id)-1], id)
		}
		return false
	}}
}

// paidOnce lifts the cap of a workspace that was paid once.
func paidOnce() layer {
	paid := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "create-workspace" && text(in, "plan") == "paid" {
			paid.put(text(out, "api_key"), true)
		}
		return false
	}, response: func(c *call) bool {
		_, was := paid.snapshot()[bearer(c)]
		lifted := c.op == "create" && c.status == 402 && was
		if lifted {
			c.answer(200, obj{"session_id": "ses_more", "status": "open", "form_keys": []any{}, "fields_filled": 0})
		}
		return lifted
	}}
}

// keptOfRefused leaves a value of a PDF that was refused.
func keptOfRefused() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op == "extract" && c.status/100 == 4 && len(parts) > 2 {
			refused.put(parts[2], true)
		}
		if c.op != "get" || !c.ok() || len(parts) < 3 {
			return false
		}
		_, was := refused.snapshot()[parts[2]]
		return was && c.edit(func(o obj) bool { o["field_values"].(obj)["total_employees"] = 1; return true })
	}}
}

// downloadedEarly gives the forms of a session that was answered, before they are rendered.
func downloadedEarly() layer {
	answered := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op == "answer" && c.ok() {
			answered.put(parts[2], true)
		}
		if c.op != "pdf" || c.status != 404 || len(parts) < 3 || strings.Contains(c.r.URL.Path, "no-such") {
			return false
		}
		_, was := answered.snapshot()[parts[2]]
		if was {
			c.status, c.out = 200, []byte("%PDF-1.4\n%%EOF\n")
			c.header.Set("Content-Type", "application/pdf")
		}
		return was
	}}
}

// sibling puts what a turn sets into every session that is there.
func sibling() layer {
	made, spread := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.out, &o)
		if c.op == "create" && c.ok() {
			made.put(text(o, "session_id"), true)
		}
		if fields, _ := o["set_fields"].(obj); c.op == "answer" && c.ok() && len(fields) > 0 {
			for id := range made.snapshot() {
				spread.put(id, fields)
			}
		}
		fields, known := spread.snapshot()[text(o, "session_id")].(obj)
		return c.op == "get" && c.ok() && known && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			maps.Copy(values, fields)
			return values != nil
		})
	}}
}

// plantedRepeats are faults that show the second time, or of the second of two things.
func plantedRepeats() []plant {
	second := func(op string, l layer) layer { return where(again(op), l) }
	return []plant{
		{"API-CREATE-15", "a name of 257 letters beyond ASCII is taken", layer{response: func(c *call) bool {
			var in obj
			_ = json.Unmarshal(c.in, &in)
			name := text(in, "insured_name")
			taken := c.op == "create" && c.status == 422 && len(name) > utf8.RuneCountInString(name) && len(name) < 2000
			if taken {
				c.answer(200, obj{"session_id": "ses_long"})
			}
			return taken
		}}},
		{"API-ANSWER-14", "a message of 10001 letters beyond ASCII is taken", layer{response: func(c *call) bool {
			taken := c.op == "answer" && c.status == 422 && len(c.in) > 15000
			if taken {
				c.answer(200, obj{"message": "Noted."})
			}
			return taken
		}}},
		{"API-APPT-01", "status is null where the profile has everything", where(func(c *call) bool { return len(c.in) < 4 }, set("appointment", "status", nil))},
		{"API-DOCS-01", "a document of more than 64 KiB is a failure", layer{response: func(c *call) bool {
			large := c.op == "documents" && c.ok() && len(c.in) > 64<<10
			if large {
				c.refuse(500)
			}
			return large
		}}},
		{"API-EXTRACT-02", "a second result has no extracted_count", second("extract", drop("extract", "extracted_count"))},
		{"API-EXTRACT-05", "a PDF that is refused leaves a value", keptOfRefused()},
		{"API-EXTRACT-06", "a second PDF is counted and not stored", func() layer {
			again := again("extract")
			return layer{request: func(c *call) bool {
				twice := again(c)
				if twice {
					c.answer(200, obj{"extracted_count": 12, "confidence": 0.9, "notes": []any{}})
				}
				return twice
			}}
		}()},
		{"API-FILL-07", "a second fill names no forms", second("fill", set("fill", "forms", []any{}))},
		{"API-GET-09", "the last character of an id makes no difference", shortIDs()},
		{"API-GET-12", "values go into every session", sibling()},
		{"API-LIST-09", "of the sessions of one name one is listed", ofOneName()},
		{"API-LIST-10", "fields_filled is that of the first list", remembered("fields_filled")},
		{"API-PDF-02", "forms are there once a question was answered", downloadedEarly()},
		{"API-PDF-03", "an unknown form is answered 422", recoded(404, 422, func(c *call) bool { return c.op == "pdf" && strings.Contains(c.r.URL.Path, "no-such") })},
		{"API-RISK-02", "a flag of one severity has no detail", each("risk", "flags", func(o obj) {
			if o["severity"] != "high" {
				delete(o, "detail")
			}
		})},
		{"AUTH-16", "a session of another workspace's token is nowhere", firstTokens()},
		{"EVT-05", "the state of a completion is empty where there is none", data("fill_session.completed", func(o obj) {
			if o["state"] == nil {
				o["state"] = ""
			}
		})},
		{"LIM-02", "a workspace that was paid has no cap", paidOnce()},
		{"OAUTH-DEV-01", "a second device authorization of a client is refused", noSecondOf()},
		{"OAUTH-CODE-02", "a verifier of fewer than 64 characters is refused", layer{response: func(c *call) bool {
			short := c.op == "token" && c.ok() && form(c).Has("code_verifier") && len(form(c).Get("code_verifier")) < 64
			if short {
				c.answer(400, obj{"error": "invalid_grant", "detail": "short"})
			}
			return short
		}}},
		{"OAUTH-META-04", "the grants are missing the second time", second("metadata", set("metadata", "grant_types_supported", []any{"authorization_code"}))},
		{"OAUTH-REG-01", "two redirect_uris are refused", layer{response: func(c *call) bool {
			two := c.op == "register" && c.ok() && strings.Count(string(c.in), "http://") > 1
			if two {
				c.answer(400, obj{"error": "invalid_redirect_uri", "detail": "one at most"})
			}
			return two
		}}},
		{"OAUTH-TOKEN-03", "the refresh token stays from the second refresh on", rotatedOnce()},
	}
}
