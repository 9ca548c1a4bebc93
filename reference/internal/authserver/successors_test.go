package authserver_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// successors records which refresh token came of which.
type successors struct {
	mu     sync.Mutex
	tokens []string
	of     map[string]string
}

func newSuccessors(first string) *successors {
	return &successors{tokens: []string{first}, of: map[string]string{}}
}

// some is one of the latest tokens: the current one, or one that was spent not long ago.
func (s *successors) some(random *rand.Rand) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	back := 0
	if random.IntN(400) == 0 {
		back = 2 // two generations old: the family has to end
	} else if random.IntN(3) == 0 {
		back = 1
	}
	return s.tokens[max(0, len(s.tokens)-1-back)]
}

func (s *successors) note(spent, successor string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, ok := s.of[spent]; ok {
		if before != successor {
			return fmt.Errorf("one token has two successors")
		}
		return nil
	}
	s.of[spent] = successor
	if !slices.Contains(s.tokens, successor) {
		s.tokens = append(s.tokens, successor)
	}
	return nil
}

func (s *successors) known() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.tokens)
}

// requireOneLine follows the successors from the first token: they form one line without branches.
func (s *successors) requireOneLine(t *testing.T, first string) {
	t.Helper()
	length, token := 1, first
	for s.of[token] != "" {
		token = s.of[token]
		length++
	}
	require.Len(t, s.tokens, length)
}
