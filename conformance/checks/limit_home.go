package checks

import (
	"net/http"
	"slices"
	"time"
)

// Without hooks there is one workspace to judge the rates of, and nobody says how low they are. Where a rate refused calls of the run it can be
// reached, and is reached once more when nothing else is called any more. Where none did, that of risk is looked for.

// Bounds of what is called to reach a rate.
const (
	mostToReach  = 500
	longestReach = 10 * time.Second
	longestQuiet = 20 * time.Second
)

// A rate that no call of the run met is looked for with so many calls, of the operation that is the least work.
const (
	mostToMeet  = 150
	longestMeet = 5 * time.Second
)

// wantPauseOnceMet looks for the rate of risk where no operation of little work was refused in a run without hooks. What refuses a call then
// tells for how long.
func (c *C) wantPauseOnceMet() {
	if _, met := c.limitedAtHome(); met || !c.keysAlone() {
		return
	}
	id := c.newSession()
	c.maybe(func() { id = c.filled().id })
	risk := heavy[len(heavy)-1]
	x := c.reachedRate(risk, id, mostToMeet, longestMeet)
	if putsOff(x) {
		c.wantNotAsBusy(risk, id, x)
	}
	c.needs(x.status == http.StatusTooManyRequests, "a refusal for a rate", "none in %d calls of risk", mostToMeet)
	c.wantPause(x)
}

// wantServedOnceQuiet fails the check when a heavy operation of the key's workspace is refused, again and again, once the pause that it named
// and a second have passed, in which nobody called any of them.
func (c *C) wantServedOnceQuiet() {
	if op, is := c.limitedAtHome(); is {
		c.wantOneServedOnceQuiet(op)
	}
}

// limitedAtHome is an operation of little work whose rate refused a call of the run, where there are no hooks.
func (c *C) limitedAtHome() (op heavyOperation, is bool) {
	if !c.keysAlone() {
		return op, false
	}
	for i, call := range []string{answerCall, readCall, fillCall, riskCall} {
		if (i == 0 || i == 3) && c.wasLimited(call) {
			return heavy[i], true
		}
	}
	return op, false
}

// wasLimited says whether a call of the key's workspace was refused for its rate.
func (c *C) wasLimited(call string) bool {
	return slices.ContainsFunc(c.run.everything(), func(x *exchange) bool {
		return x.call == call && x.status == http.StatusTooManyRequests && c.isHome(x.req)
	})
}

func (c *C) wantOneServedOnceQuiet(op heavyOperation) {
	const rounds = 3
	id := c.newSession()
	for n := range rounds {
		refused := c.refusedThoughQuiet(op, id)
		c.needs(refused != nil, "a refusal once its pause has passed", "none")
		if n == rounds-1 {
			c.about(refused)
			c.recommend(false, "a call of "+op.name+" to go through after Retry-After and a second in which nobody called",
				"%s, after each of %d pauses, and served a while later", refused, rounds)
		}
	}
}

// refusedThoughQuiet reaches a rate, and gives the refusal of the first call once the pause that it named and a second have passed, in which nobody
// called. That it is refused again and again then fails the check; otherwise calls are served again in the end.
func (c *C) refusedThoughQuiet(op heavyOperation, id string) (first *exchange) {
	const attempts, enough = 5, 3
	x := c.reachedRate(op, id, mostToReach, longestReach)
	refused := 0
	for n := 0; n < attempts && refused < enough; n++ {
		pause := retryAfter(x) + time.Second
		c.needs(x.status == http.StatusTooManyRequests && pause <= longestQuiet, "a refusal for a rate, for a short while", "%s", x)
		c.holdBackAll(pause)
		c.wait(pause)
		last := x
		if x = op.call(c, id, impatient); x.status != http.StatusTooManyRequests {
			return first
		}
		if c.quietBetween(last, x) {
			if refused++; n == 0 {
				first = x
			}
		}
	}
	c.needs(refused == enough, "refusals with nothing between them", "%s", x)
	c.about(x)
	c.want(false, "a call of "+op.name+" to go through after Retry-After and a second in which nobody called", "%s", x)
	return nil
}

// reachedRate calls a heavy operation of the key's workspace until it is refused for its rate, or as often as is bearable, and gives the last answer.
func (c *C) reachedRate(op heavyOperation, id string, most int, longest time.Duration) (x *exchange) {
	began := time.Now()
	for n := 0; n < most && time.Since(began) < longest; n++ {
		if x = op.call(c, id, hasty); x.status == http.StatusTooManyRequests || putsOff(x) {
			break
		}
	}
	return x
}

// putsOff says whether an answer is that of a server which is busy, and says until when.
func putsOff(x *exchange) bool {
	return x.status == http.StatusServiceUnavailable && x.header.Get("Retry-After") != ""
}

// wantNotAsBusy warns where a heavy operation is put off with 503 whenever it was called often, three times, each of them again at once, while
// light ones are served: that is a rate.
func (c *C) wantNotAsBusy(op heavyOperation, id string, x *exchange) {
	const times = 3
	for n := range times {
		pause := retryAfter(x) + time.Second
		c.needs(putsOff(x) && pause <= longestQuiet, "an answer of 503 for a short while", "%s", x)
		for range times {
			c.needs(c.get("/org/me", hasty).ok() && putsOff(op.call(c, id, hasty)), "503 of "+op.name+" alone, as long as it says", "another answer")
		}
		c.wait(pause)
		if n < times-1 {
			x = c.reachedRate(op, id, mostToMeet, longestMeet)
		}
	}
	c.about(x)
	c.recommend(false, "status 429 where "+op.name+" is called often", "status 503, %d times, while other operations were served", times)
}

// wantOtherServed fails the check when a heavy operation of a second workspace, is refused as the rate of the first one is reached,
// three times, each but the first after a pause in which its own rate has passed.
func (c *C) wantOtherServed() {
	const times = 3
	op, is := c.limitedAtHome()
	if !is || c.run.target.APIKey2 == "" {
		return
	}
	key := as(c.stranger().Key)
	mine, theirs := c.newSession(), c.newSession(key)
	for range times {
		c.needs(c.reachedRate(op, mine, mostToReach, longestReach).status == http.StatusTooManyRequests, "a refusal for a rate", "none")
		x := op.call(c, theirs, key, impatient)
		c.about(x)
		if x.status != http.StatusTooManyRequests {
			return
		}
		pause := retryAfter(x) + time.Second // after which its own rate is no reason
		c.needs(pause <= longestQuiet, "a refusal for a short while", "%s", x)
		c.holdBackAll(pause)
		c.wait(pause)
	}
	again := op.call(c, theirs, key, impatient)
	c.needs(again.status != http.StatusTooManyRequests, "a rate that passes", "%s", again)
	c.want(false, op.name+" of another workspace to be served while the rate of the first is reached",
		"status 429 %d times, twice of them once the pause of the one before had passed", times)
}

// holdBackAll keeps the heavy calls of the key's workspace waiting.
func (c *C) holdBackAll(pause time.Duration) {
	for _, call := range []string{answerCall, readCall, fillCall, riskCall} {
		c.run.rates.holdBack("home "+call, c.run.clock.passed().Add(pause))
	}
}

// quietBetween says whether no heavy call of the key's workspace came between two.
func (c *C) quietBetween(first, then *exchange) bool {
	return !slices.ContainsFunc(c.run.everything(), func(x *exchange) bool {
		return isHeavy(x.call) && x != first && x != then && x.end().After(first.start) && x.start.Before(then.start) && c.isHome(x.req)
	})
}
