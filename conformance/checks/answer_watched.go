package checks

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// watched is an intake whose session was read after every turn.
type watched struct {
	id       string
	begun    *exchange // the detail before the first turn
	name     fragile
	turns    []watchedTurn
	refilled bool // and corrected since, so that it no longer has what its turns set
}

type watchedTurn struct{ turn, detail *exchange }

func (c *C) watched() *watched {
	return shared(c, "watched intake", (*C).watch)
}

func (c *C) watch() *watched {
	name := c.fragile()
	_, body := c.wholeCreate()
	body["insured_name"] = name.name()
	create := c.post("/org/sessions", body)
	if !create.taken() {
		create = c.fullCreate(name.name())
	}
	if !create.taken() {
		create = c.fullCreate("Conformance watched")
	}
	id, _ := c.prepared(create, "a session")["session_id"].(string)
	w, in := &watched{id: id, begun: c.detail(id), name: name}, &intake{id: id, alone: true}
	in.look = func() { w.turns = append(w.turns, watchedTurn{in.turns[len(in.turns)-1], c.detail(id)}) }
	a := newAnswerer(false)
	a.large = true
	c.driveOn(in, a)
	return w
}

// wantStored wants the values that a turn reports as set to be on the session, in a group or not, under the key of the question, at whatever path, or
// under its label, or, where it is a text, under whatever name.
func (c *C) wantStored(set, stored obj) {
	stored = ungrouped(stored)
	labelled := func(key string) bool {
		named := func(q ask) bool {
			return q.key == key && stored[q.label] != nil || q.label == key && stored[q.key] != nil
		}
		return slices.ContainsFunc(c.run.everything(), func(x *exchange) bool {
			return x.call == answerCall && x.ok() && slices.ContainsFunc(asksOf(x), named)
		})
	}
	const telling = 4 // letters
	kept := func(v any) bool {
		said, is := v.(string)
		return is && len(said) >= telling && slices.ContainsFunc(slices.Collect(maps.Values(stored)), func(other any) bool { return other == said })
	}
	there := func(key string) bool {
		return slices.ContainsFunc(names(stored), func(other string) bool { return stored[other] != nil && endOfPath(other) == endOfPath(key) })
	}
	for _, key := range names(set) {
		switch group, is := set[key].(obj); {
		case is && stored[key] == nil:
			c.wantStored(group, stored)
		case says(set[key]):
			c.want(there(key) || labelled(key) || kept(set[key]) || c.ofReply(key), "each key of set_fields in field_values", "%s", what(stored, key))
		}
	}
}

// endOfPath is the last part of a key like business.entity_type.
func endOfPath(key string) string { return key[strings.LastIndexAny(key, "./")+1:] }

// ofReply says whether a key of set_fields is of the reply, and of no question: it has a mark, or stands in nearly every turn that sets anything.
func (c *C) ofReply(key string) bool {
	const some = 4
	c.maybe(func() { c.journey() })
	with, all := 0, 0
	for _, x := range c.run.everything() {
		set, _ := x.object()["set_fields"].(obj)
		if x.call != answerCall || !x.ok() || len(set) == 0 {
			continue
		}
		if slices.ContainsFunc(asksOf(x), func(q ask) bool { return q.key == key }) {
			return false
		}
		if all++; set[key] != nil {
			with++
		}
	}
	return strings.HasPrefix(key, "_") || with >= some && 10*with >= 9*all
}

// says whether there is anything in a value: set_fields may tell of a skip as of a change from nothing to nothing.
func says(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case obj:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), says)
	}
	return true
}

// wantKeptByFill wants what turns set to be on the session after its forms were filled where it was there right before.
func (c *C) wantKeptByFill() {
	j := c.filled()
	before, _ := j.before.object()["field_values"].(obj)
	after, _ := j.after.object()["field_values"].(obj)
	c.about(j.after)
	for _, turn := range j.turns {
		set, _ := turn.object()["set_fields"].(obj)
		for _, key := range names(set) {
			c.want(before[key] == nil || after[key] != nil, "the values of a session to stay when its forms are filled", "%s", what(after, key))
		}
	}
}

