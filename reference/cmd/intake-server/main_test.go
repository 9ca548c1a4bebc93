package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// runVariable makes this test binary be the program: tests start it as a process of its own, and kill it.
const runVariable = "INTAKE_SERVER_TEST_RUN"

func TestMain(m *testing.M) {
	if os.Getenv(runVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// process is a running intake-server.
type process struct {
	cmd  *exec.Cmd
	line started
	log  *bytes.Buffer
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0], args...), log: &bytes.Buffer{}}
	p.cmd.Env = append(os.Environ(), runVariable+"=1")
	p.cmd.Stderr = p.log
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.cmd.Start())
	t.Cleanup(func() { _ = p.cmd.Process.Kill(); _ = p.cmd.Wait() })
	text, err := bufio.NewReader(out).ReadBytes('\n')
	require.NoError(t, err, "the first line of standard output")
	require.NoError(t, json.Unmarshal(text, &p.line), "%s", text)
	return p
}

// kill is kill -9.
func (p *process) kill() {
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	_ = p.cmd.Wait()
}

// call returns the JSON object of a 200, and an error for anything else.
func (p *process) call(method, path string, body any) (map[string]any, error) {
	var content io.Reader = http.NoBody
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	req, err := http.NewRequest(method, p.line.BaseURL+path, content)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-API-Key", p.line.Workspace.APIKey)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	out := map[string]any{}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s: %v", method, path, resp.Status, out)
	}
	return out, nil
}

func serveArgs(dir string) []string { return []string{"-addr", "127.0.0.1:0", "-data", dir, "-dev"} }

func TestTheFirstLineSaysWhereTheServerIsAndTheRestGoesToStandardError(t *testing.T) {
	dir := t.TempDir()
	p := start(t, append(serveArgs(dir), "-control", "127.0.0.1:0")...)
	me, err := p.call("GET", "/org/me", nil)
	require.NoError(t, err)
	require.Equal(t, p.line.Workspace.OrgID, me["org_id"])
	require.Equal(t, "paid", me["plan"])
	resp, err := http.Post(p.line.ControlURL+"/v1/advance-clock", "application/json", strings.NewReader(`{"seconds":1}`))
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Equal(t, http.StatusOK, resp.StatusCode)
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, p.cmd.Wait(), "SIGTERM ends the server in peace: %s", p.log)
	require.Contains(t, p.log.String(), "path=/org/me")
	require.NotContains(t, p.log.String(), p.line.Workspace.APIKey)

	again := start(t, serveArgs(dir)...)
	require.Equal(t, p.line.Workspace, again.line.Workspace, "the demo workspace stays the same")
	_, err = again.call("GET", "/org/me", nil)
	require.NoError(t, err)
}

func TestAKeyFromTheCommandLineOpensTheRunningServer(t *testing.T) {
	dir := t.TempDir()
	p := start(t, serveArgs(dir)...)
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), []string{"key", "create", "-data", dir, "-org", p.line.Workspace.OrgID, "-label", "second"}, &stdout, &stderr)
	require.NoError(t, err, stderr.String())
	p.line.Workspace.APIKey = strings.TrimSpace(stdout.String())
	me, err := p.call("GET", "/org/me", nil)
	require.NoError(t, err)
	require.Equal(t, "second", me["key_label"])

	stdout.Reset()
	require.NoError(t, run(t.Context(), []string{"key", "create", "-data", dir, "-name", "New"}, &stdout, &stderr))
	p.line.Workspace.APIKey = strings.TrimSpace(stdout.String())
	me, err = p.call("GET", "/org/me", nil)
	require.NoError(t, err)
	require.Equal(t, "New", me["org_name"])
	require.Equal(t, "free", me["plan"])
}

func TestAFlagOpensANetworkForWebhooks(t *testing.T) {
	p := start(t, "-addr", "127.0.0.1:0", "-data", t.TempDir(), "-control", "127.0.0.1:0", "-webhook-network", "127.0.0.0/8")
	hook := func(verb string, in map[string]any) (int, map[string]any) {
		text, err := json.Marshal(in)
		require.NoError(t, err)
		resp, err := http.Post(p.line.ControlURL+"/v1/"+verb, "application/json", bytes.NewReader(text))
		require.NoError(t, err)
		defer resp.Body.Close()
		out := map[string]any{}
		require.NoError(t, json.NewDecoder(resp.Body).Decode(&out))
		return resp.StatusCode, out
	}
	_, w := hook("create-workspace", map[string]any{})
	for url, want := range map[string]bool{"http://127.0.0.1:3000/hook": true, "http://10.0.0.1/hook": false} {
		status, out := hook("create-endpoint", map[string]any{"org_id": w["org_id"], "url": url})
		require.Equal(t, want, status == http.StatusOK, "%s: %v", url, out)
	}
	require.ErrorIs(t, run(t.Context(), []string{"-webhook-network", "10.0.0.1"}, io.Discard, io.Discard), errUsage)
}

