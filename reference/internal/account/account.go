package account

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Plans. The monthly cap holds on Free alone (spec section 8).
const (
	Free = "free"
	Paid = "paid"
)

// ProfileFields are the members of an agency profile: the fields of an appointment request (spec section 4, endpoint 12).
var ProfileFields = []string{"agency_name", "email", "phone", "website", "npn", "fein",
	"address_line1", "address_line2", "address_city", "address_state", "address_zip"}

// ErrUnknown says that there is no such workspace or key.
var ErrUnknown = errors.New("account: no such workspace or key")

// Accounts keeps workspaces and keys.
type Accounts struct {
	options    Options
	used       used
	remembered remembered
}

// Options are what accounts stand on.
type Options struct {
	DB     *store.DB
	Secret *secret.Hasher
	Clock  clock.Clock
	// Remember keeps good keys in memory. It is for who knows of every revocation: no other program revokes keys on the
	// database meanwhile.
	Remember bool
	// Revoke runs each revocation of a key, or refuses to. Nil runs it.
	Revoke func(revocation func() error) error
}

// New makes the accounts of a database.
func New(o Options) *Accounts {
	if o.Revoke == nil {
		o.Revoke = func(revocation func() error) error { return revocation() }
	}
	return &Accounts{options: o, used: used{at: map[keyID]int64{}}}
}

// Draft is a new workspace before it is stored. An empty plan is Free.
func (a *Accounts) Draft(name, plan string, profile map[string]string) (store.Workspace, error) {
	if plan == "" {
		plan = Free
	}
	if name == "" {
		name = "Demo Agency"
	}
	if err := errors.Join(checkPlan(plan), checkProfile(profile)); err != nil {
		return store.Workspace{}, err
	}
	return store.Workspace{ID: store.NewID("org"), Name: name, Plan: plan, Profile: profile, CreatedAt: a.options.Clock.Now()}, nil
}

// Create stores a workspace and what belongs to it from its beginning, such as its first key: all of it or nothing.
func (a *Accounts) Create(ctx context.Context, w store.Workspace, with ...func(*store.Tx) error) error {
	return a.options.DB.Write(ctx, func(tx *store.Tx) error {
		err := tx.InsertWorkspace(ctx, w)
		for _, part := range with {
			if err == nil {
				err = part(tx)
			}
		}
		return err
	})
}

// Workspace is the workspace of that id, or ErrUnknown.
func (a *Accounts) Workspace(ctx context.Context, id string) (w store.Workspace, err error) {
	err = a.options.DB.Look(ctx, func(tx *store.Tx) error {
		w, err = tx.Workspace(ctx, id)
		return err
	})
	return w, known(err)
}

// List is every workspace, oldest first.
func (a *Accounts) List(ctx context.Context) (all []store.Workspace, err error) {
	err = a.options.DB.Look(ctx, func(tx *store.Tx) error {
		all, err = tx.Workspaces(ctx)
		return err
	})
	return all, err
}

// SetPlan moves a workspace to another plan, from its next request on.
func (a *Accounts) SetPlan(ctx context.Context, id, plan string) error {
	if err := checkPlan(plan); err != nil {
		return err
	}
	return known(a.options.DB.Write(ctx, func(tx *store.Tx) error { return tx.SetPlan(ctx, id, plan) }))
}

// SetProfile replaces a workspace's agency profile.
func (a *Accounts) SetProfile(ctx context.Context, id string, profile map[string]string) error {
	if err := checkProfile(profile); err != nil {
		return err
	}
	if profile == nil {
		profile = map[string]string{}
	}
	return known(a.options.DB.Write(ctx, func(tx *store.Tx) error { return tx.SetProfile(ctx, id, profile) }))
}

func checkPlan(plan string) error {
	if plan != Free && plan != Paid {
		return fmt.Errorf("account: the plan %q is neither %q nor %q", plan, Free, Paid)
	}
	return nil
}

func checkProfile(profile map[string]string) error {
	for name := range profile {
		if !slices.Contains(ProfileFields, name) {
			return fmt.Errorf("account: an agency profile has no field %q", name)
		}
	}
	return nil
}

func known(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return ErrUnknown
	}
	return err
}
