package checks_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// plantedClient are faults of approvals, tokens, keys and clients that show after a while, or in a second place, and of
// deliveries to receivers that say more than a status.
func plantedClient() []plant {
	return []plant{
		{"OAUTH-DEV-09", "an approval is forgotten after five minutes", approvalsAfter(5*time.Minute, "expired_token")},
		{"OAUTH-DEV-09", "an approved request is pending again after five minutes", approvalsAfter(5*time.Minute, "authorization_pending")},
		{"OAUTH-TOKEN-04", "a spent refresh token works again after five minutes", spentUntil(5 * time.Minute)},
		{"OAUTH-TOKEN-04", "a spent refresh token works again after twelve hours", spentUntil(12 * time.Hour)},
		{"AUTH-15", "a token finds the sessions of each workspace in which its client is signed in", ofAllItsWorkspaces()},
		{"AUTH-10", "a revoked key works again once a key of its label was made", reopened(false)},
		{"OAUTH-REG-04", "lists of addresses within the list are unpacked", lenient("register", func(o obj) bool {
			list, _ := o["redirect_uris"].([]any)
			if len(list) != 1 {
				return false
			}
			inner, is := list[0].([]any)
			if is {
				o["redirect_uris"] = inner
			}
			return is
		})},
		{"EVT-02", "a completion comes when the last question is skipped", completedBySkip()},
		{"HOOK-14", "a receiver's Retry-After takes the place of the 2 s", heedful(8 * time.Second)},
		{"HOOK-20", "a delivery that was answered 404 three times stays pending", logged(func(d obj) {
			missed := 0
			eachAttempt(d, func(a obj) {
				if a["response_status"] == 404.0 {
					missed++
				}
			})
			if missed == 3 {
				d["status"] = "pending"
			}
		})},
		{"EVT-05", "signs in the name are taken for those of a replacement", data("fill_session.completed", func(o obj) {
			o["insured_name"] = strings.NewReplacer("$$", "$", "$&", "{{insured_name}}").Replace(text(o, "insured_name"))
		})},
		{"ERR-06", "a message that is no UTF-8 breaks the server", noUTF8(func(c *call) { c.refuse(500) })},
	}
}

// approvalsAfter answers polls of requests in another way that were approved some time ago.
func approvalsAfter(after time.Duration, as string) layer {
	k, codes, approved := newTicking(), newMemory(), newMemory()
	return layer{clocked: true, verb: func(verb string, in, out obj) bool {
		if code, known := codes.snapshot()[text(in, "user_code")].(string); known && verb == "approve-device" {
			approved.put(code, k.now())
		}
		return k.verb(verb, in, out)
	}, request: func(c *call) bool {
		at, is := approved.snapshot()[form(c).Get("device_code")].(time.Time)
		did := c.op == "token" && is && k.now().Sub(at) >= after
		if did {
			c.answer(400, obj{"error": as, "error_description": as, "detail": as})
		}
		return did
	}, response: func(c *call) bool {
		return c.op == "device" && c.ok() && c.edit(func(o obj) bool {
			codes.put(text(o, "user_code"), text(o, "device_code"))
			return false
		})
	}}
}

// spentUntil gives a pair for a refresh token that was rotated out some time ago.
func spentUntil(after time.Duration) layer {
	k, spent := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		old := form(c).Get("refresh_token")
		if c.op != "token" || old == "" {
			return false
		}
		if c.ok() {
			spent.keep(old, func() any { return k.now() })
			return false
		}
		at, is := spent.snapshot()[old].(time.Time)
		if !is || k.now().Sub(at) < after {
			return false
		}
		c.answer(200, obj{"access_token": "at_again", "refresh_token": "rt_again", "token_type": "Bearer", "expires_in": 3600})
		return true
	}}
}

// clients learns for which client a request of a device was made, a token was given, and in which workspaces it was approved.
type clients struct{ codes, tokens, orgs *memory }

func newClients() *clients { return &clients{newMemory(), newMemory(), newMemory()} }

