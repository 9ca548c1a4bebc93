package checks_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
)

// beyond says whether a member of a request has a letter past a bound.
func beyond(member string, last rune) func(*call, obj) bool {
	return func(_ *call, o obj) bool {
		return strings.IndexFunc(text(o, member), func(r rune) bool { return r > last }) >= 0
	}
}

// renamed changes the name in the create reply and in the detail.
func renamed(change func(string) string) layer {
	return reply("create get", func(o obj) bool {
		was := text(o, "insured_name")
		o["insured_name"] = change(was)
		return o["insured_name"] != was
	})
}

// carried adds every document that was attached anywhere to every submission.
func carried() layer {
	var mu sync.Mutex
	seen := []any{}
	return layer{request: func(c *call) bool {
		if c.op == "documents" {
			if _, rest, found := bytes.Cut(c.in, []byte("\r\n\r\n")); found {
				if at := bytes.LastIndex(rest, []byte("\r\n--")); at > 0 {
					mu.Lock()
					defer mu.Unlock()
					seen = append(seen, obj{"name": "d", "kind": "document", "size": float64(at), "sha256": digestOf(rest[:at])})
				}
			}
		}
		return false
	}, verb: submissions(func(files []any) []any {
		mu.Lock()
		defer mu.Unlock()
		return append(files, seen...)
	})}
}

