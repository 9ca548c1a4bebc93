package checks

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// details looks at the session at every stage of the journey: open, answered and filled.
func details(judge func(c *C, o obj)) func(*C) {
	return func(c *C) {
		judge(c, c.prepared(c.detail(c.sessionID()), "the session's detail"))
		c.answer(c.sessionID(), "We have 12 employees.")
		judge(c, c.prepared(c.detail(c.sessionID()), "the session's detail after a turn"))
		c.maybe(func() {
			j := c.journey()
			for _, x := range []*exchange{j.before, j.after} {
				judge(c, c.prepared(x, "the session's detail after the intake and after fill"))
			}
		})
	}
}

// filledForms looks at every entry of filled_forms after fill.
func filledForms(judge func(c *C, form obj)) func(*C) {
	return func(c *C) {
		j := c.filled()
		list, ok := j.after.object()["filled_forms"].([]any)
		c.needs(ok, "an array filled_forms", "%s", what(j.after.object(), "filled_forms"))
		c.needs(len(list) > 0, "a filled form", "filled_forms is empty after fill")
		each := func(x *exchange) {
			c.about(x)
			items, _ := x.object()["filled_forms"].([]any)
			for _, item := range items {
				form, ok := item.(obj)
				c.want(ok, "entries of filled_forms as objects", "an entry is %s", kind(item))
				judge(c, form)
			}
		}
		each(j.after)
		c.maybe(func() { each(c.sparse().after) })
	}
}

// detailMember is a check of a member of every detail.
func detailMember(id string, judge func(c *C, o obj)) Check {
	return Check{ID: id, Run: details(judge), each: ofEach(detailCall, judge)}
}

// filledMember is a check of every entry of filled_forms.
func filledMember(id string, judge func(c *C, form obj)) Check {
	return Check{ID: id, Run: filledForms(judge), each: ofEach(detailCall, func(c *C, o obj) {
		for _, form := range objects(o["filled_forms"]) {
			judge(c, form)
		}
	})}
}

// wantFilledOnce warns of a session whose fields_filled grows with each correction of one value, though it has no more values than before.
func (c *C) wantFilledOnce() {
	t := c.retold()
	var counts []int64
	for _, detail := range t.after {
		n, counted := integer(c.prepared(detail, "the session's detail")["fields_filled"])
		values, _ := detail.object()["field_values"].(obj)
		first, _ := t.after[0].object()["field_values"].(obj)
		c.needs(counted && len(values) == len(first), "as many values as before", "%d, and %d", len(first), len(values))
		counts = append(counts, n)
	}
	grows := true
	for i, n := range counts[1:] {
		grows = grows && n > counts[i]
	}
	c.about(t.detail)
	c.recommend(!grows, "fields_filled to count a value once, also when it is corrected", "%v, after %s was answered %v", counts, t.q.key, t.values)
}

// wantFilledByFile warns of a session whose fields_filled stays what it was when a file brings it many values, and grows by answers, and of
// one whose fields_filled counts twice what a file brings, and once what is answered.
func (c *C) wantFilledByFile() {
	j := c.journey()
	was, _ := integer(j.open.object()["fields_filled"])
	told, counted := integer(j.before.object()["fields_filled"])
	c.needs(counted && told >= was+manySet, "a fields_filled that grows by answers", "%d and %d", was, told)
	id := c.unheardOf(c.extraction().begun)
	before := c.prepared(c.detail(id), "the session's detail")
	c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
	detail := c.detail(id)
	after := c.prepared(detail, "the session's detail")
	old, _ := before["field_values"].(obj)
	values, _ := after["field_values"].(obj)
	asked, brought := c.askedKeys(), newKeys(old, values)
	gained := len(brought)
	fields := len(slices.DeleteFunc(brought, func(key string) bool { return !asked[key] })) // what no intake asks for may be none
	n, _ := integer(before["fields_filled"])
	m, _ := integer(after["fields_filled"])
	c.about(detail)
	c.recommend(fields < manySet || m != n, "fields_filled to count what a file brought, as it does what was answered", "%d, as before a file brought %d values", m, gained)
	answered := newKeys(valuesShown(j.open), valuesShown(j.before))
	c.recommend(gained < manySet || told-was > int64(len(answered)) || m-n < 2*int64(gained)-1, "fields_filled to count once what a file brought",
		"%d more, when a file brought %d values", m-n, gained)
}

