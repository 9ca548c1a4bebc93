package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var became = pattern.MustCompile(`^[^;\n]{1,40}? ?[-=]+> ?`)

// readLabelled reads the value of a label. When several fields share the label, the first that can hold the value has it.
func (r *reader) readLabelled(l label, end int) {
	if m := became.FindStringIndex(r.text.Lower[l.end:end]); m != nil {
		l.end += m[1] // "deductible: 1000 -> 2500"
	}
	text := strings.TrimRight(r.text.Plain[l.end:end], " \t,;|/-")
	end = l.end + len(text)
	trimmed := strings.TrimSpace(asciiLower(text))
	r.take(l.start, l.end)
	if trimmed == "" {
		return
	}
	for _, c := range r.preferred(l.cues, trimmed) {
		f := r.field(c.key)
		if c.announces && !r.meant(c, trimmed) {
			continue
		}
		if n, ok := value.People(trimmed); ok && r.countsPeople(f) {
			r.set(f.Key, n, 20, l.end, end)
			return
		}
		if r.splitsPeople(c.key, l.end, end) {
			return
		}
		if first := r.sentenceEnd(l.end, end); first < end && r.tellsSkip(r.text.Lower[l.end:first]) {
			r.putOff(f, trimmed)
			r.take(l.end, first) // "premium? no idea. we have 2 trucks"
			return
		}
		if r.tellsSkip(trimmed) || emptyWord.MatchString(trimmed) && !numeric(f.Kind) && f.Kind != catalog.YesNo {
			r.putOff(f, trimmed)
			r.take(l.end, end)
			return
		}
		if r.valueAfterLabel(f, l.end, end) {
			return
		}
	}
	f := r.field(l.cues[0].key)
	if f.Kind != catalog.LongText && f.Kind != catalog.Name && f.Kind != catalog.Text && !strings.ContainsAny(trimmed, "?") && !strings.Contains(trimmed, " ") {
		r.note(Refused, "I could not read “"+strings.TrimSpace(r.text.Original(l.end, end))+"” as "+article(f)+".")
	}
}

// sentenceEnd is where the first sentence behind a place ends, or the given end.
func (r *reader) sentenceEnd(start, end int) int {
	for _, s := range r.sentences {
		if s.end > start && strings.TrimSpace(r.text.Lower[max(s.start, start):s.end]) != "" {
			return min(s.end, end)
		}
	}
	return end
}

// meant says that a label of one word has the meaning that its value gives it: "name" is that of a firm if it ends as
// firms do, and "year" is not that of a building where one is described.
func (r *reader) meant(c cue, text string) bool {
	switch r.text.Lower[c.start:c.end] {
	case "name":
		return companyEnding.MatchString(strings.Trim(text, " ."))
	case "cost", "spend":
		return slices.ContainsFunc(r.cues, func(o cue) bool { return o.key == "subcontractors_used" })
	case "year":
		return !slices.ContainsFunc(r.cues, func(o cue) bool { return o.key != "year_built" && r.field(o.key).Group == r.field("year_built").Group })
	}
	return true
}

// splitsPeople says that what follows "Employees:" tells full time from part time, and so is not one number.
func (r *reader) splitsPeople(key string, start, end int) bool {
	return key == "total_employees" && slices.ContainsFunc(r.cuesIn(start, end), func(c cue) bool {
		return c.key == "full_time_employees" || c.key == "part_time_employees"
	})
}

var cleanRecord = pattern.MustCompile(`^\W*(?:clean|clear|spotless|good|perfect|excellent|claims?[- ]free|loss[- ]free)\b`)

var emptyWord = pattern.MustCompile(`^(?:none|nope|nah|nada|zilch|n/?a|n\.a\.?|no|nil|-+|not applicable|nothing|does not apply|doesn't apply)[.!]*$`)

// preferred orders the fields of a shared label: yes or no first for a word of that meaning, else the one that was asked.
func (r *reader) preferred(cues []cue, text string) []cue {
	if len(cues) < 2 {
		return cues
	}
	first, _, _ := strings.Cut(strings.NewReplacer(",", " ", ".", " ", "-", " ").Replace(text), " ")
	_, isBool := value.Bool(first)
	if isBool && len(value.Numbers(first)) > 0 {
		isBool = false // "Losses: 1" counts them
	}
	best := 0
	counted := len(value.Numbers(first)) > 0
	for i, c := range cues {
		switch {
		case counted && numeric(c.kind) && !numeric(cues[best].kind):
			best = i
		case isBool && c.kind == catalog.YesNo && first != "0":
			return []cue{c}
		case r.askedAt(c.key) >= 0 && c.kind != catalog.YesNo:
			best = i
		}
	}
	return append([]cue{cues[best]}, append(append([]cue{}, cues[:best]...), cues[best+1:]...)...)
}

