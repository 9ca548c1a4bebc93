package checks

import (
	"net/http"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A server may fail now and then. Who fails at a good request each time that it comes does not do what the request is for.

// mostFailed is of how many requests that failed are made again at the end of a run.
const mostFailed = 2

// wantNoneFailing sends again, at the end of the run, what a call on a session answered 500 to, and fails the check where it
// goes on failing. Which says of which requests, by the calls to their session before them.
func wantNoneFailing(call string, which func(x *exchange, before []*exchange) bool) func(*C) {
	return func(c *C) {
		again := 0
		for _, calls := range c.histories() {
			for i, x := range calls {
				if x.call != call || x.status != http.StatusInternalServerError || x.req.quiet || again == mostFailed || !slices.ContainsFunc(calls, sees(x)) || !which(x, calls[:i]) {
					continue
				}
				again++
				c.traffic = append(c.traffic, x)
				c.wantServedAtLast(x)
				break
			}
		}
	}
}

// sees says of a call whether it was answered to who made another one: the session is theirs.
func sees(x *exchange) func(*exchange) bool {
	return func(one *exchange) bool { return one.ok() && credentials(one.req) == credentials(x.req) }
}

// wantServedAtLast makes a call again that failed, and once more.
func (c *C) wantServedAtLast(x *exchange) {
	for n := range 2 {
		again := c.call(x.req.method, x.req.path, func(r *request) { r.header, r.anon, r.body = x.req.header.Clone(), x.req.anon, x.req.body })
		if again.status != http.StatusInternalServerError {
			return
		}
		c.want(n == 0, "an answer to a good request, be it a refusal, when it comes again", "in the run and at its end, again and again, %s", again)
	}
}

// always is of every request.
func always(*exchange, []*exchange) bool { return true }

// ordinary says whether a turn has a message as people write them.
func ordinary(x *exchange, _ []*exchange) bool {
	message := messageOf(x)
	return message != "" && utf8.RuneCountInString(message) <= 10_000 && !strings.ContainsFunc(message, func(r rune) bool {
		return r == utf8.RuneError || unicode.IsControl(r) && r != '\n'
	})
}

// answers says whether a turn corrects nothing.
func answers(x *exchange, before []*exchange) bool {
	return ordinary(x, before) && !corrects(x, before)
}

// corrects says whether a turn is about something of which an earlier one told.
func corrects(x *exchange, before []*exchange) bool {
	label, _, is := strings.Cut(messageOf(x), ":")
	return is && ordinary(x, before) && slices.ContainsFunc(before, func(one *exchange) bool {
		if one.call != answerCall || !one.ok() {
			return false
		}
		sets, _ := one.object()["set_fields"].(obj)
		return label == "Correction" || sets[label] != nil || len(sets) > 0 && strings.Contains(messageOf(one), label+":")
	})
}
