package checks

import (
	"bytes"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"
)

// deliveryOf judges a test delivery, one of each other event that the hooks can bring about, and the attempts that follow
// one that failed.
func deliveryOf(judge func(c *C, b *mailbox, a arrival)) func(*C) {
	return func(c *C) {
		b, a := c.delivered()
		judge(c, b, a)
		c.maybe(func() {
			s := c.signing()
			c.aboutEvent()
			judge(c, s.box, c.first(s.box))
		})
		c.maybe(func() {
			s := c.story()
			c.aboutEvent()
			for _, a := range s.completions(s.boxA) {
				judge(c, s.boxA, a)
			}
		})
		c.maybe(func() {
			b := c.submitted().box
			c.aboutEvent()
			for _, a := range only(b.all(), sentEvent) {
				judge(c, b, a)
			}
		})
		c.maybe(func() {
			f := c.failing()
			for _, a := range f.list {
				judge(c, f.box, a)
			}
		})
	}
}

// deliveryCheck is a check of every attempt of every delivery.
func deliveryCheck(id string, judge func(c *C, b *mailbox, a arrival)) Check {
	return Check{ID: id, Run: deliveryOf(judge), later: wantEach(judge)}
}

// wantDate fails the check unless the time of an event is written as the text has it, and is that of the event.
func wantDate(c *C, b *mailbox, a arrival) {
	s, _ := a.object()["created_at"].(string)
	at, is := inMillis(s)
	c.want(is, "created_at as ISO 8601 in UTC with milliseconds", "%s", what(a.object(), "created_at"))
	if b.firstOf(a) { // later attempts may have the time of the first
		c.wantMoment(a, at)
	}
}

// wantPosted fails the check unless an attempt is a POST of a JSON object.
func wantPosted(c *C, _ *mailbox, a arrival) {
	c.want(a.method == http.MethodPost, "a POST", "%s", a.method)
	c.want(a.object() != nil, "a JSON object as body", "%s", excerpt(a.body))
}

