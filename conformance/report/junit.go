package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name      string      `xml:"name,attr"`
	Tests     int         `xml:"tests,attr"`
	Failures  int         `xml:"failures,attr"`
	Errors    int         `xml:"errors,attr"`
	Skipped   int         `xml:"skipped,attr"`
	Time      string      `xml:"time,attr"`
	Timestamp string      `xml:"timestamp,attr,omitempty"`
	Cases     []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Time    string        `xml:"time,attr"`
	Skipped *junitSkipped `xml:"skipped,omitempty"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Out     string        `xml:"system-out,omitempty"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes one suite for each family of requirements. Warnings and observations are passed cases with output; what
// could not be judged is skipped.
func JUnit(w io.Writer, r *Report) error {
	all := junitSuites{Name: "intake conformance " + r.Spec, Time: seconds(r.TookMS)}
	at := map[string]int{}
	for _, one := range r.Results {
		name := string(one.Role) + "." + family(one.ID)
		if _, there := at[name]; !there {
			at[name] = len(all.Suites)
			all.Suites = append(all.Suites, junitSuite{Name: name, Timestamp: stamp(r.StartedAt)})
		}
		all.Suites[at[name]].add(one)
	}
	for i := range all.Suites {
		s := &all.Suites[i]
		all.Tests, all.Failures, all.Skipped = all.Tests+s.Tests, all.Failures+s.Failures, all.Skipped+s.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *junitSuite) add(one Result) {
	c := junitCase{Class: s.Name, Name: one.ID + " " + one.Title, Time: seconds(one.TookMS)}
	text := fmt.Sprintf("expected: %s\ngot: %s\n", one.Expected, one.Got)
	switch one.Verdict {
	case Fail:
		c.Failure = &junitFailure{Message: oneLine(one.Got, 300), Type: string(one.Level), Text: clean(text + one.Cause + "\n" + one.Reproduce + one.Unrepeated)}
		s.Failures++
	case Warn:
		c.Out = clean("warning\n" + text + one.Reproduce + one.Unrepeated)
	case Blocked, Inconclusive, NotApplicable:
		c.Skipped = &junitSkipped{Message: oneLine(string(one.Verdict)+": "+one.Expected+" "+one.Got, 300)}
		s.Skipped++
	case Observed:
		c.Out = clean(fmt.Sprint(one.Observed))
	case Pass:
	}
	s.Tests++
	s.Cases = append(s.Cases, c)
	s.Time = seconds(int64(parse(s.Time)*1000) + one.TookMS)
}

func parse(text string) (f float64) {
	_, _ = fmt.Sscan(text, &f) // an empty text is zero
	return f
}

func seconds(ms int64) string { return fmt.Sprintf("%.3f", float64(ms)/1000) }

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05")
}

// clean leaves out what XML 1.0 cannot carry.
func clean(text string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c == 0xfffe || c == 0xffff {
			return -1
		}
		return c
	}, text)
}

func family(id string) string { return id[:strings.LastIndexByte(id, '-')] }
