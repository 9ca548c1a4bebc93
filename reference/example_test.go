package reference_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/workspaceintake/intake-go/reference"
)

// A server with everything, in this process.
func Example() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	server, err := reference.New(ctx, reference.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- server.Run(ctx) }()

	workspace, err := server.CreateWorkspace(ctx, reference.NewWorkspace{Name: "Harbor Agency", Plan: "paid"})
	if err != nil {
		fmt.Println(err)
		return
	}
	req, _ := http.NewRequest("POST", server.URL()+"/org/sessions", strings.NewReader(`{"insured_name":"Blue Harbor Cabinets LLC"}`))
	req.Header.Set("X-API-Key", workspace.APIKey)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	fmt.Println(resp.Status)

	stop()
	fmt.Println(<-ended, server.Close())
	// Output:
	// 200 OK
	// <nil> <nil>
}

// One answer is changed where the specification leaves it open.
func ExampleChoices_Set() {
	var config reference.Config
	fmt.Println(config.Choices.Set("risk=bare"))
	fmt.Println(config.Choices.Set("risk=none") != nil)
	// Output:
	// <nil>
	// true
}

// A server as a handler within a program of your own: behind your own listener, with two workspaces that see nothing of
// each other.
func ExampleServer_ServeHTTP() {
	ctx := context.Background()
	server, err := reference.New(ctx, reference.Config{BaseURL: "https://intake.example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	front := httptest.NewServer(server)
	defer front.Close()
	get := func(key, path string) int {
		req, _ := http.NewRequest("GET", front.URL+path, nil)
		req.Header.Set("Authorization", "Bearer "+key)
		resp, err := front.Client().Do(req)
		if err != nil {
			return 0
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	north, err := server.CreateWorkspace(ctx, reference.NewWorkspace{Name: "North"})
	if err != nil {
		fmt.Println(err)
		return
	}
	key, err := server.CreateKey(ctx, north.OrgID, "ci")
	fmt.Println(key.KeyLabel, err)
	fmt.Println(get(north.APIKey, "/org/me"), get(key.APIKey, "/org/me"), get("bsk_wrong", "/org/me"))
	fmt.Println(server.HasWorkspace(ctx, north.OrgID), server.HasWorkspace(ctx, "org_south"))
	fmt.Println(server.URL(), server.ConsoleURL())
	// Output:
	// ci <nil>
	// 200 200 401
	// true false
	// https://intake.example https://intake.example/app
}

// An endpoint for events, and a test event to it. The deliveries are made by Run.
func ExampleServer_CreateEndpoint() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	server, err := reference.New(ctx, reference.Config{Addr: "127.0.0.1:0", PrivateWebhooks: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error)
	go func() { ended <- server.Run(ctx) }()
	arrived := make(chan string, 1)
	program := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { arrived <- r.Header.Get("X-Service-Event") }))
	defer program.Close()

	workspace, err := server.CreateWorkspace(ctx, reference.NewWorkspace{Name: "Harbor Agency", Plan: "paid"})
	if err != nil {
		fmt.Println(err)
		return
	}
	endpoint, err := server.CreateEndpoint(ctx, workspace.OrgID, program.URL, "fill_session.completed", "webhook.test")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = server.SendTestEvent(ctx, workspace.OrgID, endpoint.EndpointID)
	fmt.Println(err, <-arrived)
	stop()
	fmt.Println(<-ended, server.Close())
	// Output:
	// <nil> webhook.test
	// <nil> <nil>
}

// The control hooks are for tests: they do what the API cannot, such as to move the clock.
func ExampleServer_Control() {
	server, err := reference.New(context.Background(), reference.Config{BaseURL: "http://intake.example", Control: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	answer := httptest.NewRecorder()
	server.Control().ServeHTTP(answer, httptest.NewRequest("POST", "/v1/create-workspace", strings.NewReader(`{"name":"North","plan":"free"}`)))
	var made struct{ Plan string }
	fmt.Println(answer.Code, json.Unmarshal(answer.Body.Bytes(), &made), made.Plan)
	answer = httptest.NewRecorder()
	server.Control().ServeHTTP(answer, httptest.NewRequest("POST", "/v1/no-such-verb", strings.NewReader(`{}`)))
	fmt.Println(answer.Code)
	// Output:
	// 200 <nil> free
	// 501
}

// Until there is a person, the first one sets the server up by a link.
func ExampleServer_SetupLink() {
	ctx := context.Background()
	server, err := reference.New(ctx, reference.Config{BaseURL: "https://intake.example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	link, err := server.SetupLink(ctx)
	fmt.Println(strings.HasPrefix(link, "https://intake.example/app/join?link="), err)
	_, err = server.CreateWorkspace(ctx, reference.NewWorkspace{Name: "North", WithUser: true})
	fmt.Println(err)
	link, err = server.SetupLink(ctx)
	fmt.Println(link == "", err)
	// Output:
	// true <nil>
	// <nil>
	// true <nil>
}

func ExampleChoiceNames() {
	fmt.Println(strings.Join(reference.ChoiceNames()[:3], ", "))
	// Output: extracted=wins, list=oldest, not-json=400
}

// What a program that embeds the server may log at its start.
func ExampleVersion() {
	fmt.Println(strings.Contains(reference.Version(), "go1."))
	// Output: true
}

// With an address of their own the control hooks are served by Run, for tests in other programs.
func ExampleServer_ControlURL() {
	server, err := reference.New(context.Background(), reference.Config{Addr: "127.0.0.1:0", ControlAddr: "127.0.0.1:0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	fmt.Println(server.ControlURL() != server.URL(), strings.HasPrefix(server.ControlURL(), "http://127.0.0.1:"))
	// Output: true true
}
