package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var lastAnd = pattern.MustCompile(`(?: and | & |, and )([^,]*)$`)

// readList pairs the items of an unlabelled list with the questions asked, in their order: lines, numbered or not, and
// items between semicolons, commas or stops. Within one line every item must fit its question.
func (r *reader) readList() {
	if len(r.turn.Asked) < 2 || len(r.out.Set) > 0 {
		return
	}
	if r.readTrailing() {
		return
	}
	if r.readCounts() || r.readFigures() {
		return
	}
	if items := r.lines(); len(items) > 1 {
		if len(items) <= len(r.turn.Asked) {
			r.pairLines(items)
		}
		return
	}
	for _, split := range []func() []area{r.inlineItems, func() []area { return r.cutAt(";") }, func() []area { return r.cutAt(",") },
		func() []area { return r.cutAt("/") }, func() []area { return r.cutAt("\x00") }, func() []area { return r.cutAt(" ") }} {
		items := split()
		if len(items) < 2 || len(items) > len(r.turn.Asked) || !r.allFit(items) {
			continue
		}
		for i, it := range items {
			r.pair(i, it, true)
		}
		return
	}
	r.readRow()
}

// pairLines pairs lines with questions. Once a line does not answer its question the order is not that of the questions,
// and words that could be any name are left alone.
func (r *reader) pairLines(items []area) {
	inOrder := true
	for i, it := range items {
		switch r.turn.Asked[i].Kind {
		case catalog.Name, catalog.Text, catalog.LongText, catalog.Year:
			if !inOrder {
				continue
			}
		}
		if _, ok := r.fitting(r.turn.Asked[i], it, false); !ok && !strings.HasPrefix(r.turn.Asked[i].Key, mailing) &&
			!strings.HasPrefix(r.turn.Asked[i].Key, location) {
			inOrder = false
		}
		r.pair(i, it, false)
	}
}

var twoCounts = pattern.MustCompile(`^\W*(\d{1,4}) ?(?:/|-|&|\+|,|and) ?(\d{1,4})\W*$`)

// readCounts gives "8/5", which might be a date, to the two counts that were asked for.
func (r *reader) readCounts() bool {
	m := twoCounts.FindStringSubmatchIndex(r.text.Lower)
	if m == nil || r.turn.Asked[0].Kind != catalog.Count || r.turn.Asked[1].Kind != catalog.Count {
		return false
	}
	for n, f := range r.turn.Asked[:2] {
		if v, ok := value.Parse(f, r.text.Lower[m[2+2*n]:m[3+2*n]], r.turn.Now); ok {
			r.set(f.Key, v, 14, m[2+2*n], m[3+2*n])
		}
	}
	return true
}

var listJoint = pattern.MustCompile(`\. +|; *|, *(?:and )?| and | & `)

// readTrailing reads a description with figures behind it, when it was asked for together with those: "freight brokerage
// and logistics, 488510 and $3,300,000". What stands before the figures is the description, whatever its commas.
func (r *reader) readTrailing() bool {
	f := r.turn.Asked[0]
	if f.Kind != catalog.LongText || strings.ContainsAny(r.text.Lower, "\n?") || len(r.text.Lower) > longest {
		return false
	}
	var joints [][]int
	for _, m := range listJoint.FindAllStringIndex(r.text.Lower, -1) {
		if !r.insideValue(m[0]) {
			joints = append(joints, m)
		}
	}
	for k := min(len(joints), len(r.turn.Asked)-1); k > 0; k-- {
		tail := joints[len(joints)-k:]
		head := area{start: leadIn(r.text.Lower), end: tail[0][0]}
		if head.end <= head.start || strings.ContainsAny(r.text.Lower[head.start:head.end], "0123456789") ||
			len(r.otherCues(head.start, head.end)) > 0 || !r.describes(r.text.Lower[head.start:head.end]) {
			continue
		}
		items := make([]area, k)
		fit := true
		for i, m := range tail {
			items[i] = area{start: m[1], end: len(r.text.Lower)}
			if i+1 < k {
				items[i].end = tail[i+1][0]
			}
			v, ok := r.fitting(r.turn.Asked[i+1], items[i], true)
			_, skip := v.(skipped)
			fit = fit && ok && (skip || len(value.Numbers(r.text.Lower[items[i].start:items[i].end])) > 0)
		}
		if !fit {
			continue
		}
		start, end := r.shave(head.start, head.end)
		r.set(f.Key, r.text.Original(start, end), 14, start, end)
		for i, it := range items {
			r.pair(i+1, it, true)
		}
		return true
	}
	return false
}

func (r *reader) lines() []area {
	var items []area
	at := 0
	for _, line := range strings.Split(r.text.Lower, "\n") {
		if rest := stripMarker(line); strings.TrimSpace(rest) != "" {
			items = append(items, area{start: at + len(line) - len(rest), end: at + len(line)})
		}
		at += len(line) + 1
	}
	return items
}

func (r *reader) inlineItems() []area {
	marks := inlineIndexes(r.text.Lower)
	var items []area
	for i, m := range marks {
		end := len(r.text.Lower)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		items = append(items, area{start: m[1], end: end})
	}
	return items
}

