package webhook_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

const key = "whsec_dGhpcyBpcyBhIHNlY3JldCBvZiB0ZXN0cw"

func TestMain(m *testing.M) {
	if child() {
		return
	}
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("database/sql.(*DB).connectionOpener"))
}

func randomName() string { return strings.ToLower(rand.Text()) }

// station is a receiver that counts what it handled and keeps its log.
type station struct {
	*webhook.Receiver
	runs atomic.Int64
	log  safeBuffer
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func newStation(t *testing.T, options ...webhook.Option) *station {
	t.Helper()
	s := &station{}
	options = append([]webhook.Option{webhook.WithLogger(slog.New(slog.NewTextHandler(&s.log, nil)))}, options...)
	r, err := webhook.NewReceiver(key, options...)
	require.NoError(t, err)
	s.Receiver = r
	r.OnUnknown(func(context.Context, webhook.Event) error { s.runs.Add(1); return nil })
	return s
}

func completedData() webhook.FillSessionCompleted {
	return webhook.FillSessionCompleted{SessionID: "ses_1", OrgID: "org_1", InsuredName: "Łódź & Söhne", Status: "complete",
		FormKeys: []string{"common_application"}, CompletedAt: "2026-03-10T12:00:00.000Z"}
}

func TestEventsArriveTyped(t *testing.T) {
	s := newStation(t)
	var got []any
	note := func(v any) error { got = append(got, v); return nil }
	s.OnFillSessionCompleted(func(_ context.Context, e webhook.Event, d webhook.FillSessionCompleted) error {
		require.Equal(t, webhook.EventFillSessionCompleted, e.Name)
		return note(d)
	})
	s.OnSubmissionSent(func(_ context.Context, _ webhook.Event, d webhook.SubmissionSent) error { return note(d) })
	s.OnEsignCompleted(func(_ context.Context, _ webhook.Event, d webhook.EsignCompleted) error { return note(d) })
	s.OnTest(func(_ context.Context, _ webhook.Event, d webhook.Test) error { return note(d) })
	type later struct {
		Score float64 `json:"score"`
	}
	webhook.On(s.Receiver, "risk.scored", func(_ context.Context, _ webhook.Event, d later) error { return note(d) })
	sent := webhook.SubmissionSent{SessionID: "ses_1", To: webhook.Addresses{"a@b.example"}, CC: webhook.Addresses{}, Subject: "S", FormKeys: []string{"x"}, Provider: "market", SentAt: "t"}
	signed := webhook.EsignCompleted{SessionID: "ses_1", EnvelopeID: "env_1", CompletedAt: "t"}
	want := []any{completedData(), sent, signed, webhook.Test{Message: "hi"}, later{0.5}}
	for i, event := range []string{webhook.EventFillSessionCompleted, webhook.EventSubmissionSent, webhook.EventEsignCompleted, webhook.EventTest, "risk.scored"} {
		require.Equal(t, http.StatusNoContent, webhooktest.New(key, event, want[i]).Serve(s))
	}
	require.Empty(t, cmp.Diff(want, got))
	require.Equal(t, http.StatusNoContent, webhooktest.New(key, "nobody.knows", map[string]any{"x": 1}).Serve(s))
	require.EqualValues(t, 1, s.runs.Load())
}

func TestUnknownMembersAndBytesSurvive(t *testing.T) {
	s := newStation(t)
	var got webhook.Event
	s.OnUnknown(func(_ context.Context, e webhook.Event) error { got = e; return nil })
	d := webhooktest.New(key, "x", nil)
	d.Body = []byte(strings.Replace(string(d.Body), `"data":{}`, `"later" : [1.0], "data":{"n":1E2, "name":"漢字"}`, 1))
	require.Equal(t, 204, d.Sign(key).Serve(s))
	require.Equal(t, string(d.Body), string(got.Body))
	require.Equal(t, `{"n":1E2, "name":"漢字"}`, string(got.Data))
}

func TestAddressesTakeAListATextAndNull(t *testing.T) {
	for text, want := range map[string]webhook.Addresses{`["a","b"]`: {"a", "b"}, `"a"`: {"a"}, `null`: nil} {
		d, err := webhook.Decode[webhook.SubmissionSent](webhook.Event{Data: []byte(`{"to":` + text + `}`)})
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(want, d.To), text)
	}
}

