package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// isNot says whether a member is there with a type other than a string or null, and puts a harmless value in its place.
func isNot(member string, put any) func(o obj) bool {
	return func(o obj) bool {
		v, there := o[member]
		if _, ok := v.(string); ok || !there || v == nil && member != "insured_name" && member != "message" {
			return false
		}
		o[member] = put
		return true
	}
}

// chosenByBody creates in the workspace that the body names.
func chosenByBody(c *call) bool {
	if c.op != "create" && c.op != "appointment" {
		return false
	}
	body := string(c.in)
	for org, key := range keys.snapshot() {
		if strings.Contains(body, org) {
			c.r.Header.Set("Authorization", "Bearer "+key.(string))
			return true
		}
	}
	return false
}

// firstChunk refuses a create in chunks with a status, by how many it is since the last that had a length.
func firstChunk(status int, refused func(n int) bool) layer {
	var n atomic.Int64
	return layer{request: func(c *call) bool {
		if c.op != "create" || c.r.ContentLength >= 0 {
			n.Store(0)
			return false
		}
		did := refused(int(n.Add(1)))
		if did {
			c.refuse(status)
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

// renamed changes the name in the create reply and in the detail.
func renamed(change func(string) string) layer {
	return reply("create get", func(o obj) bool {
		was := text(o, "insured_name")
		o["insured_name"] = change(was)
		return o["insured_name"] != was
	})
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

// emptyFor takes an empty value of another type for none.
func emptyFor(op, member string, empty, none any) layer {
	return lenient(op, func(o obj) bool {
		v, there := o[member]
		is := there && v != nil && fmt.Sprintf("%#v", v) == fmt.Sprintf("%#v", empty)
		if is {
			o[member] = none
		}
		return is
	})
}

// lostWith finds no session whose create had a member.
func lostWith(member string) layer {
	lost := newMemory()
	isLost := func(c *call) bool { return lost.snapshot()[sessionIn(c)] != nil }
	return layer{request: answering("get", 404, "No such session.", isLost), response: func(c *call) bool {
		var in obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.in, &in) == nil && in[member] != nil {
			c.edit(func(o obj) bool { lost.put(text(o, "session_id"), true); return false })
		}
		return false
	}}
}

func refusesName(name string) layer {
	return strict("create", 422, func(_ *call, o obj) bool { return o["insured_name"] == name })
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

// decodedApart reads each part of a JSON body as a text of its own, as it comes.
func decodedApart() layer {
	touched := new(atomic.Int64)
	return layer{touched: touched, early: func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPost || r.URL.Path != "/org/sessions" {
			return false
		}
		var all []byte
		part := make([]byte, 64<<10)
		for {
			n, err := r.Body.Read(part)
			if !utf8.Valid(part[:n]) {
				touched.Add(1)
			}
			all = append(all, bytes.ToValidUTF8(part[:n], []byte("\ufffd"))...)
			if err != nil {
				break
			}
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(all)), int64(len(all))
		return false
	}}
}

// listedThough lists a session of a create that was refused for more than twenty lobs.
func listedThough() layer {
	more := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.status == 422 && json.Unmarshal(c.in, &o) == nil {
			if lobs, _ := o["lobs"].([]any); len(lobs) > 20 {
				more.put(bearer(c), o["insured_name"])
			}
		}
		return c.op == "list" && c.ok() && more.snapshot()[bearer(c)] != nil && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			o["sessions"] = append(slices.Clone(all), obj{"session_id": "ses_refused", "insured_name": more.snapshot()[bearer(c)], "status": "open", "form_keys": []any{}, "fields_filled": 0, "fields_total": 1})
			return true
		})
	}}
}

// deduplicated answers a create of a name that is known with the session of that name.
func deduplicated() layer {
	first := newMemory()
	return reply("create", func(o obj) bool {
		old, known := first.keep(text(o, "insured_name"), func() any { return o["session_id"] })
		o["session_id"] = old
		return known
	})
}

