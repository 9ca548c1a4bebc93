package market_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

const workspace = "org_1"

// bench is a service against a sandbox, over the network when it has a front.
type bench struct {
	*market.Service
	sandbox *market.Sandbox
}

func newBench(t *testing.T, front func(http.Handler) http.Handler) bench {
	t.Helper()
	sandbox, err := market.NewSandbox(t.TempDir(), time.Now)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sandbox.Close()) })
	key, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	o := market.Options{DB: storetest.SQLite(t), Secret: key, Clock: eager{clock.System()}, Sandbox: sandbox}
	if front != nil {
		server := httptest.NewServer(front(sandbox))
		t.Cleanup(server.Close)
		o.BaseURL, o.Provider = server.URL, "over-the-network"
	}
	service, err := market.NewService(o)
	require.NoError(t, err)
	return bench{service, sandbox}
}

// eager is a clock on which pauses take no time.
type eager struct{ clock.Clock }

func (eager) Sleep(ctx context.Context, _ time.Duration) error { return context.Cause(ctx) }

func submission(session string) market.Submission {
	return market.Submission{WorkspaceID: workspace, SessionID: session, InsuredName: "Łódź & Söhne", Files: []market.File{
		{Name: "common.pdf", Kind: market.Form, FormKey: "common", ContentType: "application/pdf", Data: []byte("%PDF-1 " + session)},
		{Name: "property.pdf", Kind: market.Form, FormKey: "property", ContentType: "application/pdf", Data: []byte("%PDF-2 " + session)},
		{Name: "losses.pdf", Kind: market.Document, ContentType: "application/pdf", Data: []byte("%PDF-3 " + session)},
	}}
}

func TestSubmitWithoutConfigurationReachesTheSandbox(t *testing.T) {
	b := newBench(t, nil)
	_, err := b.Submit(t.Context(), submission("ses_1"))
	require.ErrorIs(t, err, market.ErrNotConnected)
	require.NoError(t, b.OpenAccount(t.Context(), workspace))

	first, err := b.Submit(t.Context(), submission("ses_1"))
	require.NoError(t, err)
	require.NotEmpty(t, first.ID)
	require.Equal(t, market.SandboxProvider, first.Provider)
	require.NotEmpty(t, first.To)

	again, err := b.Submit(t.Context(), submission("ses_1"))
	require.NoError(t, err)
	require.Equal(t, first, again)
	other, err := b.Submit(t.Context(), submission("ses_2"))
	require.NoError(t, err)
	require.NotEqual(t, first.ID, other.ID)

	kept, err := b.sandbox.Submissions(workspace)
	require.NoError(t, err)
	require.Len(t, kept, 2)
	require.True(t, kept[0].Final)
	require.Equal(t, "Łódź & Söhne", kept[0].InsuredName)

	require.NoError(t, b.Disconnect(t.Context(), workspace))
	_, err = b.Connection(t.Context(), workspace)
	require.ErrorIs(t, err, market.ErrNotConnected)
}

// cutter breaks the connection at one request, before or after the sandbox has acted, for as many tries as it has.
type cutter struct {
	mu       sync.Mutex
	at       int // which request, counting those of the submission only
	after    bool
	tries    int
	requests int
}

func (c *cutter) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/v1/submissions/") {
			next.ServeHTTP(w, r)
			return
		}
		c.mu.Lock()
		c.requests++
		cut := c.requests >= c.at && c.tries > 0
		if cut {
			c.tries--
		}
		c.mu.Unlock()
		if cut && c.after {
			next.ServeHTTP(httptest.NewRecorder(), r)
		}
		if cut {
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(w, r)
	})
}

func TestACutConnectionAtAnyStepMakesOneSubmission(t *testing.T) {
	for step := 1; step <= 5; step++ {
		for _, after := range []bool{false, true} {
			for _, tries := range []int{1, 3, 4} { // healed within a step; a failed call; a failed call and a half
				t.Run(fmt.Sprintf("step %d, after acting %v, %d times", step, after, tries), func(t *testing.T) {
					c := &cutter{at: step, after: after, tries: tries}
					b := newBench(t, c.wrap)
					require.NoError(t, b.OpenAccount(t.Context(), workspace))
					result, err := b.Submit(t.Context(), submission("ses_1"))
					if tries < 3 {
						require.NoError(t, err)
					} else {
						require.ErrorContains(t, err, "market: ")
						require.NotErrorIs(t, err, market.ErrTokenRefused, "another token would not help")
						result, err = b.Submit(t.Context(), submission("ses_1"))
						require.NoError(t, err)
					}
					kept, err := b.sandbox.Submissions(workspace)
					require.NoError(t, err)
					require.Len(t, kept, 1)
					require.True(t, kept[0].Final)
					require.Len(t, kept[0].Files, 3)
					require.Equal(t, kept[0].ID, result.ID)
				})
			}
		}
	}
}

