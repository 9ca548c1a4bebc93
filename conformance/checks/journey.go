package checks

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

// intake is an intake that was driven as far as the answers went.
type intake struct {
	id       string
	create   *exchange
	turns    []*exchange
	finished bool   // the server said so: done, or nothing pending
	stuck    string // the server neither asks nor ends; says how
	broken   bool   // a turn failed on the server's side, and again when it was repeated
	look     func() // after every turn; may be nil
	skips    bool   // the last question of all rather than to answer it
	alone    bool   // the last question of all is answered by itself
}

// Bounds of driving an intake.
const (
	maxTurns  = 400
	maxDrive  = 4 * time.Minute
	maxStalls = 5
)

// greeting is the first message of an intake. It tells nothing of the business, so what a server says to it is what it asks.
const greeting = "Hello, what do you need to know?"

// drive answers the questions of a session until the server says that it is done, or the answers run out.
func (c *C) drive(id string, a *answerer, options ...option) *intake {
	return c.driveOn(&intake{id: id}, a, options...)
}

func (c *C) driveOn(in *intake, a *answerer, options ...option) *intake {
	deadline := time.Now().Add(maxDrive)
	last := c.turn(in, greeting, options)
	for _, message := range c.run.target.Script {
		if in.finished {
			return in
		}
		last = c.turn(in, message, options)
	}
	empty, repeated, before := 0, map[string]int{}, progress{}
	for len(in.turns) < maxTurns && time.Now().Before(deadline) && !in.finished && !in.broken {
		asks := asksOf(last)
		if len(asks) == 0 {
			if unread, _ := last.object()["asks"].([]any); len(unread) > 0 { // something is asked, in members that are not named for it
				return in
			}
			if empty >= len(urges) {
				in.stuck = "done is false and pending_count is not zero, but nothing is asked, turn after turn"
				return in
			}
			last = c.turn(in, urges[empty], options)
			empty++
			continue
		}
		empty = 0
		message, more := in.next(a, asks, progressOf(last).pending)
		if !more {
			if c.settled(in, asks, options) {
				in.stuck = fmt.Sprintf("set_fields said that %s is set, the session has it and nothing else is open there, and it is asked on and on", asks[0].key)
			}
			return in
		}
		last = c.turn(in, message, options)
		now := progressOf(last)
		for _, q := range asksOf(last) {
			sets, _ := last.object()["set_fields"].(obj)
			if v, set := sets[q.key]; set && v != nil && now == before { // else it may be asked for the next of several
				if repeated[q.key]++; repeated[q.key] > maxStalls {
					in.stuck = fmt.Sprintf("set_fields says that %s is set, and it is asked again and again", q.key)
				}
			}
		}
		before = now
	}
	return in
}

// greet is the first turn of a session that asks something: a server may answer a question, as the greeting is, and ask nothing beside.
func (c *C) greet(id string, options ...option) *exchange {
	turn := c.answer(id, greeting, options...)
	if turn.ok() && len(asksOf(turn)) == 0 && !finished(turn) {
		return c.answer(id, urges[0], options...)
	}
	return turn
}

// begin is greet for an intake.
func (c *C) begin(in *intake, options ...option) *exchange {
	turn := c.turn(in, greeting, options)
	if len(asksOf(turn)) == 0 && !in.finished {
		return c.turn(in, urges[0], options)
	}
	return turn
}

// settled says whether each of some questions was answered for good, by a turn and on the session: with a value that is all of what
// they ask for, or with any where the session has no open question.
func (c *C) settled(in *intake, asks []ask, options []option) bool {
	detail := c.detail(in.id, options...).object()
	values, _ := detail["field_values"].(obj)
	pending, counted := integer(detail["pending_count"])
	open, listed := detail["next_questions"].([]any)
	closed := counted && pending == 0 && listed && len(open) == 0
	settles := func(q ask, v any) bool { return q.settles(v) || closed && v != nil && v != "" }
	return !slices.ContainsFunc(asks, func(q ask) bool {
		told := slices.ContainsFunc(in.turns, func(turn *exchange) bool {
			sets, _ := turn.object()["set_fields"].(obj)
			return settles(q, sets[q.key])
		})
		return !told || !settles(q, values[q.key])
	})
}

