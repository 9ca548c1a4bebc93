package checks

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// What the calls of a run say of each session, read one after the other, whichever checks made them.

// end is when the answer to a call was read.
func (x *exchange) end() time.Time { return x.start.Add(x.took) }

// sessionIn is the session that a request names in its path.
func sessionIn(r *request) string {
	path, _, _ := strings.Cut(r.path, "?")
	rest, below := strings.CutPrefix(path, "/org/sessions/")
	id, _, _ := strings.Cut(rest, "/")
	if !below {
		return ""
	}
	if plain, err := url.PathUnescape(id); err == nil {
		return plain
	}
	return id
}

// calls lists those of the run, with those that are made for the sake of who asks and where.
func (c *C) calls() []*exchange {
	c.maybe(func() { c.otherwise() })
	return c.run.traffic()
}

// histories are the calls of the run to each session, also those that no other check looks back on, as they began.
func (c *C) histories() map[string][]*exchange {
	return shared(c, "histories", func(c *C) map[string][]*exchange {
		all := map[string][]*exchange{}
		c.calls()
		for _, x := range c.run.everything() {
			if id := sessionIn(x.req); id != "" {
				all[id] = append(all[id], x)
			}
		}
		for id, calls := range all {
			if slices.ContainsFunc(calls, func(x *exchange) bool { return x.err != nil }) { // nobody knows what became of it, nor when
				delete(all, id)
			}
			slices.SortStableFunc(calls, func(a, b *exchange) int { return a.start.Compare(b.start) })
		}
		return all
	})
}

// createdBy tells, by the id of each session of the run, what its create was sent beside the name of the insured.
func (c *C) createdBy() map[string]string {
	all := map[string]string{}
	for _, x := range c.run.everything() {
		if id, _ := x.object()["session_id"].(string); x.call == createCall && x.ok() && id != "" {
			body := maps.Clone(sentIn(x))
			delete(body, "insured_name")
			all[id] = text(body)
		}
	}
	return all
}

// neighbours are two calls of a session that came right after one another: each had ended before the next began.
type neighbours struct{ first, then *exchange }

