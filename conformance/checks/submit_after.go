package checks

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// When all else was judged, the finished and filled session of the home workspace is submitted, which a server may refuse for want
// of an account. Where it is taken, the session is read once more: the text knows no call that ends it. Nobody needs it any more by then.

// handedIn is that session, as it was before and after.
type handedIn struct {
	*journey
	before    *exchange // the detail
	risk      *exchange // its risk, before
	listed    *exchange // the longest list that has it, before
	submit    *exchange
	after     *exchange
	forms     map[string]*exchange // that the detail lists afterwards
	riskAfter *exchange
	listAfter *exchange // asked for as listed was
	again     *exchange // the second submission
	turn      *exchange // a turn after it
	withBody  *exchange // a submission with a body, where one without it is called invalid
	other     *exchange // the submission of another session; nil where none could be filled
	unknown   *exchange // the submission of a session that nobody made; nil where none is
	early     *exchange // the submission of a session that nobody filled
	// The detail of that one before and after.
	earlyBefore, earlyAfter *exchange
	newest                  relisted // the session that was made last and filled
}

// relisted is a session in the list before and after its submission, which is nil where it was not taken.
type relisted struct {
	id            string
	before, after *exchange
}

func (c *C) handedIn() *handedIn {
	return shared(c, "handed in", func(c *C) *handedIn {
		j := c.filled()
		c.needs(j.completes(), "a finished intake whose forms are filled", "%s", j.fill)
		h := &handedIn{journey: j, before: c.detail(j.id), risk: c.get(sessionPath(j.id, "risk-summary")), listed: c.longestWith(j.id)}
		c.needs(len(listedForms(h.before)) > 0, "a filled form", "%s", h.before)
		h.submit = c.submit(j.id)
		if refusesBody(h.submit) {
			h.withBody = c.submit(j.id, jsonBody(obj{}))
		}
		if h.submit.ok() {
			h.readBack(c)
		}
		c.maybe(func() { // last, as it makes the list longer
			id := c.begunSession()
			c.answer(id, "We have 12 employees.")
			h.earlyBefore = c.detail(id)
			c.needs(len(listedForms(h.earlyBefore)) == 0, "a session without forms", "it has some")
			if h.early = c.submit(id); h.early.ok() {
				c.wait(moment) // a server may render what it sends
			}
			h.earlyAfter = c.detail(id) // whose status others look at
		})
		return h
	})
}

// readBack reads the session that was submitted, as anybody may, and submits it a second time.
func (h *handedIn) readBack(c *C) {
	h.after, h.forms = c.listedForms(h.id, as(c.run.home.Key))
	if !h.after.ok() { // what passes is no refusal
		c.wait(moment)
		h.after, h.forms = c.listedForms(h.id, as(c.run.home.Key))
	}
	if h.riskAfter = c.get(h.risk.req.path); !h.riskAfter.ok() {
		c.wait(moment)
		h.riskAfter = c.get(h.risk.req.path)
	}
	if h.listed != nil {
		h.listAfter = c.listOnceMore(h.listed, h.id)
	}
	h.again = c.submit(h.id)
	h.turn = c.answer(h.id, "We have 13 employees.", impatient)
	if unknown := c.unknownID(h.id); c.detail(unknown, aside).status == http.StatusNotFound {
		h.unknown = c.submit(unknown)
	}
	c.maybe(func() {
		in := c.skippedIntake()
		c.needs(in.finished, "another intake that is finished", "it is not")
		fill := c.call("POST", sessionPath(in.id, "fill"), impatient)
		c.needs(fill.ok() && !rendersNone(fill), "its forms to be filled", "%s", fill)
		h.other = c.submit(in.id)
	})
	c.maybe(func() { // one that is in every list
		id := c.fullSession()
		c.prepared(c.call("POST", sessionPath(id, "fill"), impatient), "fill")
		before := c.list("")
		c.needs(slices.Contains(idsOf(before), id), "the newest session in the list", "it is not there")
		c.needs(c.submit(id).ok(), "a submission that is taken", "it is not")
		h.newest = relisted{id, before, c.listOnceMore(before, id)}
	})
}

