package dialogue

import (
	"regexp"
	"strings"
)

// topics offers what a sentence is about without naming the field: money in talk of claims is what they cost.
func (r *reader) topics(v found, s sentence, g *segment, offer func(string, float64)) {
	n := v.number
	r.specific(v, g, offer)
	if n.YearLike && foundedWords.MatchString(r.text.Lower[s.start:v.start]) && !claimWords.MatchString(r.text.Lower[s.start:v.start]) {
		offer("year_established", 8)
	}
	if n.YearLike && sinceWords.MatchString(r.text.Lower[s.start:v.start]) && !notSince.MatchString(r.text.Lower[s.start:v.start]) {
		offer("year_established", 8)
	}
	if n.YearLike && vintage.MatchString(r.text.Lower[v.end:s.end]) {
		offer("year_built", 9.5)
	}
	if n.Area && premisesWords.MatchString(r.text.Lower[s.start:s.end]) {
		offer("square_footage", 9)
	}
	if personShop.MatchString(r.text.Lower[v.end:s.end]) {
		offer("total_employees", 9+fits(r.field("total_employees"), n))
	}
	if totalWord.MatchString(r.text.Lower[v.end:s.end]) && (r.sentenceNames(s, "full_time_employees") || r.sentenceNames(s, "part_time_employees")) {
		offer("total_employees", 9.5+fits(r.field("total_employees"), n))
	}
	if !(n.Money || n.Scaled || n.Value >= 500 && !n.YearLike) || n.Percent || g == nil {
		return
	}
	for _, c := range r.cuesIn(r.topicStart(s), s.end) {
		if c.start >= s.start && r.unlabels(c, v) {
			continue
		}
		switch c.key {
		case "losses_5yr", "loss_count":
			offer("loss_total", 6.5)
		case "subcontractors_used":
			offer("subcontractor_cost", 6)
		case "current_carrier":
			if payWords.MatchString(r.text.Lower[s.start:s.end]) {
				offer("current_premium", 6.5)
			}
		}
	}
	if text := r.text.Lower[s.start:s.end]; payWords.MatchString(text) && (insuranceTalk.MatchString(text) || r.namesInsurer(s)) {
		offer("current_premium", 6.5)
	}
	if r.has("losses_5yr") && r.out.Set["losses_5yr"] == true {
		offer("loss_total", 4.5)
	}
}

var (
	premisesWords = regexp.MustCompile(`\b(?:building|bldg|shop|space|suite|warehouse|office|store|storefront|unit|garage|place|premises|facility|square|sq)\b`)
	sinceWords    = regexp.MustCompile(`\b(?:been|around|open|operating|going|running|business|company|here|at it|we've|llc|corp|inc|partnership)\b[^.]*\bsince (?:about |around |at least |way back in )?$`)
	notSince      = regexp.MustCompile(`\b(?:claims?|loss\w*|insured|carrier|policy|building|location|space|lease\w*|rent\w*|bankrupt\w*|cancel\w*|renew\w*|sprinkler\w*|coverage|accident\w*|covered|website)\b`)
	vintage       = regexp.MustCompile(`^(?:'s)?[- ](?:era |vintage )?(?:(?:brick|frame|wood|wood-frame|masonry|block|steel|metal|concrete) )?(?:building|structure|construction|build|warehouse|storefront|vintage)\b`)
	totalWord     = regexp.MustCompile(`^ (?:people |employees |of us |staff |workers )?(?:total|in total|altogether|all together|all told|overall|in all|combined)\b`)
	personShop    = regexp.MustCompile(`^[ -](?:person|people|man|employee|woman)[ -](?:[a-z]+ )?(?:company|shop|crew|team|business|outfit|operation|firm|office|practice|agency|store)\b|^ (?:people|folks|guys|employees|workers|men|women|persons) on (?:the |our )?payroll\b`)
	crowd         = regexp.MustCompile(`^ (?:of (?:our|the|my|those|them|us|these) ?)?(?:people|folks|guys|men|women|workers|staff|employees|team members|crew|persons|of us|hands|them)?\b`)
)

// topicStart is where the talk of a sentence begins: with the short question before it, if the person asks that of
// themselves ("subs? sometimes, 60k a year").
func (r *reader) topicStart(s sentence) int {
	for i := 1; i < len(r.sentences); i++ {
		before := r.sentences[i-1]
		if r.sentences[i].start == s.start && before.question && len(r.words(before.start, before.end)) <= 4 {
			return before.start
		}
	}
	return s.start
}

// specific prefers what is said of people over that they are people: "3 of our people are part-timers".
func (r *reader) specific(v found, g *segment, offer func(string, float64)) {
	if g == nil || v.end > g.end {
		return
	}
	noun := crowd.FindString(r.text.Lower[v.end:g.end])
	end := v.end + len(noun)
	if strings.TrimSpace(noun) == "" {
		return
	}
	for _, c := range r.cuesIn(end, g.end) {
		people := c.key == "driver_count" || c.key == "part_time_employees" || c.key == "full_time_employees"
		if people && len(r.words(end, c.start)) <= 5 && !strings.ContainsAny(r.text.Lower[end:c.start], "0123456789") {
			offer(c.key, 11.8+fits(r.field(c.key), v.number))
			return
		}
	}
}
