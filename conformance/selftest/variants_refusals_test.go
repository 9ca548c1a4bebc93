package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// refusalVariants are choices about what is refused, with which status and in which words.
var refusalVariants = []variant{
	{"20 MB are 20,000,000 bytes", plain(layer{request: func(c *call) bool {
		did := c.op == "extract" && len(c.in) > 20_000_700
		if did {
			c.refuse(422)
		}
		return did
	}})},
	{"422 for a limit above 20", plain(layer{request: refusingCalls("list", 422, func(c *call) bool {
		limit, err := strconv.Atoi(c.r.URL.Query().Get("limit"))
		return err == nil && limit > 20
	})})},
	{"422 for a parameter of a create", plain(layer{request: refusingCalls("create", 422, func(c *call) bool { return c.r.URL.RawQuery != "" })})},
	{"uploads labelled as PDF alone", plain(layer{request: refusingCalls("extract", 422, func(c *call) bool {
		return !bytes.Contains(c.in, []byte("Content-Type: application/pdf"))
	})})},
	{"400 for what is too large", plain(layer{response: func(c *call) bool {
		did := c.op == "extract" && c.status == 422 && len(c.in) > 20_000_500
		if did {
			c.refuse(400)
		}
		return did
	}})},
	{"413 before the body is read", plain(layer{early: func(w http.ResponseWriter, r *http.Request) bool {
		if opOf(r.Method, r.URL.Path) != "extract" || r.ContentLength < 20<<20 {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		_, _ = io.WriteString(w, `{"detail":"The file is too large."}`)
		return true
	}})},
	{"400 for an upload that is no PDF", plain(recoded(422, 400, func(c *call) bool {
		return c.op == "extract" && !bytes.Contains(c.in, []byte("%PDF"))
	}))},
	{"documents win over answers", plain(layer{choice: "extracted=wins"})},
	{"400 for an Authorization that is not Bearer and one word", plain(layer{request: func(c *call) bool {
		value := c.r.Header.Get("Authorization")
		scheme, rest, _ := strings.Cut(value, " ")
		did := org(c) && value != "" && (scheme != "Bearer" || rest == "" || strings.Contains(rest, " "))
		if did {
			c.refuse(400)
		}
		return did
	}})},
	{"405 without Allow", plain(layer{response: func(c *call) bool { c.header.Del("Allow"); return c.status == 405 }})},
	{"404 for a method that is none", plain(layer{response: func(c *call) bool {
		did := c.status == 405
		if did {
			c.answer(404, obj{"detail": "Not Found"})
		}
		return did
	}})},
	{"404s that name what is not there", plain(layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.status == 404
		if did {
			c.answer(404, obj{"detail": "There is no such form: " + c.r.URL.Path})
		}
		return did
	}})},
	{"the bearer token wins over the key in its own header", plain(layer{request: func(c *call) bool {
		both := c.r.Header.Get("Authorization") != "" && c.r.Header.Get("X-Api-Key") != ""
		if both {
			c.r.Header.Del("X-Api-Key")
		}
		return both
	}})},
	{"the key in its own header wins over the bearer token", plain(layer{request: func(c *call) bool {
		both := c.r.Header.Get("Authorization") != "" && c.r.Header.Get("X-Api-Key") != ""
		if both {
			c.r.Header.Del("Authorization")
		}
		return both
	}})},
	{"Bearer in one way of writing only", spelledOnce},
	{"tokens as bearer tokens only", plain(layer{request: func(c *call) bool {
		did := org(c) && c.r.Header.Get("Authorization") == "" && inHeader(c) && !strings.HasPrefix(c.r.Header.Get("X-Api-Key"), "bsk_")
		if did {
			c.refuse(401)
		}
		return did
	}})},
	{"WWW-Authenticate with an error", plain(layer{response: func(c *call) bool {
		did := org(c) && c.status == 401
		if did {
			c.header["Www-Authenticate"] = []string{`Bearer realm="api", error="invalid_token", error_description="It is no good"`, `ApiKey realm="api"`}
		}
		return did
	}})},
	{"409 for an account that is there", func() layer { return accountFirst(409) }},
	{"400 for an appointment without name or email", plain(recoded(422, 400, func(c *call) bool {
		return c.op == "appointment" && bytes.Contains(c.out, []byte("agency_name")) && textsOnly(c.in)
	}))},
	{"names of white space or with control characters refused", plain(layer{request: func(c *call) bool {
		var o obj
		if c.op != "create" || json.Unmarshal(c.in, &o) != nil {
			return false
		}
		name := text(o, "insured_name")
		did := name != "" && (strings.TrimSpace(name) == "" || strings.ContainsFunc(name, unicode.IsControl))
		if did {
			c.refuse(422)
		}
		return did
	}})},
	{"faults by the name alone", plain(inFaults(func(one obj) {
		if loc, _ := one["loc"].([]any); len(loc) > 1 {
			one["loc"] = loc[1:]
		}
	}))},
	{"faults by a path in one text", plain(inFaults(func(one obj) {
		var parts []string
		loc, _ := one["loc"].([]any)
		for _, part := range loc {
			parts = append(parts, fmt.Sprint(part))
		}
		one["loc"] = []any{"/" + strings.Join(parts, "/")}
	}))},
	{"faults of no place", plain(inFaults(func(one obj) { one["loc"] = []any{} }))},
	{"faults in words of its own", plain(inFaults(func(one obj) {
		one["msg"], one["type"], one["severity"] = "Ce n'est pas valable.", "E-"+text(one, "type"), 3
	}))},
	{"a foreign session in other words than an unknown one", func() layer {
		made := newMemory()
		return layer{response: func(c *call) bool {
			parts := splitPath(c.r.URL.Path)
			if c.op == "create" && c.ok() {
				var o obj
				_ = json.Unmarshal(c.out, &o)
				made.keep(text(o, "session_id"), func() any { return true })
			}
			did := org(c) && c.status == 404 && len(parts) > 2 && made.snapshot()[parts[2]] != nil && c.op != "pdf"
			if did {
				c.answer(404, obj{"detail": "This session is not yours to see."})
			}
			return did
		}}
	}},
	{"corrections are noted and not applied", plain(layer{request: func(c *call) bool {
		return c.requested("answer", func(o obj) bool {
			did := strings.HasPrefix(text(o, "message"), "Correction")
			if did {
				o["message"] = "Thank you."
			}
			return did
		})
	}})},
	{"400 for an upload before the first turn", func() layer { return notUntil("extract", "answer") }},
	{"400 for an upload to a session without a state", func() layer { return forLackOf("state", "extract") }},
	{"400 for a risk summary of a session without a document", func() layer { return notUntil("risk", "documents") }},
	{"400 for a second submission", func() layer {
		sent := newMemory()
		return layer{request: func(c *call) bool {
			did := c.op == "submit" && sent.snapshot()[c.r.URL.Path+bearer(c)] != nil
			if did {
				c.refuse(400)
			}
			return did
		}, response: func(c *call) bool {
			if c.op == "submit" && c.ok() {
				sent.keep(c.r.URL.Path+bearer(c), func() any { return true })
			}
			return false
		}}
	}},
	{"400 for a fill that nothing was said since", func() layer {
		filled := newMemory()
		return layer{response: func(c *call) bool {
			parts := splitPath(c.r.URL.Path)
			switch {
			case c.op == "fill" && c.ok() && filled.snapshot()[parts[2]] == bearer(c):
				c.refuse(400)
				return true
			case c.op == "fill" && c.ok():
				filled.put(parts[2], bearer(c))
			case (c.op == "answer" || c.op == "extract") && c.ok():
				filled.put(parts[2], nil)
			}
			return false
		}}
	}},
	{"the cap before what is wrong", func() layer {
		full, who := newMemory(), &tenants{org: map[string]string{}}
		return layer{response: func(c *call) bool {
			if c.op == "create" && c.status == 402 {
				full.put(who.of(c), bytes.Clone(c.out))
			}
			out, is := full.snapshot()[who.of(c)].([]byte)
			did := c.op == "create" && c.status == 422 && is
			if did {
				c.status, c.out = 402, out
			}
			return did
		}, verb: func(verb string, in, out obj) bool {
			who.learn(in, out)
			const month = 28 * 24 * 3600
			if far, _ := in["seconds"].(float64); far >= month {
				full.clear()
			}
			if verb == "set-plan" {
				full.put(text(in, "org_id"), nil)
			}
			return false
		}}
	}},
	{"refused creates count toward the cap", refusedCount},
	{"registration needs a credential", plain(layer{request: func(c *call) bool {
		did := c.op == "register" && anonymous(c)
		if did {
			c.refuse(401)
		}
		return did
	}})},
	{"OAuth errors by detail alone, but for what is pending", plain(layer{response: func(c *call) bool {
		return strings.HasPrefix(c.r.URL.Path, "/oauth") && c.status >= 400 && c.edit(func(o obj) bool {
			did := o["error"] != "authorization_pending" && o["error"] != "slow_down"
			if did {
				delete(o, "error")
				delete(o, "error_description")
			}
			return did
		})
	}})},
	{"a spent refresh token is refused at once", func() layer { return spending(false) }},
	{"a spent refresh token takes its successors with it", func() layer { return spending(true) }},
}

