package dialogue

import (
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	startWords = pattern.MustCompile(`
		\b(?:
			effective|eff|start(?:s|ing|ed)?|begins?|beginning|commence\w*|incept\w*|kicks? in|takes? effect|in force|go live|
			needed? (?:it |coverage |insurance )?(?:by|on|from|as of)|need (?:it|coverage|insurance)|coverage (?:from|on|by)|bind|
			as of|renew\w*|want (?:it|coverage|insurance)|covered (?:from|by|on)|policy (?:date|from)|insured (?:from|by)|lock in
		)\b`)
	endWords = pattern.MustCompile(`
		\b(?:
			expir\w*|exp|ends?|ending|until|till|through|thru|runs? (?:to|out)|terminat\w*|good (?:till|until|through)|lapses?
		)\b`)
	currentOnes = pattern.MustCompile(`
		\b(?:current|existing|present|old|prior|expiring|our) (?:policy|coverage|insurance|carrier|term)\b|
		\b(?:lease|license|registration|contract) (?:expires|ends|is)`)
	foundedWords = pattern.MustCompile(`
		\b(?:
			founded|(?:in operation|operating|open|around|running|at it) since|established|incorporated|formed|in business|
			opened (?:the|our|my|in|on|up)|business (?:start|open|began)\w*|started (?:the|our|my|this) (?:business|company|shop)|
			(?:company|business|firm) (?:dates|goes) back to|(?:company|business) (?:started|opened|began)|
			(?:started|opened|began)(?: up| out)? back in|(?:llc|corp|inc|partnership) (?:started|formed|opened)|
			we (?:actually )?(?:started|opened|began|launched)
		)\b`)
	yearLater = pattern.MustCompile(`
		\b(?:
			(?:a|one|1|12) ?-?(?:full )?(?:years?|months?)(?: policy| term)?(?:
				 (?:
					later|from (?:then|that|there|the start|the effective date|effective)|after(?: that| then| the start)?|
					out from that|thereafter|policy|term
				)|
				$
			)|
			same (?:day|date) (?:next|the following) year|the (?:next|following) year|
			(?:standard |usual |normal |for )(?:a |one |1 |12)-?(?:year|month)s?(?: term| policy)?|annual (?:term|policy)|
			12[- ]month(?:s)? (?:term|policy)|one[- ]year (?:term|policy)
		)\b`)
	thatsTheDate = pattern.MustCompile(`^\W*(?:that's|that is|that'd be|that would be|this is|it's) (?:the (?:date|day)|when)\b`)
	eitherDate   = pattern.MustCompile(`^\s*or(?: maybe| possibly)?\s*$`)
	otherStart   = pattern.MustCompile(`
		\b(?:out of (?:the )?(?:office|town)|away|gone|on vacation|travell?ing|on leave|closed|unavailable|out|busy|booked)
		\b[^.,;]{0,14}\b(?:until|till|through|thru)\b[^.,;]{0,8}$|
		\b(?:
			apprentices?|hires?|guys?|he|she|helpers?|drivers?|employees?|managers?|son|daughter|season|school|project|job|lease|
			construction|work|contract|remodel|renovation|semester|baby|vacation|classes|training|trial
		)(?:'s| is| will| would| that)?(?: [a-z]+)? (?:starts?|starting|begins?|beginning|commences?|ends?|ending|expires?|finishes)
		\b[^.,;]{0,12}$`)
	expLabel   = pattern.MustCompile(`\b(?:exp|expiration|expiry)(?: date)?(?: is| =|:| -)? $`)
	asSoonAs   = pattern.MustCompile(`\b(?:as soon as|once|when(?:ever)?|right after|the day) (?:the|my|our|this|that|it)\b`)
	needIt     = pattern.MustCompile(`\bneed(?:ed)? (?:it|this|that|one|them|something|an answer) (?:back )?(?:by|before|on)\b[^.;]{0,12}$`)
	wantsPaper = pattern.MustCompile(`
		\b(?:
			quotes?|quoting|proposal|certificates?|coi|answer|response|indication|estimate|numbers|pricing|hear back|turnaround
		)\b`)
	yearInWords = pattern.MustCompile(`\b(?:nineteen|twenty|two thousand)[ -](?:[a-z]+)$`)
	toGap       = pattern.MustCompile(`^\s*(?:-|to|through|thru|until|till|and ending|and ends|ending|and expir\w+)(?: on)?\s*$`)
)

// readDates gives dates to the effective, expiration and retroactive dates, or their year to the establishment.
func (r *reader) readDates() {
	var dates []*found
	for i := range r.values {
		if v := &r.values[i]; v.kind == catalog.Date && !v.used && !v.old && !r.isTaken(v.start, v.end) {
			dates = append(dates, v)
		}
	}
	for i, v := range dates {
		if v.used {
			continue
		}
		if i+1 < len(dates) && eitherDate.MatchString(r.text.Lower[v.end:max(v.end, dates[i+1].start)]) {
			v.used, dates[i+1].used = true, true
			r.note(Ambiguous, "Which of the two dates is it, "+r.text.Original(v.start, v.end)+" or "+r.text.Original(dates[i+1].start, dates[i+1].end)+"?")
			continue
		}
		if i+1 < len(dates) && r.speaksAt(v.start) && toGap.MatchString(r.text.Lower[v.end:dates[i+1].start]) && !r.startsBusiness(v) {
			r.setDate("effective_date", v, 11)
			r.setDate("expiration_date", dates[i+1], 11)
			continue
		}
		if r.speaksAt(v.start) && !r.startsBusiness(v) {
			if r.toLaterYear(v); v.used {
				continue
			}
		}
		r.readDate(v)
	}
	r.readThatDay()
	r.readTerm()
}

