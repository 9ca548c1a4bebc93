package oauthflow

import (
	"context"
	"errors"
	"time"
)

// flight is one refresh under way in this process; everyone who needs its outcome waits for the same one.
type flight struct {
	done       chan struct{}
	tokens     tokens
	err        error
	waiters    int
	background bool               // wanted even when nobody waits
	abandon    context.CancelFunc // ends it wherever it may end; not between sending and saving
}

// join counts one more waiter for the refresh under way, or for a new one. The caller holds s.mu.
func (s *Source) join(rejected secretText) *flight {
	if s.flight == nil {
		s.takeOff(rejected, false)
	}
	s.flight.waiters++
	return s.flight
}

// takeOff starts a refresh. The caller holds s.mu.
func (s *Source) takeOff(rejected secretText, background bool) {
	ctx, cancel := context.WithCancel(s.stop)
	f := &flight{done: make(chan struct{}), background: background, abandon: cancel}
	s.flight = f
	mine := s.rec.Tokens.Access
	s.running.Go(func() {
		defer cancel()
		rec, sent, err := s.renew(ctx, mine)
		if err != nil && s.stop.Err() != nil {
			err = ErrClosed
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.land(f, rec, err)
		if err == nil && sent && rejected != "" {
			s.cured = &cure{Token: rec.Tokens.Access, at: s.settings.clock.now()}
		}
	})
}

// land publishes the outcome. The caller holds s.mu.
func (s *Source) land(f *flight, rec *record, err error) {
	if s.flight == f {
		s.flight = nil
	}
	f.err = err
	switch {
	case err == nil:
		s.adopt(rec)
		f.tokens = rec.Tokens
		s.failures, s.holdErr = 0, nil
	case errors.Is(err, ErrSignInAgain) || errors.Is(err, ErrNotSignedIn):
		// Looked up again at every call, at the price of reading the store: another process may sign in meanwhile.
		s.rec, s.due = &record{}, time.Time{}
	case !errors.Is(err, ErrCancelled) && !errors.Is(err, ErrClosed):
		s.failures++
		s.holdErr, s.holdTill = err, s.settings.clock.now().Add(max(holdOff(s.failures), wanted(err)))
	}
	close(f.done)
}

const longestHold = time.Minute

// holdOff spaces failing refreshes out: one second, doubled each time, at most a minute.
func holdOff(failures int) time.Duration {
	return min(time.Second<<min(failures-1, 10), longestHold)
}

// await waits for the outcome of a flight that was joined. When the last waiter leaves early, the flight is given up as
// well, unless it is on its way to the server.
func (s *Source) await(ctx context.Context, f *flight) (tokens, error) {
	select {
	case <-f.done:
		return f.tokens, f.err
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.waiters--; f.waiters == 0 && !f.background {
		f.abandon()
		if s.flight == f {
			s.flight = nil // whoever comes next must not share its end
		}
	}
	return tokens{}, ctxError(ctx)
}
