package checks

import "fmt"

// wantAmountsAsTold warns where forms show an amount that is many times the one that was told, as it was set, and show nowhere the one that was told. A session
// may keep amounts in cents, and show them in dollars.
func (c *C) wantAmountsAsTold() {
	const large, times = 10_000, 10
	j := c.filled()
	forms := map[string]*exchange{}
	for _, key := range j.keys() {
		x := j.downloads[key]
		c.needs(x != nil && x.ok() && !x.legible().Hides() && !x.legible().Has(otherTexts...), "a form that can be read", "%s", key)
		forms[key] = x
	}
	shown := func(n float64) bool {
		for _, written := range []string{fmt.Sprintf("%.0f", n), groupedDigits(n)} {
			for _, x := range forms {
				if anyShows(x.legible().Strings(), func(text string) bool { return containsAlone(text, written) }) {
					return true
				}
			}
		}
		return false
	}
	asked := []ask{}
	for _, turn := range j.turns {
		set, _ := turn.object()["set_fields"].(obj)
		for _, one := range toldIn(messageOf(turn), asked) {
			told, was := numberOf(one.value)
			kept, is := number(set[one.q.key])
			if !was || !is || told < large || kept < times*told {
				continue
			}
			c.about(turn)
			c.aboutForms(j)
			c.recommend(!shown(kept) || shown(told), "amounts in the forms as they were told", "%s shows as %.0f, and %s was told", one.q.key, kept, one.value)
		}
		asked = append(asked, asksOf(turn)...)
	}
}