// plantedCorners are faults that show in one corner only: some letters, one kind of request, the second of two things.
func plantedCorners() []plant {
	return []plant{
		{"API-CREATE-01", "a create with lines of business is answered 201", where(inBody(`"lobs":["`), code("create", 200, 201))},
		{"API-CREATE-09", "letters beyond ASCII are dropped from the name", renamed(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 127 {
					return -1
				}
				return r
			}, s)
		})},
		{"API-CREATE-09", "the name is cut at 100 bytes", renamed(func(s string) string { return s[:min(len(s), 100)] })},
		{"API-CREATE-16", "names beyond ASCII are refused", strict("create", 422, beyond("insured_name", 127))},
		{"API-CREATE-16", "names beyond Latin break the server", strict("create", 500, beyond("insured_name", 255))},
		{"API-CREATE-26", "an object in the body chooses the workspace", layer{request: chosenBy(`"id":"`)}},
		{"API-CREATE-27", "a session with letters beyond ASCII is lost", lostSessions()},
		{"API-LIST-03", "form_keys is missing once a session is complete", each("list", "sessions", func(o obj) {
			if o["status"] == "complete" {
				delete(o, "form_keys")
			}
		})},
		{"API-GET-11", "forms with hardly a value are not listed", kept("get", "filled_forms", func(o obj) bool { return o["sparse_suspected"] != true })},
		{"API-GET-11", "forms are listed before they are made", listedAtOnce()},
		{"API-GET-11", "listed forms are gone after the submission", after("submit", code("pdf", 200, 404))},
		{"API-GET-07", "group is null in a later group", laterGroup()},
		{"API-GET-05", "warnings are objects", reply("get", func(o obj) bool {
			forms, _ := o["filled_forms"].([]any)
			changed := false
			for _, form := range forms {
				if said, _ := form.(obj)["warnings"].([]any); len(said) > 0 {
					form.(obj)["warnings"] = []any{obj{"text": said[0]}}
					changed = true
				}
			}
			return changed
		})},
		{"API-FILL-03", "warnings of a form with hardly a value are null", each("fill", "forms", func(o obj) {
			if o["sparse_suspected"] == true {
				o["warnings"] = nil
			}
		})},
		{"API-ANSWER-01", "the last turn is answered 202", layer{response: func(c *call) bool {
			done := false
			if c.op == "answer" && c.ok() {
				c.edit(func(o obj) bool { done = o["done"] == true; return false })
			}
			if done {
				c.status = 202
			}
			return done
		}}},
		{"API-APPT-01", "status is null at the second request of a workspace", where(later_("appointment"), set("appointment", "status", nil))},
		{"EVT-02", "a completion comes with every fill", completedByFill()},
		{"OAUTH-TOKEN-05", "every refresh yields the access token of the first", firstRefreshed()},
		{"OAUTH-META-05", "the token endpoint is a path", change("metadata", func(o obj) { o["token_endpoint"] = "/oauth/token" })},
		{"HOOK-08", "deliveries are written in Latin-1", deliver(func(s *shipment) bool {
			latin := make([]byte, 0, len(s.body))
			for _, r := range string(s.body) {
				if r > 255 {
					r = '?'
				}
				latin = append(latin, byte(r))
			}
			was := !bytes.Equal(latin, s.body)
			s.body = latin
			s.sign(s.secret, latin)
			return was
		})},
		{"HOOK-19", "503 counts as delivered", deliver(func(s *shipment) bool { s.translate = map[int]int{503: 200}; return true })},
		{"API-APPT-04", "the profile wins over email", profileWins("email")},
		{"API-APPT-04", "the profile wins over npn", profileWins("npn")},
		{"API-FILL-07", "the PDF of the first fill is served on", cachedForms(func(c *call) string { return c.r.URL.Path })},
		{"API-PDF-01", "a form is cached under its key alone", cachedForms(func(c *call) string { return c.r.URL.Path[strings.Index(c.r.URL.Path, "/forms/"):] })},
		{"API-GET-12", "a correction is not stored", firstValues()},
		{"API-ANSWER-12", "a message of digits is refused", strict("answer", 422, func(_ *call, o obj) bool {
			return text(o, "message") != "" && strings.Trim(text(o, "message"), "0123456789") == ""
		})},
		{"API-ANSWER-15", "messages beyond ASCII break the server", strict("answer", 500, beyond("message", 127))},
		{"API-ANSWER-15", "messages beyond Latin are refused", strict("answer", 422, beyond("message", 0x3000))},
		{"API-EXTRACT-02", "notes is missing where nothing was found", reply("extract", func(o obj) bool {
			was := o["extracted_count"] == 0.0
			if was {
				delete(o, "notes")
			}
			return was
		})},
		{"API-EXTRACT-02", "the extracted fields are missing", change("extract", func(o obj) {
			for name := range o {
				if !among("extracted_count confidence notes", name) {
					delete(o, name)
				}
			}
		})},
		{"API-EXTRACT-06", "an extraction wipes what was answered", wiped()},
		{"API-EXTRACT-06", "an extraction brings what was in another file", after("extract", reply("get", func(o obj) bool {
			values, ok := o["field_values"].(obj)
			if ok {
				values["contact"] = "office@blueheron.example"
			}
			return ok
		}))},
		{"API-FILL-02", "note is null where hardly a value is known", reply("fill", func(o obj) bool {
			forms, _ := o["forms"].([]any)
			if len(forms) == 0 || forms[0].(obj)["sparse_suspected"] != true {
				return false
			}
			o["note"] = nil
			return true
		})},
		{"API-FILL-06", "fill tells of no form", set("fill", "forms", []any{})},
		{"AUTH-03", "a key without its prefix is taken", withoutPrefix()},
		{"AUTH-07", "every key in X-API-Key is taken for the first", firstInHeader()},
		{"API-DOCS-03", "documents of another session are sent, too", carried()},
	}
}

func inBody(part string) func(*call) bool {
	return func(c *call) bool { return bytes.Contains(c.in, []byte(part)) }
}

