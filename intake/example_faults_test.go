package intake_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/intake"
)

// serve makes a client of a server that answers everything with one handler. It shows what happens when things go wrong.
func serve(handler http.HandlerFunc, opts ...intake.Option) (client *intake.Client, stop func()) {
	server := httptest.NewServer(handler)
	transport := &http.Transport{}
	client, err := intake.NewClient(append([]intake.Option{intake.WithBaseURL(server.URL), intake.WithAPIKey("bsk_example"),
		intake.WithHTTPClient(&http.Client{Transport: transport})}, opts...)...)
	if err != nil {
		panic(err)
	}
	return client, func() { transport.CloseIdleConnections(); server.Close() }
}

func refuse(status int, detail string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"detail":"`+detail+`"}`)
	}
}

// The free plan's monthly cap is not a fault that goes away by trying again.
func ExampleError() {
	client, stop := serve(refuse(http.StatusPaymentRequired, "The free plan includes 5 sessions a month."))
	defer stop()
	_, err := client.Sessions.Create(context.Background(), intake.CreateSession{InsuredName: "Harbor & Main Bakery LLC"})
	var refused *intake.Error
	switch {
	case errors.Is(err, intake.ErrPlanCap) && errors.As(err, &refused):
		fmt.Println("upgrade needed:", refused.Detail)
		fmt.Println("requests sent:", refused.Meta.Attempts)
	case err != nil:
		fmt.Println("something else:", err)
	}
	// Output:
	// upgrade needed: The free plan includes 5 sessions a month.
	// requests sent: 1
}

// A wait that is longer than the client may take comes back at once, for your own queue to remember.
func ExampleRateLimitError() {
	client, stop := serve(refuse(http.StatusTooManyRequests, "Too many fills.", "Retry-After", "900"))
	defer stop()
	_, err := client.Sessions.Fill(context.Background(), "ses_1")
	var limited *intake.RateLimitError
	if errors.As(err, &limited) {
		fmt.Println("again in", limited.RetryAfter, "because:", limited.Err.Detail)
	}
	// Output:
	// again in 15m0s because: Too many fills.
}

// A connection that breaks after a submission was sent leaves open whether it was done. Nothing is sent twice; Reconcile
// reads what the service holds.
func ExampleOutcomeUnknownError_Reconcile() {
	client, stop := serve(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost { // done, but the answer does not arrive
			conn, _, _ := http.NewResponseController(w).Hijack()
			conn.Close()
			return
		}
		_, _ = io.WriteString(w, `{"session_id":"ses_1","status":"submitted"}`)
	})
	defer stop()
	ctx := context.Background()
	_, err := client.Sessions.Submit(ctx, "ses_1")
	var lost *intake.OutcomeUnknownError
	if errors.As(err, &lost) {
		found, err := lost.Reconcile(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("the submission is", found.Outcome, "- the session is", found.Session.Status)
	}
	// Output:
	// the submission is done - the session is submitted
}

func ExampleConnectionError() {
	client, stop := serve(refuse(http.StatusOK, ""))
	stop() // nobody listens any more
	_, err := client.Workspace.Me(context.Background(), intake.WithMaxAttempts(2))
	var broken *intake.ConnectionError
	fmt.Println(errors.As(err, &broken), "after", broken.Meta.Attempts, "attempts; outcome unknown:", errors.Is(err, intake.ErrOutcomeUnknown))
	// Output:
	// true after 2 attempts; outcome unknown: false
}

// A captive portal answers everything with a page of its own.
func ExampleAnswerError() {
	client, stop := serve(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<h1>Welcome to the hotel</h1>")
	})
	defer stop()
	_, err := client.Workspace.Me(context.Background())
	var unreadable *intake.AnswerError
	fmt.Println(errors.Is(err, intake.ErrBadAnswer), errors.As(err, &unreadable), unreadable.Meta.Status)
	// Output:
	// true true 200
}

func ExampleFieldFault_Path() {
	fault := intake.FieldFault{Loc: []any{"body", "lobs", 1}, Msg: "Input should be a valid string", Type: "string_type"}
	fmt.Println(fault.Path())
	// Output:
	// body.lobs[1]
}

// A hook becomes an OpenTelemetry span for each attempt: start one where this example prints, set its attributes from the
// result, and inject the trace into the headers with otel.GetTextMapPropagator().Inject(ctx,
// propagation.HeaderCarrier(a.Header)). The names are the same for all sessions, so they serve as labels.
func ExampleWithHook() {
	failed := false
	client, stop := serve(func(w http.ResponseWriter, r *http.Request) {
		if !failed {
			failed = true
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, `{"org_id":"org_1"}`)
	}, intake.WithHook(func(ctx context.Context, a intake.Attempt) (context.Context, func(intake.AttemptResult)) {
		fmt.Printf("start %s %s %s attempt %d\n", a.Operation, a.Method, a.Route, a.Number)
		a.Header.Set("Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
		return ctx, func(r intake.AttemptResult) { fmt.Println("end", r.Status, r.Err) }
	}))
	defer stop()
	_, err := client.Workspace.Me(context.Background())
	fmt.Println(err)
	// Output:
	// start workspace.me GET /org/me attempt 1
	// end 503 <nil>
	// start workspace.me GET /org/me attempt 2
	// end 200 <nil>
	// <nil>
}

func ExampleWithLogger() {
	plain := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "duration" {
			return slog.Attr{}
		}
		return a
	}}))
	client, stop := serve(refuse(http.StatusNotFound, "No such session.", "X-Request-Id", "req_7"), intake.WithLogger(plain))
	defer stop()
	_, err := client.Sessions.Get(context.Background(), "ses_1")
	fmt.Println(err)
	// Output:
	// level=DEBUG msg="intake attempt" operation=sessions.get attempt=1 status=404 request_id=req_7 error=<nil>
	// intake: sessions.get: 404 Not Found: No such session.
}

// signedIn stands for an oauthflow.Source, which is a TokenSource and has a Rejected too.
type signedIn struct{}

func (signedIn) AccessToken(context.Context) (string, error) { return "an access token", nil }

func ExampleWithTokenSource() {
	client, stop := serve(func(w http.ResponseWriter, r *http.Request) {
		kind := map[bool]string{true: intake.AuthKindOAuth, false: intake.AuthKindAPIKey}[r.Header.Get("Authorization") == "Bearer an access token"]
		_ = json.NewEncoder(w).Encode(intake.Identity{OrgID: "org_1", AuthKind: kind})
	}, intake.WithTokenSource(signedIn{}))
	defer stop()
	me, err := client.Workspace.Me(context.Background())
	fmt.Println(me.AuthKind, err)
	// Output:
	// oauth <nil>
}

func ExampleWithAPIKeyHeader() {
	client, stop := serve(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("X-API-Key:", r.Header.Get("X-API-Key"))
		_, _ = io.WriteString(w, `{"org_id":"org_1"}`)
	}, intake.WithAPIKeyHeader("bsk_example"))
	defer stop()
	_, err := client.Workspace.Me(context.Background())
	fmt.Println(err)
	// Output:
	// X-API-Key: bsk_example
	// <nil>
}

// Options of a call are of that call only.
func ExampleWithMaxAttempts() {
	requests := 0
	client, stop := serve(func(w http.ResponseWriter, r *http.Request) {
		requests++
		fmt.Println(r.Header.Get("X-Trace"))
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	defer stop()
	_, err := client.Workspace.Me(context.Background(), intake.WithMaxAttempts(1), intake.WithAttemptTimeout(5*time.Second),
		intake.WithMaxWait(10*time.Second), intake.WithHeader("X-Trace", "abc"))
	fmt.Println(errors.Is(err, intake.ErrServer), requests)
	// Output:
	// abc
	// true 1
}

// evenly is a limiter; rate.NewLimiter(rate.Every(100*time.Millisecond), 1) of golang.org/x/time is a real one.
type evenly struct{ asked int }

func (e *evenly) Wait(context.Context) error { e.asked++; return nil }

func ExampleWithLimiter() {
	limiter := &evenly{}
	client, stop := serve(refuse(http.StatusNotFound, ""), intake.WithLimiter(limiter))
	defer stop()
	for range 3 {
		_, _ = client.Sessions.Get(context.Background(), "ses_1")
	}
	fmt.Println("asked", limiter.asked, "times")
	// Output:
	// asked 3 times
}

func ExampleNewClient() {
	client, err := intake.NewClient(
		intake.WithBaseURL("https://intake.example.com/api/"),
		intake.WithAPIKey("bsk_example"),
		intake.WithUserAgent("agency-desk/3.2"),
		intake.WithHTTPClient(&http.Client{Timeout: time.Minute}),
		intake.WithMaxResponseBytes(4<<20),
		intake.WithMaxTurns(100),
	)
	fmt.Println(client, err)

	_, err = intake.NewClient(intake.WithBaseURL("http://intake.example.com"), intake.WithAPIKey("bsk_example"))
	fmt.Println(errors.Is(err, intake.ErrConfiguration))
	_, err = intake.NewClient(intake.WithBaseURL("http://intake.example.com"), intake.WithAPIKey("bsk_example"), intake.WithInsecureHTTP())
	fmt.Println(err)
	// Output:
	// intake.Client(https://intake.example.com/api) <nil>
	// true
	// <nil>
}

// noWaiting is a clock for tests: what would be waited for is over at once.
type noWaiting struct{ now time.Time }

func (c *noWaiting) Now() time.Time { return c.now }

func (c *noWaiting) Sleep(_ context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return nil
}

func ExampleWithClock() {
	refused := false
	client, stop := serve(func(w http.ResponseWriter, r *http.Request) {
		if !refused {
			refused = true
			refuse(http.StatusTooManyRequests, "Too many answers.", "Retry-After", "45")(w, r)
			return
		}
		_, _ = io.WriteString(w, `{"message":"Noted.","done":true}`)
	}, intake.WithClock(&noWaiting{}))
	defer stop()
	turn, err := client.Sessions.Answer(context.Background(), "ses_1", "12 employees")
	fmt.Println(turn.Message, turn.Meta.Waited >= 45*time.Second, err)
	// Output:
	// Noted. true <nil>
}

func ExampleSecret() {
	key := intake.NewSecret("bsk_example")
	fmt.Printf("%v %+v %#v %s\n", key, struct{ Key intake.Secret }{key}, key, key)
	fmt.Println(len(key.Reveal()))
	// Output:
	// [redacted] {Key:[redacted]} [redacted] [redacted]
	// 11
}

func ExampleOptional() {
	var session intake.Session
	for _, text := range []string{`{}`, `{"state":null}`, `{"state":"ME"}`} {
		if err := json.Unmarshal([]byte(text), &session); err != nil {
			fmt.Println(err)
		}
		state, ok := session.State.Get()
		fmt.Printf("%q %t absent=%t null=%t or=%s\n", state, ok, session.State.IsZero(), session.State.IsNull(), session.State.Or("unknown"))
	}
	fmt.Println(intake.Some("ME"), intake.Null[string]().IsNull())
	// Output:
	// "" false absent=true null=false or=unknown
	// "" false absent=false null=true or=unknown
	// "ME" true absent=false null=false or=ME
	// ME true
}

func ExampleValue() {
	var values intake.Values
	text := `{"insured_name":"Harbor & Main","employees":12,"revenue":12345678901234567890,"sprinklers":true,"roof":null,"lines":["property","auto"]}`
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		fmt.Println(err)
	}
	name, _ := values["insured_name"].Text()
	employees, _ := values["employees"].Int()
	share, _ := values["employees"].Float()
	sprinklers, _ := values["sprinklers"].Bool()
	var lines []string
	err := values["lines"].Decode(&lines)
	fmt.Println(name, employees, share, sprinklers, values["roof"].IsNull(), lines, err)
	fmt.Println("all digits are kept:", values["revenue"])
	fmt.Println(values["lines"].Strings(), values["lines"].Any(), intake.ValueOf(12))
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	fmt.Println(strings.Join(keys, " "))
	// Output:
	// Harbor & Main 12 12 true true [property auto] <nil>
	// all digits are kept: 12345678901234567890
	// [property auto] [property auto] 12
	// employees insured_name lines revenue roof sprinklers
}

func ExampleTimestamp_Time() {
	at, err := intake.Timestamp("2026-03-01T10:00:00.123Z").Time()
	fmt.Println(at.Year(), at.Nanosecond(), err)
	// Output:
	// 2026 123000000 <nil>
}

func ExampleAsk_Choices() {
	var turn intake.Turn
	text := `{"asks":[{"key":"entity_type","label":"Legal entity","kind":"choice","options":[{"value":"llc","label":"LLC"},"other"]}]}`
	if err := json.Unmarshal([]byte(text), &turn); err != nil {
		fmt.Println(err)
	}
	fmt.Println(turn.Asks[0].Question())
	for _, choice := range turn.Asks[0].Choices() {
		fmt.Println(choice.Value, choice.Label)
	}
	// Output:
	// Legal entity
	// llc LLC
	// other other
}

// What this version of the SDK does not know is kept, and goes out again as it came.
func ExampleSessionDetail() {
	var session intake.SessionDetail
	text := `{"session_id":"ses_1","insured_name":"Harbor","status":"archived","form_keys":[],"fields_filled":0,"fields_total":0,"field_values":{},"filled_forms":[],"archived_by":"usr_7"}`
	if err := json.Unmarshal([]byte(text), &session); err != nil {
		fmt.Println(err)
	}
	fmt.Println(session.Status, session.Extra["archived_by"])
	again, err := json.Marshal(session)
	fmt.Println(string(again) == text, err)
	// Output:
	// archived usr_7
	// true <nil>
}
