package checks

import (
	"maps"
	"slices"
	"strings"
)

// What forms show beside the words of a question.

// labelled is a question with the value that a session has for it.
type labelled struct {
	q     ask
	value string
}

// wantOwnLabels warns of a form that shows beside each of two questions the value of the other one, and beside others their own. Each of the
// two is told to a session of its own then, whose form shows it beside the other one as well, or both to one more, whose form exchanges them
// again. Where values do not follow the words of their questions nothing is judged.
func (c *C) wantOwnLabels() {
	j := c.filled()
	all := j.labelled()
	for _, key := range j.keys() {
		x := j.downloads[key]
		if x == nil || !x.ok() || x.legible().Hides() {
			continue
		}
		read := lettersRead(x)
		own := ownIn(read, all)
		for i, one := range all {
			for _, two := range all[i+1:] {
				if own < enoughRead || !one.exchangedWith(two, read) ||
					!c.exchangedTogether(key, one, two) && !(c.exchangedAlone(key, one, two) && c.exchangedAlone(key, two, one)) {
					continue
				}
				c.about(j.fill)
				c.about(x)
				c.recommend(false, "each value beside the words of its own question", "%s shows %s beside %s, and the other way round", key, one.q.key, two.q.label)
			}
		}
	}
}

// wantNoInsuredInstead warns of a form that shows the name of the insured right behind the label of a question that was answered otherwise, and
// beside others their own values.
func (c *C) wantNoInsuredInstead() {
	r := c.refilled()
	insured, all := r.watched.name.before, []labelled(nil)
	for _, one := range c.journey().labelledBy(r.first.detail) {
		if !strings.Contains(one.value, insured) {
			all = append(all, one)
		}
	}
	for _, form := range slices.Sorted(maps.Keys(r.first.bodies)) {
		x := r.first.bodies[form]
		if !x.ok() || x.legible().Hides() {
			continue
		}
		read := lettersRead(x)
		few := ownIn(read, all) < enoughRead // a form may have its labels elsewhere
		c.about(x)
		for _, one := range all {
			c.recommend(few || !one.follows(insured, read) || one.follows(one.value, read), "each value beside the words of its own question",
				"%s shows the name of the insured beside %s, which is %s", form, one.q.label, one.value)
		}
	}
}

// ownIn is how many values a form shows right behind the labels of their own questions.
func ownIn(read string, all []labelled) (own int) {
	for _, one := range all {
		if one.follows(one.value, read) {
			own++
		}
	}
	return own
}

// labelled are the questions of an intake whose values are told from each other and from other words.
func (j *journey) labelled() []labelled { return j.labelledBy(j.after.object()) }

// labelledBy are those of the questions that a session has such values for.
func (j *journey) labelledBy(detail obj) (all []labelled) {
	values := namedValues(detail)
	for _, q := range j.asked() {
		v := values[q.key]
		if _, isDay := dayOf(v); isDay || len(lettersOf(q.label)) < leastPrinted || len(lettersOf(plainText(v))) < leastPrinted {
			continue
		}
		all = append(all, labelled{q, plainText(v)})
	}
	return all
}

// follows says whether a form shows a value right behind the label of a question. Letters and digits alone are compared, so that the two may
// stand in one text or in several.
func (l labelled) follows(value, read string) bool {
	return strings.Contains(read, lettersOf(l.q.label)+lettersOf(value))
}

func (l labelled) exchangedWith(other labelled, read string) bool {
	return !strings.HasPrefix(lettersOf(l.value), lettersOf(other.value)) && !strings.HasPrefix(lettersOf(other.value), lettersOf(l.value)) &&
		l.follows(other.value, read) && other.follows(l.value, read) && !l.follows(l.value, read) && !other.follows(other.value, read)
}

