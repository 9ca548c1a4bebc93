package checks_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// plantedBodies are faults of what a body, a name or an address has in it, and of sessions to which a file or nothing was said.
func plantedBodies() []plant {
	return []plant{
		{"API-CREATE-09", "letters in pairs of escapes are refused", refusing("create", 422, `\ud83d\ude00`)},
		{"API-CREATE-01", "of a body in chunks the first is read", firstChunk(func(n int) bool { return n > 1 })},
		{"API-CREATE-10", "the id of a session is that of its body", idOfBody()},
		{"API-CREATE-15", "a name is counted without its blanks and kept with them", blanksLeftOut(true)},
		{"API-APPT-05", "what is refused was handed on before", handedOnFirst()},
		{"API-EXTRACT-05", "the bound is that of files of one label", layer{request: func(c *call) bool {
			did := c.op == "extract" && len(c.in) > 20<<20 && bytes.Contains(c.in[:1000], []byte("application/octet-stream"))
			if did {
				c.answer(200, obj{"extracted_count": 0, "extracted_fields": obj{}, "confidence": 0, "field_confidence": obj{}, "notes": []any{}})
			}
			return did
		}}},
		{"API-PDF-01", "a form in which nothing was answered is that of another session", formOfAnother()},
		{"API-FILL-07", "a form has nothing of a file", nothingOfFile()},
		{"API-RISK-01", "questions that were skipped break a summary", refusesSkipped("risk", 500)},
		{"API-FILL-01", "questions that were skipped break a fill", refusesSkipped("fill", 500)},
		{"API-FILL-01", "a request without a length breaks the server", lengthless(500)},
		{"API-ANSWER-15", "a letter counts as those that it stands for", strict("answer", 422, longer("message", 10000, func(s string) int {
			return utf8.RuneCountInString(strings.ReplaceAll(s, "…", "..."))
		}))},
		{"API-ANSWER-19", "a question is a pattern for what it is about", strict("answer", 500, func(_ *call, o obj) bool {
			return strings.HasSuffix(message(o), "?") && strings.Count(message(o), "[") > strings.Count(message(o), "]")
		})},
		{"API-GET-09", "an id is a pattern", idPattern()},
		{"API-DOCS-03", "of two documents in one request the last is sent", layer{verb: submissions(func(files []any) []any {
			return slices.DeleteFunc(files, func(file any) bool { return file.(obj)["name"] == "inspection-north.pdf" })
		})}},
		{"OAUTH-DEV-17", "whoever has a device_code need not say who asks", namelessClient()},
		{"ERR-03", "what is no PDF is refused in words", refusedInWords(422)},
		{"API-SUBMIT-01", "an apostrophe ends what is written of a submission", apostropheBreaks()},
		{"OAUTH-CODE-05", "a redirect without a port is that of port 80", portOfHTTP()},
		{"OAUTH-CODE-08", "an empty challenge is one", emptyChallenge()},
		{"OAUTH-DEV-09", "the request that was made last is the one that is approved", newestApproved()},
		{"OAUTH-CODE-09", "what stands before the host is the host", anyTarget("@evil.example")},
		{"EVT-05", "the status is stored a while after the forms, of which the event tells", statusLate(330 * time.Millisecond)},
	}
}

