package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/report"
	"github.com/workspaceintake/intake-go/reference"
)

// ran runs the command.
func ran(t *testing.T, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	p := program{stdin: strings.NewReader(""), stdout: &out, stderr: &errs, env: func(string) string { return "" }}
	code = p.run(t.Context(), args)
	return code, out.String(), errs.String()
}

// served starts the reference server with a workspace.
func served(t *testing.T) (base, key string) {
	target, stop, err := startReference(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, stop()) })
	var ws struct {
		Key string `json:"api_key"`
	}
	require.NoError(t, target.Hooks.Call(t.Context(), "create-workspace", map[string]any{"plan": "paid"}, &ws))
	return target.BaseURL, ws.Key
}

func TestExitCodes(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	base, key := served(t)
	for _, one := range []struct {
		name string
		want int
		args []string
	}{
		{"nothing failed", exitFine, []string{"server", "-base-url", base, "-api-key", key, "-run", "API-ME"}},
		{"a wrong key fails", exitFailed, []string{"server", "-base-url", base, "-api-key", "bsk_wrong", "-run", "API-ME-01"}},
		{"no such command", exitUsage, []string{"judge"}},
		{"no address", exitUsage, []string{"server", "-api-key", key}},
		{"no such flag", exitUsage, []string{"server", "-no-such-flag"}},
		{"nobody there", exitUnreachable, []string{"server", "-base-url", closed.URL, "-api-key", key, "-run", "API-ME"}},
		{"help", exitFine, []string{"-h"}},
		{"nothing chosen of a server", exitUsage, []string{"server", "-base-url", base, "-api-key", key, "-run", "CLI-01"}},
		{"nothing chosen of a receiver", exitUsage, []string{"receiver", "-target", base, "-secret", "whsec_x", "-run", "API"}},
		{"no driver", exitUsage, []string{"client"}},
		{"no such driver", exitUnreachable, []string{"client", "-driver", filepath.Join(t.TempDir(), "none")}},
		{"no receiver", exitUnreachable, []string{"receiver", "-target", closed.URL, "-secret", "whsec_x"}},
		{"a receiver that is no URL", exitUsage, []string{"receiver", "-target", "localhost:3000", "-secret", "whsec_x"}},
		{"no secret", exitUsage, []string{"receiver", "-target", base}},
		{"no time before now", exitUsage, []string{"server", "-base-url", base, "-api-key", key, "-timeout", "-1s"}},
		{"no such id", exitUsage, []string{"list", "ZZZ"}},
		{"too many ids", exitUsage, []string{"list", "API", "EVT"}},
		{"a report of nothing", exitUsage, []string{"report"}},
		{"a difference of one", exitUsage, []string{"profile", "diff", "a.json"}},
	} {
		t.Run(one.name, func(t *testing.T) {
			code, _, stderr := ran(t, one.args...)
			require.Equal(t, one.want, code, stderr)
		})
	}
}

func TestEveryCommandTellsItsFlags(t *testing.T) {
	for _, command := range []string{"server", "client", "receiver", "fixture", "report merge", "report", "profile", "list"} {
		code, stdout, _ := ran(t, append(strings.Fields(command), "-h")...)
		require.Equal(t, exitFine, code, command)
		require.Contains(t, stdout, "usage: intake-conformance "+command)
	}
}

func TestAMistakeIsToldInOneLine(t *testing.T) {
	for _, args := range []string{"-nonsense", "server -nonsense", "server more", "client -parallel x", "receiver", "report", "profile", "list ZZZ", "fixture -bytes -1"} {
		_, stdout, stderr := ran(t, strings.Fields(args)...)
		require.Empty(t, stdout)
		require.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		require.True(t, strings.HasPrefix(stderr, "intake-conformance: "), stderr)
	}
}

func TestHelpShowsNoSecretOfTheEnvironment(t *testing.T) {
	for _, command := range []string{"server", "receiver"} {
		var out bytes.Buffer
		p := program{stdout: &out, stderr: &out, env: func(name string) string { return "value of " + name }}
		require.Equal(t, exitFine, p.run(t.Context(), []string{command, "-h"}))
		require.NotContains(t, out.String(), "value of INTAKE_API_KEY")
		require.NotContains(t, out.String(), "value of INTAKE_WEBHOOK_SECRET")
	}
}

