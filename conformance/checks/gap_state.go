package checks

import (
	"net/url"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

var signInGaps = []Check{
	{ID: "GAP-18", Run: func(c *C) {
		u, err := url.Parse(c.endpoint("authorization_endpoint", ""))
		c.needs(err == nil && u.Path != "", "authorization_endpoint", "%v", c.metadata()["authorization_endpoint"])
		c.observe(u.Path)
	}},
	{ID: "GAP-19", Run: func(c *C) {
		body := obj{"client_name": "Conformance GAP-19", "redirect_uris": []string{redirectURI}}
		x := c.register(body)
		c.observe(obj{"status": x.status, "members": names(x.object()), "without a credential": c.post(c.registerEndpoint(), body, anonymous).status})
	}},
	{ID: "GAP-20", Run: func(c *C) {
		x := c.form(c.tokenEndpoint(), url.Values{"grant_type": {"urn:example:unknown"}})
		pending := c.poll(c.startDevice())
		nobody := c.deviceReply(url.Values{})
		c.observe(obj{"unknown grant": obj{"status": x.status, "members": names(x.object())}, "pending": obj{"status": pending.status, "members": names(pending.object())},
			"no client": obj{"status": nobody.status, "members": names(nobody.object())}})
	}},
	{ID: "GAP-21", Run: func(c *C) { c.observe(obj{"expires_in": c.token().ExpiresIn}) }},
	{ID: "GAP-22", Run: func(c *C) {
		x := c.deviceReply(url.Values{"client_id": {c.client()}, "scope": {"no-such-scope"}})
		c.observe(obj{"scopes_supported": c.metadata()["scopes_supported"], "unknown scope": x.status})
	}},
	{ID: "GAP-23", Run: func(c *C) { c.observe(obj{"expires_in": c.startDevice().expires}) }},
	{ID: "GAP-56", Run: func(c *C) { c.observe(names(c.deviceReply(url.Values{"client_id": {c.client()}}).object())) }},
	{ID: "GAP-60", Run: func(c *C) {
		old, x := c.refreshed()
		c.prepared(x, "a refresh")
		again := c.refresh(old)
		next := c.refresh(tokensOf(x, old.ClientID))
		c.observe(obj{"reuse at once": again.status, "successor afterwards": next.status})
	}},
}

var deliveryGaps = []Check{
	{ID: "GAP-24", Run: func(c *C) { c.observe("not probed: the text names no endpoint for it") }},
	{ID: "GAP-25", Run: func(c *C) {
		_, a := c.delivered()
		c.observe(names(a.data()))
	}},
	{ID: "GAP-33", Run: func(c *C) {
		list := c.failing().list
		c.needs(len(list) >= 3, "three attempts", "%d", len(list))
		base := "the second attempt"
		if gap := list[2].start.Sub(list[1].end); gap < 5*time.Second-early { // too early for the second, however late it comes
			base = "the first attempt"
		}
		c.observe("5 s after " + base)
	}},
	{ID: "GAP-34", Run: func(c *C) {
		list := c.failing().list
		c.needs(len(list) >= 2, "two attempts", "%d", len(list))
		c.observe(obj{"same id": equal(list[0].object()["id"], list[1].object()["id"]), "same bytes": string(list[0].body) == string(list[1].body)})
	}},
	{ID: "GAP-35", Run: func(c *C) {
		b, a := c.delivered()
		c.observe(strings.TrimPrefix(c.guessSignature(a, b.Secret), "the signature is that of "))
	}},
	{ID: "GAP-36", Run: func(c *C) {
		ws, statuses := c.own(), []int{301, 302, 400, 404, 410, 429}
		seen, boxes := obj{}, []*mailbox{}
		for _, status := range statuses {
			b := c.subscribe(ws, func(int) int { return status })
			boxes = append(boxes, b)
		}
		target := c.listener().box(redirected, nil)
		for _, b := range boxes {
			c.test(b)
		}
		for i, b := range boxes {
			_, again := c.until(b, 2*time.Second+late, endedAttempts(2))
			seen[strings.TrimSpace(text(statuses[i]))] = map[bool]string{true: "tried again", false: "given up"}[again]
		}
		seen["redirects"] = map[bool]string{true: "followed", false: "not followed"}[len(target.all()) > 0]
		c.observe(seen)
	}},
	{ID: "GAP-61", Run: func(c *C) {
		ws := c.own()
		slow := c.subscribe(ws, func(n int) int { return 0 })
		quick := c.subscribe(ws, nil)
		c.test(slow)
		c.test(slow)
		c.test(quick)
		_, ok := c.awaits(quick, 2*time.Second, endedAttempts(1))
		both, _ := c.awaits(slow, time.Second, func(list []arrival) bool { return len(list) > 1 })
		c.observe(obj{"another endpoint is served meanwhile": ok, "deliveries under way at the slow one": len(both)})
	}},
}

var stateGaps = []Check{
	{ID: "GAP-28", Run: func(c *C) {
		x := c.pressed(0)
		c.needs(x != nil, "a 429", "none")
		c.observe(obj{"Retry-After": x.header.Get("Retry-After")})
	}},
	{ID: "GAP-41", Phase: Clock, Run: func(c *C) {
		ws, _, _ := c.full()
		now := c.now()
		edge := time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		passed := now
		for _, at := range []struct {
			after time.Duration // of midnight UTC
			means string
		}{{-30 * time.Minute, "before midnight UTC"}, {5 * time.Minute, "midnight UTC"}, {8*time.Hour + 5*time.Minute, "up to 8 h after midnight UTC"},
			{13 * time.Hour, "up to 13 h after midnight UTC"}} {
			c.advance(edge.Add(at.after).Sub(passed))
			passed = edge.Add(at.after)
			if c.createIn(ws).ok() {
				c.observe(obj{"the month rolls over": at.means})
				return
			}
		}
		c.observe(obj{"the month rolls over": "later than 13 h after midnight UTC"})
	}},
	{ID: "GAP-42", Run: func(c *C) {
		ws := c.workspace(obj{"name": "Conformance free", "plan": "free"})
		c.post("/org/sessions", obj{"insured_name": ""}, as(ws.Key))
		taken := 0
		for range freeSessions + 1 {
			if c.createIn(ws).ok() {
				taken++
			}
		}
		c.observe(obj{"sessions after one refused create": taken})
	}},
	{ID: "GAP-43", Run: func(c *C) {
		c.observe(c.post("/org/sessions", obj{"insured_name": ""}, as(c.atTheCap().ws.Key)).status)
	}},
	{ID: "GAP-44", Run: func(c *C) {
		x := c.call("POST", sessionPath(c.sessionID(), "fill"))
		c.observe(obj{"status": x.status, "forms": len(objects(x.object()["forms"]))})
	}},
	{ID: "GAP-45", Run: func(c *C) {
		s := c.story()
		c.observe(obj{"status": s.again.status, "completions": len(s.completions(s.boxA))})
	}},
	{ID: "GAP-46", Run: func(c *C) {
		s := c.sent()
		again := c.submit(s.id, as(s.ws.Key))
		early := c.submit(c.newSession(as(s.ws.Key)), as(s.ws.Key))
		c.observe(obj{"again": again.status, "same reply": string(again.body) == string(s.submit.body), "before fill": early.status})
	}},
	{ID: "GAP-51", Run: func(c *C) {
		j := c.journey()
		c.needs(j.finished, "a finished intake", "it is not")
		last := j.turns[len(j.turns)-1]
		c.observe(obj{"asks at the end": len(objects(last.object()["asks"])), "another turn": c.answer(j.id, "Thank you.").status})
	}},
	{ID: "GAP-52", Run: func(c *C) {
		turn, before := c.settingTurn()
		set, _ := turn.object()["set_fields"].(obj)
		a := newAnswerer(false)
		for _, q := range asksOf(turn) {
			c.answer(c.session, a.batch([]ask{q}))
		}
		for _, key := range names(set) {
			for _, value := range []string{"77", "Northwind Traders Inc", "(404) 555-0199"} {
				c.answer(c.session, "Correction: "+strings.ReplaceAll(key, "_", " ")+" is "+value)
				after, _ := c.detail(c.session).object()["field_values"].(obj)
				if !equal(before[key], after[key]) {
					c.observe("changed")
					return
				}
			}
		}
		c.observe("kept")
	}},
	{ID: "GAP-53", Run: func(c *C) {
		c.answer(c.sessionID(), "We have 77 employees.")
		before, _ := c.detail(c.sessionID()).object()["field_values"].(obj)
		c.extract(c.sessionID(), pdfsample.Sized(0))
		after, _ := c.detail(c.sessionID()).object()["field_values"].(obj)
		overwritten := []string{}
		for key, v := range before {
			if v != nil && !equal(v, after[key]) {
				overwritten = append(overwritten, key)
			}
		}
		plain := c.call("POST", sessionPath(c.sessionID(), "extract"), upload("file", "a.txt", "text/plain", []byte("hello")), aside)
		c.observe(obj{"overwritten": overwritten, "an upload that is no PDF": plain.status})
	}},
	{ID: "GAP-54", Run: func(c *C) {
		j := c.alone()
		c.observe(c.submit(j.id, as(j.ws.Key)).status)
	}},
	{ID: "GAP-55", Run: func(c *C) {
		ws := c.unconnected(obj{})
		seen := obj{"without both": c.appointment(ws, obj{}).status}
		c.appointment(ws, basicAppointment())
		seen["a second request"] = c.appointment(ws, basicAppointment()).status
		if connected, err := c.makeWorkspace(obj{"name": "Conformance connected", "plan": "paid", "market_connected": true}); err == nil {
			seen["with an account"] = c.appointment(connected, basicAppointment()).status
		}
		c.observe(seen)
	}},
	{ID: "GAP-63", Run: func(c *C) {
		ws, id, _ := c.limited(30)
		before := c.detail(id, as(ws.Key)).object()["field_values"]
		x := c.answer(id, "We have 99 employees.", as(ws.Key), impatient)
		after := c.detail(id, as(ws.Key)).object()["field_values"]
		c.observe(obj{"status": x.status, "had an effect": !equal(before, after)})
	}},
}
