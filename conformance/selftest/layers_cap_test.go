package selftest_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"
)

// capAt refuses creates of a key past a number.
func capAt(most int) layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		made.add(bearer(c))
		n := 0
		for _, key := range made.list() {
			if key == bearer(c) {
				n++
			}
		}
		if n > most {
			c.refuse(402)
		}
		return n > most
	}}
}

// fillsCounted refuses creates of a free workspace whose creates and fills are past a number.
func fillsCounted(most int) layer {
	keys, used := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if free(verb, in) {
			keys.put(text(out, "api_key"), true)
		}
		return false
	}, request: func(c *call) bool {
		key := bearer(c)
		if c.op != "create" && c.op != "fill" || keys.snapshot()[key] == nil {
			return false
		}
		all := used.list()
		used.add(key)
		fills := c.op == "create" && len(slices.DeleteFunc(all, func(one any) bool { return one != key })) >= most
		if fills {
			c.refuse(402)
		}
		return fills
	}}
}

// capOff never refuses for the plan.
func capOff() layer {
	return layer{response: func(c *call) bool {
		did := c.status == 402
		if did {
			c.answer(200, obj{"session_id": "ses_extra"})
		}
		return did
	}}
}

// capForAll lets the cap of one workspace stop all.
func capForAll() layer {
	locked := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "create" || len(locked.list()) == 0 {
			return false
		}
		c.refuse(402)
		return true
	}, response: func(c *call) bool {
		if c.status == 402 {
			locked.add(true)
		}
		return false
	}}
}

// brittle does a call and breaks the connection before its answer, where it is to be kept for another one.
func brittle(op string) layer {
	return layer{write: func(_ http.ResponseWriter, c *call) bool {
		if c.op == op && !c.r.Close {
			panic(http.ErrAbortHandler)
		}
		return false
	}, response: func(c *call) bool { return c.op == op && !c.r.Close }}
}

func always1(*call) bool { return true }

const freeOfAPlan = 5

// yearless refuses a sixth create of a workspace in months of one name, or in a month of the name that the last one had.
func yearless(forgetful bool) layer {
	k := newTicking()
	made := newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op != "create" || !c.ok() {
			return false
		}
		month := fmt.Sprint(bearer(c), k.now().UTC().Month())
		n, _ := made.snapshot()[month].(int)
		if forgetful && made.snapshot()[bearer(c)] != month {
			n = 0
		}
		made.put(bearer(c), month)
		made.put(month, n+1)
		if n < freeOfAPlan {
			return false
		}
		c.refuse(402)
		return true
	}}
}

// ofThirtyDays refuses a sixth create of a workspace within thirty days.
func ofThirtyDays() layer {
	k := newTicking()
	made := newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op != "create" || !c.ok() {
			return false
		}
		times, _ := made.snapshot()[bearer(c)].([]time.Time)
		times = slices.DeleteFunc(slices.Clone(times), func(t time.Time) bool { return k.now().Sub(t) > 30*24*time.Hour })
		if len(times) < freeOfAPlan {
			made.put(bearer(c), append(times, k.now()))
			return false
		}
		c.refuse(402)
		return true
	}}
}

// cappedForAWeek takes what is refused for the plan when a week has passed since the last session was made.
func cappedForAWeek() layer {
	k, made := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op != "create" || c.status != 402 && !c.ok() {
			return false
		}
		if c.ok() {
			made.put(bearer(c), k.now())
			return false
		}
		last, did := made.snapshot()[bearer(c)].(time.Time)
		if did = did && k.now().Sub(last) > 7*24*time.Hour; did {
			c.answer(200, obj{"session_id": "ses_more", "insured_name": "x"})
		}
		return did
	}}
}

// clearedByPlan takes further creates of a workspace at its cap once its plan was changed.
func clearedByPlan() layer {
	full, changed, who := newMemory(), newMemory(), &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if org := text(in, "org_id"); verb == "set-plan" && full.snapshot()[org] != nil {
			changed.put(org, true)
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "create" || c.status != 402 {
			return false
		}
		full.put(who.of(c), true)
		did := changed.snapshot()[who.of(c)] != nil
		if did {
			c.answer(200, obj{"session_id": "ses_more", "status": "open", "form_keys": []any{}, "fields_filled": 0})
		}
		return did
	}}
}

