package session

import (
	"context"
	"sync"
)

// locks lets callers queue for one session without holding up those of another.
type locks struct {
	mu   sync.Mutex
	held map[string]*lock
}

type lock struct {
	turn    chan struct{} // holds one token while the lock is free
	waiting int
}

// acquire waits for the lock of a name. The caller runs unlock once.
func (l *locks) acquire(ctx context.Context, name string) (unlock func(), err error) {
	l.mu.Lock()
	one, ok := l.held[name]
	if !ok {
		one = &lock{turn: make(chan struct{}, 1)}
		one.turn <- struct{}{}
		l.held[name] = one
	}
	one.waiting++
	l.mu.Unlock()
	select {
	case <-one.turn:
		return func() { one.turn <- struct{}{}; l.leave(name, one) }, nil
	case <-ctx.Done():
		l.leave(name, one)
		return nil, context.Cause(ctx)
	}
}

func (l *locks) leave(name string, one *lock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if one.waiting--; one.waiting == 0 {
		delete(l.held, name)
	}
}
