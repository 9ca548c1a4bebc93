package report_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/report"
)

func TestOneCauseOfManyUnclearResultsIsToldOnce(t *testing.T) {
	unclear := func(id, got string) report.Result {
		return report.Result{ID: id, Verdict: report.Inconclusive, Title: "title", Section: "4", Expected: "an answer", Got: got}
	}
	var out strings.Builder
	r := report.New("server", "http://127.0.0.1:1", []report.Result{unclear("API-1", "refused"), unclear("API-2", "refused"), unclear("HOOK-1", "late"), unclear("API-3", "refused")})
	require.NoError(t, report.Terminal(&out, r, false))
	require.Equal(t, `unclear API-1  title (4)
        expected an answer
        got      refused
        and      2 more, from API-2 to API-3
unclear HOOK-1  title (4)
        expected an answer
        got      late

server http://127.0.0.1:1, requirements: 4 in 0.0 s:  unclear 4
`, out.String())
}

func TestWhatIsMissingHasWords(t *testing.T) {
	var out strings.Builder
	r := report.New("server", "", []report.Result{{ID: "API-1", Verdict: report.Blocked, Missing: []string{"key2"}}, {ID: "API-2", Verdict: report.Blocked, Missing: []string{"hook set-rate"}},
		{ID: "RCV-11", Verdict: report.Blocked, Got: "the receiver has no effects hook"},
		{ID: "API-3", Verdict: report.Blocked, Missing: []string{"hook authorize"}, Got: "the hook authorize is not offered, and on the server's own pages: status 403 at /authorize"}})
	require.NoError(t, report.Terminal(&out, r, false))
	require.Contains(t, out.String(), "blocked a key of a second workspace (-api-key-2) is missing for API-1\nblocked hook set-rate is missing for API-2\n"+
		"blocked hook authorize is missing for API-3\n        and      on the server's own pages: status 403 at /authorize\nblocked the receiver has no effects hook: RCV-11\n")
}

func TestAScriptIsShownAsItIs(t *testing.T) {
	failure := func(id, reproduce, unrepeated string) report.Result {
		return report.Result{ID: id, Verdict: report.Fail, Title: "title", Section: "4", Reproduce: reproduce, Unrepeated: unrepeated}
	}
	var out strings.Builder
	r := report.New("server", "", []report.Result{failure("API-1", "r=$(curl  1)\ncurl 2", ""), failure("API-2", "", "It takes two."),
		failure("API-3", strings.Repeat("curl\n", 20)+"curl", ""), failure("API-4", "curl 4", "")})
	require.NoError(t, report.Terminal(&out, r, false))
	require.Contains(t, out.String(), `API-1  title (4)
        repeat   a script of 2 lines:
r=$(curl  1)
curl 2
FAIL    API-2  title (4)
        repeat   no call does. It takes two.
FAIL    API-3  title (4)
        repeat   a script of 21 lines: see the report in JSON or HTML
FAIL    API-4  title (4)
        repeat   curl 4
`)
}

func TestTheIdsOfWhatWasFoundComeLast(t *testing.T) {
	var out strings.Builder
	one := func(id string, v report.Verdict) report.Result { return report.Result{ID: id, Verdict: v, Got: "seen"} }
	r := report.New("server", "", []report.Result{one("API-1", report.Fail), one("API-2", report.Pass), one("API-3", report.Warn), one("API-4", report.Fail), one("API-5", report.Inconclusive)})
	require.NoError(t, report.Terminal(&out, r, false))
	require.Contains(t, out.String(), "\n\nserver, requirements: 5 in 0.0 s:  FAIL 2  warn 1  unclear 1  ok 1\nFAIL    API-1 API-4\nwarn    API-3\n")
	require.True(t, strings.HasSuffix(out.String(), "API-3\n"))
}
