package checks_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// plantedRefused are faults of good requests that are refused, for what came before them or for whose they are.
func plantedRefused() []plant {
	return []plant{
		{"AUTH-09", "the identity of a further key is called invalid", withKeys(further, invalidFor("me"))},
		{"API-CREATE-01", "creates of a free workspace with nothing but a name are called invalid", withKeys(free, invalidFor("create"))},
		{"API-LIST-01", "a list is refused once an answer was corrected", refusedOnce("answer", "list", 400)},
		{"API-LIST-01", "a list is called invalid once the risks were looked at", refusedOnce("risk", "list", 422)},
		{"API-GET-01", "the detail of a session is called invalid once a document is attached", refusedAfter("documents", "get", 422)},
		{"API-GET-01", "the detail of a session is refused once a file was read", refusedAfter("extract", "get", 400)},
		{"API-GET-01", "the detail of a session is in conflict once the risks were looked at", refusedAfter("risk", "get", 409)},
		{"API-ANSWER-01", "turns of a session with a state are called invalid", refusedWith("state", "answer", 422)},
		{"API-EXTRACT-01", "a file is called invalid where the session has a state", refusedWith("state", "extract", 422)},
		{"API-DOCS-01", "a document is refused where the session has a state", refusedWith("state", "documents", 400)},
		{"AUTH-05", "a further key opens the API in X-API-Key alone", withKeys(further, func(known func(key string) bool) func(c *call) bool {
			return unauthorised(func(c *call) bool { return known(bearer(c)) })
		})},
		{"AUTH-06", "a further key opens the API as a bearer token alone", withKeys(further, func(known func(key string) bool) func(c *call) bool {
			return unauthorised(func(c *call) bool { return known(c.r.Header.Get("X-Api-Key")) })
		})},
		{"LIM-02", "a key in X-API-Key has no cap", uncappedInHeader()},
		{"API-LIST-08", "tokens list the sessions of the first workspace", listingFirst()},
		{"API-LIST-09", "sessions that were submitted are not listed", unlistedAfter("submit")},
		{"API-LIST-09", "sessions whose intake is over are not listed", unlistedOnce(lastTurn)},
		{"API-DOCS-03", "a document of the size of another one is dropped", droppingSizes()},
		{"API-ANSWER-21", "the last question is asked on and on, though the session has nothing open", askingLast(false)},
		{"API-GET-12", "a correction takes all other values away once the intake is over", wipedAtEnd(0)},
		{"API-GET-06", "what is pending on a session is all that was asked for at first", pendingFirst()},
		{"API-ANSWER-08", "what is pending is counted before a turn is stored", pendingBefore()},
		{"API-GET-12", "a value is gone once forms were filled", goneAfterFill()},
		{"API-FILL-07", "the last form is not written anew at a second fill", staleLastForm()},
		{"API-SUBMIT-01", "an account that is given later is never found", unconnectedForGood()},
		{"HOOK-12", "attempts are counted of an endpoint, not of a delivery", countedOfEndpoint()},
		{"OAUTH-TOKEN-02", "the access token of a refresh ends with the one before it", inheritedLife()},
		{"OAUTH-TOKEN-07", "expires_in is in milliseconds", reply("token", func(o obj) bool {
			life, given := o["expires_in"].(float64)
			o["expires_in"] = life * 1000
			return given
		})},
		{"OAUTH-TOKEN-07", "expires_in is left out", drop("token", "expires_in")},
		{"OAUTH-DEV-13", "the life of a device request begins anew when it is asked for", livelyRequests()},
		{"OAUTH-CODE-03", "challenges are compared whatever the case of their letters", foldedChallenges()},
		{"OAUTH-CODE-07", "a code is taken from any client", codesOfAnybody()},
		{"OAUTH-CODE-07", "codes never lapse", lastingCodes()},
	}
}

