package peer

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"
)

// flow is one run of the browser flow.
type flow struct {
	auth  *authServer
	query url.Values // of the authorization request
	out   Outcome
}

// browse runs the browser flow and plays the browser: it approves, and brings the callbacks to the client's listener.
// The function may replace the one callback that a good server would cause; with none, nobody comes and the flow is over.
func (c *C) browse(callbacks func(f flow, good url.Values) []url.Values) flow {
	f := flow{auth: newAuthServer()}
	base := c.Serve(f.auth.plan)
	visited := make(chan struct{})
	started := false
	c.On("open", func(data map[string]any) {
		text, _ := data["url"].(string)
		target, err := url.Parse(text)
		if started || err != nil {
			return
		}
		started, f.query = true, target.Query()
		good := url.Values{"code": {"the-code"}, "state": {f.query.Get("state")}, "iss": {base}}
		all := []url.Values{good}
		if callbacks != nil {
			all = callbacks(f, good)
		}
		if len(all) == 0 {
			c.giveUp(errors.New("the browser was closed"))
		}
		go func() {
			defer close(visited)
			for _, callback := range all {
				visit(c.ctx, f.query.Get("redirect_uri"), callback)
			}
		}()
	})
	f.out = c.Call(Command{Command: "sign_in_browser", BaseURL: base, Account: "main", Params: map[string]any{"client_name": "Conformance"}})
	if !started {
		c.Unclear("the event open with the URL for the browser", f.out)
	}
	<-visited
	return f
}

// visit requests a callback as a browser does, and tries again while nobody listens yet.
func visit(ctx context.Context, redirect string, query url.Values) {
	target, err := url.Parse(redirect)
	if err != nil {
		return
	}
	target.RawQuery = query.Encode()
	client := &http.Client{Timeout: 10 * time.Second}
	for range 50 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
		if err != nil {
			return
		}
		resp, err := client.Do(req)
		if err == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
			_ = resp.Body.Close()
			return
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return
		}
	}
}

// challenge is the S256 code challenge of RFC 7636 section 4.2.
func challenge(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
