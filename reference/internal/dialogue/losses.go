package dialogue

import (
	"slices"
	"strconv"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// oneOfSeveral says that a sum is one of those told loss by loss, which readLossSums adds up.
func (r *reader) oneOfSeveral(v found, s sentence) bool {
	return len(r.sumsIn(s)) > 1 && !slices.ContainsFunc(r.cuesIn(s.start, s.end), func(c cue) bool { return c.key == "loss_total" }) &&
		slices.ContainsFunc(r.sumsIn(s), func(o found) bool { return o.start == v.start })
}

func (r *reader) sumsIn(s sentence) (all []found) {
	for _, v := range r.valuesIn(s.start, s.end) {
		if v.kind == catalog.Count && !v.old && !v.number.Percent && !v.number.YearLike &&
			(v.number.Money || v.number.Grouped || v.number.Scaled || v.number.Value >= 500) {
			all = append(all, v)
		}
	}
	return all
}

var anotherOne = pattern.MustCompile(`\b(?:another|a second|the other)\b`)

var firstOther = pattern.MustCompile(`\b(?:first|one)\b.*\b(?:other|second|another|next)\b`)

var eachLoss = pattern.MustCompile(`
	\b(?:
		hail|theft|fire|water|wind|flood|accident|collision|slip|injury|vandalism|storm|burglary|one|first|other|second|third|
		another|each
	)\b`)

// onlySums is a message of sums and no more.
var onlySums = pattern.MustCompile(`^\W*\$?\d[\d,.]*k?(?:(?:,| and| plus| &| \+)+ ?\$?\d[\d,.]*k?)+\W*$`)

// readLossSums adds up losses that are told one by one, if there are as many sums as losses.
func (r *reader) readLossSums() {
	for _, s := range r.sentences {
		if r.has("loss_total") && !anotherOne.MatchString(r.text.Lower[s.start:s.end]) && !r.toldEach(s) || s.question ||
			len(r.cuesOfKey(s, "loss_count")) == 0 && r.askedAt("loss_total") < 0 ||
			!eachLoss.MatchString(r.text.Lower[s.start:s.end]) && !onlySums.MatchString(r.text.Lower) &&
				r.known("loss_count") != any(float64(len(r.sumsIn(s)))) {
			continue
		}
		sums := r.sumsIn(s)
		n, counted := r.out.Set["loss_count"].(float64)
		if counted && n == 1 && len(sums) < 2 && anotherOne.MatchString(r.text.Lower[s.start:s.end]) {
			delete(r.out.Set, "loss_count") // how many there were is not clear, nor what they cost together
			delete(r.out.Set, "loss_total")
			continue
		}
		if counted && n == 1 && anotherOne.MatchString(r.text.Lower[s.start:s.end]) {
			n = float64(len(sums)) // "one claim for 5,200 and another for 1,800"
			r.set("loss_count", n, 12, s.start, s.start)
		}
		if told, ok := r.turn.Values["loss_count"].(float64); ok && !counted && r.askedAt("loss_total") == 0 && len(r.cuesIn(s.start, s.end)) == 0 {
			n, counted = told, true // "9,100 and 27,000" for the two that were told before
		}
		if !counted && r.askedAt("loss_total") == 0 && onlySums.MatchString(r.text.Lower) {
			n, counted = float64(len(sums)), true
		}
		if !counted && r.askedAt("loss_total") == 0 && len(sums) > 1 && firstOther.MatchString(r.text.Lower[s.start:s.end]) {
			n, counted = float64(len(sums)), true // "9,000 for the first and 3,500 for the other"
		}
		if len(sums) < 2 || !counted || int(n) != len(sums) {
			continue
		}
		total := 0.0
		for _, v := range sums {
			if !r.speaksAt(v.start) || r.isTaken(v.start, v.end) && !r.toldEach(s) && r.askedAt("loss_total") != 0 {
				return
			}
			total += v.number.Value
		}
		r.set("loss_total", total, max(8, r.strength["loss_total"]), sums[0].start, sums[len(sums)-1].end)
		r.note(Assumed, "I added the losses up to "+value.Format(r.field("loss_total"), total)+".")
	}
}

// toldEach says that there are as many sums in a sentence as losses, and that none is called the total.
func (r *reader) toldEach(s sentence) bool {
	sums := r.sumsIn(s)
	return len(sums) > 1 && r.out.Set["loss_count"] == float64(len(sums)) && len(r.cuesOfKey(s, "loss_total")) == 0
}

// readLossRow adds up losses that are told in a row behind their number: "three claims: 2022 auto $3,200; 2023 fire
// $11,000; 2024 theft $1,800".
func (r *reader) readLossRow() {
	n, counted := r.out.Set["loss_count"].(float64)
	if !counted || n < 2 || slices.ContainsFunc(r.cues, func(c cue) bool { return c.key == "loss_total" && !c.announces }) {
		return
	}
	var row []found
	for _, s := range r.sentences {
		if s.start < r.places["loss_count"] && s.end <= r.places["loss_count"] {
			continue
		}
		sums := r.sumsIn(s)
		if others := r.otherLossCuesIn(s); len(sums) == 0 || len(others) > 0 || s.question || !r.speaksAt(sums[0].start) {
			break
		}
		row = append(row, sums...)
	}
	if float64(len(row)) != n {
		return
	}
	total := 0.0
	for _, v := range row {
		total += v.number.Value
	}
	r.use(row[0].start, row[len(row)-1].end)
	r.set("loss_total", total, 13, row[0].start, row[len(row)-1].end)
	r.note(Assumed, "I added the losses up to "+value.Format(r.field("loss_total"), total)+".")
}

// otherLossCuesIn are the names of other fields with a figure in a sentence.
func (r *reader) otherLossCuesIn(s sentence) []cue {
	return slices.DeleteFunc(r.cuesIn(s.start, s.end), func(c cue) bool { return c.kind != catalog.Money || c.key == "loss_total" })
}

// sinceThen ends the tale of an old loss.
var sinceThen = pattern.MustCompile(`
	\b(?:nothing|none|no (?:claims|losses|others?|more)|clean|zero|never) (?:at all |ever |again )?(?:since|after|ever since)\b`)

var allOld = pattern.MustCompile(`
	\b(?:they|it|that|those|all|both|each|which|one|last one)\b[^.;]{0,24}\b(?:(?:was|were|is|happened|are)\b[^.;]{0,24})?(?:
		(?:more than|over|at least|about)? ?(\d+|six|seven|eight|nine|ten|twelve|fifteen|twenty) (?:plus )?
		(?:years|yrs) (?:ago|back|old)|
		before ((?:19|20)\d\d)|(?:in|back in) ((?:19|20)\d\d)
	)\b`)

// readOldLosses reads claims that are all said to lie further back than asked: there are none to report.
func (r *reader) readOldLosses() {
	for _, s := range r.sentences {
		if text := r.text.Lower[s.start:s.end]; !s.question && mishap.MatchString(text) && sinceThen.MatchString(text) &&
			r.saidLongAgo(text) && r.speaksAt(s.start) {
			r.set("losses_5yr", false, 12, s.start, s.end)
			continue
		}
		if old, told := r.oldLastLoss(r.text.Lower[s.start:s.end]); told && !s.question && r.speaksAt(s.start) {
			r.set("losses_5yr", !old, 12, s.start, s.end)
			continue
		}
		m := allOld.FindStringSubmatch(r.text.Lower[s.start:s.end])
		if m == nil || s.question || len(r.cuesOfKey(s, "losses_5yr")) == 0 || r.negates(r.text.Lower[s.start:s.end]) {
			continue
		}
		old := false
		switch year := m[2] + m[3]; {
		case m[1] != "":
			n := value.Numbers(m[1])
			old = len(n) == 1 && n[0].Value > 5
		case year != "":
			old = year < strconv.Itoa(r.turn.Now.Year()-5)
		}
		if old {
			for _, key := range []string{"loss_count", "loss_total"} {
				delete(r.out.Set, key)
			}
			r.set("losses_5yr", false, 12, s.start, s.end)
		}
	}
}

var onlyLoss = pattern.MustCompile(`
	\b(?:only|just|just the|only the|only had|just had) (?:the )?(?:one|1)(?: (?:time|claim|loss|incident|of them))?
	(?: ever| so far)?(?:$|[ ,.;!])`)

var loneLoss = pattern.MustCompile(`
	^\W*(?:that|it|this) (?:was|is) the only (?:one|claim|loss|time)\W*$|
	^\W*(?:(?:it was|that was|yes|yeah|no|nope|and)\W+)*(?:only|just) (?:the |that |this )?(?:one|1)
	(?: (?:time|claim|loss|incident))?\W*$`)

// readOnlyLoss counts the loss of "the loss was 85,000, only one".
func (r *reader) readOnlyLoss() {
	told := slices.ContainsFunc(r.latest(), func(c Change) bool { return c.Key == "losses_5yr" || c.Key == "loss_total" })
	if told && r.turn.Values["losses_5yr"] == true && loneLoss.MatchString(r.text.Lower) {
		r.set("loss_count", 1.0, 7, 0, len(r.text.Lower))
		return
	}
	for _, s := range r.sentences {
		m := onlyLoss.FindStringIndex(r.text.Lower[s.start:s.end])
		if m == nil || s.question || r.has("loss_count") || r.out.Set["losses_5yr"] == false || !r.speaksAt(s.start+m[0]) ||
			len(r.cuesOfKey(s, "losses_5yr")) == 0 && !r.has("loss_total") ||
			len(r.cuesIn(s.start+m[1], r.segmentEnd(s.start+m[0], s))) > 0 {
			continue
		}
		r.use(s.start+m[0], s.start+m[1])
		r.set("loss_count", 1.0, 7, s.start+m[0], s.start+m[1])
	}
}

var lastLoss = pattern.MustCompile(`
	\b(?:last|latest|only|most recent) (?:loss|claim|one|accident|incident)(?: (?:we|i) (?:had|ever had|filed|turned in))?
	(?: was| happened| came| dates from| is from|:)?(?: all the way| way)?(?: back)?(?: in| around| about| from)? (?:
		(?:[a-z]+ )?((?:19|20)\d\d)|(\d{1,2}|[a-z]+) (?:years|yrs) (?:ago|back)
	)\b`)

// oldLastLoss says whether the last loss lies further back than is asked about.
func (r *reader) oldLastLoss(text string) (old, told bool) {
	m := lastLoss.FindStringSubmatch(text)
	if m == nil {
		return false, false
	}
	if m[1] != "" {
		return m[1] < strconv.Itoa(r.turn.Now.Year()-5), true
	}
	n := value.Numbers(m[2])
	return len(n) == 1 && n[0].Value > 5, len(n) == 1
}

var lossesTold = pattern.MustCompile(`
	^\W*(?:(?:oh|no|well|actually|wait|sorry|yes|yeah|um|uh|hold on|correction|unfortunately|sadly|but|so|ok|okay)\W+)*(?:
		there (?:was|were|has been|have been|is|are)|there's|there've been|we (?:had|have had|did have|have)|we've had|
		i (?:had|did have)|just|only
	)(?: (?:just|only|actually|also|about|maybe|like))* (one|two|three|four|five|six|[1-9]|a couple|a single)
	(?: (?:small|minor|little|big|large|tiny))*(?: (?:of them|claims?|loss(?:es)?|incidents?|ones?))?(?:$|[ ,.!;])`)

var smallLosses = pattern.MustCompile(`
	^\W*(?:(?:yes|yeah|yep|oh|well)\W+)*(one|two|three|four|five|six|[1-9]|a couple|a single)
	(?: (?:small|minor|little|big|large|tiny|old|bad|real))+(?: (?:of them|claims?|loss(?:es)?|incidents?|ones?))?(?:$|[ ,.!;])`)

// readLossesTold counts the losses of "there was one, for about 5k", when losses were asked for.
func (r *reader) readLossesTold() {
	if r.askedAt("losses_5yr") != 0 || r.has("losses_5yr") || r.has("loss_count") || len(r.sentences) == 0 ||
		len(r.sentences[0].segments) == 0 || r.sentences[0].question || r.sentences[0].segments[0].act != answers ||
		len(r.otherLossCues()) > 0 {
		return
	}
	m := lossesTold.FindStringSubmatchIndex(r.text.Lower)
	if m == nil {
		m = smallLosses.FindStringSubmatchIndex(r.text.Lower)
	}
	if m == nil && mishap.MatchString(r.text.Lower) && !r.negates(r.text.Lower) && !r.longAgo(r.text.Lower) &&
		len(strings.Fields(r.text.Lower)) <= 14 && r.sentences[0].segments[0].act == answers {
		r.set("losses_5yr", true, 4, 0, 0)
	}
	if m == nil || r.longAgo(r.text.Lower[m[0]:r.sentences[0].end]) {
		return
	}
	if n := value.Numbers(strings.Replace(r.text.Lower[m[2]:m[3]], "a single", "one", 1)); len(n) == 1 {
		r.use(m[2], m[3])
		r.set("losses_5yr", true, 6, m[2], m[3])
		r.set("loss_count", n[0].Value, 6, m[2], m[3])
	}
}

// otherLossCues are the cues of a message that speak of something else than losses.
func (r *reader) otherLossCues() []cue {
	return slices.DeleteFunc(slices.Clone(r.cues), func(c cue) bool { return strings.HasPrefix(c.key, "loss") })
}

// readLossDetail takes the figures of "yes, two" and "yes, about 12k" when losses were asked for.
func (r *reader) readLossDetail() {
	if r.askedAt("losses_5yr") != 0 || r.out.Set["losses_5yr"] != true || len(r.otherLossCues()) > 0 {
		return
	}
	for i := range r.values {
		v := &r.values[i]
		_, g := r.sentenceOf(v.start)
		if v.kind != catalog.Count || v.used || v.old || g == nil || g.act != answers || v.number.YearLike || v.number.Percent || r.oddWords(*g) > 2 {
			continue
		}
		key := "loss_count"
		if v.number.Money || v.number.Scaled || v.number.Value > 100 {
			key = "loss_total"
		}
		if !r.has(key) && !timeUnit.MatchString(r.text.Lower[v.end:min(len(r.text.Lower), v.end+24)]) {
			r.awardNumber(key, v, 5)
		}
	}
}