func (r *reader) startsBusiness(v *found) bool {
	s, _ := r.sentenceOf(v.start)
	return s != nil && foundedWords.MatchString(r.text.Lower[s.start:s.end])
}

func (r *reader) readDate(v *found) {
	s, g := r.sentenceOf(v.start)
	if s == nil {
		return
	}
	if g != nil && g.act != answers {
		if g.act == asks && r.pointedAt(*s) {
			r.setDate("effective_date", v, 9)
		}
		return
	}
	if !r.speaksOfDates(*s, v) || otherStart.MatchString(r.text.Lower[s.start:v.start]) {
		return
	}
	before, after := r.text.Lower[s.start:v.start], r.text.Lower[v.end:s.end]
	if key := r.amended(*v); key != "" && !startWords.MatchString(before) && !endWords.MatchString(before) {
		strength := 12.0
		if r.has(key) && r.takesOver(*v) {
			strength = 21
		}
		r.setDate(key, v, strength)
		return
	}
	if foundedWords.MatchString(before) && !strings.Contains(before, "coverage") && !strings.Contains(before, "policy") &&
		v.text[:4] <= r.turn.Now.Format("2006") {
		v.used = true
		if said := r.text.Lower[v.start:v.end]; yearSaid(said) || yearInWords.MatchString(said) || v.weak {
			r.set("year_established", yearOf(v.text), 10, v.start, v.end)
		}
		return
	}
	if r.namedBefore(v.start, "retroactive_date") {
		r.setDate("retroactive_date", v, 11)
		return
	}
	starts, ends := lastMatch(startWords, before), lastMatch(endWords, before)
	if starts < 0 && ends < 0 {
		starts, ends = lastMatch(startWords, after), lastMatch(endWords, after)
		if strings.Contains(before, "business") || claimWords.MatchString(before) {
			starts = -1
		}
	}
	switch {
	case ends > starts && r.askedAt("effective_date") == 0 && asSoonAs.MatchString(before):
		r.setDate("effective_date", v, 10)
	case ends > starts:
		if expLabel.MatchString(before) {
			r.setDate("expiration_date", v, 10)
		} else if !currentOnes.MatchString(before) && !r.namesInsurer(*s) && !strings.Contains(before, "policy with") {
			r.setDate("expiration_date", v, 10)
		}
	case starts >= 0 && needIt.MatchString(before) && wantsPaper.MatchString(r.text.Lower[:v.start]):
		v.used = true // the quote is needed by then
	case starts >= 0:
		r.setDate("effective_date", v, 10)
	}
}

// speaksOfDates says that a sentence has any of the words that make a date one of the application's, or corrects one.
func (r *reader) speaksOfDates(s sentence, v *found) bool {
	return r.says(startWords, s) || r.says(endWords, s) || r.says(foundedWords, s) || r.namedBefore(v.start, "retroactive_date") || r.amended(*v) != ""
}

func yearOf(date string) float64 {
	y := 0.0
	for _, c := range date[:4] {
		y = 10*y + float64(c-'0')
	}
	return y
}

// pointedAt says that the sentence after a question takes its date up: "That's the date I'd want it to start."
func (r *reader) pointedAt(asked sentence) bool {
	i := slices.IndexFunc(r.sentences, func(s sentence) bool { return s.start == asked.start })
	if i < 0 || i+1 >= len(r.sentences) {
		return false
	}
	next := r.text.Lower[r.sentences[i+1].start:r.sentences[i+1].end]
	return thatsTheDate.MatchString(next) && !endWords.MatchString(next)
}

// setDate stores a date. An expiration without a year lies in the year after the effective date.
func (r *reader) setDate(key string, v *found, strength float64) {
	v.used = true
	text := v.text
	if start, ok := r.known("effective_date").(string); ok && key == "expiration_date" && text <= start && !yearSaid(r.text.Lower[v.start:v.end]) {
		if t, err := time.Parse(time.DateOnly, text); err == nil {
			for ; t.Format(time.DateOnly) <= start; t = t.AddDate(1, 0, 0) {
			}
			text = t.Format(time.DateOnly)
		}
	}
	r.set(key, text, strength, v.start, v.end)
}

var fourYear = pattern.MustCompile(`\d{4}|/\d{1,2}/\d{2}|-\d{1,2}-\d{2}|'\d{2}`)

func yearSaid(s string) bool { return fourYear.MatchString(s) }

// readTerm makes the expiration of "a year from then".
func (r *reader) readTerm() {
	start, ok := r.known("effective_date").(string)
	if !ok || r.has("expiration_date") {
		return
	}
	for _, s := range r.sentences {
		for _, g := range s.segments {
			text := r.in(g)
			m := yearLater.FindStringIndex(text)
			if g.act != answers || m == nil || r.isTaken(g.start+m[0], g.start+m[1]) || foundedWords.MatchString(text) ||
				claimWords.MatchString(text) && !strings.Contains(text, "policy") {
				continue
			}
			if !endWords.MatchString(text) && r.askedAt("expiration_date") < 0 && !r.has("effective_date") {
				continue
			}
			if t, err := time.Parse(time.DateOnly, start); err == nil {
				r.set("expiration_date", t.AddDate(1, 0, 0).Format(time.DateOnly), 10, g.start+m[0], g.start+m[1])
				return
			}
		}
	}
}
