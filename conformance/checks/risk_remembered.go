package checks

import (
	"slices"
	"time"
)

// A server may remember the flags of a session. It may not give them for those of another one, nor once the session was told more.

// longestRemembered is how long flags are waited for that are not those of before.
const longestRemembered = 11 * time.Second

// shortlyRemembered is how long they are waited for where no session of the run had any.
const shortlyRemembered = 4 * time.Second

// wantFlagsOfNow fails the check when a session that nobody told anything has, right after another one was looked at, the flags of that,
// and has others some seconds later. It comes at the end of a run, where nobody else asks for flags.
func (c *C) wantFlagsOfNow() {
	flagged := false
	for _, x := range c.calls() {
		flagged = flagged || x.call == riskCall && x.ok() && len(flagsOf(x)) > 0
	}
	if !flagged { // those of the first session of the run, which had none, may be remembered
		c.wait(shortlyRemembered)
		flagged = len(flagsOf(c.alarming())) > 0
	}
	c.needs(flagged, "flags of any session", "none in the whole run")
	untold := c.unheardOf(false)
	of := func() *exchange { return c.get(sessionPath(untold, "risk-summary")) }
	told := c.alarming()
	if len(flagsOf(told)) == 0 { // those of somebody else's session may be remembered
		c.wait(longestRemembered)
		told = c.get(told.req.path)
	}
	theirs, same := flagsOf(told), of()
	if len(theirs) == 0 || !same.ok() || !alike(theirs, flagsOf(same)) {
		return
	}
	c.wait(longestRemembered)
	later := of()
	c.about(told)
	c.about(same)
	c.want(!later.ok() || alike(theirs, flagsOf(later)), "the flags of the session",
		"those of another one that was looked at just before, and %v later others: %s", longestRemembered, later)
}

// wantFlagsWhoeverIsNew warns of a session whose flags are others as soon as another one is made, and those of that. It comes at the end of
// a run, where few others make sessions.
func (c *C) wantFlagsWhoeverIsNew() {
	for range 3 {
		told := c.alarming()
		theirs := flagsOf(told)
		if len(theirs) == 0 {
			continue
		}
		made := c.newSession()
		after := c.get(told.req.path)
		news := flagsOf(c.get(sessionPath(made, "risk-summary")))
		c.about(told)
		c.recommend(!after.ok() || alike(theirs, flagsOf(after)) || !alike(flagsOf(after), news), "the flags of the session, whichever was made last",
			"those of one that was made since: %s", after)
		return
	}
}

// wantFlagsOfTold warns of a session whose flags stay what they were when it was asked for them before anybody told it anything, or are those
// that another one of its name had then, though one of another name that was told the same has others.
func (c *C) wantFlagsOfTold() {
	alarming := c.alarmingNamed("Conformance " + c.random(8))
	theirs := flagsOf(alarming)
	c.needs(len(theirs) > 0, "flags of a session that was told what alarms", "%s", alarming)
	name := "Conformance " + c.random(8)
	id := c.sessionNamed(name)
	of := func() *exchange { return c.get(sessionPath(id, "risk-summary")) }
	before := of()
	c.needs(before.ok() && !alike(theirs, flagsOf(before)), "other flags of a session that nobody told anything", "%s", before)
	namesake := c.alarmingNamed(name)
	c.about(before)
	c.about(namesake)
	c.recommend(!alike(flagsOf(before), flagsOf(namesake)), "the flags of what the session was told",
		"those of another one of its name, that nobody told anything: %s", namesake)
	c.prepared(c.answer(id, c.journey().answeredBy(newAnswerer(true), alarms)), "a turn to be answered")
	after := of()
	if alike(flagsOf(before), flagsOf(after)) {
		c.wait(moment)
		after = of()
	}
	c.about(before)
	c.about(after)
	c.recommend(!after.ok() || !alike(flagsOf(before), flagsOf(after)), "the flags of what the session was told since it was asked before", "those of before: %s", after)
}