// valuesShown are the values of a session as a detail has them.
func valuesShown(detail *exchange) obj {
	values, _ := detail.object()["field_values"].(obj)
	return values
}

// manySet is of how many values something is to be seen in fields_filled.
const manySet = 5

// wantFilledGrows warns of a session whose fields_filled is as it was when nothing was told, though many values are stored and written.
func (c *C) wantFilledGrows() {
	j := c.filled()
	stored, _ := j.after.object()["field_values"].(obj)
	set := 0
	for _, turn := range j.turns {
		sets, _ := turn.object()["set_fields"].(obj)
		set += len(sets)
	}
	was, counted := number(j.open.object()["fields_filled"])
	is, still := number(j.after.object()["fields_filled"])
	total, _ := number(j.after.object()["fields_total"])
	if set < manySet || len(stored) < manySet || !counted || !still || total < manySet {
		return
	}
	c.about(j.open)
	c.about(j.after)
	c.recommend(is != was, "fields_filled to count what is filled", "%v of %v before the first turn, and after %d values were set, too", is, total, set)
}

// also has a check look at more once it has passed.
func also(check Check, more func(*C)) Check {
	first := check.Run
	check.Run = func(c *C) {
		first(c)
		c.maybe(func() { more(c) })
	}
	return check
}

// wantWrittenAsFilled warns of a detail that was read right after fill and counts other fields in a form than fill did.
func (c *C) wantWrittenAsFilled() {
	j := c.filled()
	c.wantWrittenAs(j.fill, j.after)
}

// wantWrittenInAll looks at each fill of the run that was followed by a look at its session.
func (c *C) wantWrittenInAll() {
	c.maybe(func() { c.filledLines() }) // a second fill of one session
	for _, n := range c.neighbours() {
		if n.first.call == fillCall && n.then.call == detailCall && n.then.status == http.StatusOK {
			c.wantWrittenAs(n.first, n.then)
		}
	}
}

func (c *C) wantWrittenAs(fill, detail *exchange) {
	written, sparse := map[string]float64{}, map[string]bool{}
	for _, form := range objects(fill.object()["forms"]) {
		key, _ := form["form_key"].(string)
		if n, is := number(form["fields_written"]); is {
			written[key] = n
		}
		if one, is := form["sparse_suspected"].(bool); is {
			sparse[key] = one
		}
	}
	c.about(fill)
	c.about(detail)
	for _, form := range objects(detail.object()["filled_forms"]) {
		key, _ := form["form_key"].(string)
		was, told := written[key]
		n, is := number(form["fields_written"])
		c.recommend(!told || !is || n == was, "fields_written of each filled form as fill reported it", "%v for %s, and fill reported %v", n, key, was)
		if one, said := sparse[key]; said {
			c.recommend(kind(form["sparse_suspected"]) != "boolean" || one == form["sparse_suspected"],
				"sparse_suspected of each filled form as fill reported it", "%s for %s, and fill reported %s", text(form["sparse_suspected"]), key,
				text(one))
		}
	}
}

