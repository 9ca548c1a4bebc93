package oauthflow

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// largestAnswer bounds every body that is read.
const largestAnswer = 1 << 20

// wire sends the requests of this package: bounded in time and size, without redirects (a 307 from a token endpoint would
// carry the refresh token to another origin) and without cookies.
type wire struct {
	client  *http.Client
	timeout time.Duration
	log     *slog.Logger
}

func newWire(client *http.Client, timeout time.Duration, log *slog.Logger) *wire {
	own := http.Client{}
	if client != nil {
		own = *client
	}
	if own.Transport == nil {
		// Requests are seconds or hours apart: a kept connection would only be one more that has died unnoticed, and a
		// goroutine left behind.
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.DisableKeepAlives = true
		own.Transport = transport
	}
	own.Jar = nil
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &wire{client: &own, timeout: timeout, log: log}
}

// answer is one response, read whole. Its secrets are what the request carried, to be found when a server echoes them.
type answer struct {
	op      string
	status  int
	header  http.Header
	body    []byte
	Secrets []secretText
}

// post sends a form, as a public client does: everything in the body, no Authorization header.
func (w *wire) post(ctx context.Context, op, endpoint string, form url.Values, secrets ...secretText) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, &ResponseError{Op: op, Reason: "the endpoint's address cannot be used"}
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.do(req, op, secrets...)
}

func (w *wire) postJSON(ctx context.Context, op, endpoint string, body []byte) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, &ResponseError{Op: op, Reason: "the endpoint's address cannot be used"}
	}
	req.Header.Set("Content-Type", "application/json")
	return w.do(req, op)
}

func (w *wire) get(ctx context.Context, op, address string) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, &ResponseError{Op: op, Reason: "the address cannot be used"}
	}
	return w.do(req, op)
}

func (w *wire) do(req *http.Request, op string, secrets ...secretText) (*answer, error) {
	caller := req.Context()
	ctx, cancel := context.WithTimeout(caller, w.timeout)
	defer cancel()
	req = req.WithContext(ctx)
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "intake-go-oauthflow")
	start := time.Now()
	res, err := w.client.Do(req)
	if err == nil {
		defer func() { _ = res.Body.Close() }()
		var body []byte
		if body, err = io.ReadAll(io.LimitReader(res.Body, largestAnswer+1)); err == nil {
			w.log.DebugContext(caller, "oauth request", "op", op, "status", res.StatusCode, "took", time.Since(start))
			if len(body) > largestAnswer {
				return nil, &ResponseError{Op: op, Status: res.StatusCode, Reason: "the answer is too large"}
			}
			return &answer{op, res.StatusCode, res.Header, body, secrets}, nil
		}
	}
	if caller.Err() != nil {
		return nil, ctxError(caller)
	}
	failure := networkError(op, err, res != nil, secrets)
	w.log.DebugContext(caller, "oauth request failed", "op", op, "error", failure.text, "took", time.Since(start))
	return nil, failure
}

// networkError keeps the cause only where its text is safe: net/http quotes what a broken server sent.
func networkError(op string, err error, answered bool, secrets []secretText) *NetworkError {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err // url.Error repeats the address
	}
	failure := &NetworkError{Op: op, Sent: answered || !neverSent(err)}
	raw := err.Error()
	failure.text = cleanText(raw, secrets...)
	if hideSecrets(raw, secrets...) == raw {
		failure.err = err
	}
	return failure
}

// neverSent tells the failures before the first byte of the request: no address, no connection.
func neverSent(err error) bool {
	var dns *net.DNSError
	var op *net.OpError
	return errors.As(err, &dns) || errors.As(err, &op) && op.Op == "dial"
}

// retryAfter is the wait that a 429 or 503 asks for, in either form of the header; 0 when it names none. A date is measured
// by the server's own, since the two clocks may differ.
func (s *settings) retryAfter(a *answer) time.Duration {
	text := a.header.Get("Retry-After")
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return seconds(n)
	}
	if at, err := http.ParseTime(text); err == nil {
		now, err := http.ParseTime(a.header.Get("Date"))
		if err != nil {
			now = s.clock.now()
		}
		return min(max(0, at.Sub(now)), longestWait)
	}
	return 0
}

// longestWait bounds every duration that a server may name, so that no sum of them overflows.
const longestWait = 10 * 365 * 24 * time.Hour

// seconds turns a number from outside into a duration between 0 and longestWait.
func seconds(n float64) time.Duration {
	if math.IsNaN(n) || n <= 0 {
		return 0
	}
	if n > longestWait.Seconds() {
		return longestWait
	}
	return time.Duration(n * float64(time.Second))
}
