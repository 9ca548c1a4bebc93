package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// evidence says how strongly a cue speaks for a value: right behind it as a unit, right before it as a label, or farther
// off in the same sentence.
func (r *reader) evidence(c cue, v found, s sentence) float64 {
	after := c.start >= v.end
	from, to := c.end, v.start
	words := linkers
	if after {
		from, to, words = v.end, c.start, unitFillers
	}
	gap := r.text.Lower[from:to]
	plain, odd, between := 0, 0, 0
	for _, w := range r.words(from, to) {
		switch {
		case words[w] || after && linkers[w]:
			plain++
		default:
			odd++
		}
	}
	for _, o := range r.valuesIn(from, to) {
		if o.kind != catalog.Street && !o.old {
			between++
			odd--
		}
	}
	score := 10.0 - 0.15*float64(plain) - 1.1*float64(max(odd, 0)) - 4*float64(between)
	if after {
		score = 10.3 - 0.3*float64(plain) - 1.3*float64(max(odd, 0)) - 5*float64(between)
		if odd == 0 && plain == 0 && (c.kind == catalog.Count) {
			score += 0.8
		}
	}
	score -= barrier(gap, after)
	score += 0.25 * float64(c.to-c.from-1)
	if !after && (r.namesFirst(s) || r.chained(c, v, s)) {
		score += 1.5
	}
	if _, g := r.sentenceOf(c.start); g != nil && g.act == takesBack {
		score--
	}
	return score
}

func barrier(gap string, after bool) (cost float64) {
	for i := 0; i < len(gap); i++ {
		switch gap[i] {
		case ';':
			cost += 4
		case '/':
			if i > 0 && i+1 < len(gap) && gap[i-1] == ' ' && gap[i+1] == ' ' {
				cost += 4
			}
		case ',', '(':
			cost += 1.5
			if after {
				cost += 1.5
			}
		}
	}
	if after && (strings.Contains(gap, " and ") || strings.Contains(gap, " but ") || strings.Contains(gap, " - ")) {
		cost += 3
	}
	if !after && strings.Contains(gap, " and ") {
		cost += 0.5
	}
	return cost
}

// namesFirst is labelStyle, found once for each sentence.
func (r *reader) namesFirst(s sentence) bool {
	key := saying{nil, s.start}
	first, known := r.said[key]
	if !known {
		first = r.labelStyle(s)
		r.said[key] = first
	}
	return first
}

// labelStyle says that names and values alternate in a sentence, name first.
func (r *reader) labelStyle(s sentence) bool {
	names, numbers, lastEnd := 0, 0, -1
	nameFirst, last := false, s.end
	for _, v := range r.valuesIn(s.start, s.end) {
		if v.kind == catalog.Count {
			last = v.start
		}
	}
	for _, c := range r.cuesIn(s.start, last) {
		if c.start >= lastEnd && (numeric(c.kind) || c.kind == catalog.Year) {
			names++
			lastEnd = c.end
		}
	}
	firstNumber := -1
	for _, v := range r.valuesIn(s.start, s.end) {
		if v.kind == catalog.Count {
			numbers++
			if firstNumber < 0 {
				firstNumber = v.start
			}
		}
	}
	for _, c := range r.cuesIn(s.start, s.end) {
		if firstNumber >= 0 && c.end <= firstNumber {
			nameFirst = true
		}
	}
	return nameFirst && numbers > 1 && names == numbers
}

// largeSums are asked in whole amounts: a bare "250" may well mean thousands.
var largeSums = set(`annual_revenue annual_payroll contents_limit building_limit each_occurrence_limit general_aggregate_limit umbrella_limit`)

// fewOf are counted in hundreds at the most by those who apply here.
var fewOf = set(`vehicle_count driver_count number_of_locations loss_count`)

// fits says how well a number of this form suits a field: zero for well, down to -9 for not at all.
func fits(f catalog.Field, n value.Number) float64 {
	const never = -9
	if len(n.Digits) > 1 && n.Digits[0] == '0' && n.Digits[1] != '.' {
		return never // a code, not a quantity
	}
	if n.Area && f.Key != "square_footage" {
		return never
	}
	switch f.Kind {
	case catalog.Money:
		switch {
		case n.Percent:
			return never
		case n.Scaled && n.Value < 1000 && largeSums[f.Key]:
			return -7.5 // "six hundred" may well mean thousands
		case n.Money || n.Scaled || n.Grouped:
			return 0
		case n.YearLike:
			if f.Key == "deductible" || f.Key == "current_premium" || f.Key == "loss_total" {
				return -0.5
			}
			return -7
		case n.Value == 0:
			return -0.5
		case n.Value < 1000 && largeSums[f.Key]:
			return -7.5
		case n.Value < 100:
			return -6
		}
		return -0.5
	case catalog.Count:
		switch {
		case f.Max != nil && n.Value > *f.Max, n.Money || n.Percent || n.Value != float64(int64(n.Value)):
			return never
		case f.Key == "square_footage":
			if n.Value < 50 {
				return never
			}
			return 0
		case n.YearLike && fewOf[f.Key]:
			return never // "the truck is a 2017"
		case n.Value > 5000 && f.Key != "records_held", n.Value > 500 && fewOf[f.Key]:
			return -5
		case n.Scaled && !n.Spelled, n.Value > 50000:
			return never
		case n.YearLike:
			return -6.5
		}
		return 0
	case catalog.Percent:
		if n.Percent {
			return 0
		}
		if n.Money || n.Scaled || n.Value > 100 {
			return never
		}
		return -2
	case catalog.Year:
		if n.YearLike {
			return 0
		}
	}
	return never
}
