package selftest_test

import (
	"bytes"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// rateForAll lets the rate of one workspace slow an operation of all.
func rateForAll(op string) layer {
	pressed := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != op || len(pressed.list()) == 0 {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}, response: func(c *call) bool {
		if c.status == 429 {
			pressed.add(true)
		}
		return false
	}}
}

// oneRateForAll refuses the third heavy call of a workspace with a low rate, whichever operations they are of.
func oneRateForAll() layer {
	low, used := newMemory(), newMemory()
	who := &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if verb == "set-rate" {
			low.put(fmt.Sprint(in["org_id"]), in["requests"])
		}
		return false
	}, request: func(c *call) bool {
		org := who.of(c)
		most, is := low.snapshot()[org].(float64)
		if !is || !among("answer extract fill risk", c.op) {
			return false
		}
		n, _ := used.snapshot()[org].(int)
		used.put(org, n+1)
		if n < int(most) {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "30")
		return true
	}}
}

// endedAlone refuses an operation on open sessions before any rate counts it.
func endedAlone(op string) layer {
	ended := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == op && ended.snapshot()[sessionIn(c)] == nil
		if did {
			c.refuse(400)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				if o["done"] == true {
					ended.put(sessionIn(c), true)
				}
				return false
			})
		}
		return false
	}}
}

