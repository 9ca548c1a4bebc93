package checks_test

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

// plantedWordings are faults that names, labels, numbers and words of a certain form show.
func plantedWordings() []plant {
	return []plant{
		{"API-CREATE-11", "what a create says of all objects is of all others", prototype()},
		{"API-LIST-10", "names are quoted for a page in the list alone", each("list", "sessions", func(o obj) { o["insured_name"] = html.EscapeString(text(o, "insured_name")) })},
		{"API-ANSWER-20", "a request to skip where nothing is open breaks the server", skipAtEnd(500)},
		{"ERR-01", "a key with a quote breaks the JSON of its 404", quotedKey(func(c *call, key string) {
			c.out = fmt.Appendf(nil, `{"detail": "There is no form "%s"."}`, key)
		})},
		{"LIM-10", "Retry-After of a thousand seconds and more has a comma", layer{response: func(c *call) bool {
			n, err := strconv.Atoi(c.header.Get("Retry-After"))
			did := c.status == 429 && err == nil && n >= 1000
			if did {
				c.header.Set("Retry-After", fmt.Sprintf("%d,%03d", n/1000, n%1000))
			}
			return did
		}}},
		{"AUTH-10", "with one key all of its label are revoked", revokesLabel()},
		{"AUTH-10", "a key that was shown in X-API-Key is remembered there", rememberedInHeader()},
	}
}

// nearWordings are choices near them.
func nearWordings() []plant {
	return []plant{
		{"API-CREATE-11", "a create that says something of all objects is refused", strict("create", 422, func(c *call, _ obj) bool {
			return bytes.Contains(c.in, []byte("__proto__"))
		})},
		{"API-ME-02", "org_name is in another form of Unicode", reply("me", func(o obj) bool {
			was := text(o, "org_name")
			o["org_name"] = strings.ReplaceAll(was, "ë", "e\u0308")
			return o["org_name"] != was
		})},
		{"API-ANSWER-20", "an intake that is over takes no request to skip", skipAtEnd(400)},
		{"API-ANSWER-21", "an intake that is over takes no request to skip", skipAtEnd(400)},
		{"ERR-01", "a key with a quote is a bad request", quotedKey(func(c *call, _ string) { c.refuse(400) })},
		{"LIM-10", "a window is an hour at most", layer{fails: func(verb string, in obj) bool { return verb == "set-rate" && seconds(in) > 3600 }}},
		{"LIM-10", "a window is a minute, when a longer one is asked for", layer{into: func(verb string, in obj) bool {
			did := verb == "set-rate" && seconds(in) > 60
			if did {
				in["window_seconds"] = 60
			}
			return did
		}}},
		{"AUTH-10", "a label is of one key", ofOneLabel(func(string) (obj, bool) { return nil, true })},
		{"AUTH-10", "a label that is taken gives its key", ofOneLabel(func(key string) (obj, bool) { return obj{"api_key": key}, false })},
	}
}

func seconds(in obj) float64 { n, _ := in["window_seconds"].(float64); return n }

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

// skipAtEnd refuses a request to skip in an intake that is over.
func skipAtEnd(status int) layer {
	over := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == "answer" && over.snapshot()[sessionIn(c)] == true && bytes.Contains(c.in, []byte("Please skip this question."))
		if did {
			c.refuse(status)
		}
		return did
	}, response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool { over.put(sessionIn(c), o["done"]); return false })
	}}
}

// quotedKey answers a request for a form whose key has a quote and that is not there.
func quotedKey(answer func(c *call, key string)) layer {
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		did := c.op == "pdf" && c.status == 404 && strings.Contains(c.r.URL.Path, `"`)
		if did {
			answer(c, parts[4])
		}
		return did
	}}
}

// keyPlace is the workspace and the label that a key is made for.
func keyPlace(in obj) string { return text(in, "org_id") + " " + text(in, "label") }

// revokesLabel revokes all keys of a label in a workspace with one of them.
func revokesLabel() layer {
	of, dead := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch verb {
		case "create-key":
			of.put(text(out, "api_key"), keyPlace(in))
		case "revoke-key":
			all := of.snapshot()
			for key, label := range all {
				if label == all[text(in, "api_key")] {
					dead.put(key, true)
				}
			}
		}
		return false
	}, request: func(c *call) bool {
		all := dead.snapshot()
		did := slices.ContainsFunc([]string{bearer(c), c.r.Header.Get("X-Api-Key")}, func(key string) bool { return all[key] == true })
		if did {
			c.refuse(401)
		}
		return did
	}}
}

// rememberedInHeader answers a key in X-API-Key as it was answered there before, whatever became of it.
func rememberedInHeader() layer {
	known := newMemory()
	return layer{response: func(c *call) bool {
		key := c.r.Header.Get("X-Api-Key")
		if c.op != "me" || key == "" {
			return false
		}
		if c.ok() {
			known.put(key, bytes.Clone(c.out))
		}
		was, before := known.snapshot()[key].([]byte)
		did := before && c.status == 401
		if did {
			c.status, c.out = 200, was
		}
		return did
	}}
}

// ofOneLabel does something else than to make a second key of a label, or fails.
func ofOneLabel(instead func(key string) (out obj, fails bool)) layer {
	made := newMemory()
	taken := func(verb string, in obj) (string, bool) {
		key, known := made.snapshot()[keyPlace(in)].(string)
		return key, known && verb == "create-key"
	}
	return layer{fails: func(verb string, in obj) bool {
		key, again := taken(verb, in)
		_, fails := instead(key)
		return again && fails
	}, instead: func(verb string, in obj) (obj, bool) {
		key, again := taken(verb, in)
		out, _ := instead(key)
		return out, again
	}, verb: func(verb string, in, out obj) bool {
		if verb == "create-key" {
			made.put(keyPlace(in), text(out, "api_key"))
		}
		return false
	}}
}
