package peer_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// commands are the twelve operations by the commands that call them.
var commands = []string{"me", "create_session", "list_sessions", "get_session", "answer", "extract", "attach_document", "fill", "download_form",
	"risk_summary", "submit", "request_appointment"}

// onlyAt makes a fault in the requests of one command.
func onlyAt(command string, change func(*http.Request)) func(*client) {
	return func(k *client) {
		k.called = func(c incoming, _ int, req *http.Request) {
			if c.Command == command {
				change(req)
			}
		}
	}
}

// again makes a fault in every request that repeats another.
func again(change func(*http.Request)) func(*client) {
	return func(k *client) {
		k.called = func(_ incoming, attempt int, req *http.Request) {
			if attempt > 1 {
				change(req)
			}
		}
	}
}

// narrow are faults that show at one operation alone, or the second time only.
func narrow() []mutant {
	var all []mutant
	for _, command := range commands {
		all = append(all,
			mutant{"no credential at " + command, "CLI-REQ-01", onlyAt(command, func(r *http.Request) { r.Header.Del("Authorization") })},
			mutant{"both headers at " + command, "CLI-REQ-01", onlyAt(command, func(r *http.Request) {
				r.Header.Set("X-API-Key", strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
			})},
			mutant{"a slash at the end at " + command, "CLI-REQ-02", onlyAt(command, func(r *http.Request) { r.URL.Path += "/" })},
			mutant{"PATCH at " + command, "CLI-REQ-02", onlyAt(command, func(r *http.Request) { r.Method = http.MethodPatch })},
			mutant{"no detail at " + command, "CLI-ERR-01", func(k *client) {
				k.fault = func(f *peer.Fault) {
					if strings.Contains(f.Detail, command) {
						f.Detail = http.StatusText(f.Status)
					}
				}
			}},
		)
		if command != "download_form" {
			all = append(all, mutant{"refuses unknown members at " + command, "CLI-DEC-04", refusing(func(c string, v any) bool {
				flags, _ := v.([]any)
				return c == command && (member(v, "x_later") != nil || len(flags) > 0 && member(flags[0], "x_later") != nil)
			})})
		}
	}
	for _, command := range []string{"answer", "extract", "fill", "risk_summary"} {
		all = append(all, mutant{"a 429 is the end at " + command, "CLI-ERR-04", func(k *client) {
			k.ends = func(c string, status int) bool { return c == command && status == http.StatusTooManyRequests }
		}})
	}
	for _, command := range []string{"me", "create_session", "list_sessions", "get_session"} {
		all = append(all, mutant{"null is an error at " + command, "CLI-DEC-02", refusing(func(c string, v any) bool {
			if list, ok := member(v, "sessions").([]any); ok {
				v = list[0]
			}
			for _, name := range []string{"state", "key_label"} {
				if value, there := v.(map[string]any)[name]; c == command && there && value == nil {
					return true
				}
			}
			return false
		})})
	}
	return append(all,
		mutant{"no credential when it is sent again", "CLI-REQ-01", again(func(r *http.Request) { r.Header.Del("Authorization") })},
		mutant{"an empty upload when it is sent again", "CLI-REQ-06", again(replace(nil))},
		mutant{"half an upload when it is sent again", "CLI-REQ-06", again(func(r *http.Request) { replace(make([]byte, r.ContentLength/2))(r) })},
		mutant{"a 402 with Retry-After is repeated", "CLI-ERR-03", func(k *client) {
			k.again = func(s, n int) bool { return n < 3 && (s == 402 || s == 429) }
			k.pause = func(h http.Header) float64 {
				if h.Get("Retry-After") == "" {
					return 0
				}
				return 60
			}
		}},
		mutant{"the second wait is skipped", "CLI-ERR-04", func(k *client) {
			waits := 0
			k.pause = func(http.Header) float64 {
				if waits++; waits > 4 && waits%2 == 0 { // the fifth operation waits twice
					return 0
				}
				return 2
			}
		}},
		mutant{"the credential goes along with the redirect of a POST", "CLI-ERR-10", func(k *client) {
			k.redirect = true
			k.called = func(c incoming, _ int, r *http.Request) {
				if c.Command == "me" {
					r.Header.Set("Authorization", "Bearer none")
				}
			}
		}},
		mutant{"the third poll comes early", "CLI-OAUTH-04", func(k *client) {
			k.interval = func(s float64, polls int) float64 {
				if polls == 3 {
					return s / 2
				}
				return s
			}
		}},
		mutant{"faults of appointments without fields", "CLI-ERR-02", func(k *client) {
			appointing := false
			k.called = func(c incoming, _ int, _ *http.Request) { appointing = c.Command == "request_appointment" }
			k.fault = func(f *peer.Fault) {
				if appointing {
					f.Fields = nil
				}
			}
		}},
	)
}

func TestNarrowFaultsAreFound(t *testing.T) {
	byID := map[string]peer.Case{}
	for _, c := range peer.Cases() {
		byID[c.ID] = c
	}
	all := narrow()
	require.GreaterOrEqual(t, len(all), 60)
	for _, m := range all {
		t.Run(fmt.Sprintf("%s %s", m.id, m.name), func(t *testing.T) {
			t.Parallel()
			make := func() *client { k := goodClient(); m.make(k); return k }
			found, err := peer.Run(t.Context(), peer.Options{Start: start(make), Limit: time.Minute}, []peer.Case{byID[m.id]})
			require.NoError(t, err)
			require.Contains(t, []report.Verdict{report.Fail, report.Warn}, found[0].Verdict, "expected %s, got %s", found[0].Expected, found[0].Got)
		})
	}
}