func TestTheKeyMayComeFromTheEnvironment(t *testing.T) {
	base, key := served(t)
	var out bytes.Buffer
	p := program{stdout: &out, stderr: &out, env: func(name string) string {
		return map[string]string{"INTAKE_BASE_URL": base, "INTAKE_API_KEY": key}[name]
	}}
	require.Equal(t, exitFine, p.run(t.Context(), []string{"server", "-run", "API-ME-01"}), out.String())
}

func TestVersion(t *testing.T) {
	code, stdout, stderr := ran(t, "-version")
	require.Equal(t, exitFine, code, stderr)
	require.Regexp(t, `^intake-conformance \S+ .*go\d+`, stdout)
}

// A partial run has every form of the report, and no secret in any of them.
func TestReportsHoldNoSecret(t *testing.T) {
	base, key := served(t)
	folder := t.TempDir()
	code, stdout, _ := ran(t, "server", "-base-url", base, "-api-key", key, "-run", "API-ME,AUTH-0,OAUTH-DEV-1", "-evidence", "all", "-report", folder)
	require.Equal(t, exitFine, code, stdout)
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	require.NoError(t, err)
	require.Len(t, files, 7)
	for _, path := range files {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NotContains(t, string(text), key, path)
	}
	r, err := report.Read(filepath.Join(folder, "report.json"))
	require.NoError(t, err)
	require.NotEmpty(t, r.Results[0].Exchanges)
}

func TestKnownFailuresExcuseAndGoStale(t *testing.T) {
	base, key := served(t)
	path := filepath.Join(t.TempDir(), "known.json")
	require.NoError(t, os.WriteFile(path, []byte(`[{"id":"API-ME-01","reason":"the key is wrong on purpose"}]`), 0o600))
	code, _, stderr := ran(t, "server", "-base-url", base, "-api-key", "bsk_wrong", "-run", "API-ME-01", "-known-failures", path)
	require.Equal(t, exitFine, code, stderr)
	code, _, stderr = ran(t, "server", "-base-url", base, "-api-key", key, "-run", "API-ME-01", "-known-failures", path)
	require.Equal(t, exitFailed, code)
	require.Contains(t, stderr, "stale")
}

func TestMergeAndDiff(t *testing.T) {
	base, key := served(t)
	a, b := t.TempDir(), t.TempDir()
	for _, folder := range []string{a, b} {
		code, _, stderr := ran(t, "server", "-base-url", base, "-api-key", key, "-run", "GAP-05,GAP-37", "-report", folder)
		require.Equal(t, exitFine, code, stderr)
	}
	code, page, _ := ran(t, "report", "merge", filepath.Join(a, "report.json"), filepath.Join(b, "report.json"))
	require.Equal(t, exitFine, code)
	require.Contains(t, page, "GAP-37")
	code, text, _ := ran(t, "profile", "diff", filepath.Join(a, "profile.json"), filepath.Join(b, "profile.json"))
	require.Equal(t, exitFine, code)
	require.Contains(t, text, "0 of 2 choices differ")
}

// What was under way when a person ends the run is not judged: half of a wait is no proof.
func TestAnInterruptedRunAccusesNobody(t *testing.T) {
	target, stop, err := startReference(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, stop()) }()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	r, err := conformance.Server(ctx, target, conformance.Options{Pattern: "EVT,HOOK", RealTime: true, Progress: func(report.Result) { interrupt() }})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "the run was ended")
	for _, one := range r.Results {
		require.NotContains(t, []report.Verdict{report.Fail, report.Warn, report.Blocked}, one.Verdict, "%s: %s", one.ID, one.Got)
	}
}

// Two suites in one process, as a library, with the hooks as a Go value.
func TestTwoSuitesAtOnce(t *testing.T) {
	server, err := reference.New(t.Context(), reference.Config{BaseURL: "http://unused.example", Control: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	front := httptest.NewServer(server)
	defer front.Close()
	control := httptest.NewServer(server.Control())
	defer control.Close()
	done := make(chan string, 2)
	for range 2 {
		go func() {
			r, err := conformance.Server(t.Context(), conformance.Target{BaseURL: front.URL, Hooks: hooks.HTTP(control.URL)}, conformance.Options{Pattern: "API-CREATE"})
			if err != nil {
				done <- err.Error()
				return
			}
			counts, _ := json.Marshal(r.Counts)
			done <- string(counts)
		}()
	}
	require.Equal(t, <-done, <-done)
}