// ungrouped are the values of a session with those in its groups beside them: a server may show them by the sections of its intake. A member
// that several of them have is none of these values, but of the form in which each is told.
func ungrouped(values obj) obj {
	all, times := obj{}, map[string]int{}
	for _, group := range values {
		if inside, is := group.(obj); is {
			for key, v := range inside {
				all[key] = v
				times[key]++
			}
		}
	}
	maps.DeleteFunc(all, func(key string, _ any) bool { return times[key] > 1 })
	maps.Copy(all, values)
	return all
}

// wantCorrected corrects what a turn set: a value that the reply says is new is stored as such.
func (c *C) wantCorrected(id string, set, stored obj) {
	c.correct(id, set, 3, func(key string, now any) {
		values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		values = ungrouped(values)
		c.needs(values[key] != nil || ungrouped(stored)[key] != nil, "the value under the key that set_fields has for it", "none")
		c.want(!equal(values[key], ungrouped(stored)[key]), "a corrected value to replace the old one", "%s, as before the correction", what(values, key))
		c.want(!sumOf(values[key], ungrouped(stored)[key], now), "a corrected number in the place of the old one", "%s, the sum of both", what(values, key))
		was, _ := ungrouped(stored)[key].(string)
		is, _ := values[key].(string)
		if n, counted := ungrouped(stored)[key].(json.Number); counted { // which another one is put behind
			c.want(!strings.HasPrefix(is, n.String()+","), "a corrected number in the place of the old one", "%s, after it", what(values, key))
		}
		told := equal(values[key], now) // that a further answer is put behind the first is a choice
		c.want(told || was == "" || !strings.HasPrefix(is, was) || len(is) < len(was)+2, "a corrected value in the place of the old one", "%s, after it", what(values, key))
	})
}

// sumOf says whether a number is that of two others together.
func sumOf(v, one, other any) bool {
	sum, is := number(v)
	x, is1 := number(one)
	y, is2 := number(other)
	return is && is1 && is2 && x != 0 && y != 0 && sum == x+y
}

// wantSaidAgain says what set some values once more, after they were corrected: what the reply reports as set does not stay what
// it was corrected to. Values that stand in groups may stand beside others.
func (c *C) wantSaidAgain(first *exchange, stored obj) {
	was, _ := first.object()["set_fields"].(obj)
	corrected, _ := c.prepared(c.detail(c.session), "the session's detail")["field_values"].(obj)
	again := c.prepared(c.answer(c.session, messageOf(first)), "an answer to be taken")
	sets, _ := again["set_fields"].(obj)
	detail := c.detail(c.session)
	values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
	c.about(detail)
	for _, key := range names(sets) {
		grouped := slices.Contains([]string{"object", "array"}, kind(sets[key]))
		if !grouped && sets[key] != nil && equal(sets[key], was[key]) && !equal(corrected[key], stored[key]) {
			c.want(!equal(values[key], corrected[key]), "a value that was corrected, and is reported as set once more, on the session", "%s", what(values, key))
		}
	}
}

// correct corrects up to most of the values that were set, and tells which the replies say are new.
func (c *C) correct(id string, set obj, most int, corrected func(key string, now any), options ...option) {
	a, asks := newAnswerer(false), c.asksOfNew()
	keys := slices.Sorted(maps.Keys(set))
	for _, first := range []string{"integer", "number", "boolean"} { // yes and no before all: false may be taken for nothing
		if at := slices.IndexFunc(keys, func(key string) bool { return kind(set[key]) == first }); at > 0 {
			one := keys[at]
			keys = slices.Insert(slices.Delete(keys, at, at+1), 0, one)
		}
	}
	for at, key := range keys {
		if at == most {
			return
		}
		q := ask{key: key, label: key}
		if known := slices.IndexFunc(asks, func(one ask) bool { return one.key == key }); known >= 0 {
			q = asks[known]
		}
		turn := c.prepared(c.answer(id, q.label+": "+a.otherThan(q, set[key]), options...), "a correction to be taken")
		sets, _ := turn["set_fields"].(obj)
		if now := sets[key]; now != nil && kind(now) != "object" && !equal(now, set[key]) { // an object may tell more than the value
			corrected(key, now)
		}
	}
}

