package checks

import (
	"bytes"
	"cmp"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A server may fail now and then. Who fails at a good request each time that it comes does not do what the request is for.

// mostFailed is of how many requests that failed are made again at the end of a run.
const mostFailed = 3

// wantNoneFailing sends again, at the end of the run, what a call answered 500 to, and fails the check where it goes on failing.
// Good says of which requests: those that a server has no reason to fail at.
func wantNoneFailing(call string, good func(c *C, x *exchange) bool) func(*C) {
	return func(c *C) {
		for _, x := range c.failed(call, good) {
			c.traffic = append(c.traffic, x)
			c.wantServedAtLast(x)
		}
	}
}

// failed lists a few good requests of a call that were answered 500, though who asked has what they are about. Those with a key
// come first: it opens the API at the end of the run, too.
func (c *C) failed(call string, good func(c *C, x *exchange) bool) (all []*exchange) {
	type asked struct {
		holding
		path string
	}
	listed := map[asked]bool{}
	for _, x := range c.calls() {
		if x.status != http.StatusInternalServerError || !(x.call == call || call == formCall && isForm(x.call)) {
			continue
		}
		if one := (asked{holdingOf(x), x.req.path}); c.holdings()[one.holding] && !listed[one] && good(c, x) {
			listed[one] = true
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b *exchange) int {
		switch {
		case isKey(credentials(a.req)) == isKey(credentials(b.req)):
			return cmp.Compare(a.req.path, b.req.path)
		case isKey(credentials(a.req)):
			return -1
		}
		return 1
	})
	return all[:min(len(all), mostFailed)]
}

// holding is a credential that opens the API, and a session that it opens; none where a call is about no session.
type holding struct{ credentials, session string }

func holdingOf(x *exchange) holding { return holding{credentials(x.req), sessionIn(x.req)} }

// holdings are those that a call of the run has shown.
func (c *C) holdings() map[holding]bool {
	return shared(c, "holdings", func(c *C) map[holding]bool {
		all := map[holding]bool{}
		for _, x := range c.calls() {
			if !x.ok() || !strings.HasPrefix(x.req.path, "/org/") {
				continue
			}
			by := credentials(x.req)
			all[holding{by, ""}], all[holdingOf(x)] = true, true
			if id, made := x.object()["session_id"].(string); made && x.call == createCall {
				all[holding{by, id}] = true
			}
		}
		return all
	})
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

// wantNoneMissing fails the check where a session was not found for a good request of a call, though it opened to who asked, both
// before and after.
func wantNoneMissing(call string, good func(c *C, x *exchange) bool) func(*C) {
	return func(c *C) {
		for _, calls := range c.histories() {
			for i, x := range calls {
				if x.call != call || x.status != http.StatusNotFound || x.req.quiet || !good(c, x) {
					continue
				}
				opens := func(one *exchange) bool { return one.ok() && credentials(one.req) == credentials(x.req) }
				before := slices.ContainsFunc(calls[:i], func(one *exchange) bool { return opens(one) && one.end().Before(x.start) })
				after := slices.ContainsFunc(calls[i+1:], func(one *exchange) bool { return opens(one) && one.start.After(x.end()) })
				c.wantOf(x, !before || !after, "a session that is found by all calls to it", "%s, and before and after it the session opened to other calls", x)
			}
		}
	}
}

// always is of every request.
func always(*C, *exchange) bool { return true }

// ordinary says whether a turn has a message as people write them.
func ordinary(_ *C, x *exchange) bool {
	message := messageOf(x)
	return message != "" && utf8.RuneCountInString(message) <= 10_000 && legibleText(message)
}

// legibleText says whether a text has nothing that people do not write.
func legibleText(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) && r != '\n' })
}

// answers says whether a turn corrects nothing.
func answers(c *C, x *exchange) bool { return ordinary(c, x) && !corrects(c, x) }

// corrects says whether a turn is about something of which an earlier one told.
func corrects(c *C, x *exchange) bool {
	label, _, is := strings.Cut(messageOf(x), ":")
	if !is || !ordinary(c, x) {
		return false
	}
	calls := c.histories()[sessionIn(x.req)]
	return slices.ContainsFunc(calls[:max(slices.Index(calls, x), 0)], func(one *exchange) bool {
		if one.call != answerCall || !one.ok() {
			return false
		}
		sets, _ := one.object()["set_fields"].(obj)
		return label == "Correction" || sets[label] != nil || len(sets) > 0 && strings.Contains(messageOf(one), label+":")
	})
}

// plainCreate says whether a create has a name as people write them, and nothing else that no other create was taken with.
func plainCreate(c *C, x *exchange) bool {
	o := sentIn(x)
	name, _ := o["insured_name"].(string)
	if name == "" || utf8.RuneCountInString(name) > 256 || !legibleText(name) {
		return false
	}
	for member, v := range o {
		if member != "insured_name" && !slices.ContainsFunc(c.calls(), func(one *exchange) bool {
			return one.call == createCall && one.ok() && reflect.DeepEqual(sentIn(one)[member], v)
		}) {
			return false
		}
	}
	return true
}

// plainTexts says whether a body has texts as people write them, and nothing else.
func plainTexts(_ *C, x *exchange) bool {
	o := sentIn(x)
	for _, v := range o {
		if text, is := v.(string); !is || text == "" || !legibleText(text) {
			return false
		}
	}
	return len(o) > 0
}

// sentIn is the object that a request sent.
func sentIn(x *exchange) obj {
	sent, _ := decode(x.req.body)
	o, _ := sent.(obj)
	return o
}

// modest says that a query has nothing but a limit that any server may be asked for.
func modest(_ *C, x *exchange) bool {
	_, query, _ := strings.Cut(x.req.path, "?")
	if query == "" {
		return true
	}
	limit, err := strconv.Atoi(strings.TrimPrefix(query, "limit="))
	return err == nil && limit > 0 && limit <= 100
}

// takenElsewhere says whether another call took the file of an upload as it is.
func takenElsewhere(c *C, x *exchange) bool {
	return x.req.file != nil && len(x.req.file.data) > 0 && slices.ContainsFunc(c.calls(), func(one *exchange) bool {
		return one.call == x.call && one.ok() && one.req.file != nil && one.req.file.part == x.req.file.part && one.req.file.filename == x.req.file.filename &&
			bytes.Equal(one.req.file.data, x.req.file.data)
	})
}