var getChecks = []Check{
	{ID: "API-GET-01", sent: inTurn((*C).wantOpenOnceSent, (*C).wantOpenOnceRefused, perhaps((*C).wantNothingPendingOnceSent)),
		later: inTurn(wantOKInAll(detailCall), wantNoneFailing(detailCall, always), wantNoneRefused(detailCall, always),
			wantNoneMissing(detailCall, always), (*C).wantMadeFound, (*C).wantCompleteOnceDone, (*C).wantCompleteStill,
			(*C).wantFilledWithin),
		Run: func(c *C) {
			c.wantOK(c.detail(c.sessionID()), "for an existing session")
			details((*C).wantSession)(c)
			c.maybe(c.wantEachFound)
			c.maybe(c.wantStateToldOn)
			c.maybe(c.wantFilledGrows)
			c.maybe(c.wantFilledGrowsOn)
			c.maybe(c.wantFilledOnce)
			c.maybe(c.wantFilledAsBegun)
			c.maybe(c.wantFilledByFile)
			c.maybe(c.wantCompleteNamed)
			c.maybe(c.wantNameKeptByFile)
			c.maybe(c.wantCompleteOnceRead)
			c.maybe(c.wantCompleteAgain)
			c.maybe(func() { c.detail(c.filled().id) }) // once more, for who looks back
		}, each: replies{detailCall, (*C).wantSessionAsked}},
	detailMember("API-GET-02", func(c *C, o obj) { c.wantType(o, "field_values", "object") }),
	detailMember("API-GET-03", func(c *C, o obj) {
		c.wantType(o, "filled_forms", "array")
		for _, item := range o["filled_forms"].([]any) {
			c.want(kind(item) == "object", "entries of filled_forms as objects", "an entry is %s", kind(item))
		}
	}),
	filledMember("API-GET-04", func(c *C, form obj) {
		c.wantType(form, "form_key", "string")
		c.wantType(form, "sparse_suspected", "boolean")
	}),
	inHindsight(also(filledMember("API-GET-05", func(c *C, form obj) {
		c.wantType(form, "fields_written", "integer", "null", "absent")
		c.wantType(form, "updated_at", "string", "null", "absent")
		if warnings, there := form["warnings"]; there {
			c.recommend(warnings != nil, "warnings as an array of strings, or none", "null, which the text has for other members alone")
			c.wantStrings(form, "warnings")
		}
		c.wantNotBlank(form, "updated_at")
	}), (*C).wantWrittenAsFilled), (*C).wantWrittenInAll),
	inHindsight(also(detailMember("API-GET-06", func(c *C, o obj) { c.wantCount(o, "pending_count", "null", "absent") }),
		(*C).wantSkipCounted), inTurn(perhaps((*C).wantPendingUncapped), (*C).wantPendingFalls, (*C).wantPendingInStep,
		(*C).wantNoneMoreOnSession, (*C).wantOpenCounted)),
	{ID: "API-GET-07", each: ofEach(detailCall, (*C).wantQuestions), Run: func(c *C) {
		details((*C).wantQuestions)(c)
		c.maybe(func() { // the questions of every group, as the intake comes to them
			for _, step := range c.watched().turns {
				c.about(step.detail)
				c.wantQuestions(c.prepared(step.detail, "the session's detail"))
			}
		})
		c.maybe(c.wantNoneAnsweredNext)
		c.maybe(c.wantNoneAnsweredOnceFilled)
		c.maybe(c.wantNoneNextAtEnd)
		c.maybe(c.wantSkipNotNext)
	}},
	inHindsight(detailMember("API-GET-08", func(c *C, o obj) {
		c.wantType(o, "created_at", "string", "null", "absent")
		c.wantType(o, "updated_at", "string", "null", "absent")
		c.wantNotBlank(o, "created_at", "updated_at")
	}), (*C).wantOneBirth),
	{ID: "API-GET-09", Run: func(c *C) {
		c.wantUnknown(c.sessionID(), c.finds(c.detail), c.detail)
		c.wantWhole(c.sessionID())
		c.wantNoneInherited()
		c.wantCase(c.sessionID())
		c.wantCase(c.newSession())
		c.wantNothingAfter(c.sessionID())
		c.wantUnknownOfAnyForm()
	}},
	{ID: "API-GET-10", Run: func(c *C) {
		c.wantForeign(c.sessionID(), c.finds(c.detail), c.detail)
		c.maybe(func() {
			c.wantMissing(c.detail(c.journey().id, as(c.other().Key)), "a finished session of another workspace")
		})
		c.maybe(func() {
			c.wantMissing(c.underForeignToken(func(token option) *exchange { return c.detail(c.sessionID(), token) }), "a session of another workspace under a token")
		})
	}},
	{ID: "API-GET-11", Long: true, each: ofEach(detailCall, (*C).wantFormsListedOnce), sent: (*C).wantFormsOnceSent,
		later: inTurn((*C).wantListedInAll, (*C).wantListedUnfilled, (*C).wantFormsStill),
		Run: func(c *C) {
			j := c.filled()
			var listed []string
			for _, form := range objects(j.after.object()["filled_forms"]) {
				key, _ := form["form_key"].(string)
				listed = append(listed, key)
				x := j.downloads[key]
				if c.about(j.after); x != nil {
					c.about(x)
				}
				c.want(x != nil && x.ok(), "each key of filled_forms to be downloaded", "%s: %s", key, status(x))
			}
			for _, key := range j.keys() {
				if x := j.downloads[key]; !slices.Contains(listed, key) {
					c.want(x.status == 404, "404 for the form "+key+", which filled_forms does not list", "status %d", x.status)
				}
			}
			c.maybe(func() { c.wantFormsAtAllTimes() })
			c.maybe(c.wantFormsUntouched)
			c.maybe(func() { c.refilled() })
			c.needs(len(listed) > 0, "a filled form", "filled_forms is empty after fill")
		}},
	{ID: "API-GET-12", Long: true, sent: (*C).wantValuesOnceSent,
		later: inTurn((*C).wantStoredInAll, (*C).wantKeptInAll, (*C).wantTurnsKeepInAll, (*C).wantAsTold, (*C).wantNoneLost,
			perhaps((*C).wantAllBegunAlone, (*C).wantBareApart, (*C).wantStoredOnceSent)),
		apart: inTurn(perhaps((*C).wantBareCountApart, (*C).wantCountsAsTold), (*C).wantBesideApart,
			perhaps((*C).wantBegunAlone, (*C).wantTurnsApart)),
		Run: func(c *C) {
			x, stored := c.heardTurn()
			set, _ := x.object()["set_fields"].(obj)
			c.wantStored(set, stored)
			c.wantKeptByQuestion(stored, "Why do you need to know that?")
			c.sideBySide(
				func(c *C) { c.wantAllAnswers(c.wantApart(), asksOf(x)) },
				(*C).wantStoredInWatched,
				(*C).wantExactly,
				(*C).wantChosen,
				(*C).wantZeroLed,
				(*C).wantNoKept,
				func(c *C) {
					c.maybe(func() { c.wantKeptByQuestions(stored) })
					c.maybe(func() { c.wantKeptBySkip(stored) })
					c.maybe(func() { c.wantCorrected(c.session, set, stored) })
					c.maybe(func() { c.wantSaidAgain(x, stored) })
					c.wantBeyondASCII(set)
				},
				(*C).wantCorrectedAtAllTimes,
				func(c *C) {
					c.maybe(c.wantKeptAtEnd)
					c.wantKeptByFill()
				},
				(*C).wantAnsweredAfterSkip,
				perhaps((*C).wantKeptOnceRepeated),
				perhaps((*C).wantKeptBeside),
				(*C).wantNamesakesToldApart,
			)
			c.maybe(c.wantKeptWhileFilled)
		}},
}