// inFaults changes each fault of a 422.
func inFaults(do func(one obj)) layer {
	return layer{response: func(c *call) bool {
		return org(c) && c.status == 422 && c.edit(func(o obj) bool {
			list, _ := o["detail"].([]any)
			for _, item := range list {
				if one, ok := item.(obj); ok {
					do(one)
				}
			}
			return len(list) > 0
		})
	}}
}

// textsOnly says whether a body is an object whose members are texts or null.
func textsOnly(body []byte) bool {
	var o obj
	if json.Unmarshal(body, &o) != nil {
		return false
	}
	for _, v := range o {
		if _, is := v.(string); !is && v != nil {
			return false
		}
	}
	return true
}

// spending refuses a refresh token that was used, and with the whole family all that came of it.
func spending(family bool) layer {
	spent, of := newMemory(), newMemory() // used refresh tokens; token -> the first refresh token of its family
	dead := newMemory()
	return layer{request: func(c *call) bool {
		if org(c) && dead.snapshot()[fmt.Sprint(of.snapshot()[bearer(c)])] != nil {
			c.refuse(401)
			return true
		}
		values, _ := url.ParseQuery(string(c.in))
		token := values.Get("refresh_token")
		if c.op != "token" || token == "" {
			return false
		}
		first, _ := of.keep(token, func() any { return token })
		again := spent.snapshot()[token] != nil
		if again && family {
			dead.keep(fmt.Sprint(first), func() any { return true })
		}
		if did := again || dead.snapshot()[fmt.Sprint(first)] != nil; !did {
			return false
		}
		c.answer(400, obj{"error": "invalid_grant", "error_description": "The refresh token was used.", "detail": "The refresh token was used."})
		return true
	}, response: func(c *call) bool {
		values, _ := url.ParseQuery(string(c.in))
		var o obj
		if c.op != "token" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		if token := values.Get("refresh_token"); token != "" {
			spent.keep(token, func() any { return true })
			first := of.snapshot()[token]
			of.keep(text(o, "refresh_token"), func() any { return first })
			of.keep(text(o, "access_token"), func() any { return first })
		}
		return false
	}}
}

