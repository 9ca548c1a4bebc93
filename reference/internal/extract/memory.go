package extract

import (
	"crypto/sha256"
	"sync"
)

// memory keeps what texts were found to be from one document to the next: forms say the same words over and over,
// and the comparison of a text with all labels is what reading a document costs most. Texts are kept as digests only, since
// some are what strangers wrote into a form. It forgets the older half when it is full.
type memory[V any] struct {
	mu         sync.Mutex
	young, old map[[sha256.Size]byte]V
}

const mostRemembered = 4096 // in each half

func (m *memory[V]) recall(text string, compare func(string) V) V {
	key := sha256.Sum256([]byte(text))
	if found, ok := m.find(key); ok {
		return found
	}
	found := compare(text)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, found)
	return found
}

func (m *memory[V]) find(key [sha256.Size]byte) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if found, ok := m.young[key]; ok {
		return found, true
	}
	found, ok := m.old[key]
	if ok {
		m.keep(key, found)
	}
	return found, ok
}

// keep is called with the lock held.
func (m *memory[V]) keep(key [sha256.Size]byte, found V) {
	if m.young == nil || len(m.young) >= mostRemembered {
		m.young, m.old = map[[sha256.Size]byte]V{}, m.young
	}
	m.young[key] = found
}