// wantStoredInWatched looks at every turn of an intake: a no and a zero are values like others.
func (c *C) wantStoredInWatched() {
	for _, step := range c.watched().turns {
		set, _ := step.turn.object()["set_fields"].(obj)
		values, _ := c.prepared(step.detail, "the session's detail")["field_values"].(obj)
		c.about(step.detail)
		c.wantStored(set, values)
		c.wantUnchanged(set, values)
	}
}

// wantKeptByQuestions asks at length, in other languages, and by other credentials.
func (c *C) wantKeptByQuestions(stored obj) {
	const why = "Why do you need to know that?"
	for _, message := range []string{strings.Repeat(why+" ", 330), "Pourquoi demandez-vous ça, à quoi ça sert… なぜですか？"} {
		c.maybe(func() { c.wantKeptByQuestion(stored, message) })
	}
	c.maybe(func() { c.wantKeptByQuestion(stored, why, inHeader(c.run.home.Key)) })
	c.maybe(func() { c.wantKeptByQuestion(stored, why, as(c.token().Access)) })
}

// wantKeptByQuestion wants the values that a session has to stay after a turn that asks and sets nothing.
func (c *C) wantKeptByQuestion(stored obj, message string, options ...option) {
	c.prepared(c.answer(c.session, message, options...), "a question to be answered")
	kept, _ := c.prepared(c.detail(c.session), "the session's detail")["field_values"].(obj)
	for key := range stored {
		if stored[key] != nil {
			c.want(kept[key] != nil, "the values to stay after a turn that sets nothing", "%s", what(kept, key))
		}
	}
}

// wantSession fails the check unless a detail has the members of a create reply.
func (c *C) wantSession(o obj) {
	c.wantType(o, "session_id", "string")
	c.wantType(o, "insured_name", "string")
	c.wantType(o, "state", "string", "null", "absent")
	c.wantType(o, "status", "string")
	c.wantStrings(o, "form_keys")
	c.wantCount(o, "fields_filled")
	c.wantCount(o, "fields_total")
}