var hookChecks = []Check{
	{ID: "HOOK-01", later: wantEach(wantPosted), Run: func(c *C) {
		deliveryOf(wantPosted)(c)
		c.maybe(c.addressed)
	}},
	deliveryCheck("HOOK-02", func(c *C, _ *mailbox, a arrival) {
		c.wantText(a.object(), "id")
		c.wantText(a.object(), "event")
		_, there := a.object()["created_at"]
		c.want(there, "created_at at the top level", "it is missing")
		c.wantType(a.object(), "data", "object")
	}),
	{ID: "HOOK-03", later: wantEach(wantDate), Run: func(c *C) {
		deliveryOf(wantDate)(c)
		c.maybe(c.dated)
		c.maybe(func() { c.manyTests() }) // a form that depends on the moment shows in many
	}},
	deliveryCheck("HOOK-04", func(c *C, _ *mailbox, a arrival) {
		c.want(c.headerOf(a, "Event") == a.object()["event"] && a.object()["event"] != nil, "the event name in the header Event", "%q and %s",
			c.headerOf(a, "Event"), what(a.object(), "event"))
	}),
	deliveryCheck("HOOK-05", func(c *C, _ *mailbox, a arrival) {
		c.want(c.headerOf(a, "Delivery") == a.object()["id"] && a.object()["id"] != nil, "the id in the header Delivery", "%q and %s",
			c.headerOf(a, "Delivery"), what(a.object(), "id"))
	}),
	deliveryCheck("HOOK-06", func(c *C, _ *mailbox, a arrival) {
		c.want(signatureForm.MatchString(c.headerOf(a, "Signature")), "sha256= and 64 lowercase hex digits", "%q", c.headerOf(a, "Signature"))
	}),
	deliveryCheck("HOOK-07", func(c *C, b *mailbox, a arrival) { c.wantSigned(a, b.Secret) }),
	{ID: "HOOK-08", Run: func(c *C) {
		s := c.story()
		c.aboutEvent()
		for _, a := range s.boxA.all() {
			c.want(utf8.Valid(a.body), "JSON in UTF-8 (RFC 8259 section 8.1)", "another encoding")
		}
		list := s.completions(s.boxA)
		c.needs(len(list) > 0, "a delivery about a name beyond ASCII", "none")
		c.wantSigned(list[0], s.boxA.Secret)
	}},
	{ID: "HOOK-09", later: func(c *C) {
		for _, b := range c.run.mailboxes() {
			c.wantPrefixed(b)
		}
	}, Run: func(c *C) {
		ws := c.own()
		for range 2 {
			c.wantPrefixed(c.subscribe(ws, nil))
		}
	}},
	{ID: "HOOK-10", Run: func(c *C) {
		ws := c.own()
		a, b := c.subscribe(ws, nil), c.subscribe(ws, nil)
		c.want(a.Secret != b.Secret, "a secret of each endpoint's own", "the same for two")
		for _, pair := range [][2]*mailbox{{a, b}, {b, a}} {
			c.test(pair[0])
			got := c.first(pair[0])
			c.wantSigned(got, pair[0].Secret)
			c.want(!c.signed(got, pair[1].Secret), "no signature under the secret of another endpoint", "it matches")
		}
		c.maybe(func() { // a server may have one endpoint for each URL
			url := c.listener().base + "/hook-" + c.random(12)
			one, two := &mailbox{ws: ws, changed: make(chan struct{})}, &mailbox{ws: ws, changed: make(chan struct{})}
			c.registerBox(one, url, []string{esignEvent})
			c.registerBox(two, url, []string{esignEvent})
			c.want(one.ID == two.ID || one.Secret != two.Secret, "a secret of each endpoint's own, also of two with one URL", "the same for two")
		})
	}},
	deliveryCheck("HOOK-11", func(c *C, _ *mailbox, a arrival) {
		x := &exchange{header: a.header}
		c.want(mediaType(x) == "application/json", "Content-Type application/json", "%q", a.header.Get("Content-Type"))
	}),
	{ID: "HOOK-12", Run: func(c *C) {
		both, refused := c.bothFailing(), c.unreachable()
		c.losing() // so that their attempts are over when they are counted
		f := c.failing()
		c.want(len(f.list) == 3, "three attempts and no fourth", "%d", len(f.list))
		c.wantEachTried(both.failing)
		c.maybe(func() {
			c.lastDelivery(refused)
			n := len(c.logged(refused)[0].Attempts)
			c.want(n <= 3, "three attempts where nobody listens, and no fourth", "%d in the log", n)
		})
		c.maybe(func() {
			h := c.hanging()
			c.pastFourth(h.stuck) // which ends last
			n := len(h.stuck.all())
			c.want(n <= 3, "three attempts and no fourth, also where the first one timed out", "%d", n)
			n = len(h.last.all())
			c.want(n <= 3, "three attempts and no fourth, also where the third one timed out", "%d", n)
		})
		for _, l := range c.lost() {
			c.aboutEvent()
			// There may be more deliveries than are known of: a session may complete again when it is submitted.
			c.want(l.attempts%3 == 0 && l.attempts >= 3*l.deliveries, "three attempts of "+l.event+" and no fourth", "%d for %d deliveries", l.attempts, l.deliveries)
			c.want(l.other == "" || l.told(l.other), "what happens after a delivery failed to come to its endpoint, too", "no esign.completed of the next envelope")
			c.want(l.other == "" || l.triedAgain(), "further attempts of what happens after a delivery failed, too, where the first fails", "one attempt")
		}
	}},
	{ID: "HOOK-13", Run: func(c *C) {
		b := c.subscribe(c.own(), nil)
		asked := c.test(b)
		list, ok := c.awaits(b, arrivalTime, endedAttempts(1))
		c.want(ok, "a first attempt at once", "none within %v", arrivalTime)
		took := list[0].start.Sub(asked)
		c.want(took <= soon, "a first attempt within "+soon.String(), "after %v", took)
		took = c.fastest(b, took, func() time.Time { return c.test(b) })
		c.want(took < secondTime, "a first attempt at once", "the fastest of four after %v", took)
		c.wantNextSoon(b)
		c.wantSignedSoon()
		c.wantCompletedSoon()
		c.maybe(func() { c.wantAtOnce(b) })
		c.maybe(c.wantFirstBesideFailing)
		c.maybe(func() { c.hanging().wantBesideHanging(c) })
	}},
	{ID: "HOOK-14", later: wantSpaced(2, 2*time.Second), Run: func(c *C) {
		asks := c.subscribe(c.own(), afterOne(503))
		asks.mark(func() { asks.pause = "8" })
		c.test(asks)
		f := c.failing()
		list := f.list
		c.want(len(list) >= 2, "a second attempt", "none")
		gap := list[1].start.Sub(list[0].end) // some count from the beginning of an attempt, some from its end
		c.want(list[1].start.Sub(f.begun(c.run)) >= 2*time.Second-early && gap <= 2*time.Second+late, "a second attempt 2 s after the first", "after %v", gap)
		c.first(asks)
		two, came := c.timed(asks, arrivalTime, endedAttempts(2))
		c.aboutHook("send-test-event", obj{"org_id": asks.ws.OrgID, "endpoint_id": asks.ID})
		const whatever = "a second attempt 2 s after the first, whatever pause its answer asks for"
		c.want(came, whatever, "none within %v, and Retry-After was 8", arrivalTime)
		gap = two[1].start.Sub(two[0].end) // its clock may have moved in larger steps
		c.want(gap < 8*time.Second-early, whatever, "after %v, and Retry-After was 8", gap)
	}},
	{ID: "HOOK-15", later: wantSpaced(3, 5*time.Second), Run: func(c *C) {
		f := c.failing()
		list := f.list
		c.needs(len(list) >= 2, "a second attempt", "none")
		c.want(len(list) >= 3, "a third attempt", "none")
		fromSecond, fromFirst := list[2].start.Sub(list[1].end), list[2].start.Sub(list[0].end)
		due, notBefore := 5*time.Second, list[2].start.Sub(f.begun(c.run)) >= 5*time.Second-early
		// What is 4 s after the second is no late 5 s after the first, unless the second was late as well.
		alike := min(late, 900*time.Millisecond+list[1].start.Sub(list[0].end)-2*time.Second)
		second := fromSecond >= due-early && fromSecond <= due+late
		c.want(second || notBefore && fromFirst <= due+alike, "a third attempt 5 s after the second or after the first", "after %v and %v", fromSecond, fromFirst)
		c.maybe(c.wantSameSchedule)
	}},
	{ID: "HOOK-16", Run: func(c *C) {
		for _, a := range c.hanging().held(!c.run.keeper.atWork()) {
			c.want(a.closed && a.end.Sub(a.due) >= 10*time.Second-early-300*time.Millisecond && a.end.Sub(a.start) <= 10*time.Second+late,
				"an attempt that is given up after 10 s",
				"given up: %t after %v to %v", a.closed, a.end.Sub(a.start), a.end.Sub(a.due))
		}
		c.hanging().wantGivenUp(c)
	}},
	{ID: "HOOK-17", Run: func(c *C) {
		h := c.hanging()
		c.want(len(h.first) >= 2, "another attempt after one that timed out", "none")
		c.want(len(h.first) >= 3, "a third attempt after two that timed out", "none")
		gap := h.first[1].start.Sub(h.first[0].start)
		c.want(gap > unmoved, "another attempt only after the one before it has timed out", "after %v", gap)
	}},
	{ID: "HOOK-18", Run: func(c *C) {
		statuses := []int{200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 299}
		b := c.subscribe(c.own(), func(n int) int { return statuses[(n-1)%len(statuses)] })
		b.mark(func() { b.label = "application/json" }) // of nothing: the status alone counts
		wordy := c.subscribe(c.own(), nil)
		var beside *mailbox
		c.maybe(func() { beside = c.besideRefused() })
		wordy.mark(func() { wordy.label, wordy.words = "text/plain; charset=utf-8", bytes.Repeat([]byte{0xff, 0}, 40_000) })
		c.test(wordy)
		for range statuses {
			c.test(b)
		}
		list, ok := c.awaits(b, arrivalTime, endedAttempts(len(statuses)))
		c.needs(ok, "test deliveries", "%d of %d", len(list), len(statuses))
		c.wait(2*time.Second + quietTime)
		tested := len(only(wordy.all(), testEvent))
		c.want(tested <= 1, "one attempt when it is answered 200, whatever else the answer has", "%d", tested)
		answered := map[string][]int{}
		for n, a := range b.all() {
			id := text(a.object()["id"])
			answered[id] = append(answered[id], statuses[n%len(statuses)])
		}
		for _, several := range answered {
			c.want(len(several) == 1, "one attempt when it is answered 2xx", "another after %d", several[0])
		}
		tested = len(only(b.all(), testEvent))
		c.want(tested == len(statuses), "one attempt when it is answered 2xx", "%d for %d deliveries", tested, len(statuses))
		if beside != nil {
			c.wantTakenOnce(beside)
		}
	}},
	{ID: "HOOK-19", Run: func(c *C) {
		b, others := c.subscribe(c.own(), afterOne(500)), map[int]*mailbox{502: nil, 503: nil, 504: nil}
		c.test(b)
		for status := range others {
			others[status] = c.subscribe(c.own(), afterOne(status))
			c.test(others[status])
		}
		c.first(b)
		_, ok := c.until(b, arrivalTime, endedAttempts(2))
		c.want(ok, "another attempt after a 500", "none within %v", arrivalTime)
		for status, other := range others {
			c.maybe(func() {
				c.first(other)
				_, ok := c.until(other, arrivalTime, endedAttempts(2))
				c.want(ok, fmt.Sprintf("another attempt after a %d", status), "none within %v", arrivalTime)
			})
		}
		c.maybe(c.wantOthersTried)
		list, more := c.until(b, fourthTime, endedAttempts(3))
		c.want(!more, "two attempts when the second is answered 200", "%d", len(list))
	}},
	{ID: "HOOK-20", Run: func(c *C) {
		others := map[int]*mailbox{404: nil, 410: nil, 302: nil, 304: nil}
		for status := range others {
			b := c.subscribe(c.own(), func(int) int { return status })
			b.aim = nowhere // a server that follows a redirect finds nobody
			c.test(b)
			if status == 404 {
				c.test(b)
			}
			others[status] = b
		}
		refused := c.unreachable()
		broken := c.subscribe(c.own(), func(int) int { return hangUp })
		c.test(broken)
		f := c.failing()
		c.needs(len(f.list) >= 3, "three attempts", "%d", len(f.list))
		c.want(f.first != "failed", "a delivery recorded as failed after the last attempt", "%q after the first", f.first)
		entry := c.lastDelivery(f.box)
		c.want(entry.Status == "failed", "a delivery recorded as failed", "%q", entry.Status)
		c.want(len(entry.Attempts) > 0, "its attempts in the log", "none")
		last := entry.Attempts[len(entry.Attempts)-1]
		c.want(last.ResponseStatus == lastFailure, fmt.Sprintf("the response status %d in the log", lastFailure), "%d", last.ResponseStatus)
		c.want(len(entry.Attempts) < 3 || entry.Attempts[0].ResponseStatus != entry.Attempts[2].ResponseStatus,
			"the response status of each attempt in the log", "%d for all of them, and those before the last were answered 500", lastFailure)
		c.maybe(func() {
			for _, b := range c.hanging().takenLast() {
				c.maybe(func() { c.wantDelivered(b) })
			}
		})
		c.maybe(func() { c.hanging().wantFailed(c) })
		c.maybe(func() {
			for _, l := range c.lost() {
				list := c.settledLog(l.box, emptyLog)
				c.aboutEvent()
				c.want(len(list) > 0, "a delivery of "+l.event+" that failed in the log", "the log is empty")
			}
		})
		entry = c.lastDelivery(refused)
		c.want(entry.Status == "failed", "a delivery to a closed port recorded as failed", "%q", entry.Status)
		c.want(len(entry.Attempts) > 0 && entry.Attempts[len(entry.Attempts)-1].Error != "", "the error in the log", "none")
		c.want(len(entry.Attempts) != 2, "three attempts in the log of what nobody takes", "two")
		c.first(broken)
		c.until(broken, 8*time.Second+quietTime, endedAttempts(3))
		entry = c.lastDelivery(broken)
		c.want(len(entry.Attempts) == 0 || entry.Attempts[len(entry.Attempts)-1].Error != "", "the error of a connection that was closed without an answer in the log", "none")
		for status, b := range others {
			c.first(b)
			c.until(b, quietTime, endedAttempts(2))
			recorded := func() {
				entry = c.lastDelivery(b)
				c.want(entry.Status == "failed", fmt.Sprintf("a delivery recorded as failed whose last answer was %d", status), "%q", entry.Status)
			}
			if status == http.StatusGone { // an endpoint that says so may be given up, and its log with it
				c.maybe(recorded)
			} else {
				recorded()
			}
		}
		c.wantLogged(others[404], 404)
		c.maybe(c.wantOwnEntries)
	}},
	{ID: "HOOK-21", Phase: Clock, Run: func(c *C) {
		c.hook("advance-clock", obj{"seconds": 0}, nil)
		f := c.failing()
		c.needs(len(f.list) == 3, "a delivery that failed", "%d attempts", len(f.list))
		var others []*lost
		c.maybe(func() { others = c.lost() })
		for _, l := range others {
			same, _ := l.again()
			c.aboutEvent()
			c.want(!same, "no attempt after the delivery failed", "one when the endpoint was told of something else")
			l.box.mark(func() { l.box.reply = nil })
		}
		f.box.mark(func() { f.box.answer = func(int) int { return 200 } })
		c.advance(24 * time.Hour)
		list, more := c.until(f.box, quietTime, endedAttempts(4))
		c.want(!more, "no attempt after the delivery failed", "%d", len(list))
		c.advance(31 * 24 * time.Hour) // what is done once a week, or at the end of a month
		list, more = c.until(f.box, quietTime, endedAttempts(4))
		c.want(!more, "no attempt after the delivery failed, weeks later", "%d", len(list))
		for _, l := range others {
			c.aboutEvent()
			c.want(len(l.box.all()) == l.seen, "no attempt after the delivery of "+l.event+" failed", "%d later", len(l.box.all())-l.seen)
		}
	}},
	{ID: "HOOK-22", later: wantOnce(completedEvent, "completed_at"), Run: func(c *C) {
		s := c.story()
		list := s.completions(s.boxA)
		c.needs(len(list) > 0, "a completion", "none")
		seen := map[string]bool{}
		for _, a := range list {
			at := text(a.data()["completed_at"])
			c.want(!seen[at], "one delivery for each completed_at", "two for %s", at)
			seen[at] = true
		}
		c.maybe(c.wantOneOfTwoFills)
		c.maybe(c.completesAgain)
		wantOnce(completedEvent, "completed_at")(c)
	}},
	{ID: "HOOK-23", Phase: Clock, later: wantOnce(esignEvent, "envelope_id"), Run: func(c *C) {
		b, _, envelope := c.signature()
		c.first(b)
		c.completed(envelope)
		c.completed(envelope)
		c.until(b, quietTime, endedAttempts(2))
		c.completed(envelope) // after a while, too
		list, more := c.until(b, quietTime, endedAttempts(2))
		c.want(!more, "one delivery for an envelope", "%d", len(list))
		other := obj{"org_id": b.ws.OrgID, "session_id": envelope["session_id"], "envelope_id": "env_" + c.random(12)}
		c.completed(other, b)
		c.awaits(b, arrivalTime, endedAttempts(2))
		c.completed(envelope) // another is the last that was told of
		list, more = c.until(b, quietTime, endedAttempts(3))
		c.want(!more, "one delivery for an envelope, also when another came after it", "%d for two", len(list))
		c.maybe(func() {
			for _, l := range c.lost() {
				_, other := l.again()
				c.aboutEvent()
				c.want(!other, "one delivery for an envelope", "another when the first is not taken")
			}
		})
		c.maybe(func() {
			twice, had := obj{"org_id": b.ws.OrgID, "session_id": envelope["session_id"], "envelope_id": "env_" + c.random(12)}, len(b.all())
			c.atOnce(2, func(one *C) *exchange { one.completed(twice); return nil })
			c.awaits(b, arrivalTime, endedAttempts(had+1))
			list, more := c.until(b, quietTime, endedAttempts(had+2))
			c.want(!more, "one delivery for an envelope that is completed twice at one time", "%d", len(list)-had)
		})
		c.maybe(func() {
			had := len(b.all())
			c.advance(24 * time.Hour)
			c.completed(envelope)
			list, more = c.until(b, quietTime, endedAttempts(had+1))
			c.want(!more, "one delivery for an envelope, also when it completes once more a day later", "%d for those told of before", len(list)-had)
		})
	}},
	{ID: "HOOK-24", later: (*C).wantOwnIDs, Run: func(c *C) {
		seen := map[string]bool{}
		for _, a := range c.manyTests() {
			id := a.object()["id"]
			c.want(id != nil && !seen[text(id)], "an id of each delivery's own", "%s twice", text(id))
			seen[text(id)] = true
		}
		c.maybe(c.testsAtOnce)
	}},
	{ID: "HOOK-25", Run: func(c *C) {
		f := c.failing()
		c.needs(len(f.list) >= 2, "more than one attempt", "%d", len(f.list))
		for _, a := range f.list {
			c.wantSigned(a, f.box.Secret)
			c.want(c.headerOf(a, "Delivery") == a.object()["id"], "the id in the header Delivery of each attempt", "%q and %s",
				c.headerOf(a, "Delivery"), what(a.object(), "id"))
		}
	}},
	{ID: "HOOK-26", Run: func(c *C) {
		took, ok := c.foundNobody()
		c.want(ok, "another attempt after one that found nobody", "none within %v", arrivalTime+2*time.Second)
		c.maybe(func() { c.wantFoundSoon(took) })
	}},
}