// lostSessions finds no session that was made with a letter beyond ASCII.
func lostSessions() layer {
	lost := newMemory()
	return layer{request: func(c *call) bool {
		_, gone := lost.snapshot()[c.r.URL.Path]
		if c.op == "get" && gone {
			c.refuse(404)
		}
		return c.op == "get" && gone
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() && bytes.ContainsFunc(c.in, func(r rune) bool { return r > 127 }) {
			c.edit(func(o obj) bool {
				lost.keep("/org/sessions/"+text(o, "session_id"), func() any { return true })
				return false
			})
		}
		return false
	}}
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// kept leaves out the items of an array that are not wanted.
func kept(op, array string, wanted func(o obj) bool) layer {
	return reply(op, func(o obj) bool {
		items, _ := o[array].([]any)
		left := []any{}
		for _, item := range items {
			if wanted(item.(obj)) {
				left = append(left, item)
			}
		}
		o[array] = left
		return len(left) < len(items)
	})
}

// firstValues shows for every key the first value that the session had for it.
func firstValues() layer {
	first := newMemory()
	return reply("get", func(o obj) bool {
		values, _ := o["field_values"].(obj)
		changed := false
		for key, v := range values {
			if v != nil {
				was, _ := first.keep(text(o, "session_id")+" "+key, func() any { return v })
				changed = changed || was != v
				values[key] = was
			}
		}
		return changed
	})
}

// wiped hides what was answered before an extraction.
func wiped() layer {
	answered := newMemory()
	hide := after("extract", layer{response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			values, _ := o["field_values"].(obj)
			hidden := false
			for key := range values {
				if _, known := answered.snapshot()[text(o, "session_id")+" "+key]; known {
					delete(values, key)
					hidden = true
				}
			}
			return hidden
		})
	}})
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				set, _ := o["set_fields"].(obj)
				for key := range set {
					answered.keep(splitPath(c.r.URL.Path)[2]+" "+key, func() any { return true })
				}
				return false
			})
		}
		return hide.response(c)
	}}
}

// completedByFill reports a completion at every fill, whatever is still to be asked.
func completedByFill() layer {
	open := newMemory()
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			if c.op != "fill" && c.op != "answer" || !c.ok() {
				return false
			}
			session := splitPath(c.r.URL.Path)[2]
			if c.op == "answer" {
				c.edit(func(o obj) bool { open.put(session, o["done"] == false); return false })
				return false
			}
			if open.snapshot()[session] != true {
				return false
			}
			for _, one := range known {
				completionTo(one, "dlv_fill"+session, session)
			}
			return len(known) > 0
		}
	})
}

// firstRefreshed gives the access token of the first refresh to all.
func firstRefreshed() layer {
	first := newMemory()
	return grant("refresh_token", func(o obj) {
		o["access_token"], _ = first.keep("", func() any { return o["access_token"] })
	})
}

// profileWins hands the platform a member of the profile, whatever the request says.
func profileWins(member string) layer {
	profiles := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		profile, _ := in["profile"].(obj)
		if verb == "create-workspace" && profile[member] != nil {
			profiles.put(text(out, "org_id"), profile[member])
		}
		mine, known := profiles.snapshot()[text(in, "org_id")]
		return known && appointmentsOf(func(o obj) { o[member] = mine })(verb, in, out)
	}}
}

// cachedForms serves the first PDF that was read under a name.
func cachedForms(name func(c *call) string) layer {
	cache := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		first, known := cache.keep(name(c), func() any { return bytes.Clone(c.out) })
		changed := known && !bytes.Equal(first.([]byte), c.out)
		c.out = first.([]byte)
		return changed
	}}
}

// firstInHeader takes every key in X-API-Key for the first that was seen there.
func firstInHeader() layer {
	seen := newMemory()
	return layer{request: func(c *call) bool {
		key := c.r.Header.Get("X-Api-Key")
		if !strings.HasPrefix(key, "bsk_") || stranger(c) {
			return false
		}
		first, _ := seen.keep("", func() any { return key })
		c.r.Header.Set("X-Api-Key", first.(string))
		return first != key
	}}
}

// withoutPrefix takes a key that lacks its first letters.
func withoutPrefix() layer {
	return layer{request: func(c *call) bool {
		for _, v := range keys.snapshot() {
			if real, _ := v.(string); bearer(c) != "" && real == "bsk_"+bearer(c) {
				c.r.Header.Set("Authorization", "Bearer "+real)
				return true
			}
		}
		return false
	}}
}