// valueAfterLabel reads the text after a label as a value: all of it, else up to its first pause, else the first value
// of the right kind in it.
func (r *reader) valueAfterLabel(f catalog.Field, start, end int) bool {
	if f.Kind == catalog.Street || f.Kind == catalog.LongText || f.Kind == catalog.Name || f.Kind == catalog.Text {
		return r.textAfterLabel(f, start, end)
	}
	if f.Key == "subcontractors_used" {
		if sums := r.sumsIn(sentence{start: start, end: end}); len(sums) == 1 && r.fields["subcontractor_cost"] {
			f = r.field("subcontractor_cost") // "subs: 150k"
		}
	}
	text := r.text.Plain[start:end]
	if yearlySums[f.Key] && otherPeriod.MatchString(r.text.Lower[start:end]) {
		return r.valueInside(f, start, end)
	}
	if v, ok := value.Parse(f, strings.TrimRight(text, " .!;,"), r.turn.Now); ok {
		return r.set(f.Key, v, 20, start, end)
	}
	for i := 0; i < len(text); i++ {
		if strings.IndexByte(",;(.-!|", text[i]) < 0 || r.insideValue(start+i) || i == 0 {
			continue
		}
		if v, ok := value.Parse(f, strings.TrimSpace(text[:i]), r.turn.Now); ok {
			return r.set(f.Key, v, 20, start, start+i)
		}
	}
	return r.valueInside(f, start, end)
}

// textAfterLabel takes a name, a description or an address.
func (r *reader) textAfterLabel(f catalog.Field, start, end int) bool {
	lower := strings.TrimSpace(r.text.Lower[start:end])
	if f.Kind == catalog.Street {
		if sameAs.MatchString(lower) {
			return r.copyAddress(f.Key, start, end)
		}
		for i := range r.values {
			if v := &r.values[i]; v.kind == catalog.Street && v.start >= start && v.start < end {
				r.setAddress(prefixOf(f.Key), v, 20)
				return true
			}
		}
		v, ok := value.Parse(f, r.text.Plain[start:end], r.turn.Now)
		return ok && r.set(f.Key, v, 20, start, end)
	}
	if f.Key == "contact_name" && strings.ContainsAny(strings.TrimSpace(r.text.Lower[start:end] + " ")[:1], "0123456789(+@") {
		return false
	}
	if f.Kind == catalog.Name || f.Kind == catalog.Text {
		end = r.nameEnd(start, end, f.Key)
	}
	if f.Key == operationsKey && r.fields["legal_name"] && ownFirm(r, strings.TrimSpace(r.text.Plain[start:end])) {
		f = r.field("legal_name") // "business: Whitcomb Excavating Co" is no description
	}
	v, ok := value.Parse(f, strings.Trim(r.text.Original(start, end), " |.;,\"'“”"), r.turn.Now)
	if !ok {
		return false
	}
	if s, isText := v.(string); isText && endsAbbreviated(r.text.Plain[start:end]) {
		v = s + "."
	}
	if f.Key == "current_carrier" {
		r.readPriceBehind(end)
	}
	return r.set(f.Key, v, 20, start, end)
}

var abbreviatedEnd = pattern.MustCompile(`(?i)(?:\b(?:inc|ltd|co|corp|jr|sr|bros)|\b[a-z]\.[a-z])\.\s*$`)

func endsAbbreviated(s string) bool { return abbreviatedEnd.MatchString(s) }

func article(f catalog.Field) string {
	return "an answer to “" + f.Label + "”"
}

func numeric(k catalog.Kind) bool {
	return k == catalog.Count || k == catalog.Money || k == catalog.Percent
}

var otherPeriod = pattern.MustCompile(`\b(?:month|monthly|mo|mth|week|weekly|wk|quarter|quarterly|qtr)\b`)

func (r *reader) valueInside(f catalog.Field, start, end int) bool {
	switch f.Kind {
	case catalog.YesNo:
		if f.Key == "losses_5yr" && cleanRecord.MatchString(r.text.Lower[start:end]) {
			return r.set(f.Key, false, 18, start, end)
		}
		if clause := strings.IndexAny(r.text.Lower[start:end], ",;."); clause > 0 {
			if v, ok := r.polarity(start, start+clause); ok {
				return r.set(f.Key, v, 18, start, start+clause)
			}
		}
		if v, ok := r.polarity(start, end); ok {
			return r.set(f.Key, v, 18, start, end)
		}
	case catalog.Choice:
		if found := value.Options(f, r.text.Lower[start:end]); len(found) > 0 {
			return r.set(f.Key, found[0].Value, 18, start, end)
		}
	case catalog.Year:
		return false
	}
	for i := range r.values {
		v := &r.values[i]
		if v.start < start || v.end > end || v.kind != f.Kind && !(v.kind == catalog.Count && numeric(f.Kind)) {
			continue
		}
		if v.kind == catalog.Count {
			if r.fit(f, v) < 0 || v.old || v.number.Percent != (f.Kind == catalog.Percent) {
				continue
			}
			if n, ok := value.InRange(f, r.amount(f, v)); ok {
				return r.set(f.Key, n, 18, v.start, v.end)
			}
			continue
		}
		return r.set(f.Key, v.text, 18, v.start, v.end)
	}
	return false
}
