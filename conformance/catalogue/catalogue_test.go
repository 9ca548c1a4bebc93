package catalogue

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The set of a version does not change: 307 requirements and 65 open points, each id once.
func TestSetIsPinned(t *testing.T) {
	byRole, byLevel, seen := map[Role]int{}, map[Level]int{}, map[string]bool{}
	gaps := 0
	for _, r := range All() {
		require.False(t, seen[r.ID], r.ID)
		seen[r.ID] = true
		require.NotEmpty(t, r.Statement, r.ID)
		if r.Level == Observe {
			gaps++
			continue
		}
		byRole[r.Role]++
		byLevel[r.Level]++
	}
	require.Equal(t, 65, gaps)
	require.Equal(t, map[Role]int{Server: 238, Client: 52, Receiver: 17}, byRole)
	require.Equal(t, map[Level]int{Must: 251, Should: 37, May: 1, Ref: 18}, byLevel)
}
