package oauthflow

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// largestAnswer bounds every body that is read.
const largestAnswer = 1 << 20

// wire sends the requests of this package: bounded in time and size, without redirects (a 307 from a token endpoint would
// carry the refresh token to another origin) and without cookies.
type wire struct {
	client  *http.Client
	timeout time.Duration
	clock   *clock
	log     *slog.Logger
}

func newWire(client *http.Client, timeout time.Duration, clock *clock, log *slog.Logger) *wire {
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
	return &wire{client: &own, timeout: timeout, clock: clock, log: log}
}

// answer is one response, read whole. Its secrets are what the request carried, to be found when a server echoes them.
type answer struct {
	op      string
	status  int
	body    []byte
	Secrets []secretText

	retryAfter time.Duration // that the answer asks for; 0: none
	attempts   int           // 0: one
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
	var trace sentTrace
	req = req.WithContext(trace.watch(ctx))
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
			return &answer{op: op, status: res.StatusCode, body: body, Secrets: secrets,
				retryAfter: retryAfter(res.Header, w.clock.now())}, nil
		}
	}
	if caller.Err() != nil {
		return nil, ctxError(caller)
	}
	failure := networkError(op, err, res == nil && neverSent(err, &trace), secrets)
	w.log.DebugContext(caller, "oauth request failed", "op", op, "error", failure.text, "took", time.Since(start))
	return nil, failure
}

// networkError keeps the cause only where its text is safe: net/http quotes what a broken server sent.
func networkError(op string, err error, unsent bool, secrets []secretText) *NetworkError {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err // url.Error repeats the address
	}
	var certificate *tls.CertificateVerificationError
	failure := &NetworkError{Op: op, Sent: !unsent, permanent: errors.As(err, &certificate)}
	raw := err.Error()
	failure.text = cleanText(raw, secrets...)
	if hideSecrets(raw, secrets...) == raw {
		failure.err = err
	}
	return failure
}

// neverSent tells the failures before the first byte of the request: no address, no connection, no agreement on TLS. A
// transport that is not net/http's tells less, and then only its error counts.
func neverSent(err error, trace *sentTrace) bool {
	var dns *net.DNSError
	var op *net.OpError
	return errors.As(err, &dns) || errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect") ||
		trace.asked.Load() && !trace.got.Load()
}

// sentTrace knows whether there was a connection to send on.
type sentTrace struct{ asked, got atomic.Bool }

func (t *sentTrace) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { t.asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { t.got.Store(true) },
	})
}