// cutAt parts the message at a mark, or at stops for the NUL mark, but not inside values and names.
func (r *reader) cutAt(mark string) []area {
	if mark == "\x00" {
		var items []area
		for _, s := range r.sentences {
			items = append(items, area{start: s.start, end: s.end})
		}
		return items
	}
	text := r.text.Lower
	var items []area
	start := 0
	for i := 0; i < len(text); i++ {
		if text[i] == mark[0] && !r.insideValue(i) && !(mark == "," && r.insideName(i)) && strings.TrimSpace(text[start:i]) != "" {
			items = append(items, area{start: start, end: i})
			start = i + 1
		}
	}
	last := area{start: start, end: len(text)}
	if mark == "," {
		if m := lastAnd.FindStringIndex(text[start:]); m != nil &&
			!(len(items) == 0 && r.turn.Asked[0].Kind == catalog.Name && strings.HasPrefix(text[start+m[0]:], " &")) &&
			strings.TrimSpace(text[start:start+m[0]]) != "" && !r.insideValue(start+m[0]) {
			items = append(items, area{start: start, end: start + m[0]})
			last = area{start: start + m[0] + strings.Index(text[start+m[0]:], "and") + 3, end: len(text)}
			if !strings.Contains(text[start+m[0]:start+m[1]], " and ") {
				last.start = start + m[0] + 3
			}
		}
	}
	if strings.TrimSpace(text[last.start:]) != "" {
		items = append(items, last)
	}
	return items
}

func (r *reader) allFit(items []area) bool {
	answered := 0
	for i, it := range items {
		if i > 0 && hedge.MatchString(r.text.Lower[it.start:it.end]) && r.tellsSkip(r.text.Lower[items[i-1].start:items[i-1].end]) {
			return false // "not sure, maybe 12" is one answer
		}
		v, ok := r.fitting(r.turn.Asked[i], it, true)
		if !ok {
			return false
		}
		if _, skip := v.(skipped); !skip {
			answered++
		}
	}
	return answered > 0 // "not sure, skip" puts one question off, not two
}

// fitting reads an item as the answer to one question. Text that names another field is not an answer to this one.
func (r *reader) fitting(f catalog.Field, it area, inline bool) (any, bool) {
	text := strings.TrimSpace(strings.TrimRight(r.text.Plain[it.start:it.end], " .;,!"))
	lower := asciiLower(text)
	if text == "" {
		return nil, false
	}
	for _, c := range r.cuesIn(it.start, it.end) {
		if c.key != f.Key && (c.kind != f.Kind || c.kind == catalog.Year && !r.namedAs(it, f.Key)) {
			return nil, false
		}
	}
	if r.tellsSkip(lower) || emptyWord.MatchString(lower) && !numeric(f.Kind) && f.Kind != catalog.YesNo {
		return skipped{}, true
	}
	switch f.Kind {
	case catalog.Name, catalog.Text:
		if f.Key == "contact_name" {
			it.start += len(r.text.Lower[it.start:it.end]) - len(strings.TrimLeft(r.text.Lower[it.start:it.end], " "))
			it.start = min(it.end, r.pastRole(it.start))
		}
		if !r.plausibleName(it.start, it.end, f) {
			return nil, false
		}
		end := it.end
		if !endsAbbreviated(r.text.Plain[it.start:it.end]) {
			end = it.start + len(strings.TrimRight(r.text.Plain[it.start:it.end], " .;,!"))
		}
		return value.Parse(f, r.text.Original(it.start, end), r.turn.Now)
	case catalog.Choice:
		if inline && len(r.valuesIn(it.start, it.end)) > 0 {
			return nil, false // "LLC since 2014" says more than one thing
		}
	case catalog.YesNo:
		if inline && len(strings.Fields(text)) > 1 {
			return nil, false // "yeah, we do" is one answer
		}
	case catalog.LongText:
		if inline || len(strings.Fields(text)) < 1 || strings.ContainsAny(text, "?") {
			return nil, false
		}
	}
	if v := r.valueAt(it.start+leading(r.text.Lower[it.start:it.end]), it.start+leading(r.text.Lower[it.start:it.end])+1); v != nil && f.Kind == catalog.Money {
		if sum, ok := r.inFull(f, v); ok {
			return sum, true
		}
	}
	return value.Parse(f, text, r.turn.Now)
}

// namedAs says that an item names a field.
func (r *reader) namedAs(it area, key string) bool {
	return slices.ContainsFunc(r.cuesIn(it.start, it.end), func(c cue) bool { return c.key == key })
}

func leading(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

var hedge = pattern.MustCompile(`^\W*(?:maybe|probably|perhaps|possibly|about|around|i think|i guess|i'd say|but|could be|might be)\b`)

type skipped struct{}

func (r *reader) pair(i int, it area, inline bool) {
	f := r.turn.Asked[i]
	if strings.HasSuffix(f.Key, "_city") && !inline {
		if a, ok := value.Place(value.Normalize(strings.TrimSpace(r.text.Original(it.start, it.end)))); ok && a.State != "" {
			r.set(f.Key, a.City, 14, it.start, it.end) // "Stowe, VT" on one line
			r.set(prefixOf(f.Key)+"state", a.State, 14, it.start, it.end)
			if a.ZIP != "" {
				r.set(prefixOf(f.Key)+"zip", a.ZIP, 14, it.start, it.end)
			}
			return
		}
	}
	v, ok := r.fitting(f, it, inline)
	if !ok && f.Kind == catalog.State && r.has(f.Key) && i+1 < len(r.turn.Asked) {
		f = r.turn.Asked[i+1]
		v, ok = r.fitting(f, it, inline)
	}
	if !ok {
		return
	}
	if _, skip := v.(skipped); skip {
		r.putOff(f, strings.TrimSpace(r.text.Lower[it.start:it.end]))
		r.take(it.start, it.end)
		return
	}
	if f.Kind == catalog.Street {
		for k := range r.values {
			if a := &r.values[k]; a.kind == catalog.Street && a.start >= it.start && a.end <= it.end {
				r.setAddress(prefixOf(f.Key), a, 14)
				return
			}
		}
	}
	r.set(f.Key, v, 14, it.start, it.end)
}
