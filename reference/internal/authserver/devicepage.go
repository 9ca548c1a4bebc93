package authserver

import (
	"context"
	"errors"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Guesser is a signed-in person who enters a user code.
type Guesser struct {
	UserID  string
	Address string
}

// DeviceRequest is a device that waits for a decision.
type DeviceRequest struct {
	ClientName string
	Address    string
	UserAgent  string
	CreatedAt  time.Time
	ExpiresAt  time.Time
}

// Device is what a person sees before they decide about a code. Wrong codes count against the guessing budgets, and
// once a budget is spent, no code is looked at any more: ErrTooManyGuesses.
func (s *Server) Device(ctx context.Context, who Guesser, typed string) (DeviceRequest, error) {
	d, err := s.lookUp(ctx, who, typed)
	if err != nil {
		return DeviceRequest{}, err
	}
	client, err := s.client(ctx, d.ClientID)
	return DeviceRequest{ClientName: client.Name, Address: d.Address, UserAgent: d.UserAgent, CreatedAt: d.CreatedAt,
		ExpiresAt: d.ExpiresAt}, err
}

// DecideDevice records what a person who entered a code says about it, with the same budgets as Device.
func (s *Server) DecideDevice(ctx context.Context, who Guesser, typed string, approve bool, workspaceID string) error {
	if _, err := s.lookUp(ctx, who, typed); err != nil {
		return err
	}
	if approve {
		return s.ApproveDevice(ctx, typed, workspaceID, who.UserID)
	}
	return s.DenyDevice(ctx, typed, workspaceID, who.UserID)
}

// lookUp finds the waiting device within the guessing budgets (RFC 8628 section 5.1).
func (s *Server) lookUp(ctx context.Context, who Guesser, typed string) (d store.OAuthDevice, err error) {
	code, wellFormed := NormalUserCode(typed)
	if !wellFormed {
		return d, ErrUnknownCode // it could not have hit anything
	}
	budget, now := s.o.Limits.Guesses, s.o.Clock.Now()
	var refused error
	err = s.o.DB.Write(ctx, func(tx *store.Tx) error {
		g, err := tx.CountGuesses(ctx, who.UserID, who.Address, now.Add(-s.o.Lives.DeviceCode))
		if err != nil {
			return err
		}
		if g.ByUser >= int64(budget.ByPerson) || g.ByAddress >= int64(budget.ByAddress) || g.All >= int64(budget.All) {
			refused = ErrTooManyGuesses
			return nil
		}
		d, err = tx.OAuthDeviceByUserHash(ctx, s.o.Secret.Sum(domainUserHash, code))
		if errors.Is(err, store.ErrNotFound) {
			refused = ErrUnknownCode
			return tx.InsertGuess(ctx, who.UserID, who.Address, now)
		}
		refused = s.undecided(d)
		return err
	})
	if err == nil {
		err = refused
	}
	return d, err
}

func (s *Server) undecided(d store.OAuthDevice) error {
	switch {
	case !s.o.Clock.Now().Before(d.ExpiresAt):
		return ErrExpiredCode
	case d.Decision != "":
		return ErrDecidedCode
	}
	return nil
}

// ApproveDevice lets a device into a workspace on behalf of a person. It is for callers that people do not reach.
func (s *Server) ApproveDevice(ctx context.Context, userCode, workspaceID, userID string) error {
	return s.decide(ctx, userCode, store.DeviceApproved, workspaceID, userID)
}

// DenyDevice turns a device away.
func (s *Server) DenyDevice(ctx context.Context, userCode, workspaceID, userID string) error {
	return s.decide(ctx, userCode, store.DeviceDenied, workspaceID, userID)
}

func (s *Server) decide(ctx context.Context, typed, decision, workspaceID, userID string) error {
	code, ok := NormalUserCode(typed)
	if !ok {
		return ErrUnknownCode
	}
	hash := s.o.Secret.Sum(domainUserHash, code)
	err := s.o.DB.Write(ctx, func(tx *store.Tx) error {
		d, err := tx.OAuthDeviceByUserHash(ctx, hash)
		if err != nil {
			return err
		}
		if err := s.undecided(d); err != nil {
			return err
		}
		return tx.DecideOAuthDevice(ctx, hash, decision, workspaceID, userID)
	})
	if errors.Is(err, store.ErrNotFound) {
		err = ErrUnknownCode
	}
	return err
}
