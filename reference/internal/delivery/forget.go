package delivery

import (
	"context"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Bounds of the delivery log.
const (
	keepLog      = 30 * 24 * time.Hour // how long ended deliveries can be looked at
	forgetEvery  = time.Hour
	forgetAtOnce = 500
)

// forget empties ended deliveries that are older than the log goes back: their bodies and attempts. The row stays, as it
// is what keeps a natural key from being delivered again.
func (r *round) forget(ctx context.Context) {
	now := r.o.Clock.Now()
	if now.Sub(r.tidy) < forgetEvery {
		return
	}
	r.tidy = now
	err := r.o.DB.Write(ctx, func(tx *store.Tx) error {
		n, err := tx.ForgetDeliveries(ctx, now.Add(-keepLog), forgetAtOnce)
		if n == forgetAtOnce {
			r.tidy = time.Time{} // there is more
		}
		return err
	})
	if err != nil && ctx.Err() == nil {
		r.o.Log.ErrorContext(ctx, "old deliveries could not be forgotten", "error", err)
	}
}
