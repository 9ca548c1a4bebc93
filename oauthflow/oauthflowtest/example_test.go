package oauthflowtest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// config is what a program that is tested would have. The person of the browser flow follows the address and consents.
func config(server *oauthflowtest.Server) oauthflow.Config {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	return oauthflow.Config{Issuer: server.URL, ClientName: "my-cli", Store: &oauthflow.MemoryStore{}, Out: io.Discard,
		OpenBrowser: func(ctx context.Context, address string) error {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
			if err != nil {
				return err
			}
			resp, err := client.Do(req)
			if err != nil {
				return err
			}
			return resp.Body.Close()
		}}
}

// A sign-in ends where the person ends it, on the page of connected programs.
func ExampleServer_EndSignIns() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	ctx := context.Background()
	source, err := oauthflow.BrowserLogin(ctx, config(server))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = source.Close() }()
	token, _ := source.AccessToken(ctx)
	fmt.Println(server.Living(token))
	server.EndSignIns()
	fmt.Println(server.Living(token), errors.Is(source.Rejected(ctx, token), oauthflow.ErrSignInAgain))
	// Output:
	// true
	// false true
}

// An access token lapses before its time; the program refreshes once and goes on.
func ExampleServer_ExpireAccess() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	ctx := context.Background()
	source, err := oauthflow.BrowserLogin(ctx, config(server))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = source.Close() }()
	token, _ := source.AccessToken(ctx)
	server.ExpireAccess()
	request, _ := http.NewRequest(http.MethodGet, server.APIURL(), nil)
	request.Header.Set("Authorization", "Bearer "+token)
	resp, err := server.Client().Do(request)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = resp.Body.Close()
	fmt.Println(resp.StatusCode, source.Rejected(ctx, token), server.Refreshes())
	// Output: 401 <nil> 1
}

// What a program does when the person says no on the device page.
func ExampleServer_DenyDevice() {
	server := oauthflowtest.New(oauthflowtest.Options{EditDevice: func(m map[string]any) { m["interval"] = 1 }, Interval: 1})
	defer server.Close()
	cfg := config(server)
	cfg.Prompt = func(_ context.Context, p oauthflow.DevicePrompt) error {
		fmt.Println(server.DenyDevice(p.UserCode), server.ApproveDevice("no such code"))
		return nil
	}
	_, err := oauthflow.DeviceLogin(context.Background(), cfg)
	fmt.Println(errors.Is(err, oauthflow.ErrDenied))
	// Output:
	// true false
	// true
}

// A client that was registered by hand: the program registers none.
func ExampleServer_AddClient() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	server.AddClient("by-hand")
	cfg := config(server)
	cfg.ClientID = "by-hand"
	source, err := oauthflow.BrowserLogin(context.Background(), cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(source.Close(), len(server.Requests(oauthflowtest.EndpointRegister)))
	// Output: <nil> 0
}

// Without a network, and with the time of the test's own.
func ExampleNewInMemory() {
	now := time.Date(2031, 5, 1, 9, 0, 0, 0, time.UTC)
	server := oauthflowtest.NewInMemory(oauthflowtest.Options{Now: func() time.Time { return now }})
	defer server.Close()
	meta, err := oauthflow.Discover(context.Background(), oauthflow.Config{Issuer: server.URL, HTTPClient: server.Client()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(meta.Issuer == server.URL)
	// Output: true
}