// fifth answers the fifth create of a key with another status.
func fifth(status int) layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "create" || !c.ok() {
			return false
		}
		made.add(bearer(c))
		n := 0
		for _, key := range made.list() {
			if key == bearer(c) {
				n++
			}
		}
		if n == 5 {
			c.status = status
		}
		return n == 5
	}}
}

// sixthOnly refuses one create over the cap and takes the next.
func sixthOnly() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.status != 402 {
			return false
		}
		_, known := refused.keep(bearer(c), func() any { return true })
		if known {
			c.answer(200, obj{"session_id": "ses_more"})
		}
		return known
	}}
}

// racingCap takes creates over the cap that come while another is under way.
func racingCap() layer {
	busy := make(chan struct{}, 1)
	return layer{request: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		select {
		case busy <- struct{}{}:
			c.r.Header.Set("X-Alone", "1")
		default:
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		if c.r.Header.Get("X-Alone") != "" {
			pause(20 * time.Millisecond)
			<-busy
			return false
		}
		did := c.status == 402
		if did {
			c.answer(200, obj{"session_id": "ses_" + c.r.RemoteAddr})
		}
		return did
	}}
}

// refusedAndDone lists a session for each create that was refused for the plan.
func refusedAndDone() layer {
	extra := newMemory()
	return layer{response: func(c *call) bool {
		if c.status == 402 {
			extra.keep(bearer(c), func() any { return true })
			return false
		}
		_, known := extra.snapshot()[bearer(c)]
		return known && c.op == "list" && c.ok() && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			o["sessions"] = append(list, obj{"session_id": "ses_refused", "insured_name": "x", "status": "in_progress", "form_keys": []any{}, "fields_filled": 0, "fields_total": 1})
			return true
		})
	}}
}

// lockedFor refuses an operation to a key that met its cap.
func lockedFor(op string) layer {
	locked := newMemory()
	return layer{request: func(c *call) bool {
		if _, known := locked.snapshot()[bearer(c)]; !known || c.op != op {
			return false
		}
		c.refuse(402)
		return true
	}, response: func(c *call) bool {
		if c.status == 402 {
			locked.keep(bearer(c), func() any { return true })
		}
		return false
	}}
}

// refusedAtCap refuses an operation for the plan once a create of the workspace was.
func refusedAtCap(op string) layer {
	full := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.status == 402 {
			full.keep(bearer(c), func() any { return true })
		}
		_, known := full.snapshot()[bearer(c)]
		if c.op == op && known {
			c.refuse(402)
		}
		return c.op == op && known
	}}
}

// freedBy takes another create of a workspace of which a session was filled, or submitted.
func freedBy(op string) layer {
	filled := newMemory()
	return layer{response: func(c *call) bool {
		switch {
		case c.op == op && c.ok():
			filled.put(bearer(c), true)
		case c.op == "create" && c.status == 402 && filled.snapshot()[bearer(c)] == true:
			c.answer(200, obj{"session_id": "ses_more", "status": "open", "form_keys": []string{}})
			return true
		}
		return false
	}}
}

// demonstrated lists one more session, the oldest.
func demonstrated() layer {
	return layer{response: func(c *call) bool {
		return c.op == "list" && c.ok() && c.r.URL.RawQuery == "" && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			if len(all) == 0 {
				return false
			}
			one := maps.Clone(all[len(all)-1].(obj))
			one["session_id"], one["insured_name"] = "ses_demonstration", "A demonstration"
			o["sessions"] = append(all, one)
			return true
		})
	}}
}

// cappedAfter refuses creates of a key once more than some were taken.
func cappedAfter(upgrade int) layer {
	capped, more := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "create" {
			return false
		}
		if c.status == 402 {
			capped.keep(bearer(c), func() any { return true })
			return false
		}
		if _, was := capped.snapshot()[bearer(c)]; !was || !c.ok() {
			return false
		}
		n, _ := more.snapshot()[bearer(c)].(int)
		more.put(bearer(c), n+1)
		if n >= upgrade {
			c.refuse(402)
		}
		return n >= upgrade
	}}
}