// approves learns of an approval, and gives its client and the workspaces before.
func (k *clients) approves(verb string, in obj) (client string, before []string) {
	client, known := k.codes.snapshot()[text(in, "user_code")].(string)
	if verb != "approve-device" || !known {
		return "", nil
	}
	before, _ = k.orgs.snapshot()[client].([]string)
	k.orgs.put(client, append(slices.Clone(before), text(in, "org_id")))
	return client, before
}

// hears learns of what the server gave out.
func (k *clients) hears(c *call) {
	var o obj
	if !c.ok() || json.Unmarshal(c.out, &o) != nil {
		return
	}
	switch client := form(c).Get("client_id"); c.op {
	case "device":
		k.codes.put(text(o, "user_code"), client)
	case "token":
		k.tokens.put(text(o, "access_token"), client)
	}
}

// ofAllItsWorkspaces looks for a session in every workspace in which the client of a token was approved.
func ofAllItsWorkspaces() layer {
	k, made := newClients(), newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		k.approves(verb, in)
		return false
	}, request: func(c *call) bool {
		client, _ := k.tokens.snapshot()[bearer(c)].(string)
		orgs, _ := k.orgs.snapshot()[client].([]string)
		by, known := made.snapshot()[sessionIn(c)].(string)
		for _, org := range orgs {
			if key, _ := keys.snapshot()[org].(string); known && c.op == "get" && key == by {
				c.r.Header.Set("Authorization", "Bearer "+key)
				return len(orgs) > 1
			}
		}
		return false
	}, response: func(c *call) bool {
		k.hears(c)
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), bearer(c)); return false })
		}
		return false
	}}
}

// reopened lets a revoked key work again once a key of its label was made, which is another one or the same.
func reopened(same bool) layer {
	of, dead, stands := newMemory(), newMemory(), newMemory() // keys by their places, those that are revoked, and what opens in their place
	return layer{instead: func(verb string, in obj) (obj, bool) {
		key, known := of.snapshot()[keyPlace(in)].(string)
		return obj{"api_key": key}, same && verb == "create-key" && known && dead.snapshot()[key] == nil
	}, verb: func(verb string, in, out obj) bool {
		switch verb {
		case "revoke-key":
			dead.put(text(in, "api_key"), true)
		case "create-key":
			made := text(out, "api_key")
			was, had := of.keep(keyPlace(in), func() any { return made })
			if old, _ := was.(string); had && dead.snapshot()[old] != nil {
				if stands.put(old, made); same {
					out["api_key"] = old
				}
			}
		}
		return false
	}, request: func(c *call) bool {
		all := stands.snapshot()
		if key, is := all[bearer(c)].(string); is {
			c.r.Header.Set("Authorization", "Bearer "+key)
			return true
		}
		key, is := all[c.r.Header.Get("X-Api-Key")].(string)
		if is {
			c.r.Header.Set("X-Api-Key", key)
		}
		return is
	}}
}

// completedBySkip tells of a completion when a request to skip ends an intake.
func completedBySkip() layer {
	return posting(func(known []obj) func(*call) bool {
		return func(c *call) bool {
			var o obj
			if c.op != "answer" || !asksForSkip(c) || json.Unmarshal(c.out, &o) != nil || o["done"] != true {
				return false
			}
			for _, one := range known {
				go completionTo(one, "dlv_skip"+sessionIn(c), sessionIn(c))
			}
			return len(known) > 0
		}
	})
}

// heedful makes a second attempt some time after a first one whose answer asked for a pause.
func heedful(after time.Duration) layer {
	k, paused := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && s.pause != "" {
			paused.put(s.url, k.now().Add(after))
		}
		return false
	}, delivery: func(s *shipment) bool {
		due, is := paused.snapshot()[s.url].(time.Time)
		if is = is && s.n == 2; is {
			k.until(servers.ctx, due)
		}
		return is
	}}
}

// noUTF8 answers a turn whose body is no UTF-8.
func noUTF8(answer func(c *call)) layer {
	return layer{request: func(c *call) bool {
		did := c.op == "answer" && !utf8.Valid(c.in)
		if did {
			answer(c)
		}
		return did
	}}
}

// replaced puts the sign of what is no letter in the place of bytes that are no UTF-8.
func replaced(c *call) { c.in = bytes.ToValidUTF8(c.in, []byte("\ufffd")) }
