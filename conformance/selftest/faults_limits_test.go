package selftest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// limitsFaults break what the text says of the cap and the rates.
func limitsFaults() []fault {
	all := []fault{
		{"LIM-01", "four sessions a month", capAt(4)},
		{"LIM-01", "the fifth create is answered 201", fifth(201)},
		{"LIM-01", "fills count as sessions", fillsCounted(5)},
		{"LIM-02", "no cap", capOff()},
		{"LIM-02", "", code("create", 402, 403)},
		{"LIM-02", "a change of plan clears the month", clearedByPlan()},
		{"LIM-02", "the cap is answered 403", recoded(402, 403, always1)},
		{"LIM-02", "the cap is answered 429", recoded(402, 429, always1)},
		{"LIM-02", "the cap is answered 400", recoded(402, 400, always1)},
		{"LIM-02", "only the sixth create is refused", sixthOnly()},
		{"LIM-02", "creates at one time pass the cap", racingCap()},
		{"LIM-02", "a create over the cap is refused and done", refusedAndDone()},
		{"LIM-02", "the cap does not hold for tokens", layer{response: func(c *call) bool {
			capped := c.op == "create" && c.status == 402 && oauth(c)
			if capped {
				c.answer(200, obj{"session_id": "ses_more", "insured_name": "x"})
			}
			return capped
		}}},
		{"LIM-02", "sessions that are finished are not counted", freedBy("fill")},
		{"LIM-06", "sessions are gone after 25 days", goneAfter(25 * 24 * time.Hour)},
		{"LIM-02", "sessions that were submitted are not counted", freedBy("submit")},
		{"LIM-02", "a key in X-API-Key has no cap", uncappedInHeader()},
		{"LIM-02", "a workspace that was paid has no cap", paidOnce()},
		{"LIM-02", "a workspace that made a session while it was paid has no cap", madeWhilePaid()},
		{"LIM-03", "", errorsOf(402, func(c *call) { c.out = []byte(`{"detail":null}`) })},
		{"LIM-03", "the 402 says nothing", inError(402, "*", `{}`)},
		{"LIM-03", "the 402 has a blank detail", inError(402, "*", `{"detail":" "}`)},
		{"LIM-03", "detail of the 402 is a list", inError(402, "*", `{"detail":["cap"]}`)},
		{"LIM-04", "", lockedFor("answer")},
		{"LIM-04", "an appointment request is refused at the cap", refusedAtCap("appointment")},
		{"LIM-04", "submit is refused at the cap", refusedAtCap("submit")},
		{"LIM-04", "filled forms are kept back at the cap", where(func(c *call) bool { return c.op != "pdf" || c.ok() }, refusedAtCap("pdf"))},
		{"LIM-05", "an upgrade changes nothing", layer{skip: "set-plan"}},
		{"LIM-05", "an upgrade brings two sessions more", cappedAfter(2)},
		{"LIM-05", "a workspace that reached its cap is told the free plan from then on", freeOnceFull()},
		{"LIM-05", "a token keeps the plan that it was given under", planOfToken()},
		{"LIM-06", "", layer{skip: "advance-clock"}},
		{"LIM-06", "the cap is one of months without their years", yearless(false)},
		{"LIM-06", "the cap is one of the month of the last create, without its year", yearless(true)},
		{"LIM-06", "the cap is one of thirty days", ofThirtyDays()},
		{"LIM-06", "the cap resets with the week", cappedForAWeek()},
		{"LIM-06", "sessions of months before are in no list", listedByMonth()},
		{"LIM-06", "the cap never resets", lockedFor("create")},
		{"LIM-06", "there is no cap after the month in which it was reached", uncappedLater(0)},
		{"LIM-06", "there is no cap in December", uncappedLater(time.December)},
		{"LIM-07", "", capAt(5)},
		{"LIM-07", "a paid workspace has a cap of ten", capAt(10)},
		{"LIM-07", "a paid workspace has the cap too", capAt(6)},
		{"LIM-08", "the cap counts all workspaces", capForAll()},
		{"LIM-09", "", layer{skip: "set-rate"}},
		{"LIM-09", "", layer{verb: nil, request: func(c *call) bool {
			did := c.op == "risk" && c.r.URL.Path != ""
			if did {
				c.answer(200, obj{"flags": []any{}})
			}
			return did
		}}},
		{"LIM-09", "calls at one time are counted afterwards", countedLate()},
		{"LIM-09", "a rate that was spent once is none afterwards", spentOnce()},
		{"LIM-10", "", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT") })},
		{"LIM-10", "Retry-After is missing", errorsOf(429, func(c *call) { c.header.Del("Retry-After") })},
		{"LIM-10", "Retry-After in milliseconds", layer{response: func(c *call) bool {
			if c.status == 429 {
				c.header.Set("Retry-After", c.header.Get("Retry-After")+"000")
			}
			return c.status == 429
		}}},
		{"LIM-10", "Retry-After is a date", errorsOf(429, func(c *call) { c.header.Set("Retry-After", time.Now().UTC().Add(time.Minute).Format(http.TimeFormat)) })},
		{"LIM-10", "Retry-After is a fraction", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "1.5") })},
		{"LIM-10", "Retry-After has a unit", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "30s") })},
		{"LIM-10", "Retry-After is negative", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "-1") })},
		{"LIM-10", "Retry-After of a thousand seconds and more has a comma", layer{response: func(c *call) bool {
			n, err := strconv.Atoi(c.header.Get("Retry-After"))
			did := c.status == 429 && err == nil && n >= 1000
			if did {
				c.header.Set("Retry-After", fmt.Sprintf("%d,%03d", n/1000, n%1000))
			}
			return did
		}}},
		{"LIM-11", "", errorsOf(429, func(c *call) { c.out = []byte("slow down") })},
		{"LIM-11", "the 429 has no body", inError(429, "*", "")},
		{"LIM-11", "detail of the 429 of a risk is an object", inError(429, "risk", `{"detail":{"retry":3}}`)},
		{"LIM-12", "", errorsOf(429, func(c *call) { c.header.Set("Retry-After", "0") })},
		{"LIM-12", "Retry-After is rounded down", where(func(c *call) bool { return len(c.header.Get("Retry-After")) > 0 }, errorsOf(429, func(c *call) {
			if n, _ := strconv.Atoi(c.header.Get("Retry-After")); n > 1 {
				c.header.Set("Retry-After", strconv.Itoa(n-1))
			}
		}))},
		{"LIM-12", "a call that was refused for the rate is refused for good", limitedForGood("answer")},
		{"LIM-12", "calls that were refused count as well", limiting(countsAll)},
		{"LIM-12", "a refusal begins the window anew and names the rest of the old one", limiting(beginsAnew(false))},
		{"LIM-12", "ten refusals make the pause longer than it was said to be", limiting(longerAfterTen)},
		{"LIM-12", "calls that were refused count as well, but for the pause that they name", limiting(countsAllLate)},
		{"LIM-12", "a rate that was passed is shut for a day from its first refusal on", limiting(shutForADay)},
		{"LIM-12", "a risk that was refused for the rate is refused for good", limitedForGood("risk")},
		{"LIM-12", "a fill that was refused for the rate is refused for good", limitedForGood("fill")},
		{"LIM-12", "Retry-After of extract is 0", where(func(c *call) bool { return c.op == "extract" }, errorsOf(429, func(c *call) { c.header.Set("Retry-After", "0") }))},
		{"LIM-12", "an answer that is refused for the rate is stored", limitedAndDone("answer")},
		{"LIM-12", "a fill that is refused for the rate is done", limitedAndDone("fill")},
		{"LIM-12", "a file that is refused for the rate is read", limitedAndDone("extract")},
		{"LIM-12", "a pause of more than a minute is told as one of two seconds", limiting(cutShort)},
		{"LIM-13", "a rate counts all workspaces", rateForAll("answer")},
		{"LIM-13", "the second call of any rate counts for all", sharedRate()},
		{"LIM-13", "refusals of one workspace count for another", refusalsOfAll()},
		{"LIM-13", "fills of all workspaces count together, until a rate is set", limitingBy(oneForFills, beginsAnew(true))},
		{"LIM-13", "calls count for the workspace of the session", countedForOwner()},
		{"LIM-14", "", rateForAll("me")},
		{"LIM-14", "the list has the rate of risk", sharedWith("risk", "list")},
		{"LIM-14", "documents have the rate of fill", sharedWith("fill", "documents")},
		{"LIM-14", "looking at a session uses up the rate of answers", usedUp("get", "answer")},
		{"LIM-14", "a spent rate of risk is one of the detail of filled sessions", detailOfFilled()},
		{"LIM-14", "the fifth list within a moment is refused", crowdedList()},
		{"LIM-10", "all rates are answered 503", errorsOf(429, func(c *call) { c.status = 503 })},
	}
	for _, op := range strings.Fields("answer extract fill risk") {
		all = append(all,
			fault{"LIM-09", "no rate: " + op, unlimited(op)},
			fault{"LIM-09", "the rate is an error of the server: " + op, recoded(429, 500, func(c *call) bool { return c.op == op })},
			fault{"LIM-09", "the rate is answered 403: " + op, recoded(429, 403, func(c *call) bool { return c.op == op })},
			fault{"LIM-09", "the rate is answered 503: " + op, recoded(429, 503, func(c *call) bool { return c.op == op })},
			fault{"LIM-10", "Retry-After is missing: " + op, where(func(c *call) bool { return c.op == op }, errorsOf(429, func(c *call) { c.header.Del("Retry-After") }))})
	}
	for _, op := range strings.Fields("get list answer fill risk extract documents me") {
		all = append(all, fault{"LIM-04", "at the cap nothing of this works: " + op, lockedFor(op)})
	}
	for _, op := range strings.Fields("me list get") {
		all = append(all, fault{"LIM-14", "light calls share the rate: " + op, limitedForGood(op)})
	}
	for _, op := range strings.Fields("fill extract risk") {
		all = append(all, fault{"LIM-04", "at the cap this is refused in other words: " + op, upgradeFirst(op)},
			fault{"LIM-13", "a rate counts all workspaces: " + op, rateForAll(op)})
	}
	for _, op := range strings.Fields("answer fill risk extract") {
		all = append(all, fault{"LIM-09", "a rate for each session: " + op, perSession(op)})
	}
	for _, op := range strings.Fields("fill risk") {
		ended := named("400 for " + op + " on an open session")
		all = append(all, fault{"LIM-09", "no rate, of finished intakes: " + op, mixed(ended.layer(), unset(op))},
			fault{"LIM-09", "the rate is answered 403, of finished intakes: " + op, mixed(recoded(429, 403, func(c *call) bool { return c.op == op }), ended.layer())})
	}
	for _, op := range strings.Fields("create documents pdf submit appointment") {
		all = append(all, fault{"LIM-14", "light calls share the rate: " + op, limitedForGood(op)})
	}
	for _, op := range strings.Fields("create pdf") {
		all = append(all, fault{"LIM-14", "ten light calls and no more: " + op, throttled(op)})
	}
	for _, op := range strings.Fields("answer fill risk") {
		all = append(all, fault{"LIM-09", "the key in X-API-Key has no rate: " + op, layer{response: func(c *call) bool {
			spared := c.op == op && c.status == 429 && inHeader(c)
			if spared {
				c.answer(200, obj{"message": "Noted.", "flags": []any{}, "forms": []any{}})
			}
			return spared
		}}}, fault{"LIM-09", "tokens have no rate: " + op, layer{response: func(c *call) bool {
			spared := c.op == op && c.status == 429 && oauth(c)
			if spared {
				c.answer(200, obj{"message": "Noted.", "flags": []any{}, "forms": []any{}})
			}
			return spared
		}}})
	}
	return all
}