// listOnceMore makes a list again that had a session, and once more where that is missing: an index of sessions may be behind for a moment.
func (c *C) listOnceMore(list *exchange, id string) *exchange {
	again := c.get(list.req.path)
	if !slices.Contains(idsOf(again), id) {
		c.wait(moment)
		again = c.get(list.req.path)
	}
	return again
}

// longestWith is the longest list of the home workspace that has a session, or nil.
func (c *C) longestWith(id string) (list *exchange) {
	for _, query := range []string{"", "?limit=100", "?limit=200", "?limit=1000"} {
		x := c.list(query)
		if ids := idsOf(x); x.ok() && slices.Contains(ids, id) && (list == nil || len(ids) > len(idsOf(list))) {
			list = x
		}
	}
	return list
}

// takenIn is the session once its submission was taken; where it was refused there is nothing to judge.
func (c *C) takenIn() *handedIn {
	h := c.handedIn()
	c.needs(h.submit.ok(), "a submission that is taken", "%s", h.submit)
	return h
}

// wantSubmissionIDs looks at the replies to both submissions, and at how one without a body is refused.
func (c *C) wantSubmissionIDs() {
	h := c.handedIn()
	c.wantNoBodyWanted(h)
	for _, x := range []*exchange{h.submit, h.again} {
		if x != nil && x.ok() {
			c.wantSubmitted(x)
		}
	}
	c.wantIDsApart(h)
	later := h.submit.status == 503 && h.submit.header.Get("Retry-After") != "" // which nobody waits for here
	c.recommend(later || h.submit.status < 500 || c.submit(h.id).status < 500, "an id for a submission, or a refusal of what stands in its way", "%s, twice", h.submit)
	c.suffices = h.submit.ok()
}

// wantIDsApart fails the check when the submissions of two sessions got the same ids, and no other ones.
func (c *C) wantIDsApart(h *handedIn) {
	if h.other == nil || !h.submit.ok() || !h.other.ok() {
		return
	}
	given := func(x *exchange) []string {
		session := sessionIn(x.req)
		_, all := idsIn(x.object(), session)
		return slices.DeleteFunc(all, func(id string) bool { return strings.Contains(id, session) })
	}
	one, two := given(h.submit), given(h.other)
	c.about(h.submit)
	c.wantOf(h.other, len(one) == 0 || !slices.Equal(one, two), "a submission id of each submission's own", "%s, as of another session", strings.Join(two, ", "))
}

// wantUnknownUnsent wants 404 for the submission of a session that nobody made, where that of another one was taken.
func (c *C) wantUnknownUnsent() {
	h := c.takenIn()
	c.needs(h.unknown != nil, "an id that was never issued", "none")
	c.about(h.submit)
	c.wantOf(h.unknown, h.unknown.status == http.StatusNotFound, "status 404 for a session id that was never issued", "%s", h.unknown)
}

// wantForeignUnsent wants 404 for the submission with the second key of the session that was submitted with the first one, where the second
// workspace submits its own.
func (c *C) wantForeignUnsent() {
	if !c.keysAlone() || c.run.target.APIKey2 == "" {
		return
	}
	h := c.takenIn()
	x := c.submit(h.id, as(c.second().Key))
	c.about(h.submit)
	expected := "status 404 for the submission of a session of another workspace"
	c.wantOf(x, !x.ok(), expected, "%s", x)
	c.needs(c.sentBeside().submit.ok(), "a submission that is taken in the second workspace", "it is not")
	c.wantOf(x, x.status == http.StatusNotFound, expected, "%s", x)
}

