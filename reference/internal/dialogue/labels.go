package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// label is a place that names a field and announces its value: "Payroll: ", "sprinklers = ", "Year built - ".
type label struct {
	cues       []cue // the fields that the words may name
	start, end int   // from the first word to the start of the value
}

var (
	afterLabel = pattern.MustCompile(`^(?:\. ?[:=] *|[ )"'?]*?(?: ?[:=]+>?| -+>? | ?\?+(?: |$))[ ]*(?:a(?:ns(?:wer)?)?[ ]*[:.)-]+[ ]*)?)`)
	labelWords = set(`
		the our my your is are of for a an total annual current number # no and in about at own please main primary business company
		yearly gross estimated approx per year any do you have we to be with from`)
	foreignName = pattern.MustCompile(`(?m)(?:^|[,;.] |  )[ ]*([a-z][a-z' /&#-]{1,40}?) ?[:=] ?`)
)

func (r *reader) readLabels() {
	r.readPairs()
	labels := r.quotedQuestions(r.findLabels())
	for i, l := range labels {
		if r.isTaken(l.end, l.end+1) {
			continue
		}
		end := r.lineEnd(l.end)
		if strings.TrimSpace(r.text.Lower[l.end:end]) == "" && end < len(r.text.Lower) {
			if next := r.lineEnd(end + 1); i+1 == len(labels) || labels[i+1].start >= next { // the value is the line below
				l.end, end = end+1, next
			}
		}
		if i+1 < len(labels) && labels[i+1].start < end {
			end = labels[i+1].start
		}
		r.readLabelled(l, end)
	}
	r.keepLabels()
}

