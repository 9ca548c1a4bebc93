package dialogue

import (
	"slices"
	"sort"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// found is a value of a closed kind, with its place.
type found struct {
	start, end int
	kind       catalog.Kind // Email, URL, Phone, FEIN, Street, Date or Count for every number
	text       string
	number     value.Number
	address    value.Address
	weak       bool
	old        bool // named as what is not so: "not 6", "instead of 1,000"
	used       bool
}

var (
	reference = pattern.MustCompile(`
		(?:
			\b(?:
				ticket|reference|ref|invoice|case|order|confirmation|claim|quote|policy|account|acct|license|licence|vin|po|check|
				permit|route|highway|hwy|dot|mc|usdot|unit|suite|ste|apt|room|extension|ext|page|version|step|item|question|option|
				section|form|acord|part
			)\.? ?(?:#|no\.?|number|num|id)?[:.]? ?#? ?|
			#
		)([a-z]{0,4}-?\d[\d-]*)\b`)
	clockTime = pattern.MustCompile(`
		\b(?:four|five|six|seven|eight|[4-8])[- ]figures?\b|\b\d{1,2}(?::\d{2})? ?(?:am|pm|a\.m\.|p\.m\.|o'clock)\b|
		\b\d{1,2}:\d{2}\b|\b24/7\b|
		\b(?:
			401\(?k\)?|1099s?|w-?2s?|w-?9s?|501 ?\(?c\)? ?\(?[346]\)?|9-5|9 to 5|2nd|3rd|1st|chapter (?:7|11|13)|i-9|covid-19|
			s-?corp|5th|\d+th
		)\b|
		\blast (?:\d+|two|three|five|ten) (?:years?|yrs?)\b|\bpast (?:\d+|two|three|five|ten) (?:years?|yrs?)\b|\blast few years\b|
		\blower (?:48|forty[- ]eight)\b|\b(?:all )?(?:48|50) states\b|\b(?:in )?the (?:[1-9]0s|19[0-9]0s|mid-?\d0s)\b`)
	enumerated = pattern.MustCompile(`(?m)(?:^|[.;,] ?)(?:location|premises|prem|building|bldg|site|address) ?#?(\d{1,2}) ?(?::|-|\)) `)
	sumInside  = pattern.MustCompile(`\b\d+(?:\.\d+)?[km]\b|\$\d`)
	staffShort = pattern.MustCompile(`^\d+\s(?:ft|pt|full|part)\b`)
	loneThing  = pattern.MustCompile(`
		(?:^|\b(?:a|one|just|only|have|is|operate|run|from|our|with|this) |[,.;] ?)
		((?:single|sole|lone)) (?:business |company |physical )?(?:
			location|shop|store|site|office|branch|restaurant|truck|van|vehicle|car|driver|employee
		)\b`)
	listMarker  = pattern.MustCompile(`(?m)^[ ]*(?:\(?\d{1,2}[.)]|\(?[a-h][.)]|[-*>]+|q\d+[:.)]|#\d+[:.)]?)[ ]+`)
	inlineIndex = pattern.MustCompile(`(?:^|[ ,;])\(?(\d{1,2})[.)] `)
)

// findValues finds the values of closed kinds. What one kind claims, the next does not see: an email hides its domain,
// a date its numbers.
func (r *reader) findValues() []found {
	lower := r.text.Lower
	hidden := []byte(lower)
	var all []found
	hide := func(start, end int) {
		for i := start; i < end; i++ {
			if hidden[i] != '\n' {
				hidden[i] = ' '
			}
		}
	}
	add := func(kind catalog.Kind, spans []value.Span) {
		for _, s := range spans {
			if s.Start < s.End && strings.TrimSpace(string(hidden[s.Start:s.End])) != "" {
				all = append(all, found{start: s.Start, end: s.End, kind: kind, text: s.Value, weak: s.Weak})
				hide(s.Start, s.End)
			}
		}
	}
	for _, m := range listMarker.FindAllStringIndex(lower, -1) {
		hide(m[0], m[1])
	}
	for _, m := range inlineIndexes(lower) {
		hide(m[0], m[1])
	}
	add(catalog.Email, value.Emails(lower))
	add(catalog.URL, value.URLs(string(hidden)))
	for _, a := range value.Addresses(r.text) {
		if staffShort.MatchString(lower[a.Start:a.End]) || sumInside.MatchString(lower[a.Start:a.End]) {
			continue
		}
		all = append(all, found{start: a.Start, end: a.End, kind: catalog.Street, address: a, weak: a.Weak})
		if !a.Weak {
			hide(a.Start, a.End)
		}
	}
	add(catalog.Phone, slices.DeleteFunc(value.Phones(string(hidden)), func(s value.Span) bool { return r.namedBefore(s.Start, "fein", "naics_code") }))
	add(catalog.FEIN, value.FEINs(string(hidden)))
	for _, m := range reference.FindAllStringSubmatchIndex(string(hidden), -1) {
		if !r.isField(m[0], m[2]) {
			hide(m[0], m[3])
		}
	}
	for _, n := range value.Composed(string(hidden), r.turn.Now) {
		all = append(all, found{start: n.Start, end: n.End, kind: catalog.Count, number: n, text: n.Digits})
		hide(n.Start, n.End)
	}
	add(catalog.Date, value.Dates(string(hidden), r.turn.Now))
	for _, m := range enumerated.FindAllStringSubmatchIndex(string(hidden), -1) {
		hide(m[2], m[3])
	}
	for _, m := range clockTime.FindAllStringIndex(string(hidden), -1) {
		hide(m[0], m[1])
	}
	for _, m := range loneThing.FindAllStringSubmatchIndex(string(hidden), -1) {
		all = append(all, found{start: m[2], end: m[3], kind: catalog.Count, number: value.Number{Start: m[2], End: m[3], Value: 1, Spelled: true}})
		hide(m[2], m[3])
	}
	for _, n := range value.Numbers(string(hidden)) {
		all = append(all, found{start: n.Start, end: n.End, kind: catalog.Count, number: n, text: n.Digits})
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.start - b.start })
	return all
}

// valuesIn are the values inside an area.
func (r *reader) valuesIn(start, end int) []found {
	from := sort.Search(len(r.values), func(i int) bool { return r.values[i].start >= start })
	to := from
	for to < len(r.values) && r.values[to].end <= end {
		to++
	}
	return r.values[from:to]
}

// inlineIndexes finds the markers of a list inside one line: "1) five 2) ten". Two in a row count up from one.
func inlineIndexes(lower string) [][2]int {
	var marks [][2]int
	next := byte('1')
	for _, m := range inlineIndex.FindAllStringSubmatchIndex(lower, -1) {
		if m[3]-m[2] == 1 && lower[m[2]] == next {
			marks = append(marks, [2]int{m[2], m[1]})
			next++
		}
	}
	if len(marks) < 2 {
		return nil
	}
	return marks
}

// isField says that the words before a number name a field after all, as "claim" or "unit" may.
func (r *reader) isField(start, end int) bool {
	for _, c := range r.cues {
		if c.start >= start && c.end <= end && (c.kind == catalog.Count || c.kind == catalog.Street || c.kind == catalog.ClassCode) &&
			r.text.Lower[max(start, end-1)] != '#' {
			return true
		}
	}
	return false
}

// namedBefore says that one of the fields is named right before a place.
func (r *reader) namedBefore(at int, keys ...string) bool {
	for _, c := range r.cues {
		if c.end <= at && at-c.end < 16 && slices.Contains(keys, c.key) {
			return true
		}
	}
	return false
}
