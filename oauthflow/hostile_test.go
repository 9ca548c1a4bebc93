package oauthflow

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// interposed runs a browser login whose browser does act before it opens the page, and returns what became of it.
func interposed(t *testing.T, options oauthflowtest.Options, act func(t *testing.T, redirect *url.URL, state string)) (*oauthflowtest.Server, error) {
	t.Helper()
	server := oauthflowtest.New(options)
	t.Cleanup(server.Close)
	cfg := testConfig(server, &MemoryStore{})
	cfg.OpenBrowser = func(ctx context.Context, address string) error {
		u, err := url.Parse(address)
		if err != nil {
			return err
		}
		redirect, err := url.Parse(u.Query().Get("redirect_uri"))
		if err != nil {
			return err
		}
		act(t, redirect, u.Query().Get("state"))
		return follow(ctx, address)
	}
	source, err := BrowserLogin(t.Context(), cfg)
	if err == nil {
		require.NoError(t, source.Close())
	}
	return server, err
}

// send makes one request as anything on this machine could.
func send(method, address, host string) (*http.Response, error) {
	req, err := http.NewRequest(method, address, nil)
	if err != nil {
		return nil, err
	}
	if host != "" {
		req.Host = host
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err == nil {
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}
	return res, err
}

func TestThousandHostileRequestsDoNotEndTheLogin(t *testing.T) {
	server, err := interposed(t, oauthflowtest.Options{}, func(t *testing.T, redirect *url.URL, state string) {
		dice := rand.New(rand.NewPCG(1, 8252))
		pick := func(of ...string) string { return of[dice.IntN(len(of))] }
		base := "http://" + redirect.Host
		kinds := []func() (method, address, host string){
			func() (string, string, string) { return "GET", base + "/callback?code=evil&state=" + state[1:], "" },
			func() (string, string, string) { return "GET", base + "/callback?code=evil", "" },
			func() (string, string, string) { return "GET", base + "/callback?error=access_denied", "" },
			func() (string, string, string) { return "GET", base + "/callback?error=access_denied&state=wrong", "" },
			func() (string, string, string) { return "GET", base + "/callback?state=" + state, "" },
			func() (string, string, string) { return "GET", base + "/callback?code=a&code=b&state=" + state, "" },
			func() (string, string, string) {
				return "GET", base + "/callback?code=a&error=access_denied&state=" + state, ""
			},
			func() (string, string, string) {
				return "GET", base + "/callback?code=a&state=" + state + "&state=" + state, ""
			},
			func() (string, string, string) { return "GET", base + "/callback?code=a%zz&state=" + state, "" },
			func() (string, string, string) { return "GET", base + "/callback?code=a%00b&state=" + state, "" },
			func() (string, string, string) {
				return pick("HEAD", "POST", "PUT", "OPTIONS", "DELETE", "PATCH"), base + "/callback?code=a&state=" + state, ""
			},
			func() (string, string, string) {
				return "GET", base + "/callback?code=a&state=" + state, pick("evil.test", "localhost", "127.0.0.1", "127.0.0.1:1")
			},
			func() (string, string, string) {
				return "GET", base + pick("/", "/favicon.ico", "/robots.txt", "/callback/", "/done/", "/done/x", "/%2e%2e/callback"), ""
			},
			func() (string, string, string) {
				return "GET", base + "/callback?state=" + state + "&code=" + strings.Repeat("x", 20<<10), ""
			},
		}
		var wg sync.WaitGroup
		slots := make(chan struct{}, 32)
		for i := range 1000 {
			method, address, host := kinds[i%len(kinds)]()
			slots <- struct{}{}
			wg.Go(func() {
				defer func() { <-slots }()
				res, err := send(method, address, host)
				if err != nil {
					t.Errorf("%s %s: %v", method, address, err)
					return
				}
				if res.StatusCode < 400 {
					t.Errorf("%s %s (host %q): %d", method, address, host, res.StatusCode)
				}
				if res.StatusCode < 500 && res.StatusCode != 431 && res.StatusCode != 400 && res.Header.Get("Content-Security-Policy") == "" {
					t.Errorf("%s %s: no policy", method, address)
				}
			})
		}
		wg.Wait()
		// Connections that say nothing, or only half of something.
		for i := range 50 {
			conn, err := net.Dial("tcp", redirect.Host)
			require.NoError(t, err)
			t.Cleanup(func() { _ = conn.Close() })
			if i%2 == 0 {
				_, _ = io.WriteString(conn, "GET /callback?code=a HTTP/1.1\r\nHost: ")
			}
		}
	})
	require.NoError(t, err)
	require.Len(t, server.Requests(oauthflowtest.EndpointToken), 1)
}

func TestOnlyTheFirstAnswerCounts(t *testing.T) {
	var pages []string
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	done := make(chan struct{})
	cfg.OpenBrowser = func(ctx context.Context, address string) error {
		defer close(done)
		ctx = context.WithoutCancel(ctx)
		u, _ := url.Parse(address)
		q := u.Query()
		// The real code arrives first; then someone who has seen the state sends another.
		res, err := send("GET", address, "")
		if err != nil {
			return err
		}
		first, err := send("GET", res.Header.Get("Location"), "")
		if err != nil {
			return err
		}
		second, err := browse(ctx, q.Get("redirect_uri")+"?code=other&state="+q.Get("state"))
		if err != nil {
			return err
		}
		last, err := browse(ctx, "http://"+first.Request.URL.Host+first.Header.Get("Location"))
		pages = append(pages, second, last)
		return err
	}
	source, err := BrowserLogin(t.Context(), cfg)
	require.NoError(t, err)
	require.NoError(t, source.Close())
	<-done
	require.Len(t, server.Requests(oauthflowtest.EndpointToken), 1)
	require.Contains(t, pages[0], "Already answered")
	require.Contains(t, pages[1], "You are signed in")
}

func TestBrowserLoginOutcomes(t *testing.T) {
	for name, test := range map[string]struct {
		options oauthflowtest.Options
		check   func(*testing.T, error)
		tokens  int // requests to the token endpoint
	}{
		"denied": {oauthflowtest.Options{DenyBrowser: true}, func(t *testing.T, err error) { require.ErrorIs(t, err, ErrDenied) }, 0},
		"iss missing though announced": {oauthflowtest.Options{EditRedirect: func(q url.Values) { q.Del("iss") }},
			func(t *testing.T, err error) { require.ErrorIs(t, err, ErrIssuerMismatch) }, 0},
		"iss of another": {oauthflowtest.Options{EditRedirect: func(q url.Values) { q.Set("iss", "https://evil.test") }},
			func(t *testing.T, err error) { require.ErrorIs(t, err, ErrIssuerMismatch) }, 0},
		"iss of another, not announced": {oauthflowtest.Options{EditRedirect: func(q url.Values) { q.Set("iss", "https://evil.test") },
			EditMetadata: func(m map[string]any) { delete(m, "authorization_response_iss_parameter_supported") }},
			func(t *testing.T, err error) { require.ErrorIs(t, err, ErrIssuerMismatch) }, 0},
		"denial by another issuer": {oauthflowtest.Options{DenyBrowser: true, EditRedirect: func(q url.Values) { q.Set("iss", "https://evil.test") }},
			func(t *testing.T, err error) {
				require.ErrorIs(t, err, ErrIssuerMismatch)
				require.NotErrorIs(t, err, ErrDenied)
			}, 0},
		"no iss, none announced": {oauthflowtest.Options{EditRedirect: func(q url.Values) { q.Del("iss") },
			EditMetadata: func(m map[string]any) { delete(m, "authorization_response_iss_parameter_supported") }},
			func(t *testing.T, err error) { require.NoError(t, err) }, 1},
		"server error": {oauthflowtest.Options{EditRedirect: func(q url.Values) { q.Del("code"); q.Set("error", "server_error") }},
			func(t *testing.T, err error) {
				var failure *ServerError
				require.ErrorAs(t, err, &failure)
				require.Equal(t, "server_error", failure.Code)
			}, 0},
		"answer of the exchange lost": {oauthflowtest.Options{Lose: func(endpoint string) bool { return endpoint == oauthflowtest.EndpointToken }},
			func(t *testing.T, err error) { require.ErrorIs(t, err, ErrLost) }, 1},
		"exchange refused": {oauthflowtest.Options{EditRedirect: func(q url.Values) { q.Set("code", "another") }},
			func(t *testing.T, err error) {
				var failure *ServerError
				require.ErrorAs(t, err, &failure)
				require.Equal(t, "invalid_grant", failure.Code)
			}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			server, err := interposed(t, test.options, func(*testing.T, *url.URL, string) {})
			test.check(t, err)
			require.Len(t, server.Requests(oauthflowtest.EndpointToken), test.tokens)
		})
	}
}

