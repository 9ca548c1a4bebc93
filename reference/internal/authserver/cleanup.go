package authserver

import (
	"context"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// How long rows stay after they are over, and how often they are looked for.
const (
	sweepEvery  = time.Minute
	sweepAtOnce = 1000 // rows of one kind in one transaction

	keepOver     = 24 * time.Hour      // codes and access tokens: a replay is still known for what it is
	keepFamilies = 30 * 24 * time.Hour // people see why an application was signed out
	keepNeverYet = 24 * time.Hour      // clients that nobody gave access
	keepUnused   = 365 * 24 * time.Hour
)

// Run cleans up until ctx ends.
func (s *Server) Run(ctx context.Context) error {
	for s.o.Clock.Sleep(ctx, sweepEvery) == nil {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.o.Log.ErrorContext(ctx, "cleaning up sign-ins failed", "error", err)
		}
	}
	return nil
}

// Sweep deletes what is over, a bounded number of rows of each kind.
func (s *Server) Sweep(ctx context.Context) error {
	now := s.o.Clock.Now()
	return s.o.DB.Write(ctx, func(tx *store.Tx) error {
		for _, one := range []struct {
			drop func(ctx context.Context, t time.Time, limit int) (int64, error)
			keep time.Duration
		}{
			{tx.DeleteOAuthCodes, keepOver},
			{tx.DeleteOAuthDevices, keepOver},
			{tx.DeleteAccessTokens, keepOver},
			{tx.DeleteOAuthFamilies, keepFamilies},
			{tx.DeleteGuesses, s.o.Lives.DeviceCode},
		} {
			if _, err := one.drop(ctx, now.Add(-one.keep), sweepAtOnce); err != nil {
				return err
			}
		}
		return s.sweepClients(ctx, tx, now)
	})
}

// sweepClients leaves a small number of clients alone: there is nothing to gain, and an application that comes back
// after a year need not register again.
func (s *Server) sweepClients(ctx context.Context, tx *store.Tx, now time.Time) error {
	count, err := tx.CountOAuthClients(ctx)
	if err != nil || count <= int64(s.o.Limits.KeepClients) {
		return err
	}
	_, err = tx.DeleteOAuthClients(ctx, now.Add(-keepNeverYet), now.Add(-keepUnused), sweepAtOnce)
	return err
}