// nearBodies are choices near them.
func nearBodies() []plant {
	return []plant{
		{"API-CREATE-01", "bodies come with their length", firstChunk(func(n int) bool { return n > 0 })},
		{"API-CREATE-10", "members that nobody knows are refused", strict("create", 422, func(_ *call, o obj) bool { return o["session_id"] != nil || o["id"] != nil })},
		{"API-CREATE-15", "a name is counted without its blanks and kept without them", blanksLeftOut(false)},
		{"API-EXTRACT-05", "files of another label are refused", refusing("extract", 422, "application/octet-stream")},
		{"API-CREATE-09", "pairs of escapes are refused, as such letters are", refusing("create", 422, `\ud83d\ude00`, "😀")},
		{"API-DOCS-03", "one document to a request", layer{request: func(c *call) bool {
			did := c.op == "documents" && bytes.Contains(c.in, []byte("inspection-south.pdf"))
			if did {
				c.answer(200, obj{"documents": []any{obj{"name": "inspection-north.pdf"}}})
			}
			return did
		}}},
		{"OAUTH-CODE-05", "a redirect has a port", refusing("register", 400, `"http://127.0.0.1/`)},
		{"API-SUBMIT-01", "names have no apostrophes", strict("create", 422, func(_ *call, o obj) bool { return strings.Contains(text(o, "insured_name"), "'") })},
		{"API-APPT-03", "a request that is open already is refused", openAlready()},
		{"API-APPT-03", "a new workspace has a request to look at, and others are handed on later", mixed(demoRequest(), lateAppointments())},
		{"API-APPT-04", "a new workspace has a request to look at, and others are handed on later", mixed(demoRequest(), lateAppointments())},
		{"API-APPT-05", "a new workspace has a request to look at", demoRequest()},
		{"API-RISK-01", "a session of which nothing is known has no summary", refusesSkipped("risk", 400)},
		{"API-FILL-01", "a session of which nothing is known is not filled", refusesSkipped("fill", 400)},
		{"API-FILL-01", "a request has a length", lengthless(411)},
		{"EVT-05", "the status is stored at once", statusLate(0)},
		{"ERR-03", "what is no PDF is refused with 415, in words", refusedInWords(415)},
		{"LIM-09", "what is asked for again is answered from a store", fromStore()},
		{"OAUTH-TOKEN-02", "a token of the hook lives for longer than one of a refresh", layer{verb: func(verb string, _, out obj) bool {
			life, _ := out["expires_in"].(float64)
			out["expires_in"] = 2 * life
			return verb == "issue-token"
		}}},
	}
}

// refusing refuses calls of which the beginning of the body has one of some texts.
func refusing(op string, status int, texts ...string) layer {
	return layer{request: func(c *call) bool {
		did := c.op == op && slices.ContainsFunc(texts, func(text string) bool { return bytes.Contains(c.in[:min(len(c.in), 2000)], []byte(text)) })
		if did {
			c.refuse(status)
		}
		return did
	}}
}

// refusedInWords answers an upload that is no PDF with a detail in words.
func refusedInWords(status int) layer {
	return layer{response: func(c *call) bool {
		did := c.op == "extract" && bytes.Contains(c.in, []byte("text/plain"))
		if did {
			c.answer(status, obj{"detail": "The file is no PDF."})
		}
		return did
	}}
}

// firstChunk refuses a create in chunks, by how many it is since the last that had a length.
func firstChunk(refused func(n int) bool) layer {
	var n atomic.Int64
	return layer{request: func(c *call) bool {
		if c.op != "create" || c.r.ContentLength >= 0 {
			n.Store(0)
			return false
		}
		did := refused(int(n.Add(1)))
		if did {
			c.refuse(422)
		}
		return did
	}}
}

// lengthless refuses a request with a method of bodies that says nothing of the length of its own.
func lengthless(status int) layer {
	return layer{early: func(w http.ResponseWriter, r *http.Request) bool {
		did := r.Method == http.MethodPost && r.Header.Get("Content-Length") == "" && len(r.TransferEncoding) == 0
		if did {
			http.Error(w, "Length Required", status)
		}
		return did
	}}
}

// idOfBody gives a session the id that its create names, where that is a text.
func idOfBody() layer {
	return layer{response: func(c *call) bool {
		var in obj
		_ = json.Unmarshal(c.in, &in)
		id := text(in, "session_id")
		return c.op == "create" && c.ok() && id != "" && c.edit(func(o obj) bool { o["session_id"] = id; return true })
	}}
}

