package checks_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"sync"
)

// plantedPlaces are faults that a server has at one place and not at the next: in a workspace of one plan, with one more
// member, at the second session, once something was changed.
func plantedPlaces() []plant {
	return []plant{
		{"API-ME-02", "plan is missing in a workspace on the free plan", reply("me", func(o obj) bool {
			free := o["plan"] == "free"
			if free {
				delete(o, "plan")
			}
			return free
		})},
		{"API-ME-03", "every key has the label of the newest", newestLabel()},
		{"API-ME-03", "a label is read as Latin-1", reply("me", func(o obj) bool {
			label := text(o, "key_label")
			read := make([]rune, 0, len(label))
			for _, b := range []byte(label) {
				read = append(read, rune(b))
			}
			o["key_label"] = string(read)
			return label != string(read)
		})},
		{"API-CREATE-05", "status is missing where a naics_code was sent", where(inBody(`"naics_code":"`), drop("create", "status"))},
		{"API-CREATE-09", "letters beyond the first plane are dropped from the name", renamed(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xffff {
					return -1
				}
				return r
			}, s)
		})},
		{"API-CREATE-09", "the name is cut at 255 letters", renamed(func(s string) string { return s[:min(len(s), 255)] })},
		{"API-CREATE-18", "state is wanted where there are lobs", strict("create", 422, without2("lobs", "state"))},
		{"API-CREATE-20", "lobs are wanted where there is a state", strict("create", 422, without2("state", "lobs"))},
		{"API-CREATE-24", "naics_code is wanted where there are lobs", strict("create", 422, without2("lobs", "naics_code"))},
		{"API-CREATE-26", "the body chooses the workspace where a token is sent", layer{request: func(c *call) bool { return oauth(c) && chosenByBody(c) }}},
		{"API-LIST-07", "a limit above three is not kept", layer{request: func(c *call) bool {
			limit := c.r.URL.Query().Get("limit")
			did := c.op == "list" && limit != "" && strings.Trim(limit, "0123456789") == "" && (len(limit) > 1 || limit > "3")
			if did {
				u := *c.r.URL
				u.RawQuery = ""
				c.r.URL = &u
			}
			return did
		}}},
		{"API-LIST-08", "the query chooses the workspace", layer{request: listedByQuery}},
		{"API-LIST-10", "a long name is cut in the list", each("list", "sessions", func(o obj) {
			name := text(o, "insured_name")
			o["insured_name"] = name[:min(len(name), 60)]
		})},
		{"API-GET-10", "a finished session is shown to all", openOnce("complete")},
		{"API-GET-12", "zero, false and nothing are not shown", reply("get", func(o obj) bool {
			values, _ := o["field_values"].(obj)
			was := len(values)
			for key, v := range values {
				if v == false || v == 0.0 {
					delete(values, key)
				}
			}
			return len(values) < was
		})},
		{"API-ANSWER-21", "the last turn breaks the server", layer{response: func(c *call) bool {
			last := false
			if c.op == "answer" && c.ok() {
				c.edit(func(o obj) bool { last = lastTurn(o); return false })
			}
			if last {
				c.answer(500, obj{"detail": "It broke."})
			}
			return last
		}}},
		{"API-EXTRACT-01", "the file must be called .pdf, in small letters", layer{request: func(c *call) bool {
			did := c.op == "extract" && !bytes.Contains(c.in[:min(len(c.in), 400)], []byte(`.pdf"`))
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-EXTRACT-04", "a PDF above 15 MB breaks the server", layer{request: func(c *call) bool {
			did := fileOver(15_000_000)(c)
			if did {
				c.answer(500, obj{"detail": "It broke."})
			}
			return did
		}}},
		{"API-EXTRACT-05", "the bound is kept by the length alone that is told", layer{request: func(c *call) bool {
			did := c.op == "extract" && c.r.ContentLength < 0 && len(c.in) > 20<<20
			if did {
				c.answer(200, obj{"extracted_count": 0, "confidence": 0, "notes": []any{}, "fields": obj{}})
			}
			return did
		}}},
		{"API-EXTRACT-06", "one of the extracted values is stored", oneMerged()},
		{"API-DOCS-01", "a session has one document", where(later_("documents"), layer{response: func(c *call) bool {
			c.refuse(400)
			return true
		}})},
		{"API-DOCS-03", "only PDFs are sent", layer{verb: submissions(func(files []any) []any {
			kept := []any{}
			for _, f := range files {
				if name, _ := f.(obj)["name"].(string); !strings.HasSuffix(name, ".csv") {
					kept = append(kept, f)
				}
			}
			return kept
		})}},
		{"API-SUBMIT-02", "a form is sent as it was filled first", layer{verb: submissions(firstOfTwo)}},
		{"API-SUBMIT-03", "a workspace's second submission is not finalised", layer{verb: func(verb string, _, out obj) bool {
			subs, _ := out["submissions"].([]any)
			if verb != "list-submissions" || len(subs) < 2 {
				return false
			}
			subs[1].(obj)["finalised"] = false
			return true
		}}},
		{"API-SUBMIT-04", "an account that was taken away is used on", layer{skip: "disconnect-market"}},
		{"API-SUBMIT-05", "an unknown session is answered 400, as one that is not ready", recoded(404, 400, func(c *call) bool { return c.op == "submit" })},
		{"API-APPT-03", "the profile counts where the body is empty", partialProfile()},
		{"API-APPT-03", "a profile that was replaced counts on", layer{skip: "set-profile"}},
		{"API-APPT-03", "a profile that was used once counts on", usedProfile()},
		{"API-APPT-06", "an address_zip that is a number is taken", lenient("appointment", isNot("address_zip", "31201"))},
		{"API-APPT-06", "true and false are taken for text", lenient("appointment", func(o obj) bool {
			did := false
			for name, v := range o {
				if _, object := v.(obj); object {
					o[name], did = "x", true
				}
			}
			return did
		})},
		{"API-FILL-04", "the note ends with the bytes", change("fill", func(o obj) {
			o["note"] = strings.Repeat("All forms were made. ", 5) + base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n"+strings.Repeat("x", 200)))
		})},
		{"ERR-06", "lobs that are null break the server", strict("create", 500, func(_ *call, o obj) bool { v, there := o["lobs"]; return there && v == nil })},
		{"ERR-06", "a long agency_name breaks the server", strict("appointment", 500, func(_ *call, o obj) bool { return len(text(o, "agency_name")) > 5000 })},
		{"ERR-07", "a list of one object is taken for the object", layer{request: func(c *call) bool {
			list := []json.RawMessage{}
			did := c.op == "create" && json.Unmarshal(c.in, &list) == nil && len(list) == 1
			if did {
				c.in = list[0]
			}
			return did
		}}},
		{"ERR-06", "letters beyond the first plane in a name break the server", strict("create", 500, beyond("insured_name", 0xffff))},
		{"ERR-06", "letters beyond the first plane in a message break the server", strict("answer", 500, beyond("message", 0xffff))},
		{"ERR-06", "an upload without a body of parts breaks the server", layer{request: func(c *call) bool {
			did := c.op == "extract" && !strings.HasPrefix(c.r.Header.Get("Content-Type"), "multipart/")
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"API-PDF-01", "the second half of a form is missing", download(func(b []byte) []byte { return b[:len(b)/2] })},
		{"API-PDF-01", "a form is read as a text", download(func(b []byte) []byte { return []byte(strings.ToValidUTF8(string(b), "\ufffd\ufffd")) })},
		{"API-FILL-07", "a finished application is not filled again", finishedOnce()},
	}
}