func TestRefusals(t *testing.T) {
	now := time.Now()
	valid := func() webhooktest.Delivery { return webhooktest.New(key, "webhook.test", nil) }
	changed := func(change func(*http.Request)) func() *http.Request {
		return func() *http.Request { r := valid().Request(); change(r); return r }
	}
	signed := func(body string) func() *http.Request {
		return func() *http.Request { d := valid(); d.Body = []byte(body); return d.Sign(key).Request() }
	}
	for name, c := range map[string]struct {
		request func() *http.Request
		status  int
	}{
		"GET":            {changed(func(r *http.Request) { r.Method = http.MethodGet }), 405},
		"no signature":   {changed(func(r *http.Request) { r.Header.Del("X-Service-Signature") }), 401},
		"two signatures": {changed(func(r *http.Request) { r.Header.Add("X-Service-Signature", r.Header.Get("X-Service-Signature")) }), 401},
		"upper-case digits": {changed(func(r *http.Request) {
			r.Header.Set("X-Service-Signature", strings.ToUpper(r.Header.Get("X-Service-Signature")))
		}), 401},
		"other event header":    {changed(func(r *http.Request) { r.Header.Set("X-Service-Event", "submission.sent") }), 401},
		"other delivery header": {changed(func(r *http.Request) { r.Header.Set("X-Service-Delivery", "dlv_other") }), 401},
		"no delivery header":    {changed(func(r *http.Request) { r.Header.Del("X-Service-Delivery") }), 401},
		"two event headers":     {changed(func(r *http.Request) { r.Header.Add("X-Service-Event", "webhook.test") }), 401},
		"other secret":          {func() *http.Request { return webhooktest.New("whsec_other", "webhook.test", nil).Request() }, 401},
		"old": {func() *http.Request {
			return webhooktest.NewAt(key, "webhook.test", nil, now.Add(-6*time.Minute)).Request()
		}, 401},
		"from the future": {func() *http.Request {
			return webhooktest.NewAt(key, "webhook.test", nil, now.Add(6*time.Minute)).Request()
		}, 401},
		"too large, said": {func() *http.Request {
			return webhooktest.New(key, "webhook.test", strings.Repeat("x", 1<<20)).Request()
		}, 413},
		"signed, no JSON":          {signed("hello"), 400},
		"signed, a list":           {signed("[]"), 400},
		"signed, no id":            {signed(`{"event":"webhook.test","created_at":"2026-03-10T12:00:00.000Z","data":{}}`), 400},
		"signed, Id for id":        {signed(`{"Id":"d","event":"webhook.test","created_at":"2026-03-10T12:00:00.000Z","data":{}}`), 400},
		"signed, data is a list":   {signed(`{"id":"d","event":"webhook.test","created_at":"2026-03-10T12:00:00.000Z","data":[]}`), 400},
		"signed, time not in form": {signed(`{"id":"d","event":"webhook.test","created_at":"yesterday","data":{}}`), 400},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStation(t)
			require.Equal(t, 204, valid().Serve(s), "the same without the fault")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, c.request())
			require.Equal(t, c.status, w.Code)
			require.Empty(t, w.Body.String(), "a refusal says nothing")
			require.EqualValues(t, 1, s.runs.Load())
			require.NotContains(t, s.log.String(), key)
		})
	}
}

func TestABodyOfUntoldSizeIsBounded(t *testing.T) {
	s := newStation(t, webhook.WithMaxBody(1000))
	for size, want := range map[int]int{800: 204, 2000: 413} {
		d := webhooktest.New(key, "webhook.test", map[string]string{"x": strings.Repeat("x", size)})
		r := d.Request()
		r.ContentLength = -1
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Equal(t, want, w.Code)
	}
}

func TestFreshnessIsAChoice(t *testing.T) {
	old := webhooktest.NewAt(key, "webhook.test", nil, time.Now().Add(-1000*time.Hour))
	require.Equal(t, 204, old.Serve(newStation(t, webhook.WithoutFreshness())))
	require.Equal(t, 401, old.Serve(newStation(t, webhook.WithFreshness(999*time.Hour, 0), webhook.WithRetention(1000*time.Hour))))
	require.Equal(t, 204, old.Serve(newStation(t, webhook.WithFreshness(1001*time.Hour, 0), webhook.WithRetention(2000*time.Hour))))
}

