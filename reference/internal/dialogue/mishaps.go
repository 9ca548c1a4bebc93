package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	// oneMishap counts what went wrong by its name: "one theft in 2022", "two small water leaks".
	oneMishap = pattern.MustCompile(`
		\b(one|two|three|four|five|[1-9]|a|an) (?:[a-z-]+ ){0,2}?(
			break-?ins?|burglar(?:y|ies)|thefts?|robber(?:y|ies)|fires?|floods?|burst pipes?|slips? and falls?|slip-and-falls?|
			fender[- ]benders?|wrecks?|accidents?|vandalism|lawsuits?|injur(?:y|ies)|collisions?|crash(?:es)?|leaks?|
			hail (?:storm|damage|claim)|trees? fell|hurricanes?|tornado(?:es)?|
			(?:
				people|kids|guys|men|employees|customers|workers|guests|person|kid|guy|employee|customer|worker|guest
			) (?:got|were|was) (?:hurt|injured)
		)\b`)
	paidFor  = pattern.MustCompile(`\b(?:insurance|insurer|carrier|they|policy)(?: company)? (?:paid|covered|cut us)\b|\bclaim\b`)
	came     = pattern.MustCompile(`\b(?:had|there (?:was|were)|suffered|experienced|reported|filed|turned in)\b[^.;,]{0,12}$`)
	noMishap = pattern.MustCompile(`
		^ ?(?:
			alarms?|suppression|sprinklers?|department|station|extinguishers?|hydrants?|resist\w*|code|insurance|coverage|policy|
			restoration|repair|damage (?:restoration|repair)|mitigation|marshal|inspection|training|safety|doors?|place|pit|wood|
			truck
		)\b`)
	spotless = pattern.MustCompile(`
		^\W*(?:all |totally |completely )?(?:
			clean|clear|spotless|loss[- ]free|claims?[- ]free|clean record|clean history|clean losses
		)\W*$`)
)

// readMishaps reads losses that are told by what went wrong, where they were asked for or where it is said that they came
// about, with the one sum that stands beside them.
func (r *reader) readMishaps() {
	if r.has("losses_5yr") || r.has("loss_count") {
		return
	}
	for _, s := range r.sentences {
		text := r.text.Lower[s.start:s.end]
		for _, g := range s.segments {
			if r.askedAt("losses_5yr") >= 0 && g.act == answers && spotless.MatchString(r.in(g)) {
				r.set("losses_5yr", false, 6, g.start, g.end)
				return
			}
		}
		m := oneMishap.FindStringSubmatchIndex(text)
		if m == nil || s.question || !r.speaksAt(s.start+m[0]) || noMishap.MatchString(text[m[1]:]) || r.negates(text[:m[0]]) ||
			r.longAgo(text) || r.askedAt("losses_5yr") < 0 && !came.MatchString(text[:m[0]]) && !paidFor.MatchString(text) {
			continue
		}
		r.set("losses_5yr", true, 6, s.start+m[0], s.start+m[0])
		if n := value.Numbers(text[m[2]:m[3]]); len(n) == 1 && len(oneMishap.FindAllStringIndex(text, -1)) == 1 {
			r.use(s.start+m[2], s.start+m[3])
			r.set("loss_count", n[0].Value, 6, s.start+m[2], s.start+m[3])
		}
		r.priceMishap(s, s.start+m[1])
		return
	}
}

// priceMishap takes the only sum behind a loss as what it came to.
func (r *reader) priceMishap(s sentence, from int) {
	var sum *found
	for i := range r.values {
		v := &r.values[i]
		if v.kind != catalog.Count || v.start < from || v.end > s.end || !(v.number.Money || v.number.Scaled || v.number.Grouped) {
			continue
		}
		if sum != nil || v.used || v.old {
			return
		}
		sum = v
	}
	if sum != nil && !strings.Contains(r.text.Lower[from:sum.start], "deductible") && len(r.numericCues(from, sum.start)) == 0 && r.speaksAt(sum.start) {
		r.awardNumber("loss_total", sum, 6)
	}
}

var (
	aClaim  = pattern.MustCompile(`\b(?:had|have|was|were|been|filed|submitted|turned in|is) (?:just |only )?an? (?:[a-z-]+ ){0,3}?(?:claim|loss|incident)\b`)
	andMore = pattern.MustCompile(`\b(?:another|second|also|others?|two|three|four|more|couple|few|several|each|claims|losses|incidents)\b`)
)

// readLoneClaim counts "a water damage claim in 2024 for $6,000" as one, where it is priced and no other is spoken of.
func (r *reader) readLoneClaim() {
	if r.out.Set["losses_5yr"] != true || r.has("loss_count") || !r.has("loss_total") {
		return
	}
	m := aClaim.FindStringIndex(r.text.Lower)
	if m != nil && r.speaksAt(m[0]) && !andMore.MatchString(r.text.Lower[m[0]:]) && len(aClaim.FindAllStringIndex(r.text.Lower, -1)) == 1 {
		r.set("loss_count", 1.0, 5, m[0], m[0])
	}
}
