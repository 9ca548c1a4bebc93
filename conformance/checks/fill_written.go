package checks

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// What fields_written says of a form, beside what the form shows.

// enoughLost is how many fewer fields a form has to show than fields_written says.
const enoughLost = 3

// wantWrittenShown warns of a form that shows fewer values than fields_written says, in fields and elsewhere, though one of a session that
// knows next to nothing shows as many fields as are written.
func (c *C) wantWrittenShown() {
	early, j := c.sparse(), c.filled()
	few, all := writtenOf(early.fill.object()), writtenOf(j.fill.object())
	for _, key := range slices.Sorted(maps.Keys(all)) {
		a, b := early.downloads[key], j.downloads[key]
		if few[key] == 0 || a == nil || b == nil || !a.ok() || !b.ok() || int64(shownFields(a)) != few[key] || b.legible().Hides() {
			continue
		}
		n := shownFields(b)
		read, values := b.legible(), map[string]bool{}
		for _, v := range namedValues(j.after.object()) {
			if told := plainText(v); len(told) >= leastPrinted && read.Shows(told) {
				values[told] = true
			}
		}
		c.about(j.fill)
		c.about(b)
		lost := int64(n) > few[key] && len(values) <= n && int64(n+unmarkedNoes(b, j.after.object())+enoughLost) <= all[key]
		c.recommend(!lost, "the fields that were written in the form",
			"%s shows %d with a value, and fields_written is %d; of a session that knows less both are %d", key, n, all[key], few[key])
	}
}

// wantWrittenCounted warns of forms that show several values of their session, though nothing is written in any of them by fields_written.
func (c *C) wantWrittenCounted() {
	j := c.filled()
	all := writtenOf(j.fill.object())
	shown := 0
	for _, key := range slices.Sorted(maps.Keys(all)) {
		x := j.downloads[key]
		if all[key] != 0 || x == nil || !x.ok() {
			return
		}
		read := x.legible()
		for _, v := range namedValues(j.after.object()) {
			if told := plainText(v); len(told) >= leastPrinted && read.Shows(told) {
				shown++
			}
		}
		c.about(x)
	}
	c.about(j.fill)
	c.recommend(shown < manySet, "fields_written to count the fields that were written", "none in any form, and the forms show %d values of the session", shown)
}

// shownFields counts the fields of a form that have a value, each name once.
func shownFields(form *exchange) int {
	names := map[string]bool{}
	for _, field := range form.legible().Fields() {
		if strings.TrimSpace(field.Value) != "" || field.On {
			names[field.Name] = true
		}
	}
	return len(names)
}

// unmarkedNoes is how many fields of a form, such as boxes, may be empty because the session has a no for them.
func unmarkedNoes(form *exchange, session obj) int {
	empty, noes := 0, 0
	for _, field := range form.legible().Fields() {
		if !field.On && strings.TrimSpace(field.Value) == "" {
			empty++
		}
	}
	for _, v := range namedValues(session) {
		if v == false {
			noes++
		}
	}
	return min(empty, noes)
}

// standIns is how much more often a text stands in a form than in another one of the same key that shows more values, at most: it says that
// there is no value.
func standIns(early, later *exchange) (most int64) {
	few, many := textsShown(early), textsShown(later)
	for value, n := range few {
		most = max(most, n-many[value])
	}
	return most
}

// textsShown counts the texts of a form, without the labels before them.
func textsShown(form *exchange) map[string]int64 {
	counts := map[string]int64{}
	for _, s := range form.legible().Strings() {
		text := s.Text
		if _, value, labelled := strings.Cut(text, ": "); labelled {
			text = value
		}
		if text = strings.TrimSpace(text); text != "" {
			counts[text]++
		}
	}
	return counts
}

// wantWrittenAlone warns where as many fields are written of a session that knows next to nothing as of one whose intake is finished, in
// each of its forms, though the forms are others.
func (c *C) wantWrittenAlone() {
	early, j := c.sparse(), c.filled()
	known, _ := j.after.object()["field_values"].(obj)
	least, _ := early.after.object()["field_values"].(obj)
	c.needs(len(known) >= len(least)+manySet, "a session that knows more", "%d values and %d", len(known), len(least))
	few, all := writtenOf(early.fill.object()), writtenOf(j.fill.object())
	other := false
	for key, n := range few {
		if all[key] != n || n <= int64(len(least)+manySet) {
			return
		}
		a, b := early.downloads[key], j.downloads[key]
		if a == nil || b == nil || !a.ok() || !b.ok() {
			continue
		}
		if int64(shownFields(a)) == n || standIns(a, b) >= (n-int64(len(least)))/2 {
			return // something is written in each of them, such as what stands for no value
		}
		other = other || !bytes.Equal(a.body, b.body)
	}
	c.about(early.fill)
	c.about(j.fill)
	c.recommend(len(few) == 0 || !other, "fields_written to count the fields that were written",
		"%s of a session with %d values, and as many of one with %d", text(few), len(least), len(known))
}

// wantWrittenGained warns of a form of a finished session that shows several values which the same form of a session that knows next to
// nothing lacks, though as many fields are written in both: those that stay empty are counted. A text in the place of each of them, as one that
// says that there is no value, is written as well, and stands in the poorer form alone.
func (c *C) wantWrittenGained() {
	early, j := c.sparse(), c.filled()
	few, all := writtenOf(early.fill.object()), writtenOf(j.fill.object())
	known, least := namedValues(j.after.object()), namedValues(early.after.object())
	for _, key := range slices.Sorted(maps.Keys(all)) {
		a, b := early.downloads[key], j.downloads[key]
		n, both := few[key]
		if !both || n != all[key] || a == nil || b == nil || !a.ok() || !b.ok() || a.legible().Hides() || b.legible().Hides() {
			continue
		}
		if n > 0 && int64(shownFields(a)) == n {
			continue
		}
		poor, rich := textsShown(a), textsShown(b)
		gained := 0
		for text := range rich {
			if poor[text] == 0 && showsOneOf(text, known, least) {
				gained++
			}
		}
		instead := standIns(a, b)
		alone := int64(0)
		for text := range poor {
			if rich[text] == 0 {
				alone++
			}
		}
		c.about(early.fill)
		c.about(j.fill)
		lost := gained >= enoughLost && 2*max(instead, alone-int64(len(least))) < int64(gained)
		c.recommend(!lost, "fields_written to count the fields that were written",
			"%d in %s of a session with %d values, and as many of one with %d, which shows %d texts more of them", n, key, len(least), len(known),
			gained)
	}
}

// showsOneOf says whether a text has a value that one session has and the other one has not.
func showsOneOf(text string, known, least obj) bool {
	for name, v := range known {
		if told := plainText(v); least[name] == nil && len(told) >= leastPrinted && strings.Contains(text, told) {
			return true
		}
	}
	return false
}