// exchangedAlone says whether a form of a session that was told one of two values alone shows it beside the other question, and not beside its own.
func (c *C) exchangedAlone(form string, told, other labelled) (is bool) {
	c.maybe(func() {
		id := c.fullSession()
		c.prepared(c.answer(id, clip(told.q.label+": "+told.value)), "an answer to be taken")
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
		detail, forms := c.listedForms(id, as(c.run.home.Key))
		values, x := namedValues(detail.object()), forms[form]
		c.needs(x != nil && x.ok() && plainText(values[told.q.key]) == told.value && values[other.q.key] == nil, "a form of one of two values", "none")
		read := lettersRead(x)
		is = other.follows(told.value, read) && !told.follows(told.value, read)
	})
	return is
}

// exchangedTogether says whether a form of a session that was told two values alone shows each beside the other question.
func (c *C) exchangedTogether(form string, one, two labelled) (is bool) {
	c.maybe(func() {
		id := c.fullSession()
		for _, told := range []labelled{two, one} {
			c.prepared(c.answer(id, clip(told.q.label+": "+told.value)), "an answer to be taken")
		}
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
		detail, forms := c.listedForms(id, as(c.run.home.Key))
		values, x := namedValues(detail.object()), forms[form]
		c.needs(x != nil && x.ok() && plainText(values[one.q.key]) == one.value && plainText(values[two.q.key]) == two.value, "a form of two values", "none")
		is = one.exchangedWith(two, lettersRead(x))
	})
	return is
}

// lettersRead are the letters and digits of all that a form shows, one text after the other.
func lettersRead(form *exchange) string {
	var read strings.Builder
	for _, s := range form.legible().Strings() {
		read.WriteString(lettersOf(s.Text))
	}
	return read.String()
}

// wantNoIsNoYes warns of forms that show a yes where a no is stored, as they do of a yes, and nothing that a form of a yes lacks: a form
// of a session that was told neither shows one yes less.
func (c *C) wantNoIsNoYes() {
	const most = 2
	decided := c.answeredWith(func(v any) bool { _, is := v.(bool); return is })
	decided = slices.DeleteFunc(decided, ask.confirms)
	c.needs(len(decided) > 0, "a question that a yes or a no answers", "none")
	decided = decided[:min(most, len(decided))]
	for _, q := range decided {
		if said := c.saysBeside(q, "No"); said.no > 0 || said.yes == 0 || c.saysBeside(q, "Yes").yes == 0 || c.saysBeside(q, "").yes > 0 {
			return
		}
	}
	c.recommend(false, "a no beside a question in forms where a no was told",
		"a yes, as where a yes was told, and nothing where neither was, for each of %d questions", len(decided))
}

// besideLabel counts the texts of forms that are the label of a question and a yes or a no alone, by what they end with.
type besideLabel struct{ yes, no int }

// saysBeside tells a session a yes, a no or neither.
func (c *C) saysBeside(q ask, told string) (said besideLabel) {
	id := c.fullSession()
	if told != "" {
		c.prepared(c.answer(id, clip(q.label+": "+told)), "an answer to be taken")
	}
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	values, _ := detail.object()["field_values"].(obj)
	stored, is := ungrouped(values)[q.key].(bool)
	c.needs(is == (told != "") && stored == (told == "Yes"), "a question that holds what was told", "%s", what(ungrouped(values), q.key))
	for _, key := range slices.Sorted(maps.Keys(forms)) {
		x := forms[key]
		c.needs(x.ok() && !x.legible().Hides() && !x.legible().Has(otherTexts...), "a form that can be read", "%s", key)
		c.about(x)
		for _, one := range x.legible().Strings() {
			switch rest, labels := strings.CutPrefix(lettersOf(one.Text), lettersOf(q.label)); {
			case !labels:
			case rest == "yes" || rest == "true":
				said.yes++
			case rest != "":
				said.no++
			}
		}
		for _, field := range x.legible().Fields() { // which may say what the texts do not
			c.needs(!field.On && field.Name != q.key, "a form that says in words alone what was told", "a field for %s", q.key)
		}
	}
	return said
}
