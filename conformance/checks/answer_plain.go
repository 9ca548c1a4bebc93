package checks

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Values that are told plainly, and of which nothing is to be made: a yes, a day, an address, a zero.

// wantYesApartFromNo warns where a yes sets the same as a no, for each of up to two questions that are decided in an intake.
func (c *C) wantYesApartFromNo() {
	const few = 2
	asks := c.answeredWith(func(v any) bool { _, is := v.(bool); return is })
	c.needs(len(asks) > 0, "a question that is decided", "none")
	var turn *exchange
	var alike []string
	for _, q := range asks[:min(len(asks), few)] {
		x, sets := c.toldAnew(clip(q.label + ": Yes"))
		yes, decided := sets[q.key].(bool)
		no, is := c.setIn(q, q.label+": No").(bool)
		if !decided || !is || yes != no {
			return
		}
		turn, alike = x, append(alike, fmt.Sprintf("%s is %t", q.key, yes))
	}
	c.about(turn)
	c.recommend(false, "a yes to be another answer than a no", "%s after either", strings.Join(alike, ", "))
}

// wantDayAsWritten fails the check where the day before or after the one that was told is set, in whichever form it was told, and warns where it is
// that day of another year, or one whose month is the day that was told.
func (c *C) wantDayAsWritten() {
	asks := c.answeredWith(func(v any) bool { _, is := dayOf(v); return is })
	c.needs(len(asks) > 0, "a question that a day answers", "none")
	q, told := asks[0], time.Date(time.Now().Year()+1, time.April, 15, 0, 0, 0, 0, time.UTC)
	for _, form := range toldDays {
		turn, sets := c.toldAnew(clip(q.label + ": " + told.Format(form)))
		for _, v := range []any{sets[q.key], c.valuesOf(sessionIn(turn.req))[q.key]} {
			is, day := dayOf(v)
			near := day && (is.Equal(told.AddDate(0, 0, 1)) || is.Equal(told.AddDate(0, 0, -1)))
			c.about(turn)
			c.want(!near, "the day that was told", "%s was told for %s, and %s is set", told.Format(form), q.key, text(v))
			year := day && is.Format("01-02") == told.Format("01-02") && is.Year() != told.Year()
			c.recommend(!year, "the year that was told", "%s was told for %s, and %s is set", told.Format(form), q.key, text(v))
		}
	}
	either := time.Date(told.Year(), time.April, 5, 0, 0, 0, 0, time.UTC) // whose day may be its month
	turn, sets := c.toldAnew(clip(q.label + ": " + either.Format(time.DateOnly)))
	day, is := dayOf(sets[q.key])
	c.about(turn)
	c.recommend(!is || day.Month() != time.May || day.Day() != 4, "the month and the day that were told, as ISO 8601 has them", "%s was told for %s, and %s is set",
		either.Format(time.DateOnly), q.key, text(sets[q.key]))
}

// wantAddressWhole warns where an e-mail address loses a part that another one does not have.
func (c *C) wantAddressWhole() {
	const plain, tagged = "pat.larkin@harbor.example", "pat.larkin+quotes@harbor.example"
	asks := c.answeredWith(func(v any) bool { s, is := v.(string); return is && strings.Contains(s, "@") })
	c.needs(len(asks) > 0, "a question that an address answers", "none")
	q := asks[0]
	turn, sets := c.toldAnew(clip(q.label + ": " + tagged))
	for _, v := range []any{sets[q.key], c.valuesOf(sessionIn(turn.req))[q.key]} {
		kept := plainText(v)
		if !strings.Contains(kept, "@") || strings.Contains(strings.ToLower(kept), tagged) {
			continue
		}
		c.about(turn)
		c.recommend(!strings.EqualFold(plainText(c.setIn(q, q.label+": "+plain)), plain), "an address to be kept as it was told", "%q for %s", kept, tagged)
	}
}

// wantZeroTaken warns where a zero sets nothing, and another number does, for each of some questions that numbers answer. That one of them
// has to be one or more is left to the server.
func (c *C) wantZeroTaken() {
	const some, several = 3, 2
	var turn *exchange
	var lost []string
	numbers := c.answeredWith(func(v any) bool { _, is := number(v); return is })
	for _, q := range slices.DeleteFunc(numbers, func(q ask) bool { return len(q.options) > 0 }) {
		if len(lost) == some {
			break
		}
		x, sets := c.toldAnew(clip(q.label + ": 0"))
		if says(sets[q.key]) || says(c.valuesOf(sessionIn(x.req))[q.key]) {
			return
		}
		if c.numberSet(q, "7") == 7 || c.numberSet(q, "64000") == 64000 {
			turn, lost = x, append(lost, q.key)
		}
	}
	c.needs(len(lost) >= several, "some questions that a number answers", "%d", len(lost))
	c.about(turn)
	c.recommend(false, "a zero to be a number as others are", "nothing is set for %s where 0 was told, and another number is where that was", strings.Join(lost, ", "))
}

// wantEachOfThree warns where one of three answers of one message is lost, whichever order they come in, that is taken where it comes with
// each of the others.
func (c *C) wantEachOfThree() {
	asks := c.settable(3)
	c.needs(len(asks) == 3, "three questions that are answered", "%d", len(asks))
	var turn *exchange
	var key string
	for n := range asks {
		x, lost := c.lostOf(slices.Concat(asks[n:], asks[:n]))
		if len(lost) != 1 {
			return
		}
		turn, key = x, lost[0].key
		for _, other := range asks {
			if other.key == key {
				continue
			}
			if _, two := c.lostOf([]ask{lost[0], other}); len(two) > 0 {
				return
			}
		}
	}
	c.about(turn)
	c.recommend(false, "each of three answers of one message to be taken, as each of two is", "%s is lost, as one is in each order: %s", key,
		what(turn.object(), "set_fields"))
}

// wantRefusedUnread fails the check where a message that is refused as too long is read all the same.
func (c *C) wantRefusedUnread() {
	texts := c.freeTexts()
	c.needs(len(texts) > 0, "a question that words answer", "none")
	q, told, id := texts[0], c.someText(), c.begunSession()
	turn := c.answer(id, q.label+": "+told+"\n"+prose(10001, "a"))
	c.needs(!turn.ok(), "a message of more than 10000 characters to be refused", "%s", turn)
	read := contains(c.valuesOf(id), func(s string) bool { return strings.Contains(s, told) })
	c.about(turn)
	c.want(!read, "a message that is refused to set nothing", "%q, which it begins with, is on the session", told)
}