// renaming is a text of a session that was replaced by another.
type renaming struct{ was, is string }

// renamed replaces up to four texts that were set by words that stand nowhere else, and lists those that the session has
// and whose old text it has nowhere any more.
func (c *C) renamed(id string, set obj) []renaming {
	var all []renaming
	asks := c.asksOfNew()
	words := map[string]renaming{}
	for _, key := range slices.Sorted(maps.Keys(set)) {
		was, _ := set[key].(string)
		if len(words) == 4 || len(was) < 6 || strings.ContainsAny(was, "0123456789") {
			continue
		}
		label := key
		if known := slices.IndexFunc(asks, func(one ask) bool { return one.key == key }); known >= 0 {
			label = asks[known].label
		}
		words[key] = renaming{was, "Zq" + c.random(4)}
		c.prepared(c.answer(id, label+": "+words[key].is), "a correction to be taken")
	}
	detail := c.prepared(c.detail(id), "the session's detail")
	values, _ := detail["field_values"].(obj)
	everything := strings.ToLower(text(detail))
	for key, one := range words {
		now, _ := values[key].(string)
		if elsewhere := strings.Contains(everything, strings.ToLower(one.was)); strings.EqualFold(now, one.is) && !elsewhere {
			all = append(all, one)
		}
	}
	return all
}

// wantBeyondASCII corrects a text to one with letters beyond ASCII: where the reply has them, the session has them too.
func (c *C) wantBeyondASCII(set obj) {
	asks := c.asksOfNew()
	for _, key := range slices.Sorted(maps.Keys(set)) {
		at := slices.IndexFunc(asks, func(one ask) bool { return one.key == key })
		if was, _ := set[key].(string); at < 0 || len(was) < 6 || strings.ContainsAny(was, "0123456789") {
			continue
		}
		turn := c.prepared(c.answer(c.session, asks[at].label+": Zoë Größe"), "a correction to be taken")
		sets, _ := turn["set_fields"].(obj)
		if now, _ := sets[key].(string); strings.Contains(now, "ë") {
			values, _ := c.prepared(c.detail(c.session), "the session's detail")["field_values"].(obj)
			c.want(strings.Contains(strings.ToLower(text(values)), strings.ToLower(now)), "a value beyond ASCII on the session as the reply says that it was set",
				"%s", what(ungrouped(values), key))
			return
		}
		c.wantUnderstoodBeyondASCII(asks[at])
	}
}

// wantUnderstoodBeyondASCII warns where no answer to a question is understood that has letters beyond ASCII, and each is without them.
func (c *C) wantUnderstoodBeyondASCII(q ask) {
	for _, pair := range [][2]string{{"Zoë Größe", "Zoe Grosse"}, {"Renée Müller", "Renee Muller"}} {
		for i, said := range pair {
			turn := c.answer(c.session, q.label+": "+said)
			set, _ := c.prepared(turn, "a correction to be taken")["set_fields"].(obj)
			if now, _ := set[q.key].(string); (now != "") != (i == 1) {
				return
			}
		}
	}
	c.recommend(false, "an answer with letters beyond ASCII to be understood as one without them is", "%s is set by words in ASCII alone, twice", q.key)
}

// wantRewritten fails the check when a form that showed a text still does after it was replaced, and no form shows the new one.
func (c *C) wantRewritten(one renaming, was, now map[string]pdftext.Document, is map[string]*exchange) {
	for _, read := range now {
		if read.Shows(one.is) {
			return
		}
	}
	for _, key := range slices.Sorted(maps.Keys(is)) {
		if was[key].Shows(one.was) && !c.standing(key, one.was) {
			c.about(is[key])
			c.want(!now[key].Shows(one.was), "forms that show what the session has now", "%s still shows %q, which was replaced by %q", key, one.was, one.is)
		}
	}
}

