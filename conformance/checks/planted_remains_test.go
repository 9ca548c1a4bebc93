package checks_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// plantedRemains are faults of what is kept of keys, codes and calls, and of letters where one may expect none.
func plantedRemains() []plant {
	return []plant{
		{"AUTH-10", "the last key that was revoked is the only one", lastRevoked()},
		{"AUTH-10", "keys of one label are revoked in all workspaces", revokedByLabel()},
		{"OAUTH-CODE-03", "43 letters of a verifier count", layer{request: func(c *call) bool {
			values := form(c)
			verifier := values.Get("code_verifier")
			did := c.op == "token" && len(verifier) > 43
			if did {
				values.Set("code_verifier", verifier[:43])
				c.in = []byte(values.Encode())
			}
			return did
		}}},
		{"OAUTH-CODE-06", "a long state is cut", codeSentTo(func(redirect string, q url.Values) string {
			if len(q.Get("state")) <= 255 {
				return ""
			}
			q.Set("state", q.Get("state")[:255])
			return redirect + "?" + q.Encode()
		})},
		{"OAUTH-CODE-06", "a state comes back where none was sent", codeSentTo(func(redirect string, q url.Values) string {
			if q.Get("state") != "" {
				return ""
			}
			q.Set("state", "undefined")
			return redirect + "?" + q.Encode()
		})},
		{"OAUTH-DEV-13", "an approved request does not lapse", approvedForGood()},
		{"HOOK-01", "escapes of an address are undone", deliver(func(s *shipment) bool {
			bare, _ := url.PathUnescape(s.url)
			did := bare != s.url
			s.url = bare
			return did
		})},
		{"HOOK-18", "an answer that is no text is a failure", layer{delivery: func(s *shipment) bool {
			s.whole = true
			return false
		}, shipped: func(s *shipment, _ map[string]string) bool {
			did := !utf8.Valid(s.said)
			if did {
				s.answer = 500
			}
			return did
		}}},
		{"HOOK-18", "a long answer is a failure", layer{delivery: func(s *shipment) bool {
			s.whole = true
			return false
		}, shipped: func(s *shipment, _ map[string]string) bool {
			did := len(s.said) > 65535
			if did {
				s.answer = 500
			}
			return did
		}}},
		{"EVT-05", "completed_at is of each delivery", completedEach(2 * time.Second)},
		{"LIM-13", "calls count for the workspace of the session", countedForOwner()},
		{"ERR-06", "a key beyond ASCII breaks the comparison", layer{request: func(c *call) bool {
			did := strings.ContainsFunc(c.r.Header.Get("Authorization")+c.r.Header.Get("X-Api-Key"), beyondASCII)
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "a verifier beyond ASCII breaks the hash", layer{request: func(c *call) bool {
			did := c.op == "token" && strings.ContainsFunc(form(c).Get("code_verifier"), beyondASCII)
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"ERR-06", "a refresh without a token breaks", layer{request: func(c *call) bool {
			did := c.op == "token" && grantIs("refresh_token")(form(c)) && !form(c).Has("refresh_token")
			if did {
				c.refuse(500)
			}
			return did
		}}},
	}
}

func beyondASCII(r rune) bool { return r > 127 }

// lastRevoked forgets that a key was revoked when another one is.
func lastRevoked() layer {
	revoked := newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "revoke-key" {
			revoked.add(in["api_key"])
		}
		return false
	}, request: func(c *call) bool {
		all := revoked.list()
		at := slices.Index(all, any(bearer(c)))
		did := c.op == "me" && at >= 0 && at < len(all)-1
		if did {
			c.answer(200, obj{"org_id": "org_x", "auth_kind": "api_key"})
		}
		return did
	}}
}

// revokedByLabel refuses all keys of the label of one that was revoked.
func revokedByLabel() layer {
	labels, gone := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-key":
			labels.put(text(out, "api_key"), text(in, "org_id")+"/"+text(in, "label"))
		case "revoke-key":
			if of, known := labels.snapshot()[text(in, "api_key")].(string); known {
				gone.add(of)
			}
		}
		return false
	}, request: func(c *call) bool {
		org, label, known := strings.Cut(textOf(labels.snapshot()[bearer(c)]), "/")
		did := known && slices.ContainsFunc(gone.list(), func(of any) bool {
			where, what, _ := strings.Cut(textOf(of), "/")
			return what == label && where != org
		})
		if did {
			c.refuse(401)
		}
		return did
	}}
}

func textOf(v any) string { s, _ := v.(string); return s }

// approvedForGood gives tokens for a request that was approved, whenever it is asked for.
func approvedForGood() layer {
	codes, approved := newMemory(), newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if code, known := codes.snapshot()[text(in, "user_code")].(string); known && verb == "approve-device" {
			approved.put(code, true)
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			codes.put(text(o, "user_code"), text(o, "device_code"))
		}
		did := c.op == "token" && approved.snapshot()[form(c).Get("device_code")] != nil && strings.Contains(string(c.out), "expired")
		if did {
			c.answer(200, obj{"access_token": "at_late", "refresh_token": "rt_late", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}

// completedEach gives each delivery of a completion a time of its own, so much after that of another.
func completedEach(later time.Duration) layer {
	times := newMemory()
	return body("fill_session.completed", func(o obj) {
		at, _ := times.keep(text(o, "id"), func() any {
			return time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(len(times.byKey)) * later).Format(time.RFC3339Nano)
		})
		if d, ok := o["data"].(obj); ok {
			d["completed_at"] = at
		}
	})
}

// countedForOwner refuses answers of a workspace after two of others on its sessions.
func countedForOwner() layer {
	w, rated, spent := owners{newMemory()}, newMemory(), newMemory()
	return layer{verb: notesRates(rated, "Bearer "), request: func(c *call) bool {
		owner, other := w.of(c)
		if c.op != "answer" || rated.snapshot()[owner] == nil {
			return false
		}
		n, _ := spent.snapshot()[owner].(int)
		if other {
			spent.put(owner, n+1)
		}
		did := !other && n >= 2
		if did {
			c.refuse(429)
			c.header.Set("Retry-After", "30")
		}
		return did
	}, response: func(c *call) bool { w.note(c); return false }}
}
