package account

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// flushEvery is how late the stored time of a key's last use may be.
const flushEvery = 30 * time.Second

// maxUsed bounds how many keys are remembered between two flushes; those above it are noted at their next use.
const maxUsed = 10_000

type keyID struct{ workspace, key string }

// used collects when keys were used last, so that a request costs no write.
type used struct {
	mu sync.Mutex
	at map[keyID]int64
}

func (u *used) note(k store.APIKey, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.at) < maxUsed {
		u.at[keyID{k.WorkspaceID, k.ID}] = store.Millis(now)
	}
}

func (u *used) take() map[keyID]int64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	taken := u.at
	u.at = map[keyID]int64{}
	return taken
}

// Run stores the times of last use every half minute, and once more when ctx ends. What it fails to store is noted again
// at the key's next use.
func (a *Accounts) Run(ctx context.Context, log *slog.Logger) error {
	for ended := false; !ended; {
		ended = a.options.Clock.Sleep(ctx, flushEvery) != nil
		if err := a.Flush(context.WithoutCancel(ctx)); err != nil {
			log.ErrorContext(ctx, "storing when keys were used failed", "error", err)
		}
	}
	return nil
}

// Flush stores the times of last use that were noted so far.
func (a *Accounts) Flush(ctx context.Context) error {
	taken := a.used.take()
	if len(taken) == 0 {
		return nil
	}
	return a.options.DB.Write(ctx, func(tx *store.Tx) error {
		for id, at := range taken {
			if err := tx.TouchKey(ctx, id.workspace, id.key, store.Time(at)); err != nil {
				return err
			}
		}
		return nil
	})
}
