package checks

import (
	"html"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantUnchanged fails the check when a value that a turn reports as set is on the session in a form in which it was damaged. A
// session may keep it in a form of its own.
func (c *C) wantUnchanged(set, stored obj) {
	for _, key := range names(set) {
		c.want(!damaged(set[key], stored[key]) && !lostBehindComma(set[key], stored[key], stored), "each value of set_fields in field_values",
			"%s, and %s was set", what(stored, key), excerpt([]byte(text(set[key]))))
	}
}

// damaged says whether a value is another one as it comes out of a store that cannot hold it.
func damaged(was, is any) bool {
	if yes, one := was.(bool); one {
		other, too := is.(bool)
		return too && yes != other
	}
	if x, number1 := number(was); number1 {
		y, number2 := number(is)
		forms := []float64{math.Trunc(x), math.Round(x), math.MaxInt32, math.MinInt32}
		if math.Abs(x) > 1 && x == math.Trunc(x) {
			forms = append(forms, x-1, x+1)
		}
		if math.Abs(x) >= 100 {
			forms = append(forms, x/100)
		}
		if math.Abs(x) >= 1000 {
			forms = append(forms, x/1000)
		}
		for _, most := range []float64{1_000_000, 1 << 16} {
			if math.Abs(x) > most {
				forms = append(forms, math.Mod(x, most))
			}
		}
		return number2 && x != y && slices.Contains(forms, y)
	}
	s, text1 := was.(string)
	t, text2 := is.(string)
	if !text1 || !text2 || s == t {
		return false
	}
	if one, day := dayOf(s); day {
		other, too := dayOf(t)
		return too && len(s) == len(t) && (turnedDay(s, t, one, other) || other.Equal(one.AddDate(0, 0, 1)) || other.Equal(one.AddDate(0, 0, -1)))
	}
	if lostDigit(s, t) {
		return true
	}
	const long = 40
	cut := strings.TrimSpace(t)
	return cutInWord(s, t) || utf8.RuneCountInString(t) >= long && strings.HasPrefix(s, cut) && len(cut) < len(strings.TrimSpace(s)) || isMangled(s, t)
}

// cutInWord says whether a text of some length lacks what comes after the middle of a word.
func cutInWord(was, is string) bool {
	const some = 20
	rest, begins := strings.CutPrefix(was, is)
	before, _ := utf8.DecodeLastRuneInString(is)
	after, _ := utf8.DecodeRuneInString(rest)
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return begins && utf8.RuneCountInString(is) >= some && word(before) && word(after)
}

// lostBehindComma says whether a text of some words is kept to a comma, and what stands behind that nowhere on the session. The parts of
// an address may be kept apart.
func lostBehindComma(was, is any, everything obj) bool {
	s, t := plainText(was), plainText(is)
	rest, begins := strings.CutPrefix(s, strings.TrimSpace(t))
	rest, behind := strings.CutPrefix(rest, ",")
	if !begins || !behind || len(wordsOf(t)) < 2 {
		return false
	}
	for _, word := range wordsOf(rest) {
		if contains(everything, func(other string) bool { return slices.Contains(wordsOf(other), word) }) {
			return false
		}
	}
	return len(wordsOf(rest)) > 1
}

// lostDigit says whether a telephone number lacks its first digit or its last. The code of a country may go.
func lostDigit(was, is string) bool {
	const national = 10
	one, two := digitsOf(was), digitsOf(is)
	if len(one) != national || len(two) != national-1 || strings.ContainsAny(was+is, ".$") {
		return false
	}
	return strings.HasPrefix(one, two) || strings.HasSuffix(one, two)
}

// digitsOf leaves the digits of a text.
func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// turnedDay says whether a day of ISO 8601 is another one with its day in the place of its month.
func turnedDay(was, is string, one, other time.Time) bool {
	return was[4] == '-' && is[4] == '-' && !other.Equal(one) && one.Year() == other.Year() &&
		one.Day() == int(other.Month()) && int(one.Month()) == other.Day()
}

// isMangled says whether a text has a form of another one in which it was damaged. Signs are written for a page in more than one way.
func isMangled(s, t string) bool {
	return slices.Contains(mangled(s), t) || t != s && html.UnescapeString(s) == s && html.UnescapeString(t) == s
}

// mangled are the forms that a text has after it was quoted for a query, a page or an address, lost what does not fit into
// seven or eight bits or two bytes, or was read as what it is not.
func mangled(s string) []string {
	all := []string{strings.ReplaceAll(s, "'", "''"), strings.ReplaceAll(s, "'", `\'`), html.EscapeString(s), strings.ReplaceAll(s, "&", "&amp;"), url.QueryEscape(s), url.PathEscape(s), asLatin1(s)}
	for _, widest := range []rune{0x7f, 0xff, 0xffff} {
		for _, instead := range []string{"", "?", "??", "????", "\ufffd", "\ufffd\ufffd", "\ufffd\ufffd\ufffd\ufffd"} {
			left := narrowed(s, widest, instead)
			all = append(all, left, strings.Join(strings.Fields(left), " "))
		}
	}
	return slices.DeleteFunc(all, func(form string) bool { return form == s || strings.Join(strings.Fields(s), " ") == form })
}

// narrowed is a text with something instead of each character beyond a bound.
func narrowed(s string, widest rune, instead string) string {
	var out strings.Builder
	for _, r := range s {
		if r > widest {
			out.WriteString(instead)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// asLatin1 is a text whose bytes were taken for letters.
func asLatin1(s string) string {
	var out strings.Builder
	for i := range len(s) {
		out.WriteRune(rune(s[i]))
	}
	return out.String()
}

// wantExactly answers questions that an intake asked before with values that are easily damaged in a store: what the reply
// reports of them is on the session.
func (c *C) wantExactly() {
	asked, set := map[string]ask{}, obj{}
	w := c.watched()
	for _, step := range w.turns {
		for _, q := range asksOf(step.turn) {
			asked[q.key] = q
		}
		sets, _ := step.turn.object()["set_fields"].(obj)
		for key, v := range sets {
			set[key] = v
		}
	}
	longest := func(is func(v any) bool) (found ask, known bool) {
		long := 0
		for _, key := range names(set) {
			if q, one := asked[key]; one && len(q.options) == 0 && is(set[key]) && len(plainText(set[key])) > long {
				found, known, long = q, true, len(plainText(set[key]))
			}
		}
		return found, known
	}
	id := c.fullSession()
	tell := func(q ask, known bool, value string) (sets obj) {
		if !known {
			return nil
		}
		turn := c.answer(id, q.label+": "+value)
		sets, _ = c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		detail := c.detail(id)
		values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
		c.about(detail)
		c.wantStored(sets, values)
		c.wantUnchanged(sets, values)
		c.about(turn)
		if got, is := sets[q.key].(string); is {
			c.want(!misheard(value, got), "a text to be set as it was told", "%q of %q", got, value)
		}
		return sets
	}
	const amount, year = 2100, 1800
	q, known := longest(func(v any) bool { n, is := number(v); return is && n > amount })
	for _, value := range []string{"$3,000,000,000.75", "$3,000,000,000", "$0"} {
		tell(q, known, value)
	}
	sets := tell(q, known, "$2,345,678")
	c.want(!readInPart(sets[q.key], "2345678"), "an amount to be read as a whole", "%s of $2,345,678", what(sets, q.key))
	q, known = longest(func(v any) bool { n, is := number(v); return is && n < year })
	tell(q, known, "0")
	sets = tell(q, known, "1,257")
	c.want(!readInPart(sets[q.key], "1257"), "a number to be read as a whole", "%s of 1,257", what(sets, q.key))
	q, known = longest(func(v any) bool { _, is := dayOf(v); return is })
	sets = tell(q, known, "2026-03-10")
	if day, is := dayOf(sets[q.key]); is {
		c.want(!day.Equal(time.Date(2026, time.October, 3, 0, 0, 0, 0, time.UTC)), "the day 2026-03-10 not to be read as one of October", "%s", what(sets, q.key))
	}
	q, known = longest(func(v any) bool {
		s, is := v.(string)
		return is && len(s) >= 6 && !strings.ContainsAny(s, "0123456789@")
	})
	for _, value := range []string{"O'Brien & Sons 😀 Roofing", "Müller Dächer, siding and gutters", "Roofing " + strings.Repeat("and siding ", 30) + "in Georgia"} {
		tell(q, known, value)
	}
}

// misheard says whether a text that was told is set in a form in which it was damaged, or as it is up to its first comma. To leave
// signs out is left to the server.
func misheard(told, set string) bool {
	first, _, listed := strings.Cut(told, ",")
	return listed && set == first || cutWithin(told, set) || utf8.RuneCountInString(set) >= utf8.RuneCountInString(told) && isMangled(told, set)
}

// cutWithin says whether a text is the beginning of another one that ends within a word.
func cutWithin(told, set string) bool {
	rest, begins := strings.CutPrefix(told, set)
	if !begins || rest == "" || set == "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(set)
	next, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLetter(last) && unicode.IsLetter(next)
}

// readInPart says whether a number is what stands before or after one of the commas of an amount.
func readInPart(v any, whole string) bool {
	n, is := number(v)
	if !is || n != math.Trunc(n) {
		return false
	}
	part := strconv.FormatFloat(n, 'f', -1, 64)
	return len(part) < len(whole) && (strings.HasPrefix(whole, part) || strings.HasSuffix(whole, part))
}

// wantChosen answers a question that has a choice with one of its options: what the reply reports is no other one of them.
func (c *C) wantChosen() {
	for _, step := range c.watched().turns {
		for _, q := range asksOf(step.turn) {
			if len(q.options) < 3 {
				continue
			}
			turn := c.answer(c.fullSession(), q.label+": "+q.options[1])
			sets, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
			got, _ := sets[q.key].(string)
			is := func(name string) bool { return strings.EqualFold(name, got) }
			other := slices.IndexFunc(q.named, func(names []string) bool { return slices.ContainsFunc(names, is) })
			c.want(other < 0 || slices.ContainsFunc(q.named[1], is), "the option that was chosen, "+q.options[1], "%s", what(sets, q.key))
			return
		}
	}
}

// wantCorrectedAtAllTimes corrects values that a file brought, and values of a session that is complete.
func (c *C) wantCorrectedAtAllTimes() {
	id := c.fullSession()
	values := func() obj {
		all, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		return all
	}
	c.maybe(func() {
		before := values()
		c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
		brought, after := obj{}, values()
		for _, key := range newKeys(before, after) {
			brought[key] = after[key]
		}
		c.wantCorrected(id, brought, after)
	})
	c.maybe(func() {
		in := c.drive(id, newAnswerer(false))
		set := obj{}
		for _, turn := range in.turns {
			sets, _ := turn.object()["set_fields"].(obj)
			maps.Copy(set, sets)
		}
		c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
		stored := values()
		maps.DeleteFunc(set, func(key string, v any) bool { return v == nil || !equal(v, stored[key]) })
		c.wantCorrected(id, set, stored)
		turned := maps.Clone(values())
		maps.DeleteFunc(turned, func(key string, v any) bool { return v != true || stored[key] != false })
		c.wantCorrected(id, turned, turned) // a server may take false for nothing
	})
}

// wantKeptBySkip skips a question, which may take its own value away and no other.
func (c *C) wantKeptBySkip(stored obj) {
	c.prepared(c.answer(c.session, skipRequest), "a request to skip")
	detail := c.detail(c.session)
	values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
	gone := slices.DeleteFunc(names(stored), func(key string) bool { return stored[key] == nil || values[key] != nil })
	c.about(detail)
	c.want(len(gone) < 2, "the values of a session to stay when a question is skipped", "gone are %v", gone)
}

// wantAnsweredAfterSkip answers a question that was skipped.
func (c *C) wantAnsweredAfterSkip() {
	o := c.opens()
	c.prepared(c.answer(o.id, skipRequest), "a request to skip")
	sets, _ := c.prepared(c.answer(o.id, newAnswerer(false).batch(o.asks[:1])), "an answer to be taken")["set_fields"].(obj)
	detail := c.detail(o.id)
	values, _ := c.prepared(detail, "the session's detail")["field_values"].(obj)
	c.about(detail)
	c.wantStored(sets, values)
}
