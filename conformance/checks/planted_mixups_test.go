package checks_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// onto works on another session than the one that is asked for.
func (c *call) onto(session string) bool {
	parts := splitPath(c.r.URL.Path)
	if len(parts) < 3 || session == "" || parts[2] == session {
		return false
	}
	u := *c.r.URL
	u.Path, u.RawPath = strings.Replace(u.Path, parts[2], session, 1), ""
	c.r = c.r.Clone(c.r.Context())
	c.r.URL = &u
	return true
}

// newest works on the session that a key made last, whichever is asked for.
func newest(op string) layer {
	last := newMemory()
	return layer{request: func(c *call) bool {
		id, _ := last.snapshot()[bearer(c)].(string)
		return c.op == op && c.onto(id)
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			last.put(bearer(c), text(o, "session_id"))
		}
		return false
	}}
}

// lastRendered gives downloads of the session whose forms a key rendered last.
func lastRendered() layer {
	last := newMemory()
	return layer{request: func(c *call) bool {
		id, _ := last.snapshot()[bearer(c)].(string)
		return c.op == "pdf" && c.onto(id)
	}, response: func(c *call) bool {
		if c.op == "fill" && c.ok() {
			last.put(bearer(c), splitPath(c.r.URL.Path)[2])
		}
		return false
	}}
}

// inData gives a member of the data of an event the value of the session that was made last.
func inData(event, member string) layer {
	last := newMemory()
	l := data(event, func(d obj) { d[member] = last.snapshot()["session"].(obj)[member] })
	l.response = func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			last.put("session", o)
		}
		return false
	}
	return l
}

// overlapping says of the calls of an operation on a session whether one of another is under way, or of the same that came
// before. It gives that one the time to come.
func overlapping(op, other string) (begin, end func(c *call) bool) {
	var mu sync.Mutex
	under := map[string]int{}
	count := func(c *call, op string, by int) int {
		mu.Lock()
		defer mu.Unlock()
		at := op + path.Dir(c.r.URL.Path)
		under[at] += by
		return under[at]
	}
	begin = func(c *call) bool {
		if c.op != op && c.op != other {
			return false
		}
		second := count(c, c.op, 1) > 1 && op == other
		pause(50 * time.Millisecond)
		if c.op != op { // it takes longer
			pause(100 * time.Millisecond)
			return false
		}
		if second = second || op != other && count(c, other, 0) > 0; second {
			c.r.Header.Set("X-Second", "1")
		}
		return second
	}
	return begin, func(c *call) bool {
		if c.op == op || c.op == other {
			count(c, c.op, -1)
		}
		return c.op == op && c.ok() && c.r.Header.Get("X-Second") != ""
	}
}

// lastWins loses what a call brings a session while another one is under way: what stands under a member of its reply.
func lastWins(op, other, member string) layer {
	begin, end := overlapping(op, other)
	lost := newMemory()
	return layer{request: begin, response: func(c *call) bool {
		if end(c) {
			return c.edit(func(o obj) bool {
				lost.put(splitPath(c.r.URL.Path)[2], o[member])
				return true
			})
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			gone, _ := lost.snapshot()[text(o, "session_id")].(obj)
			values, _ := o["field_values"].(obj)
			was := len(values)
			maps.DeleteFunc(values, func(key string, _ any) bool { _, is := gone[key]; return is })
			return len(values) < was
		})
	}}
}

// oneCreated loses a session that is made while another one is.
func oneCreated() layer {
	begin, end := overlapping("create", "create")
	lost := newMemory()
	return layer{request: func(c *call) bool {
		gone := c.op == "get" && lost.snapshot()[splitPath(c.r.URL.Path)[2]] != nil
		if gone {
			c.refuse(404)
		}
		return gone || begin(c)
	}, response: func(c *call) bool {
		return end(c) && c.edit(func(o obj) bool { lost.put(text(o, "session_id"), true); return true })
	}}
}

// read hides or renames what an extraction brought, key by key.
func read(change func(o, values obj, key string) bool) layer {
	brought := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "extract" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			fields, _ := o["extracted_fields"].(obj)
			brought.put(splitPath(c.r.URL.Path)[2], slices.Sorted(maps.Keys(fields)))
		}
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			keys, _ := brought.snapshot()[text(o, "session_id")].([]string)
			values, _ := o["field_values"].(obj)
			changed := false
			for _, key := range keys {
				changed = change(o, values, key) || changed
			}
			return changed
		})
	}}
}

// prefixed stores what was extracted under keys of its own.
func prefixed() layer {
	return read(func(o, values obj, key string) bool {
		v, has := values[key]
		if has {
			delete(values, key)
			values["extracted_"+key] = v
			list, _ := o["next_questions"].([]any)
			o["next_questions"] = append(list, obj{"key": key, "question": "What is it?", "group": "General"})
		}
		return has
	})
}