func TestNothingListensAfterwards(t *testing.T) {
	var host string
	_, err := interposed(t, oauthflowtest.Options{}, func(t *testing.T, redirect *url.URL, _ string) {
		host = redirect.Host
		idle, err := net.Dial("tcp", host) // as a browser opens one to be ready
		require.NoError(t, err)
		t.Cleanup(func() { _ = idle.Close() })
		require.NotContains(t, host, "localhost")
	})
	require.NoError(t, err)
	_, err = net.DialTimeout("tcp", host, time.Second)
	require.Error(t, err)
}

func TestOnlyTheLoopbackInterfaceListens(t *testing.T) {
	_, err := interposed(t, oauthflowtest.Options{}, func(t *testing.T, redirect *url.URL, _ string) {
		addresses, err := net.InterfaceAddrs()
		require.NoError(t, err)
		for _, a := range addresses {
			ip, ok := a.(*net.IPNet)
			if !ok || ip.IP.IsLoopback() || ip.IP.IsLinkLocalUnicast() {
				continue
			}
			conn, err := net.DialTimeout("tcp", net.JoinHostPort(ip.IP.String(), redirect.Port()), time.Second)
			if err == nil {
				_ = conn.Close()
			}
			require.Error(t, err, "reachable on %v", ip.IP)
		}
	})
	require.NoError(t, err)
}

