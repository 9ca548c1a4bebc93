package oauthflow

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// callback is the listener on the loopback interface. Anything on this machine, and any web page in its browser, can send
// it requests; only one that carries the state of this sign-in, on the right path, host and method, counts, and only the
// first of those.
type callback struct {
	redirect string // the redirect_uri
	host     string
	State    secretText
	done     string // the clean address that the browser is sent on to, so that no code stays in its history
	results  chan callbackResult

	server  *http.Server
	serving sync.WaitGroup
	claim   sync.Once
	claimed chan struct{}
	decided chan struct{}
	verdict page
	showing sync.Once
	shown   chan struct{}
}

// callbackResult is an authorization response (RFC 6749 sections 4.1.2 and 4.1.2.1).
type callbackResult struct {
	Code                   secretText
	errorCode, description string
	iss                    string
}

const (
	largestCallbackHeader = 16 << 10
	callbackHeaderTime    = 5 * time.Second
	// farewell is how long the browser may take to fetch the last page once the sign-in is decided.
	farewell = time.Second
	// parting is how long connections may take to end by themselves: a browser likes to open one that it never uses.
	parting = 30 * time.Millisecond
)

func listen(state secretText) (*callback, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		var err6 error
		if listener, err6 = net.Listen("tcp6", "[::1]:0"); err6 != nil {
			return nil, &NetworkError{Op: "listen for the browser", text: err.Error(), err: err}
		}
	}
	c := &callback{
		host: listener.Addr().String(), State: state, done: "/done/" + rand.Text(),
		results: make(chan callbackResult, 1),
		claimed: make(chan struct{}), decided: make(chan struct{}), shown: make(chan struct{}),
	}
	c.redirect = "http://" + c.host + redirectPath
	c.server = &http.Server{Handler: c, ReadHeaderTimeout: callbackHeaderTime, ReadTimeout: callbackHeaderTime,
		MaxHeaderBytes: largestCallbackHeader, ErrorLog: silent}
	c.server.SetKeepAlivesEnabled(false)
	c.serving.Go(func() { _ = c.server.Serve(listener) }) // ends by close, always with ErrServerClosed
	return c, nil
}

func (c *callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Host != c.host: // another name that was made to point here (DNS rebinding)
		strayPage.write(w, http.StatusMisdirectedRequest)
	case r.Method != http.MethodGet:
		w.Header().Set("Allow", http.MethodGet)
		strayPage.write(w, http.StatusMethodNotAllowed)
	case r.URL.Path == redirectPath:
		c.receive(w, r)
	case sameText(r.URL.Path, c.done):
		c.show(w, r)
	default:
		strayPage.write(w, http.StatusNotFound)
	}
}

func (c *callback) receive(w http.ResponseWriter, r *http.Request) {
	result, err := readCallback(r.URL.RawQuery, c.State)
	if err != nil {
		strayPage.write(w, http.StatusBadRequest)
		return
	}
	first := false
	c.claim.Do(func() {
		first = true
		c.results <- result
		close(c.claimed)
	})
	if !first {
		alreadyPage.write(w, http.StatusOK)
		return
	}
	pageHeaders(w.Header())
	http.Redirect(w, r, c.done, http.StatusSeeOther)
}

var errStray = errors.New("not an answer to this sign-in")

// readCallback takes a query apart. Each parameter may appear once (RFC 6749 section 3.1), and an answer has either a code
// or an error.
func readCallback(query string, state secretText) (callbackResult, error) {
	q, err := url.ParseQuery(query)
	if err != nil || !sameText(q.Get("state"), state.reveal()) {
		return callbackResult{}, errStray
	}
	for _, name := range []string{"state", "code", "error", "error_description", "iss"} {
		if len(q[name]) > 1 {
			return callbackResult{}, errStray
		}
	}
	result := callbackResult{Code: secretText(q.Get("code")), errorCode: q.Get("error"),
		description: q.Get("error_description"), iss: q.Get("iss")}
	if (result.Code == "") == (result.errorCode == "") || strings.ContainsFunc(string(result.Code), unprintable) {
		return callbackResult{}, errStray
	}
	return result, nil
}

// show answers the browser once the sign-in is decided.
func (c *callback) show(w http.ResponseWriter, r *http.Request) {
	select {
	case <-c.decided:
		c.verdict.write(w, http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		c.showing.Do(func() { close(c.shown) })
	case <-r.Context().Done():
	}
}

// conclude says how it ended and gives the browser a moment to show it.
func (c *callback) conclude(ctx context.Context, err error) {
	switch {
	case err == nil:
		c.verdict = successPage
	case errors.Is(err, ErrDenied):
		c.verdict = deniedPage
	default:
		c.verdict = failurePage
	}
	close(c.decided)
	timer := time.NewTimer(farewell)
	defer timer.Stop()
	select {
	case <-c.shown:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// close ends the listener and every connection.
func (c *callback) close() {
	ctx, cancel := context.WithTimeout(context.Background(), parting)
	defer cancel()
	select {
	case <-c.claimed:
		_ = c.server.Shutdown(ctx) // what is left after parting is closed below
	default:
	}
	_ = c.server.Close()
	c.serving.Wait()
}

// String names the address only.
func (c *callback) String() string { return fmt.Sprintf("callback listener on %s", c.host) }
