package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// leakedList puts a session of whoever listed last into every list.
func leakedList() func(c *call) bool {
	all := newMemory()
	return func(c *call) bool {
		var o obj
		if json.Unmarshal(c.out, &o) != nil || !c.ok() {
			return false
		}
		if c.op == "create" {
			all.add(obj{"session_id": o["session_id"], "insured_name": "x", "status": "x", "form_keys": []any{}, "fields_filled": 0, "fields_total": 0})
			return false
		}
		return c.op == "list" && c.edit(func(o obj) bool { o["sessions"] = all.list(); return true })
	}
}

// pagesOf lists at most so many sessions, whatever limit is asked for.
func pagesOf(most int) layer {
	return reply("list", func(o obj) bool {
		list, _ := o["sessions"].([]any)
		o["sessions"] = list[:min(len(list), most)]
		return len(list) > most
	})
}

// strayingIn puts a session that another key made, of a business with such a name, in lists of more than some.
func strayingIn(some int, name string) layer {
	var mu sync.Mutex
	made := map[string]obj{} // by key
	return layer{response: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		key := bearer(c)
		if !c.ok() || !strings.HasPrefix(key, "bsk_") {
			return false
		}
		if c.op == "create" {
			var o obj
			if _ = json.Unmarshal(c.out, &o); strings.Contains(text(o, "insured_name"), name) {
				made[key] = o
			}
		}
		return c.op == "list" && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			for other, foreign := range made {
				if other != key && len(list) > some {
					o["sessions"] = append(list[:1:1], append([]any{foreign}, list[1:]...)...)
					return true
				}
			}
			return false
		})
	}}
}

// filteredLate cuts the list of all sessions to the limit before it looks whose they are.
func filteredLate() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		if limit, err := strconv.Atoi(c.r.URL.Query().Get("limit")); c.op == "list" && err == nil && limit > 0 {
			c.query("limit", "200")
		}
		return false
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			made.add(text(o, "session_id"))
		}
		limit, err := strconv.Atoi(c.asked["limit"])
		if c.op != "list" || !c.ok() || err != nil {
			return false
		}
		first := made.list()
		first = first[:max(0, min(limit, len(first)))]
		return c.edit(func(o obj) bool {
			items, _ := o["sessions"].([]any)
			left := []any{}
			for _, item := range items {
				if slices.Contains(first, item.(obj)["session_id"]) {
					left = append(left, item)
				}
			}
			o["sessions"] = left
			return len(left) < len(items)
		})
	}}
}

// unlistedAfter leaves out of lists the sessions on which a call was done, and unlistedMade those that such a create made.
func unlistedAfter(op string) layer {
	return unlisted(func(c *call) string {
		if c.op == op {
			return sessionIn(c)
		}
		return ""
	})
}

func unlistedMade(is func(c *call) bool) layer {
	return unlisted(func(c *call) (id string) {
		if c.op == "create" && is(c) {
			c.edit(func(o obj) bool { id = text(o, "session_id"); return false })
		}
		return id
	})
}

func unlisted(which func(c *call) string) layer { return listedWhere(which, false) }

// unlistedUntold leaves out of lists the sessions that nobody told anything.
func unlistedUntold() layer {
	return listedWhere(func(c *call) string {
		if c.op == "answer" {
			return sessionIn(c)
		}
		return ""
	}, true)
}

// listedWhere lists the sessions that calls were of which are named, or the others.
func listedWhere(which func(c *call) string, named bool) layer {
	done := newMemory()
	return layer{response: func(c *call) bool {
		if c.ok() {
			done.put(which(c), true)
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return named != (done.snapshot()[text(asObject(one), "session_id")] != nil) })
			o["sessions"] = left
			return len(left) < len(all)
		})
	}}
}

