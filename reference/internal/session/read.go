package session

import (
	"context"
	"slices"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/risk"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Detail is a session with what is open and what is filled.
type Detail struct {
	Session store.Session
	Plan    catalog.Plan
	Forms   []store.FilledForm
}

// List is the workspace's sessions, newest first.
func (s *Service) List(ctx context.Context, workspaceID string, limit int) (all []store.Session, err error) {
	err = s.o.DB.Look(ctx, func(tx *store.Tx) error {
		all, err = tx.Sessions(ctx, workspaceID, limit)
		return err
	})
	return all, err
}

// Get is one session.
func (s *Service) Get(ctx context.Context, workspaceID, id string) (Detail, error) {
	var d Detail
	if !store.IsID(id) {
		return d, ErrNotFound
	}
	err := s.o.DB.Read(ctx, func(tx *store.Tx) (err error) {
		if d.Session, err = tx.Session(ctx, workspaceID, id); err != nil {
			return err
		}
		d.Forms, err = tx.Forms(ctx, workspaceID, id)
		return err
	})
	if err != nil {
		return Detail{}, known(err)
	}
	d.Plan = s.o.Catalog.Plan(d.Session.Lines, d.Session.Values, d.Session.Skipped)
	for i, f := range d.Forms {
		d.Forms[i].Warnings = warnings(f, d.Session)
	}
	return d, nil
}

// staleWarning is on every form that was filled from earlier values.
const staleWarning = "Values have changed since this form was filled. Fill again to bring it up to date."

func warnings(f store.FilledForm, s store.Session) []string {
	if stale(f, s) {
		return append(slices.Clone(f.Warnings), staleWarning)
	}
	return f.Warnings
}

func stale(f store.FilledForm, s store.Session) bool { return f.ValuesRev != s.ValuesRev }

// Risk is what an underwriter would look at twice, from what is known so far.
func (s *Service) Risk(ctx context.Context, workspaceID, id string) ([]risk.Flag, error) {
	found, err := s.load(ctx, workspaceID, id)
	if err != nil {
		return nil, err
	}
	if err := s.finished(s.o.Catalog.Plan(found.Lines, found.Values, found.Skipped)); err != nil {
		return nil, err
	}
	return s.o.Assessor.Assess(found.Values, found.Lines), nil
}