// nearRefused are servers near them, which refuse what they may.
func nearRefused() []plant {
	return []plant{
		{"API-LIST-01", "a list is refused a few times", fewTimes(2, refusedOnce("answer", "list", 400))},
		{"API-GET-01", "the detail of a session is refused a few times", fewTimes(4, refusedAfter("extract", "get", 409))},
		{"API-ANSWER-01", "turns are refused once forms were filled", refusedAfter("fill", "answer", 422)},
		{"API-EXTRACT-01", "files are refused once forms were filled", refusedAfter("fill", "extract", 422)},
		{"API-DOCS-01", "documents are refused once forms were filled", refusedAfter("fill", "documents", 400)},
		{"API-CREATE-01", "a state and a line of business do not go together", layer{request: refusingCalls("create", 422, func(c *call) bool {
			var in obj
			_ = json.Unmarshal(c.in, &in)
			return in["state"] != nil && in["lobs"] != nil
		})}},
		{"API-ANSWER-21", "the last question is asked on and on, and is open on the session", askingLast(true)},
		{"API-GET-12", "a correction takes some values away once the intake is over", wipedAtEnd(2)},
		{"API-GET-06", "a session counts all that is missing, and its turns what they ask for", change("answer", func(o obj) {
			n, _ := o["pending_count"].(float64)
			o["pending_count"] = min(n, 3)
		})},
		{"API-PDF-03", "the keys of forms end with a letter beyond ASCII", keysBeyondASCII()},
		{"API-SUBMIT-02", "forms have on them in which second they were downloaded", datedForms()},
		{"HOOK-20", "the log has no deliveries that were taken", failuresLogged()},
		{"OAUTH-META-05", "endpoints have other paths beside the documented ones", otherPaths()},
	}
}

func free(verb string, in obj) bool { return verb == "create-workspace" && text(in, "plan") == "free" }

// refusingCalls refuses some calls of an operation.
func refusingCalls(op string, status int, when func(c *call) bool) func(c *call) bool {
	return func(c *call) bool {
		did := c.op == op && when(c)
		if did {
			c.refuse(status)
		}
		return did
	}
}

// refusedWith refuses a call on sessions whose create had a member.
func refusedWith(member, op string, status int) layer {
	with := madeWith(member, true)
	return layer{request: refusingCalls(op, status, with), response: func(c *call) bool { with(c); return false }}
}

// invalidFor calls an operation invalid that comes with a known key.
func invalidFor(op string) func(known func(key string) bool) func(c *call) bool {
	return func(known func(key string) bool) func(c *call) bool {
		return refusingCalls(op, 422, func(c *call) bool { return known(bearer(c)) })
	}
}

// refusedOnce refuses a call of whoever has made another one.
func refusedOnce(first, then string, status int) layer {
	made := newMemory()
	return layer{request: refusingCalls(then, status, func(c *call) bool { return made.snapshot()[bearer(c)] != nil }), response: func(c *call) bool {
		if c.op == first && c.ok() {
			made.put(bearer(c), true)
		}
		return false
	}}
}

// unauthorised opens nothing to some requests.
func unauthorised(when func(c *call) bool) func(c *call) bool {
	return func(c *call) bool {
		did := when(c)
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}
}

// uncappedInHeader creates sessions beyond the cap for a key in X-API-Key.
func uncappedInHeader() layer {
	return layer{response: func(c *call) bool {
		did := c.op == "create" && inHeader(c) && c.status == http.StatusPaymentRequired
		if did {
			c.answer(200, obj{"session_id": "ses_more", "insured_name": "More", "status": "open", "form_keys": []string{}, "fields_filled": 0, "fields_total": 1})
		}
		return did
	}}
}

// listingFirst lists for every token what the key lists that was used first.
func listingFirst() layer {
	first := newMemory()
	return layer{request: func(c *call) bool {
		if withKey(c) && !inHeader(c) && c.op != "" {
			first.keep("key", func() any { return bearer(c) })
		}
		key, known := first.snapshot()["key"].(string)
		did := known && c.op == "list" && oauth(c)
		if did {
			c.r.Header.Set("Authorization", "Bearer "+key)
		}
		return did
	}}
}

