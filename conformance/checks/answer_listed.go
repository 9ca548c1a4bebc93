package checks

import (
	"regexp"
	"slices"
	"strings"
)

// things are what a business may do any of, each a word that says nothing of the others.
var things = []string{"joinery", "glazing", "plastering"}

// listing is how three things are told in one answer.
func listing(all []string) string { return all[0] + ", " + all[1] + " and " + all[2] }

// severalKinds are kinds of questions of which several options may be taken.
var severalKinds = regexp.MustCompile(`(?i)multi|list|many|several|check|set|tags|array|choices|options|any`)

// wantListWhole warns where an answer that lists three things is kept without one that stands in the same place of two lists, be it as a
// text or as a list, or without two where it is kept as a list. What is in one list and not in the other one says that the place counts, and
// not the thing.
func (c *C) wantListWhole() {
	for _, q := range c.listable() {
		things := thingsFor(q)
		_, lost, listed := c.lostOfList(q, things)
		if most := len(things) - 1; len(lost) == 0 || len(lost) > most || len(lost) == most && !listed { // a text of one is what a question for one thing takes
			continue
		}
		turn, again, _ := c.lostOfList(q, []string{things[1], things[2], things[0]})
		c.about(turn)
		c.recommend(!slices.Equal(lost, again), "all three things that an answer lists to be kept",
			"what is in place %s of three is lost for %s, whatever it is", text(lost), q.key)
		ofMany := len(q.options) == 0 || severalKinds.MatchString(q.kind)                  // a list may have the one option that is taken
		if same := len(lost) == len(again) && len(lost) == len(things)-1; ofMany && same { // the same thing is kept, wherever it stands
			c.wantOthersOfList(q, things, turn)
		}
	}
}

// wantNoAndListed warns where the last of three things that an answer lists is kept with the word before it, behind a comma, and as it is told where no word
// stands there.
func (c *C) wantNoAndListed() {
	for _, q := range c.listable() {
		all := thingsFor(q)
		entry := func(told string) (turn *exchange, last string) {
			turn, sets := c.toldAnew(clip(q.label + ": " + told))
			list, _ := sets[q.key].([]any)
			if len(list) != len(all) {
				return turn, ""
			}
			return turn, strings.ToLower(plainText(list[len(list)-1]))
		}
		_, plain := entry(strings.Join(all, ", "))
		if plain == "" {
			continue
		}
		turn, serial := entry(all[0] + ", " + all[1] + ", and " + all[2])
		c.about(turn)
		c.recommend(serial != "and "+plain, "the last thing of a list without the word before it", "%q for %s", serial, q.key)
		return
	}
}

// wantOthersOfList warns where each of three things is kept that answers a question alone, and one of them when all are told.
func (c *C) wantOthersOfList(q ask, things []string, turn *exchange) {
	for _, thing := range things {
		_, sets := c.toldAnew(q.label + ": " + thing)
		if !q.keepsThing(thing, sets[q.key]) {
			return
		}
	}
	c.about(turn)
	c.recommend(false, "all three things that an answer lists to be kept", "one of them, for %s, and each of them where it is told alone", q.key)
}

// listable are questions of an intake that a list may answer: those that are answered with one first, and then those which any words may.
func (c *C) listable() []ask {
	const most = 3
	lists := c.listed()
	all := slices.DeleteFunc(c.answeredWith(mayList), func(q ask) bool {
		return slices.ContainsFunc(lists, func(other ask) bool { return other.key == q.key })
	})
	slices.SortStableFunc(all, func(a, b ask) int {
		switch free := textKinds.MatchString(a.kind); {
		case free == textKinds.MatchString(b.kind):
			return 0
		case free:
			return -1
		}
		return 1
	})
	all = slices.DeleteFunc(all, func(q ask) bool { return len(q.options) > 0 })
	lists = slices.DeleteFunc(lists, func(q ask) bool { return len(q.options) > 0 && len(q.options) < len(things) })
	return slices.Concat(lists, all[:min(len(all), most)])
}

// thingsFor are three of which any may answer a question: of its options, where it has some.
func thingsFor(q ask) []string {
	if len(q.options) < len(things) {
		return things
	}
	return q.options[:len(things)]
}

// wantListReplaced warns where a correction of a list, of which one thing was told, to another one alone leaves both.
func (c *C) wantListReplaced() {
	for _, q := range c.listed() {
		if n := len(q.options); n == 1 || n == 2 {
			continue
		}
		told := thingsFor(q)
		id := c.begunSession()
		var turn *exchange
		kept := func(message string) (first, second bool) {
			turn = c.answer(id, clip(message))
			c.prepared(turn, "an answer to be taken")
			value := c.valuesOf(id)[q.key]
			return q.keepsThing(told[0], value), q.keepsThing(told[1], value)
		}
		if first, second := kept(q.label + ": " + told[0]); !first || second {
			continue
		}
		first, second := kept("Correction: " + q.label + ": " + told[1])
		c.about(turn)
		c.recommend(!first || !second, "the list that a correction tells in the place of the one before", "both, %s", text(c.valuesOf(id)[q.key]))
	}
}

// keepsThing says whether a value has a thing in it: an option by any of its names.
func (q ask) keepsThing(thing string, value any) bool {
	if option := slices.Index(q.options, thing); option >= 0 {
		return q.keeps(option, value)
	}
	return strings.Contains(strings.ToLower(text(value)), strings.ToLower(thing))
}

// keeps says whether a value has an option in it, by any of its names.
func (q ask) keeps(option int, value any) bool {
	said := strings.ToLower(text(value))
	return slices.ContainsFunc(q.named[option], func(name string) bool { return strings.Contains(said, strings.ToLower(name)) })
}

// listed are questions of an intake whose values are lists.
func (c *C) listed() []ask {
	return c.answeredWith(func(v any) bool { list, is := v.([]any); return is && len(list) > 0 })
}

// mayList says whether a value is a text with no digits, or a list.
func mayList(v any) bool {
	if list, is := v.([]any); is {
		return len(list) > 0
	}
	s, is := v.(string)
	return is && s != "" && !strings.ContainsAny(s, "0123456789@")
}

// lostOfList answers a question of a new session with a list, and gives the places, from 1, of what was not kept where something was, and
// whether that is a list.
func (c *C) lostOfList(q ask, told []string) (turn *exchange, places []int, listed bool) {
	turn, sets := c.toldAnew(q.label + ": " + listing(told))
	for _, value := range []any{sets[q.key], c.valuesOf(sessionIn(turn.req))[q.key]} {
		places = nil
		for i, thing := range told {
			if !q.keepsThing(thing, value) {
				places = append(places, i+1)
			}
		}
		_, list := value.([]any)
		if listed = listed || list; value != nil && len(places) > 0 { // a session may have the first alone of what a reply lists
			return turn, places, listed
		}
	}
	return turn, nil, false
}
