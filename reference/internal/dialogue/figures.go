package dialogue

import (
	"math"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// yearlySums are asked by the year: what is told by the month is made a year's sum.
var yearlySums = set(`annual_revenue annual_payroll current_premium subcontractor_cost`)

var (
	perPeriod = pattern.MustCompile(`
		^(?: dollars| bucks)?(?: (?:in|of|for) [a-z]+(?: [a-z]+)?)?(?: or so| give or take| on average)? ?(?:
			(?:a|per|each|every|by|by the|/|/ ) ?(month|mo|mth|week|wk|quarter|qtr|year|yr|annum)\b|
			(monthly|weekly|biweekly|bi-weekly|quarterly)\b|every (?:two|2|other) (week)s?\b
		)`)
	periods = map[string]float64{"month": 12, "mo": 12, "mth": 12, "monthly": 12, "week": 52, "wk": 52, "weekly": 52, "biweekly": 26,
		"bi-weekly": 26, "quarter": 4, "qtr": 4, "quarterly": 4}
	monthlySum = pattern.MustCompile(`\b(monthly|weekly|biweekly|bi-weekly|quarterly) (?:payroll|premium|revenue|sales|receipts|gross)(?: [a-z]+){0,3} \$?$`)
)

// perYear is by how much the figure that ends here is multiplied to make a year of it, and whether a period is named.
func (r *reader) perYear(v *found) (times float64, named bool) {
	if m := perPeriod.FindStringSubmatch(r.text.Lower[v.end:min(len(r.text.Lower), v.end+40)]); m != nil {
		if m[3] != "" {
			return 26, true
		}
		if n := periods[m[1]+m[2]]; n > 0 {
			return n, true
		}
		return 1, true
	}
	if m := monthlySum.FindStringSubmatch(r.text.Lower[max(0, v.start-60):v.start]); m != nil {
		return periods[m[1]], true
	}
	return 1, false
}

var inThousands = pattern.MustCompile(`
	\b(?:
		(?:both|all|figures|numbers|amounts|these|those)(?: are)? in (?:thousands|000s|000's|k's|ks)|in thousands|000s omitted|
		in 000s|\$000s?
	)\b`)

// amount is what a figure comes to in a field: by the year, and in full where the message counts thousands.
func (r *reader) amount(f catalog.Field, v *found) float64 {
	n := v.number.Value
	if yearlySums[f.Key] {
		if times, _ := r.perYear(v); times != 1 {
			r.note(Assumed, "I made a year of "+r.text.Original(v.start, v.end)+" for “"+f.Label+"”: "+value.Format(f, n*times)+".")
			return n * times
		}
	}
	if largeSums[f.Key] && !v.number.Scaled && n < 100000 && n > 0 && inThousands.MatchString(r.text.Lower) {
		return n * 1000
	}
	if sum, ok := r.inFull(f, v); ok {
		return sum
	}
	return n
}

var (
	allStaff = pattern.MustCompile(`
		\b(\d{1,3}) ([a-z]{3,15}(?: [a-z]{3,15})?) ?(?:\+|plus|and|&|,) ?(\d{1,3}) ([a-z]{3,15}(?: [a-z]{3,15})?)(?:
			(?:, | - | \(| )(?:and |they'?re |they are )?(?:all|both)(?: of (?:them|whom|us))?(?: are| work)?
		)? (full|part|ft\b|pt\b)`)
	allSame     = pattern.MustCompile(`^\W*(?:(?:they'?re|they are|and)\W+)*all(?: of (?:them|us|whom))?(?: are| work)? (full|part)[- ]?time\W*$`)
	allOf       = pattern.MustCompile(`\b(?:all|both)\b`)
	partyBefore = pattern.MustCompile(`\b(?:me|myself|i|us|wife|husband|brother|sister|son|daughter|partner|him|her) ?$`)
	lonePart    = pattern.MustCompile(`(?:\b(?:and|plus|have|has|got|with)|[,&+]) (?:just |only )?(?:an?|one) (part|full)[- ]?timer?\b`)
)

// readStaff adds up people who are told by what they do when all of them work the same hours, and counts "a part timer".
func (r *reader) readStaff() {
	hours := map[string]string{"full": "full_time_employees", "ft": "full_time_employees", "part": "part_time_employees", "pt": "part_time_employees"}
	for _, s := range r.sentences {
		text := r.text.Lower[s.start:s.end]
		if m := allStaff.FindStringSubmatchIndex(text); m != nil && r.allSpeak(s.start+m[0], s.start+m[1]) && !r.isTaken(s.start+m[2], s.start+m[7]) {
			a, b := value.Numbers(text[m[2]:m[3]]), value.Numbers(text[m[6]:m[7]])
			if len(a) == 1 && len(b) == 1 && (strings.Contains(text[m[0]:m[6]], "+") || allOf.MatchString(text[m[8]:m[11]])) &&
				len(r.numericCues(s.start+m[2], s.start+m[9])) == 0 {
				r.use(s.start+m[2], s.start+m[7])
				r.set(hours[text[m[10]:m[11]]], a[0].Value+b[0].Value, 12, s.start+m[2], s.start+m[11])
			}
		}
		r.readShareOfStaff(s, text, hours)
		if m := allSame.FindStringSubmatch(text); m != nil && !s.question {
			key := hours[m[1]]
			if total, told := r.out.Set["total_employees"]; told && !r.has("full_time_employees") && !r.has("part_time_employees") {
				r.set(key, total, 10, s.start, s.end)
			}
		}
		if m := lonePart.FindStringSubmatchIndex(text); m != nil && r.speaksAt(s.start+m[2]) && !r.negates(text[:m[0]]) &&
			!partyBefore.MatchString(text[:m[0]]) {
			if key := hours[text[m[2]:m[3]]]; !r.has(key) {
				r.set(key, 1.0, 8, s.start+m[2], s.start+m[3])
			}
		}
	}
}

var floorPart = pattern.MustCompile(`
	(\d[\d,]{1,6})(?: (?:sq\.? ?(?:ft|feet)\.?|square (?:feet|foot)|sf|sqft|feet|ft))?(?: of| is| for)? (?:
		upstairs|downstairs|
		(?:on|in) the (?:first|main|ground|second|upper|lower|front|back|basement|warehouse|office|shop|other)(?: floor)?|
		(?:of )?(?:office|warehouse|shop|retail|storage|showroom|basement|main floor|second floor|first floor|up front|in back)
		(?: space)?
	)\b`)

var floorAhead = pattern.MustCompile(`
	\b(?:
		upstairs|downstairs|(?:first|second|ground|main|upper|lower|third) (?:floor|level)|basement|warehouse|office|showroom|shop|
		storage|retail
	)(?: is| has| area| space|:| about| around)* (\d[\d,]{2,6})\b
	(?: (?:sq\.? ?(?:ft|feet)\.?|square (?:feet|foot)|sf|sqft|feet|ft))?`)

// readFloors adds up "1,100 sq ft upstairs and 900 downstairs" where no total is told.
func (r *reader) readFloors() {
	for _, s := range r.sentences {
		parts := floorPart.FindAllStringSubmatchIndex(r.text.Lower[s.start:s.end], -1)
		if ahead := floorAhead.FindAllStringSubmatchIndex(r.text.Lower[s.start:s.end], -1); len(ahead) > len(parts) {
			parts = ahead
		}
		if len(parts) < 2 || s.question || totalTalk.MatchString(r.text.Lower[s.start:s.end]) ||
			r.askedAt("square_footage") != 0 && len(r.cuesOfKey(s, "square_footage")) == 0 || !r.speaksAt(s.start+parts[0][2]) {
			continue
		}
		sum := 0.0
		for _, m := range parts {
			if n := value.Numbers(r.text.Lower[s.start+m[2] : s.start+m[3]]); len(n) == 1 {
				sum += n[0].Value
			}
		}
		start, end := s.start+parts[0][2], s.start+parts[len(parts)-1][3]
		if v, ok := value.InRange(r.field("square_footage"), sum); ok {
			r.use(start, end)
			r.set("square_footage", v, 13, start, end)
			r.note(Assumed, "I added the areas up to "+value.Format(r.field("square_footage"), v)+".")
		}
	}
}

var shareOfStaff = pattern.MustCompile(`
	\b(\d{1,4}|[a-z]+) (?:people|employees|guys|staff|workers|folks|of us|team members|in all|total)(?: in all| total)?
	(?:,| and|, and| -|;|\.)? (?:about |roughly |maybe )?(half|a third|a quarter|two thirds|three quarters)
	(?: of (?:them|us|whom|which|those))?(?: (?:are|is|work|working|being))?(?: only| just)? (part|full)[- ]?time`)

// readShareOfStaff counts "6 people, half part time".
func (r *reader) readShareOfStaff(s sentence, text string, hours map[string]string) {
	m := shareOfStaff.FindStringSubmatchIndex(text)
	if m == nil || s.question || !r.speaksAt(s.start+m[2]) || !r.speaksAt(s.start+m[4]) {
		return
	}
	n := value.Numbers(text[m[2]:m[3]])
	if len(n) != 1 || n[0].Value < 2 {
		return
	}
	part := math.Round(n[0].Value * shares[text[m[4]:m[5]]] / 100)
	r.use(s.start+m[2], s.start+m[3])
	r.set("total_employees", n[0].Value, 12, s.start+m[2], s.start+m[3])
	r.set(hours[text[m[6]:m[7]]], part, 12, s.start+m[4], s.start+m[7])
	r.note(Assumed, "That makes "+value.Format(r.field(hours[text[m[6]:m[7]]]), part)+" "+text[m[6]:m[7]]+"-time.")
}

// numericCues are the cues in an area that name numbers other than of people.
func (r *reader) numericCues(start, end int) (all []cue) {
	for _, c := range r.cuesIn(start, end) {
		if numeric(c.kind) && !r.countsPeople(r.field(c.key)) && c.key != "number_of_locations" {
			all = append(all, c)
		}
	}
	return all
}