// actsElsewhere opens the first workspace with a token of a grant, but for the identity.
func actsElsewhere(kind string) layer {
	first, given := newMemory(), newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "create-workspace" {
			first.keep("key", func() any { return text(out, "api_key") })
		}
		return false
	}, request: func(c *call) bool {
		_, mine := given.snapshot()[bearer(c)]
		key, _ := first.snapshot()["key"].(string)
		if !mine || c.op == "me" || c.op == "token" {
			return false
		}
		c.r.Header.Set("Authorization", "Bearer "+key)
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "token" && c.ok() && grantIs(kind)(form(c)) && json.Unmarshal(c.out, &o) == nil {
			given.put(text(o, "access_token"), true)
		}
		return false
	}}
}

// newestProfile takes what an appointment request leaves out from the profile of the workspace that was made last.
func newestProfile() layer {
	newest, profiles := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch profile, has := in["profile"].(obj); {
		case verb == "create-workspace" && has:
			newest.put("key", text(out, "api_key"))
			newest.put("org", text(out, "org_id"))
			profiles.put(text(out, "org_id"), profile)
		case verb == "set-profile":
			profiles.put(text(in, "org_id"), profile)
		}
		return false
	}, request: func(c *call) bool {
		all := newest.snapshot()
		profile, _ := profiles.snapshot()[fmt.Sprint(all["org"])].(obj)
		return c.op == "appointment" && bearer(c) != all["key"] && c.requested("appointment", func(o obj) bool {
			was := len(o)
			for name, v := range profile {
				if _, there := o[name]; !there {
					o[name] = v
				}
			}
			return len(o) > was
		})
	}}
}

// nextFact is where the second of several answers in a message begins.
var nextFact = regexp.MustCompile(`\n|; |\. |, and `)

// plantedMixups are faults of a server that takes one thing for another, or loses one of two: another session than the one
// that is asked for, the first of several answers, one of two calls at one time.
func plantedMixups() []plant {
	all := []plant{
		{"API-CREATE-27", "of creates at one time one is lost", oneCreated()},
		{"API-GET-12", "of two answers at one time one is lost", lastWins("answer", "answer", "set_fields")},
		{"API-GET-12", "an answer while a PDF is read is lost", lastWins("answer", "extract", "set_fields")},
		{"API-GET-12", "an answer while forms are filled is lost", lastWins("answer", "fill", "set_fields")},
		{"API-GET-12", "an answer goes to the newest session", newest("answer")},
		{"API-EXTRACT-06", "of two uploads at one time one is lost", lastWins("extract", "extract", "extracted_fields")},
		{"API-EXTRACT-06", "a PDF is read into the newest session", newest("extract")},
		{"API-EXTRACT-06", "one of the extracted values is not stored", read(func(_, values obj, key string) bool {
			_, has := values[key]
			delete(values, map[bool]string{true: key}[key == "fein"])
			return has && key == "fein"
		})},
		{"API-EXTRACT-07", "what was extracted is stored under other keys and asked again", prefixed()},
		{"API-DOCS-03", "a document goes to the newest session", newest("documents")},
		{"API-FILL-07", "the newest session is filled", newest("fill")},
		{"API-PDF-01", "a form is that of the session that was filled last", lastRendered()},
		{"API-PDF-01", "every form of a session is the first that was downloaded", cachedForms(func(c *call) string { return splitPath(c.r.URL.Path)[2] })},
		{"API-RISK-01", "the risk is that of the newest session", newest("risk")},
		{"API-SUBMIT-01", "the newest session is submitted", newest("submit")},
		{"API-APPT-03", "the profile is that of the newest workspace", newestProfile()},
		{"LIM-04", "an appointment request is refused at the cap", refusedAtCap("appointment")},
		{"OAUTH-TOKEN-05", "a token of a refresh works in the first workspace", actsElsewhere("refresh_token")},
		{"OAUTH-DEV-10", "a token works in the first workspace", actsElsewhere("device_code")},
		{"OAUTH-CODE-04", "a token works in the first workspace", actsElsewhere("authorization_code")},
		{"OAUTH-CODE-06", "state is in small letters", redirected(func(q url.Values) { q.Set("state", strings.ToLower(q.Get("state"))) })},
		{"EVT-05", "the name of a completion is that of the newest session", inData("fill_session.completed", "insured_name")},
		{"EVT-07", "session_id of a submission is that of the newest session", inData("submission.sent", "session_id")},
		{"HOOK-13", "the first attempt comes after 2 s", retimed(1, 2*time.Second)},
	}
	for _, event := range []string{"fill_session.completed", "esign.completed"} {
		all = append(all, plant{"HOOK-13", "the first attempt comes after 4 s: " + event, ofEvent(event, retimed(1, 4*time.Second))})
	}
	return all
}
