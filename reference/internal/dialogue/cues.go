package dialogue

import (
	"slices"
	"sort"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// cue is a place where a field is named.
type cue struct {
	key        string
	kind       catalog.Kind
	from, to   int // tokens
	start, end int // bytes
	label      bool
	announces  bool // names the field only as a label
}

type cueEntry struct {
	stems []string
	key   string
	kind  catalog.Kind
	label bool // the field's own label
	only  bool // names the field only as a label
}

// cueIndex finds cues by their first word; longer ones first.
type cueIndex struct {
	byFirst map[string][]cueEntry
}

func indexCues(c *catalog.Catalog) *cueIndex {
	index := &cueIndex{byFirst: map[string][]cueEntry{}}
	for _, f := range c.Fields {
		for i, text := range slices.Concat([]string{f.Label}, f.Cues, f.Labels) {
			var stems []string
			for _, t := range tokens(asciiLower(text)) {
				stems = append(stems, t.stem)
			}
			if len(stems) > 0 {
				index.byFirst[stems[0]] = append(index.byFirst[stems[0]], cueEntry{stems, f.Key, f.Kind, i == 0, i > len(f.Cues)})
			}
		}
	}
	for _, list := range index.byFirst {
		slices.SortStableFunc(list, func(a, b cueEntry) int { return len(b.stems) - len(a.stems) })
	}
	return index
}

// findCues finds where fields are named. A cue inside a longer one is none: "subcontractor cost" does not name the
// question whether subcontractors are used.
func (r *reader) findCues() []cue {
	var all []cue
	for i := range r.tokens {
		for _, e := range r.Engine.cues.byFirst[r.tokens[i].stem] {
			if !r.fields[e.key] || !r.matches(i, e.stems) {
				continue
			}
			last := r.tokens[i+len(e.stems)-1]
			if e.key == "total_employees" && i+1 < len(r.tokens) && (r.tokens[i+1].text == "comp" || r.tokens[i+1].text == "compensation") {
				continue // workers compensation counts nobody
			}
			if e.key == "contact_phone" && len(e.stems) == 1 && e.stems[0] == "call" && i+1 < len(r.tokens) && figurative[r.tokens[i+1].text] {
				continue // "call it 80k" dials nothing
			}
			if (e.key == "annual_payroll" || e.key == "annual_revenue") && len(e.stems) == 1 && len(e.stems[0]) == 2 &&
				(i+1 == len(r.tokens) || !digitFirst(r.tokens[i+1].text)) {
				continue // a PR firm: the letters alone name no sum
			}
			if e.key == "contents_limit" && len(e.stems) == 1 && goods[e.stems[0]] && (i+1 == len(r.tokens) || !digitFirst(r.tokens[i+1].text)) {
				continue // "we lease equipment": only a sum right behind insures it
			}
			if e.key == "square_footage" && len(e.stems) == 1 && e.stems[0] == "area" && i+1 < len(r.tokens) && r.tokens[i+1].stem == "code" {
				continue // that of a telephone
			}
			if e.key == "annual_revenue" && e.stems[0] == "budget" && !r.ofTheYear(i) {
				continue // "on a budget", "our marketing budget"
			}
			c := cue{e.key, e.kind, i, i + len(e.stems), r.tokens[i].start, last.end, e.label, e.only}
			if !slices.ContainsFunc(all, func(o cue) bool { return o.key == c.key && o.from <= c.from && c.to <= o.to }) {
				all = append(all, c)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(c cue) bool {
		return slices.ContainsFunc(all, func(o cue) bool {
			return !o.announces && o.from <= c.from && c.to <= o.to && o.to-o.from > c.to-c.from
		})
	})
}

var (
	budgetOf = set("our the annual operating total yearly church school full whole")
	budgetIs = set("is of around about runs roughly was at comes for")
)

var goods = set("equipment stock tool")

func digitFirst(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// ofTheYear says that the budget at a token is what a year's work takes, and not that for one thing.
func (r *reader) ofTheYear(i int) bool {
	if i > 0 && !budgetOf[r.tokens[i-1].text] && together(r.text.Lower[r.tokens[i-1].end:r.tokens[i].start]) {
		return false
	}
	return i+1 < len(r.tokens) && (budgetIs[r.tokens[i+1].text] || len(value.Numbers(r.tokens[i+1].text)) > 0)
}

var figurative = set("it that for off us ourselves them")

// keepLabels takes the words that are labels only out of the cues, once the labels are known.
func (r *reader) keepLabels() {
	r.cues = slices.DeleteFunc(r.cues, func(c cue) bool { return c.announces })
}

func (r *reader) matches(at int, stems []string) bool {
	if at+len(stems) > len(r.tokens) {
		return false
	}
	for k, s := range stems {
		if r.tokens[at+k].stem != s {
			return false
		}
		if k == 0 {
			continue
		}
		gap := r.text.Lower[r.tokens[at+k-1].end:r.tokens[at+k].start]
		if !together(gap) || gap[0] == '.' && !abbreviation[r.tokens[at+k-1].text] && len(gap) > 1 {
			return false
		}
	}
	return true
}

// together says that two words of one cue may be parted like this.
func together(gap string) bool {
	if len(gap) > 4 {
		return false
	}
	for i := 0; i < len(gap); i++ {
		switch gap[i] {
		case '\n', ';', ':', '?', '!', '=', ',', '(':
			return false
		}
	}
	return true
}

// dropCuesInValues forgets the "drive" of a street and the "office" of a mail address.
func (r *reader) dropCuesInValues() {
	r.cues = slices.DeleteFunc(r.cues, func(c cue) bool {
		return slices.ContainsFunc(r.values, func(v found) bool {
			named := v.kind == catalog.Street && !v.weak || v.kind == catalog.Email || v.kind == catalog.URL || v.kind == catalog.Date
			return named && v.start <= c.start && c.end <= v.end
		})
	})
}

// dropCuesInInsurers forgets the "auto" of State Auto.
func (r *reader) dropCuesInInsurers() {
	if len(r.cues) == 0 {
		return
	}
	for _, m := range insurers().in(r.text.Lower, r.tokens) {
		if !m.plain {
			r.cues = slices.DeleteFunc(r.cues, func(c cue) bool { return m.start <= c.start && c.end <= m.end })
		}
	}
}

func (r *reader) cuesIn(start, end int) []cue {
	var all []cue
	for i := sort.Search(len(r.cues), func(i int) bool { return r.cues[i].start >= start }); i < len(r.cues) && r.cues[i].start < end; i++ {
		if r.cues[i].end <= end {
			all = append(all, r.cues[i])
		}
	}
	return all
}