// blanksLeftOut takes names that are too long for their blanks, and shows them as they were or as they are without.
func blanksLeftOut(kept bool) layer {
	names := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("create", func(o obj) bool {
			name := text(o, "insured_name")
			short := strings.Join(strings.Fields(name), " ")
			o["insured_name"] = short
			if kept {
				names.put(short, name)
			}
			return len(name) > 256 && len(short) <= 256
		})
	}, response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			name, is := names.snapshot()[text(o, "insured_name")]
			if is {
				o["insured_name"] = name
			}
			return is
		})
	}}
}

// handedOnFirst hands requests on that are refused, to whichever workspace is asked after next.
func handedOnFirst() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "appointment" && c.status/100 == 4 {
			refused.add(string(c.in))
		}
		return false
	}, verb: func(verb string, _, out obj) bool {
		if verb != "list-submissions" || len(refused.list()) == 0 {
			return false
		}
		list, _ := out["appointments"].([]any)
		out["appointments"] = append(list, obj{"phone": "(478) 555-0142"})
		return true
	}}
}

// neverAnswered notes which sessions nobody answered in, and says of a call whether it is of one.
func neverAnswered() (note, is func(*call) bool) {
	answered := newMemory()
	note = func(c *call) bool {
		if c.op == "answer" {
			answered.put(sessionIn(c), true)
		}
		return false
	}
	return note, func(c *call) bool { return answered.snapshot()[sessionIn(c)] == nil }
}

// formOfAnother gives each session without an answer the form that was downloaded first.
func formOfAnother() layer {
	first := newMemory()
	note, alone := neverAnswered()
	return layer{request: note, response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		parts := splitPath(c.r.URL.Path)
		form, known := first.keep(parts[4], func() any { return bytes.Clone(c.out) })
		if known && alone(c) {
			c.out = form.([]byte)
		}
		return known && alone(c)
	}}
}

// nothingOfFile leaves all texts of a form out where a file is all that its session was given.
func nothingOfFile() layer {
	note, alone := neverAnswered()
	l := where(func(c *call) bool { return c.op == "pdf" && alone(c) }, inLetters(func(string) string { return "()" }))
	l.request = note
	return l
}

// enoughSkips is after how many requests to skip a session has hardly a value.
const enoughSkips = 5

// refusesSkipped refuses a call on a session of which questions were skipped.
func refusesSkipped(op string, status int) layer {
	skips := newMemory()
	return layer{request: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.in, &o)
		n, _ := skips.snapshot()[sessionIn(c)].(int)
		if c.op == "answer" && strings.Contains(message(o), "skip this question") {
			skips.put(sessionIn(c), n+1)
		}
		did := c.op == op && n >= enoughSkips
		if did {
			c.refuse(status)
		}
		return did
	}}
}

// fromStore answers what a heavy operation is asked for again, of the same session, as it was before.
func fromStore() layer {
	stored := newMemory()
	of := func(c *call) string { return c.r.Method + c.r.URL.Path + bearer(c) + string(c.in) }
	heavy := func(c *call) bool { return among("answer extract fill risk", c.op) }
	return layer{request: func(c *call) bool {
		was, known := stored.snapshot()[of(c)].([]byte)
		if known && heavy(c) {
			c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/json"}}, bytes.Clone(was)
		}
		return known && heavy(c)
	}, response: func(c *call) bool {
		if heavy(c) && c.ok() {
			stored.put(of(c), bytes.Clone(c.out))
		}
		return false
	}}
}

// idPattern finds a session by an id with a percent sign.
func idPattern() layer {
	return layer{request: func(c *call) bool {
		did := c.op == "get" && strings.HasSuffix(sessionIn(c), "%")
		if did {
			c.answer(200, obj{"session_id": "ses_found"})
		}
		return did
	}}
}

