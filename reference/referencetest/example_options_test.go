package referencetest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/referencetest"
)

// A workspace without an account on the market asks for one. What the request leaves out comes from its profile.
func ExampleNewServer() {
	t := &exampleT{} // in a test: the t of func TestX(t *testing.T)
	defer t.end()
	server := referencetest.NewServer(t, referencetest.WithoutMarket(),
		referencetest.WithProfile(map[string]string{"agency_name": "Harbor Agency", "email": "office@harbor.example"}))
	appointment, err := connect(server).Appointments.Request(context.Background(), intake.AppointmentRequest{})
	fmt.Println(appointment.Status, err)
	// Output: requested <nil>
}

// One fill an hour shows what a program does when it comes too soon.
func ExampleWithConfig() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t, referencetest.WithConfig(func(c *reference.Config) {
		c.Rates = map[string]reference.Rate{"fill": {Requests: 1, Window: time.Hour}}
	}))
	client, ctx := connect(server), context.Background()
	session, err := client.Sessions.Create(ctx, intake.CreateSession{InsuredName: "Harbor & Main Bakery LLC"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = client.Sessions.Fill(ctx, session.SessionID)
	_, err = client.Sessions.Fill(ctx, session.SessionID, intake.WithMaxWait(time.Minute))
	fmt.Println(errors.Is(err, intake.ErrRateLimited))
	// Output: true
}

// One workspace must not see what is another's.
func ExampleServer_NewWorkspace() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t)
	south := server.NewWorkspace(reference.NewWorkspace{Name: "South"})
	ctx := context.Background()
	session, err := connect(server).Sessions.Create(ctx, intake.CreateSession{InsuredName: "Harbor & Main Bakery LLC"})
	if err != nil {
		fmt.Println(err)
		return
	}
	other, err := intake.NewClient(intake.WithBaseURL(server.URL), intake.WithAPIKey(south.APIKey))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = other.Sessions.Get(ctx, session.SessionID)
	fmt.Println(errors.Is(err, intake.ErrNotFound))
	// Output: true
}

// The control hooks do what the API cannot: here a key is revoked while a program uses it.
func ExampleServer_Control() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t)
	revoke := httptest.NewRequest(http.MethodPost, "/v1/revoke-key", strings.NewReader(`{"api_key":"`+server.APIKey+`"}`))
	answer := httptest.NewRecorder()
	server.Control().ServeHTTP(answer, revoke)
	fmt.Println(answer.Code)
	_, err := connect(server).Workspace.Me(context.Background())
	fmt.Println(errors.Is(err, intake.ErrUnauthorized))
	// Output:
	// 200
	// true
}

// Everything that came, in order, with its headers and bodies.
func ExampleServer_AllCalls() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t)
	_, _ = connect(server).Sessions.List(context.Background(), intake.ListSessions{Limit: 10})
	for _, call := range server.AllCalls() {
		fmt.Println(call.Operation, call.Query, call.Status, call.Header.Get("Authorization") == "Bearer "+server.APIKey)
	}
	// Output: GET /org/sessions limit=10 200 true
}

// As the clock of a program, the server lets no wait take real time.
func ExampleServer_Sleep() {
	t := &exampleT{}
	defer t.end()
	server := referencetest.NewServer(t)
	before := server.Now()
	fmt.Println(server.Sleep(context.Background(), time.Hour), server.Now().Sub(before) >= time.Hour)
	// Output: <nil> true
}