// wantFlagsWhereTold fails the check when one of two sessions of a workspace, which nobody told anything, has the flags that the other one had
// while it was alone there, and that one has others.
func (c *C) wantFlagsWhereTold() {
	key := as(c.paid().Key)
	alone := c.alarmingNamed("Conformance "+c.random(8), key)
	c.needs(len(flagsOf(alone)) > 0, "flags of a session that was told what alarms", "%s", alone)
	untold := c.get(sessionPath(c.unheardOf(false, key), "risk-summary"), key)
	told := c.get(alone.req.path, key)
	c.about(untold)
	c.about(told)
	exchanged := alike(flagsOf(untold), flagsOf(alone)) && !alike(flagsOf(told), flagsOf(alone))
	c.want(!told.ok() || !exchanged, "the flags of what each session was told", "those of the only other one in its workspace: %s", told)
}

// wantNoneGained fails the check when a session that nobody tells anything gains flags of another one that is told what alarms, and one that is
// made then has them at once.
func (c *C) wantNoneGained() {
	id := c.unheardOf(false)
	before := c.get(sessionPath(id, "risk-summary"))
	c.needs(before.ok(), "the flags of a session that nobody told anything", "%s", before)
	theirs := flagsOf(c.alarming())
	after := c.get(sessionPath(id, "risk-summary"))
	fresh := c.get(sessionPath(c.unheardOf(false), "risk-summary"))
	c.about(before)
	c.about(after)
	if len(flagsOf(after)) <= len(flagsOf(before)) {
		return // they may be in other words each time
	}
	for _, flag := range flagsOf(after) {
		is := func(other any) bool { return alike(other, flag) }
		gained := !slices.ContainsFunc(flagsOf(before), is) && slices.ContainsFunc(theirs, is) && slices.ContainsFunc(flagsOf(fresh), is)
		c.want(!gained, "the flags of the session, to which nothing was told", "one more, as another session has it that was told: %s", text(flag))
	}
}

// wantUntoldUnflagged warns of a session that nobody told anything and that has the flags of one which was told, where another one of the
// same create had none earlier in the run. It comes at the end, when flags that are remembered for all have been found.
func (c *C) wantUntoldUnflagged() {
	create := c.prepared(c.fullCreate("Conformance "+c.random(8)), "a session")
	id, _ := create["session_id"].(string)
	now := c.get(sessionPath(id, "risk-summary"))
	made, told := c.createdBy(), []*exchange{}
	unflagged := false
	for session, calls := range c.histories() {
		untold := true
		for _, x := range calls {
			untold = untold && x.call != answerCall && x.call != readCall
			switch {
			case x.call != riskCall || !x.ok():
			case untold && made[session] != "" && made[session] == made[id] && len(flagsOf(x)) == 0:
				unflagged = true
			case !untold && len(flagsOf(x)) > 0:
				told = append(told, x)
			}
		}
	}
	at := slices.IndexFunc(told, func(x *exchange) bool { return alike(flagsOf(x), flagsOf(now)) })
	if at < 0 || !unflagged || len(flagsOf(now)) == 0 {
		return
	}
	c.about(told[at])
	c.about(now)
	c.recommend(false, "no flags of a session that nobody told anything, as another one had none earlier", "those of a session that was told what alarms: %s", now)
}

// wantFlagsOfAsked fails the check when the flags of a finished intake are those of whichever session was asked for before it.
func (c *C) wantFlagsOfAsked() {
	j := c.journey()
	c.needs(j.finished, "a finished intake", "it is not")
	ask := func(path string) []any {
		x := c.get(path)
		c.needs(x.ok(), "a risk summary", "%s", x)
		c.about(x)
		return flagsOf(x)
	}
	mine, untold, told := sessionPath(j.id, "risk-summary"), sessionPath(c.unheardOf(false), "risk-summary"), c.alarming().req.path
	for range 2 {
		theirs := ask(untold)
		after := ask(mine)
		others := ask(told)
		again := ask(mine)
		if len(theirs) == 0 || len(others) == 0 || alike(theirs, others) || !alike(after, theirs) || !alike(again, others) {
			return
		}
	}
	c.fail("the flags of the session that was asked for", "those of the one before, each of four times")
}
