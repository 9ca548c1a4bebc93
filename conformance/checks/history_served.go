package checks

import (
	"bytes"
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A server may fail now and then. Who fails at a good request each time that it comes does not do what the request is for, nor
// does who refuses it.

// mostFailed is of how many requests that failed are made again at the end of a run.
const mostFailed = 3

// wantNoneFailing sends again, at the end of the run, what a call answered 500 to, and fails the check where it goes on failing, or
// has failed at it so often that it is no chance (see oftenFailed).
// Good says of which requests: those that a server has no reason to fail at.
func wantNoneFailing(call string, good func(c *C, x *exchange) bool) func(*C) {
	return wantServed(call, []int{http.StatusInternalServerError}, good)
}

// wantNoneRefused does so with what it refused for a reason that may pass: requests that a server has no reason to refuse in any
// state.
func wantNoneRefused(call string, good func(c *C, x *exchange) bool) func(*C) {
	return inTurn(wantNoneInvalid(call, good), wantServed(call, []int{http.StatusBadRequest, http.StatusConflict}, func(c *C, x *exchange) bool {
		return good(c, x) && !c.aged(x) && c.inTime(x) && !c.notYet(x)
	}))
}

// notYet says whether a refusal may be one of a session that cannot do this yet (section 7), as sessions of this server have to be
// told more before.
func (c *C) notYet(x *exchange) bool {
	switch {
	case x.status != http.StatusBadRequest:
		return false
	case x.call == readCall:
		return c.extraction().begun
	}
	return x.call == answerCall && c.closedWhenMade()
}

// wantNoneInvalid fails the check where a good request is said to be invalid, once as well as always.
func wantNoneInvalid(call string, good func(c *C, x *exchange) bool) func(*C) {
	return func(c *C) {
		for _, x := range c.unserved(call, []int{http.StatusUnprocessableEntity}, good) {
			c.wantOf(x, false, "a good request not to be called invalid", "%s", x)
		}
	}
}

func wantServed(call string, but []int, good func(c *C, x *exchange) bool) func(*C) {
	return func(c *C) {
		for _, x := range c.unserved(call, but, good) {
			c.traffic = append(c.traffic, x)
			c.wantServedAtLast(x)
		}
	}
}

// unserved lists a few good requests of a call that were answered so, by credentials that open the API and about sessions that there
// are. Those with a key come first: it opens the API at the end of the run, too.
func (c *C) unserved(call string, so []int, good func(c *C, x *exchange) bool) (all []*exchange) {
	type asked struct{ by, path string }
	listed, opened := map[asked]bool{}, c.opened()
	for _, x := range c.calls() {
		if !slices.Contains(so, x.status) || !(x.call == call || call == formCall && isForm(x.call)) {
			continue
		}
		one, id := asked{credentials(x.req), x.req.path}, sessionIn(x.req)
		if (opened[one.by] || c.run.isPaying(x.req)) && (id == "" || opened[id]) && !listed[one] && good(c, x) {
			listed[one] = true
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b *exchange) int {
		switch {
		case c.run.isKey(credentials(a.req)) == c.run.isKey(credentials(b.req)):
			return cmp.Compare(a.req.path, b.req.path)
		case c.run.isKey(credentials(a.req)):
			return -1
		}
		return 1
	})
	return all[:min(len(all), mostFailed)]
}

// opened are the credentials that opened the API in the run, and the ids of the sessions that opened to anybody. To whom they are
// strange, they are not found.
func (c *C) opened() map[string]bool {
	return shared(c, "opened", func(c *C) map[string]bool {
		all := map[string]bool{}
		for _, x := range c.calls() {
			if !x.ok() || !strings.HasPrefix(x.req.path, "/org/") {
				continue
			}
			all[credentials(x.req)], all[sessionIn(x.req)] = true, true
			if id, made := x.object()["session_id"].(string); made && x.call == createCall {
				all[id] = true
			}
		}
		return all
	})
}

// wantServedAtLast makes a call again that was not served, and once more.
func (c *C) wantServedAtLast(x *exchange) {
	for n := range 2 {
		again := c.again(x)
		if again.status != x.status || c.overNow(x) {
			return
		}
		c.want(n == 0 && c.timesFailed(again) < oftenFailed, "a good request to be served, at the latest when it comes again",
			"in the run and at its end, again and again, %s", again)
	}
}

// oftenFailed is how often a server does not fail at one request by chance, the last time at the end of the run.
const oftenFailed = 3

// timesFailed counts the failures of the server at a call that came again as it was, whatever else happened between.
func (c *C) timesFailed(x *exchange) (n int) {
	if x.status < 500 {
		return 0
	}
	for _, one := range c.calls() {
		if one.status == x.status && one.req.method == x.req.method && one.req.path == x.req.path && bytes.Equal(one.req.body, x.req.body) {
			n++
		}
	}
	return n
}

// overNow says whether a turn was refused to a session that has nothing pending, whoever answered what it had asked.
func (c *C) overNow(x *exchange) bool {
	if x.call != answerCall || x.status >= 500 {
		return false
	}
	pending, counted := integer(c.detail(sessionIn(x.req), asBefore(x)).object()["pending_count"])
	return counted && pending == 0
}

// again makes a call once more, as it was.
func (c *C) again(x *exchange) *exchange {
	return c.call(x.req.method, x.req.path, func(r *request) {
		r.header, r.anon, r.body, r.quiet = x.req.header.Clone(), x.req.anon, x.req.body, x.req.quiet
	})
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

// wantFound fails the check where a call did not find a session that opens.
func (c *C) wantFound(x *exchange, id string, options ...option) {
	if x.status == http.StatusNotFound {
		detail := c.detail(id, options...)
		c.about(x)
		c.want(!detail.ok(), "a session that is found by all calls to it", "%s, and it opens to another call", x)
	}
}

// mostLost is how many sessions are asked for at the end of a run that were not found right after they were made.
const mostLost = 3

// wantMadeFound fails the check where a session was never found by the key that made it, within a minute and at the end of the run.
func (c *C) wantMadeFound() {
	tried := 0
	for _, made := range c.run.everything() {
		id, _ := made.object()["session_id"].(string)
		by := credentials(made.req)
		if made.call != createCall || !made.ok() || id == "" || !c.run.isKey(by) {
			continue
		}
		calls := c.histories()[id]
		lost := slices.IndexFunc(calls, func(x *exchange) bool {
			return x.call == detailCall && x.status == http.StatusNotFound && credentials(x.req) == by && x.start.After(made.end()) && x.at.Sub(made.at) < time.Minute
		})
		if lost < 0 || slices.ContainsFunc(calls, (*exchange).ok) || tried == mostLost {
			continue
		}
		tried++
		again := c.again(calls[lost])
		if list := c.list("", func(r *request) { r.header, r.anon = made.req.header.Clone(), made.req.anon }); list.ok() { // the key is still good
			c.about(made)
			c.about(again)
			c.want(again.status != http.StatusNotFound, "a session that was made to be there for who made it", "%s, as in the course of the run", again)
		}
	}
}

// wantEachFound fails the check where one of several sessions that a key made one after the other is not there for it, nor a second later.
func (c *C) wantEachFound() {
	const several = 6
	key := as(c.own().Key)
	for range several {
		id := c.newSession(key)
		if x := c.detail(id, key); x.status == http.StatusNotFound {
			c.wait(1100 * time.Millisecond)
			x = c.detail(id, key)
			c.want(x.status != http.StatusNotFound, "each session that was made to be there for who made it", "%s", x)
		}
	}
}

// always is of every request.
func always(*C, *exchange) bool { return true }

// ofSession says whether a form that was asked for is one that its session was said to have.
func ofSession(c *C, x *exchange) bool {
	return slices.ContainsFunc(c.histories()[sessionIn(x.req)], func(one *exchange) bool {
		return slices.Contains(slices.Concat(strs(one.object()["form_keys"]), listedForms(one)), formIn(x.call))
	})
}

// ordinary says whether a turn has a message as people write them.
func ordinary(_ *C, x *exchange) bool {
	message := messageOf(x)
	return message != "" && utf8.RuneCountInString(message) <= 10_000 && legibleText(message)
}

// legibleText says whether a text has nothing that people do not write.
func legibleText(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) && r != '\n' })
}