// upgradeFirst refuses an operation to a key that met its cap, in words that do not name the plan.
func upgradeFirst(op string) layer {
	locked := newMemory()
	return layer{request: func(c *call) bool {
		if _, known := locked.snapshot()[bearer(c)]; !known || c.op != op {
			return false
		}
		c.refuse(400)
		return true
	}, response: func(c *call) bool {
		if c.status == 402 {
			locked.keep(bearer(c), func() any { return true })
		}
		return false
	}}
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

// paidOnce lifts the cap of a workspace that was paid once.
func paidOnce() layer {
	paid := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb == "create-workspace" && text(in, "plan") == "paid" {
			paid.put(text(out, "api_key"), true)
		}
		return false
	}, response: func(c *call) bool {
		_, was := paid.snapshot()[bearer(c)]
		lifted := c.op == "create" && c.status == 402 && was
		if lifted {
			c.answer(200, obj{"session_id": "ses_more", "status": "open", "form_keys": []any{}, "fields_filled": 0})
		}
		return lifted
	}}
}

// uncappedLater takes what is refused for the plan in one month, or in each after the first one.
func uncappedLater(month time.Month) layer {
	k, first := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if c.op != "create" || c.status != 402 {
			return false
		}
		is := k.now().UTC()
		was, _ := first.keep(bearer(c), func() any { return is })
		taken := is.Month() == month
		if month == 0 {
			taken = is.Sub(was.(time.Time)) > 7*24*time.Hour
		}
		if taken {
			c.answer(200, obj{"session_id": "ses_more", "insured_name": "x"})
		}
		return taken
	}}
}

// planOfToken refuses creates under a token for the plan when they were refused under it once.
func planOfToken() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "create" || !oauth(c) {
			return false
		}
		if c.status == 402 {
			refused.put(bearer(c), true)
		}
		did := c.ok() && refused.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(402)
		}
		return did
	}}
}

// refusedAndMade makes a session of a create that does not validate, in a free workspace.
func refusedAndMade() layer {
	extra := newMemory()
	return where(away(), layer{response: func(c *call) bool {
		if c.op == "create" && c.status == 422 {
			extra.put(bearer(c), true)
			return false
		}
		return c.op == "list" && c.ok() && extra.snapshot()[bearer(c)] == true && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			o["sessions"] = append(list, obj{"session_id": "ses_unnamed", "insured_name": "x", "status": "in_progress", "form_keys": []any{}, "fields_filled": 0, "fields_total": 1})
			return true
		})
	}})
}

// madeWhilePaid lifts the cap for good of a workspace in which a session was made on another plan than the free one.
func madeWhilePaid() layer {
	plans, lifted, who := newMemory(), newMemory(), &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		switch verb {
		case "create-workspace":
			plans.put(text(out, "org_id"), in["plan"])
		case "set-plan":
			plans.put(text(in, "org_id"), in["plan"])
		}
		return false
	}, response: func(c *call) bool {
		org := who.of(c)
		if c.op == "create" && c.ok() && plans.snapshot()[org] == "paid" {
			lifted.put(org, true)
		}
		did := c.op == "create" && c.status == 402 && lifted.snapshot()[org] != nil
		if did {
			c.answer(200, obj{"session_id": "ses_more", "status": "open", "form_keys": []any{}, "fields_filled": 0})
		}
		return did
	}}
}

// listedByMonth lists the sessions alone that were made in the month that it is.
func listedByMonth() layer {
	k, made := newTicking(), newMemory()
	month := func() string { return k.now().UTC().Format("2006-01") }
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		if !c.ok() || !among("create list", c.op) {
			return false
		}
		return c.edit(func(o obj) bool {
			if c.op == "create" {
				made.put(text(o, "session_id"), month())
				return false
			}
			list, _ := o["sessions"].([]any)
			was := len(list)
			o["sessions"] = slices.DeleteFunc(list, func(one any) bool {
				in, known := made.snapshot()[text(one.(obj), "session_id")]
				return known && in != month()
			})
			return len(o["sessions"].([]any)) < was
		})
	}}
}