// Another replica announces other files in the same moment, and goes no further.
func TestOnlyTheFilesThatWereSealedAreFinalised(t *testing.T) {
	b := newBench(t, nil)
	require.NoError(t, b.OpenAccount(t.Context(), workspace))
	wanted, stop := submission("ses_1"), errors.New("stop")
	rounds := 0
	wanted.Seal = func(ctx context.Context) error {
		if rounds++; rounds > 1 {
			return nil
		}
		fewer := submission("ses_1")
		fewer.Files, fewer.Seal = fewer.Files[:2], func(context.Context) error { return stop }
		_, err := b.Submit(ctx, fewer)
		require.ErrorIs(t, err, stop)
		return nil
	}
	_, err := b.Submit(t.Context(), wanted)
	require.NoError(t, err)
	kept, err := b.sandbox.Submissions(workspace)
	require.NoError(t, err)
	require.True(t, kept[0].Final)
	require.Len(t, kept[0].Files, 3)
	require.Equal(t, 2, rounds)
}

func TestWhatWasSentIsNotSentAgain(t *testing.T) {
	c := &cutter{at: 4, tries: 3}
	uploads := 0
	b := newBench(t, func(next http.Handler) http.Handler {
		return c.wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "/files/") {
				uploads++
			}
			next.ServeHTTP(w, r)
		}))
	})
	require.NoError(t, b.OpenAccount(t.Context(), workspace))
	_, err := b.Submit(t.Context(), submission("ses_1"))
	require.Error(t, err)
	_, err = b.Submit(t.Context(), submission("ses_1"))
	require.NoError(t, err)
	require.Equal(t, 3, uploads)
}

func TestARefusalIsNotRepeatedAndSaysWhy(t *testing.T) {
	requests := 0
	b := newBench(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			requests++
			next.ServeHTTP(w, r)
		})
	})
	require.NoError(t, b.Connect(t.Context(), workspace, "mkt_unknown"))
	_, err := b.Submit(t.Context(), submission("ses_1"))
	require.ErrorContains(t, err, "401")
	require.ErrorContains(t, err, "open an account")
	require.ErrorIs(t, err, market.ErrTokenRefused)
	require.NotContains(t, err.Error(), "mkt_unknown")
	require.Equal(t, 1, requests)
}

func TestAPlatformThatFailsGivesAClearError(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"HTML 502": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<html>bad gateway</html>", http.StatusBadGateway)
		},
		"empty 200": func(http.ResponseWriter, *http.Request) {},
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect)
		},
		"other content": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"state":"final"}`) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, func(http.Handler) http.Handler { return handler })
			require.NoError(t, b.Connect(t.Context(), workspace, "mkt_x"))
			_, err := b.Submit(t.Context(), submission("ses_1"))
			require.ErrorContains(t, err, "market: ")
		})
	}
}

func TestAppointments(t *testing.T) {
	b := newBench(t, nil)
	fields := map[string]string{"agency_name": "Birch Agency", "email": "desk@birch.example", "phone": "2075550100"}
	status, err := b.RequestAppointment(t.Context(), workspace, fields)
	require.NoError(t, err)
	require.Equal(t, "requested", status)
	_, err = b.RequestAppointment(t.Context(), workspace, map[string]string{"agency_name": "Birch Agency"})
	require.ErrorContains(t, err, "email")
	kept, err := b.sandbox.Appointments(workspace)
	require.NoError(t, err)
	require.Equal(t, []market.Appointment{{Reference: workspace, Fields: fields}}, kept)
}

func TestTokensAreSealedAtRest(t *testing.T) {
	key, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	db := storetest.SQLite(t)
	s, err := market.NewService(market.Options{DB: db, Secret: key, Clock: clock.System(), BaseURL: "https://market.example"})
	require.NoError(t, err)
	require.NoError(t, s.Connect(t.Context(), workspace, "mkt_plain"))
	require.NoError(t, db.Read(t.Context(), func(tx *store.Tx) error {
		row, err := tx.MarketConnection(t.Context(), workspace)
		require.NotContains(t, row.SealedToken, "plain")
		require.Equal(t, "market.example", row.Provider)
		return err
	}))
	require.Error(t, s.Connect(t.Context(), workspace, ""))
}

func TestTheSandboxRefusesWhatDoesNotFit(t *testing.T) {
	sandbox, err := market.NewSandbox(t.TempDir(), time.Now)
	require.NoError(t, err)
	call := func(method, path, token, body string) int {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		sandbox.ServeHTTP(w, r)
		return w.Code
	}
	require.Equal(t, 401, call("PUT", "/v1/submissions/x", "none", `{}`))
	require.Equal(t, 422, call("POST", "/v1/accounts", "", `{}`))
	require.Equal(t, 400, call("POST", "/v1/accounts", "", `not json`))
	require.Equal(t, 422, call("POST", "/v1/appointments", "", `{"fields":{}}`))
}

func TestOptionsAreChecked(t *testing.T) {
	_, err := market.NewService(market.Options{})
	require.ErrorContains(t, err, "BaseURL or Sandbox")
	_, err = market.NewService(market.Options{BaseURL: "ftp://market.example"})
	require.ErrorContains(t, err, "not an http or https URL")
}