// rendering is a session as it was after a fill, with the forms that the fill made: one that is needed no more may stay as it was.
type rendering struct {
	fill   *exchange
	detail obj
	forms  []obj
	bodies map[string]*exchange
}

func (c *C) render(id string) (r rendering) {
	var made []string
	fill := c.call("POST", sessionPath(id, "fill"))
	if fill.status == 400 { // what was corrected may have opened a further question
		in, a := &intake{id: id}, newAnswerer(false)
		c.turn(in, a.batch(asksOf(c.turn(in, greeting, nil))), nil)
		fill = c.call("POST", sessionPath(id, "fill"))
	}
	for _, form := range objects(c.prepared(fill, "fill")["forms"]) {
		made = append(made, plainText(form["form_key"]))
	}
	r.fill = fill
	r.detail, r.bodies = c.prepared(c.detail(id), "the session's detail"), map[string]*exchange{}
	r.forms = objects(r.detail["filled_forms"])
	for _, form := range r.forms {
		if key, ok := form["form_key"].(string); ok && slices.Contains(made, key) {
			r.bodies[key] = c.get(formPath(id, key))
		}
	}
	return r
}

// refilled is the watched intake, which was filled when it was finished, and after corrections once more. Between the two a form is
// downloaded and the session is read: whether it is listed there is looked at by whoever looks back.
type refilled struct {
	watched       *watched
	first, second rendering
	before        map[string]pdftext.Document // the forms of the first
	renamed       []renaming
	corrections   int
}

func (c *C) refilled() *refilled {
	return shared(c, "refilled intake", func(c *C) *refilled {
		w := c.watched()
		if w.refilled { // this fixture waits, and is made anew where somebody is accused by it
			w = c.watch()
		}
		w.refilled = true
		set := obj{}
		for _, step := range w.turns {
			sets, _ := step.turn.object()["set_fields"].(obj)
			maps.Copy(set, sets)
		}
		r := &refilled{watched: w, first: c.render(w.id)}
		r.renamed = c.renamed(w.id, set)
		r.corrections = len(r.renamed)
		c.correct(w.id, set, 8, func(string, any) { r.corrections++ })
		if len(r.first.forms) > 0 {
			path := formPath(w.id, plainText(r.first.forms[0]["form_key"]))
			c.get(path) // once before the detail and once after it, for who looks back on calls that came one after the other
			c.detail(w.id)
			c.get(path)
		}
		c.needs(r.corrections > 2, "values that are corrected, enough to show in a form", "%d of the %d that were told", r.corrections, len(set))
		r.before = legibleOf(r.first.bodies) // while others are at work, and not after the wait
		c.wait(1100 * time.Millisecond)      // a server may write times in seconds
		r.second = c.render(w.id)
		return r
	})
}

// wantRefilled fills a session whose intake is finished, corrects a value and fills it again: the forms are not those of before.
func (c *C) wantRefilled() {
	r := c.refilled()
	c.wantUndamaged(r.watched.name, r.first.detail, r.first.bodies)
	c.wantMarkedLetters(r.watched.name, r.first.bodies)
	c.wantNamedFields(r.first.detail, r.first.bodies)
	was, is := r.first.bodies, r.second.bodies
	after := legibleOf(is)
	for _, one := range r.renamed {
		c.wantRewritten(one, r.before, after, is)
	}
	for i, form := range r.second.forms {
		key, _ := form["form_key"].(string)
		x := was[key]
		if i >= len(r.first.forms) || form["updated_at"] == nil || x == nil || is[key] == nil || !equal(r.first.forms[i], form) || !bytes.Equal(x.body, is[key].body) {
			return
		}
	}
	c.want(len(r.second.forms) == 0, "forms that are made anew after a correction", "the same bytes and the same updated_at after %d corrections", r.corrections)
}

func legibleOf(forms map[string]*exchange) map[string]pdftext.Document {
	all := map[string]pdftext.Document{}
	for key, x := range forms {
		all[key] = x.legible()
	}
	return all
}
