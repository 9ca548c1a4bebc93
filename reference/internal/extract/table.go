package extract

import (
	"math"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	limitColumn   = pattern.MustCompile(`\b(?:limits?|amounts?|values?|insurance|insured|coverages?)\b`)
	foreignColumn = pattern.MustCompile(`\b(?:premiums?|deductibles?|rates?|coinsurance|co insurance|waiting|retention|fees?|factor)\b`)
	totalRow      = pattern.MustCompile(`
		(?i)^(?:
			(?:grand |policy |overall )?totals?\b|all (?:terms|years|policies|periods|claims)\b|\d{1,2}[- ](?:year|yr)s? totals?\b
		)`)
)

// grandTotal is a row of totals that has a colon: "Grand total: 4 claims".
var grandTotal = pattern.MustCompile(`(?i)^(?:grand |policy |overall )?totals?:(?: \d+ (?:claims?|losses))?$`)

// rightColumn refuses a figure that stands in a column of something else: a limit is not looked for under "Premium".
func (r *reader) rightColumn(p *page, c *cell, f catalog.Field) bool {
	if f.Kind != catalog.Money || !strings.HasSuffix(f.Key, "_limit") {
		return true
	}
	head := p.headOf(c)
	return head == nil || !foreignColumn.MatchString(normal(head.text))
}

// headOf finds the head of a figure's column: the nearest cell above it that is a label without figures, on a head row.
func (p *page) headOf(c *cell) *cell {
	above := p.between(c.y-320, c.y)
	for i := len(above) - 1; i >= 0; i-- {
		d := above[i]
		if d.y >= c.y-0.5*c.size || c.y-d.y > 320 || d.mark != noMark || d.colon {
			continue
		}
		if p.titleOfTable(d) {
			return nil
		}
		if !under(c, d) {
			continue
		}
		s := normal(d.text)
		if limitColumn.MatchString(s) || foreignColumn.MatchString(s) {
			if len(p.row(d)) > 0 && !strings.ContainsAny(d.text, "$") {
				return d
			}
		}
	}
	return nil
}

// titleOfTable tells a heading that stands alone on its row, above the head of another table.
func (p *page) titleOfTable(c *cell) bool {
	return (c.bold || upper(c.text)) && !c.prose && len(c.words) > 1 && !strings.ContainsAny(c.text, "0123456789") && len(p.row(c)) == 0
}

var offer = pattern.MustCompile(`
	^(?:option|alternative|alternate|quote|proposal|plan|tier|choice|carrier|insurer|market)
	(?: (?:number )?(?:[a-z]|\d|one|two|three))$|
	^(?:expiring|renewal|proposed|current|prior|requested|quoted|existing|present|new|old|revised|amended|recommended)(?:
		 (?:policy|term|limits?|coverages?|program|premium|carrier|values?|amount|information)
	)?$|
	^(?:from|to|before|after|was|now|is|as is|as amended|changed? (?:from|to)|previously|(?:currently )?in force)$|
	^(?:(?:currently )?on file|(?:per )?our records|as recorded|correct(?:ed|ions?)(?: \pL+)?|updated?(?: \pL+)?)$`)

// offered tells a cell in a comparison of several offers: its column and the one beside it are headed "Option A", "Option B".
func (p *page) offered(c *cell) bool {
	if !p.underOffer(c) {
		return false
	}
	for _, d := range p.row(c) {
		if d.mark == noMark && !d.colon && len(d.hits) == 0 && d.text != c.text && p.underOffer(d) {
			return true
		}
	}
	return false
}

var lettered = pattern.MustCompile(`^(?:option|alternative|quote|proposal|plan|tier|choice|carrier|market) (?:[a-h]|\d|one|two|three)$`)

// underLetter tells a column headed "Carrier A" or "Option 2": others are not far, be it on the next page.
func (p *page) underLetter(c *cell) bool {
	for _, d := range p.between(c.y-160, c.y-0.5*c.size) {
		if d.mark == noMark && !d.colon && math.Abs(d.x0-c.x0) < 6 && lettered.MatchString(normal(d.text)) {
			return true
		}
	}
	return false
}

func (p *page) underOffer(c *cell) bool { return p.underHead(c, offer) }

