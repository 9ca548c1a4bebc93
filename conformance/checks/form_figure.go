package checks

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What forms show right behind the label of a question that a number or a day answers.

// figure is a number, in its digits, or a day that a session has for a question.
type figure struct {
	q      ask
	digits string
	day    time.Time
}

// Figures that a session is told whose forms seem to show others: a number that does not end in zeros, and a day that is early in no month.
const (
	secondNumber = "7320418"
	secondDay    = "2027-08-19"
)

// wantFiguresBesideLabels warns of a form that shows behind the label of a question the first digits of its number alone, or another day than
// its own, and does so of a second session that was told another one.
func (c *C) wantFiguresBesideLabels() {
	j := c.filled()
	for _, key := range j.keys() {
		x := j.downloads[key]
		if x == nil || !x.ok() || x.legible().Hides() {
			continue
		}
		read, values := lettersRead(x), namedValues(j.after.object())
		for _, q := range j.asked() {
			if f, is := figureOf(q, values[q.key]); is && f.shownOtherwise(read) != "" {
				c.wantFigureAgain(key, f)
			}
		}
	}
}

// wantFigureAgain tells a second session another figure.
func (c *C) wantFigureAgain(form string, f figure) {
	told := secondNumber
	if f.digits == "" {
		told = secondDay
	}
	id := c.fullSession()
	c.prepared(c.answer(id, clip(f.q.label+": "+told)), "an answer to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill on an open session")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	second, is := figureOf(f.q, namedValues(detail.object())[f.q.key])
	x := forms[form]
	c.needs(is && x != nil && x.ok() && (second.digits == told || second.day.Format(time.DateOnly) == told), "a form of a session that has the figure that was told", "none")
	shown := second.shownOtherwise(lettersRead(x))
	c.about(x)
	c.recommend(shown == "", "the figure of a question behind its label",
		"%s shows %s where %s is %s, and another figure is not as it is in another session either", form, shown, f.q.key, told)
}

// figureOf is the figure that a value is: a whole number of several digits, or a day as RFC 3339 writes it.
func figureOf(q ask, v any) (f figure, is bool) {
	const several = 10_000
	if n, _ := number(v); n >= several && wholeDigits(v) != "" {
		return figure{q: q, digits: wholeDigits(v)}, true
	}
	day, err := time.Parse(time.DateOnly, plainText(v))
	return figure{q: q, day: day}, err == nil
}

// shownOtherwise is what stands behind the label of a question, and never its figure, in the letters and digits of a form: of a number the first
// digits, and of a day another one.
func (f figure) shownOtherwise(read string) (shown string) {
	label := lettersOf(f.q.label)
	for label != "" {
		_, behind, found := strings.Cut(read, label)
		if !found {
			return shown
		}
		read = behind
		digits := digitsAtStart(behind)
		switch {
		case f.is(digits):
			return ""
		case f.digits != "" && f.isCut(digits) && !zerosInWords.MatchString(behind[len(digits):]), f.digits == "" && isDay(digits):
			shown = digits
		}
	}
	return shown
}

// zerosInWords is the rest of a number of which a word says how many zeros follow.
var zerosInWords = regexp.MustCompile(`^(million|mio|mn|mm|thousand|k|m\b)`)

// is says whether digits begin with the figure: those of the next text may follow.
func (f figure) is(digits string) bool {
	if f.digits != "" {
		return strings.HasPrefix(digits, f.digits)
	}
	for _, way := range dayDigits {
		if strings.HasPrefix(digits, f.day.Format(way)) {
			return true
		}
	}
	return false
}

// isCut says whether digits are the first of a number. A form may have its numbers in thousands.
func (f figure) isCut(digits string) bool {
	const least, group = 3, 3
	cut := len(f.digits) - len(digits)
	return len(digits) >= least && cut%group != 0 && strings.HasPrefix(f.digits, digits)
}

// dayDigits are ways to write a day of which the digits alone are read.
var dayDigits = []string{"20060102", "01022006", "02012006", "122006", "212006"}

// isDay says whether digits are a day.
func isDay(digits string) bool {
	for _, way := range dayDigits[:3] {
		if _, err := time.Parse(way, digits); err == nil {
			return true
		}
	}
	return false
}

// wantFiguresOnceRefilled warns of a form that showed behind the label of a question its number, and shows another one once it was filled again.
func (c *C) wantFiguresOnceRefilled() {
	r := c.refilled()
	before, after := namedValues(r.first.detail), namedValues(r.second.detail)
	for _, key := range slices.Sorted(maps.Keys(r.second.bodies)) {
		was, is := r.first.bodies[key], r.second.bodies[key]
		if was == nil || !was.ok() || !is.ok() || is.legible().Hides() {
			continue
		}
		for _, q := range c.journey().asked() {
			old, now := wholeDigits(before[q.key]), wholeDigits(after[q.key])
			first, second := digitsBehind(was, q.label), digitsBehind(is, q.label)
			if old == "" || now == "" || first != old || second == "" {
				continue
			}
			others := func(key string) bool { // which may stand before its label, behind that of this question
				return key != q.key && wholeDigits(before[key]) == old && wholeDigits(after[key]) != "" && strings.HasPrefix(second, wholeDigits(after[key]))
			}
			c.about(is)
			c.recommend(strings.Contains(lettersRead(is), lettersOf(q.label)+now) || slices.ContainsFunc(names(after), others), "the number of a question behind its label after a second fill, as after the first",
				"%s shows %s where %s is %s, and showed %s where it was %s", key, second, q.key, now, first, old)
		}
	}
}

// wholeDigits are the digits of a whole number; none of another value.
func wholeDigits(v any) string {
	n, is := number(v)
	if !is || n != math.Trunc(n) {
		return ""
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}

// digitsBehind are the digits that a form has right behind a label.
func digitsBehind(form *exchange, label string) string {
	_, behind, found := strings.Cut(lettersRead(form), lettersOf(label))
	if !found || len(lettersOf(label)) < leastPrinted {
		return ""
	}
	return digitsAtStart(behind)
}

func digitsAtStart(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}
