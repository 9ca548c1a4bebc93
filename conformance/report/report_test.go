package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// sample has every verdict, and texts that forms must escape.
func sample(n int) *report.Report {
	var results []report.Result
	for i, req := range catalogue.All()[:n] {
		one := report.Of(req.ID, report.Verdicts[i%len(report.Verdicts)])
		one.Expected, one.Got = "status 422 for <b>& \"x\"", "status 200\x07, body ]]> </script><script>alert(1)</script>"
		switch i % 3 {
		case 0:
			one.Reproduce = "curl -sS 'http://127.0.0.1/org/me'"
		case 1:
			one.Reproduce = "r=$(curl -sS 'http://127.0.0.1/org/me' -H 'X: <b>~~~`'); org_id=$(member org_id 1)\ncurl -sS -i 'http://127.0.0.1/org/me'"
		case 2:
			one.Unrepeated = "It takes <b>two</b>."
		}
		one.Missing = []string{"hook x"}
		one.Observed = map[string]any{"status": 400}
		one.Exchanges = []report.Exchange{{Request: report.Message{Method: "GET", URL: "http://127.0.0.1/org/me", Header: [][2]string{{"Accept", "*/*"}}},
			Response: &report.Message{Status: 200, Body: "<html>", Bytes: 6}}}
		results = append(results, one)
	}
	r := report.New("server", "http://127.0.0.1", results)
	r.StartedAt, r.TookMS, r.Seed = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), 1234, 7
	return r
}

func written(t *testing.T, r *report.Report, format string) []byte {
	var b bytes.Buffer
	require.NoError(t, r.Write(&b, format))
	return b.Bytes()
}

func TestPlannedIsTheSumOfVerdicts(t *testing.T) {
	for _, n := range []int{0, 1, 7, 372} {
		r := sample(n)
		sum := 0
		for _, count := range r.Counts {
			sum += count
		}
		require.Equal(t, r.Planned, sum)
		require.Equal(t, n, sum)
	}
}

func TestJSONFitsItsSchema(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	schema, err := compiler.Compile("report.schema.json")
	require.NoError(t, err)
	for _, n := range []int{0, 3, 372} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(written(t, sample(n), "json")))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(doc))
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"results":[{"verdict":"maybe"}]}`))
	require.NoError(t, err)
	require.Error(t, schema.Validate(doc), "the schema must be able to refuse")
}

func TestJUnitFitsTheXSD(t *testing.T) {
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("xmllint is missing")
		}
		t.Skip("xmllint is not installed")
	}
	for _, n := range []int{0, 1, 372} {
		path := filepath.Join(t.TempDir(), "junit.xml")
		require.NoError(t, os.WriteFile(path, written(t, sample(n), "junit"), 0o600))
		out, err := exec.Command(xmllint, "--noout", "--schema", "junit.xsd", path).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	require.Contains(t, string(written(t, sample(1), "junit")), "<failure message=", "a failure has its element")
}

func TestHTMLStandsAlone(t *testing.T) {
	page := string(written(t, sample(372), "html"))
	require.Less(t, len(page), 2<<20)
	require.NotContains(t, page, "<script>alert(1)")
	for _, reference := range []string{"<link", "src=", "@import", "url("} {
		require.NotContains(t, page, reference)
	}
	require.Contains(t, page, `data-verdict="fail"`)
	require.Contains(t, page, "prefers-color-scheme: dark")
}

// A run with all its evidence may have more exchanges than a page can take: what failed is shown before what passed, the end of each
// result before its beginning, and what is missing is told.
func TestHTMLStaysShort(t *testing.T) {
	r := sample(372)
	for i := range r.Results {
		one := &r.Results[i]
		said := one.Exchanges[0]
		one.Exchanges = nil
		for n := range 6 {
			answer := *said.Response
			answer.Body = fmt.Sprintf("%s exchange %d of %s %s", one.Verdict, n, one.ID, strings.Repeat(`"`, 2_000))
			said.Response = &answer
			one.Exchanges = append(one.Exchanges, said)
		}
	}
	page := string(written(t, r, "html"))
	require.LessOrEqual(t, len(page), 2_000_000)
	require.Greater(t, len(page), 1_950_000, "there is room for more")
	failed := r.Counts[report.Fail]
	shown := func(v report.Verdict, n int) int { return strings.Count(page, fmt.Sprintf("%s exchange %d of ", v, n)) }
	require.Greater(t, failed, shown(report.Fail, 0), "all of the failures fit")
	require.Equal(t, failed, shown(report.Fail, 5))
	require.Zero(t, shown(report.Pass, 5))
	require.Contains(t, page, "6 earlier exchanges are in the JSON report alone")
	require.NotContains(t, string(written(t, sample(372), "html")), "in the JSON report alone")
}

