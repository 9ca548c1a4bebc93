package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// marks of the verdicts on a terminal.
var marks = map[Verdict]string{Pass: "ok", Fail: "FAIL", Warn: "warn", Blocked: "blocked", Inconclusive: "unclear", NotApplicable: "n/a", Observed: "seen"}

// colours of the verdicts, where the terminal has them.
var colours = map[Verdict]string{Pass: "32", Fail: "31;1", Warn: "33", Blocked: "34", Inconclusive: "35", NotApplicable: "2", Observed: "36"}

// Terminal writes the report for a person: failures with their evidence first, then what could not be judged, then sums
// and the ids of what was found.
func Terminal(w io.Writer, r *Report, colour bool) error {
	var b strings.Builder
	paint := func(v Verdict, text string) string {
		if !colour {
			return text
		}
		return "\x1b[" + colours[v] + "m" + text + "\x1b[0m"
	}
	for _, v := range []Verdict{Fail, Warn} {
		for _, one := range r.Results {
			if one.Verdict == v {
				writeFinding(&b, one, paint(v, fmt.Sprintf("%-7s", marks[v])))
			}
		}
	}
	writeUnclear(&b, r, paint)
	writeBlocked(&b, r, paint)
	b.WriteString("\n")
	if len(r.Roles) > 1 {
		writeParts(&b, r, paint)
	}
	fmt.Fprintf(&b, "%s, requirements: %d in %.1f s:", strings.TrimSpace(r.Name+" "+r.Target), r.Planned, float64(r.TookMS)/1000)
	writeCounts(&b, r.Counts, paint)
	if r.Seed != 0 {
		fmt.Fprintf(&b, "  (seed %d)", r.Seed)
	}
	b.WriteString("\n")
	writeFound(&b, r, paint)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeFound ends the report with the ids that a person came for: their evidence may be pages above.
func writeFound(b *strings.Builder, r *Report, paint func(Verdict, string) string) {
	for _, v := range []Verdict{Fail, Warn} {
		var ids []string
		for _, one := range r.Results {
			if one.Verdict == v {
				ids = append(ids, one.ID)
			}
		}
		if len(ids) > 0 {
			fmt.Fprintf(b, "%s %s\n", paint(v, fmt.Sprintf("%-7s", marks[v])), strings.Join(ids, " "))
		}
	}
}

// writeParts sums up each role of a report that has several.
func writeParts(b *strings.Builder, r *Report, paint func(Verdict, string) string) {
	for _, role := range r.Roles {
		counts, planned := map[Verdict]int{}, 0
		for _, one := range r.Results {
			if string(one.Role) == role {
				counts[one.Verdict]++
				planned++
			}
		}
		fmt.Fprintf(b, "%-8s %3d requirements:", role, planned)
		writeCounts(b, counts, paint)
		b.WriteString("\n")
	}
}

func writeCounts(b *strings.Builder, counts map[Verdict]int, paint func(Verdict, string) string) {
	for _, v := range Verdicts {
		if n := counts[v]; n > 0 {
			fmt.Fprintf(b, "  %s %d", paint(v, marks[v]), n)
		}
	}
}

func writeFinding(b *strings.Builder, one Result, mark string) {
	fmt.Fprintf(b, "%s %s  %s (%s)\n", mark, one.ID, one.Title, one.Section)
	for _, line := range [][2]string{{"expected", one.Expected}, {"got", one.Got}, {"cause", one.Cause}, {"known", one.Known}} {
		if line[1] != "" {
			fmt.Fprintf(b, "        %-8s %s\n", line[0], oneLine(line[1], 600))
		}
	}
	writeRepeat(b, one)
}

// shownLines bounds a script on a terminal; a longer one is for the forms of a report that are kept.
const shownLines = 12

// writeRepeat writes how to see a failure again. A script has its lines as they are, so that they can be copied.
func writeRepeat(b *strings.Builder, one Result) {
	lines := strings.Split(one.Reproduce, "\n")
	switch {
	case one.Reproduce == "" && one.Unrepeated != "":
		fmt.Fprintf(b, "        %-8s no call does. %s\n", "repeat", oneLine(one.Unrepeated, 600))
	case one.Reproduce == "":
	case len(lines) == 1:
		fmt.Fprintf(b, "        %-8s %s\n", "repeat", oneLine(one.Reproduce, 600))
	case len(lines) > shownLines:
		fmt.Fprintf(b, "        %-8s a script of %d lines: see the report in JSON or HTML\n", "repeat", len(lines))
	default:
		fmt.Fprintf(b, "        %-8s a script of %d lines:\n", "repeat", len(lines))
		for _, line := range lines {
			b.WriteString(line + "\n")
		}
	}
}

// writeUnclear tells of what has one cause for many requirements once.
func writeUnclear(b *strings.Builder, r *Report, paint func(Verdict, string) string) {
	byCause, order := map[string][]Result{}, []string{}
	for _, one := range r.Results {
		if one.Verdict != Inconclusive {
			continue
		}
		if byCause[one.Got] == nil {
			order = append(order, one.Got)
		}
		byCause[one.Got] = append(byCause[one.Got], one)
	}
	mark := paint(Inconclusive, fmt.Sprintf("%-7s", marks[Inconclusive]))
	for _, cause := range order {
		same := byCause[cause]
		writeFinding(b, same[0], mark)
		if len(same) > 1 {
			fmt.Fprintf(b, "        %-8s %d more, from %s to %s\n", "and", len(same)-1, same[1].ID, same[len(same)-1].ID)
		}
	}
}

// needs are words for what the catalogue names by a key and is no hook.
var needs = map[string]string{
	"key2":       "a key of a second workspace (-api-key-2)",
	"noplatform": "a workspace without an account on the platform",
}

func writeBlocked(b *strings.Builder, r *Report, paint func(Verdict, string) string) {
	byNeed, why, order := map[string][]string{}, map[string]string{}, []string{}
	for _, one := range r.Results {
		if one.Verdict != Blocked {
			continue
		}
		missing := slices.Clone(one.Missing)
		for i, name := range missing {
			missing[i] = cmp.Or(needs[name], name)
		}
		need := one.Got + ":"
		if len(missing) > 0 {
			need = strings.Join(missing, ", ") + " is missing for"
		}
		if byNeed[need] == nil {
			order = append(order, need)
		}
		byNeed[need] = append(byNeed[need], one.ID)
		if _, more, told := strings.Cut(one.Got, "not offered, and "); told && why[need] == "" {
			why[need] = more
		}
	}
	for _, need := range order {
		fmt.Fprintf(b, "%s %s %s\n", paint(Blocked, fmt.Sprintf("%-7s", marks[Blocked])), need, strings.Join(byNeed[need], " "))
		if why[need] != "" {
			fmt.Fprintf(b, "        %-8s %s\n", "and", oneLine(why[need], 240))
		}
	}
}

func oneLine(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}
