package limit

import (
	"context"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
)

// sweepAt is how many buckets memory holds before those that are full again are dropped.
const sweepAt = 4096

// NewMemory makes a limiter for a server that is the only one on its data. Operations without a rate get the default.
func NewMemory(c clock.Clock, rates map[Operation]Rate) (*Limiter, error) {
	return newLimiter(&memory{clock: c, tats: map[bucket]time.Time{}, sweep: sweepAt}, rates)
}

type memory struct {
	clock clock.Clock

	mu    sync.Mutex
	tats  map[bucket]time.Time
	sweep int
}

func (m *memory) take(_ context.Context, b bucket, r Rate) (time.Duration, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.clock.Now()
	next, wait := admit(m.tats[b], now, r)
	if wait > 0 {
		return wait, nil
	}
	m.tats[b] = next
	if len(m.tats) >= m.sweep {
		m.dropFull(now)
	}
	return 0, nil
}

func (m *memory) forget(_ context.Context, b bucket) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.tats, b)
	return nil
}

// dropFull forgets the buckets that no longer hold anybody back, and sweeps again at twice of what is left.
func (m *memory) dropFull(now time.Time) {
	for b, tat := range m.tats {
		if !tat.After(now) {
			delete(m.tats, b)
		}
	}
	m.sweep = max(sweepAt, 2*len(m.tats))
}