// wanted says whether a turn is of an intake that goes on, and another session took such a message.
func wanted(c *C, x *exchange) bool {
	message := messageOf(x)
	return ordinary(c, x) && goesOn(c, x) && slices.ContainsFunc(c.calls(), func(one *exchange) bool {
		return one.call == answerCall && one.ok() && sessionIn(one.req) != sessionIn(x.req) && messageOf(one) == message
	})
}

// goesOn says whether an intake was not over yet: what one that is over takes is left open. What may pass is asked for again, and so
// must go on to the end of the run.
func goesOn(c *C, x *exchange) bool {
	calls, known := c.histories()[sessionIn(x.req)]
	return known && !slices.ContainsFunc(calls, func(one *exchange) bool {
		over := one.ok() && (one.call == fillCall || one.call == submitCall || finished(one))
		return over && (x.status != http.StatusUnprocessableEntity || one.start.Before(x.end()))
	})
}

// lively is how old a session may be by the clock of the run that is surely no matter of the past.
const lively = 12 * time.Hour

// aged says whether a call is about a session of long before: a server may close those to which nothing happens.
func (c *C) aged(x *exchange) bool {
	calls := c.histories()[sessionIn(x.req)]
	return len(calls) > 0 && x.at.Sub(calls[0].at) > lively
}