// settles says whether a value is all that a question may ask for: of an address, say, a part may still be missing.
func (q ask) settles(v any) bool {
	text, _ := v.(string)
	_, decided := v.(bool)
	_, day := dayOf(v)
	return decided || day || slices.Contains(q.options, text) || strings.Count(text, "@") == 1 && !strings.Contains(text, " ")
}

// urges are what is said where nothing is asked and the intake is not over: a server may ask in words alone whether all
// is right.
var urges = []string{"Please go on.", "Yes, that is right.", "Yes", "No, that is all.", "I am done.", "Please go on."}

// progress is how far an intake is, by the server's own count.
type progress struct{ answered, pending int64 }

func progressOf(x *exchange) progress {
	answered, _ := integer(x.object()["answered_count"])
	pending, _ := integer(x.object()["pending_count"])
	return progress{answered, pending}
}

// next is the message for open questions, of which there are as many as are pending when the last one can be left.
func (in *intake) next(a *answerer, asks []ask, pending int64) (string, bool) {
	n := len(asks) - 1
	switch {
	case !in.skips && !in.alone || int64(len(asks)) != pending || a.tries[asks[n].topic()] > 0:
		return next(a, asks)
	case n > 0:
		return next(a, asks[:n])
	case in.alone:
		return next(a, asks)
	}
	a.tries[asks[0].topic()]++ // it is answered where it is asked again
	return skipRequest, true
}

// endedBy says whether a message finished the intake.
func (in *intake) endedBy(message string) bool {
	return in.finished && messageOf(in.turns[len(in.turns)-1]) == message
}

// messageOf is what a turn said.
func messageOf(turn *exchange) string {
	message, _ := sentIn(turn)["message"].(string)
	return message
}

// next is the message for open questions: all of them at once when none was tried yet, else the one tried least.
func next(a *answerer, asks []ask) (string, bool) {
	fresh := true
	for _, q := range asks {
		fresh = fresh && a.tries[q.topic()] == 0
	}
	if fresh {
		return a.batch(asks), true
	}
	sort.SliceStable(asks, func(i, j int) bool { return a.tries[asks[i].topic()] < a.tries[asks[j].topic()] })
	for _, q := range asks {
		if message, more := a.single(q); more {
			return message, true
		}
	}
	return "", false
}

func (c *C) turn(in *intake, message string, options []option) *exchange {
	x := c.answer(in.id, message, options...)
	if (x.status >= 500 || x.status == 422) && len(in.turns) > 0 { // once may be bad luck, or the message's
		x = c.answer(in.id, message, options...)
		if x.status == 422 {
			x = c.answer(in.id, "Please go on.", options...)
		}
		if x.status >= 500 || x.status == 422 {
			in.stuck, in.broken = fmt.Sprintf("after %d turns that were answered, %s, again and again", len(in.turns), x), true
		}
	}
	if in.broken {
		return in.turns[len(in.turns)-1]
	}
	c.needs(x.ok() && x.object() != nil, "a turn of the intake to be answered", "%s", x)
	in.turns = append(in.turns, x)
	in.finished = finished(x)
	if in.look != nil {
		in.look()
	}
	return x
}

// finished is the caller's rule: done is true, or nothing is pending.
func finished(x *exchange) bool {
	if done, ok := x.object()["done"].(bool); ok && done {
		return true
	}
	n, ok := integer(x.object()["pending_count"])
	return ok && n == 0
}

// asksOf are the questions that a turn asks, which are read once.
func asksOf(x *exchange) []ask {
	if x == nil {
		return nil
	}
	x.listing.Do(func() {
		for _, o := range objects(x.object()["asks"]) {
			for _, one := range singles(o) {
				if q := readAsk(one); q.key != "" || q.label != "" {
					x.listed = append(x.listed, q)
				}
			}
		}
	})
	return slices.Clone(x.listed)
}

// singles are the asks that one for a group holds, or else itself.
func singles(group obj) []obj {
	for _, name := range names(group) {
		within := objects(group[name])
		other := func(o obj) bool { return plainText(o["key"]) == "" || plainText(o["question"]) == "" }
		if name != "options" && len(within) > 0 && !slices.ContainsFunc(within, other) {
			return within
		}
	}
	return []obj{group}
}

// journey is one intake driven to its end, filled and read, on which many checks look without changing it.
type journey struct {
	*intake
	open      *exchange // detail before the first turn
	before    *exchange // detail after the intake, before fill
	unfilled  *exchange // download of its first form before fill; may be nil
	fill      *exchange
	after     *exchange            // detail after fill
	tardy     bool                 // it came to have the forms of the fill a moment later
	downloads map[string]*exchange // of each form key that any reply names
	risk      *exchange
}