// wantNoBodyWanted fails the check when a submission is called invalid that has no body, as the text has none, and is taken with an
// empty object. A workspace without an account may be told so with any 4xx, so a 422 that stays is doubtful where it says that something
// is missing in a body.
func (c *C) wantNoBodyWanted(h *handedIn) {
	if h.withBody == nil {
		return
	}
	expected := "a submission without a body not to be refused for that"
	c.about(h.submit)
	if h.withBody.ok() {
		again := c.submit(h.id)
		c.want(!refusesBody(again), expected, "%s, and with an empty object %s", again, status(h.withBody))
	}
	c.recommend(h.withBody.ok() || !missingInBody(h.submit), expected, "%s", h.submit)
}

// refusesBody says whether a status may be about the body that was sent, or was not.
func refusesBody(x *exchange) bool {
	return x.status == http.StatusUnprocessableEntity || x.status == http.StatusUnsupportedMediaType
}

// missingInBody says whether each fault that a 422 lists is something that is missing in the body.
func missingInBody(x *exchange) bool {
	faults := objects(x.object()["detail"])
	return len(faults) > 0 && !slices.ContainsFunc(faults, func(one obj) bool {
		at := strs(one["loc"])
		return len(at) == 0 || at[0] != "body" || one["type"] != "missing"
	})
}

// Names of members that hold an id, or something else by which a submission is found, and of those whose ids are of other things.
var (
	idNames    = regexp.MustCompile(`(^|_)(id|uuid|guid|ref|reference|number|no|key|token|confirmation)$|[a-z](Id|ID|Uuid|Ref|Reference|Number)$|^(submission|location|url|uri|link|href)s?$|_(url|uri|link)$|Url$`)
	otherNames = regexp.MustCompile(`(?i)session|org|workspace|account|user|request|trace|insured|form|document`)
	itsNames   = regexp.MustCompile(`(?i)submi|platform|market`)
)

// wantSubmitted wants status 200 for a submission that was taken, and something that may be an id in the reply.
func (c *C) wantSubmitted(x *exchange) {
	c.wantOf(x, x.status == http.StatusOK, "status 200 for a submission", "%s", x)
	_, given := idsIn(x.object(), sessionIn(x.req))
	c.wantOf(x, len(given) > 0 || holdsID(x.json), "the submission id of the platform", "%s", x)
	c.wantIDNotEmpty(x)
}

// ofOthers says whether a member is named for something else than a submission.
func ofOthers(name string) bool { return otherNames.MatchString(name) && !itsNames.MatchString(name) }

// holdsID says whether a reply has a text or a number that may be an id, in a member that is not named for something else.
func holdsID(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, holdsID)
	case obj:
		return slices.ContainsFunc(names(v), func(name string) bool { return !ofOthers(name) && holdsID(v[name]) })
	}
	return contains(v, idLike)
}

// wantIDNotEmpty fails the check when the reply to a submission has a member for an id that is null or empty, and none that has one.
func (c *C) wantIDNotEmpty(x *exchange) {
	empty, given := idsIn(x.object(), sessionIn(x.req))
	c.wantOf(x, empty == "" || len(given) > 0, "the submission id of the platform", "%s is null or empty: %s", empty, x)
}

// idsIn looks for members that are named like an id: one that says nothing, and what those have that is not the session's id.
func idsIn(v any, session string) (empty string, given []string) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			none, some := idsIn(item, session)
			empty, given = cmp.Or(empty, none), append(given, some...)
		}
	case obj:
		for _, name := range names(v) {
			text := strings.TrimSpace(plainText(v[name]))
			none, some := idsIn(v[name], session)
			switch named := idNames.MatchString(name) && !ofOthers(name); {
			case named && (v[name] == nil || v[name] == ""):
				none = name
			case named && text != "" && text != session:
				some = append(some, text)
			}
			empty, given = cmp.Or(empty, none), append(given, some...)
		}
	}
	return empty, given
}

// wantEarlyRefused warns of success for the submission of a session that has no filled form, and has none afterwards: the filled forms
// are what is submitted. A server that takes it may render the forms itself.
func (c *C) wantEarlyRefused() {
	h := c.handedIn()
	if h.early == nil || !h.early.ok() || !h.earlyAfter.ok() || kind(h.earlyAfter.object()["filled_forms"]) != "array" {
		return
	}
	c.about(h.early)
	c.recommend(len(listedForms(h.earlyAfter)) > 0, "a 4xx for the submission of a session of which no form was filled", "%s", h.early)
}