// hidesTokens leaves sessions that were made with a token out of the lists of keys.
func hidesTokens() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() && oauth(c) {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), true); return false })
		}
		return c.op == "list" && c.ok() && !oauth(c) && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			n := len(list)
			o["sessions"] = slices.DeleteFunc(list, func(one any) bool { return made.snapshot()[text(one.(obj), "session_id")] != nil })
			return len(o["sessions"].([]any)) < n
		})
	}}
}

// countedBeforeFile lists sessions that were given a file last as if it had brought nothing.
func countedBeforeFile() layer {
	read := newMemory()
	return layer{response: func(c *call) bool {
		if parts := splitPath(c.r.URL.Path); c.op == "extract" || c.op == "answer" {
			read.put(parts[2], c.op == "extract")
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) (did bool) {
			for _, one := range o["sessions"].([]any) {
				if summary := one.(obj); read.snapshot()[text(summary, "session_id")] == true {
					summary["fields_filled"], did = 0, true
				}
			}
			return did
		})
	}}
}

// ofOneMoment lists one of the sessions whose times are the same, where they are made in one moment.
func ofOneMoment() layer {
	return reply("list", func(o obj) bool {
		list, _ := o["sessions"].([]any)
		last, n := "", len(list)
		o["sessions"] = slices.DeleteFunc(list, func(one any) bool {
			name := text(one.(obj), "insured_name")
			again := name == "Conformance at one time" && name == last
			last = name
			return again
		})
		return len(o["sessions"].([]any)) < n
	})
}

// limited says whether a list is asked for with a limit.
func limited(c *call) bool { return c.r.URL.Query().Get("limit") != "" }

// apartLists leaves out of the list of a token what a key made.
func apartLists() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		key := strings.HasPrefix(bearer(c), "bsk_")
		if c.op == "create" && c.ok() && key {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), true); return false })
		}
		return c.op == "list" && c.ok() && !key && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return made.snapshot()[text(one.(obj), "session_id")] != nil })
			o["sessions"] = left
			return len(left) < len(all)
		})
	}}
}

// mixedLists gives of two lists that are under way at one time both callers the one that was asked for first.
func mixedLists() layer {
	var mu sync.Mutex
	var waiting []byte
	under := 0
	return layer{request: func(c *call) bool {
		if c.op == "list" {
			mu.Lock()
			under++
			mu.Unlock()
			pause(20 * time.Millisecond)
		}
		return false
	}, response: func(c *call) (did bool) {
		if c.op != "list" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		if under > 1 && waiting == nil {
			waiting = c.out
		}
		if under > 1 && waiting != nil {
			did = string(c.out) != string(waiting)
			c.out = waiting
		}
		if under--; under == 0 {
			waiting = nil
		}
		return did
	}}
}

// noLimit takes a limit out of the query; the empty text takes out any that is a number.
func noLimit(value string) layer {
	return layer{request: func(c *call) bool {
		q := c.r.URL.Query()
		got := q.Get("limit")
		if c.op != "list" || got == "" || value != "" && got != value || value == "" && strings.Trim(got, "0123456789") != "" {
			return false
		}
		q.Del("limit")
		u := *c.r.URL
		u.RawQuery = q.Encode()
		c.r = c.r.Clone(c.r.Context())
		c.r.URL = &u
		return true
	}}
}

func limitPlus(n int) layer {
	return layer{request: func(c *call) bool {
		q := c.r.URL.Query()
		var limit int
		if _, err := fmt.Sscan(q.Get("limit"), &limit); c.op != "list" || err != nil || limit > 5 {
			return false
		}
		q.Set("limit", fmt.Sprint(limit+n))
		u := *c.r.URL
		u.RawQuery = q.Encode()
		c.r = c.r.Clone(c.r.Context())
		c.r.URL = &u
		return true
	}}
}

// stale shows a member of each summary as it was at first.
func stale(member string) layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			return c.edit(func(o obj) bool {
				first.keep(text(o, "session_id"), func() any { return o[member] })
				return false
			})
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			did := false
			for _, one := range list {
				s := one.(obj)
				old, known := first.snapshot()[text(s, "session_id")]
				if known && old != s[member] {
					s[member], did = old, true
				}
			}
			return did
		})
	}}
}

