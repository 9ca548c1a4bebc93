package reference_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
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
