package checks

import (
	"maps"
	"slices"
	"strings"
)

// shownDecisions counts what forms show of questions that a yes or a no answers: the words, and the boxes that are ticked.
type shownDecisions struct {
	yes, no, ticked int
	blank           int // fields of the name of the question that one writes into, and that are empty
	written         int // fields of the names of other values of the session that show those
}

// wantDecisionsShown warns of forms that show a no where a yes was told and a yes where a no was, and of those that show a yes in words and
// nothing of a no. A form that ticks a box for a yes leaves it empty for a no.
func (c *C) wantDecisionsShown() {
	const most = 2
	decided := c.answeredWith(func(v any) bool { _, is := v.(bool); return is })
	decided = slices.DeleteFunc(decided, ask.confirms)
	c.needs(len(decided) > 0, "a question that a yes or a no answers", "none")
	decided = decided[:min(most, len(decided))]
	inverted, lost, blank, right := 0, 0, 0, 0
	for _, q := range decided {
		yes, no := c.decided(q, "Yes"), c.decided(q, "No")
		more, fewer := yes.yes > no.yes, yes.no > no.no
		switch {
		case no.yes > yes.yes && fewer, no.ticked > yes.ticked && !more:
			inverted++
		case more && no.no > yes.no:
			right++
		case more && yes.no == no.no && yes.ticked == no.ticked:
			lost++
		case yes.blank > 0 && no.blank > 0 && yes.yes == no.yes && yes.no == no.no && yes.ticked == no.ticked && yes.written > 0:
			blank++
		}
	}
	c.recommend(inverted < len(decided), "a yes in forms where a yes was told, and a no where a no was", "the other, for each of %d questions", len(decided))
	c.recommend(blank < len(decided) && (blank == 0 ||
		right == 0), "a yes in the field of its name, as other values are in theirs", "nothing of it, for %d of %d questions", blank, len(decided))
	c.recommend(lost < len(decided) && (lost == 0 || right == 0), "a no in forms that show a yes in words", "nothing of it, for %d of %d questions", lost, len(decided))
}

// decided tells a session a yes or a no, and counts what its forms show.
func (c *C) decided(q ask, told string) (shown shownDecisions) {
	id := c.fullSession()
	c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	values, _ := detail.object()["field_values"].(obj)
	c.needs(ungrouped(values)[q.key] == (told == "Yes"), "a question that holds what was told", "%s", what(ungrouped(values), q.key))
	for _, key := range slices.Sorted(maps.Keys(forms)) {
		x := forms[key]
		c.needs(x.ok() && !x.legible().Hides(), "a form that can be read", "%s", key)
		c.about(x)
		for _, one := range x.legible().Strings() {
			words := strings.Fields(strings.ToLower(strings.TrimRight(one.Text, " .")))
			if len(words) == 0 {
				continue
			}
			switch words[len(words)-1] {
			case "yes", "true":
				shown.yes++
			case "no", "false":
				shown.no++
			}
		}
		named := namedValues(detail.object())
		for _, field := range x.legible().Fields() {
			entered := strings.TrimSpace(field.Value)
			switch {
			case field.On:
				shown.ticked++
			case field.Name == q.key && field.Text && entered == "":
				shown.blank++
			case field.Name != q.key && entered != "" && named[field.Name] != nil && showsValue(named[field.Name], entered):
				shown.written++
			}
		}
	}
	return shown
}