func (r *reader) lineEnd(at int) int {
	if at >= len(r.text.Lower) {
		return len(r.text.Lower)
	}
	if i := strings.IndexByte(r.text.Lower[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(r.text.Lower)
}

// findLabels keeps the cues that stand where a label may stand and are followed by what follows a label.
func (r *reader) findLabels() []label {
	var all []label
	for _, c := range r.cues {
		if c.announces && !r.opensLine(c.start) && !pauseBefore.MatchString(r.text.Lower[max(r.lineStart(c.start), c.start-6):c.start]) {
			continue
		}
		m := afterLabel.FindString(r.text.Lower[c.end:r.lineEnd(c.end)])
		if m == "" && (c.kind == catalog.YesNo || c.kind == catalog.Choice) && tightDash.MatchString(r.text.Lower[c.end:r.lineEnd(c.end)]) {
			m = "-"
		}
		if m == "" && strings.TrimSpace(r.text.Lower[c.end:r.lineEnd(c.end)]) == "" && r.lineEnd(c.end) < len(r.text.Lower) && c.end-c.start > 3 {
			m = r.text.Lower[c.end:r.lineEnd(c.end)] + "\n" // a line of its own above the value
			if r.text.Lower[c.start:c.end] != strings.TrimSpace(stripMarker(r.text.Lower[r.lineStart(c.start):r.lineEnd(c.end)])) || r.hasValueOf(c) {
				continue
			}
			m = m[:len(m)-1]
		} else if m == "" || !r.mayLabel(c, m) {
			continue
		}
		l := label{cues: []cue{c}, start: c.start, end: c.end + len(m)}
		if n := len(all); n > 0 && (all[n-1].end == l.end || all[n-1].start == l.start) {
			switch before := all[n-1].cues[0]; {
			case before.from == c.from && before.to == c.to:
				all[n-1].cues = append(all[n-1].cues, c)
			case c.label && !before.label || c.to-c.from >= before.to-before.from && !before.label:
				l.start = min(l.start, all[n-1].start)
				all[n-1] = l
			}
			continue
		}
		all = append(all, l)
	}
	return all
}

var (
	pairGap   = pattern.MustCompile(`^ ?(?:/|&|and|\+) ?$`)
	pairValue = pattern.MustCompile(`^\)? ?(?:employees|staff|count|counts)? ?(?:[:=-]|is|are|were) ?(\d{1,6}) ?(?:/|&|and|,|\+) ?(\d{1,6})(?:$|[ ,;.\n])`)
)

// readPairs reads two names and two numbers in one breath: "Employees (FT/PT): 8/3", "vehicles/drivers = 5/6".
func (r *reader) readPairs() {
	for k := 0; k+1 < len(r.cues); k++ {
		first, second := r.cues[k], r.cues[k+1]
		if first.key == second.key || second.start < first.end || !numeric(first.kind) || !numeric(second.kind) ||
			!pairGap.MatchString(r.text.Lower[first.end:second.start]) {
			continue
		}
		m := pairValue.FindStringSubmatchIndex(r.text.Lower[second.end:r.lineEnd(second.end)])
		if m == nil {
			continue
		}
		for n, key := range []string{first.key, second.key} {
			start, end := second.end+m[2+2*n], second.end+m[3+2*n]
			if numbers := value.Numbers(r.text.Lower[start:end]); len(numbers) == 1 && fits(r.field(key), numbers[0]) > -1 {
				r.awardNumber(key, &found{start: start, end: end, kind: catalog.Count, number: numbers[0]}, 20)
			}
		}
		r.use(first.start, second.end+m[5])
		r.take(first.start, second.end+m[5])
	}
}

var afterQuestion = pattern.MustCompile(`^ ?(?:\?|:|=|-+>?)+ *`)

// quotedQuestions adds the lines that begin with a question as it was asked, and takes out the labels inside those.
func (r *reader) quotedQuestions(labels []label) []label {
	at := 0
	for _, line := range strings.SplitAfter(r.text.Lower, "\n") {
		start := at + len(line) - len(stripMarker(line))
		for _, q := range r.Engine.asked {
			rest, quoted := strings.CutPrefix(r.text.Lower[start:at+len(line)], q.text)
			if !quoted || !r.fields[q.key] {
				continue
			}
			mark := afterQuestion.FindString(rest)
			if mark == "" {
				continue
			}
			l := label{cues: []cue{{key: q.key, kind: r.field(q.key).Kind, start: start, end: start + len(q.text), label: true}},
				start: start, end: start + len(q.text) + len(mark)}
			labels = slices.DeleteFunc(labels, func(o label) bool { return o.start >= l.start && o.start < l.end })
			labels = append(labels, l)
			break
		}
		at += len(line)
	}
	slices.SortStableFunc(labels, func(a, b label) int { return a.start - b.start })
	return labels
}

var tightDash = pattern.MustCompile(`^-(?:yes|no|y|n|own|owned|lease|leased|rent|frame|masonry|brick)\b`) // "alarm-yes"

var pauseBefore = pattern.MustCompile(`(?:[,;|.]|  | /) *$`)

// opensLine says that nothing but a marker of a list stands before a place in its line.
func (r *reader) opensLine(at int) bool {
	start := r.lineStart(at)
	return at-start <= 16 && strings.TrimSpace(stripMarker(r.text.Lower[start:at])) == ""
}

func stripMarker(line string) string { return listMarker.ReplaceAllString(line, "") }

// hasValueOf says that the words are an answer themselves, as "LLC" or "sprinklered" may be.
func (r *reader) hasValueOf(c cue) bool {
	f := r.field(c.key)
	return f.Kind == catalog.Choice && len(value.Options(f, r.text.Lower[c.start:c.end])) > 0
}

func (r *reader) lineStart(at int) int {
	return strings.LastIndexByte(r.text.Lower[:at], '\n') + 1
}

var questionMark = pattern.MustCompile(`^(?:q\d*|question)[:.)]$`)

// mayLabel says that only small words stand between the place where a label may begin and the cue. A question mark or a
// dash makes a label only of words at the start of a line or sentence.
func (r *reader) mayLabel(c cue, mark string) bool {
	line := r.text.Lower[r.lineStart(c.start):c.start]
	from := strings.LastIndexAny(line, ",;|")
	for _, stop := range []string{". ", "? ", "! ", "  ", " / ", "- ", " and ", ") ", ": "} {
		if i := strings.LastIndex(line, stop); i >= 0 && i+len(stop)-1 > from {
			from = i + len(stop) - 1
		}
	}
	lead := strings.Fields(listMarker.ReplaceAllString(line[from+1:], ""))
	if questionMark.MatchString(strings.TrimSpace(line[:from+1])) {
		from = -1
	}
	strict := strings.ContainsAny(mark, "?") || !strings.ContainsAny(mark, ":=")
	if strings.Contains(mark, "?") && r.answeredBelow(c.end) {
		from = -1
		lead = slices.DeleteFunc(lead, func(w string) bool { return questionWords[w] })
	}
	if strict && (from >= 0 && strings.TrimSpace(line[:from+1]) != "" && !strings.Contains(line, ". ") && !strings.Contains(line, "? ") &&
		line[from] != ';' && line[from] != '|' || len(lead) > 2) {
		return false
	}
	if len(lead) > 6 {
		return false
	}
	if n := len(lead); n > 0 && (strings.ContainsAny(lead[n-1], "0123456789") || numberish[lead[n-1]] && numeric(c.kind)) && len(value.Numbers(lead[n-1])) > 0 {
		return false // "2 locations: one in Reno" has its number already
	}
	unknown := 0
	for _, w := range lead {
		if !labelWords[strings.Trim(w, "()'\"")] {
			unknown++
		}
	}
	if strict {
		return unknown == 0
	}
	return unknown <= 2
}
