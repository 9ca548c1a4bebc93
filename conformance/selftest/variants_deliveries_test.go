package selftest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// deliveryVariants are choices about events, rates and caps.
var deliveryVariants = []variant{
	{"the third wait from the end of the first attempt", thirdFromFirst},
	{"a time of its own for each attempt", func() layer {
		return attempts(func(o obj, n int) { o["created_at"] = later(text(o, "created_at"), n) })
	}},
	{"an id for each attempt", func() layer { return attempts(func(o obj, n int) { o["id"] = fmt.Sprintf("%s.%d", text(o, "id"), n) }) }},
	{"refusals by the receiver are final", givesUp},
	{"redirects are followed", plain(deliver(func(s *shipment) bool { s.follow = true; return true }))},
	{"one delivery of an endpoint at a time", func() layer {
		gates := newMemory()
		return deliver(func(s *shipment) bool {
			gate, _ := gates.keep(s.url, func() any { return make(chan struct{}, 1) })
			s.gate = gate.(chan struct{})
			return true
		})
	}},
	{"deliveries without a length", plain(deliver(func(s *shipment) bool { s.chunked = true; return true }))},
	{"later attempts most of a second late", func() layer { return lateBy(800*time.Millisecond, func(n int) bool { return n > 1 }) }},
	{"a client that sends once more when the connection breaks", plain(deliver(func(s *shipment) bool { s.stubborn = true; return true }))},
	{"events dated by the wall clock", func() layer {
		return body("", func(o obj) { o["created_at"] = time.Now().UTC().Format("2006-01-02T15:04:05.000Z") })
	}},
	{"a clock that is a day ahead", func() layer {
		l := shifted("", 24*time.Hour)
		l.verb = func(verb string, _, out obj) bool {
			now, err := time.Parse(time.RFC3339, text(out, "now"))
			if verb == "advance-clock" && err == nil {
				out["now"] = now.Add(24 * time.Hour).Format(time.RFC3339Nano)
			}
			return verb == "advance-clock"
		}
		return l
	}},
	{"test events without data", plain(body("webhook.test", func(o obj) { o["data"] = obj{} }))},
	{"test events with a sample", plain(data("webhook.test", func(d obj) { clear(d); d["sample"] = obj{"session_id": nil, "list": []any{1, "a"}} }))},
	{"events with no state", plain(data("fill_session.completed", func(d obj) { d["state"] = nil }))},
	{"the month by the time of California", func() layer { return ownCap(time.FixedZone("", -8*3600)) }},
	{"the month by the time of Auckland", func() layer { return ownCap(time.FixedZone("", 12*3600)) }},
	{"rates by fixed windows", func() layer { return ownRate(false) }},
	{"a refused call has its effect", func() layer { return ownRate(true) }},
	{"Retry-After with room to spare", plain(layer{response: func(c *call) bool {
		var seconds int
		if _, err := fmt.Sscan(c.header.Get("Retry-After"), &seconds); c.status != 429 || err != nil {
			return false
		}
		c.header.Set("Retry-After", fmt.Sprint(seconds+2))
		c.header.Set("Ratelimit-Remaining", "0")
		return true
	}})},
}

func later(at string, n int) string {
	t, _ := time.Parse(time.RFC3339, at)
	return t.Add(time.Duration(n) * time.Millisecond).UTC().Format("2006-01-02T15:04:05.000Z")
}

// attempts changes the body of each attempt, which is told its number.
func attempts(do func(o obj, n int)) layer {
	return deliver(func(s *shipment) bool {
		l := body("", func(o obj) {
			do(o, s.n)
			s.header.Set("X-Service-Delivery", text(o, "id"))
		})
		return l.delivery(s)
	})
}

// ticking is a server's clock: the machine's, and what the hook moved it by.
type ticking struct {
	mu    sync.Mutex
	ahead time.Duration
	moved chan struct{}
}

func newTicking() *ticking { return &ticking{moved: make(chan struct{})} }

func (k *ticking) now() time.Time {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Now().Add(k.ahead)
}

// verb learns of the clock from what the hook answers.
func (k *ticking) verb(verb string, _, out obj) bool {
	now, err := time.Parse(time.RFC3339, text(out, "now"))
	if verb != "advance-clock" || err != nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ahead = time.Until(now)
	close(k.moved)
	k.moved = make(chan struct{})
	return false
}

func (k *ticking) until(ctx context.Context, at time.Time) {
	for {
		left := at.Sub(k.now())
		if left <= 0 {
			return
		}
		k.mu.Lock()
		moved := k.moved
		k.mu.Unlock()
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-moved:
		case <-ctx.Done():
		}
		if timer.Stop(); ctx.Err() != nil {
			return
		}
	}
}

// lateBy begins some attempts late. Each has its 10 s from then on, whenever the server behind gives it up.
func lateBy(d time.Duration, which func(n int) bool) layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, delivery: func(s *shipment) bool {
		if !which(s.n) {
			return false
		}
		pause(d)
		k.fullTime(s)
		return true
	}}
}

// fullTime gives an attempt 10 s from now on.
func (k *ticking) fullTime(s *shipment) {
	due := k.now().Add(10 * time.Second)
	s.within = func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
		go func() {
			defer cancel()
			k.until(ctx, due)
		}()
		return ctx, cancel
	}
}

// course is what became of one delivery.
type course struct {
	mu     sync.Mutex
	first  time.Time     // the end of the first attempt
	third  chan struct{} // closed when the third attempt was answered
	status int           // of the third
}

// thirdFromFirst makes the third attempt 5 s after the end of the first.
func thirdFromFirst() layer {
	k, all := newTicking(), newMemory()
	return layer{clocked: true, told: true, verb: k.verb, delivery: func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		kept, _ := all.keep(text(o, "id"), func() any { return &course{third: make(chan struct{})} })
		if s.course = kept.(*course); s.n == 3 {
			<-s.course.third
			s.drop, s.answer, s.lost = true, s.course.status, s.course.status == 0
		}
		return s.n == 3
	}, shipped: func(s *shipment, _ map[string]string) bool {
		one := s.course
		one.mu.Lock()
		defer one.mu.Unlock()
		switch {
		case s.n == 1:
			one.first = k.now()
		case s.n == 2 && s.status/100 != 2:
			again, due := *s, k.now().Add(3*time.Second)
			if !one.first.IsZero() {
				due = one.first.Add(5*time.Second + 10*time.Millisecond)
			}
			go func() {
				defer close(one.third)
				k.until(servers.ctx, due)
				one.status = again.send(servers.ctx)
			}()
		}
		return false
	}}
}

// givesUp makes no further attempt after an answer 3xx or 4xx, and says in the log that the delivery failed.
func givesUp() layer {
	given := newMemory()
	final := map[int]int{}
	for status := 300; status < 500; status++ {
		final[status] = 200
	}
	return layer{delivery: func(s *shipment) bool {
		s.translate = final
		return false
	}, shipped: func(s *shipment, _ map[string]string) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		if final[s.status] != 0 {
			given.keep(text(o, "id"), func() any { return s.status })
		}
		return final[s.status] != 0
	}, verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		for _, item := range list {
			one := asObject(item)
			status, did := given.snapshot()[text(one, "id")]
			if tries, _ := one["attempts"].([]any); did && len(tries) > 0 {
				one["status"] = "failed"
				asObject(tries[len(tries)-1])["response_status"] = status
			}
		}
		return false
	}}
}
