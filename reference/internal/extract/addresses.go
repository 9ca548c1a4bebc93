package extract

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

const linesOfAddress = 3

// street reads an address over one to three lines. City, state and ZIP that stand in it are kept at once.
func (r *reader) street(p *page, c *cell, f catalog.Field) (any, bool) {
	group, _, _ := strings.Cut(f.Key, "_")
	if sameAs.MatchString(c.text) {
		if group == "location" {
			r.sameAsMailing = true
		}
		return nil, false
	}
	lines := []string{strings.TrimRight(c.text, ", ")}
	for _, d := range p.linesBelow(c, linesOfAddress) {
		lines = append(lines, strings.TrimRight(d.text, ", "))
	}
	if len(lines) == 1 {
		if d := p.cityBelow(c); d != nil {
			lines = append(lines, d.text)
		}
	}
	if a, ok := wrappedAddress(append([]*cell{c}, p.linesBelow(c, linesOfAddress)...)); ok {
		r.keepAddress(group, a, p, c)
		return a.Street, true
	}
	for n := range lines { // the first complete address, for below it another one may stand
		if a, ok := addressOf(lines[:n+1]); ok && a.City != "" && a.ZIP != "" {
			r.keepAddress(group, a, p, c)
			return a.Street, true
		}
	}
	for n := len(lines); n >= 1; n-- {
		a, ok := addressOf(lines[:n])
		if ok && (a.City != "" || n == 1) {
			r.keepAddress(group, a, p, c)
			return a.Street, true
		}
	}
	v, ok := value.Parse(f, c.text, r.now)
	if s, is := v.(string); ok && is && len(strings.Fields(s)) < 2 {
		return nil, false // a number of a location, not an address
	}
	return v, ok
}

var cityLine = pattern.MustCompile(`^[\p{L}][\p{L} .'’-]+,? [A-Z]{2},? \d{5}(?:-\d{4})?$`)

// cityBelow finds "Scottsbluff, NE 69361" on the next row of a widely spaced table, where no label stands before it.
func (p *page) cityBelow(c *cell) *cell {
	for _, d := range p.between(c.y+0.5*c.size, c.y+2.3*c.size) {
		set := math.Abs(d.x0-c.x0) < 3 || d.y < c.y+1.6*c.size && d.x0 > c.x0-widestShift && d.x0 < c.x1
		if set && cityLine.MatchString(d.text) && p.lead(d) == nil {
			return d
		}
	}
	return nil
}

// wrappedAddress reads an address that a narrow column breaks anywhere: "469 Riverside Dr, Fort" over "Wayne, IN 46802".
func wrappedAddress(cells []*cell) (value.Address, bool) {
	text := cells[0].text
	for _, c := range cells[1:] {
		if !openCity.MatchString(text) {
			return value.Address{}, false
		}
		text += " " + c.text
		if m := printed.FindStringSubmatch(text); m != nil {
			return addressOf([]string{text})
		}
	}
	return value.Address{}, false
}

// openCity is a line that ends within what follows the street.
var openCity = pattern.MustCompile(`^\d.*, *\p{Lu}[\p{L}.'’ -]*$|^\d.*,$`)

// printed is an address as documents print it: street, city, state and ZIP, parted by commas.
var printed = pattern.MustCompile(`^(.*\d.*),\s*([\p{L}][\p{L} .'’-]+),\s*([A-Z]{2}),?\s+(\d{5})(?:-\d{4})?\.?$`)

