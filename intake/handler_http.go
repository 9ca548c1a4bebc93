package intake

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

const (
	maxErrorBody = 64 << 10  // of an answer that is no success
	maxDrain     = 256 << 10 // read beyond that to keep the connection
)

// attempt sends one request of a call, in a copy of its own, and reads the answer as far as it is read here, so that a
// loss half-way is a failure of the attempt.
type attempt struct{ next http.RoundTripper }

func (h *attempt) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := r.Context()
	c := callOf(ctx)
	c.status, c.requestID, c.serverTime = 0, "", time.Time{}
	defer c.endProbe()
	if err := ctx.Err(); err != nil { // before anything is sent, so that it is known
		closeBody(r)
		return nil, &waitError{err}
	}
	c.attempts++
	cancel := context.CancelFunc(func() {})
	if d := c.settings.attemptTimeout; d > 0 {
		ctx, cancel = context.WithTimeoutCause(ctx, d, errAttemptTimeout)
	}
	if c.op.class == once {
		ctx = c.trace.watch(ctx)
	}
	own := r.WithContext(ctx)
	own.Header = c.headers(r.Header)
	ctx, end := c.runHooks(ctx, own)
	if end != nil {
		own = own.WithContext(ctx)
		own.Header = maps.Clone(own.Header) // a hook that keeps its map must not see the credential in it later
	}
	resp, err := h.next.RoundTrip(own)
	if err == nil {
		err = c.receive(resp)
	}
	if err != nil {
		err = timeoutCause(ctx, err)
	}
	if end != nil {
		end(resp, err)
	}
	if err != nil {
		cancel()
		return nil, err
	}
	if resp.Body == http.NoBody {
		cancel()
	} else {
		resp.Body = &cancelBody{resp.Body, cancel}
	}
	return resp, nil
}

var errAttemptTimeout = attemptTimeout{}

// attemptTimeout is the cause of an attempt that took too long. It is a timeout to net.Error and to errors.Is.
type attemptTimeout struct{}

func (attemptTimeout) Error() string        { return "the attempt took longer than its timeout" }
func (attemptTimeout) Timeout() bool        { return true }
func (attemptTimeout) Temporary() bool      { return true }
func (attemptTimeout) Is(target error) bool { return target == context.DeadlineExceeded }

func timeoutCause(ctx context.Context, err error) error {
	if context.Cause(ctx) == errAttemptTimeout {
		return errAttemptTimeout
	}
	return err
}

// receive reads the body of an answer, except that of a download.
func (c *call) receive(resp *http.Response) error {
	c.status, c.requestID = resp.StatusCode, requestID(resp.Header)
	if date := resp.Header.Get("Date"); date != "" {
		c.serverTime, _ = http.ParseTime(date)
	}
	success := resp.StatusCode/100 == 2
	if success && c.stream {
		return nil
	}
	body := resp.Body
	defer body.Close()
	resp.Body = http.NoBody
	if c.buf == nil {
		c.buf = buffers.Get().(*bytes.Buffer)
	}
	c.buf.Reset()
	limit := int64(maxErrorBody)
	if success {
		limit = c.client.maxBody
	}
	if n := resp.ContentLength; n > 0 && n <= limit {
		c.buf.Grow(int(n) + bytes.MinRead) // ReadFrom wants that much room to see the end
	}
	n, err := c.buf.ReadFrom(io.LimitReader(body, limit+1))
	switch {
	case success && n > limit:
		return ErrAnswerTooLarge
	case success:
		return err
	case n > limit:
		c.buf.Truncate(int(limit))
		_, _ = io.CopyN(io.Discard, body, maxDrain)
	}
	return nil // the status says what matters, whatever became of the body
}

// cancelBody ends the attempt's context when a download has been read.
type cancelBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *cancelBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// sentTrace knows whether a transport that tells (net/http's does) had a connection to send on.
type sentTrace struct{ asked, got atomic.Bool }

func (t *sentTrace) watch(ctx context.Context) context.Context {
	t.asked.Store(false)
	t.got.Store(false)
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { t.asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { t.got.Store(true) },
	})
}

func (t *sentTrace) neverConnected() bool { return t.asked.Load() && !t.got.Load() }

func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close()
	}
}
