package peer_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/driver"
	"github.com/workspaceintake/intake-go/conformance/peer"
)

// hasty is a client with a fault: it never looks at a status. A client in another language is a program of its own,
// peer.Program("node", "driver.mjs").
func hasty(ctx context.Context, _ *driver.Judge, c driver.Command) (any, error) {
	switch c.Name {
	case "hello":
		return map[string]string{"driver": "hasty"}, nil
	case "me":
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.BaseURL+"/org/me", nil)
		if err != nil {
			return nil, err
		}
		req.Header.Set("X-API-Key", c.APIKey)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		return map[string]any{}, resp.Body.Close()
	}
	return nil, driver.ErrUnsupported
}

func startHasty() peer.Start {
	commands, toDriver := io.Pipe()
	fromDriver, answers := io.Pipe()
	go func() { _ = answers.CloseWithError(driver.Serve(commands, answers, hasty)) }()
	return peer.Streams(fromDriver, toDriver)
}

// A case of your own beside those of Cases: a scripted server, a command, and what has to hold.
func ExampleRun() {
	refused := peer.Case{ID: "CLI-ERR-08", Run: func(c *peer.C) {
		base := c.Serve(func(peer.Request) peer.Reply {
			return peer.JSON(http.StatusUnauthorized, map[string]string{"detail": "The key is unknown."}).With("WWW-Authenticate", "Bearer")
		})
		out := c.Do(base, "me", nil)
		for _, r := range c.To("GET", "/org/me") {
			c.Want(r.Header.Get("X-API-Key") != "", "a request with the key", "no key")
		}
		c.Want(out.Fault != nil && out.Fault.Status == 401, "the status in an error", "%s", out)
	}}
	results, err := peer.Run(context.Background(), peer.Options{Start: startHasty(), Parallel: 1, Limit: time.Minute}, []peer.Case{refused})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(results[0].ID, results[0].Verdict, "- expected:", results[0].Expected)
	// Output: CLI-ERR-08 fail - expected: the status in an error
}

func ExampleCases() {
	for _, c := range peer.Cases()[:3] {
		r, _ := catalogue.Get(c.ID)
		fmt.Println(c.ID, r.Level)
	}
	// Output:
	// CLI-REQ-01 MUST
	// CLI-REQ-02 MUST
	// CLI-REQ-03 MUST
}

// A driver that is talked to line by line, as a debugger of it would.
func ExampleStreams() {
	d, err := startHasty()(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	out := d.Call(context.Background(), peer.Command{ID: 1, Command: "hello"}, nil)
	fmt.Println(out.OK(), out)
	fmt.Println(d.Call(context.Background(), peer.Command{ID: 2, Command: "dance"}, nil).Unsupported())
	fmt.Print(d.Said())
	fmt.Println(d.Close())
	// Output:
	// true result {"driver":"hasty"}
	// true
	// {"id":1,"result":{"driver":"hasty"}}
	// {"error":{"kind":"unsupported","status":0,"detail":""},"id":2}
	// <nil>
}