// wantOverRefused is wantEarlyRefused of a session whose intake is over.
func (c *C) wantOverRefused() {
	c.needs(c.handedIn().submit.ok(), "a submission that is taken", "it is not")
	in := c.drive(c.fullSession(), newAnswerer(false))
	before := c.detail(in.id)
	c.needs(in.finished && len(listedForms(before)) == 0 && kind(before.object()["filled_forms"]) == "array", "an intake that is over, and no form of it", "%s", before)
	x := c.submit(in.id)
	c.needs(x.ok(), "a submission that is taken", "%s", x)
	c.wait(moment) // a server may render what it sends
	after := c.detail(in.id)
	c.about(x)
	c.recommend(!after.ok() || len(listedForms(after)) > 0, "a 4xx for the submission of a session of which no form was filled", "%s, as its intake is over", x)
}

// wantOpenOnceSent wants the session to open after its submission, too.
func (c *C) wantOpenOnceSent() {
	h := c.takenIn()
	c.wantStillOK(h.before, h.after, "a session to open when it was submitted, too")
}

// wantRiskOnceSent wants the risk of the session after its submission. 400 is for what a session cannot do yet, and 409 is near it.
func (c *C) wantRiskOnceSent() {
	h := c.takenIn()
	c.needs(h.after.ok(), "a session that opens", "%s", h.after)
	expected := "status 200 for the risk summary when the session was submitted, too"
	if slices.Contains([]int{http.StatusBadRequest, http.StatusConflict}, h.riskAfter.status) {
		c.about(h.riskAfter)
		c.recommend(!h.risk.ok(), expected, "%s", h.riskAfter)
		return
	}
	c.wantStillOK(h.risk, h.riskAfter, expected)
}

// wantStillOK wants a call to be answered as before the submission. It was made again where it was not, before anything else was told to the session.
func (c *C) wantStillOK(before, after *exchange, expected string) {
	if !before.ok() || after.ok() || after.err != nil || after.status == http.StatusTooManyRequests || passing(after) {
		return
	}
	c.about(after)
	c.fail(expected, "again and again %s", after)
}

// wantUnbrokenOnceSent warns of a server that fails at what may come after a submission: to refuse it is left open.
func (c *C) wantUnbrokenOnceSent() {
	h := c.takenIn()
	broke := func(x *exchange) bool { return x.status >= http.StatusInternalServerError && !passing(x) }
	if broke(h.again) {
		again := c.submit(h.id)
		c.want(!broke(again), "no 5xx for a second submission", "%s, twice", again)
	}
	if broke(h.turn) {
		again := c.answer(h.id, "We have 13 employees.", impatient)
		c.want(!broke(again), "no 5xx for a turn after a submission", "%s, twice", again)
	}
	if id := h.newest.id; id != "" { // of which nobody looks at the forms any more
		for _, one := range []struct {
			named string
			call  func() *exchange
		}{
			{"a fill", func() *exchange { return c.call(http.MethodPost, sessionPath(id, "fill"), impatient) }},
			{"an upload", func() *exchange { return c.extract(id, pdfsample.Sized(0), impatient) }},
		} {
			x := one.call()
			c.want(!broke(x) || !broke(one.call()), "no 5xx for "+one.named+" after a submission", "%s, twice", x)
		}
	}
}

// wantFormsOnceSent wants the forms that the session lists after its submission to be downloaded.
func (c *C) wantFormsOnceSent() {
	h := c.takenIn()
	for _, key := range listedForms(h.after) {
		if x := h.forms[key]; x.status == http.StatusNotFound && h.downloads[key].ok() {
			again := c.get(formPath(h.id, key))
			c.want(again.status != http.StatusNotFound, "each key of filled_forms to be downloaded when the session was submitted, too", "%s: %s", key, again)
		}
	}
	c.about(h.after)
	c.recommend(!h.after.ok() || len(listedForms(h.before)) == 0 || len(listedForms(h.after)) > 0,
		"filled forms to stay when the session was submitted", "filled_forms is empty, and listed %v before", listedForms(h.before))
}

