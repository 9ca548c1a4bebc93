package extract

import (
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// How sure a value is by where it stands to its label.
const (
	behindColon = 1.0
	toTheRight  = 0.96
	inColumn    = 0.9
	beneath     = 0.86
)

// earlier is the premium of a term that is over, or nearly: it counts where no other is named.
var earlier = pattern.MustCompile(`(?i)\b(?:previous|prior|expiring|last)\b`)

// autoSymbol is a covered auto symbol, which stands between a coverage and its limit.
var autoSymbol = pattern.MustCompile(`^\d{1,2}(?:, ?\d{1,2})*$`)

const lessSure = 0.85

// unchanged is what people write where nothing is to be corrected.
var unchanged = pattern.MustCompile(`(?i)^(?:no change|same|unchanged|ok|okay|correct|as is)\.?$`)

// furtherAsked stands between a question and its one answer: "Any losses? If yes, give details: none", or a remark in brackets.
var furtherAsked = pattern.MustCompile(`(?i)^\(?if (?:yes|so|any)\b.*$|^\([^()]*\)?$`)

// pair looks for the value of one label.
func (r *reader) pair(p *page, label *cell) {
	for _, h := range label.hits {
		key := keyIn(label.context, h.key, label.text)
		key = r.ofPolicy(p.ofCoverage(label, key))
		if rest, ok := strings.CutPrefix(key, "mailing_"); ok && (p.scheduled(label) || p.ofLocation(label)) {
			key = "location_" + rest
		}
		f, ok := r.catalog.Field(key)
		if !ok || key == "umbrella_limit" && h.key == key && h.score == weakLabel && !r.umbrella {
			continue
		}
		if f.Kind != catalog.YesNo && p.boxBefore(label) != noMark {
			continue // the word of a box is an option, not a label
		}
		if ofPeople(key) && (r.certificate && !strings.Contains(strings.ToLower(label.text), "insured") || p.ofOthers(label) || p.sender(label)) {
			continue
		}
		if f.Kind == catalog.LongText && p.numberedRow(label) || key == "wc_class_code" && !p.ofClasses(label) {
			continue
		}
		if key == "current_premium" && r.invoice && !strings.Contains(strings.ToLower(label.text), "premium") {
			continue
		}
		if key == "current_carrier" && r.application && p.appliedTo(label) {
			continue
		}
		if key == "each_occurrence_limit" && p.combinedSingle(label) {
			continue
		}
		if v, sure, ok := r.valueOf(p, label, f); ok {
			if h.score == partLabel && f.Kind != catalog.YesNo && f.Kind != catalog.Choice {
				continue
			}
			if key == "current_premium" && earlier.MatchString(label.text) {
				sure *= lessSure
			}
			label.answered = true
			if key == "losses_5yr" {
				r.countedLosses(p, label)
			}
			if key == "legal_name" {
				r.partyOf(p, label)
			}
			r.keep(key, v, h.score*sure, p, label)
			return
		}
	}
}

// countedLosses takes the number behind "Claims in 5 years", which says both whether and how many.
func (r *reader) countedLosses(p *page, label *cell) {
	c := p.answerOf(label)
	if p.header(label) {
		r.countedColumn(p, label)
		return
	}
	if c == nil || c.mark != noMark {
		return
	}
	if m := countBehind.FindStringSubmatch(c.text); m != nil {
		r.keepText(p, label, "loss_count", m[1])
	}
}

// countedColumn reads the column "Claims" of a table of terms, whose figures are how many there were.
func (r *reader) countedColumn(p *page, label *cell) {
	f, ok := r.catalog.Field("loss_count")
	for _, c := range p.columnOf(label) {
		ok = ok && tooSmall.MatchString(c.text)
	}
	if !ok {
		return
	}
	if v, found := r.column(p, label, f); found && v != nil {
		r.keep(f.Key, v, sureOfCombined, p, label)
	}
}

var countBehind = pattern.MustCompile(`(?i)^(?:yes\W{1,3})?(\d{1,3})$`)

// valueOf tries the places where a value may stand: marked boxes, the same row, below, the column of a table.
func (r *reader) valueOf(p *page, label *cell, f catalog.Field) (v any, sure float64, ok bool) {
	if f.Kind == catalog.YesNo || f.Kind == catalog.Choice {
		if v, found, marked := r.marked(p, label, f); found {
			return v, 1, marked
		}
	}
	if right := p.after(label); f.Kind == catalog.Money && len(right) > 1 && right[0].mark != noMark {
		if v, found, marked := r.marked(p, label, f); found {
			return v, 1, marked
		}
	}
	if p.labelsBelow && !label.colon {
		if d := p.valueAbove(label); d != nil {
			v, ok := r.read(p, d, f)
			return v, beneath, ok
		}
		return nil, 0, false
	}
	header := r.header(p, label, f)
	if !header {
		if v, ok := r.right(p, label, f); ok {
			if label.colon {
				return v, behindColon, true
			}
			return v, toTheRight, true
		}
	}
	if header {
		if v, found := r.column(p, label, f); found {
			return v, inColumn, v != nil
		}
	}
	if !p.replied(label) {
		if v, ok = r.below(p, label, f); ok {
			return v, beneath, true
		}
	}
	if f.Kind == catalog.Money && single(f.Key) && !label.colon {
		if v, ok := r.totalOf(p, label, f); ok {
			return v, inColumn, true
		}
	}
	v, ok = r.answeredTo(p, label, f)
	return v, lessThanParsed, ok
}

// replied tells a label with a colon that words follow right behind it: what stands below is no answer to it.
func (p *page) replied(label *cell) bool {
	right := p.after(label)
	return label.colon && len(right) > 0 && right[0].mark == noMark && !right[0].label && !right[0].typed && near(right[0].y, label.y, label.size) &&
		right[0].x0-label.right() < repliedWithin*label.size && len(right[0].words) > 1
}

const repliedWithin = 2.5

// right takes the first cell on the row that the field's grammar accepts, up to the next label.
func (r *reader) right(p *page, label *cell, f catalog.Field) (any, bool) {
	for n, c := range p.after(label) {
		if c.mark != noMark || c.x0-label.x1 > p.reachOf(label) || n == 0 && p.gridded(label, c) {
			return nil, false
		}
		if (f.Kind == catalog.Money || f.Kind == catalog.Name) && single(f.Key) && p.underLetter(c) {
			return nil, false
		}
		if v, found := r.acrossPlaces(p, c, f); found {
			return v, v != nil
		}
		if p.offered(c) {
			chosen := p.renewed(c)
			if f.Key == "current_premium" || f.Key == "current_carrier" {
				chosen = p.expiring(c)
			}
			if chosen == nil {
				return nil, false
			}
			if unchanged.MatchString(chosen.text) {
				chosen = c
			}
			return r.read(p, chosen, f)
		}
		if n == 0 && f.Kind == catalog.YesNo && furtherAsked.MatchString(c.text) {
			label = c
			continue
		}
		if c.label && (c.colon || !r.answers(c, f)) || besideHeading(label, c) {
			return nil, false
		}
		if n == 0 && f.Key == "hired_non_owned_auto" && autoSymbol.MatchString(c.text) {
			continue
		}
		if n > 0 && !numeric(f.Kind) && !(n == 1 && (f.Key == "hired_non_owned_auto" || f.Kind == catalog.YesNo && furtherAsked.MatchString(label.text))) {
			return nil, false
		}
		if !r.rightColumn(p, c, f) {
			continue
		}
		if f.Kind == catalog.Name && slices.Contains(parties, r.context(c.text)) {
			return nil, false // the head of the next column
		}
		if f.Kind == catalog.Money {
			c = p.ofYear(c, r.now.Year())
		}
		if v, ok := r.read(p, p.topLine(c), f); ok {
			return r.wrappedValue(p, label, c, f, v), true
		}
	}
	return nil, false
}

func numeric(k catalog.Kind) bool {
	return k == catalog.Money || k == catalog.Count || k == catalog.Percent || k == catalog.Year
}

// answers tells a cell that reads like a label but is an answer all the same: "Owner", "Yes", "Corporation".
func (r *reader) answers(c *cell, f catalog.Field) bool {
	if len(c.hits) > 0 && c.hits[0].key == f.Key && c.hits[0].score == strongLabel && f.Kind != catalog.Choice {
		return false
	}
	switch f.Kind {
	case catalog.YesNo, catalog.Choice:
		_, ok := parse(f, c.text, r.now)
		return ok
	case catalog.Name, catalog.Text, catalog.LongText, catalog.Street:
		return false
	}
	if len(c.hits) > 0 && c.hits[0].score >= cueLabel && !c.typed && wordy(c.text) {
		return false // "5-year losses"
	}
	_, ok := parse(f, c.text, r.now)
	return ok && strings.ContainsFunc(c.text, unicode.IsDigit)
}

// below takes the nearest cell under a label.
func (r *reader) below(p *page, label *cell, f catalog.Field) (any, bool) {
	from := label.last()
	for _, d := range p.between(from.y, from.y+4.3*max(label.size, 8)) {
		dy := d.y - from.y
		far := dy > 3.3*max(label.size, 8) && d.size < 1.4*label.size
		if dy < 0.5*label.size || far || d.tail || !under(label, d) {
			continue
		}
		if d.x0 < label.x0-8 && !p.header(label) {
			continue
		}
		if d.mark != noMark || d.label && !r.answers(d, f) {
			return nil, false
		}
		if f.Kind == catalog.Name && slices.Contains(parties, r.context(d.text)) {
			return nil, false // the next heading
		}
		if p.owned(d, label) {
			return nil, false
		}
		if (f.Kind == catalog.Money && single(f.Key) || summed[f.Key]) && r.listed(p, label, f) {
			return r.totalOf(p, label, f)
		}
		if f.Kind == catalog.Money && !strings.ContainsAny(d.text, "0123456789") && p.header(label) {
			return nil, false // "None" in the first row of a table is not the table's
		}
		return r.read(p, d, f)
	}
	if d := p.underCaption(label); d != nil && f.Kind == catalog.Name && !strange(d.context) {
		return r.read(p, d, f)
	}
	return nil, false
}

// underCaption is the first line of what stands in the box of a form, larger than the caption above it and set in.
func (p *page) underCaption(label *cell) *cell {
	for _, d := range p.between(label.y+0.5*label.size, label.y+2.6*max(label.size, 8)) {
		if d.mark != noMark || d.x0 < label.x0-2 || d.x0 > label.x0+mostSetIn {
			continue
		}
		if d.label || d.colon || d.size < captionSmaller*label.size || label.colon || p.lead(d) != nil {
			return nil
		}
		return d
	}
	return nil
}

const (
	mostSetIn      = 45.0 // points
	captionSmaller = 1.15
)