func TestSeveralSecretsAndManyEndpoints(t *testing.T) {
	s := newStation(t, webhook.WithSecrets("whsec_next"), webhook.WithHeaderPrefix("X-Acme-"))
	for _, secret := range []string{key, "whsec_next"} {
		d := webhooktest.New(secret, "webhook.test", nil)
		d.Prefix = "X-Acme-"
		require.Equal(t, 204, d.Serve(s))
	}
	var endpoints []string
	many, err := webhook.NewReceiverFunc(func(r *http.Request) (webhook.Endpoint, error) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "none" {
			return webhook.Endpoint{}, errors.New("no such endpoint")
		}
		return webhook.Endpoint{Name: name, Secrets: []string{"whsec_" + name}}, nil
	}, webhook.WithLogger(slog.New(slog.DiscardHandler)))
	require.NoError(t, err)
	many.OnUnknown(func(_ context.Context, e webhook.Event) error { endpoints = append(endpoints, e.Endpoint); return nil })
	d := webhooktest.New("whsec_a", "webhook.test", nil)
	serve := func(d webhooktest.Delivery, path string) int {
		r := d.Request()
		r.URL.Path = path
		w := httptest.NewRecorder()
		many.ServeHTTP(w, r)
		return w.Code
	}
	require.Equal(t, 204, serve(d, "/a"))
	require.Equal(t, 401, serve(d, "/b"))
	require.Equal(t, 401, serve(d, "/none"))
	require.Equal(t, 204, serve(d.Sign("whsec_b"), "/b"), "the same id at another endpoint is another delivery")
	require.Equal(t, []string{"a", "b"}, endpoints)
}

func TestConstructionRefusesWhatCannotWork(t *testing.T) {
	lookup := func(*http.Request) (webhook.Endpoint, error) { return webhook.Endpoint{}, nil }
	for name, c := range map[string]struct {
		secret  string
		options []webhook.Option
		want    string
	}{
		"empty secret":          {"", nil, "secret is empty"},
		"an empty one of two":   {key, []webhook.Option{webhook.WithSecrets("")}, "secret is empty"},
		"no inbox":              {key, []webhook.Option{webhook.WithLogger(nil)}, "is nil"},
		"negative freshness":    {key, []webhook.Option{webhook.WithFreshness(-1, 0)}, "negative"},
		"forgets before stale":  {key, []webhook.Option{webhook.WithRetention(time.Minute)}, "twice"},
		"no body":               {key, []webhook.Option{webhook.WithMaxBody(0)}, "largest body"},
		"no prefix":             {key, []webhook.Option{webhook.WithHeaderPrefix("")}, "prefix"},
		"a prefix of no header": {key, []webhook.Option{webhook.WithHeaderPrefix("X Acme:")}, "prefix"},
		"no lease":              {key, []webhook.Option{webhook.WithLease(0)}, "lease"},
	} {
		_, err := webhook.NewReceiver(c.secret, c.options...)
		require.ErrorContains(t, err, c.want, name)
	}
	_, err := webhook.NewReceiverFunc(nil)
	require.ErrorIs(t, err, webhook.ErrSecret)
	r, err := webhook.NewReceiverFunc(lookup, webhook.WithLogger(slog.New(slog.DiscardHandler)))
	require.NoError(t, err)
	require.Equal(t, 401, webhooktest.New(key, "x", nil).Serve(r), "an endpoint without a secret trusts nobody")
}

func TestFailuresMakeTheSenderTryAgain(t *testing.T) {
	s := newStation(t)
	outcomes := []func() error{
		func() error { return errors.New("database down") },
		func() error { panic("a bug") },
		func() error { return fmt.Errorf("a call of ours: %w", webhook.ErrSignature) },
		func() error { return nil },
	}
	runs := 0
	s.OnUnknown(func(context.Context, webhook.Event) error { runs++; return outcomes[runs-1]() })
	d := webhooktest.New(key, "x", nil)
	for i, want := range []int{500, 500, 500, 204, 204} {
		require.Equal(t, want, d.Serve(s), i)
	}
	require.Equal(t, 4, runs)
	require.Empty(t, cmp.Diff(webhook.Counts{Accepted: 2, Failed: 3, Handled: 1, Panicked: 1}, s.Counts()))
	require.Contains(t, s.log.String(), "a bug")
}

