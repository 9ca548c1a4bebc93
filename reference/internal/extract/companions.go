package extract

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	priceBehind = pattern.MustCompile(`^(.*?\pL)[\s,;:@–-]*(\$ ?\d[\d,]*(?:\.\d\d)?)\s*(/ ?(?:yr|year)|(?:per|a) (?:year|annum)|annual(?:ly)?|premium)?(.*)$`)
	endBehind   = pattern.MustCompile(`(?i)\b(?:expires?|exp\.?|ends?|renews?|until)\b:? (?:on )?(.+)$`)
	phoneBehind = pattern.MustCompile(`^(\pL[\pL .,'’-]*?)[\s,;(:–-]+(\(?\d{3}\)?[ ./-]{0,2}\d{3}[ .-]\d{4}.*)$`)
)

// remarkBehind is what people write between the name of their insurer and what they pay.
var remarkBehind = pattern.MustCompile(`
	(?i)[,;(]* (?:and )?(?:we|i|they|currently|paying|pays?|premium|annual premium|cost|at|for|about|approx\.?)
	(?: (?:pay|paying|about|is|of|at|currently|premium))*[ :,]*$`)

// titleBehind is what somebody is, behind the name.
var titleBehind = pattern.MustCompile(`
	(?i)^(\pL[\pL.'’-]+(?: \pL[\pL.'’-]*){1,3}),? *[,(–-] *(?:
		co-?owner|owner(?:[/ ]\pL+)?|president|vice president|v\.?p\.?|ceo|cfo|coo|gm|general manager|
		(?:office |operations |project |plant )?manager|(?:managing |general )?(?:member|partner)|(?:executive )?director|principal|
		secretary|treasurer|controller|comptroller|founder|proprietor|administrator|bookkeeper|superintendent|foreman|p\.?e\.?|cpa|
		aia|esq\.?|m\.?d\.?|d\.?d\.?s\.?|dvm|rn|ph\.?d\.?
	)\)?$`)

// companions keeps what stands behind a name in its own cell: the premium and the end of the policy behind the carrier, the
// telephone number behind the contact. It returns the name alone.
func (r *reader) companions(p *page, c *cell, f catalog.Field) string {
	switch f.Key {
	case "current_carrier":
		m := priceBehind.FindStringSubmatch(c.text)
		if m == nil {
			return c.text
		}
		m[1] = remarkBehind.ReplaceAllString(m[1], "")
		if m[3] != "" || strings.Contains(c.text, "@") || r.asksPremium(p, c) {
			r.keepText(p, c, "current_premium", m[2])
		}
		if e := endBehind.FindStringSubmatch(m[4]); e != nil {
			r.keepText(p, c, "expiration_date", e[1])
		}
		return m[1]
	case "contact_phone":
		if m := mailbox.FindStringSubmatch(c.text); m != nil {
			r.keepText(p, c, "contact_email", m[2])
		}
		return c.text
	case "contact_name":
		m := phoneBehind.FindStringSubmatch(c.text)
		if m == nil {
			return c.text
		}
		r.keepText(p, c, "contact_phone", m[2])
		return strings.TrimRight(m[1], " ,")
	}
	return c.text
}

// asksPremium tells a question for the carrier that asks for the premium too.
func (r *reader) asksPremium(p *page, c *cell) bool {
	for _, d := range p.between(c.y-3*c.size, c.y+3*c.size) {
		if d.x1 <= c.x0+1 && (d.label || d.tail) && strings.Contains(strings.ToLower(d.text), "premium") {
			return true
		}
	}
	return false
}

func (r *reader) keepText(p *page, c *cell, key, text string) {
	if f, ok := r.catalog.Field(key); ok {
		if v, ok := parse(f, text, r.now); ok {
			r.keep(key, v, sureOfCombined, p, c)
		}
	}
}