// racingIDs gives creates of one moment one id, as ids made of the time do.
func racingIDs() layer {
	var gate = make(chan struct{}, 1)
	first := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		select {
		case gate <- struct{}{}:
			c.r.Header.Set("X-First", "1")
			return false
		default:
			return false
		}
	}, response: func(c *call) bool {
		if c.op != "create" || !c.ok() {
			return false
		}
		if c.r.Header.Get("X-First") != "" {
			pause(20e6)
			var o obj
			_ = json.Unmarshal(c.out, &o)
			first.byKey["id"] = o["session_id"]
			<-gate
			return false
		}
		return c.edit(func(o obj) bool { o["session_id"] = "ses_of_this_moment"; return true })
	}}
}

// chosenBy creates in the workspace that a member of the body names.
func chosenBy(member string) func(c *call) bool {
	return func(c *call) bool { return strings.Contains(string(c.in), member) && chosenByBody(c) }
}

func chosenByHeader(c *call) bool {
	for org, key := range keys.snapshot() {
		for name, values := range c.r.Header {
			if name != "Authorization" && len(values) == 1 && values[0] == org {
				c.r.Header.Set("Authorization", "Bearer "+key.(string))
				return true
			}
		}
	}
	return false
}

func chosenByQuery(c *call) bool {
	for org, key := range keys.snapshot() {
		if strings.Contains(c.r.URL.RawQuery, org) {
			c.r.Header.Set("Authorization", "Bearer "+key.(string))
			return true
		}
	}
	return false
}

// firstRead finds nothing at the first read of each session.
func firstRead() layer {
	seen := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "get" {
			return false
		}
		if _, known := seen.keep(c.r.URL.Path, func() any { return true }); known {
			return false
		}
		c.refuse(404)
		return true
	}}
}

func noName(is func(string) bool) layer {
	return strict("create", 422, func(_ *call, o obj) bool { return is(text(o, "insured_name")) })
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

// without2 says whether a create has one member and not another.
func without2(has, lacks string) func(*call, obj) bool {
	return func(_ *call, o obj) bool {
		list, isList := o[has].([]any)
		return o[has] != nil && (!isList || len(list) > 0) && o["insured_name"] != nil && o[lacks] == nil
	}
}

// invalidFor calls an operation invalid that comes with a known key.
func invalidFor(op string) func(known func(key string) bool) func(c *call) bool {
	return func(known func(key string) bool) func(c *call) bool {
		return refusingCalls(op, 422, func(c *call) bool { return known(bearer(c)) })
	}
}

// prototype takes a name that a create gave to all objects for that of creates without one.
func prototype() layer {
	var given atomic.Bool
	return layer{request: func(c *call) bool {
		return c.requested("create", func(o obj) bool {
			if _, says := o["__proto__"].(obj); says {
				given.Store(true)
				return false
			}
			_, named := o["insured_name"]
			did := !named && given.Load()
			if did {
				o["insured_name"] = "Inherited"
			}
			return did
		})
	}}
}

// bareTabs has the tabs of a text in JSON as they are.
func bareTabs(op string) layer {
	return layer{response: func(c *call) bool {
		did := c.op == op && c.ok() && bytes.Contains(c.out, []byte(`\t`))
		if did {
			c.out = bytes.ReplaceAll(c.out, []byte(`\t`), []byte("\t"))
		}
		return did
	}}
}

// namelessStates loses the state of a session that is sent more than an abbreviation.
func namelessStates() layer {
	lost := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		_ = json.Unmarshal(c.in, &in)
		if c.op == "create" && c.ok() && len(text(in, "state")) > 2 {
			c.edit(func(o obj) bool { lost.put(text(o, "session_id"), true); return false })
		}
		return c.ok() && among("create get", c.op) && c.edit(func(o obj) bool {
			did := lost.snapshot()[text(o, "session_id")] != nil
			if did {
				o["state"] = nil
			}
			return did
		})
	}}
}