// fullBody is a create request with the members that open most of a server's intake; what it refuses is left out.
func (c *C) fullCreate(name string, options ...option) *exchange {
	if len(c.run.target.Create) == 0 {
		lines := []string{"general_liability"}
		for _, extra := range []obj{{"state": "GA", "lobs": lines, "naics_code": "541211"}, {"state": "GA", "lobs": lines}, {"state": "GA"},
			{"state": "Georgia", "lobs": lines}, {"state": "Georgia"}} { // which formats a server takes is open (section 2)
			extra["insured_name"] = name
			if x := c.post("/org/sessions", extra, options...); x.ok() {
				return x
			}
		}
	}
	return c.plainCreate(name, options...)
}

// plainCreate is a create request with what every server needs.
func (c *C) plainCreate(name string, options ...option) *exchange {
	return c.post("/org/sessions", c.createBody(name), options...)
}

func (c *C) driven(name string, risky bool, options ...option) (*intake, *exchange) {
	return c.drivenFrom(c.fullCreate(name, options...), risky, options...)
}

// drivenFrom drives the intake of a session that was made.
func (c *C) drivenFrom(create *exchange, risky bool, options ...option) (*intake, *exchange) {
	id, _ := create.object()["session_id"].(string)
	c.needs(create.ok() && id != "", "a session to work on", "%s", create)
	open := c.detail(id, options...)
	in := c.drive(id, newAnswerer(risky), options...)
	in.create = create
	return in, open
}

// rendersUnasked says whether forms are rendered at the end of an intake, and listed, before anybody asks for a fill.
func (c *C) rendersUnasked() bool {
	j := c.journey()
	return j.finished && len(listedForms(j.before)) > 0
}

// travel makes a journey.
func (c *C) travel(name string, risky bool, options ...option) *journey {
	in, open := c.driven(name, risky, options...)
	return c.rendered(in, open, options...)
}

// rendered fills the forms of an intake that was driven, and reads everything.
func (c *C) rendered(in *intake, open *exchange, options ...option) *journey {
	j := &journey{intake: in, open: open, downloads: map[string]*exchange{}}
	j.before = c.detail(j.id, options...)
	if keys := strs(j.before.object()["form_keys"]); len(keys) > 0 {
		j.unfilled = c.get(formPath(j.id, keys[0]), options...)
	}
	j.fill = c.call("POST", sessionPath(j.id, "fill"), options...)
	j.after, j.tardy = c.detailOnceFilled(j.fill, options...)
	for _, key := range j.keys() {
		j.downloads[key] = c.get(formPath(j.id, key), options...)
	}
	j.risk = c.get(sessionPath(j.id, "risk-summary"), options...)
	return j
}

// completes says whether the session is complete: its intake is finished, and forms of it were rendered.
func (j *journey) completes() bool { return j.finished && j.fill.ok() && !rendersNone(j.fill) }

// keys lists every form key that a reply after the fill names.
func (j *journey) keys() []string {
	all := map[string]bool{}
	for _, key := range strs(j.after.object()["form_keys"]) {
		all[key] = true
	}
	for _, list := range [][]obj{objects(j.after.object()["filled_forms"]), objects(j.fill.object()["forms"])} {
		for _, form := range list {
			if key, ok := form["form_key"].(string); ok {
				all[key] = true
			}
		}
	}
	var keys []string
	for key := range all {
		if strings.TrimSpace(key) != "" {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	return keys
}

// journey is the journey shared by all checks that only look.
func (c *C) journey() *journey {
	return shared(c, "journey", func(c *C) *journey {
		c.maybe(func() { c.get(sessionPath(c.unheardOf(false), "risk-summary")) }) // before anybody told any session anything
		return c.travel("Blue Heron Roofing LLC", false)
	})
}

// filled is the journey, if its forms were filled.
func (c *C) filled() *journey {
	j := c.journey()
	c.needs(j.fill.ok() && j.fill.object() != nil, "a session whose forms could be filled", "after %d turns (finished: %t) fill answered %s",
		len(j.turns), j.finished, j.fill)
	c.needs(j.after.ok(), "the session's detail after fill", "%s", j.after)
	return j
}
