package checks

import "slices"

// wantNoneAnsweredNext warns of a session that lists a question of which it has the value among its next ones, after one turn and another
// that do not ask it, while it lists other questions that were answered no more.
func (c *C) wantNoneAnsweredNext() {
	const often = 2
	set, listed := obj{}, map[string]int{}
	for _, step := range c.watched().turns {
		sets, _ := step.turn.object()["set_fields"].(obj)
		for key, v := range sets {
			set[key] = says(v)
		}
		values, _ := step.detail.object()["field_values"].(obj)
		values = ungrouped(values)
		asked, next := asksOf(step.turn), objects(step.detail.object()["next_questions"])
		isNext := func(key string) bool {
			return slices.ContainsFunc(next, func(o obj) bool { return o["key"] == key })
		}
		var again []string
		others := false
		for _, key := range names(set) {
			switch {
			case set[key] == false || !says(values[key]):
			case !isNext(key):
				others = true
			case !slices.ContainsFunc(asked, func(q ask) bool { return q.key == key }):
				again = append(again, key)
			}
		}
		if !others || len(again) == len(next) { // all of which may be for another look
			continue
		}
		for _, key := range again {
			listed[key]++
			c.about(step.turn)
			c.about(step.detail)
			c.recommend(listed[key] < often, "open questions in next_questions", "%s after turn and turn, which is set, and not asked by them", key)
		}
	}
}

// wantNoneAnsweredOnceFilled warns of a session of a finished intake that lists a question of which it has the value among its next ones once its
// forms were filled, and did not before.
func (c *C) wantNoneAnsweredOnceFilled() {
	j := c.filled()
	before := objects(c.prepared(j.before, "the detail before the fill")["next_questions"])
	values := namedValues(j.after.object())
	for _, q := range objects(j.after.object()["next_questions"]) {
		key, _ := q["key"].(string)
		was := slices.ContainsFunc(before, func(other obj) bool { return other["key"] == q["key"] })
		c.about(j.fill)
		c.about(j.after)
		c.recommend(was || !j.finished || !says(values[key]), "open questions in next_questions after a fill, too",
			"%s, which is answered, and was not there before the fill", key)
	}
}

// wantNoneNextAtEnd warns of an intake that is done, with nothing pending, whose detail has a question in next_questions that was answered.
func (c *C) wantNoneNextAtEnd() {
	o := c.over()
	detail := c.prepared(o.detail, "the session's detail")
	pending, counted := integer(detail["pending_count"])
	c.needs(o.again.object()["done"] == true && counted && pending == 0, "an intake that is done, with nothing pending", "%s", o.again)
	values := ungrouped(valuesShown(o.detail))
	c.about(o.detail)
	for _, q := range objects(detail["next_questions"]) {
		key, _ := q["key"].(string)
		c.recommend(!says(values[key]), "no answered question in next_questions once an intake is done", "%s, which is %s", key, text(values[key]))
	}
}
