package webhook

import (
	"bytes"
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"
)

// MemoryInbox is a Queue in the memory of one process. What it holds ends with the process: with WithQueue, an event
// that was answered may be lost. It is bounded; when it is full it forgets the oldest that is done.
type MemoryInbox struct {
	mu      sync.Mutex
	limit   int
	now     func() time.Time
	entries map[string]*entry
	order   []string // keys by arrival; ended ones may have left the map
}

type entry struct {
	token   string
	state   string
	until   time.Time // end of the lease, or when it is due
	ended   time.Time
	body    []byte
	attempt int
}

// States of a delivery, in memory and in SQL.
const (
	stateClaimed = "claimed" // being handled, by a caller of Claim
	stateWaiting = "waiting" // stored, due at until
	stateTaken   = "taken"   // being handled, by a caller of Take
	stateDone    = "done"
	stateBuried  = "buried"
)

// DefaultMemoryLimit is how many deliveries a MemoryInbox remembers.
const DefaultMemoryLimit = 100_000

// NewMemoryInbox remembers up to limit deliveries; 0 means DefaultMemoryLimit. A nil now is time.Now.
func NewMemoryInbox(limit int, now func() time.Time) *MemoryInbox {
	if limit <= 0 {
		limit = DefaultMemoryLimit
	}
	if now == nil {
		now = time.Now
	}
	return &MemoryInbox{limit: limit, now: now, entries: map[string]*entry{}}
}

// Claim implements Inbox. A full inbox in which nothing is done is ErrBusy.
func (m *MemoryInbox) Claim(_ context.Context, key string, lease time.Duration) (Claim, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	e, known := m.entries[key]
	switch {
	case !known:
		if !m.makeRoomLocked() {
			return Claim{}, ErrBusy
		}
		e = &entry{}
		m.addLocked(key, e)
	case e.state == stateClaimed && now.Before(e.until):
		return Claim{Key: key, Status: Busy}, nil
	case e.state != stateClaimed:
		return Claim{Key: key, Status: Done}, nil
	}
	e.state, e.token, e.until = stateClaimed, rand.Text(), now.Add(lease)
	return Claim{Key: key, Token: e.token, Status: Fresh}, nil
}

// Complete implements Inbox.
func (m *MemoryInbox) Complete(_ context.Context, c Claim) error {
	return m.end(c, func(e *entry) { e.state, e.ended, e.body = stateDone, m.now(), nil })
}

// Release implements Inbox. A stored delivery is due again at once.
func (m *MemoryInbox) Release(ctx context.Context, c Claim) error {
	return m.end(c, func(e *entry) {
		if e.state == stateClaimed {
			delete(m.entries, c.Key)
			return
		}
		e.state, e.until = stateWaiting, m.now()
	})
}

// Postpone implements Queue.
func (m *MemoryInbox) Postpone(_ context.Context, c Claim, wait time.Duration) error {
	return m.end(c, func(e *entry) { e.state, e.until = stateWaiting, m.now().Add(wait) })
}

// Bury implements Queue.
func (m *MemoryInbox) Bury(_ context.Context, c Claim, _ string) error {
	return m.end(c, func(e *entry) { e.state, e.ended = stateBuried, m.now() })
}

func (m *MemoryInbox) end(c Claim, change func(*entry)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, known := m.entries[c.Key]
	if !known || e.token != c.Token || e.state != stateClaimed && e.state != stateTaken {
		return ErrLostClaim
	}
	change(e)
	return nil
}

// Put implements Queue. A full inbox in which nothing is done is ErrBusy.
func (m *MemoryInbox) Put(_ context.Context, key string, body []byte) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.entries[key]; known {
		return false, nil
	}
	if !m.makeRoomLocked() {
		return false, ErrBusy
	}
	m.addLocked(key, &entry{state: stateWaiting, until: m.now(), body: bytes.Clone(body)})
	return true, nil
}

// Take implements Queue.
func (m *MemoryInbox) Take(_ context.Context, lease time.Duration) (Task, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for _, key := range m.order {
		e, known := m.entries[key]
		if !known || e.state != stateWaiting && e.state != stateTaken || now.Before(e.until) {
			continue
		}
		e.state, e.token, e.until = stateTaken, rand.Text(), now.Add(lease)
		e.attempt++
		return Task{Claim: Claim{Key: key, Token: e.token, Status: Fresh}, Body: e.body, Attempt: e.attempt}, true, nil
	}
	return Task{}, false, nil
}

// Expire implements Inbox.
func (m *MemoryInbox) Expire(_ context.Context, before time.Time) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	forgotten := 0
	for key, e := range m.entries {
		if (e.state == stateDone || e.state == stateBuried) && e.ended.Before(before) {
			delete(m.entries, key)
			forgotten++
		}
	}
	m.tidyLocked()
	return forgotten, nil
}

func (m *MemoryInbox) addLocked(key string, e *entry) {
	m.entries[key] = e
	m.order = append(m.order, key)
	if len(m.order) > 2*m.limit {
		m.tidyLocked()
	}
}

// tidyLocked drops from the order what has left the map, and what stands in it twice.
func (m *MemoryInbox) tidyLocked() {
	kept, seen := m.order[:0], make(map[string]bool, len(m.entries))
	for _, key := range m.order {
		if _, known := m.entries[key]; known && !seen[key] {
			seen[key] = true
			kept = append(kept, key)
		}
	}
	m.order = kept
}

func (m *MemoryInbox) makeRoomLocked() bool {
	if len(m.entries) < m.limit {
		return true
	}
	for i, key := range m.order {
		if e, known := m.entries[key]; known && e.state == stateDone {
			delete(m.entries, key)
			m.order = slices.Delete(m.order, i, i+1)
			return true
		}
	}
	return false
}
