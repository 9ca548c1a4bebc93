package dialogue

import (
	"strconv"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

const theDate = `
	(?:
		that|it|this|(?:the |our |my )?(?:effective|eff|start|inception|coverage|policy|begin|renewal)(?: date| start)?|the date|
		(?:the |our |my )?(?:expiration|exp|expiry|end)(?: date)?|coverage|things
	)`

var (
	shifts = pattern.MustCompile(doIt + `
		(push|move|delay|bump|shift|bring|pull|slide|postpone|extend|set|start|make)(?: ` + theDate + `)?
		(?: (out|back|up|forward|ahead|later|earlier|sooner))?(?: by)? (
			an?|one|two|three|four|five|six|\d{1,2}|a couple(?: of)?|another
		) (?:more )?(day|week|month|year)s?(?: (out|back|up|forward|ahead|later|earlier|sooner))?\b`)
	shiftBe = pattern.MustCompile(`
		\b` + theDate + ` (?:should be|needs to be|has to be|must be|is supposed to be) (?:about )?(
			an?|one|two|three|four|five|six|\d{1,2}|a couple(?: of)?
		) (day|week|month|year)s? (earlier|later|sooner|before|after)\b`)
	sooner   = set("up forward ahead earlier sooner")
	notShift = set("set start make extend") // want "earlier" or "later" beside them
	toTheNth = pattern.MustCompile(doIt + `
		(?:push|move|delay|bump|shift|change|bring|pull|make|slide|set) ` + theDate + `(?: (?:out|back|up|forward|ahead))?
		(?: to| be)? the (\d{1,2})(?:st|nd|rd|th)\W*$`)
	thatDay = pattern.MustCompile(`
		\b(?:
			start|begin|renew|effective|need (?:it|this|yours|ours|you|coverage)|kick in|switch|move over|pick up|take over|bind|
			go with you
		)\b.{0,40}\b(?:then|that (?:same )?da(?:y|te)|the same da(?:y|te)|on that date|at that point|same day)\b|
		^\W*(?:so |and |then |let's (?:do|use) )+(?:that (?:da(?:y|te))|the same da(?:y|te))(?: works| please| too| then)?\W*$|
		\bso (?:let's (?:do|use|say) )?(?:that (?:da(?:y|te))|the same da(?:y|te))\W*$`)
	toYear   = pattern.MustCompile(`^ ?(?:-|–|/|to|thru) ?(?:'?(\d{2})|(20\d{2}))(?:$|[ ,.;)])`)
	fullTerm = pattern.MustCompile(`
		^(?:(?:it's|its|just|a|the|standard|usual|normal|for|full)\W+)*(?:
			annual|yearly|one year|1 year|12 mo(?:nths?)?|a year|year|12 months?|standard|usual|normal
		)(?:(?: later| after| out)| (?:term|policy|one))?$`)
)

// readShifts moves a date that was told before: "push it out a month", "make it a week earlier", "move it to the 15th".
func (r *reader) readShifts() {
	for _, s := range r.sentences {
		text := r.text.Lower[s.start:s.end]
		if !r.speaksAt(s.start) || s.question && !requests.MatchString(text) {
			continue
		}
		if m := toTheNth.FindStringSubmatchIndex(text); m != nil {
			if key, held, ok := r.dateMeant(s.start, s.start+m[1]); ok {
				day, _ := strconv.Atoi(text[m[2]:m[3]])
				if to := time.Date(held.Year(), held.Month(), day, 0, 0, 0, 0, time.UTC); to.Day() == day {
					r.moveDate(key, held, to, s)
				}
			}
			continue
		}
		m := shifts.FindStringSubmatch(text)
		if be := shiftBe.FindStringSubmatch(text); m == nil && be != nil {
			m = []string{"", "set", "", be[1], be[2], map[bool]string{true: "earlier", false: "later"}[be[3] == "earlier" ||
				be[3] == "sooner" || be[3] == "before"]}
		}
		if m == nil || notShift[m[1]] && m[2]+m[5] == "" {
			continue
		}
		key, held, ok := r.dateMeant(s.start, s.end)
		n, counted := muchOf(m[3])
		if m[3] == "another" {
			n, counted = 1, true
		}
		if !ok || !counted {
			continue
		}
		if sooner[m[2]+m[5]] || m[2]+m[5] == "" && (m[1] == "bring" || m[1] == "pull") {
			n = -n
		}
		r.moveDate(key, held, later(held, int(n), m[4]), s)
	}
}

func later(t time.Time, n int, unit string) time.Time {
	switch unit {
	case "day":
		return t.AddDate(0, 0, n)
	case "week":
		return t.AddDate(0, 0, 7*n)
	case "month":
		moved := time.Date(t.Year(), t.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
		return moved.AddDate(0, 0, min(t.Day(), moved.AddDate(0, 1, -1).Day())-1)
	}
	return t.AddDate(n, 0, 0)
}

// dateMeant is the date that is named in an area, or told last, with its value.
func (r *reader) dateMeant(start, end int) (string, time.Time, bool) {
	keys := []string{"effective_date"}
	for _, c := range r.latest() {
		if r.field(c.Key).Kind == catalog.Date {
			keys = []string{c.Key}
		}
	}
	if start, err := time.Parse(time.DateOnly, r.heldText("effective_date")); err == nil && keys[0] == "expiration_date" &&
		r.heldText(keys[0]) == start.AddDate(1, 0, 0).Format(time.DateOnly) {
		keys[0] = "effective_date" // the end of a year's term goes with its start
	}
	for _, c := range r.cuesIn(start, end) {
		if c.kind == catalog.Date {
			keys = []string{c.key}
			break
		}
	}
	at, err := time.Parse(time.DateOnly, r.heldText(keys[0]))
	return keys[0], at, err == nil
}

func (r *reader) heldText(key string) string {
	text, _ := r.turn.Values[key].(string)
	return text
}

// moveDate sets a date anew. An expiration a year after the start goes along with it.
func (r *reader) moveDate(key string, from, to time.Time, s sentence) {
	r.use(s.start, s.end)
	r.set(key, to.Format(time.DateOnly), 20, s.start, s.end)
	if key == "effective_date" && r.turn.Values["expiration_date"] == any(from.AddDate(1, 0, 0).Format(time.DateOnly)) {
		r.set("expiration_date", to.AddDate(1, 0, 0).Format(time.DateOnly), 20, s.start, s.end)
	}
}

// readThatDay takes the day on which something else ends, or that was just named, as the start: "it expires 9/1 and we
// want to start with you then".
func (r *reader) readThatDay() {
	if r.has("effective_date") {
		return
	}
	for _, s := range r.sentences {
		text := r.text.Lower[s.start:s.end]
		m := thatDay.FindStringIndex(text)
		if m == nil || s.question || !r.speaksAt(s.start+m[0]) {
			continue
		}
		day, _ := r.known("expiration_date").(string)
		for i := range r.values {
			if v := &r.values[i]; v.kind == catalog.Date && v.start < s.start+m[1] && !v.old &&
				!startWords.MatchString(r.text.Lower[r.lineStart(v.start):v.start]) {
				day, v.used = v.text, true
			}
		}
		if _, err := time.Parse(time.DateOnly, day); err == nil {
			r.set("effective_date", day, 9, s.start+m[0], s.start+m[1])
		}
	}
}

// toLaterYear reads the second half of "6/1/26-27".
func (r *reader) toLaterYear(v *found) {
	m := toYear.FindStringSubmatch(r.text.Lower[v.end:])
	start, err := time.Parse(time.DateOnly, v.text)
	if m == nil || err != nil {
		return
	}
	year, _ := strconv.Atoi(m[1] + m[2])
	if year < 100 {
		year += 2000
	}
	if year != start.Year()+1 {
		return
	}
	at := v.end + strings.Index(r.text.Lower[v.end:], m[1]+m[2])
	r.use(v.end, at+len(m[1]+m[2]))
	r.take(v.end, at+len(m[1]+m[2]))
	r.setDate("effective_date", v, 11)
	r.set("expiration_date", start.AddDate(1, 0, 0).Format(time.DateOnly), 11, v.end, at)
}

// readAskedTerm reads "annual" as the answer to the question for the expiration.
func (r *reader) readAskedTerm(f catalog.Field, lower string) bool {
	start, _ := r.known("effective_date").(string)
	t, err := time.Parse(time.DateOnly, start)
	if f.Key != "expiration_date" || err != nil || !fullTerm.MatchString(lower) {
		return false
	}
	return r.set(f.Key, t.AddDate(1, 0, 0).Format(time.DateOnly), 5, 0, len(r.text.Lower))
}
