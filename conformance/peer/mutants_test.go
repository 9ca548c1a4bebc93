package peer_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// mutant is a fault that clients in the wild have, and the requirement that must name it.
type mutant struct {
	name string
	id   string
	make func(k *client)
}

// at changes requests to paths that contain a text.
func at(path string, change func(*http.Request)) func(*http.Request) {
	return func(req *http.Request) {
		if strings.Contains(req.URL.Path, path) {
			change(req)
		}
	}
}

func rename(from, to string) func(string, object) object {
	return func(_ string, m object) object {
		if v, ok := m[from]; ok {
			c := object{to: v}
			for name, value := range m {
				if name != from {
					c[name] = value
				}
			}
			return c
		}
		return m
	}
}

func set(member string, value any) func(string, object) object {
	return func(_ string, m object) object {
		c := object{member: value}
		for name, v := range m {
			if name != member {
				c[name] = v
			}
		}
		return c
	}
}

// refusing makes the client fail on answers for which bad holds.
func refusing(bad func(command string, v any) bool) func(k *client) {
	return func(k *client) {
		k.read = func(command string, data []byte) (any, error) {
			v, err := decode(data)
			if err == nil && bad(command, v) {
				return nil, failed("client", 0, "cannot decode")
			}
			return v, err
		}
	}
}

func member(v any, name string) any {
	m, _ := v.(map[string]any)
	return m[name]
}

func replace(data []byte) func(*http.Request) {
	return func(req *http.Request) {
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
	}
}

func TestEveryClientMutantIsFound(t *testing.T) {
	byID := map[string]peer.Case{}
	for _, c := range peer.Cases() {
		byID[c.ID] = c
	}
	for _, m := range slices.Concat(requestMutants, answerMutants, oauthMutants, webhookMutants) {
		t.Run(m.id+" "+m.name, func(t *testing.T) {
			t.Parallel()
			make := func() *client { k := goodClient(); m.make(k); return k }
			found, err := peer.Run(t.Context(), peer.Options{Start: start(make), Limit: time.Minute}, []peer.Case{byID[m.id]})
			require.NoError(t, err)
			require.Contains(t, []report.Verdict{report.Fail, report.Warn}, found[0].Verdict, "expected %s, got %s", found[0].Expected, found[0].Got)
			require.NotEmpty(t, found[0].Cause)
		})
	}
}

func TestTheGoodClientIsNotAccused(t *testing.T) {
	found, err := peer.Run(t.Context(), peer.Options{Start: start(goodClient)}, peer.Cases())
	require.NoError(t, err)
	require.Len(t, found, 53)
	for _, f := range found {
		require.Contains(t, []report.Verdict{report.Pass, report.Observed}, f.Verdict, "%s: expected %s, got %s", f.ID, f.Expected, f.Got)
	}
}

// A driver without a client behind it must not look conformant, whatever it always says. It passes nothing at all.
func TestNullDriversPassNothing(t *testing.T) {
	for name, says := range map[string]string{
		"answers nothing":       `"error":{"kind":"nothing"}`,
		"answers always ok":     `"result":{}`,
		"answers always a list": `"result":[]`,
		"answers always valid":  `"result":{"valid":true,"event":{},"session_id":"ses_7Qx2","sessions":[],"flags":[]}`,
		"answers always 404":    `"error":{"kind":"api","status":404,"detail":"no such session"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			null := func(context.Context) (*peer.Driver, error) {
				commands, in := io.Pipe()
				out, results := io.Pipe()
				go func() {
					for lines := bufio.NewScanner(commands); lines.Scan(); {
						var c incoming
						_ = json.Unmarshal(lines.Bytes(), &c)
						if c.Command == "hello" {
							fmt.Fprintf(results, "{\"id\":%d,\"result\":{}}\n", c.ID)
						} else {
							fmt.Fprintf(results, "{\"id\":%d,%s}\n", c.ID, says)
						}
					}
				}()
				return peer.Streams(out, in)(t.Context())
			}
			found, err := peer.Run(t.Context(), peer.Options{Start: null}, peer.Cases())
			require.NoError(t, err)
			for _, f := range found {
				require.NotContains(t, []report.Verdict{report.Pass, report.Observed, report.NotApplicable}, f.Verdict, f.ID)
			}
		})
	}
}
