package intake

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	firstBackoff = 200 * time.Millisecond
	maxBackoff   = 10 * time.Second
)

// newRetry sets up the loop over attempts. go-retryablehttp's own policy would repeat POSTs, drop the last answer, wait
// beyond deadlines and close the caller's idle connections; so it only loops here, and every decision is ours.
func newRetry(given *http.Client, who *credential) *retryablehttp.Client {
	own := *given // never the caller's
	base := own.Transport
	if base == nil {
		base = http.DefaultTransport
	}
	own.Transport = &attempt{next: &credentials{next: base, credential: who}} // has no CloseIdleConnections, on purpose
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &retryablehttp.Client{
		HTTPClient: &own,
		RetryMax:   1 << 30, // the number of attempts is part of the decision
		CheckRetry: func(ctx context.Context, resp *http.Response, err error) (bool, error) {
			return callOf(ctx).again(ctx, resp, err), nil
		},
		Backoff:      func(_, _ time.Duration, _ int, _ *http.Response) time.Duration { return 0 }, // PrepareRetry waits, on our clock
		PrepareRetry: func(r *http.Request) error { return callOf(r.Context()).await(r.Context()) },
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
}

// repeat sends until there is an answer to give back.
func (c *call) repeat(ctx context.Context) (*http.Response, error) {
	r, err := c.request(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.await(r.Context()); err != nil {
		return nil, err
	}
	resp, err := c.client.retry.Do(r)
	if err != nil && resp != nil { // the wait before a repetition failed
		resp.Body.Close()
		return nil, err
	}
	return resp, err
}

// again decides whether an attempt is repeated, and from when on. The table is in the package comment.
func (c *call) again(ctx context.Context, resp *http.Response, err error) bool {
	if resp != nil {
		c.learn(resp)
	}
	switch {
	case ctx.Err() != nil || c.bodyErr.Load() != nil:
		return false
	case err != nil:
		return c.againAfter(err) && c.schedule(ctx, nil)
	}
	switch resp.StatusCode {
	case http.StatusUnauthorized:
		return c.againWithToken(ctx)
	case http.StatusTooManyRequests:
		return c.schedule(ctx, resp)
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return c.op.class == safe && c.schedule(ctx, resp)
	}
	return false
}

// againAfter judges an attempt without an answer: repeated when nothing was sent, or when the operation only reads.
func (c *call) againAfter(err error) bool {
	var certificate *tls.CertificateVerificationError
	var token *tokenError
	if errors.As(err, &certificate) || errors.As(err, &token) || errors.Is(err, ErrAnswerTooLarge) {
		return false
	}
	return c.op.class == safe || !c.mayHaveArrived(err)
}

// againWithToken repeats a 401 once, when the token source has another token (the request was not accepted, so any
// operation may).
func (c *call) againWithToken(ctx context.Context) bool {
	if c.renewed || c.attempts >= c.settings.maxAttempts || c.body != nil && c.body.spent() || !c.client.credential.renew(ctx, c.token) {
		return false
	}
	c.renewed = true
	return true
}

// schedule sets the time of the next attempt, or says why there is none. Retry-After is a floor, never undercut.
func (c *call) schedule(ctx context.Context, resp *http.Response) bool {
	now := c.client.clock.Now()
	wait := backoff(c.attempts)
	if resp != nil {
		c.refusal = c.refused(resp)
		if asked, ok := retryAfter(resp.Header, serverNow(resp.Header, now)); ok {
			wait = max(spreadWithin(ctx, asked), wait)
			if asked > c.settings.maxWait {
				c.why = "it is longer than the client waits"
				return false
			}
		}
	}
	switch {
	case c.attempts >= c.settings.maxAttempts:
		c.why = "the attempts are used up"
		return false
	case c.body != nil && c.body.spent():
		c.why = ErrNotReplayable.Error()
		return false
	case !inTime(ctx, wait):
		c.why = "the context ends before"
		return false
	}
	c.notBefore = now.Add(wait)
	return true
}

// inTime says whether a wait ends before the context does.
func inTime(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || wait < time.Until(deadline)
}

// backoff grows with the attempts and is at least half and at most all of its step.
func backoff(attempts int) time.Duration {
	step := min(firstBackoff<<min(attempts-1, 10), maxBackoff)
	return step/2 + rand.N(step/2+1)
}

// spreadWithin makes a wait a little longer, so that callers who were told the same do not come back at the same moment;
// but not so long that the context, which leaves time for the wait, ends before.
func spreadWithin(ctx context.Context, wait time.Duration) time.Duration {
	most := min(max(wait/10, 100*time.Millisecond), 2*time.Second)
	if deadline, ok := ctx.Deadline(); ok {
		if left := time.Until(deadline) - wait; left > 0 {
			most = min(most, left/2+1)
		}
	}
	return wait + rand.N(most)
}

// mayHaveArrived says whether the service may have seen the request of the attempt that failed.
func (c *call) mayHaveArrived(err error) bool {
	var token *tokenError
	var op *net.OpError
	switch {
	case errors.As(err, &token):
		return false
	case errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect"):
		return false
	}
	return !c.trace.neverConnected()
}