// neighbours lists those whose answers came, of which the first was answered 200.
func (c *C) neighbours() []neighbours {
	return shared(c, "neighbours", func(c *C) (all []neighbours) {
		for _, calls := range c.histories() {
			var ended time.Time // of all before
			for i := 0; i+1 < len(calls); i++ {
				first, then := calls[i], calls[i+1]
				alone := aloneAt(calls, i, ended) && aloneAt(calls, i+1, first.end())
				if ended = later(ended, first.end()); alone && first.status == http.StatusOK {
					all = append(all, neighbours{first, then})
				}
			}
		}
		return all
	})
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// wantStoredInAll wants what any turn of the run reports as set in every detail that was read before the session was told more.
func (c *C) wantStoredInAll() {
	for _, calls := range c.histories() {
		var ended time.Time
		var turn *exchange
		for i, x := range calls {
			alone := aloneAt(calls, i, ended)
			ended = later(ended, x.end())
			call := x.call
			values, shown := x.object()["field_values"].(obj)
			switch {
			case !alone || call == readCall:
				turn = nil
			case call == answerCall && x.status == http.StatusOK:
				turn = x
			case call == answerCall:
				turn = nil
			case call == detailCall && x.status == http.StatusOK && shown && turn != nil:
				c.traffic = append(c.traffic, turn)
				c.about(x)
				set, _ := turn.object()["set_fields"].(obj)
				c.wantStored(set, values)
			}
		}
	}
}

// aloneAt says whether all calls before one had ended when it began, and the next began after its end.
func aloneAt(calls []*exchange, i int, ended time.Time) bool {
	return !calls[i].start.Before(ended) && (i+1 == len(calls) || !calls[i+1].start.Before(calls[i].end()))
}

// wantListedInAll wants, of any session of the run, a form that was downloaded in the list that was read next, and one that
// was listed not to be missing at the download that came next, by the same caller.
func (c *C) wantListedInAll() {
	for _, n := range c.neighbours() {
		one, two := n.first.call, n.then.call
		switch {
		case isForm(one) && two == detailCall && n.then.status == http.StatusOK:
			c.traffic = append(c.traffic, n.first)
			c.wantOf(n.then, slices.Contains(listedForms(n.then), formIn(one)), "the form "+formIn(one)+", which was downloaded, in filled_forms",
				"%s", what(n.then.object(), "filled_forms"))
		case one == detailCall && isForm(two) && credentials(n.first.req) == credentials(n.then.req) && slices.Contains(listedForms(n.first), formIn(two)):
			c.traffic = append(c.traffic, n.first)
			c.wantOf(n.then, n.then.status != http.StatusNotFound, "a form that filled_forms lists", "%s", n.then)
		}
	}
}

// mostUnfilled is of how many sessions that nobody filled the forms are asked for at the end of a run.
const mostUnfilled = 2

// wantListedUnfilled asks for the forms that sessions list which nobody filled: a server may render forms by itself.
func (c *C) wantListedUnfilled() {
	asked := 0
	for id, calls := range c.histories() {
		listed := slices.IndexFunc(calls, func(x *exchange) bool { return x.call == detailCall && len(listedForms(x)) > 0 })
		filled := slices.ContainsFunc(calls, func(x *exchange) bool { return x.call == fillCall })
		if listed < 0 || filled || asked == mostUnfilled {
			continue
		}
		asked++
		by := asBefore(calls[listed])
		for _, key := range listedForms(calls[listed]) {
			if x := c.get(formPath(id, key), by); x.status == http.StatusNotFound {
				again := c.detail(id, by)
				c.about(x)
				c.want(!slices.Contains(listedForms(again), key), "each key of filled_forms to be downloaded, of a session that nobody filled, too", "%s: %s", key, x)
			}
		}
	}
}

// asBefore asks as somebody asked before.
func asBefore(x *exchange) option {
	return func(r *request) { r.header, r.anon = x.req.header.Clone(), x.req.anon }
}

// listedForms are the keys that a detail lists as filled.
func listedForms(x *exchange) (keys []string) {
	if x.status != http.StatusOK {
		return nil
	}
	for _, form := range objects(x.object()["filled_forms"]) {
		if key, ok := form["form_key"].(string); ok {
			keys = append(keys, key)
		}
	}
	return keys
}

// isForm says whether a call downloads a form, and formIn which.
func isForm(call string) bool { return formIn(call) != "" }

func formIn(call string) string {
	rest, below := strings.CutPrefix(call, "GET /org/sessions/{id}/forms/")
	key, pdf := strings.CutSuffix(rest, "/pdf")
	if !below || !pdf {
		return ""
	}
	key, _ = url.PathUnescape(key)
	return key
}

// wantOKInAll wants a call that was taken, whoever made it in the run, to be answered 200 with a JSON object. What comes after
// the end of an intake, and fill before it, is left open.
func wantOKInAll(call string) func(*C) {
	return func(c *C) {
		ended := map[string]time.Time{}
		for id, calls := range c.histories() {
			if at := slices.IndexFunc(calls, func(x *exchange) bool { return x.call == answerCall && finished(x) }); at >= 0 {
				ended[id] = calls[at].end()
			}
		}
		for _, x := range c.calls() {
			if x.call != call || !x.ok() {
				continue
			}
			end, over := ended[sessionIn(x.req)]
			if over = over && !x.start.Before(end); over && call == answerCall || !over && call == fillCall {
				continue
			}
			c.wantOf(x, x.status == http.StatusOK, "status 200, whoever asks", "%s", x)
			c.wantOf(x, call == documentsCall || x.object() != nil, "a JSON object, whoever asks", "%s", x)
		}
	}
}

// inTurn judges one thing after the other at the end of a run.
func inTurn(all ...func(*C)) func(*C) {
	return func(c *C) {
		for _, one := range all {
			one(c)
		}
	}
}

// perhaps is inTurn of looks of which none stands in the way of the next; see maybe.
func perhaps(all ...func(*C)) func(*C) {
	return func(c *C) {
		for _, one := range all {
			c.maybe(func() { one(c) })
		}
	}
}

// wantPDFsInAll wants every form that was downloaded in the run to be a PDF.
func (c *C) wantPDFsInAll() {
	for _, x := range c.calls() {
		if !isForm(x.call) || !x.ok() {
			continue
		}
		c.wantOf(x, x.status == http.StatusOK && mediaType(x) == "application/pdf" && isPDF(x.body), "status 200 and a PDF, of every form that is there", "%s", x)
	}
}

// wantFlagListInAll wants a list of flags in every risk summary of the run.
func (c *C) wantFlagListInAll() {
	for _, x := range c.calls() {
		if x.call != riskCall || !x.ok() {
			continue
		}
		_, _, found := flags(x)
		c.wantOf(x, x.status == http.StatusOK && found, "status 200 and an array of flags, of every session", "%s", x)
		c.about(x)
		c.recommend(len(flagLists(x.object())) < 2, "one list of risk flags", "%v, whose items have the same members", flagLists(x.object()))
	}
}

// flagLists names the arrays of an object that hold objects with the members of those of the first.
func flagLists(o obj) (alike []string) {
	var members []string
	for _, name := range names(o) {
		items, _ := o[name].([]any)
		first := objects(items)
		if len(first) == 0 || len(first) < len(items) {
			continue
		}
		if has := names(first[0]); alike == nil || slices.Equal(has, members) {
			alike, members = append(alike, name), has
		}
	}
	return alike
}

// wantNoMoreFlagsInAll looks again at the flags of the first session that had more of the same at its second look.
func (c *C) wantNoMoreFlagsInAll() {
	for _, n := range c.neighbours() {
		if n.first.call == riskCall && n.then.call == riskCall && n.then.ok() && moreOfTheSame(flagsOf(n.first), flagsOf(n.then)) {
			c.maybe(func() { c.wantNoMoreFlags(n.then, asBefore(n.then)) })
			return
		}
	}
}

// wantAgreementInAll wants the last summary of each session to say what the detail said that was the last call to it before. Where
// it does not, both are read again: a list may be late.
func (c *C) wantAgreementInAll() {
	lists := map[string]*exchange{} // by who asks
	for _, x := range c.calls() {
		if x.call == listCall && x.status == http.StatusOK {
			lists[credentials(x.req)] = x
		}
	}
	for id, calls := range c.histories() {
		last := calls[len(calls)-1]
		list := lists[credentials(last.req)]
		if last.call == detailCall && last.status == http.StatusOK && list != nil && list.start.After(last.end()) && disagreeOn(id, list, last) != "" {
			c.wantAgreementStill(id, asBefore(last))
		}
	}
}

// created are the ids of the sessions that were made in the run.
func (c *C) created() map[string]bool {
	return shared(c, "created", func(c *C) map[string]bool {
		all := map[string]bool{}
		for _, x := range c.calls() {
			if id, _ := x.object()["session_id"].(string); x.call == createCall && x.ok() && id != "" {
				all[id] = true
			}
		}
		return all
	})
}

// mostStrange is how many sessions are looked at that lists have and the run did not make.
const mostStrange = 3

// wantListedFound wants a session to be found that is listed, of those that the run did not make.
func (c *C) wantListedFound() {
	made, looked := maps.Clone(c.created()), 0
	for _, x := range c.calls() {
		if x.call != listCall || x.status != http.StatusOK {
			continue
		}
		for _, id := range idsOf(x) {
			if made[id] || looked == mostStrange {
				continue
			}
			made[id] = true
			looked++
			detail := c.detail(id, asBefore(x))
			if detail.status == http.StatusNotFound { // it may be gone by now, from the list as well
				x = c.list("", asBefore(x))
				if !slices.Contains(idsOf(x), id) {
					continue
				}
			}
			c.about(x)
			c.wantOf(detail, detail.status != http.StatusNotFound, "each session of a list to be found", "%s", detail)
		}
	}
}

// wantAgreementStill fails the check when summary and detail of a session disagree twice.
func (c *C) wantAgreementStill(id string, by option) {
	for again := range 2 {
		list := c.list("", by)
		detail := c.detail(id, by)
		name := disagreeOn(id, list, detail)
		if name == "" {
			return
		}
		c.about(list)
		c.want(again == 0, "the same "+name+" in summary and detail, of every session", "%s, and in the detail %s", what(summaryOf(list, id), name),
			what(detail.object(), name))
	}
}

// wantAgreementOnceSent wants summary and detail of a session to agree when it was submitted.
func (c *C) wantAgreementOnceSent() {
	c.maybe(func() {
		s := c.sent()
		c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
		c.wantAgreementStill(s.id, as(s.ws.Key))
	})
}

// disagreeOn names a member that differs between the summary and the detail of a session, where both are there.
func disagreeOn(id string, list, detail *exchange) string {
	if summary := summaryOf(list, id); summary != nil && detail.status == http.StatusOK {
		return disagreement(summary, detail.object())
	}
	return ""
}

// summaryOf is what a list says of a session.
func summaryOf(list *exchange, id string) obj {
	all := objects(list.object()["sessions"])
	if at := slices.IndexFunc(all, func(o obj) bool { return o["session_id"] == id }); at >= 0 {
		return all[at]
	}
	return nil
}

// wantPausesInAll wants whole seconds with every refusal of the run for a rate of the text.
func (c *C) wantPausesInAll() {
	for _, x := range c.calls() {
		if x.status == http.StatusTooManyRequests && isHeavy(x.call) { // others may be refused by who stands before the server
			c.wantPause(x)
		}
	}
}

// wantPause fails the check unless a refusal for a rate tells how long to wait.
func (c *C) wantPause(x *exchange) {
	c.wantOf(x, wholeSeconds.MatchString(x.header.Get("Retry-After")), "Retry-After as a whole number of seconds", "Retry-After %s", x.header.Get("Retry-After"))
}

// lockoutWords tell of a 429 that is about wrong credentials before, and not about a rate.
var lockoutWords = regexp.MustCompile(`(?i)attempt|credential|locked|lockout|unauthori[sz]ed|sign.?in|log.?in`)

// wantLightServedInAll wants no light operation of the run to have been refused for a rate.
func (c *C) wantLightServedInAll() {
	for _, x := range c.calls() {
		if x.status == http.StatusTooManyRequests && slices.Contains([]string{meCall, createCall, listCall, detailCall}, x.call) {
			c.wantOf(x, lockoutWords.Match(x.body), "light operations to be served whatever their rate", "%s", x)
		}
	}
}

// wantKeysOpenInAll fails the check when a key was answered 401 that opened the API before and after.
func (c *C) wantKeysOpenInAll() {
	first, last := map[string]*exchange{}, map[string]*exchange{}
	traffic := c.calls()
	for _, x := range traffic {
		by := credentials(x.req)
		if !c.run.isKey(by) || !x.ok() {
			continue
		}
		if first[by] == nil || x.end().Before(first[by].end()) {
			first[by] = x
		}
		if last[by] == nil || x.start.After(last[by].start) {
			last[by] = x
		}
	}
	for _, x := range traffic {
		by := credentials(x.req)
		if x.status == http.StatusUnauthorized && strings.HasPrefix(x.req.path, "/org/") && first[by] != nil && first[by].end().Before(x.start) &&
			x.end().Before(last[by].start) {
			c.wantOf(x, false, "a key that opens the API to open all of it", "%s, and before and after it opened other calls", x)
		}
	}
}

// credentials is what a request shows of who asks, and isKey says whether that is one key, in one of the two ways.
func credentials(r *request) string {
	return r.header.Get("Authorization") + "; " + r.header.Get("X-API-Key")
}

func (r *run) isKey(by string) bool { return r.keyIn(by) != "" }

// keyIn is the key that credentials are, or nothing. A token may begin as keys do.
func (r *run) keyIn(by string) string {
	authorization, key, _ := strings.Cut(by, "; ")
	if authorization != "" && key == "" {
		authorization, key, _ = strings.Cut(authorization, " ")
	}
	if authorization != "" && authorization != "Bearer" || !strings.HasPrefix(key, "bsk_") || r.isToken(key) {
		return ""
	}
	return key
}
