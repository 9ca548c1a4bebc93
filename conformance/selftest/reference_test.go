package selftest_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// waiting are the checks whose time is that of the schedule they judge.
const waiting = "OAUTH-DEV-08 OAUTH-DEV-09 HOOK-12 HOOK-14 HOOK-15 HOOK-16 HOOK-17 HOOK-18 HOOK-19 HOOK-20 HOOK-21 HOOK-25 HOOK-26 OAUTH-TOKEN-04"

// patience is what a test has with a busy machine, where the time of an answer is not what it judges.
const patience = 5 * time.Minute

// Each requirement of the server role is bound to exactly one check, and each check to a requirement.
func TestEveryRequirementHasOneCheck(t *testing.T) {
	seen := map[string]int{}
	for _, one := range checks.Server() {
		seen[one.ID]++
		_, known := catalogue.Get(one.ID)
		require.True(t, known, one.ID)
	}
	for _, req := range catalogue.Of(catalogue.Server) {
		require.Equal(t, 1, seen[req.ID], req.ID)
		delete(seen, req.ID)
	}
	require.Empty(t, seen)
}

// The reference server meets everything that it can be asked.
func TestReferencePasses(t *testing.T) {
	b := newBed(t, layer{})
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, RFC: true, Timeout: patience, Limit: 4 * patience}, checks.Server())
	require.NoError(t, err)
	for _, r := range results {
		require.Contains(t, []report.Verdict{report.Pass, report.Observed, report.Blocked}, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
	}
}

// A server that dies under the checks fails none of those that it leaves unanswered, and is not one of which nothing is said.
func TestTheEndOfTheServerIsTold(t *testing.T) {
	var requests atomic.Int64
	b := newBed(t, layer{early: func(http.ResponseWriter, *http.Request) bool {
		if requests.Add(1) > 40 {
			panic(http.ErrAbortHandler)
		}
		return false
	}})
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Pattern: "API-CREATE", Timeout: patience}, checks.Server())
	require.ErrorIs(t, err, checks.ErrUnreachable)
	require.ErrorContains(t, err, "in the course of the run")
	require.Len(t, results, len(checks.Selected(checks.Server(), checks.Options{Pattern: "API-CREATE"})))
}

// So is a call that never answers, of which nothing that needs it can be judged.
func TestASilentCallIsTold(t *testing.T) {
	b := newBed(t, layer{early: func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/answers") {
			panic(http.ErrAbortHandler)
		}
		return false
	}})
	_, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Pattern: "API-ANSWER,API-ME", Timeout: patience}, checks.Server())
	require.ErrorIs(t, err, checks.ErrUnreachable)
	require.ErrorContains(t, err, "by POST /org/sessions/{id}/answers: none of ")
}

// And one whose answers all break off.
func TestACallThatBreaksOffIsTold(t *testing.T) {
	b := newBed(t, layer{write: func(w http.ResponseWriter, c *call) bool {
		if c.op != "me" || c.status != http.StatusOK {
			return false
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(c.out)+37))
		_, _ = w.Write(c.out)
		return true
	}})
	_, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Pattern: "API-ME", Timeout: patience}, checks.Server())
	require.ErrorIs(t, err, checks.ErrUnreachable)
	require.ErrorContains(t, err, "by GET /org/me: each of ")
}

// Metadata that sends clients where nobody is ends no run: the paths are given by the text, and the API behind them is judged.
func TestMetadataThatNamesADeadHostEndsNoRun(t *testing.T) {
	dead := change("metadata", func(o obj) {
		for _, name := range []string{"token_endpoint", "authorization_endpoint", "device_authorization_endpoint", "registration_endpoint"} {
			o[name] = "http://127.0.0.1:1/oauth/" + name
		}
	})
	results, err := checks.Run(t.Context(), newBed(t, dead).target(), checks.Options{Seed: 1, Pattern: "OAUTH-DEV,OAUTH-CODE,OAUTH-REG,OAUTH-TOKEN,OAUTH-META-05", Timeout: patience}, checks.Server())
	require.NoError(t, err)
	for _, r := range results {
		if r.ID == "OAUTH-META-05" {
			require.Equal(t, report.Warn, r.Verdict)
			continue
		}
		require.Contains(t, []report.Verdict{report.Pass, report.Blocked, report.NotApplicable}, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
	}
}