func (p *page) underHead(c *cell, is *pattern.Pattern) bool {
	above := p.between(c.y-320, c.y-0.5*c.size)
	for i := len(above) - 1; i >= 0; i-- {
		d := above[i]
		if d.mark != noMark {
			continue
		}
		alone := len(p.row(d)) == 0
		if alone && d.bold && !c.bold && upper(d.text) && !d.colon {
			return false // the title of the table that the cell stands in
		}
		if !d.colon && !alone && under(c, d) && is.MatchString(normal(d.text)) {
			return true
		}
	}
	return false
}

var (
	newTerm = pattern.MustCompile(`
		^(?:renewal|proposed|new|upcoming|requested|revised|amended|recommended)(?:
			 (?:policy|term|limits?|coverages?|program|premium|offer|values?|amount|information)
		)?$|
		^(?:to|after|now|as amended|changed? to|correct(?:ed|ions?)(?: \pL+)?|updated?(?: \pL+)?)$`)
	oldTerm = pattern.MustCompile(`
		^(?:expiring|current|prior|present|existing|old)(?:
			 (?:policy|term|limits?|coverages?|program|premium|values?|amount|information)
		)?$|
		^(?:
			from|before|was|as is|is|changed? from|previously|(?:currently )?in force|(?:currently )?on file|(?:per )?our records|
			as recorded
		)$`)
	changed = pattern.MustCompile(`^(?:to|after|now|as amended|changed? to|(?:revised|amended|new)(?: \pL+)?)$`)
)

// expiring finds, on the row of a cell, what is paid now where a renewal stands beside it; where a policy is changed, what will
// be paid from now on.
func (p *page) expiring(c *cell) *cell {
	fresh := p.renewed(c)
	if fresh == nil || p.underHead(fresh, changed) {
		return fresh
	}
	for _, d := range append([]*cell{c}, p.row(c)...) {
		if d != fresh && d.mark == noMark && !d.label && p.underHead(d, oldTerm) {
			return d
		}
	}
	return nil
}

// renewed finds, on the row of a cell, the one under "Renewal" where the only other one stands under "Expiring".
func (p *page) renewed(c *cell) *cell {
	var fresh *cell
	old := 0
	for _, d := range append([]*cell{c}, p.row(c)...) {
		switch {
		case d.mark != noMark || d.label && len(d.hits) > 0 || !p.underOffer(d):
		case p.underHead(d, oldTerm) && !p.underHead(d, newTerm):
			old++
		case p.underHead(d, newTerm) && fresh == nil:
			fresh = d
		default:
			return nil
		}
	}
	if old != 1 {
		return nil
	}
	return fresh
}

// columnRows is the most rows of a table that are looked at.
const columnRows = 60

// columnOf lists the cells under a head, one a row, until the column breaks off.
func (p *page) columnOf(head *cell) []*cell {
	from := head.last()
	var out []*cell
	y, gap := from.y, 0.0
	heads := p.headRow(head)
	bottom := from.y
	for _, h := range heads {
		bottom = max(bottom, h.last().y)
	}
	for _, d := range p.between(from.y, p.height) {
		if d.y > from.y+0.5*head.size && head.bold && d.bold && (p.titleOfTable(d) || len(out) > 0 && d.label && !under(head, d) && p.header(d)) {
			break
		}
		if d.y <= y+0.5*head.size || d == from || !under(head, d) && !nearest(head, heads, d) || len(out) >= columnRows {
			continue
		}
		step := d.y - y
		if len(out) == 0 && d.y > bottom {
			step = d.y - bottom // the other heads have more lines
		}
		if step > max(4.2*head.size, 2.6*gap) && (len(out) > 0 || step > 5*head.size || len(heads) < 3) {
			break
		}
		if d.mark == noMark && d.label && d.colon {
			break
		}
		out = append(out, d)
		if gap == 0 || step < gap {
			gap = step
		}
		y = d.y
	}
	return out
}

// widestShift is how far a figure may be set from the middle of its head, as with a centred head over figures to the left.
const widestShift = 80.0

// nearest tells a figure that stands under none of the heads of a table and closest to this one.
func nearest(head *cell, heads []*cell, d *cell) bool {
	off := math.Abs(d.centre() - head.centre())
	if len(heads) < 2 || off > widestShift || d.mark != noMark || !sum.MatchString(d.text) {
		return false
	}
	for _, h := range heads {
		if under(h, d) || math.Abs(d.centre()-h.centre()) < off {
			return false
		}
	}
	return true
}

