package driver_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/driver"
)

// talk gives a driver lines and returns what it wrote.
func talk(t *testing.T, run func(context.Context, *driver.Judge, driver.Command) (any, error), lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, driver.Serve(strings.NewReader(strings.Join(lines, "\n")), &out, run))
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

func TestResultsAndFaultsCarryTheId(t *testing.T) {
	said := talk(t, func(_ context.Context, _ *driver.Judge, c driver.Command) (any, error) {
		switch c.Name {
		case "me":
			return map[string]any{"key": c.APIKey, "at": c.BaseURL, "account": c.Account}, nil
		case "fill":
			return nil, &driver.Fault{Kind: "api", Status: 404, Detail: "no such session"}
		case "submit":
			return nil, errors.New("broken pipe")
		}
		return nil, driver.ErrUnsupported
	}, `{"id":1,"command":"me","base_url":"http://a","api_key":"k","account":"main","params":{}}`, `{"id":2,"command":"fill"}`, `{"id":3,"command":"submit"}`, `{"id":4,"command":"x"}`)
	require.JSONEq(t, `{"id":1,"result":{"key":"k","at":"http://a","account":"main"}}`, said[0])
	require.JSONEq(t, `{"id":2,"error":{"kind":"api","status":404,"detail":"no such session"}}`, said[1])
	require.JSONEq(t, `{"id":3,"error":{"kind":"network","status":0,"detail":"broken pipe"}}`, said[2])
	require.JSONEq(t, `{"id":4,"error":{"kind":"unsupported","status":0,"detail":""}}`, said[3])
}

func TestAWaitIsToldAndOver(t *testing.T) {
	var before, after time.Time
	said := talk(t, func(ctx context.Context, judge *driver.Judge, c driver.Command) (any, error) {
		before = judge.Now()
		err := judge.Sleep(ctx, time.Hour)
		after = judge.Now()
		return c.Name, err
	}, `{"id":5,"command":"me"}`, `{"id":5,"ack":true}`)
	require.JSONEq(t, `{"id":5,"event":"wait","data":{"seconds":3600}}`, said[0])
	require.JSONEq(t, `{"id":5,"result":"me"}`, said[1])
	require.GreaterOrEqual(t, after.Sub(before), time.Hour)
}

func TestAJudgeInRealTimeIsNotToldOfWaits(t *testing.T) {
	said := talk(t, func(ctx context.Context, judge *driver.Judge, c driver.Command) (any, error) {
		return c.Name, judge.Sleep(ctx, time.Millisecond)
	}, `{"id":1,"command":"hello","params":{"real_time":true}}`)
	require.Equal(t, []string{`{"id":1,"result":"hello"}`}, said)
}

func TestAJudgeThatLeavesEndsTheEvent(t *testing.T) {
	said := talk(t, func(_ context.Context, judge *driver.Judge, _ driver.Command) (any, error) {
		return nil, judge.Event("prompt", nil)
	}, `{"id":1,"command":"sign_in_device"}`)
	require.Contains(t, said[1], "unexpected EOF")
}
