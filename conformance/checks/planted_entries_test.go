package checks_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
)

// plantedEntries are faults of the ways in: addresses of clients, codes, keys and what is counted of them.
func plantedEntries() []plant {
	return []plant{
		{"OAUTH-CODE-01", "a code stands behind a second question mark", codeSentTo(func(redirect string, q url.Values) string {
			return redirect + "?" + url.Values{"code": q["code"], "state": q["state"]}.Encode()
		})},
		{"OAUTH-CODE-01", "a code takes the place of the query", codeSentTo(func(redirect string, q url.Values) string {
			bare, _, asks := strings.Cut(redirect, "?")
			if !asks {
				return ""
			}
			return bare + "?" + url.Values{"code": q["code"], "state": q["state"]}.Encode()
		})},
		{"OAUTH-CODE-02", "an address is unescaped twice when a code is exchanged", layer{request: func(c *call) bool {
			redirect := form(c).Get("redirect_uri")
			again, _ := url.QueryUnescape(redirect)
			did := c.op == "token" && again != redirect
			if did {
				c.noGrant()
			}
			return did
		}}},
		{"OAUTH-CODE-05", "a code is sent to the port that was registered", codeSentTo(func(redirect string, q url.Values) string {
			if !strings.Contains(redirect, ":51733/") {
				return ""
			}
			return strings.Replace(redirect, ":51733/", ":48127/", 1) + "?" + q.Encode()
		})},
		{"OAUTH-CODE-07", "exchanges of a code at one time each get tokens", spentLate("code", false)},
		{"OAUTH-DEV-16", "polls of a device_code at one time each get tokens", spentLate("device_code", false)},
		{"OAUTH-REG-04", "what is false is left out of redirect_uris", registers(func(v any) bool {
			list, _ := v.([]any)
			return len(list) == 1 && (list[0] == nil || list[0] == false || list[0] == 0.0)
		})},
		{"AUTH-04", "the first letters of a key in X-API-Key count", headsOfKeys(20)},
		{"AUTH-09", "a further key may not submit", furtherRefused(403, "submit")},
		{"AUTH-09", "a further key only reads", furtherRefused(403, "answer fill documents")},
		{"HOOK-08", "the signature is that of the text with its accents composed", deliver(func(s *shipment) bool {
			composed := bytes.ReplaceAll(s.body, []byte("u\u0308"), []byte("ü"))
			s.sign(s.secret, composed)
			return len(composed) != len(s.body)
		})},
		{"LIM-09", "calls at one time are counted afterwards", countedLate()},
	}
}

// codeSentTo changes where the browser is sent with a code; no text changes nothing.
func codeSentTo(where func(redirect string, q url.Values) string) layer {
	return layer{verb: func(verb string, in, out obj) bool {
		u, err := url.Parse(text(out, "redirect_to"))
		if verb != "authorize" || err != nil || !u.Query().Has("code") {
			return false
		}
		to := where(asked(in).Get("redirect_uri"), u.Query())
		if to != "" {
			out["redirect_to"] = to
		}
		return to != ""
	}}
}

// together tells calls that are under way at one time, each of which is held for a moment.
type together struct {
	mu    sync.Mutex
	under map[string]int
	many  map[string]bool // of those that are under way
}

func newTogether() *together { return &together{under: map[string]int{}, many: map[string]bool{}} }

func (t *together) begin(key string) {
	t.mu.Lock()
	t.under[key]++
	t.many[key] = t.many[key] || t.under[key] > 1
	t.mu.Unlock()
	pause(30 * time.Millisecond)
}

// end says whether another one was under way.
func (t *together) end(key string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	many := t.many[key]
	if t.under[key]--; t.under[key] <= 0 {
		delete(t.under, key)
		delete(t.many, key)
	}
	return many
}

// spentLate gives tokens for a code to each of those who present it at one time: others each, or the same.
func spentLate(member string, same bool) layer {
	t, given := newTogether(), newMemory()
	return layer{request: func(c *call) bool {
		if code := form(c).Get(member); c.op == "token" && code != "" {
			t.begin(code)
		}
		return false
	}, response: func(c *call) bool {
		code := form(c).Get(member)
		if c.op != "token" || code == "" {
			return false
		}
		if c.ok() {
			given.put(code, c.out)
		}
		first, known := given.snapshot()[code].([]byte)
		if !t.end(code) || c.ok() || !known {
			return false
		}
		var o obj
		if json.Unmarshal(first, &o); !same {
			given.add(code)
			o["access_token"] = "at_" + strconv.Itoa(len(given.list()))
		}
		c.answer(200, o)
		return true
	}}
}

// headsOfKeys finds a key in X-API-Key by its beginning.
func headsOfKeys(letters int) layer {
	known := newMemory()
	return layer{verb: func(_ string, _, out obj) bool {
		if key := text(out, "api_key"); len(key) > letters {
			known.put(key[:letters], key)
		}
		return false
	}, request: func(c *call) bool {
		given := c.r.Header.Get("X-Api-Key")
		if len(given) < letters {
			return false
		}
		key, is := known.snapshot()[given[:letters]].(string)
		did := is && key != given
		if did {
			c.r.Header.Set("X-Api-Key", key)
		}
		return did
	}}
}

// furtherRefused refuses operations to keys that were made beside the first of a workspace.
func furtherRefused(status int, ops string) layer {
	further := newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "create-key" {
			further.put(text(out, "api_key"), true)
		}
		return false
	}, request: func(c *call) bool {
		did := among(ops, c.op) && further.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(status)
		}
		return did
	}}
}

// notesRates notes the keys of workspaces whose rates are set, behind a scheme.
func notesRates(rated *memory, scheme string) func(verb string, in, out obj) bool {
	return func(verb string, in, _ obj) bool {
		if key, known := keys.snapshot()[text(in, "org_id")].(string); known && verb == "set-rate" {
			rated.put(scheme+key, true)
		}
		return false
	}
}

// countedLate serves all answers of a workspace with a rate that are under way at one time.
func countedLate() layer {
	t, rated := newTogether(), newMemory()
	return layer{verb: notesRates(rated, ""), request: func(c *call) bool {
		if c.op == "answer" && rated.snapshot()[bearer(c)] != nil {
			t.begin(bearer(c))
		}
		return false
	}, response: func(c *call) bool {
		did := c.op == "answer" && rated.snapshot()[bearer(c)] != nil && t.end(bearer(c)) && c.status == 429
		if did {
			c.answer(200, obj{"message": "Noted.", "asks": []any{}, "done": false, "set_fields": obj{}, "answered_count": 1, "pending_count": 9, "total_askable": 10})
		}
		return did
	}}
}
