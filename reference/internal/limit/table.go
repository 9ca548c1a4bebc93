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
	// The database's clock is the replicas' common one; what a control hook has added to ours is added to it.
	ahead := time.Until(t.clock.Now())
	err = t.db.Adjust(ctx, func(tx *store.Tx) error {
		now, err := tx.DatabaseTime(ctx)
		if err != nil {
			return err
		}
		now = now.Add(ahead)
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

func (t *table) forget(ctx context.Context, b bucket) error {
	return t.db.Write(ctx, func(tx *store.Tx) error { return tx.ForgetRate(ctx, b.key()) })
}

func (b bucket) key() string { return b.workspace + " " + string(b.operation) }