// apostropheBreaks fails at the submission of a session whose insured has an apostrophe.
func apostropheBreaks() layer {
	odd := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "create" && c.ok() && c.edit(func(o obj) bool {
			if strings.Contains(text(o, "insured_name"), "'") {
				odd.put(text(o, "session_id"), true)
			}
			return false
		})
	}, request: func(c *call) bool {
		did := c.op == "submit" && odd.snapshot()[sessionIn(c)] == true
		if did {
			c.refuse(500)
		}
		return did
	}}
}

// newestApproved approves the newest request, whichever one a person names.
func newestApproved() layer {
	newest := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "device" && c.ok() && c.edit(func(o obj) bool { newest.put("", text(o, "user_code")); return false })
	}, into: func(verb string, in obj) bool {
		last, _ := newest.snapshot()[""].(string)
		did := verb == "approve-device" && last != text(in, "user_code")
		if did {
			in["user_code"] = last
		}
		return did
	}}
}

// namelessClient takes the client of a request for that of whoever polls without a name.
func namelessClient() layer {
	clients := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "device" && c.ok() && c.edit(func(o obj) bool { clients.put(text(o, "device_code"), form(c).Get("client_id")); return false })
	}, request: func(c *call) bool {
		values := form(c)
		client, known := clients.snapshot()[values.Get("device_code")].(string)
		did := c.op == "token" && known && !values.Has("client_id")
		if did {
			values.Set("client_id", client)
			c.in = []byte(values.Encode())
		}
		return did
	}}
}

// portOfHTTP gives no code to a client whose redirect was registered without a port.
func portOfHTTP() layer {
	bare := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "register" && c.ok() && bytes.Contains(c.in, []byte(`"http://127.0.0.1/`)) && c.edit(func(o obj) bool {
			bare.put(text(o, "client_id"), true)
			return false
		})
	}, fails: func(verb string, in obj) bool {
		u, err := url.Parse(text(in, "authorization_url"))
		return verb == "authorize" && err == nil && bare.snapshot()[u.Query().Get("client_id")] == true
	}}
}

// emptyChallenge takes an empty code_challenge for one.
func emptyChallenge() layer {
	return layer{into: func(verb string, in obj) bool {
		u, err := url.Parse(text(in, "authorization_url"))
		if verb != "authorize" || err != nil || !u.Query().Has("code_challenge") || u.Query().Get("code_challenge") != "" {
			return false
		}
		q := u.Query()
		q.Set("code_challenge", strings.Repeat("A", 43))
		u.RawQuery = q.Encode()
		in["authorization_url"] = u.String()
		return true
	}}
}

// openAlready refuses a third request of a workspace that is the same as its second one by the profile.
func openAlready() layer {
	count := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "appointment" {
			return false
		}
		n, _ := count.snapshot()[bearer(c)].(int)
		if count.put(bearer(c), n+1); n < 2 {
			return false
		}
		c.refuse(400)
		return true
	}}
}

// statusLate shows the status of a session as it was before its fill until a time after it. It plays a slow server, whose time is this
// machine's.
func statusLate(by time.Duration) layer {
	type past struct {
		status any
		until  time.Time
	}
	were := newMemory()
	return layer{request: func(c *call) bool {
		if c.op == "fill" {
			body, _ := c.beside("GET", "")
			var o obj
			_ = json.Unmarshal(body, &o)
			were.put(sessionIn(c), past{o["status"], time.Now().Add(by)})
		}
		return c.op == "fill"
	}, response: func(c *call) bool {
		was, is := were.snapshot()[sessionIn(c)].(past)
		return c.op == "get" && c.ok() && is && time.Now().Before(was.until) && c.edit(func(o obj) bool { o["status"] = was.status; return true })
	}}
}

// demoRequest has a request at the platform that nobody made.
func demoRequest() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["appointments"].([]any)
		out["appointments"] = append([]any{obj{"agency_name": "A demonstration"}}, list...)
		return verb == "list-submissions"
	}}
}
