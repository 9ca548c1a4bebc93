package account

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

func TestWhatWasLookedUpBeforeARevocationIsNotRemembered(t *testing.T) {
	var r remembered
	_, found, round := r.find("hash")
	require.False(t, found)
	r.forget()
	r.put(store.APIKey{Hash: "hash"}, round)
	_, found, round = r.find("hash")
	require.False(t, found)
	r.put(store.APIKey{Hash: "hash"}, round)
	_, found, _ = r.find("hash")
	require.True(t, found)
}
