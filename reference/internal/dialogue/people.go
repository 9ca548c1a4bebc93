package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	soleDriver = pattern.MustCompile(`
		\b(?:no one|nobody|no-one)(?: else)? (?:other than|but|besides|except(?: for)?) (?:me|myself) (?:
			drives?|ever drives?|is driving|will drive
		)\b|
		\b(?:i'm|i am) the (?:only|sole) (?:one (?:who|that) (?:ever )?(?:drives?|driving|gets behind the wheel)|driver)\b|
		^\W*(?:i'm|i am) the driver\W*$|\b(?:the )?only driver is me\b|
		\bi (?:do all (?:of )?the driving|drive (?:it |them )?(?:myself|alone))\b|
		\b(?:only|just) (?:me|i|myself) (?:driving|drives?|behind the wheel)\b|\bi'm the only one driving\b`)
	driveTalk = pattern.MustCompile(`
		^(.*?)
		[,:]? (?:
			(?:who |that )?(?:will |do all (?:of )?(?:the )?|both |all )?(?:
				drive|drives|driving|are driving|are (?:the )?(?:only )?drivers|(?:ever )?gets? behind the wheel
			)
		)\b`)
	workTalk = pattern.MustCompile(`^(.*?)[,:]? (?:(?:are|is) the (?:only|whole) (?:employees|staff|crew|team|ones)(?: (?:here|working))?)\b`)
	driverIs = pattern.MustCompile(`\b(?:the )?(?:only )?drivers? (?:is|are|would be|will be|=|:) (.+)$`)
)

// readPeople counts people who are named: "me and my wife" answers the question how many, and "just my brother and I
// drive" says how many drive.
func (r *reader) readPeople() {
	for _, s := range r.sentences {
		for _, g := range s.segments {
			if g.act != answers && g.act != aside || r.isTaken(g.start, g.end) {
				continue
			}
			if soleDriver.MatchString(r.in(g)) && !strings.Contains(r.in(g), "not the only") && !strings.HasPrefix(strings.TrimSpace(r.in(g)), "and i") {
				r.set("driver_count", 1.0, 11, g.start, g.end)
			}
		}
		r.countParty("driver_count", s, driveTalk)
		r.countParty("driver_count", s, driverIs)
		r.countParty("total_employees", s, workTalk)
		r.partyAsked(s)
	}
}

// countParty reads the party that a phrase of a sentence is about.
func (r *reader) countParty(key string, s sentence, phrase *pattern.Pattern) {
	text := r.text.Lower[s.start:s.end]
	m := phrase.FindStringSubmatchIndex(text)
	if m == nil || s.question || r.has(key) || !r.speaksAt(s.start+m[2]) && !ownKin.MatchString(text) ||
		r.negates(strings.ReplaceAll(strings.ReplaceAll(text[:m[1]], "nobody but", ""), "no one but", "")) {
		return
	}
	if n, ok := value.People(text[m[2]:m[3]]); ok {
		r.use(s.start+m[2], s.start+m[3])
		r.set(key, n, 11, s.start, s.start+m[1])
	}
}

// plusMe adds the speaker to those who are counted: "six, plus me makes seven".
var plusMe = pattern.MustCompile(`
	^\W*(?:(?:just|about|we have|there are|there's|it's|i have)\W+)*(\d{1,3}|[a-z]+),?
	(?: (?:guys|people|employees|workers|drivers|of them))? (?:plus|and|\+) (?:me|myself)
	(?:,? (?:so |that |which )*(?:makes|is|that's|=|equals) (?:\d{1,3}|[a-z]+))?\W*$`)

// twoPlaces counts people by where they work: "6 in the office and 14 in the field".
var twoPlaces = pattern.MustCompile(`
	^\W*(?:(?:about|we have|we've got|there are)\W+)*(\d{1,3}|[a-z]+) (?:in|at|on) (?:the )?[a-z]+
	(?:,| and|, and| plus) (\d{1,3}|[a-z]+) (?:in|at|on) (?:the )?[a-z]+\W*$`)

var countingMe = pattern.MustCompile(`\b(?:counting|including|incl\.?|including\.|with) (?:me|myself)\b`)

// partyAsked takes a sentence that is nothing but a party as the answer to a question for a number of people.
func (r *reader) partyAsked(s sentence) {
	if len(r.turn.Asked) == 0 || s.question {
		return
	}
	f := r.turn.Asked[0]
	if !r.countsPeople(f) {
		r.partyTold(s)
	}
	if !r.countsPeople(f) || r.has(f.Key) || countingMe.MatchString(r.text.Lower[s.start:s.end]) {
		return
	}
	for _, c := range r.cuesIn(s.start, s.end) {
		if c.key != f.Key && f.Key != "driver_count" && r.countsPeople(r.field(c.key)) && c.key != "total_employees" {
			return
		}
	}
	if m := plusMe.FindStringSubmatchIndex(r.text.Lower[s.start:s.end]); m != nil {
		if n := value.Numbers(r.text.Lower[s.start+m[2] : s.start+m[3]]); len(n) == 1 {
			r.use(s.start, s.end)
			r.set(f.Key, n[0].Value+1, 12, s.start, s.end)
			return
		}
	}
	if m := twoPlaces.FindStringSubmatch(r.text.Lower[s.start:s.end]); m != nil && f.Key == "total_employees" {
		a, aOK := muchOf(m[1])
		b, bOK := muchOf(m[2])
		if aOK && bOK {
			r.use(s.start, s.end)
			r.set(f.Key, a+b, 12, s.start, s.end)
			return
		}
	}
	end := s.end
	if n, ok := value.People(r.text.Lower[s.start:end]); ok {
		r.use(s.start, end)
		r.set(f.Key, n, 11, s.start, end)
	}
}

var mainAnd = pattern.MustCompile(`
	\b(?:main|head|home|flagship|central)(?:
		 (?:office|store|shop|location|site|branch|clinic|restaurant|yard|campus)
	)? (?:and|plus|\+|&) (an?|one|two|three|four|five|six|\d{1,2}) (?:[a-z]+ ){0,2}(?:
		offices?|locations?|branch(?:es)?|stores?|shops?|sites?|satellites?|yards?|restaurants?|clinics?
	)\b`)

// readMainAnd counts "the main office and two satellite offices".
func (r *reader) readMainAnd() {
	m := mainAnd.FindStringSubmatchIndex(r.text.Lower)
	if m == nil || !r.speaksAt(m[0]) || !r.speaksAt(m[2]) {
		return
	}
	if n, ok := muchOf(r.text.Lower[m[2]:m[3]]); ok {
		r.use(m[0], m[1])
		r.set("number_of_locations", n+1, 12, m[0], m[1])
	}
}

var helps = pattern.MustCompile(`\b(?:helpers?|employees?|guys?|workers?|assistants?|apprentices?)\b`)

// partyTold counts "me and one helper" as the staff where nobody asked.
func (r *reader) partyTold(s sentence) {
	for _, g := range s.segments {
		text := r.in(g)
		if n, ok := value.People(text); ok && n > 1 && g.act == answers && helps.MatchString(text) && !r.isTaken(g.start, g.end) && !r.has("total_employees") {
			r.use(g.start, g.end)
			r.set("total_employees", n, 7, g.start, g.end)
		}
	}
}

// countsPeople says that a field is a number of people of the business.
func (r *reader) countsPeople(f catalog.Field) bool {
	return f.Key == "driver_count" || f.Key == "full_time_employees" || f.Key == "part_time_employees" || f.Key == "total_employees"
}
