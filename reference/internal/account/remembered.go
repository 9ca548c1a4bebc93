package account

import (
	"sync"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// maxRemembered bounds how many keys are in memory; above it all are looked up anew.
const maxRemembered = 10_000

// remembered are good keys that were looked up, by their hash, so that a request need not ask the database for its key. A
// revocation forgets them all before it is acknowledged, and what was looked up before that is not taken afterwards.
type remembered struct {
	mu     sync.RWMutex
	good   map[string]store.APIKey
	rounds int // how often all was forgotten
}

// find looks for a key. The round is for put, should the key be looked up elsewhere now.
func (r *remembered) find(hash string) (key store.APIKey, ok bool, round int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	key, ok = r.good[hash]
	return key, ok, r.rounds
}

func (r *remembered) put(key store.APIKey, round int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if round != r.rounds {
		return // it may have been revoked since it was looked up
	}
	if r.good == nil || len(r.good) >= maxRemembered {
		r.good = map[string]store.APIKey{}
	}
	r.good[key.Hash] = key
}

func (r *remembered) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.good = nil
	r.rounds++
}
