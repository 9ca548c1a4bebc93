package referencetest

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
)

// Server is a reference server under a test's control. Its workspace is on the paid plan and connected to the sandbox
// market.
type Server struct {
	URL    string // base address of the API
	APIKey string // of the workspace below
	OrgID  string

	t         testing.TB
	clock     *clock.Shifted
	reference *reference.Server
	finder    *http.ServeMux

	mu       sync.Mutex
	calls    []Call
	scripts  map[Operation][]Step
	inFlight sync.WaitGroup
}

// Call is one request that the server received.
type Call struct {
	Operation Operation // empty for a path outside the API
	Method    string
	Path      string
	Query     string
	Header    http.Header
	Body      []byte
	At        time.Time // on the server's clock
	Step      string    // what the script did with it
	Status    int       // of the answer; 0 when the connection was broken before one
}

// Option changes how the server is made.
type Option func(*options)

type options struct {
	config    reference.Config
	workspace reference.NewWorkspace
}

// WithPlan puts the workspace on a plan: "free" has the monthly cap.
func WithPlan(plan string) Option { return func(o *options) { o.workspace.Plan = plan } }

// WithoutMarket leaves the workspace without an account on the market platform.
func WithoutMarket() Option { return func(o *options) { o.workspace.ConnectMarket = false } }

// WithProfile gives the workspace an agency profile.
func WithProfile(profile map[string]string) Option {
	return func(o *options) { o.workspace.Profile = profile }
}

// WithConfig changes anything else. What the test server itself needs stays as it is: address, clock, data and log.
func WithConfig(change func(*reference.Config)) Option {
	return func(o *options) { change(&o.config) }
}

// NewServer starts a server that ends with the test.
func NewServer(t testing.TB, opts ...Option) *Server {
	t.Helper()
	o := options{config: reference.Config{PrivateWebhooks: true, ShareReaders: true},
		workspace: reference.NewWorkspace{Name: "Test Agency", Plan: "paid", KeyLabel: "test", ConnectMarket: true}}
	for _, opt := range opts {
		opt(&o)
	}
	s := &Server{t: t, clock: clock.NewShifted(), finder: finder(), scripts: map[Operation][]Step{}}
	front := httptest.NewUnstartedServer(s)
	s.URL = "http://" + front.Listener.Addr().String()
	o.config.Addr, o.config.BaseURL, o.config.Data, o.config.Clock = "", s.URL, "", s.clock
	o.config.Control = true
	o.config.Log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	var err error
	if s.reference, err = reference.New(context.Background(), o.config); err != nil {
		front.Close()
		t.Fatalf("referencetest: starting the server: %v", err)
	}
	front.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // broken connections are on purpose
	front.Start()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.reference.Run(ctx) }()
	t.Cleanup(func() {
		front.CloseClientConnections()
		front.Close()
		s.inFlight.Wait()
		stop()
		if err := <-ended; err != nil {
			t.Errorf("referencetest: the server failed: %v", err)
		}
		if err := s.reference.Close(); err != nil {
			t.Errorf("referencetest: closing the server: %v", err)
		}
	})
	workspace := s.NewWorkspace(o.workspace)
	s.APIKey, s.OrgID = workspace.APIKey, workspace.OrgID
	return s
}

// NewWorkspace makes another workspace, for tests of what one may see of another.
func (s *Server) NewWorkspace(in reference.NewWorkspace) reference.Workspace {
	s.t.Helper()
	w, err := s.reference.CreateWorkspace(context.Background(), in)
	if err != nil {
		s.t.Fatalf("referencetest: making a workspace: %v", err)
	}
	return w
}

// CreateEndpoint registers where the workspace wants its webhook events: all of them, or those that are named. Loopback
// addresses are allowed.
func (s *Server) CreateEndpoint(url string, events ...string) reference.Endpoint {
	s.t.Helper()
	e, err := s.reference.CreateEndpoint(context.Background(), s.OrgID, url, events...)
	if err != nil {
		s.t.Fatalf("referencetest: registering an endpoint: %v", err)
	}
	return e
}

// SendTestEvent asks for a webhook.test to an endpoint and returns the delivery's id.
func (s *Server) SendTestEvent(endpointID string) string {
	s.t.Helper()
	id, err := s.reference.SendTestEvent(context.Background(), s.OrgID, endpointID)
	if err != nil {
		s.t.Fatalf("referencetest: sending a test event: %v", err)
	}
	return id
}

// Advance moves the server's clock on and fires what comes due: the month, lives of tokens, delays, webhook retries.
func (s *Server) Advance(d time.Duration) { s.clock.Advance(d) }

// Now is the time on the server's clock.
func (s *Server) Now() time.Time { return s.clock.Now() }

// Sleep moves the server's clock on by d instead of waiting. With it the server is an intake.Clock and an oauthflow.Clock: a
// client that is given it waits out a rate limit in no time, and the server sees that time has passed.
func (s *Server) Sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.Advance(max(0, d))
	return nil
}

// Control is the server's control hooks, which do what the API cannot: revoke keys, approve sign-ins, set rates.
func (s *Server) Control() http.Handler { return s.reference.Control() }

// Script says what happens to the next calls of an operation, step by step. Further calls pass. It replaces what is
// left of an earlier script of the operation.
func (s *Server) Script(op Operation, steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts[op] = steps
}

// ServeHTTP answers by the scripts and notes what came.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.inFlight.Add(1)
	defer s.inFlight.Done()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // the caller went away in the middle of its request
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	_, pattern := s.finder.Handler(r)
	step, index := s.begin(Call{Operation: Operation(pattern), Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery,
		Header: r.Header.Clone(), Body: body, At: s.clock.Now()})
	seen := &statusWriter{ResponseWriter: w}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.calls[index].Status = seen.status
	}()
	step.run(s, seen, r)
}

// begin notes a call and takes the next step of its script.
func (s *Server) begin(c Call) (Step, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	step := Pass()
	if left := s.scripts[c.Operation]; c.Operation != "" && len(left) > 0 {
		step, s.scripts[c.Operation] = left[0], left[1:]
	}
	c.Step = step.name
	s.calls = append(s.calls, c)
	return step, len(s.calls) - 1
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