// unlistedOnce leaves out of lists the sessions of which a turn said so.
func unlistedOnce(said func(o obj) bool) layer {
	return unlisted(func(c *call) (id string) {
		if c.op == "answer" {
			c.edit(func(o obj) bool {
				if said(o) {
					id = sessionIn(c)
				}
				return false
			})
		}
		return id
	})
}

// droppingSizes takes a document of a size that the session has, and forgets it.
func droppingSizes() layer {
	known := newMemory()
	at := func(c *call) string { return fmt.Sprint(sessionIn(c), " ", fileSize(c)) }
	return layer{request: func(c *call) bool {
		if c.op != "documents" {
			return false
		}
		was, is := known.snapshot()[at(c)].(*call)
		if is {
			c.status, c.header, c.out = was.status, was.header.Clone(), was.out
		}
		return is
	}, response: func(c *call) bool {
		if c.op == "documents" && c.ok() {
			known.keep(at(c), func() any { return &call{status: c.status, header: c.header.Clone(), out: slices.Clone(c.out)} })
		}
		return false
	}}
}

// fileSize is how many bytes the files of an upload have.
func fileSize(c *call) int64 {
	_, params, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	form, err := multipart.NewReader(bytes.NewReader(c.in), params["boundary"]).ReadForm(32 << 20)
	if err != nil {
		return 0
	}
	var n int64
	for _, files := range form.File {
		for _, file := range files {
			n += file.Size
		}
	}
	return n
}

// askingLast asks the first question again where an intake is over, as often as it is answered. The session says that it is open,
// or that nothing is.
func askingLast(open bool) layer {
	asks, over := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok():
			return c.edit(func(o obj) bool {
				list, _ := o["asks"].([]any)
				for _, one := range list {
					if q := asObject(one); text(q, "kind") != "boolean" && q["options"] == nil {
						asks.keep(id, func() any { return q })
					}
				}
				if !lastTurn(o) {
					return false
				}
				over.put(id, true)
				o["done"], o["pending_count"], o["asks"] = false, 1, []any{asks.snapshot()[id]}
				return true
			})
		case c.op == "get" && c.ok() && over.snapshot()[id] != nil && open:
			return c.edit(func(o obj) bool { o["pending_count"] = 1; return true })
		}
		return false
	}}
}

// wipedAtEnd shows, once an intake is over and a correction came, what that set and a few other values.
func wipedAtEnd(few int) layer {
	over, left := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch {
		case c.op == "answer" && c.ok():
			c.edit(func(o obj) bool {
				if over.snapshot()[id] != nil && bytes.Contains(c.in, []byte("Correction")) {
					left.put(id, o["set_fields"])
				}
				if lastTurn(o) {
					over.put(id, true)
				}
				return false
			})
		case c.op == "get" && c.ok() && left.snapshot()[id] != nil:
			return c.edit(func(o obj) bool {
				kept := few
				values := asObject(o["field_values"])
				for key := range values {
					if _, set := asObject(left.snapshot()[id])[key]; set {
						continue
					}
					if kept > 0 {
						kept--
						continue
					}
					delete(values, key)
				}
				return true
			})
		}
		return false
	}}
}

// goneAfterFill shows one value less once forms were filled.
func goneAfterFill() layer {
	return whereDone(func(c *call) bool { return c.op == "fill" }, reply("get", func(o obj) bool {
		values := asObject(o["field_values"])
		for _, key := range slices.Sorted(maps.Keys(values)) {
			delete(values, key)
			return true
		}
		return false
	}), nil)
}

// staleLastForm says of the last form of each fill that it has as much on it as after the first.
func staleLastForm() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "fill" && c.ok() && c.edit(func(o obj) bool {
			forms, _ := o["forms"].([]any)
			if len(forms) < 2 {
				return false
			}
			last := asObject(forms[len(forms)-1])
			was, known := first.keep(sessionIn(c), func() any { return last["fields_written"] })
			did := known && was != last["fields_written"]
			last["fields_written"] = was
			return did
		})
	}}
}

