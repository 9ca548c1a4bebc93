package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/driver"
)

// me is a client of one call, run by the judge's commands.
func me(ctx context.Context, _ *driver.Judge, c driver.Command) (any, error) {
	switch c.Name {
	case "hello":
		return map[string]string{"driver": "by hand"}, nil
	case "me":
	default:
		return nil, driver.ErrUnsupported
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.BaseURL+"/org/me", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-API-Key", c.APIKey)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out map[string]any
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

// judged runs the judge of one case with a driver that somebody else started, joined by two pipes.
func judged(t *testing.T, id string, run func(context.Context, *driver.Judge, driver.Command) (any, error)) (code int, commands, report string) {
	t.Helper()
	commandsOut, commandsIn := io.Pipe()
	answersOut, answersIn := io.Pipe()
	var seen, errs bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		err := driver.Serve(bufio.NewReader(io.TeeReader(commandsOut, &seen)), answersIn, run)
		ended <- err
		_ = answersIn.Close()
	}()
	p := program{stdin: answersOut, stdout: commandsIn, stderr: &errs, env: func(string) string { return "" }}
	code = p.run(t.Context(), []string{"client", "-by-hand", id})
	_ = commandsIn.Close()
	require.NoError(t, <-ended)
	return code, seen.String(), errs.String()
}

func TestADriverCanBeRunByHand(t *testing.T) {
	code, commands, report := judged(t, "CLI-DEC-08", me)
	require.Equal(t, exitFine, code, report)
	require.Contains(t, commands, `"command":"hello"`)
	require.Contains(t, commands, `"command":"me"`)
	require.NotContains(t, commands, "requirements", "the report goes where no command goes")
	require.Contains(t, report, "CLI-DEC-08 waits for a driver")
	require.Contains(t, report, "requirements: 1")
}

func TestADriverRunByHandIsJudged(t *testing.T) {
	wrong := func(ctx context.Context, j *driver.Judge, c driver.Command) (any, error) {
		out, err := me(ctx, j, c)
		if c.Name == "me" {
			return nil, &driver.Fault{Kind: "decode", Detail: "key_label is missing"}
		}
		return out, err
	}
	code, _, report := judged(t, "CLI-DEC-08", wrong)
	require.Equal(t, exitFailed, code, report)
	require.Contains(t, report, "FAIL    CLI-DEC-08")
}

func TestByHandWantsACaseThatThereIs(t *testing.T) {
	code, _, stderr := ran(t, "client", "-by-hand", "CLI-NONE")
	require.Equal(t, exitUsage, code)
	require.Contains(t, stderr, "no requirement of this role was chosen")
}
