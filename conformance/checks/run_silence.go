package checks

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// silence is how the requests of one call fared.
type silence struct {
	answered bool
	lost     int
	last     error
	whole    bool // a success was read to its end
	cut      int  // successes that ended before
}

// mute is how many requests of a call have to stay without an answer before it counts as one that gives none.
const mute = 3

// hear notes whether a request was answered at all. An upload that is too large may be cut off, and what the judge itself
// gave up says nothing.
func (r *run) hear(x *exchange) {
	if x.req.large || errors.Is(x.err, context.Canceled) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.silent[x.call]
	if x.err == nil {
		s.answered = true
	} else {
		s.lost, s.last = s.lost+1, x.err
	}
	switch {
	case x.ok():
		s.whole = true
	case x.err != nil && x.status/100 == 2:
		s.cut++
	}
	r.silent[x.call] = s
}

// hopeless says whether a call hung or broke so often, and never succeeded, that nobody need wait long for it any more.
func (r *run) hopeless(call string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.silent[call]
	return !s.whole && s.lost >= mute
}

// silentCall says which call was never answered. Whatever needs it could not be judged, and a run that failed nothing
// for that reason is none that went well: the server hangs or breaks the connection each time, or is too slow for the
// bound of one request.
func (r *run) silentCall() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, call := range slices.Sorted(maps.Keys(r.silent)) {
		switch s := r.silent[call]; {
		case !s.whole && s.cut >= mute:
			return fmt.Errorf("%w by %s: each of %d answers with success broke off: %w", ErrUnreachable, call, s.cut, s.last)
		case !s.answered && s.lost >= mute:
			return fmt.Errorf("%w by %s: none of %d requests was answered: %w", ErrUnreachable, call, s.lost, s.last)
		}
	}
	return nil
}
