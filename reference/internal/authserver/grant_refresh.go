package authserver

import (
	"context"
	"errors"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// refresh gives a client the next generation of its family. A spent token gets the identical successor for a short
// grace, while nobody has used that successor: its owner lost the reply. Any other spent token is in two hands, and
// which of them is the owner's cannot be known, so that the whole family ends (RFC 9700 section 4.14.2).
func (s *Server) refresh(ctx context.Context, clientID string, f form) (Tokens, error) {
	if err := f.need("refresh_token"); err != nil {
		return Tokens{}, err
	}
	familyID, generation, ok := s.parseRefresh(f["refresh_token"])
	if !ok {
		return Tokens{}, refuse(invalidGrant, "The refresh token is not known.")
	}
	return s.settle(ctx, func(ctx context.Context, tx *store.Tx) (store.OAuthFamily, *problem, error) {
		return s.advance(ctx, tx, clientID, familyID, generation)
	})
}

func (s *Server) advance(ctx context.Context, tx *store.Tx, clientID, familyID string, generation int64) (store.OAuthFamily, *problem, error) {
	f, err := tx.OAuthFamily(ctx, familyID)
	if errors.Is(err, store.ErrNotFound) {
		return f, refuse(invalidGrant, "The refresh token is not known."), nil
	}
	if err != nil {
		return f, nil, err
	}
	now := s.o.Clock.Now()
	switch {
	case f.ClientID != clientID:
		return f, refuse(invalidGrant, "The refresh token belongs to another client."), nil
	case !s.live(f):
		return f, refuse(invalidGrant, "The sign-in is over. Sign in again."), nil
	case generation == f.Generation:
		next := f
		next.Generation, next.RotatedAt, next.ExpiresAt = f.Generation+1, now, now.Add(s.o.Lives.RefreshToken)
		if err := tx.RotateOAuthFamily(ctx, f.ID, f.Generation, now, next.ExpiresAt); err != nil {
			return f, nil, err
		}
		return next, nil, s.storeAccess(ctx, tx, next)
	case generation == f.Generation-1 && now.Before(f.RotatedAt.Add(s.o.Lives.RefreshGrace)):
		return f, nil, nil
	case generation > f.Generation:
		return f, refuse(invalidGrant, "The refresh token is not known."), nil
	}
	return f, refuse(invalidGrant, "The refresh token was used before. Because it may be in wrong hands, the sign-in was ended. Sign in again."),
		tx.RevokeOAuthFamily(ctx, f.WorkspaceID, f.ID, RevokedReuse, now)
}
