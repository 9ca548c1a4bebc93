package extract

import (
	"math"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	placeLabel = pattern.MustCompile(`
		^(?P<of>(?:mailing|location|premises|physical|business|insured|applicant|company|property|risk) )?(?:address )?(?:city|town)
		(?: and)?(?: county)? (?:state|st|province)(?: and)?(?: (?:zip|postal)(?: ?code)?(?: 4)?)?$`)
	stateLabel = pattern.MustCompile(`
		^(?P<of>(?:mailing|location|premises|physical|business|insured|applicant|company|property|risk) )?(?:state|st)
		(?: and)? (?:zip|postal)(?: ?code)?(?: 4)?$`)
	stateZIP   = pattern.MustCompile(`^([A-Za-z][A-Za-z. ]+?)[,/ ]+(\d{5})(?:-\d{4})?$`)
	atPremises = pattern.MustCompile(`^(?:location|premises|physical|property|risk) `)
)

const sureOfPlace = 0.95

// places reads the value of one label for two or three fields: "City / State / ZIP", "State & ZIP".
func (r *reader) places(p *page) {
	for _, c := range p.cells {
		if c.mark != noMark || c.typed || !c.label {
			continue
		}
		label := normal(strings.TrimRight(c.text, ":? "))
		whole := placeLabel.MatchString(label)
		if !whole && !stateLabel.MatchString(label) {
			continue
		}
		key := "mailing_city"
		if atPremises.MatchString(label) || p.ofLocation(c) {
			key = "location_city"
		}
		group, ok := strings.CutSuffix(keyIn(c.context, key, label), "_city")
		if !ok || p.ofOthers(c) {
			continue
		}
		if a, ok := r.placeAt(p, c, whole); ok {
			for part, text := range map[string]string{"_city": a.City, "_state": a.State, "_zip": a.ZIP} {
				if text != "" {
					r.keep(group+part, text, sureOfPlace, p, c)
				}
			}
		}
	}
}

// ofLocation tells that a bare "City" goes on an address of the premises: the nearest label of an address before it, on its row
// or on the lines right above, is one.
func (p *page) ofLocation(c *cell) bool {
	if strings.Contains(strings.ToLower(c.text), "mail") {
		return false
	}
	var before *cell
	for _, d := range p.between(c.y-linesOfAddress*1.6*max(c.size, 9), c.y+0.5*c.size) {
		if d == c || len(d.hits) == 0 || !strings.HasSuffix(d.hits[0].key, "_address") || near(d.y, c.y, c.size) && d.x0 > c.x0 {
			continue
		}
		if near(d.y, c.y, c.size) || math.Abs(d.x0-c.x0) < 30 {
			before = d
		}
	}
	return before != nil && before.hits[0].key == "location_address" && before.hits[0].score == strongLabel
}

// placeAt reads the place beside a label or right under it.
func (r *reader) placeAt(p *page, label *cell, whole bool) (value.Address, bool) {
	if right := p.after(label); len(right) > 0 && !right[0].label {
		if p.offered(right[0]) {
			if right[0] = p.renewed(right[0]); right[0] == nil {
				return value.Address{}, false
			}
		}
		if a, ok := placeOf(right[0].text, whole); ok {
			return a, true
		}
	}
	for _, d := range p.between(label.y+0.5*label.size, label.y+3.3*max(label.size, 8)) {
		if d.mark == noMark && under(label, d) {
			if d.label {
				break
			}
			return placeOf(d.text, whole)
		}
	}
	return value.Address{}, false
}

func placeOf(text string, whole bool) (value.Address, bool) {
	if whole {
		return value.Place(value.Normalize(text))
	}
	m := stateZIP.FindStringSubmatch(text)
	if m == nil {
		return value.Address{}, false
	}
	state, ok := value.StateCode(m[1])
	return value.Address{State: state, ZIP: m[2]}, ok
}