// without2 says whether a create has one member and not another.
func without2(has, lacks string) func(*call, obj) bool {
	return func(_ *call, o obj) bool {
		list, isList := o[has].([]any)
		return o[has] != nil && (!isList || len(list) > 0) && o["insured_name"] != nil && o[lacks] == nil
	}
}

// download changes the bytes of forms that are downloaded.
func download(change func([]byte) []byte) layer {
	return layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			c.out = change(c.out)
		}
		return did
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

// listedByQuery lists the sessions of the workspace that the query names.
func listedByQuery(c *call) bool {
	key, known := keys.snapshot()[c.r.URL.Query().Get("org_id")]
	if c.op != "list" || !known {
		return false
	}
	c.r.Header.Set("Authorization", "Bearer "+key.(string))
	return true
}

// openOnce shows a session of a status to everybody, as its owner saw it.
func openOnce(status string) layer {
	seen := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "get" {
			return false
		}
		var o obj
		if c.ok() && json.Unmarshal(c.out, &o) == nil && o["status"] == status {
			seen.put(c.r.URL.Path, bytes.Clone(c.out))
		}
		old, known := seen.snapshot()[c.r.URL.Path]
		if c.status != 404 || !known {
			return false
		}
		c.status, c.out = 200, old.([]byte)
		return true
	}}
}

