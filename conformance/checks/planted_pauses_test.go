package checks_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// plantedPauses are faults of what calls bring about that are refused for their rate.
func plantedPauses() []plant {
	return []plant{
		{"LIM-12", "calls that were refused count as well", limiting(countsAll)},
		{"LIM-12", "a refusal begins the window anew and names the rest of the old one", limiting(beginsAnew(false))},
		{"LIM-12", "ten refusals make the pause longer than it was said to be", limiting(longerAfterTen)},
		{"LIM-12", "calls that were refused count as well, but for the pause that they name", limiting(countsAllLate)},
		{"LIM-13", "refusals of one workspace count for another", refusalsOfAll()},
		{"LIM-13", "fills of all workspaces count together, until a rate is set", limitingBy(oneForFills, beginsAnew(true))},
	}
}

// Whose calls count together.
func eachWorkspace(org, op string) string { return org + " " + op }

func oneForFills(org, op string) string {
	if op == "fill" {
		return op
	}
	return eachWorkspace(org, op)
}

// nearPauses are choices that come near them, and near deliveries that have to wait.
func nearPauses() []plant {
	now := named("429 now and then")
	return []plant{
		{"LIM-12", "a refusal begins the window anew, and says so", limiting(beginsAnew(true))},
		{"LIM-12", "a refusal begins the window anew, and says so, and other refusals come now and then", mixed(now.layer(), limiting(beginsAnew(true)))},
		{"LIM-12", "rates by windows, and other refusals now and then", mixed(now.layer(), named("rates by fixed windows").layer())},
		{"LIM-13", "other refusals come now and then", now.layer()},
		{"HOOK-16", "who delivers closes its direction when all is sent", deliver(halfClosed)},
		{"HOOK-17", "who delivers closes its direction when all is sent", deliver(halfClosed)},
		{"HOOK-20", "who delivers closes its direction when all is sent", deliver(halfClosed)},
	}
}

// spree is what a workspace has called of an operation whose rate is low.
type spree struct {
	calls   []time.Time
	until   time.Time // of its window
	used    int
	refused int
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

// opens begins a window where none is open, and takes as many calls as its rate says.
func (s *spree) opens(rate window, now time.Time) (taken bool) {
	if now.After(s.until) {
		s.until, s.used, s.refused = now.Add(rate.length), 0, 0
	}
	s.used++
	return s.used <= rate.requests
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