// wantSessionAsked fails the check unless a detail is that of a session, and of the one in the path where the run made it.
func (c *C) wantSessionAsked(x *exchange) {
	o := x.object()
	c.wantSession(o)
	asked := sessionIn(x.req)
	c.want(!c.created()[asked] || o["session_id"] == asked, "the session that was asked for, "+asked, "%s", what(o, "session_id"))
}

// wantFormsListedOnce warns of a form that filled_forms lists twice.
func (c *C) wantFormsListedOnce(o obj) {
	listed := map[string]bool{}
	for _, form := range objects(o["filled_forms"]) {
		key, named := form["form_key"].(string)
		c.recommend(!named || !listed[key], "each form once in filled_forms", "%q twice", key)
		listed[key] = true
	}
}

func (c *C) wantQuestions(o obj) {
	c.wantType(o, "next_questions", "array", "null", "absent")
	items, _ := o["next_questions"].([]any)
	for _, item := range items {
		q, ok := item.(obj)
		c.want(ok, "next_questions as an array of objects", "an item is %s", kind(item))
		for _, name := range []string{"key", "question", "group"} {
			c.wantType(q, name, "string")
		}
	}
	for _, q := range objects(o["next_questions"]) {
		c.wantNotBlank(q, "key")
	}
}

// asksOfNew are the questions that a new session opens with.
func (c *C) asksOfNew() []ask {
	return asksOf(c.greet(c.newSession()))
}

func status(x *exchange) string {
	if x == nil {
		return "not asked"
	}
	return fmt.Sprintf("status %d", x.status)
}

// wantApart wants what is answered in one session to stay out of another one of the same workspace, which it gives.
func (c *C) wantApart() (id string) {
	mine := c.session
	defer func() { c.session = mine }()
	id = c.newSession()
	before, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
	c.settingTurn()
	after, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
	c.want(equal(before, after) || c.alikeAtRest(before, after), "the values of a session to stay as they were while another one is answered",
		"%s and then %s", text(before), text(after))
	return id
}

// settingTurn answers questions on a session of its own until a turn sets something, and reads what is stored then.
func (c *C) settingTurn(options ...option) (turn *exchange, stored obj) {
	in := &intake{id: c.fullSession(options...)}
	if turn, stored = c.setting(in, options...); turn == nil {
		c.noneSet(in)
	}
	return turn, stored
}

// heardTurn is settingTurn, and warns where many answers, or those up to the end of an intake, leave nothing on the session.
func (c *C) heardTurn() (turn *exchange, stored obj) {
	in := &intake{id: c.fullSession()}
	before := c.detail(in.id).object()["field_values"]
	if turn, stored = c.setting(in); turn != nil {
		return turn, stored
	}
	if x := c.detail(in.id); len(in.turns) > 6 || in.finished && len(in.turns) > 3 { // what asks for nothing, or little, is soon over
		after := c.prepared(x, "the session's detail")["field_values"]
		c.about(x)
		c.recommend(!equal(after, before), "an answer in plain words that leaves a value on the session",
			"none of %d turns did, and field_values is still %s", len(in.turns), text(after))
	}
	c.noneSet(in)
	return nil, nil
}

func (c *C) setting(in *intake, options ...option) (turn *exchange, stored obj) {
	a := newAnswerer(false)
	last := c.begin(in, options...)
	for range 12 {
		if set, _ := last.object()["set_fields"].(obj); len(set) > 0 {
			o := c.prepared(c.detail(in.id, options...), "the session's detail")
			values, _ := o["field_values"].(obj)
			c.session = in.id
			return last, values
		}
		asks := asksOf(last)
		if len(asks) == 0 || in.finished {
			break
		}
		message, more := next(a, asks)
		if !more {
			break
		}
		last = c.turn(in, message, options)
		if set, _ := last.object()["set_fields"].(obj); len(set) == 0 && !in.finished && whetherRight.MatchString(plainText(last.object()["message"])) {
			last = c.turn(in, "Yes, that is right.", options)
		}
	}
	return nil, nil
}

func (c *C) noneSet(in *intake) {
	last := in.turns[len(in.turns)-1]
	c.unclear("an answer that sets a value", "none of %d turns did; the last asked %s", len(in.turns), strings.TrimSpace(fmt.Sprint(asksOf(last))))
}
