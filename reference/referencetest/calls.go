package referencetest

import (
	"fmt"
	"slices"
	"strings"
)

// Calls is what came for an operation so far, in order.
func (s *Server) Calls(op Operation) []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Call
	for _, c := range s.calls {
		if c.Operation == op {
			found = append(found, c)
		}
	}
	return found
}

// AllCalls is everything that came so far, in order.
func (s *Server) AllCalls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// RequireCalls ends the test unless the operation was called exactly n times. The failure lists all that came.
func (s *Server) RequireCalls(op Operation, n int) []Call {
	s.t.Helper()
	found := s.Calls(op)
	if len(found) != n {
		s.t.Fatalf("%s was called %d times, not %d. The server received:\n%s", op, len(found), n, s.listing())
	}
	return found
}

// RequireScriptsDone ends the test when steps of a script were never reached.
func (s *Server) RequireScriptsDone() {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for op, left := range s.scripts {
		if len(left) > 0 {
			s.t.Fatalf("the script of %s has %d steps left: %v", op, len(left), left)
		}
	}
}

func (s *Server) listing() string {
	var b strings.Builder
	for i, c := range s.AllCalls() {
		fmt.Fprintf(&b, "%3d. %s %s -> %d (%s)\n", i+1, c.Method, c.Path, c.Status, c.Step)
	}
	return b.String()
}