// addressOf reads lines as an address that begins with the first of them.
func addressOf(lines []string) (value.Address, bool) {
	if m := printed.FindStringSubmatch(strings.Join(lines, ", ")); m != nil && !strings.Contains(m[1], ";") {
		first, _ := utf8.DecodeRuneInString(m[1])
		state, ok := value.StateCode(m[3])
		if ok && (unicode.IsDigit(first) || boxAddress.MatchString(m[1])) {
			return value.Address{Street: m[1], City: m[2], State: state, ZIP: m[4]}, true
		}
	}
	text := value.Normalize(strings.Join(lines, ", "))
	for _, a := range value.Addresses(text) {
		if strings.Trim(text.Plain[:a.Start], " ,") != "" {
			continue
		}
		if a.City == "" {
			if place, ok := value.Place(value.Normalize(strings.TrimLeft(text.Original(a.End, len(text.Plain)), ", "))); ok {
				a.City, a.State, a.ZIP = place.City, place.State, place.ZIP
			}
		}
		return a, true
	}
	if len(lines) > 1 { // "Building 4, Harbor Yard" over "Portland, ME 04101"
		if place, ok := value.Place(value.Normalize(lines[len(lines)-1])); ok && place.ZIP != "" && strings.ContainsAny(lines[0], "0123456789") {
			place.Street = strings.Join(lines[:len(lines)-1], ", ")
			return place, true
		}
	}
	return value.Address{}, false
}

var boxAddress = pattern.MustCompile(`
	(?i)^(?:
		p\.? ?o\.? box|one|suite|unit|rr|hc|(?:rural )?route \d|rt\.? \d|(?:state|county|us) (?:highway|hwy|road|route)|highway \d|
		hwy\.? \d|[NSEW]\d+
	) ?`)

const partOfAddress = 0.93

func (r *reader) keepAddress(group string, a value.Address, p *page, c *cell) {
	for part, text := range map[string]string{"_city": a.City, "_state": a.State, "_zip": a.ZIP} {
		if text != "" {
			r.keep(group+part, text, partOfAddress, p, c)
		}
	}
}

var (
	tradeName = pattern.MustCompile(`(?i)^(.*?)[\s,(]*\b(?:d/?b/?a|d\.b\.a\.|doing business as|t/a)\b:?\s+(.+?)\)?$`)
	suffixes  = pattern.MustCompile(`(?i)\b(llc|l\.l\.c\.|inc\.?|incorporated|corp\.?|corporation|co\.?|company|ltd\.?|lp|llp|pllc|p\.c\.)$`)
)

// insured reads the block under or behind "Named insured": the name, perhaps a trade name, perhaps the address.
func (r *reader) insured(p *page, c *cell, f catalog.Field) (any, bool) {
	name := c.text
	below := p.linesBelow(c, 4)
	if m := tradeName.FindStringSubmatch(name); m != nil && len(m[1]) > 1 {
		name = strings.TrimRight(m[1], " ,(")
		r.keep("dba", strings.TrimSpace(m[2]), partOfAddress, p, c)
	}
	if len(below) > 0 {
		if m := tradeName.FindStringSubmatch(below[0].text); m != nil && m[1] == "" {
			r.keep("dba", strings.TrimSpace(m[2]), partOfAddress, p, c)
			below = below[1:]
		} else if !suffixes.MatchString(name) && suffixes.MatchString(below[0].text) && len(below[0].words) <= 4 {
			name += " " + below[0].text
			below = below[1:]
		}
	}
	if len(below) > 0 {
		var lines []string
		for _, d := range below {
			lines = append(lines, strings.TrimRight(d.text, ", "))
		}
		if a, ok := addressOf(lines); ok && a.City != "" {
			r.keep("mailing_address", a.Street, partOfAddress, p, c)
			r.keepAddress("mailing", a, p, c)
		}
	}
	if a, rest, ok := trailingAddress(name); ok {
		name = rest
		r.keep("mailing_address", a.Street, partOfAddress, p, c)
		r.keepAddress("mailing", a, p, c)
	}
	return parse(f, name, r.now)
}

// trailingAddress splits "Harbor Bakery LLC, 118 Commercial St, Portland, ME 04101".
func trailingAddress(text string) (a value.Address, name string, ok bool) {
	t := value.Normalize(text)
	for _, a := range value.Addresses(t) {
		name := strings.Trim(t.Original(0, a.Start), " ,;·|-")
		if a.City != "" && len(name) > 2 {
			return a, name, true
		}
	}
	return a, text, false
}
