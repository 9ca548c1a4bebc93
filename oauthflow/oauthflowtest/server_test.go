package oauthflowtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// asker talks to a server as a client program does.
type asker struct {
	t      *testing.T
	server *Server
	client string
}

func newAsker(t *testing.T, options Options) *asker {
	server := NewInMemory(options)
	server.AddClient("c")
	return &asker{t, server, "c"}
}

func (a *asker) post(endpoint string, pairs ...string) (int, map[string]any) {
	a.t.Helper()
	form := url.Values{"client_id": {a.client}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	res, err := a.server.Client().PostForm(a.server.URL+a.server.path(endpoint), form)
	require.NoError(a.t, err)
	defer func() { _ = res.Body.Close() }()
	var body map[string]any
	_ = json.NewDecoder(res.Body).Decode(&body) // an empty body has no members
	return res.StatusCode, body
}

func (a *asker) tokens() map[string]any {
	a.t.Helper()
	_, request := a.post(EndpointDevice)
	require.True(a.t, a.server.ApproveDevice(request["user_code"].(string)))
	pass(5 * time.Second)
	status, body := a.post(EndpointToken, "grant_type", deviceGrant, "device_code", request["device_code"].(string))
	require.Equal(a.t, http.StatusOK, status, body)
	return body
}

// pass moves the virtual clock of a synctest bubble.
func pass(d time.Duration) { time.Sleep(d) }

func (a *asker) refresh(token any) (int, map[string]any) {
	return a.post(EndpointToken, "grant_type", "refresh_token", "refresh_token", fmt.Sprint(token))
}

func TestReuseEndsTheSignIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsker(t, Options{})
		first := a.tokens()
		status, second := a.refresh(first["refresh_token"])
		require.Equal(t, 200, status)
		status, body := a.refresh(first["refresh_token"])
		require.Equal(t, 400, status)
		require.Equal(t, "invalid_grant", body["error"])
		require.False(t, a.server.Living(second["access_token"].(string)))
		status, _ = a.refresh(second["refresh_token"])
		require.Equal(t, 400, status)
		require.Equal(t, 3, a.server.Refreshes())
	})
}

func TestGraceRepeatsTheSameSuccessorWhileItIsUnused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsker(t, Options{Grace: time.Minute})
		first := a.tokens()
		_, second := a.refresh(first["refresh_token"])
		_, again := a.refresh(first["refresh_token"])
		require.Equal(t, second, again)
		status, _ := a.refresh(second["refresh_token"])
		require.Equal(t, 200, status)
		status, _ = a.refresh(first["refresh_token"])
		require.Equal(t, 400, status, "its successor has been used")
	})
}

func TestDeviceCodeIsStrict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsker(t, Options{DeviceLife: time.Minute})
		_, request := a.post(EndpointDevice)
		poll := func() any {
			_, body := a.post(EndpointToken, "grant_type", deviceGrant, "device_code", request["device_code"].(string))
			return body["error"]
		}
		require.Equal(t, "slow_down", poll(), "before the first interval is over")
		pass(5 * time.Second)
		require.Equal(t, "slow_down", poll(), "the interval is ten seconds now")
		pass(15 * time.Second)
		require.Equal(t, "authorization_pending", poll())
		pass(time.Minute)
		require.Equal(t, "expired_token", poll())
		a.client = "unknown"
		require.Equal(t, "invalid_client", poll())
		require.False(t, a.server.DenyDevice("no such code"))
	})
}

func TestPathsCannotBeGuessed(t *testing.T) {
	one, two := NewInMemory(Options{}), NewInMemory(Options{})
	require.NotEqual(t, one.path(EndpointToken), two.path(EndpointToken))
	res, err := one.Client().PostForm(one.URL+"/oauth/token", nil)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusNotFound, res.StatusCode)
}

func ExampleNew() {
	server := New(Options{Grace: 30 * time.Second, Lose: func(endpoint string) bool { return endpoint == EndpointToken }})
	defer server.Close()
	res, err := server.Client().Get(server.URL + "/.well-known/oauth-authorization-server")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = res.Body.Close() }()
	var metadata struct{ Issuer string }
	fmt.Println(json.NewDecoder(res.Body).Decode(&metadata), metadata.Issuer == server.URL)
	// Output: <nil> true
}
