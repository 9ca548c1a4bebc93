package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	figuresRow = pattern.MustCompile(`^\W*\$?\d[\d,.]*[km%]?(?: ?[/|;] ?\$?\d[\d,.]*[km%]?){2,5}\W*$`)
	figureItem = pattern.MustCompile(`\$?\d[\d,.]*[km%]?`)
	tellsMore  = pattern.MustCompile(`\b(?:and|plus|\+|&) (?:an?|one|my|our|the|\d)|\b(?:total|in all|altogether|of (?:them|those|whom|us))\b`)
	barely     = pattern.MustCompile(`^\W*(?:no|none|zero|nope|nothing|nada)\W*$`)
)

// readFigures gives "0 / 7 / 4 / 11", which might hold a date, to as many figures that were asked for.
func (r *reader) readFigures() bool {
	if !figuresRow.MatchString(r.text.Lower) {
		return false
	}
	items := figureItem.FindAllStringIndex(r.text.Lower, -1)
	if len(items) > len(r.turn.Asked) {
		return false
	}
	values := make([]any, len(items))
	for i, m := range items {
		f, ok := r.turn.Asked[i], false
		if !numeric(f.Kind) && !coded[f.Kind] && f.Kind != catalog.Year {
			return false
		}
		if values[i], ok = value.Parse(f, r.text.Lower[m[0]:m[1]], r.turn.Now); !ok {
			return false
		}
	}
	for i, m := range items {
		r.set(r.turn.Asked[i].Key, values[i], 14, m[0], m[1])
	}
	return true
}

// readRow pairs the items of a message with the questions in their order where some items say a word more than their
// answer: "610k excluding me. 8839. Lease. 3,100". Every item must suit its question, and half of them must be nothing but
// its answer.
func (r *reader) readRow() bool {
	for _, split := range []func() []area{func() []area { return r.cutAt(";") }, func() []area { return r.cutAt(",") },
		func() []area { return r.cutAt("/") }, func() []area { return r.cutAt("\x00") }, r.cutAtJoints} {
		items := split()
		if len(items) < 3 && (len(items) < 2 || len(items) < len(r.turn.Asked)) || len(items) > len(r.turn.Asked) {
			continue
		}
		values := make([]any, len(items))
		plain, suits := 0, true
		for i, it := range items {
			v, exact, ok := r.suits(r.turn.Asked[i], it)
			if i > 0 && hedge.MatchString(r.text.Lower[it.start:it.end]) {
				ok = false
			}
			if exact {
				plain++
			}
			values[i], suits = v, suits && ok
		}
		if !suits || 2*plain < len(items) {
			continue
		}
		for i, it := range items {
			if _, skip := values[i].(skipped); skip {
				r.putOff(r.turn.Asked[i], "")
				r.take(it.start, it.end)
				continue
			}
			r.use(it.start, it.end)
			r.set(r.turn.Asked[i].Key, values[i], 14, it.start, it.end)
		}
		return true
	}
	return false
}

var rowJoint = pattern.MustCompile(`, and |, | and | & |; `)

// cutAtJoints parts the message at every comma and every "and": "10 and 11, and yes".
func (r *reader) cutAtJoints() (items []area) {
	start := 0
	for _, m := range rowJoint.FindAllStringIndex(r.text.Lower, -1) {
		if !r.insideValue(m[0]) && !r.insideName(m[0]) {
			items = append(items, area{start: start, end: m[0]})
			start = m[1]
		}
	}
	return append(items, area{start: start, end: len(r.text.Lower)})
}

// suits reads an item as the answer to a question, and says whether it is nothing else.
func (r *reader) suits(f catalog.Field, it area) (v any, exact, ok bool) {
	if v, ok = r.fitting(f, it, true); ok {
		return v, true, true
	}
	text := strings.Trim(r.text.Lower[it.start:it.end], " .,;!")
	cues := r.cuesIn(it.start, it.end)
	if text == "" || strings.Contains(text, "?") || tellsMore.MatchString(text) || len(strings.Fields(text)) > 6 ||
		slices.ContainsFunc(cues, func(c cue) bool { return c.key != f.Key && !r.sharedWith(c, f.Key, cues) }) {
		return nil, false, false
	}
	if len(cues) > 0 && nounAfter.MatchString(r.text.Lower[it.start:cues[0].start]) && !numeric(f.Kind) && f.Kind != catalog.YesNo {
		return skipped{}, false, true
	}
	var only *found
	for i := range r.values {
		if o := &r.values[i]; o.start >= it.start && o.end <= it.end {
			if only != nil {
				return nil, false, false
			}
			only = o
		}
	}
	switch {
	case numeric(f.Kind) && only == nil:
		if n, party := value.People(text); party && r.countsPeople(f) {
			return n, false, true
		}
		v, ok = value.InRange(f, 0)
		return v, false, ok && barely.MatchString(text) && f.Key != "building_limit"
	case numeric(f.Kind):
		if only.kind != catalog.Count || only.old || r.fit(f, only) <= -2 || r.countsOther(*only) {
			return nil, false, false
		}
		v, ok = value.InRange(f, r.amount(f, only))
	case f.Kind == catalog.Year && only != nil:
		return only.number.Value, false, only.number.YearLike && value.YearRange(f, only.number.Value, r.turn.Now)
	case f.Kind == catalog.LongText:
		return strings.Trim(r.text.Original(it.start, it.end), " .,;"), false, only == nil && it.start == 0 && r.describes(text)
	}
	return v, false, ok
}

// sharedWith says that a word which names another field names the one that is meant as well.
func (r *reader) sharedWith(c cue, key string, cues []cue) bool {
	return slices.ContainsFunc(cues, func(o cue) bool { return o.key == key && o.from <= c.from && c.to <= o.to })
}
