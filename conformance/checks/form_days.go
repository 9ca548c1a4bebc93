package checks

import (
	"slices"
	"strings"
	"time"
)

// Ways to write a day in which nobody takes its day for its month, and ways in which the month stands first.
var (
	unmistakable = []string{"2006-01-02", "2006/01/02", "20060102", "Jan 2, 2006", "January 2, 2006", "2 January 2006", "2 Jan 2006"}
	monthFirst   = []string{"01/02/2006", "1/2/2006", "01-02-2006", "1-2-2006"}
	dayFirst     = []string{"02/01/2006", "2/1/2006", "02-01-2006", "2-1-2006", "02.01.2006", "2.1.2006"}
)

// wantDaysInOrder fails the check when forms show a day with its month and its day exchanged, where the session has it as RFC 3339 writes it, and
// nowhere as it is. Whether a form has the day or the month first is left open: where its signs do not tell, a day that is no month does.
func (c *C) wantDaysInOrder() {
	j := c.filled()
	values := namedValues(j.after.object())
	for _, q := range c.answeredWith(func(v any) bool { _, is := exchanged(v); return is }) {
		other, is := exchanged(values[q.key])
		day, _ := dayOf(values[q.key])
		taken := slices.ContainsFunc(names(values), func(name string) bool { d, is := dayOf(values[name]); return is && d.Equal(other) })
		if !is || taken || c.nearToday(other) || formsShowDay(j.downloads, day, slices.Concat(unmistakable, monthFirst)) {
			continue
		}
		c.about(j.fill)
		c.aboutForms(j)
		c.want(!formsShowDay(j.downloads, other, unmistakable), "a day in forms as the session has it", "%s is %s, and the forms show %s", q.key,
			day.Format(time.DateOnly), other.Format(time.DateOnly))
		if formsShowDay(j.downloads, day, dayFirst) {
			c.wantDayFirst(q, day)
		}
	}
}

// wantDayFirst warns of forms that show a day that may be a month before the month, and one that is none behind it.
func (c *C) wantDayFirst(q ask, day time.Time) {
	const noMonth = 25
	later := time.Date(day.Year(), day.Month(), noMonth, 0, 0, 0, 0, time.UTC)
	id := c.fullSession()
	c.prepared(c.answer(id, clip(q.label+": "+later.Format("01/02/2006"))), "an answer to be taken")
	c.needs(c.valuesOf(id)[q.key] == later.Format(time.DateOnly), "a question that holds the day that was told", "it has another value")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	_, forms := c.listedForms(id, as(c.run.home.Key))
	c.recommend(!formsShowDay(forms, later, monthFirst), "days in forms with the month in one place", "%s before its month, and %s behind it, of %s",
		day.Format(time.DateOnly), later.Format(time.DateOnly), q.key)
}

// exchanged is a day with its month and its day exchanged, where it is another one.
func exchanged(v any) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, plainText(v))
	if err != nil || day.Day() > int(time.December) || day.Day() == int(day.Month()) {
		return time.Time{}, false
	}
	return time.Date(day.Year(), time.Month(day.Day()), int(day.Month()), 0, 0, 0, 0, time.UTC), true
}

// formsShowDay says whether a form shows a day in one of some ways to write it.
func formsShowDay(forms map[string]*exchange, day time.Time, ways []string) bool {
	return slices.ContainsFunc(ways, func(way string) bool {
		told := day.Format(way)
		for _, x := range forms {
			if x != nil && x.ok() && anyShows(x.legible().Strings(), func(text string) bool { return containsAlone(text, told) }) {
				return true
			}
		}
		return false
	})
}

// containsAlone says whether a text has another one in it that is no part of a longer word or number.
func containsAlone(text, part string) bool {
	for from := 0; ; from++ {
		at := strings.Index(text[from:], part)
		if at < 0 {
			return false
		}
		from += at
		before, after := text[:from], text[from+len(part):]
		if !endsInWord(before) && lettersOf(after[:min(1, len(after))]) == "" {
			return true
		}
	}
}

func endsInWord(text string) bool { return text != "" && lettersOf(text[len(text)-1:]) != "" }

// Ways to write a part of a day, each with the part that it lacks.
var partial = []struct{ lacks, way string }{
	{"01", "02-2006"}, {"01", "02/2006"}, {"01", "02.2006"}, {"01", "2006-02"}, {"01", "2006/02"},
	{"02", "01-2006"}, {"02", "01/2006"}, {"02", "01.2006"}, {"02", "2006-01"}, {"02", "2006/01"},
	{"2006", "01-02"}, {"2006", "01/02"}, {"2006", "02-01"}, {"2006", "02/01"},
}

// wantDaysWhole warns of forms that show a part of a day which the session has, in a text without the rest of it, and the day nowhere.
func (c *C) wantDaysWhole() {
	j := c.filled()
	values := namedValues(j.after.object())
	short := []string{"01/02/06", "1/2/06", "02/01/06", "2/1/06", "02.01.06", "2.1.06"}
	for _, q := range c.answeredWith(func(v any) bool { _, is := exchanged(v); return is }) {
		day, is := dayOf(values[q.key])
		if !is || formsShowDay(j.downloads, day, slices.Concat(unmistakable, monthFirst, dayFirst, short)) {
			continue
		}
		c.about(j.fill)
		c.aboutForms(j)
		for _, one := range partial {
			c.recommend(!formsShowPart(j.downloads, day.Format(one.way), day.Format(one.lacks)), "a day in forms as the session has it", "%s is %s, and the forms show %s",
				q.key, day.Format(time.DateOnly), day.Format(one.way))
		}
	}
}

// formsShowPart says whether a form has a text that shows a part of a day and not the rest, in digits or otherwise.
func formsShowPart(forms map[string]*exchange, part, rest string) bool {
	for _, x := range forms {
		if x != nil && x.ok() && anyShows(x.legible().Strings(), func(text string) bool {
			return containsAlone(text, part) && !strings.Contains(strings.Replace(text, part, "", 1), rest)
		}) {
			return true
		}
	}
	return false
}