// oneMerged shows the first of the values that an extraction brought, and hides the others.
func oneMerged() layer {
	return after("extract", reply("get", func(o obj) bool {
		values, _ := o["field_values"].(obj)
		if len(values) < 2 {
			return false
		}
		for key, v := range values {
			o["field_values"] = obj{key: v}
			break
		}
		return true
	}))
}

// firstOfTwo spoils the digests of the forms where a submission has no document.
func firstOfTwo(files []any) []any {
	for _, f := range files {
		if f.(obj)["kind"] == "document" {
			return files
		}
	}
	for _, f := range files {
		f.(obj)["sha256"] = strings.Repeat("0", 64)
	}
	return files
}

// partialProfile answers an appointment request whose body has a field as if the profile had hardly any.
func partialProfile() layer {
	var mu sync.Mutex
	had := false
	return layer{
		request: func(c *call) bool {
			if c.op == "appointment" {
				mu.Lock()
				defer mu.Unlock()
				had = bytes.Contains(c.in, []byte(`":"`))
			}
			return false
		},
		verb: func(verb string, in, out obj) bool {
			mu.Lock()
			defer mu.Unlock()
			did := false
			appointmentsOf(func(o obj) { delete(o, "website"); did = had })(verb, in, obj{"appointments": onlyIf(had, out["appointments"])})
			return did
		},
	}
}

// usedProfile lets a workspace's profile be replaced until it has asked for an appointment.
func usedProfile() layer {
	var mu sync.Mutex
	websites := map[string]any{}
	return layer{
		verb: func(verb string, in, out obj) bool {
			all, _ := out["appointments"].([]any)
			if verb != "list-submissions" || len(all) == 0 {
				return false
			}
			mu.Lock()
			defer mu.Unlock()
			org := text(in, "org_id")
			first, known := websites[org]
			if !known {
				websites[org] = all[0].(obj)["website"]
				first = websites[org]
			}
			last := all[len(all)-1].(obj)
			did := len(all) > 1 && last["website"] != first
			last["website"] = first
			return did
		},
	}
}

func onlyIf(when bool, list any) []any {
	all, _ := list.([]any)
	if !when {
		return nil
	}
	return all
}

// finishedOnce keeps the forms of a finished application as they were made.
func finishedOnce() layer {
	first, finished := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if !c.ok() || len(parts) < 3 {
			return false
		}
		id := parts[2]
		switch c.op {
		case "answer":
			c.edit(func(o obj) bool {
				if lastTurn(o) {
					finished.put(id, true)
				}
				return false
			})
		case "get":
			if _, done := finished.snapshot()[id]; !done {
				return false
			}
			return c.edit(func(o obj) bool {
				forms, _ := o["filled_forms"].([]any)
				if len(forms) == 0 {
					return false
				}
				old, known := first.keep(id, func() any { return forms })
				o["filled_forms"] = old
				return known
			})
		case "pdf":
			if _, done := finished.snapshot()[id]; !done {
				return false
			}
			old, known := first.keep(c.r.URL.Path, func() any { return bytes.Clone(c.out) })
			c.out = old.([]byte)
			return known
		}
		return false
	}}
}
