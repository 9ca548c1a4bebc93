package intake

import (
	"context"
	"net/http"
	"time"
)

// Hook is called before each attempt. It may put things into the context of the attempt and headers on it, and return a
// function that is called when the attempt is over. Either result may be nil. Hooks see no credential.
type Hook func(ctx context.Context, a Attempt) (context.Context, func(AttemptResult))

// Attempt is one request of a call. Operation and Route are the same for all sessions, fit for the label of a metric.
type Attempt struct {
	Operation string // sessions.get
	Method    string
	Route     string // /org/sessions/{session_id}
	Number    int    // from 1
	Header    http.Header
}

// AttemptResult is how an attempt ended.
type AttemptResult struct {
	Status    int // 0 when there was no answer
	RequestID string
	Duration  time.Duration
	Err       error // when there was no answer
}

// runHooks calls the hooks of the client and gives what is to be called at the end.
func (c *call) runHooks(ctx context.Context, r *http.Request) (context.Context, func(*http.Response, error)) {
	hooks, logger := c.client.hooks, c.client.logger
	if len(hooks) == 0 && logger == nil {
		return ctx, nil
	}
	a := Attempt{Operation: c.op.name, Method: c.op.method, Route: c.op.route, Number: c.attempts, Header: r.Header}
	ends := make([]func(AttemptResult), 0, len(hooks))
	for _, h := range hooks {
		own, end := h(ctx, a)
		if own != nil {
			ctx = own
		}
		if end != nil {
			ends = append(ends, end)
		}
	}
	start := c.client.clock.Now()
	return ctx, func(resp *http.Response, err error) {
		result := AttemptResult{Duration: c.client.clock.Now().Sub(start), Err: stripURL(err)}
		if resp != nil {
			result.Status, result.RequestID = resp.StatusCode, requestID(resp.Header)
		}
		for i := len(ends) - 1; i >= 0; i-- {
			ends[i](result)
		}
		if logger != nil {
			logger.DebugContext(ctx, "intake attempt", "operation", a.Operation, "attempt", a.Number, "status", result.Status,
				"duration", result.Duration, "request_id", result.RequestID, "error", result.Err)
		}
	}
}
