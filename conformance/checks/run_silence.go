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
	r.silent[x.call] = s
}

// silentCall says which call was never answered. Whatever needs it could not be judged, and a run that failed nothing
// for that reason is none that went well: the server hangs or breaks the connection each time, or is too slow for the
// bound of one request.
func (r *run) silentCall() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, call := range slices.Sorted(maps.Keys(r.silent)) {
		if s := r.silent[call]; !s.answered && s.lost >= mute {
			return fmt.Errorf("%w by %s: none of %d requests was answered: %w", ErrUnreachable, call, s.lost, s.last)
		}
	}
	return nil
}