// The last page is calm: no script, nothing from elsewhere, no code in the address it stands under.
func TestLastPageIsCalm(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	var last *http.Response
	var body []byte
	done := make(chan struct{})
	cfg.OpenBrowser = func(ctx context.Context, address string) (err error) {
		defer close(done)
		req, _ := http.NewRequestWithContext(context.WithoutCancel(ctx), "GET", address, nil)
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		if last, err = client.Do(req); err != nil {
			return err
		}
		body, err = io.ReadAll(last.Body)
		return err
	}
	source, err := BrowserLogin(t.Context(), cfg)
	require.NoError(t, err)
	require.NoError(t, source.Close())
	<-done
	require.Empty(t, last.Request.URL.RawQuery, "the code is not left in the history")
	require.Equal(t, "no-store", last.Header.Get("Cache-Control"))
	require.Equal(t, "no-referrer", last.Header.Get("Referrer-Policy"))
	policy := last.Header.Get("Content-Security-Policy")
	require.Contains(t, policy, "default-src 'none'")
	require.NotContains(t, policy, "unsafe")
	for _, word := range []string{"<script", "javascript:", "http://", "https://", "url(", "<img", "<link", "onload"} {
		require.NotContains(t, string(bytes.ToLower(body)), word)
	}
}

func TestBrowserThatDoesNotOpenLeavesTheAddress(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	lines := make(chan string, 10)
	cfg.Out = writerFunc(func(p []byte) (int, error) { lines <- string(p); return len(p), nil })
	cfg.OpenBrowser = func(context.Context, string) error { return fmt.Errorf("no browser") }
	finished := make(chan error, 1)
	go func() {
		source, err := BrowserLogin(context.Background(), cfg)
		if err == nil {
			err = source.Close()
		}
		finished <- err
	}()
	shown := <-lines
	require.Contains(t, <-lines, "open the address yourself")
	require.NoError(t, follow(t.Context(), strings.Fields(shown[strings.Index(shown, "http"):])[0]))
	require.NoError(t, <-finished)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestBrowserLoginGivesUpAfterItsTime(t *testing.T) {
	server := oauthflowtest.New(oauthflowtest.Options{})
	defer server.Close()
	cfg := testConfig(server, &MemoryStore{})
	cfg.LoginTimeout = time.Millisecond
	cfg.OpenBrowser = func(context.Context, string) error { return nil }
	_, err := BrowserLogin(t.Context(), cfg)
	require.ErrorIs(t, err, ErrExpired)
	require.NotErrorIs(t, err, context.DeadlineExceeded)
	// The page may have failed because the server had forgotten the client: the next attempt registers anew.
	cfg.LoginTimeout, cfg.OpenBrowser = 0, follow
	server.ForgetClients()
	source, err := BrowserLogin(t.Context(), cfg)
	require.NoError(t, err)
	require.NoError(t, source.Close())
	require.Len(t, server.Requests(oauthflowtest.EndpointRegister), 2)
}
