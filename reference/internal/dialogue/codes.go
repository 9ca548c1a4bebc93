package dialogue

import (
	"math"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// readCodes takes what only its name makes clear: NAICS and class codes, ZIPs and states behind the words for them.
func (r *reader) readCodes() {
	r.readDictated()
	r.readAskedCode()
	for _, c := range r.cues {
		if r.isTaken(c.start, c.end) || !r.speaksAt(c.start) {
			continue
		}
		c = r.ofPlace(c)
		switch c.kind {
		case catalog.NAICS, catalog.ClassCode, catalog.ZIP, catalog.FEIN:
			r.codeBeside(c)
		case catalog.State:
			r.stateBehind(c)
		case catalog.Text:
			r.cityBehind(c)
		}
	}
}

var codeLead = pattern.MustCompile(`
	^\W*(?:
		(?:
			it's|its|it is|that's|that is|that would be|um|uh|ok|okay|sure|yes|yeah|well|code|the code is|number|is|are|number is|
			zip|zip code|code is
		)\W+
	)*`)

// apart is a code whose digits stand apart as a dictation program writes them: "04 dash 3 4 4 1 9 0 2".
var apart = pattern.MustCompile(`^\d{1,3} (?:dash|hyphen) \d|^\d \d \d`)

// readDictated takes a code that is read out as the whole answer to the question for it, or behind its name.
func (r *reader) readDictated() {
	take := func(f catalog.Field, start, end int) bool {
		text := strings.Trim(r.text.Lower[start:end], " .,!")
		text = text[len(codeLead.FindString(text)):]
		digits, ok := value.Dictated(text)
		if !ok || strings.ContainsAny(text, "0123456789") && !apart.MatchString(text) {
			return false
		}
		v, ok := value.Parse(f, digits, r.turn.Now)
		if !ok {
			return false
		}
		r.use(start, end)
		return r.set(f.Key, v, 13, start, end)
	}
	if len(r.turn.Asked) > 0 && coded[r.turn.Asked[0].Kind] && take(r.turn.Asked[0], 0, len(r.text.Lower)) {
		return
	}
	for _, c := range r.cues {
		if coded[c.kind] && !r.has(c.key) && r.speaksAt(c.start) {
			take(r.field(c.key), c.end, r.lineEnd(c.end))
		}
	}
}

// readAskedCode takes a code that opens the message as the answer to the question for it: "9083 for the kitchen".
func (r *reader) readAskedCode() {
	if len(r.turn.Asked) == 0 || len(r.values) == 0 {
		return
	}
	f, v := r.turn.Asked[0], &r.values[0]
	if f.Kind != catalog.NAICS && f.Kind != catalog.ClassCode || v.kind != catalog.Count || v.old || v.used || !r.speaksAt(v.start) ||
		r.isTaken(v.start, v.end) || strings.TrimSpace(r.text.Lower[leadIn(r.text.Lower):max(leadIn(r.text.Lower), v.start)]) != "" ||
		v.number.Money || v.number.Grouped {
		return
	}
	if code, ok := value.Parse(f, r.text.Lower[v.start:v.end], r.turn.Now); ok {
		v.used = true
		r.set(f.Key, code, 11, v.start, v.end)
	}
}

func finder(kind catalog.Kind) func(string) []value.Span {
	switch kind {
	case catalog.NAICS:
		return value.NAICSCodes
	case catalog.ClassCode:
		return value.ClassCodes
	case catalog.ZIP:
		return value.ZIPs
	}
	return value.FEINs
}

// codeBeside looks for the code behind its name, and then before it, within the sentence.
func (r *reader) codeBeside(c cue) {
	s, _ := r.sentenceOf(c.start)
	if s == nil {
		return
	}
	for i, side := range []area{{start: c.end, end: min(s.end, c.end+60)}, {start: max(s.start, c.start-30), end: c.start}} {
		for _, code := range finder(c.kind)(r.text.Lower[side.start:side.end]) {
			start, end := side.start+code.Start, side.start+code.End
			if r.isTaken(start, end) || !r.speaksAt(start) || r.otherCueBetween(c, start, end) || i == 1 && start+code.End-code.Start < c.start-12 {
				continue
			}
			if v := r.valueAt(start, end); v != nil && (v.old || v.number.Money || v.number.Grouped || v.kind == catalog.Date) {
				continue
			}
			r.set(r.placed(c), code.Value, 12, start, end)
			return
		}
	}
}

func (r *reader) otherCueBetween(c cue, start, end int) bool {
	return slices.ContainsFunc(r.cues, func(o cue) bool {
		return o.key != c.key && o.kind != catalog.LongText && (o.start >= c.end && o.end <= start || o.start >= end && o.end <= c.start)
	})
}

func (r *reader) valueAt(start, end int) *found {
	for i := range r.values {
		if v := &r.values[i]; v.start <= start && end <= v.end {
			return v
		}
	}
	return nil
}

var ofPlace = pattern.MustCompile(`^(?: codes?)? (?:for|of|at|on) (?:the |our |my )?[a-z]+(?: address)?\b`)

// ofPlace is the part of an address whose place is named behind it: "the zip for the location".
func (r *reader) ofPlace(c cue) cue {
	part, ok := strings.CutPrefix(strings.TrimPrefix(c.key, location), mailing)
	if !ok && !strings.HasPrefix(c.key, location) || part == "address" {
		return c
	}
	m := ofPlace.FindString(r.text.Lower[c.end:])
	for prefix, words := range addressCue {
		if m != "" && words.MatchString(m) && r.fields[prefix+part] {
			c.key, c.end = prefix+part, c.end+len(m)
		}
	}
	return c
}

var stateBehind = pattern.MustCompile(`
	^ ?(?:is|was|=|should be|would be|to|->)? ?(?:in |the state of )?([a-z][a-z .]{1,20}?)\s*(?:$|[,;!\n]|\. |\.$| and | but )`)

func (r *reader) stateBehind(c cue) {
	end := r.lineEnd(c.end)
	if m := stateBehind.FindStringSubmatchIndex(r.text.Lower[c.end:end]); m != nil {
		if code, ok := value.StateCode(r.text.Lower[c.end+m[2] : c.end+m[3]]); ok {
			r.set(r.placed(c), code, 12, c.end+m[2], c.end+m[3])
		}
	}
}

// placed is the field of an address part that is named without its address: the one asked for, if any.
func (r *reader) placed(c cue) string {
	part, mails := strings.CutPrefix(c.key, mailing)
	if !mails || ofPlace.MatchString(r.text.Lower[min(len(r.text.Lower), c.start+len(part)):c.end]) || len(r.turn.Asked) == 0 ||
		addressCue[mailing].MatchString(r.text.Lower[c.start:c.end]) {
		return c.key
	}
	if r.turn.Values[mailing+part] == nil && r.turn.Values[location+part] != nil {
		return location + part
	}
	if strings.HasPrefix(r.turn.Asked[0].Key, location) && r.fields[location+part] {
		return location + part
	}
	return c.key
}

var cityBehind = pattern.MustCompile(`
	^ ?(?:is|'s|=|should be|should read|needs to be)? ?((?:(?:st|ft|mt|pt)\. )?[a-z][a-z'-]*(?: [a-z][a-z'-]*){0,2}?)\s*
	(?:$|[,;!\n]|\. |\.$| and | but | zip\b| state\b)`)

// cityBehind takes the name of a city behind the word for it, if it is written like one.
func (r *reader) cityBehind(c cue) {
	m := cityBehind.FindStringSubmatchIndex(r.text.Lower[c.end:r.lineEnd(c.end)])
	if m == nil || r.isTaken(c.end+m[2], c.end+m[3]) {
		return
	}
	name := r.text.Original(c.end+m[2], c.end+m[3])
	if name[0] >= 'A' && name[0] <= 'Z' {
		r.set(r.placed(c), name, 12, c.end+m[2], c.end+m[3])
	}
}

// readYearsInTrade makes a year of "for 12 years" where the age of the business is spoken of.
func (r *reader) readYearsInTrade() {
	r.readYearsAgo()
	for i := range r.values {
		v := &r.values[i]
		if v.kind != catalog.Count || v.old || r.isTaken(v.start, v.end) || !r.speaksAt(v.start) || v.number.Money || v.number.Value > 250 {
			continue
		}
		s, g := r.sentenceOf(v.start)
		rest := r.text.Lower[v.end:s.end]
		if g == nil || !yearUnit.MatchString(rest) || !inTrade.MatchString(r.in(*g)) || claimWords.MatchString(r.in(*g)) {
			continue
		}
		v.used = true
		year := float64(r.turn.Now.Year()) - v.number.Value
		r.set("year_established", year, 11, v.start, v.end)
		r.note(Assumed, "I counted back to "+value.Format(r.field("year_established"), year)+" as the year of establishment.")
	}
}

var openedAgo = pattern.MustCompile(`
	\b(?:
		registered(?: (?:an?|the|my|our) (?:llc|company|business|corporation|name))?|founded|established|
		opened(?: up| our doors| doors)?|started(?: up)?|launched|incorporated|formed|began
	)(?: just| back| early| late| earlier| only| about| around| in)*(?:
		 (
			last year|this year|(?:january|february|march|april|june|july|august|september|october|november|december)\b|
			` + seasonWord + `
		)|
		 ([a-z]+|\d{1,3}) (?:years?|yrs?) ago
	)\b`)

var yearBehind = pattern.MustCompile(`
	^(?: (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|[a-z]+(?:[- ][a-z]+)?))?,? ?(?:of )?
	(?:(?:19|20)\d\d|'\d\d|(?:nineteen|twenty|two thousand)[ -][a-z]+)`)

// readYearsAgo makes a year of "opened last year" and "started two years ago".
func (r *reader) readYearsAgo() {
	for _, s := range r.sentences {
		for _, g := range s.segments {
			m := openedAgo.FindStringSubmatchIndex(r.in(g))
			if m != nil && yearBehind.MatchString(r.in(g)[m[1]:]) {
				continue // "registered in january 2019" tells the year itself
			}
			if g.act != answers || m == nil || claimWords.MatchString(r.in(g)) || insuranceTalk.MatchString(r.in(g)) {
				continue
			}
			back, text := 0.0, r.in(g)
			switch {
			case m[2] >= 0 && text[m[2]:m[3]] == "last year":
				back = 1
			case m[2] >= 0 && seasonEnd[text[m[2]:m[3]]] > 0:
				if seasonEnd[text[m[2]:m[3]]] > r.turn.Now.Month() {
					back = 1
				}
			case m[2] >= 0:
				back = r.seasonsBack(text[m[2]:m[3]])
			case m[4] >= 0:
				n := value.Numbers(text[m[4]:m[5]])
				if len(n) != 1 {
					continue
				}
				back = n[0].Value
			}
			r.use(g.start+m[0], g.start+m[1])
			r.set("year_established", float64(r.turn.Now.Year())-back, 11, g.start+m[0], g.start+m[1])
		}
	}
}

var claimWords = pattern.MustCompile(`\b(?:claims?|loss(?:es)?|insured with|carrier|policy|accident|building|lease)\b`)

var fraction = pattern.MustCompile(`
	\b(three quarters|two thirds|half|a quarter|one quarter|a third|one third)\b(?: of)?
	(?: our| the| all| my)? (?:sales|revenue|receipts|business|it|income|gross)\b`)

var shares = map[string]float64{"half": 50, "a quarter": 25, "one quarter": 25, "a third": 33, "one third": 33, "third": 33, "quarter": 25,
	"a fifth": 20, "one fifth": 20, "fifth": 20, "a tenth": 10, "one tenth": 10, "tenth": 10, "two thirds": 67, "three quarters": 75}

// readFractions reads "half our sales is beer" as a share.
func (r *reader) readFractions() {
	for _, c := range r.cues {
		s, g := r.sentenceOf(c.start)
		if c.key != "alcohol_percent" || s == nil || g == nil || g.act != answers {
			continue
		}
		if m := fraction.FindStringSubmatchIndex(r.text.Lower[s.start:s.end]); m != nil {
			r.set(c.key, shares[r.text.Lower[s.start+m[2]:s.start+m[3]]], 10, s.start+m[0], s.start+m[1])
		}
	}
}

var generalLiability = pattern.MustCompile(`\b(?:gl|general liability|liability|limits?|occurrence|aggregate|cgl|per occ|agg)\b`)

// readLimits reads the two limits of a general liability policy said in one breath: "$1M/$2M".
func (r *reader) readLimits() {
	r.readSpelledLimits()
	r.readShortLimits()
	for i := 0; i+1 < len(r.values); i++ {
		a, b := &r.values[i], &r.values[i+1]
		if a.kind != catalog.Count || b.kind != catalog.Count || a.old || b.old || r.isTaken(a.start, b.end) || !r.speaksAt(a.start) {
			continue
		}
		low, high := a.number.Value, b.number.Value
		if !a.number.Scaled && b.number.Scaled && low < 100 {
			low *= high / scaleOf(high)
		}
		gap := r.text.Lower[a.end:b.start]
		s, _ := r.sentenceOf(a.start)
		named := s != nil && r.says(generalLiability, *s) || r.askedAt("each_occurrence_limit") >= 0
		if named && low < 100 && high < 100 && low > 0 && strings.Contains(gap, "/") && !b.number.Percent {
			low, high = low*1e6, high*1e6
		}
		slash := strings.Contains(gap, "/")
		if low < 100000 || high < low || !limitPair.MatchString(gap) || !slash && !named || s != nil && r.says(otherLimit, *s) {
			continue
		}
		a.used, b.used = true, true
		r.set("each_occurrence_limit", low, 11, a.start, a.end)
		r.set("general_aggregate_limit", high, 11, b.start, b.end)
	}
}

var shortLimits = pattern.MustCompile(`(?:^|[ ,:])\$?([1-5]) ?(?:m|mil|mm|million)? ?/ ?\$?(10|[1-9]) ?(?:m|mil|mm|million)?(?:$|[ ,.;!])`)

var (
	beforeGL      = pattern.MustCompile(`\b(?:gl|general liability|liability)(?: limits?)?(?: of| at| is|:| -| should be| =)? \$?$`)
	perOccurrence = pattern.MustCompile(`^ ?[a-z]* (?:per|each|an?|for each) `)
	behindGL      = pattern.MustCompile(`^ ?(?:m|mil|mill|mm|million)? (?:gl|general liability|liability|limits?|cgl)\b`)
)

// spelledLimits are the two limits in words: "one and two", "a million over two".
var spelledLimits = pattern.MustCompile(`
	^\W*(?:(?:just|let's|do|we|i|need|want|the|standard|it's|um|probably|say|make|it|with|go|lets|usual)\W+)*\$?
	(a|one|two|three|[1-5]) ?(?:m|mil|mill|million|mm)?(?: ?/ ?| and (?:a )?| over (?:a )?| by (?:a )?| & |, | - |-)\$?
	(one|two|three|four|five|six|[1-9]|10) ?(?:m|mil|mill|million|mm)?(?: (?:aggregate|agg|please|is fine|limits?|standard|each))*
	\W*$`)

// readSpelledLimits reads them as the whole answer to the question for both.
func (r *reader) readSpelledLimits() {
	if r.askedAt("each_occurrence_limit") != 0 {
		return
	}
	m := spelledLimits.FindStringSubmatch(r.text.Lower)
	if m == nil {
		return
	}
	low, lowOK := muchOf(m[1])
	high, highOK := muchOf(m[2])
	if !lowOK || !highOK || low > high || low*1e6 != math.Trunc(low*1e6) {
		return
	}
	r.use(0, len(r.text.Lower))
	r.set("each_occurrence_limit", low*1e6, 11, 0, len(r.text.Lower))
	r.set("general_aggregate_limit", high*1e6, 11, 0, len(r.text.Lower))
}

// readShortLimits reads "1/2" and "1 mil / 2 mil" as two limits in millions, where limits are asked for or named.
func (r *reader) readShortLimits() {
	for _, s := range r.sentences {
		text := r.text.Lower[s.start:s.end]
		if other := otherLimit.FindStringIndex(text); other != nil && len(s.segments) > 1 {
			for _, g := range s.segments { // what is said of another limit stands in a part of its own
				if !otherLimit.MatchString(r.in(g)) && glNamed.MatchString(r.in(g)) {
					s.start, s.end = g.start, g.end
					text = r.in(g)
				}
			}
		}
		m := shortLimits.FindStringSubmatchIndex(text)
		asked := r.askedAt("each_occurrence_limit") == 0 || r.askedAt("general_aggregate_limit") == 0
		if m == nil || fractionSum.MatchString(text[m[2]:]) &&
			(perOccurrence.MatchString(text[m[5]:]) || !beforeGL.MatchString(text[:m[2]]) && !behindGL.MatchString(text[m[5]:])) ||
			!asked && !glNamed.MatchString(text) || otherLimit.MatchString(text) || r.isTaken(s.start+m[2], s.start+m[5]) ||
			!r.speaksAt(s.start+m[2]) {
			continue
		}
		low, high := value.Numbers(text[m[2]:m[3]]), value.Numbers(text[m[4]:m[5]])
		if len(low) == 1 && len(high) == 1 && low[0].Value <= high[0].Value {
			r.use(s.start+m[2], s.start+m[1])
			r.set("each_occurrence_limit", low[0].Value*1e6, 11, s.start+m[2], s.start+m[3])
			r.set("general_aggregate_limit", high[0].Value*1e6, 11, s.start+m[4], s.start+m[5])
		}
	}
}

var fractionSum = pattern.MustCompile(`^1/[234] ?(?:m|mil|mill|million)\b`)

var glNamed = pattern.MustCompile(`\b(?:gl|general liability|cgl|liability limits?|occ|occurrence)\b`)

var otherLimit = pattern.MustCompile(`\b(?:umbrella|excess|auto|employers'? liability|cyber|e&o|professional|revenue|payroll|sales)\b`)

func scaleOf(v float64) float64 {
	for _, s := range []float64{1e6, 1e3} {
		if v >= s {
			return v / s
		}
	}
	return v
}