// countedWhereAsked refuses answers of a workspace with a rate once it has asked for two sessions that it does not see.
func countedWhereAsked() layer {
	missed, rated := newMemory(), newMemory()
	return layer{verb: notesRates(rated, ""), response: func(c *call) bool {
		n, _ := missed.snapshot()[bearer(c)].(int)
		if c.op == "answer" && c.status == 404 {
			missed.put(bearer(c), n+1)
		}
		did := c.op == "answer" && n >= 2
		if did && rated.snapshot()[bearer(c)] != nil {
			c.refuse(429)
			c.header.Set("Retry-After", "30")
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

// unlimited serves an operation past its rate.
func unlimited(op string) layer {
	return layer{response: func(c *call) bool {
		did := c.op == op && c.status == 429
		if did {
			c.answer(200, obj{"message": "x"})
		}
		return did
	}}
}

// limitedForGood refuses a call to a key once any rate of it was spent, and never keeps the second that it promises.
func limitedForGood(op string) layer {
	spent := newMemory()
	return layer{request: func(c *call) bool {
		_, known := spent.snapshot()[bearer(c)]
		if !known || c.op != op {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}, response: func(c *call) bool {
		if c.status == 429 {
			spent.keep(bearer(c), func() any { return true })
		}
		return false
	}}
}

// sharedRate refuses answers of every workspace that has a rate, once one of them was refused.
func sharedRate() layer {
	rated, spent := newMemory(), newMemory()
	return layer{verb: func(verb string, in, _ obj) bool {
		if verb == "set-rate" && in["operation"] == "answers" {
			if key, known := keys.snapshot()[text(in, "org_id")].(string); known {
				rated.keep(key, func() any { return true })
			}
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "answer" || !strings.HasPrefix(bearer(c), "bsk_") {
			return false
		}
		if c.status == 429 {
			spent.keep("", func() any { return true })
			return false
		}
		_, has := rated.snapshot()[bearer(c)]
		if has && len(spent.snapshot()) > 0 {
			c.refuse(429)
			return true
		}
		return false
	}}
}

// Whose calls count together.
func eachWorkspace(org, op string) string { return org + " " + op }

func oneForFills(org, op string) string {
	if op == "fill" {
		return op
	}
	return eachWorkspace(org, op)
}

// spree is what a workspace has called of an operation whose rate is low.
type spree struct {
	calls   []time.Time
	until   time.Time // of its window
	used    int
	refused int
}

// opens begins a window where none is open, and takes as many calls as its rate says.
func (s *spree) opens(rate window, now time.Time) (taken bool) {
	if now.After(s.until) {
		s.until, s.used, s.refused = now.Add(rate.length), 0, 0
	}
	s.used++
	return s.used <= rate.requests
}

// limiting limits the heavy operations itself, and says how long a call is to wait.
func limiting(wait func(s *spree, rate window, now time.Time) time.Duration) layer {
	return limitingBy(eachWorkspace, wait)
}

func limitingBy(whose func(org, op string) string, wait func(s *spree, rate window, now time.Time) time.Duration) layer {
	k, who := newTicking(), &tenants{org: map[string]string{}}
	var mu sync.Mutex
	rates, spent := map[string]window{}, map[string]*spree{}
	return layer{clocked: true, instead: func(verb string, in obj) (obj, bool) {
		if verb != "set-rate" {
			return nil, false
		}
		mu.Lock()
		defer mu.Unlock()
		requests, _ := in["requests"].(float64)
		seconds, _ := in["window_seconds"].(float64)
		of := whose(text(in, "org_id"), text(in, "operation"))
		rates[of], spent[of] = window{requests: int(requests), length: time.Duration(seconds * float64(time.Second))}, &spree{}
		return obj{}, true
	}, verb: func(verb string, in, out obj) bool {
		k.verb(verb, in, out)
		who.learn(in, out)
		return false
	}, request: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		of := whose(who.of(c), map[string]string{"answer": "answers", "extract": "extract", "fill": "fill", "risk": "risk"}[c.op])
		rate, limited := rates[of]
		if !limited {
			return false
		}
		pause := wait(spent[of], rate, k.now())
		if pause <= 0 {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", fmt.Sprint(math.Ceil(pause.Seconds())))
		return true
	}}
}

// countsAll goes by the calls in the time before, of which it names the oldest.
func countsAll(s *spree, rate window, now time.Time) time.Duration {
	s.calls = append(slices.DeleteFunc(s.calls, func(at time.Time) bool { return now.Sub(at) >= rate.length }), now)
	if len(s.calls) <= rate.requests {
		return 0
	}
	return max(rate.length-now.Sub(s.calls[0]), 1)
}

// countsAllLate is countsAll, and names what was the oldest before the call itself was counted.
func countsAllLate(s *spree, rate window, now time.Time) (pause time.Duration) {
	s.calls = slices.DeleteFunc(s.calls, func(at time.Time) bool { return now.Sub(at) >= rate.length })
	if over := len(s.calls) - rate.requests; over >= 0 {
		pause = max(rate.length-now.Sub(s.calls[over]), 1)
	}
	s.calls = append(s.calls, now)
	return pause
}

// beginsAnew has each refusal begin a window that nothing is left of. It names the end of that one, or of the one before.
func beginsAnew(told bool) func(s *spree, rate window, now time.Time) time.Duration {
	return func(s *spree, rate window, now time.Time) time.Duration {
		if s.opens(rate, now) {
			return 0
		}
		rest := s.until.Sub(now)
		if s.until = now.Add(rate.length); told {
			rest = rate.length
		}
		return max(rest, 1)
	}
}

// longerAfterTen makes a window longer with every tenth refusal, and names its first end.
func longerAfterTen(s *spree, rate window, now time.Time) time.Duration {
	if s.opens(rate, now) {
		return 0
	}
	rest := s.until.Sub(now) % rate.length
	if s.refused++; s.refused%10 == 0 {
		s.until = s.until.Add(rate.length)
	}
	return max(rest, 1)
}

// shutForADay names the end of a window once, and has it end a day later.
func shutForADay(s *spree, rate window, now time.Time) time.Duration {
	if s.opens(rate, now) {
		return 0
	}
	rest := s.until.Sub(now)
	if s.refused++; s.refused == 1 {
		s.until = now.Add(24 * time.Hour)
	}
	return max(rest, 1)
}

// refusalsOfAll refuses the first turn of a workspace with a low rate after ten refusals of others.
func refusalsOfAll() layer {
	rated, refused := newMemory(), newMemory()
	who := &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if verb == "set-rate" {
			rated.put(fmt.Sprint(in["org_id"]), true)
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "answer" {
			return false
		}
		if c.status == 429 {
			refused.add(who.of(c))
			return false
		}
		others := slices.DeleteFunc(refused.list(), func(org any) bool { return org == who.of(c) })
		did := len(others) >= 10 && rated.snapshot()[who.of(c)] != nil
		if did {
			c.refuse(429)
		}
		return did
	}}
}

// perSession keeps the rate of an operation for each session.
func perSession(op string) layer {
	pressed := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != op || c.status != 429 {
			return false
		}
		session := splitPath(c.r.URL.Path)[2]
		first, _ := pressed.keep(bearer(c), func() any { return session })
		if first == session {
			return false
		}
		c.answer(200, obj{"message": "Noted.", "flags": []any{}, "forms": []any{}})
		return true
	}}
}

// unset acknowledges a rate of an operation and does not set it.
func unset(op string) layer {
	return layer{instead: func(verb string, in obj) (obj, bool) {
		return obj{}, verb == "set-rate" && in["operation"] == op
	}}
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

// cutShort is beginsAnew, and names no more than two seconds of a long window.
func cutShort(s *spree, rate window, now time.Time) time.Duration {
	if s.opens(rate, now) {
		return 0
	}
	rest := max(s.until.Sub(now), 1)
	if rate.length > time.Minute {
		rest = min(rest, 2*time.Second)
	}
	return rest
}

// eachSecondToo names the rest of a second while that is spent, and then that of the window.
func eachSecondToo(s *spree, rate window, now time.Time) time.Duration {
	s.calls = append(s.calls, now)
	if n := len(s.calls); n > 1 && rate.length > time.Minute && now.Sub(s.calls[n-2]) < time.Second {
		return time.Second
	}
	if s.opens(rate, now) {
		return 0
	}
	return max(s.until.Sub(now), 1)
}

// begunAnew refuses the first turn of all, and those after twenty in a window that begins anew with each that is refused. It always tells of a
// second to wait.
func begunAnew(window time.Duration) layer {
	const most = 20
	var mu sync.Mutex
	var since time.Time
	met, served := false, 0
	return layer{request: func(c *call) bool {
		if c.op != "answer" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.Sub(since) > window {
			since, served = now, 0
		}
		if served++; met && served <= most {
			return false
		}
		if met {
			since = time.Now()
		}
		met = true
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}}
}

// roomOf refuses the first turn of all, and those after twenty of who asks, until two seconds have passed since it refused one. How fast they
// come is of no matter.
func roomOf(who func(*call) string) layer {
	const most, rest = 20, 2 * time.Second
	var mu sync.Mutex
	met, refused, served := false, map[string]time.Time{}, map[string]int{}
	return layer{request: func(c *call) bool {
		if c.op != "answer" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		key := who(c)
		if at, full := refused[key]; full && time.Since(at) > rest {
			delete(refused, key)
			served[key] = 0
		}
		if served[key]++; met && served[key] <= most {
			return false
		}
		met, refused[key] = true, time.Now()
		c.refuse(429)
		c.header.Set("Retry-After", "3")
		return true
	}}
}

// spentOnce lifts the rate of an operation of a workspace once it was spent and its pause is over.
func spentOnce() layer {
	k, over := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.status != 429 {
			return false
		}
		pause, _ := strconv.Atoi(c.header.Get("Retry-After"))
		at, _ := over.keep(bearer(c)+" "+c.op, func() any { return k.now().Add(time.Duration(pause) * time.Second) })
		end, _ := at.(time.Time)
		did := k.now().After(end)
		if did {
			c.answer(200, obj{"message": "x"})
		}
		return did
	}}
}
