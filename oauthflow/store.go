package oauthflow

import (
	"context"
	"errors"
	"sync"
)

// ErrNotStored is what Store.Load returns when there is nothing under the key.
var ErrNotStored = errors.New("oauthflow: nothing stored")

// Store keeps what a sign-in leaves behind: one small secret text per issuer. Implementations are safe for concurrent use.
//
// A Source loads, sends one refresh and saves while it holds the lock, so Lock must exclude every other process that shares
// the store: a refresh token that two of them send at once ends the sign-in.
type Store interface {
	// Load returns what was saved last, or ErrNotStored.
	Load(ctx context.Context, key string) ([]byte, error)
	// Save replaces it. When it returns nil the data survives a crash; when it fails or is cut off, the old data is whole.
	Save(ctx context.Context, key string, data []byte) error
	// Delete removes it. Nothing there is not an error.
	Delete(ctx context.Context, key string) error
	// Lock waits for the right to change the key, until ctx ends. The lock of a process that dies is free again.
	Lock(ctx context.Context, key string) (unlock func(), err error)
}

// MemoryStore keeps tokens until the program ends. The zero value is ready; do not copy it.
type MemoryStore struct {
	mu    sync.Mutex
	data  map[string]*secretText // a pointer, so that printing the store shows none
	locks map[string]chan struct{}
}

// Load implements Store.
func (m *MemoryStore) Load(ctx context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.data[key]
	if !ok {
		return nil, ErrNotStored
	}
	return []byte(*data), nil
}

// Save implements Store.
func (m *MemoryStore) Save(ctx context.Context, key string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.data == nil {
		m.data = map[string]*secretText{}
	}
	text := secretText(data)
	m.data[key] = &text
	return nil
}

// Delete implements Store.
func (m *MemoryStore) Delete(ctx context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.data, key)
	return nil
}

// Lock implements Store.
func (m *MemoryStore) Lock(ctx context.Context, key string) (func(), error) {
	m.mu.Lock()
	if m.locks == nil {
		m.locks = map[string]chan struct{}{}
	}
	held, ok := m.locks[key]
	if !ok {
		held = make(chan struct{}, 1)
		m.locks[key] = held
	}
	m.mu.Unlock()
	select {
	case held <- struct{}{}:
		return func() { <-held }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