func TestAServerWithoutPeopleOffersOneSetupLink(t *testing.T) {
	dir := t.TempDir()
	p := start(t, "-addr", "127.0.0.1:0", "-data", dir)
	require.Nil(t, p.line.Workspace)
	resp, err := http.Get(p.line.BaseURL + "/readyz")
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, p.cmd.Wait())
	require.Contains(t, p.log.String(), p.line.BaseURL+"/app/join?link=")
	with := start(t, serveArgs(dir)...)
	with.kill()
	again := start(t, "-addr", "127.0.0.1:0", "-data", dir)
	require.NoError(t, again.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(t, again.cmd.Wait())
	require.NotContains(t, again.log.String(), "/app/join", "the demo workspace has a person")
}

func TestAFlagSetsARate(t *testing.T) {
	p := start(t, append(serveArgs(t.TempDir()), "-rate", "risk=1/1h", "-rate", "fill=2/1h")...)
	made, err := p.call("POST", "/org/sessions", map[string]any{"insured_name": "Blue Harbor Cabinets LLC"})
	require.NoError(t, err)
	path := "/org/sessions/" + made["session_id"].(string)
	for i, want := range map[string]int{"GET " + path + "/risk-summary": 1, "POST " + path + "/fill": 2} {
		method, path, _ := strings.Cut(i, " ")
		for n := range want {
			_, err := p.call(method, path, nil)
			require.NoError(t, err, "call %d", n)
		}
		_, err := p.call(method, path, nil)
		require.ErrorContains(t, err, "429")
	}
	_, err = p.call("POST", path+"/answers", map[string]any{"message": "We have 12 employees."})
	require.NoError(t, err, "the others keep their defaults")
}

func TestAWrongRateSaysWhatIsWrongWithIt(t *testing.T) {
	for value, says := range map[string]string{
		"answers":         "such as answers=600/1m",
		"answers=10":      "such as answers=600/1m",
		"sleep=10/1m":     `no operation "sleep"`,
		"answers=ten/1m":  `"ten" is no number`,
		"answers=10/1":    `"1" is no time`,
		"answers=0/1m":    "at least one request",
		"answers=-1/1m":   "at least one request",
		"answers=1/-1m":   "a microsecond for each",
		"answers=2/1us":   "a microsecond for each",
		"answers=9e9/24h": "is no number",
	} {
		var stderr bytes.Buffer
		require.ErrorIs(t, run(t.Context(), []string{"-rate", value}, io.Discard, &stderr), errUsage, value)
		require.Contains(t, stderr.String(), says)
		require.Equal(t, 1, strings.Count(stderr.String(), "\n"))
	}
}

func TestVersionAndHelp(t *testing.T) {
	var stdout, stderr bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"-version"}, &stdout, &stderr))
	require.Regexp(t, `^intake-server \S+ .*go\d+`, stdout.String())
	require.ErrorIs(t, run(t.Context(), []string{"-h"}, &stdout, &stderr), flag.ErrHelp)
	require.Contains(t, stderr.String(), "default answers=6000/1m, extract=1200/1m, fill=2400/1m, risk=6000/1m")
	require.Contains(t, stderr.String(), "intake-server help")
}

func TestAWrongCommandLineIsRefused(t *testing.T) {
	for _, args := range [][]string{{"nonsense"}, {"-nonsense"}, {"serve", "more"}, {"key"}, {"key", "create", "more"}, {"listen", "-nonsense"}, {"listen", "more"}} {
		var stdout, stderr bytes.Buffer
		require.ErrorIs(t, run(t.Context(), args, &stdout, &stderr), errUsage)
		require.Contains(t, stderr.String(), "intake-server")
		require.Less(t, strings.Count(stderr.String(), "\n"), 8, "the mistake is not hidden in a list of flags: %s", &stderr)
		require.Empty(t, stdout.String())
	}
	require.Error(t, run(t.Context(), []string{"-data", t.TempDir(), "-addr", "nowhere:99999"}, io.Discard, io.Discard))
}

func TestTheSandboxMarketRunsOnItsOwn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	ended := make(chan error, 1)
	var said strings.Builder
	go func() {
		err := run(ctx, []string{"market", "-addr", "127.0.0.1:0", "-data", t.TempDir()}, write, &said)
		ended <- errors.Join(err, write.Close())
	}()
	var line struct {
		MarketURL string `json:"market_url"`
	}
	require.NoError(t, json.NewDecoder(read).Decode(&line))
	p := start(t, append(serveArgs(t.TempDir()), "-market-url", line.MarketURL)...)
	_, err := p.call("GET", "/org/me", nil)
	require.NoError(t, err)
	cancel()
	require.NoError(t, <-ended)
	require.Contains(t, said.String(), "curl "+line.MarketURL+"/v1/accounts", "how to get an account")
}