func TestDataOfAnotherShapeIsRefused(t *testing.T) {
	s := newStation(t)
	s.OnFillSessionCompleted(func(context.Context, webhook.Event, webhook.FillSessionCompleted) error { return nil })
	require.Equal(t, 400, webhooktest.New(key, webhook.EventFillSessionCompleted, map[string]any{"session_id": 7}).Serve(s))
	require.Contains(t, s.log.String(), "member session_id is a number")
}

func TestAHundredCopiesAtOnceRunTheFunctionOnce(t *testing.T) {
	for name, inbox := range map[string]func(t *testing.T) webhook.Inbox{
		"memory":   func(*testing.T) webhook.Inbox { return webhook.NewMemoryInbox(0, nil) },
		"sqlite":   func(t *testing.T) webhook.Inbox { return newSQLiteInbox(t, nil) },
		"postgres": func(t *testing.T) webhook.Inbox { return newPostgresInbox(t, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStation(t, webhook.WithInbox(inbox(t)), webhook.WithBudget(time.Minute)) // on a slow machine too
			begun, release := make(chan struct{}, 100), make(chan struct{})
			s.OnUnknown(func(context.Context, webhook.Event) error { s.runs.Add(1); begun <- struct{}{}; <-release; return nil })
			d := webhooktest.New(key, "x", nil)
			var group sync.WaitGroup
			var accepted atomic.Int64
			for range 100 {
				group.Go(func() {
					if d.Serve(s) == 204 {
						accepted.Add(1)
					}
				})
			}
			<-begun
			close(release)
			group.Wait()
			require.EqualValues(t, 1, s.runs.Load())
			require.EqualValues(t, 100, accepted.Load())
		})
	}
}

func TestACopyThatWaitsTakesOverWhenTheFirstFails(t *testing.T) {
	s := newStation(t)
	begun, release := make(chan struct{}, 2), make(chan struct{})
	s.OnUnknown(func(context.Context, webhook.Event) error {
		begun <- struct{}{}
		if s.runs.Add(1) == 1 {
			<-release
			return errors.New("the first fails")
		}
		return nil
	})
	d := webhooktest.New(key, "x", nil)
	first, second := make(chan int, 1), make(chan int, 1)
	go func() { first <- d.Serve(s) }()
	<-begun
	go func() { second <- d.Serve(s) }()
	require.Eventually(t, func() bool { return s.Counts().Waited > 0 }, time.Minute, time.Millisecond)
	close(release)
	require.Equal(t, 500, <-first)
	require.Equal(t, 204, <-second)
}

func TestASlowFunctionIsWarnedOfAndACopyIsNotAnswered(t *testing.T) {
	s := newStation(t, webhook.WithBudget(20*time.Millisecond))
	begun, release := make(chan struct{}), make(chan struct{})
	s.OnUnknown(func(context.Context, webhook.Event) error { close(begun); <-release; return nil })
	d := webhooktest.New(key, "x", nil)
	first := make(chan int, 1)
	go func() { first <- d.Serve(s) }()
	<-begun
	require.Equal(t, 503, d.Serve(s), "neither done nor failed: come again")
	require.Eventually(t, func() bool { return strings.Contains(s.log.String(), "webhook is slow") }, time.Minute, time.Millisecond)
	close(release)
	require.Equal(t, 204, <-first)
}

func TestASenderThatHangsUpDoesNotEndTheWork(t *testing.T) {
	s := newStation(t)
	s.OnUnknown(func(ctx context.Context, _ webhook.Event) error { s.runs.Add(1); return ctx.Err() })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, webhooktest.New(key, "x", nil).Request().WithContext(ctx))
	require.Equal(t, 204, w.Code)
	require.EqualValues(t, 1, s.runs.Load())
}