// unconnectedForGood remembers of each key whether its workspace had an account when it submitted first.
func unconnectedForGood() layer {
	without := newMemory()
	return layer{request: refusingCalls("submit", 400, func(c *call) bool { return without.snapshot()[bearer(c)] == true }), response: func(c *call) bool {
		if c.op == "submit" {
			without.keep(bearer(c), func() any { return !c.ok() })
		}
		return false
	}}
}

// countedOfEndpoint makes no further attempt where three failed at an endpoint, of whatever delivery.
func countedOfEndpoint() layer {
	failed := newMemory()
	return layer{told: true, delivery: func(*shipment) bool { return false }, shipped: func(s *shipment, _ map[string]string) bool {
		if s.status/100 == 2 {
			return false
		}
		failed.mu.Lock()
		defer failed.mu.Unlock()
		n, _ := failed.byKey[s.url].(int)
		failed.byKey[s.url] = n + 1
		if n >= 3 {
			s.answer = 200
		}
		return n >= 3
	}}
}

// inheritedLife ends the access token of a refresh when the first one of its sign-in ends.
func inheritedLife() layer {
	k, ends := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, request: func(c *call) bool {
		end, known := ends.snapshot()[bearer(c)].(time.Time)
		did := known && k.now().After(end)
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}, response: func(c *call) bool {
		return c.op == "token" && c.ok() && c.edit(func(o obj) bool {
			life, _ := o["expires_in"].(float64)
			end, known := ends.snapshot()[form(c).Get("refresh_token")].(time.Time)
			if !known {
				end = k.now().Add(time.Duration(life) * time.Second)
			}
			ends.put(text(o, "refresh_token"), end)
			ends.put(text(o, "access_token"), end)
			o["expires_in"] = math.Round(end.Sub(k.now()).Seconds())
			return known
		})
	}}
}

// livelyRequests never end where they were asked for while they waited.
func livelyRequests() layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "token" || !grantIs("device_code")(form(c)) {
			return false
		}
		var o obj
		_ = json.Unmarshal(c.out, &o)
		code := form(c).Get("device_code")
		switch {
		case o["error"] == "authorization_pending":
			asked.put(code, true)
		case o["error"] == "expired_token" && asked.snapshot()[code] == true:
			c.answer(400, obj{"error": "authorization_pending"})
			return true
		}
		return false
	}}
}

// codes know with what each code was asked for.
type codes struct{ asked *memory }

func newCodes() codes { return codes{newMemory()} }

func (s codes) verb(verb string, in, out obj) bool {
	asked, err := url.Parse(text(in, "authorization_url"))
	to, wrong := url.Parse(text(out, "redirect_to"))
	if verb == "authorize" && err == nil && wrong == nil {
		s.asked.put(to.Query().Get("code"), asked.Query())
	}
	return false
}

// of gives with what the code of a token request was asked for.
func (s codes) of(c *call) url.Values {
	asked, _ := s.asked.snapshot()[form(c).Get("code")].(url.Values)
	return asked
}

