package referencetest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/reference/referencetest"
)

// exampleT stands for the *testing.T of a test, which examples do not get.
type exampleT struct {
	testing.TB
	cleanups []func()
}

func (*exampleT) Helper()                           {}
func (*exampleT) Output() io.Writer                 { return io.Discard }
func (*exampleT) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (*exampleT) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (t *exampleT) Cleanup(f func())                { t.cleanups = append(t.cleanups, f) }

func (t *exampleT) end() {
	for _, f := range t.cleanups {
		f()
	}
}

// connect makes a client of the server as a program would. The server is its clock, so that no wait takes real time.
func connect(server *referencetest.Server) *intake.Client {
	client, err := intake.NewClient(intake.WithBaseURL(server.URL), intake.WithAPIKey(server.APIKey), intake.WithClock(server),
		intake.WithHTTPClient(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}))
	if err != nil {
		panic(err)
	}
	return client
}

// A program's code for failures is tested call by call: the first is rate limited, the second loses its connection, the
// third is answered.
func Example() {
	t := &exampleT{} // in a test: the t of func TestX(t *testing.T), and no end
	defer t.end()
	server := referencetest.NewServer(t)
	client := connect(server)

	server.Script(referencetest.Me, referencetest.TooMany(time.Minute), referencetest.Reset(), referencetest.Pass())
	me, err := client.Workspace.Me(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(me.OrgName, me.Meta.Attempts, me.Meta.Waited >= time.Minute)
	for _, call := range server.RequireCalls(referencetest.Me, 3) {
		fmt.Println(call.Method, call.Path, call.Status, call.Step)
	}
	server.RequireScriptsDone()
	// Output:
	// Test Agency 3 true
	// GET /org/me 429 429
	// GET /org/me 0 reset
	// GET /org/me 200 pass
}

// The answer to a submission is lost, though it was done: the client must not send it again.
func ExampleLose() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t)
	client, ctx := connect(server), context.Background()
	session, err := client.Sessions.Create(ctx, intake.CreateSession{InsuredName: "Harbor & Main Bakery LLC"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = client.Sessions.Fill(ctx, session.SessionID)

	server.Script(referencetest.Submit, referencetest.Lose())
	_, err = client.Sessions.Submit(ctx, session.SessionID)
	fmt.Println(errors.Is(err, intake.ErrOutcomeUnknown), len(server.Calls(referencetest.Submit)))
	detail, err := client.Sessions.Get(ctx, session.SessionID)
	fmt.Println(detail.Status, err)
	// Output:
	// true 1
	// submitted <nil>
}

// What a broken server or something between it and the program may answer.
func ExampleServer_Script() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t)
	client := connect(server)
	for _, step := range []referencetest.Step{
		referencetest.Status(503, "The server is being replaced."),
		referencetest.Body(200, "text/html", "<h1>Welcome to the hotel</h1>"),
		referencetest.Truncate(20),
	} {
		server.Script(referencetest.Me, step)
		_, err := client.Workspace.Me(context.Background(), intake.WithMaxAttempts(1))
		fmt.Println(step, errors.Is(err, intake.ErrServer), errors.Is(err, intake.ErrBadAnswer))
	}
	// Output:
	// status 503 true false
	// body with status 200 false true
	// truncated after 20 bytes false false
}

// A held call is under way until the test lets it go; a delayed one until time has passed on the server's clock.
func ExampleHold() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t)
	client := connect(server)
	release, answered := make(chan struct{}), make(chan error)
	server.Script(referencetest.Me, referencetest.Hold(release), referencetest.Delay(0, referencetest.Status(404, "Gone.")))
	go func() {
		_, err := client.Workspace.Me(context.Background())
		answered <- err
	}()
	close(release)
	fmt.Println(<-answered)
	_, err := client.Workspace.Me(context.Background())
	fmt.Println(errors.Is(err, intake.ErrNotFound))
	// Output:
	// <nil>
	// true
}

// The sixth session of a month needs another plan, or another month.
func ExampleServer_Advance() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t, referencetest.WithPlan("free"))
	client := connect(server)
	begin := func() error {
		_, err := client.Sessions.Create(context.Background(), intake.CreateSession{InsuredName: "Harbor & Main Bakery LLC"})
		return err
	}
	for range 5 {
		_ = begin()
	}
	fmt.Println(errors.Is(begin(), intake.ErrPlanCap))
	before := server.Now()
	server.Advance(31 * 24 * time.Hour)
	fmt.Println(begin(), server.Now().Sub(before) > 30*24*time.Hour)
	// Output:
	// true
	// <nil> true
}

// The program's receiver gets real, signed deliveries.
func ExampleServer_CreateEndpoint() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t)
	came := make(chan string, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { came <- r.Header.Get("X-Service-Delivery") }))
	defer receiver.Close()
	endpoint := server.CreateEndpoint(receiver.URL, "webhook.test")
	id := server.SendTestEvent(endpoint.EndpointID)
	fmt.Println(<-came == id, len(endpoint.Secret) > 0)
	// Output: true true
}