// wantValuesOnceSent wants what turns set to be on the session after its submission where it was there right before.
func (c *C) wantValuesOnceSent() {
	h := c.takenIn()
	before, _ := h.before.object()["field_values"].(obj)
	after, shown := h.after.object()["field_values"].(obj)
	c.needs(shown, "the values of the session", "%s", h.after)
	before, after = ungrouped(before), ungrouped(after)
	for _, turn := range h.turns {
		set, _ := turn.object()["set_fields"].(obj)
		for _, key := range names(set) {
			c.wantOf(h.after, before[key] == nil || after[key] != nil, "the values of a session to stay when it is submitted", "%s", what(after, key))
		}
	}
}

// wantNothingPendingOnceSent warns of a finished session that counts questions as pending once it was submitted, and counted none right before.
func (c *C) wantNothingPendingOnceSent() {
	h := c.takenIn()
	was, counted := integer(h.before.object()["pending_count"])
	is, too := integer(h.after.object()["pending_count"])
	c.about(h.before)
	c.about(h.after)
	c.recommend(!counted || !too || was > 0 || is == 0, "a finished session to have nothing pending once it was submitted, as before", "%d", is)
}

// wantInListOnceSent wants the session in the list after its submission. A list has an end: it is missing for sure where the list that
// had it is shorter by then, so that nothing took its place.
func (c *C) wantInListOnceSent() {
	c.maybe(c.wantNewestListed)
	h := c.takenIn()
	for _, one := range []relisted{{h.id, h.listed, h.listAfter}, h.newest} {
		if one.before == nil || !one.after.ok() {
			continue
		}
		before, after := idsOf(one.before), idsOf(one.after)
		gone := !slices.Contains(after, one.id) && (len(after) < len(before) || passed(before, after, one.id))
		c.wantOf(one.after, !gone, "the session in the list when it was submitted, too", "%d sessions without it, and %d with it before", len(after), len(before))
	}
}

// passed says whether a session that is missing in a list stood there before some that still do, which would have had to go first.
func passed(before, after []string, id string) bool {
	at := slices.Index(before, id)
	common := func(list, other []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(one string) bool { return !slices.Contains(other, one) })
	}
	ordered := slices.Equal(common(before, after), common(after, before)) // in which order a list is, if any, is left open
	return ordered && at >= 0 && slices.ContainsFunc(before[at+1:], func(other string) bool { return slices.Contains(after, other) }) && len(before[at+1:]) > 1
}

// readOnceSent are the answers about the session after its submission of one call.
func (h *handedIn) readOnceSent(call string) (all []*exchange) {
	for _, x := range []*exchange{h.after, h.riskAfter} {
		if x != nil && x.call == call && x.status == http.StatusOK && x.object() != nil {
			all = append(all, x)
		}
	}
	return all
}

// wantNoFailureBeside fails the check, where there are keys and no hooks, when a submission in the workspace of the second key, which may have
// no account at the platform, is a failure of the server, twice.
func (c *C) wantNoFailureBeside() {
	if !c.keysAlone() || c.run.target.APIKey2 == "" {
		return
	}
	x := c.sentBeside().submit
	c.want(x.status < 500 || c.submit(sessionIn(x.req), as(c.second().Key)).status < 500, "an id for a submission, or a 4xx that says what stands in its way", "%s, twice", x)
}

// sentBeside is a session of the workspace of the second key that was submitted.
func (c *C) sentBeside() *sentSession {
	return shared(c, "a submission with the second key", func(c *C) *sentSession {
		ws := c.second()
		j := c.travel("Conformance second workspace", false, as(ws.Key))
		c.needs(j.fill.ok(), "a session whose forms could be filled", "%s", j.fill)
		return &sentSession{journey: j, ws: ws, submit: c.submit(j.id, as(ws.Key))}
	})
}