// foldedChallenges takes a verifier whose challenge differs in the case of its letters alone.
func foldedChallenges() layer {
	s := newCodes()
	return layer{verb: s.verb, response: func(c *call) bool {
		sum := sha256.Sum256([]byte(form(c).Get("code_verifier")))
		challenge := base64.RawURLEncoding.EncodeToString(sum[:])
		did := c.op == "token" && !c.ok() && s.of(c) != nil && strings.EqualFold(challenge, s.of(c).Get("code_challenge"))
		if did {
			c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}

// codesOfAnybody takes every code as if it came from the client that it was given to.
func codesOfAnybody() layer {
	s := newCodes()
	return layer{verb: s.verb, request: func(c *call) bool {
		if c.op != "token" || s.of(c) == nil {
			return false
		}
		values := form(c)
		client := s.of(c).Get("client_id")
		did := values.Get("client_id") != client
		values.Set("client_id", client)
		c.in = []byte(values.Encode())
		return did
	}}
}

// lastingCodes takes a code that was not used yet however old it is.
func lastingCodes() layer {
	s, old, used := newCodes(), newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if seconds, _ := in["seconds"].(float64); verb == "advance-clock" && seconds > 600 {
			for code := range s.asked.snapshot() {
				old.put(code, true)
			}
		}
		return s.verb(verb, in, out)
	}, response: func(c *call) bool {
		if c.op != "token" || s.of(c) == nil {
			return false
		}
		code := form(c).Get("code")
		_, again := used.keep(code, func() any { return true })
		did := !again && !c.ok() && old.snapshot()[code] == true
		if did {
			c.answer(200, obj{"access_token": "at_x", "refresh_token": "rt_x", "token_type": "Bearer", "expires_in": 60})
		}
		return did
	}}
}

// keysBeyondASCII ends the keys of forms with a letter beyond ASCII, and takes no path that is not UTF-8.
func keysBeyondASCII() layer {
	const end = "é"
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || len(parts) < 5 {
			return false
		}
		key, ended := strings.CutSuffix(parts[4], end)
		switch {
		case !utf8.ValidString(parts[4]):
			c.refuse(http.StatusBadRequest)
		case !ended:
			c.refuse(http.StatusNotFound)
		default:
			u := *c.r.URL
			u.Path = strings.Replace(u.Path, parts[4], key, 1)
			u.RawPath = ""
			c.r = c.r.Clone(c.r.Context())
			c.r.URL = &u
		}
		return true
	}, response: func(c *call) bool {
		return among("create get list fill", c.op) && c.ok() && c.edit(func(o obj) bool { return endKeys(o, end) })
	}}
}

// endKeys appends to all keys of forms in a JSON value.
func endKeys(v any, end string) (did bool) {
	switch v := v.(type) {
	case obj:
		if key, is := v["form_key"].(string); is {
			v["form_key"], did = key+end, true
		}
		if keys, is := v["form_keys"].([]any); is {
			for i := range keys {
				keys[i], did = fmt.Sprint(keys[i])+end, true
			}
		}
		for _, inner := range v {
			did = endKeys(inner, end) || did
		}
	case []any:
		for _, inner := range v {
			did = endKeys(inner, end) || did
		}
	}
	return did
}

// failuresLogged shows nothing in the log but what failed or is on its way.
func failuresLogged() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		all, listed := out["deliveries"].([]any)
		if verb != "list-deliveries" || !listed {
			return false
		}
		left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return text(asObject(one), "status") == "delivered" })
		out["deliveries"] = left
		return len(left) < len(all)
	}}
}

// datedForms have on them in which second they were downloaded.
func datedForms() layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			c.out = fmt.Appendf(slices.Clone(c.out), "%% %d\n", k.now().Unix())
		}
		return did
	}}
}

// otherPaths names other endpoints than the documented ones, and serves both.
func otherPaths() layer {
	const at = "/v1/oauth/"
	return layer{request: func(c *call) bool {
		path, other := strings.CutPrefix(c.r.URL.Path, at)
		if other {
			u := *c.r.URL
			u.Path = "/oauth/" + path
			c.r = c.r.Clone(c.r.Context())
			c.r.URL, c.op = &u, opOf(c.r.Method, u.Path)
		}
		return other
	}, response: func(c *call) bool {
		return c.op == "metadata" && c.edit(func(o obj) bool {
			for _, member := range []string{"token_endpoint", "device_authorization_endpoint", "registration_endpoint"} {
				o[member] = strings.Replace(text(o, member), "/oauth/", at, 1)
			}
			return true
		})
	}}
}

// pendingFirst shows on a session what was pending when it was read first.
func pendingFirst() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "get" && c.ok() && c.edit(func(o obj) bool {
			was, known := first.keep(sessionIn(c), func() any { return o["pending_count"] })
			did := known && was != o["pending_count"]
			o["pending_count"] = was
			return did
		})
	}}
}

// pendingBefore says at each turn what was pending before it.
func pendingBefore() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			now := o["pending_count"]
			was, known := last.snapshot()[sessionIn(c)]
			last.put(sessionIn(c), now)
			if known {
				o["pending_count"] = was
			}
			return known && was != now
		})
	}}
}
