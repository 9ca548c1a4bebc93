package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// groupSize bounds how many writes share one commit.
const groupSize = 128

// group is the one writer of a SQLite file. It takes the writes that have queued up, runs each within a savepoint of
// one transaction, commits once, and only then answers them all: durable writes at a fraction of the syncs.
type group struct {
	db    *sql.DB
	conn  *connection
	queue chan *job

	mu     sync.RWMutex // held for reading while a job is queued
	closed bool
	done   chan struct{}
}

// job is one call of Write.
type job struct {
	ctx      context.Context
	fn       func(*Tx) error
	err      error
	panicked any
	answered chan struct{}
}

func newGroup(ctx context.Context, db *sql.DB) (*group, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("store: taking the writing connection: %w", err)
	}
	g := &group{db: db, conn: newConnection(conn), queue: make(chan *job, groupSize), done: make(chan struct{})}
	go g.run()
	return g, nil
}

func (g *group) write(ctx context.Context, fn func(*Tx) error) error {
	j := &job{ctx: ctx, fn: fn, answered: make(chan struct{})}
	if err := g.enqueue(j); err != nil {
		return err
	}
	<-j.answered // not cut short by ctx: whether the write happened must be known
	if j.panicked != nil {
		panic(j.panicked)
	}
	return j.err
}

func (g *group) enqueue(j *job) error {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if g.closed {
		return ErrClosed
	}
	select {
	case g.queue <- j:
		return nil
	case <-j.ctx.Done():
		return context.Cause(j.ctx)
	}
}

func (g *group) close() error {
	g.mu.Lock()
	if !g.closed {
		g.closed = true
		close(g.queue)
	}
	g.mu.Unlock()
	<-g.done
	return errors.Join(g.conn.close(), g.db.Close())
}

func (g *group) run() {
	defer close(g.done)
	for first := range g.queue {
		batch := g.take(first)
		g.commit(batch)
		for _, j := range batch {
			close(j.answered)
		}
	}
}

// take adds to the first job whatever else waits already.
func (g *group) take(first *job) []*job {
	batch := []*job{first}
	for len(batch) < groupSize {
		select {
		case j, ok := <-g.queue:
			if !ok {
				return batch
			}
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

func (g *group) commit(batch []*job) {
	if err := g.conn.run("BEGIN IMMEDIATE"); err != nil {
		fail(batch, fmt.Errorf("store: beginning to write: %w", err))
		return
	}
	if err := g.work(batch); err != nil { // the transaction itself is broken
		fail(batch, err)
		_ = g.conn.run("ROLLBACK")
		return
	}
	if len(batch) == 1 && batch[0].spoilt() {
		_ = g.conn.run("ROLLBACK")
		return
	}
	if err := g.conn.run("COMMIT"); err != nil {
		fail(batch, fmt.Errorf("store: committing: %w", err))
		_ = g.conn.run("ROLLBACK")
	}
}

// work runs the jobs of a transaction. One that is alone needs no savepoint: the transaction ends as it does.
func (g *group) work(batch []*job) error {
	if len(batch) == 1 {
		batch[0].call(&Tx{on: g.conn})
		return nil
	}
	for _, j := range batch {
		if err := g.inSavepoint(j); err != nil {
			return err
		}
	}
	return nil
}

// fail marks the jobs that had gone well so far: without the commit, nothing of them remains.
func fail(batch []*job, err error) {
	for _, j := range batch {
		if !j.spoilt() {
			j.err = err
		}
	}
}

// inSavepoint runs one job so that its failure spoils nothing of the others.
func (g *group) inSavepoint(j *job) error {
	if err := g.conn.run("SAVEPOINT job"); err != nil {
		return fmt.Errorf("store: setting a savepoint: %w", err)
	}
	j.call(&Tx{on: g.conn})
	if j.spoilt() {
		if err := g.conn.run("ROLLBACK TO job"); err != nil {
			return fmt.Errorf("store: undoing a write: %w", err)
		}
	}
	if err := g.conn.run("RELEASE job"); err != nil {
		return fmt.Errorf("store: ending a savepoint: %w", err)
	}
	return nil
}

func (j *job) call(tx *Tx) {
	if j.ctx.Err() != nil {
		j.err = context.Cause(j.ctx) // gave up while it queued; nothing has begun
		return
	}
	defer func() { j.panicked = recover() }()
	j.err = j.fn(tx)
}

// spoilt says that nothing of the job may remain.
func (j *job) spoilt() bool { return j.err != nil || j.panicked != nil }
