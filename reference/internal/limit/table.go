package limit

import (
	"context"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// NewTable makes a limiter that all replicas on a database share. Operations without a rate get the default.
func NewTable(ctx context.Context, db *store.DB, c clock.Clock, rates map[Operation]Rate) (*Limiter, error) {
	if err := db.Write(ctx, func(tx *store.Tx) error { return tx.RelaxRates(ctx) }); err != nil {
		return nil, err
	}
	return newLimiter(&table{db: db, clock: c}, rates)
}

type table struct {
	db    *store.DB
	clock clock.Clock
}

func (t *table) take(ctx context.Context, b bucket, r Rate) (wait time.Duration, err error) {
	err = t.db.Adjust(ctx, func(tx *store.Tx) error {
		now, err := t.now(ctx, tx)
		if err != nil {
			return err
		}
		taken, err := tx.TakeRate(ctx, b.key(), now, r.interval(), r.interval()*time.Duration(r.Requests))
		if err != nil || taken {
			return err
		}
		tat, err := tx.RateTime(ctx, b.key())
		_, wait = admit(tat, now, r)
		wait = max(wait, 1) // another caller's allowance may have come back between the two statements
		return err
	})
	return wait, err
}

// now is the time on the database's clock, which the replicas have in common. A clock that can be moved is a test's, and
// is taken as it is.
func (t *table) now(ctx context.Context, tx *store.Tx) (time.Time, error) {
	if t.clock != clock.System() {
		return t.clock.Now(), nil
	}
	return tx.DatabaseTime(ctx)
}

func (t *table) forget(ctx context.Context, b bucket) error {
	return t.db.Write(ctx, func(tx *store.Tx) error { return tx.ForgetRate(ctx, b.key()) })
}

func (b bucket) key() string { return b.workspace + " " + string(b.operation) }
