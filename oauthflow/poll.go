package oauthflow

import (
	"context"
	"errors"
	"net/url"
	"time"
)

// slowDownStep is added to the interval for good by each slow_down (RFC 8628 section 3.5).
const slowDownStep = 5 * time.Second

// longestBackoff is where the doubling after failures stops, unless the interval itself is longer.
const longestBackoff = time.Minute

// poller asks the token endpoint until it decides (RFC 8628 sections 3.4 and 3.5). The first question comes one interval
// after the code was made, and every later one at least an interval after the previous answer: counted from the answer, so
// that a slow server is not asked again at once. Trouble on the way (no connection, a timeout, 5xx, 429, a page that is not
// JSON) doubles the wait until an answer is understood again. At most one question is asked after the code has expired, and
// all is over one interval after that.
type poller struct {
	*login
	request  *deviceRequest
	clientID string
	interval time.Duration
	atLeast  time.Duration // the last answer's Retry-After
	failures int           // since the last answer that was understood
	lost     bool          // an answer that carried the tokens may have been lost on the way
	trouble  error         // what the last question met
}

func (p *poller) run(ctx context.Context) (tokens, error) {
	for p.clock.now().Before(p.request.ExpiresAt) {
		if err := p.rest(ctx); err != nil {
			return tokens{}, err
		}
		got, done, err := p.ask(ctx)
		if done {
			return got, err
		}
	}
	return tokens{}, p.expired()
}

func (p *poller) expired() error {
	if p.trouble == nil {
		return ErrExpired
	}
	return &outcome{meaning: ErrExpired, reason: "and before that " + p.trouble.Error(), cause: p.trouble}
}

// end is when waiting for an answer stops.
func (p *poller) end() time.Time { return p.request.ExpiresAt.Add(p.interval) }

// rest waits until the next question is due. What the server asked for is kept to; what this side adds after failures is
// cut short where it would sleep through the expiry.
func (p *poller) rest(ctx context.Context) error {
	now := p.clock.now()
	due, left := max(p.interval, p.atLeast), p.request.ExpiresAt.Sub(now)
	if now.Add(due).After(p.end()) {
		if err := p.clock.sleep(ctx, left); err != nil {
			return err
		}
		return p.expired()
	}
	backoff := p.interval
	for range min(p.failures, 16) {
		backoff = min(2*backoff, max(longestBackoff, p.interval))
	}
	return p.clock.sleep(ctx, max(due, min(backoff, left)))
}

func (p *poller) ask(ctx context.Context) (got tokens, done bool, err error) {
	bounded, cancel := context.WithTimeout(ctx, p.end().Sub(p.clock.now()))
	defer cancel()
	a, err := p.wire.post(bounded, "token", p.meta.TokenEndpoint, url.Values{
		"grant_type":  {grantDevice},
		"device_code": {p.request.Code.reveal()},
		"client_id":   {p.clientID},
	}, p.request.Code)
	if ctx.Err() != nil {
		return tokens{}, true, ctxError(ctx)
	}
	if err != nil && bounded.Err() != nil { // not the caller's deadline, and not to be taken for it
		err = &NetworkError{Op: "token", Sent: true, text: "no answer before the code expired"}
	}
	if err != nil {
		var network *NetworkError
		p.fail(err, !errors.As(err, &network) || network.Sent)
		return tokens{}, false, nil
	}
	return p.decide(a)
}

// fail notes a question without an understood answer.
func (p *poller) fail(err error, maybeLost bool) {
	p.trouble, p.lost = err, p.lost || maybeLost
	p.failures++
	p.atLeast = 0
}

func (p *poller) decide(a *answer) (got tokens, done bool, err error) {
	if a.granted() {
		got, err = p.readTokens(a, tokens{})
		return got, true, err
	}
	failure := a.serverError()
	switch failure.Code {
	case codePending, codeSlowDown:
		p.trouble, p.failures, p.atLeast = nil, 0, a.retryAfter
		if failure.Code == codeSlowDown {
			p.interval += slowDownStep
		}
		return tokens{}, false, nil
	case codeDenied:
		return tokens{}, true, &outcome{meaning: ErrDenied, cause: failure}
	case codeExpired:
		return tokens{}, true, &outcome{meaning: ErrExpired, cause: failure}
	case codeInvalidGrant:
		if p.lost {
			return tokens{}, true, &outcome{meaning: ErrLost, cause: failure}
		}
	}
	if !a.passing() {
		return tokens{}, true, failure
	}
	p.fail(failure, a.status >= 500 || a.status < 300)
	p.atLeast = a.retryAfter
	return tokens{}, false, nil
}