// accountFirst answers an appointment request of a workspace that has an account.
func accountFirst(status int) layer {
	connected := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == "appointment" && connected.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(status)
		}
		return did
	}, verb: func(verb string, in, out obj) bool {
		if verb == "create-workspace" && in["market_connected"] == true {
			connected.keep(text(out, "api_key"), func() any { return true })
		}
		return false
	}}
}

// refusedCount is a cap of creates, whatever came of them.
func refusedCount() layer {
	free, tried := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		_, capped := free.snapshot()[bearer(c)]
		if c.op != "create" || !capped {
			return false
		}
		n, _ := tried.snapshot()[bearer(c)].(int)
		tried.put(bearer(c), n+1)
		over := n >= 5 && valid(c, "insured_name") // what is wrong comes before the cap
		if over {
			c.refuse(402)
		}
		return over
	}, verb: func(verb string, in, out obj) bool {
		seconds, _ := in["seconds"].(float64)
		switch {
		case verb == "create-workspace" && in["plan"] == "free":
			free.put(fmt.Sprint(out["api_key"]), true)
		case verb == "set-plan":
			free.clear() // who was moved is not known by a key
		case verb == "advance-clock" && seconds > 3600:
			tried.clear()
		}
		return false
	}}
}

// notUntil refuses an operation on a session on which another was not done yet.
func notUntil(op, before string) layer {
	done := newMemory()
	return refusingOwn(op, func(id string, _ obj) bool { return done.snapshot()[id] == nil }, func(c *call) {
		if c.op == before && c.ok() {
			done.put(sessionIn(c), true)
		}
	})
}

// forLackOf refuses an operation on a session that was made without a member.
func forLackOf(member, op string) layer {
	return refusingOwn(op, func(_ string, made obj) bool { return made[member] == nil }, func(*call) {})
}

// refusingOwn refuses an operation on some sessions to the key that made them, by their ids and what they were made of.
func refusingOwn(op string, some func(id string, made obj) bool, see func(*call)) layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		var in, out obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.in, &in) == nil && json.Unmarshal(c.out, &out) == nil {
			made.put(bearer(c)+" "+text(out, "session_id"), in)
		}
		see(c)
		return false
	}, request: func(c *call) bool {
		in, own := made.snapshot()[bearer(c)+" "+sessionIn(c)].(obj)
		did := c.op == op && own && some(sessionIn(c), in)
		if did {
			c.refuse(400)
		}
		return did
	}}
}

// spelledOnce takes the scheme of a credential in one way of writing only.
func spelledOnce() layer {
	return layer{request: func(c *call) bool {
		scheme, _, _ := strings.Cut(c.r.Header.Get("Authorization"), " ")
		did := org(c) && strings.EqualFold(scheme, "Bearer") && scheme != "Bearer"
		if did {
			c.refuse(401)
		}
		return did
	}}
}
