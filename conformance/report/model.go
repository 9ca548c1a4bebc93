// Package report is the one model of a judgement, for all roles, and its written forms: terminal, JSON, JUnit, HTML,
// SARIF, Markdown and badge. It also merges reports into a matrix, compares profiles and applies a list of known failures.
package report

import (
	"slices"
	"sort"
	"time"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
)

// Verdict is how a requirement came out.
type Verdict string

// The verdicts. Blocked: a hook that the check needs is not offered. Inconclusive: a prerequisite failed, so that the
// requirement could not be judged. Observed: a choice that the text leaves open was recorded.
const (
	Pass          Verdict = "pass"
	Fail          Verdict = "fail"
	Warn          Verdict = "warn"
	Blocked       Verdict = "blocked"
	Inconclusive  Verdict = "inconclusive"
	NotApplicable Verdict = "not_applicable"
	Observed      Verdict = "observed"
)

// Verdicts lists the verdicts in the order of reports.
var Verdicts = []Verdict{Fail, Warn, Inconclusive, Blocked, Pass, Observed, NotApplicable}

// Report is what one run found.
type Report struct {
	Schema    string          `json:"$schema"`
	Spec      string          `json:"spec"` // version of the catalogue
	Name      string          `json:"name"` // what was judged
	Target    string          `json:"target,omitempty"`
	Roles     []string        `json:"roles"`
	Seed      int64           `json:"seed"`
	StartedAt time.Time       `json:"started_at"`
	TookMS    int64           `json:"took_ms"`
	Planned   int             `json:"planned"`
	Counts    map[Verdict]int `json:"counts"`
	Results   []Result        `json:"results"`
	Profile   map[string]any  `json:"profile"`         // gap id -> the choice seen
	Known     []string        `json:"known,omitempty"` // ids that a known-failures file excused
}

// Result is the verdict on one requirement.
type Result struct {
	ID         string          `json:"id"`
	Role       catalogue.Role  `json:"role"`
	Level      catalogue.Level `json:"level"`
	Verdict    Verdict         `json:"verdict"`
	Section    string          `json:"section"`
	Title      string          `json:"title"`
	Expected   string          `json:"expected,omitempty"`
	Got        string          `json:"got,omitempty"`
	Cause      string          `json:"cause,omitempty"` // the likely cause of a failure
	Missing    []string        `json:"missing,omitempty"`
	Observed   any             `json:"observed,omitempty"`
	Known      string          `json:"known,omitempty"` // reason in the known-failures file
	Exchanges  []Exchange      `json:"exchanges"`
	Reproduce  string          `json:"reproduce,omitempty"`  // a curl line or a script of several
	Unrepeated string          `json:"unrepeated,omitempty"` // why there is none
	TookMS     int64           `json:"took_ms"`
}

// Exchange is one request and its reply, with secrets redacted.
type Exchange struct {
	Request  Message  `json:"request"`
	Response *Message `json:"response,omitempty"`
	Error    string   `json:"error,omitempty"`
	TookMS   int64    `json:"took_ms"`
}

// Message is a request or a reply. Bytes counts the whole body, of which Body may show the beginning only.
type Message struct {
	Method string      `json:"method,omitempty"`
	URL    string      `json:"url,omitempty"`
	Status int         `json:"status,omitempty"`
	Header [][2]string `json:"header,omitempty"`
	Body   string      `json:"body,omitempty"`
	Bytes  int         `json:"bytes"`
}

// SchemaID names the JSON schema of a report.
const SchemaID = "https://github.com/workspaceintake/intake-go/conformance/report/report.schema.json"

// New makes a report of results. It sorts them into the order of the catalogue and counts them.
func New(name, target string, results []Result) *Report {
	r := &Report{Schema: SchemaID, Spec: catalogue.Version, Name: name, Target: target, Results: results, Roles: []string{}}
	r.settle()
	return r
}

// Add takes over the results of another role.
func (r *Report) Add(results []Result) {
	r.Results = append(r.Results, results...)
	r.settle()
}

func (r *Report) settle() {
	if r.Results == nil {
		r.Results = []Result{}
	}
	order := map[string]int{}
	for i, one := range catalogue.All() {
		order[one.ID] = i
	}
	sort.SliceStable(r.Results, func(i, j int) bool { return order[r.Results[i].ID] < order[r.Results[j].ID] })
	r.Planned, r.Counts, r.Profile = len(r.Results), map[Verdict]int{}, map[string]any{}
	for _, v := range Verdicts {
		r.Counts[v] = 0
	}
	for i := range r.Results {
		one := &r.Results[i]
		if one.Exchanges == nil {
			one.Exchanges = []Exchange{}
		}
		r.Counts[one.Verdict]++
		if one.Verdict == Observed {
			r.Profile[one.ID] = one.Observed
		}
		if !slices.Contains(r.Roles, string(one.Role)) {
			r.Roles = append(r.Roles, string(one.Role))
		}
	}
}

// Failed says whether a binding requirement failed.
func (r *Report) Failed() bool { return r.Counts[Fail] > 0 }

// Of makes the result of a finding: the level decides whether a fault fails or warns.
func Of(id string, verdict Verdict) Result {
	req, _ := catalogue.Get(id)
	if verdict == Fail && (req.Level == catalogue.Should || req.Level == catalogue.May) {
		verdict = Warn
	}
	return Result{ID: id, Role: req.Role, Level: req.Level, Section: req.Section, Title: req.Statement, Verdict: verdict}
}
