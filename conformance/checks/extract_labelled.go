package checks

import (
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantUnderItsLabel warns where two fields have each what a file says under the label of the other one, going by the words of their keys and of
// the questions about them. Words that both labels have tell nothing.
func (c *C) wantUnderItsLabel(g uploadGain) {
	asked := map[string]string{}
	c.maybe(func() {
		for _, q := range c.journey().asked() {
			asked[q.key] = q.label
		}
	})
	values := ungrouped(g.values)
	under := func(line, other [2]string) string { // a field that is named for a line, and has what stands in another one
		own := func(word string, than [2]string) bool { return !slices.Contains(wordsOf(than[0]), word) }
		for _, key := range names(values) {
			words := wordsOf(key + " " + asked[key])
			has := func(of, than [2]string) bool {
				return slices.ContainsFunc(wordsOf(of[0]), func(word string) bool { return own(word, than) && slices.Contains(words, word) })
			}
			if has(line, other) && !has(other, line) && asInFile(plainText(values[key])) == asInFile(other[1]) {
				return key
			}
		}
		return ""
	}
	lines := slices.Concat(pdfsample.Half(0), pdfsample.Half(1))
	c.about(g.result)
	for i, one := range lines {
		for _, other := range lines[i+1:] {
			first, second := under(one, other), under(other, one)
			c.recommend(first == "" || second == "", "each value of a file under its own label", "%s, and %s, which a file has as %s: %s and %s: %s",
				what(values, first), what(values, second), one[0], one[1], other[0], other[1])
		}
	}
}

// wantNumbersRead warns where a file brings many of its texts, and none of its numbers.
func (c *C) wantNumbersRead(g uploadGain) {
	const many = 5
	has := map[string]bool{}
	for _, v := range ungrouped(g.values) {
		has[asInFile(plainText(v))] = true
	}
	texts, numbers := 0, 0
	for _, line := range slices.Concat(pdfsample.Half(0), pdfsample.Half(1)) {
		switch number := numeric.MatchString(line[1]); {
		case !has[asInFile(line[1])]:
		case number:
			numbers++
		default:
			texts++
		}
	}
	c.about(g.result)
	c.recommend(texts < many || numbers > 0, "numbers of a file among what is read from it", "%d of its texts, and no number", texts)
}

// wantDaysRead warns where a session has the days of a file with their month and their day exchanged. The file is of a business in Georgia, whose
// telephone numbers are American.
func (c *C) wantDaysRead(g uploadGain) {
	days := map[string]string{}
	for _, v := range ungrouped(g.values) {
		if day, is := dayOf(v); is {
			days[day.Format(time.DateOnly)] = plainText(v)
		}
	}
	c.about(g.result)
	for _, line := range slices.Concat(pdfsample.Half(0), pdfsample.Half(1)) {
		day, is := dayOf(line[1])
		if !is {
			continue
		}
		_, right := days[day.Format(time.DateOnly)]
		turned, is := exchanged(day.Format(time.DateOnly))
		had, wrong := days[turned.Format(time.DateOnly)]
		c.recommend(!is || right || !wrong, "the days of a file as an American form has them", "%s for %s", had, line[1])
	}
}

// wantOwnDaysRead warns where a session has the day beside the one that a file has in answer to a question of the intake.
func (c *C) wantOwnDaysRead() {
	is := func(v any) bool { _, is := dayOf(v); return is }
	c.eachRead(c.answeredWith(is), func(told string, kept any) bool {
		is, read := dayOf(told)
		has, day := dayOf(kept)
		return !read || !day || has.Sub(is).Abs() != 24*time.Hour
	})
}

// wantOwnNumbersRead warns where a session has some of the digits of a number that a file has in answer to a question of the intake, or more.
func (c *C) wantOwnNumbersRead() {
	is := func(v any) bool { _, is := number(v); return is }
	c.eachRead(c.answeredWith(is), func(told string, kept any) bool {
		is, has := asInFile(told), asInFile(plainText(kept))
		_, read := number(kept)
		inCents := has == is+"00"
		return !read || has == is || inCents || !strings.HasPrefix(is, has) && !strings.HasPrefix(has, is)
	})
}

// wantNoesKept warns where a session lacks what the result of a file lists as a no, in answer to a question of the intake.
func (c *C) wantNoesKept() {
	is := func(v any) bool { _, is := v.(bool); return is }
	questions := c.answeredWith(is)
	c.needs(len(questions) > 0, "a question that a no answers", "none")
	lines, _ := linesOf(c.freeTexts()) // which tell where the result has its fields
	for _, q := range questions[:min(len(questions), several)] {
		lines = append(lines, [2]string{q.label, "No"})
	}
	x, keys := c.broughtBy(pdfsample.Of(lines))
	g := uploadGain{result: x, keys: keys, values: c.valuesOf(sessionIn(x.req))}
	listed := g.fields()
	var merged []extracted
	for key, one := range listed {
		if g.values[key] != nil {
			merged = append(merged, one)
		}
	}
	c.about(x)
	for _, q := range questions {
		one, told := listed[q.key]
		kept := !told || one.value != false || g.values[q.key] != nil || one.below(merged) || g.refuses(q.key, false)
		c.recommend(kept, "each field that was extracted in field_values", "%s is listed as false, and it is not there", q.key)
	}
}

// eachRead uploads a file with the answers to some questions, and one in which they are not the values of fields, too. It warns where a session
// has a value that is not right.
func (c *C) eachRead(questions []ask, right func(told string, kept any) bool) {
	lines, keys := linesOf(questions)
	c.needs(len(lines) > 0, "a question that such a value answers", "none")
	for _, file := range [][]byte{pdfsample.Of(lines), pdfsample.Pages(false, lines)} {
		x, _ := c.broughtBy(file)
		values := c.valuesOf(sessionIn(x.req))
		c.about(x)
		for _, line := range lines {
			key := keys[line[0]]
			c.recommend(right(line[1], values[key]), "a value of a file as it stands there", "%s, and the file has %s", what(values, key), line[1])
		}
	}
}

// wantBracketsRead warns where a session has a text of a file up to its bracket, and what stands in that nowhere.
func (c *C) wantBracketsRead(g uploadGain) {
	values := ungrouped(g.values)
	c.about(g.result)
	for _, line := range slices.Concat(pdfsample.Half(0), pdfsample.Half(1)) {
		before, within, has := strings.Cut(line[1], " (")
		if !has {
			continue
		}
		key := ""
		for _, name := range names(values) {
			if strings.EqualFold(strings.TrimSpace(plainText(values[name])), before) {
				key = name
			}
		}
		rest := contains(values, func(s string) bool { return strings.Contains(lettersOf(s), lettersOf(within)) })
		c.recommend(key == "" || rest, "a text of a file as it stands there", "%s, and the file has %q", what(values, key), line[1])
	}
}

// asInFile is a value without what a server may write in its own way: the signs, the order of a date, the decimals of a whole amount.
func asInFile(value string) string {
	if aDate.MatchString(value) {
		parts := wordsOf(value)
		sort.Strings(parts)
		return strings.Join(parts, " ")
	}
	return lettersOf(strings.TrimSuffix(strings.TrimSuffix(value, ".0"), ".00"))
}
