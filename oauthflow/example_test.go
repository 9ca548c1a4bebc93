package oauthflow_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"golang.org/x/oauth2"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// The person of these examples approves at once: they are run as tests.

func approveOn(server *oauthflowtest.Server) func(context.Context, oauthflow.DevicePrompt) error {
	return func(_ context.Context, p oauthflow.DevicePrompt) error {
		if !server.ApproveDevice(p.UserCode) {
			return errors.New("unknown code")
		}
		return nil
	}
}

func openAndFollow(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func ExampleDeviceLogin() {
	server := oauthflowtest.New(oauthflowtest.Options{EditDevice: func(m map[string]any) { m["interval"] = 1 }, Interval: 1})
	defer server.Close()

	source, err := oauthflow.DeviceLogin(context.Background(), oauthflow.Config{
		Issuer:     server.URL,
		ClientName: "my-cli",
		Store:      &oauthflow.MemoryStore{}, // a program keeps them: NewFileStore, or package keyring
		Prompt:     approveOn(server),        // leave it out to show code, address and QR code on standard error
	})
	switch {
	case errors.Is(err, oauthflow.ErrDenied):
		fmt.Println("refused")
	case err != nil:
		fmt.Println(err)
	default:
		defer func() { _ = source.Close() }()
		token, err := source.AccessToken(context.Background())
		fmt.Println("signed in", server.Living(token), err)
	}
	// Output: signed in true <nil>
}

func ExampleBrowserLogin() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()

	source, err := oauthflow.BrowserLogin(context.Background(), oauthflow.Config{
		Issuer:      server.URL,
		ClientName:  "my-cli",
		Store:       &oauthflow.MemoryStore{},
		OpenBrowser: openAndFollow, // leave it out to open the desktop's browser
		Out:         io.Discard,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = source.Close() }()
	token, err := source.AccessToken(context.Background())
	fmt.Println(token != "", err)
	// Output: true <nil>
}

func ExampleAuto() {
	server := oauthflowtest.New(oauthflowtest.Options{EditMetadata: func(m map[string]any) {
		delete(m, "device_authorization_endpoint") // so that this example takes the same way everywhere
	}})
	defer server.Close()
	source, err := oauthflow.Auto(context.Background(), oauthflow.Config{Issuer: server.URL, ClientName: "my-cli",
		Store: &oauthflow.MemoryStore{}, OpenBrowser: openAndFollow, Out: io.Discard})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(source.Close())
	// Output: <nil>
}

func ExampleDiscover() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	meta, err := oauthflow.Discover(context.Background(), oauthflow.Config{Issuer: server.URL})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(meta.Issuer == server.URL, meta.CodeChallengeMethodsSupported)
	// Output: true [S256]
}

func ExampleRegister() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	client, err := oauthflow.Register(context.Background(), oauthflow.Config{Issuer: server.URL, ClientName: "my-cli"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(client.Name, client.ID != "")
	// Output: my-cli true
}

// signedIn is a Config whose store holds a sign-in, as a later run of a program finds it.
func signedIn(server *oauthflowtest.Server) oauthflow.Config {
	cfg := oauthflow.Config{Issuer: server.URL, ClientName: "my-cli", Store: &oauthflow.MemoryStore{},
		OpenBrowser: openAndFollow, Out: io.Discard}
	source, err := oauthflow.BrowserLogin(context.Background(), cfg)
	if err != nil {
		panic(err)
	}
	_ = source.Close()
	return cfg
}

func ExampleNewSource() {
	_, err := oauthflow.NewSource(context.Background(), oauthflow.Config{Issuer: "https://intake.example",
		ClientName: "my-cli", Store: &oauthflow.MemoryStore{}})
	fmt.Println(errors.Is(err, oauthflow.ErrNotSignedIn))
	// Output: true
}

func ExampleSource_AccessToken() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	source, err := oauthflow.NewSource(context.Background(), signedIn(server))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = source.Close() }()
	token, err := source.AccessToken(context.Background())
	fmt.Println(server.Living(token), err)
	// Output: true <nil>
}

func ExampleSource_Rejected() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	source, err := oauthflow.NewSource(context.Background(), signedIn(server))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = source.Close() }()
	ctx := context.Background()
	old, _ := source.AccessToken(ctx)
	server.ExpireAccess() // the API answers 401 although the token should live
	fmt.Println(source.Rejected(ctx, old))
	fresh, err := source.AccessToken(ctx)
	fmt.Println(server.Living(fresh), err)
	// Output:
	// <nil>
	// true <nil>
}

