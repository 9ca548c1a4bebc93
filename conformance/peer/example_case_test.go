package peer_test

import (
	"context"
	"fmt"
	"time"

	"github.com/workspaceintake/intake-go/conformance/peer"
)

// What cases are written with. The requests come as they were on the wire, for the case to look at.
func ExampleC() {
	cases := []peer.Case{
		{ID: "CLI-REQ-01", Run: func(c *peer.C) {
			base := c.Serve(func(peer.Request) peer.Reply { return peer.Raw(200, "application/json", `{"org_id":"org_1"}`) })
			c.WantOK("the identity", c.Call(peer.Command{Command: "me", BaseURL: base + "/prefix/", APIKey: "bsk_1"}))
			r := c.Requests()[0]
			c.Want(r.Path() == "/prefix/org/me", "the path /prefix/org/me", "%s", r.Path())
		}},
		{ID: "CLI-REQ-02", Run: func(c *peer.C) {
			c.On("prompt", func(data map[string]any) { c.Note("asks with %v", data["user_code"]) })
			c.Do(c.Serve(func(peer.Request) peer.Reply { return peer.Reply{Cut: true} }), "sign_in_device", nil)
			c.Fail("never reached", "the client has no such command, so its requirement does not touch it")
		}},
		{ID: "CLI-REQ-03", Run: func(c *peer.C) { c.Skip("the client is made for one workspace") }},
	}
	results, err := peer.Run(context.Background(), peer.Options{Start: startHasty(), Parallel: 1, Limit: time.Minute}, cases)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(r.ID, r.Verdict, r.Got)
	}
	// Output:
	// CLI-REQ-01 fail /prefix//org/me
	// CLI-REQ-02 not_applicable the client does not offer sign_in_device
	// CLI-REQ-03 not_applicable the client is made for one workspace
}

func ExampleRequest() {
	r := peer.Request{Method: "POST", Target: "/oauth/token?trace=1", Body: []byte("grant_type=refresh_token")}
	fmt.Println(r.Path(), r.Query().Get("trace"), r.Form().Get("grant_type"))
	r = peer.Request{Method: "POST", Target: "/org/sessions", Header: map[string][]string{"Content-Type": {"application/json; charset=utf-8"}}, Body: []byte(`{"insured_name":"A"}`)}
	body, err := r.JSON()
	fmt.Println(r.MediaType(), body, err)
	// Output:
	// /oauth/token 1 refresh_token
	// application/json map[insured_name:A] <nil>
}