// inTime says whether an upload came before any turn of its session, or another one was taken after a turn that set something: a server
// may take files before the intake begins, be it with a turn or with an answer.
func (c *C) inTime(x *exchange) bool {
	after := func(x *exchange, turn func(*exchange) bool) bool {
		return slices.ContainsFunc(c.histories()[sessionIn(x.req)], func(one *exchange) bool {
			return one.call == answerCall && one.ok() && one.start.Before(x.start) && turn(one)
		})
	}
	all := func(*exchange) bool { return true }
	setting := func(turn *exchange) bool { set, _ := turn.object()["set_fields"].(obj); return len(set) > 0 }
	return x.req.file == nil || !after(x, all) || slices.ContainsFunc(c.calls(), func(one *exchange) bool { return one.call == x.call && one.ok() && after(one, setting) })
}

// missed says whether the file of an upload is one that other sessions took, and the first of a session whose intake goes on.
func missed(c *C, x *exchange) bool {
	return takenElsewhere(c, x) && goesOn(c, x) && !slices.ContainsFunc(c.histories()[sessionIn(x.req)], func(one *exchange) bool {
		return one.call == x.call && one.ok()
	})
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
		if member != "insured_name" && !slices.ContainsFunc(c.takenCreates(), func(one obj) bool { return reflect.DeepEqual(one[member], v) }) {
			return false
		}
	}
	return true
}

// likeTaken says whether a create came as most do, has a name as people write them, and else all that another one was taken with.
func likeTaken(c *C, x *exchange) bool {
	o := maps.Clone(sentIn(x))
	name, _ := o["insured_name"].(string)
	rare := strings.ContainsFunc(name, func(r rune) bool { return r > 0xffff }) // of those a server may have no place for, bounds are not judged
	if x.req.chunks || x.req.cut > 0 || len(strings.Fields(name)) == 0 || strings.Contains(name, "\n") || rare || !plainCreate(c, x) {
		return false
	}
	return slices.ContainsFunc(c.takenCreates(), func(one obj) bool {
		o["insured_name"] = one["insured_name"]
		return reflect.DeepEqual(one, o)
	})
}

// takenCreates are the bodies of the creates of the run that were taken.
func (c *C) takenCreates() []obj {
	return shared(c, "taken creates", func(c *C) (all []obj) {
		for _, x := range c.calls() {
			if x.call == createCall && x.ok() {
				all = append(all, sentIn(x))
			}
		}
		return all
	})
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

// unlimited says that a list was asked for with no query: which limits a server takes is left open.
func unlimited(_ *C, x *exchange) bool { return !strings.Contains(x.req.path, "?") }

// takenElsewhere says whether another call took the file of an upload as it is.
func takenElsewhere(c *C, x *exchange) bool {
	return x.req.file != nil && len(x.req.file.data) > 0 && slices.ContainsFunc(c.calls(), func(one *exchange) bool {
		return one.call == x.call && one.ok() && one.req.file != nil && one.req.file.named() == x.req.file.named() &&
			bytes.Equal(one.req.file.data, x.req.file.data)
	})
}