func TestSARIFPointsAtLines(t *testing.T) {
	var log struct {
		Version string
		Runs    []struct {
			Results []struct {
				RuleID    string `json:"ruleId"`
				Level     string
				Locations []struct {
					PhysicalLocation struct{ Region struct{ StartLine int } }
				}
			}
		}
	}
	r := sample(14)
	require.NoError(t, json.Unmarshal(written(t, r, "sarif"), &log))
	require.Equal(t, "2.1.0", log.Version)
	require.Len(t, log.Runs[0].Results, r.Counts[report.Fail]+r.Counts[report.Warn])
	require.Equal(t, 79, log.Runs[0].Results[0].Locations[0].PhysicalLocation.Region.StartLine)
}

func TestMarkdownFitsASummary(t *testing.T) {
	text := string(written(t, sample(372), "markdown"))
	require.Less(t, len(text), 61_000)
	require.Less(t, strings.Index(text, "### Fail"), strings.Index(text, "### Warn"))
}

func TestBadgeCountsMUST(t *testing.T) {
	var badge struct{ Message, Color string }
	require.NoError(t, json.Unmarshal(written(t, report.New("x", "", []report.Result{report.Of("API-ME-01", report.Pass), report.Of("API-ME-02", report.Pass)}), "badge"), &badge))
	require.Equal(t, "2/2 MUST", badge.Message)
	require.Equal(t, "brightgreen", badge.Color)
}

func TestLevelsDecideTheVerdict(t *testing.T) {
	require.Equal(t, report.Fail, report.Of("API-CREATE-01", report.Fail).Verdict)
	require.Equal(t, report.Warn, report.Of("API-CREATE-09", report.Fail).Verdict)
}

func TestKnownFailures(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	fresh := func() *report.Report {
		return report.New("x", "", []report.Result{report.Of("API-ME-01", report.Fail), report.Of("API-ME-02", report.Pass)})
	}
	r := fresh()
	require.Empty(t, r.Excuse([]report.KnownFailure{{ID: "API-ME-01", Reason: "mended soon", Expires: "2026-06-01"}}, now))
	require.False(t, r.Failed())
	require.Equal(t, "mended soon", r.Results[0].Known)
	require.Contains(t, fresh().Excuse([]report.KnownFailure{{ID: "API-ME-01", Reason: "x", Expires: "2026-05-31"}}, now)[0], "expired")
	require.Contains(t, fresh().Excuse([]report.KnownFailure{{ID: "API-ME-02", Reason: "x"}}, now)[0], "stale")
	path := filepath.Join(t.TempDir(), "known.json")
	require.NoError(t, os.WriteFile(path, []byte(`[{"id":"API-ME-01"}]`), 0o600))
	_, err := report.ReadKnown(path)
	require.ErrorContains(t, err, "no reason")
}

func TestSaveWritesEveryForm(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, sample(20).Save(folder))
	read, err := report.Read(filepath.Join(folder, "report.json"))
	require.NoError(t, err)
	require.Len(t, read.Results, 20)
	for _, name := range []string{"junit.xml", "report.html", "report.sarif", "summary.md", "badge.json", "profile.json"} {
		require.FileExists(t, filepath.Join(folder, name))
	}
}

func TestMatrixAndProfileDiff(t *testing.T) {
	a, b := report.New("one", "", []report.Result{report.Of("API-ME-01", report.Pass)}), report.New("two", "", []report.Result{report.Of("API-ME-01", report.Fail)})
	var page bytes.Buffer
	require.NoError(t, report.Matrix(&page, []*report.Report{a, b}))
	require.Contains(t, page.String(), `class="differs"`)
	d := report.DiffProfiles(map[string]any{"GAP-17": "flags", "GAP-31": 422.0}, map[string]any{"GAP-17": "bare array", "GAP-31": 422.0})
	require.Len(t, d, 1)
	require.Equal(t, "bare array", d[0].B)
}