// A Source drives the client of golang.org/x/oauth2, and everything built on it.
func ExampleSource_Token() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	source, err := oauthflow.NewSource(context.Background(), signedIn(server))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = source.Close() }()
	client := oauth2.NewClient(context.Background(), source)
	response, err := client.Get(server.APIURL())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = response.Body.Close() }()
	fmt.Println(response.Status)
	// Output: 200 OK
}

func ExampleSource_Close() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	source, err := oauthflow.NewSource(context.Background(), signedIn(server))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(source.Close())
	// Output: <nil>
}

func ExampleSignOut() {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := signedIn(server)
	fmt.Println(oauthflow.SignOut(context.Background(), cfg))
	_, err := oauthflow.NewSource(context.Background(), cfg)
	fmt.Println(err)
	// Output:
	// <nil>
	// oauthflow: not signed in
}

func ExampleNewFileStore() {
	dir, err := os.MkdirTemp("", "my-cli")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	store, err := oauthflow.NewFileStore(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := oauthflow.Config{Issuer: "https://intake.example", ClientName: "my-cli", Store: store}
	_, err = oauthflow.NewSource(context.Background(), cfg)
	fmt.Println(err)
	// Output: oauthflow: not signed in
}

func ExampleMemoryStore() {
	var store oauthflow.MemoryStore
	ctx := context.Background()
	fmt.Println(store.Save(ctx, "https://intake.example", []byte("text")))
	text, err := store.Load(ctx, "https://intake.example")
	fmt.Println(string(text), err)
	fmt.Println(store.Delete(ctx, "https://intake.example"))
	// Output:
	// <nil>
	// text <nil>
	// <nil>
}

func ExampleMemoryStore_Lock() {
	var store oauthflow.MemoryStore
	unlock, err := store.Lock(context.Background(), "https://intake.example")
	fmt.Println(err)
	unlock()
	// Output: <nil>
}

// skipping is a Clock on which every wait is over at once.
type skipping struct{ at time.Time }

func (c *skipping) Now() time.Time { return c.at }

func (c *skipping) Sleep(ctx context.Context, d time.Duration) error {
	c.at = c.at.Add(d)
	return ctx.Err()
}

func ExampleClock() {
	clock := &skipping{at: time.Date(2031, 5, 1, 9, 0, 0, 0, time.UTC)}
	server := oauthflowtest.New(oauthflowtest.Options{Now: clock.Now})
	defer server.Close()
	cfg := oauthflow.Config{Issuer: server.URL, ClientName: "my-cli", Store: &oauthflow.MemoryStore{}, Clock: clock,
		Prompt: func(context.Context, oauthflow.DevicePrompt) error { return nil }} // and nobody approves
	begun := clock.at
	_, err := oauthflow.DeviceLogin(context.Background(), cfg)
	fmt.Println(errors.Is(err, oauthflow.ErrExpired), clock.at.Sub(begun))
	// Output: true 15m0s
}

func ExampleServerError() {
	busy := func(endpoint string, w http.ResponseWriter, _ *http.Request) bool {
		if endpoint == oauthflowtest.EndpointRegister {
			w.Header().Set("Retry-After", "3600") // longer than Register waits
			w.WriteHeader(http.StatusTooManyRequests)
		}
		return endpoint == oauthflowtest.EndpointRegister
	}
	server := oauthflowtest.New(oauthflowtest.Options{Before: busy})
	defer server.Close()
	_, err := oauthflow.Register(context.Background(), oauthflow.Config{Issuer: server.URL, ClientName: "my-cli"})
	var failure *oauthflow.ServerError
	fmt.Println(errors.Is(err, oauthflow.ErrRateLimited), errors.As(err, &failure) && failure.RetryAfter == time.Hour)
	// Output: true true
}

func ExampleDevicePrompt_Show() {
	prompt := oauthflow.DevicePrompt{UserCode: "WDJB-MJHT", VerificationURI: "https://intake.example/device"}
	_ = prompt.Show(os.Stdout)
	// Output:
	// To sign in, open this address on any device:
	//
	//     https://intake.example/device
	//
	// and enter this code:
	//
	//     WDJB-MJHT
}
