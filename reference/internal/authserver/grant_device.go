package authserver

import (
	"context"
	"errors"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// slowDownStep is what a device has to wait longer after each poll that came too soon (RFC 8628 section 3.5).
const slowDownStep = 5 * time.Second

// maxInterval keeps a device that never listens from waiting past its code.
const maxInterval = 5 * time.Minute

// pollTolerance forgives what the network does to a device that polls exactly at its interval: the earlier request may
// have travelled longer than the later one.
func pollTolerance(interval time.Duration) time.Duration { return min(time.Second, interval/4) }

// exchangeDevice answers a polling device (RFC 8628 section 3.4).
func (s *Server) exchangeDevice(ctx context.Context, clientID string, f form) (Tokens, error) {
	if err := f.need("device_code"); err != nil {
		return Tokens{}, err
	}
	hash := s.o.Secret.Sum(domainDeviceHash, f["device_code"])
	return s.settle(ctx, func(ctx context.Context, tx *store.Tx) (none store.OAuthFamily, _ *problem, err error) {
		d, err := tx.OAuthDeviceByHash(ctx, hash)
		if errors.Is(err, store.ErrNotFound) || err == nil && d.ClientID != clientID {
			return none, refuse(invalidGrant, "The device code is not known for this client."), nil
		}
		if err != nil {
			return none, nil, err
		}
		if refused, err := s.judgeDevice(ctx, tx, d); refused != nil || err != nil {
			return none, refused, err
		}
		family, err := s.openFamily(ctx, tx, store.OAuthFamily{WorkspaceID: d.WorkspaceID, UserID: d.UserID, ClientID: clientID,
			Method: MethodDevice})
		if err != nil {
			return none, nil, err
		}
		return family, nil, tx.SpendOAuthDevice(ctx, d.Hash, family.ID)
	})
}

// judgeDevice refuses a poll unless tokens are due. Expiry comes before everything that the person may have said, and
// pace only matters while they have said nothing.
func (s *Server) judgeDevice(ctx context.Context, tx *store.Tx, d store.OAuthDevice) (*problem, error) {
	now := s.o.Clock.Now()
	switch {
	case d.FamilyID != "":
		return refuse(invalidGrant, "The device code was used before. The sign-in that came of it was ended. Sign in again."),
			tx.RevokeOAuthFamily(ctx, d.WorkspaceID, d.FamilyID, RevokedReplay, now)
	case !now.Before(d.ExpiresAt):
		return refuse(expiredToken, "The code has expired. Begin the sign-in anew."), nil
	case d.Decision == store.DeviceDenied:
		return refuse(accessDenied, "The person refused."), nil
	case d.Decision == store.DeviceApproved:
		return nil, nil
	case !d.PolledAt.IsZero() && now.Sub(d.PolledAt) < d.Interval-pollTolerance(d.Interval):
		return refuse(slowDown, "Polling too fast. Wait five seconds longer from now on."),
			tx.NotePoll(ctx, d.Hash, now, min(d.Interval+slowDownStep, maxInterval))
	}
	return refuse(authorizationWaits, "The person has not decided yet."), tx.NotePoll(ctx, d.Hash, now, d.Interval)
}