// summed are the fields whose column in a table adds up.
var summed = map[string]bool{"annual_payroll": true, "current_premium": true, "full_time_employees": true, "part_time_employees": true,
	"total_employees": true, "loss_count": true, "loss_total": true}

// column reads the column under a head: the row of the total where there is one, the sum for what adds up, else the
// first row that has a value. Sums of money that differ and do not add up give no value, though one was found.
func (r *reader) column(p *page, label *cell, f catalog.Field) (v any, found bool) {
	var first any
	differ := false
	sum, rows := 0.0, 0
	var figures []float64
	var before *cell
	for _, c := range p.columnOf(label) {
		above := before
		before = c
		if c.mark != noMark || f.Kind == catalog.Name && above != nil && slices.Contains(p.linesBelow(above, 1), c) && continuesName(above.text, c) {
			continue
		}
		if lead := p.lead(c); lead != nil && lead.colon {
			if grandTotal.MatchString(lead.text) && numeric(f.Kind) {
				if v, ok := r.read(p, c, f); ok {
					return v, true
				}
			}
			break // the table is over
		}
		if c.label && !r.answers(c, f) && !strings.ContainsAny(c.text, "0123456789") {
			if summed[f.Key] && rows > 1 {
				break
			}
			if f.Kind != catalog.Money || first != nil && (len(c.hits) > 0 || c.bold && label.bold && p.header(c)) {
				return first, first != nil // the next row of labels in a grid
			}
			continue
		}
		v, ok := r.read(p, c, f)
		if !ok {
			continue
		}
		if lead := p.lead(c); lead != nil && totalRow.MatchString(lead.text) && numeric(f.Kind) {
			if f.Key == "current_premium" && p.listsTerms(label) {
				continue // what several terms cost together
			}
			if n, isNumber := v.(float64); isNumber && summed[f.Key] {
				return r.continued(p, label, f.Key, columnSum{value: n, figures: []float64{n}, total: true}), true
			}
			return v, true
		}
		if strings.ContainsAny(c.text, "0123456789") || f.Kind != catalog.Money {
			differ = differ || first != nil && first != v
			if first == nil {
				first = v
			}
		}
		if n, isNumber := v.(float64); isNumber {
			sum += n
			rows++
			figures = append(figures, n)
		}
		if !summed[f.Key] && !single(f.Key) && f.Key != "losses_5yr" {
			return first, true
		}
	}
	if p.byTerm(label) && (f.Key == "current_premium" || f.Key == "current_carrier") {
		if v, ok := r.latestTerm(p, label, f); ok {
			return v, true
		}
	}
	if f.Key == "losses_5yr" && first == false && differ {
		return true, true // some of the terms had losses
	}
	if f.Key == "current_premium" && p.rated(label) {
		return nil, true // what each class costs, without the fees and credits of the policy
	}
	if summed[f.Key] && (rows > 1 || rows == 1 && r.sums[f.Key].page < p.number) && !(f.Key == "current_premium" && p.byTerm(label)) {
		return r.continued(p, label, f.Key, columnSum{value: sum, figures: figures}), true
	}
	if differ {
		return nil, true
	}
	return first, first != nil
}

var termHead = pattern.MustCompile(`^(?:policy |coverage )?(?:year|yr|term|period|effective|eff|expiration|exp)(?: (?:date|dates))?s?$`)

// byTerm tells a table with a row for each term, whose premiums do not add up to that of one policy.
func (p *page) byTerm(head *cell) bool {
	for _, d := range p.headRow(head) {
		if termHead.MatchString(normal(d.text)) {
			return true
		}
	}
	return false
}

// ratedHead heads a column by which a premium is worked out.
var ratedHead = pattern.MustCompile(`\b(?:rate|exposure|hazard|haz|premium bas(?:is|e))\b`)

// rated tells a table of what the premium is worked out from, class by class.
func (p *page) rated(head *cell) bool {
	return slices.ContainsFunc(p.headRow(head), func(d *cell) bool { return ratedHead.MatchString(normal(d.text)) })
}

// lead is the leftmost cell on a cell's row.
func (p *page) lead(c *cell) *cell {
	row := p.row(c)
	if len(row) == 0 || row[0].x0 > c.x0 {
		return nil
	}
	return row[0]
}

// near says that two heights belong to one row.
func near(a, b, size float64) bool { return math.Abs(a-b) <= 0.55*size }