// listKept gives a list that was asked for before, for some time and as long as its first session is the same.
func listKept(life time.Duration) layer {
	type listed struct {
		at   time.Time
		head any
		body []byte
	}
	k, lists := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		var o obj
		if c.op != "list" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		all, _ := o["sessions"].([]any)
		if len(all) == 0 {
			return false
		}
		first, _ := all[0].(obj)
		is := listed{k.now(), first["session_id"], bytes.Clone(c.out)}
		key := c.r.Header.Get("Authorization") + " " + c.r.URL.RawQuery
		was, known := lists.keep(key, func() any { return is })
		old, _ := was.(listed)
		if known && old.head == is.head && is.at.Sub(old.at) < life {
			c.out = old.body
			return !bytes.Equal(old.body, is.body)
		}
		lists.put(key, is)
		return false
	}}
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

// remembered gives the value of a summary that its session had when it was first listed.
func remembered(member string) layer {
	first := newMemory()
	return each("list", "sessions", func(o obj) { o[member], _ = first.keep(text(o, "session_id"), func() any { return o[member] }) })
}

// ofOneName lists one of the sessions that have the same name.
func ofOneName() layer {
	return reply("list", func(o obj) bool {
		list, _ := o["sessions"].([]any)
		seen, kept := map[string]bool{}, []any{}
		for _, item := range list {
			if one, ok := item.(obj); ok && !seen[text(one, "insured_name")] {
				seen[text(one, "insured_name")] = true
				kept = append(kept, one)
			}
		}
		o["sessions"] = kept
		return len(kept) < len(list)
	})
}

// limitFirst passes over a limit that is not the first parameter.
func limitFirst() layer {
	ignored := noLimit("")
	return where(func(c *call) bool {
		first, _, more := strings.Cut(c.r.URL.RawQuery, "&")
		return more && !strings.HasPrefix(first, "limit=")
	}, ignored)
}

// firstAgain has the first of several sessions at the end of a list once more.
func firstAgain() layer {
	return reply("list", func(o obj) bool {
		all, _ := o["sessions"].([]any)
		if len(all) > 1 {
			o["sessions"] = append(all, all[0])
		}
		return len(all) > 1
	})
}

// withoutLast leaves out of lists the session that a key made last, and a token as well as a key.
func withoutLast() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { last.put(bearer(c), text(o, "session_id")); return false })
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return text(one.(obj), "session_id") == last.snapshot()[bearer(c)] })
			o["sessions"] = left
			return len(left) < len(all)
		})
	}}
}

// listedLate leaves out of lists the sessions that were made less than some time ago.
func listedLate(by time.Duration) layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), time.Now()); return false })
		}
		return c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			young := func(one any) bool {
				at, known := made.snapshot()[text(one.(obj), "session_id")].(time.Time)
				return known && time.Since(at) < by
			}
			left := slices.DeleteFunc(slices.Clone(all), young)
			o["sessions"] = left
			return len(left) < len(all)
		})
	}}
}

// oldestOf lists the oldest sessions alone where there are more than so many, whatever limit is.
func oldestOf(most int) layer {
	l := reply("list", func(o obj) bool {
		all, _ := o["sessions"].([]any)
		did := len(all) > most
		if did {
			slices.Reverse(all)
			o["sessions"] = all[:most]
		}
		return did
	})
	l.request = func(c *call) bool {
		if c.op == "list" {
			c.query("limit", "200")
		}
		return false
	}
	return l
}

// limitsRefused refuses each limit below some number.
func limitsRefused(least int) layer {
	return strict("list", 422, func(c *call, _ obj) bool {
		limit, err := strconv.Atoi(c.r.URL.Query().Get("limit"))
		return err == nil && limit < least
	})
}