// limitsNeighbours come near a fault and stay within the text.
func limitsNeighbours() []fault {
	now := named("429 now and then")
	return []fault{
		{"LIM-01", "a connection that is kept breaks before the answer", brittle("create")},
		{"LIM-02", "a workspace has a session to look at, which is not counted", demonstrated()},
		{"LIM-04", "no appointment requests on the free plan", layer{response: func(c *call) bool {
			did := c.op == "appointment"
			if did {
				c.refuse(402)
			}
			return did
		}}},
		{"LIM-09", "finished intakes alone are filled", named("400 for fill on an open session").layer()},
		{"LIM-09", "finished intakes alone are filled, and once", mixed(named("400 for fill on an open session").layer(), filledOnce())},
		{"LIM-09", "finished intakes alone have risks", named("400 for risk on an open session").layer()},
		{"LIM-09", "finished intakes alone are filled, from a store what is asked for again", mixed(fromStore(), endedAlone("fill"))},
		{"LIM-09", "finished intakes alone have risks, from a store what is asked for again", mixed(fromStore(), endedAlone("risk"))},
		{"LIM-09", "one turn of a session at a time", oneAtATime("answer", 409)},
		{"LIM-09", "what is asked for again is answered from a store", fromStore()},
		{"LIM-10", "a window is an hour at most", layer{fails: func(verb string, in obj) bool { return verb == "set-rate" && seconds(in) > 3600 }}},
		{"LIM-10", "a window is a minute, when a longer one is asked for", layer{into: func(verb string, in obj) bool {
			did := verb == "set-rate" && seconds(in) > 60
			if did {
				in["window_seconds"] = 60
			}
			return did
		}}},
		{"LIM-06", "a list has five sessions at most", change("list", func(o obj) {
			all, _ := o["sessions"].([]any)
			o["sessions"] = all[:min(5, len(all))]
		})},
		{"LIM-12", "each value is told with where it is from", change("get", func(o obj) {
			values, _ := o["field_values"].(obj)
			for key, v := range values {
				values[key] = obj{"value": v, "source": "intake"}
			}
		})},
		{"LIM-12", "finished intakes alone are filled", named("400 for fill on an open session").layer()},
		{"LIM-12", "a refusal begins the window anew, and says so", limiting(beginsAnew(true))},
		{"LIM-12", "a refusal begins the window anew, and says so, and other refusals come now and then", mixed(now.layer(), limiting(beginsAnew(true)))},
		{"LIM-12", "rates by windows, and other refusals now and then", mixed(now.layer(), named("rates by fixed windows").layer())},
		{"LIM-12", "a rate of one call in two hours has another one of each second before it", limiting(eachSecondToo)},
		{"LIM-12", "other refusals come now and then", named("429 now and then").layer()},
		{"LIM-13", "calls on sessions that are not there count", countedWhereAsked()},
		{"LIM-13", "other refusals come now and then", now.layer()},
		{"LIM-13", "all heavy operations have one rate", oneRateForAll()},
		{"LIM-14", "all heavy operations have one rate", oneRateForAll()},
	}
}
