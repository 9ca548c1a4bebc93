package user

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// inviteLife is how long a link is good.
const inviteLife = 72 * time.Hour

// ErrLink says that a link is unknown, used or too old.
var ErrLink = errors.New("the link is unknown, was used, or is older than three days")

// maxPending is how many links into a workspace may wait to be used.
const maxPending = 100

// ErrTooManyLinks says that a workspace has as many unused links as it may have.
var ErrTooManyLinks = fmt.Errorf("a workspace has at most %d links that nobody has used; withdraw one first", maxPending)

// ErrName says that a workspace name does not do.
var ErrName = errors.New("the name of an agency has 1 to 100 characters")

// Invitation is what a one-time link opens.
type Invitation struct {
	First         bool // it sets up the server's first workspace
	WorkspaceName string
}

// FirstLink makes the link with which the first owner sets the server up. It gives nothing once there is anybody who
// can sign in. Each call makes the earlier links of this kind no worse: whoever comes first is the owner.
func (s *Service) FirstLink(ctx context.Context) (token secret.Text, ok bool, err error) {
	token, row := s.newInvitation("", Owner)
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		any, err := tx.AnyUser(ctx)
		if ok = err == nil && !any; !ok {
			return err
		}
		return s.insert(ctx, tx, row)
	})
	return token, ok && err == nil, err
}

// Invite makes a link into a workspace, which is good once and for three days.
func (s *Service) Invite(ctx context.Context, workspaceID, role string) (secret.Text, error) {
	token, row := s.newInvitation(workspaceID, role)
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		pending, err := tx.PendingInvitations(ctx, workspaceID, s.clock.Now(), maxPending)
		if err != nil {
			return err
		}
		if len(pending) == maxPending {
			return ErrTooManyLinks
		}
		return s.insert(ctx, tx, row)
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// Pending lists the links into a workspace that nobody has used and that are still good.
func (s *Service) Pending(ctx context.Context, workspaceID string) (all []store.Invitation, err error) {
	err = s.db.Read(ctx, func(tx *store.Tx) error {
		all, err = tx.PendingInvitations(ctx, workspaceID, s.clock.Now(), maxPending)
		return err
	})
	return all, err
}

// Withdraw makes a link worthless, or gives ErrUnknown when there is none of that id that could still be used.
func (s *Service) Withdraw(ctx context.Context, workspaceID, id string) error {
	err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.DeleteInvitation(ctx, workspaceID, id) })
	if errors.Is(err, store.ErrNotFound) {
		return ErrUnknown
	}
	return err
}

// insert stores a link, and drops those that are over.
func (s *Service) insert(ctx context.Context, tx *store.Tx, row store.Invitation) error {
	if err := tx.DeleteInvitationsBefore(ctx, s.clock.Now()); err != nil {
		return err
	}
	return tx.InsertInvitation(ctx, row)
}

func (s *Service) newInvitation(workspaceID, role string) (secret.Text, store.Invitation) {
	token, now := secret.Generate("inv_"), s.clock.Now()
	return token, store.Invitation{ID: store.NewID("inv"), WorkspaceID: workspaceID, Hash: s.secret.Sum(domainInvite, token.Reveal()),
		Role: role, CreatedAt: now, ExpiresAt: now.Add(inviteLife)}
}

// Invitation is what a link opens, or ErrLink.
func (s *Service) Invitation(ctx context.Context, token secret.Text) (out Invitation, err error) {
	err = s.db.Read(ctx, func(tx *store.Tx) error {
		i, err := s.invitation(ctx, tx, token)
		if err != nil {
			return err
		}
		if out.First = i.WorkspaceID == ""; out.First {
			return nil
		}
		w, err := tx.Workspace(ctx, i.WorkspaceID)
		out.WorkspaceName = w.Name
		return err
	})
	return out, err
}

func (s *Service) invitation(ctx context.Context, tx *store.Tx, token secret.Text) (store.Invitation, error) {
	i, err := tx.InvitationByHash(ctx, s.secret.Sum(domainInvite, token.Reveal()))
	if errors.Is(err, store.ErrNotFound) || err == nil && (!i.UsedAt.IsZero() || !s.clock.Now().Before(i.ExpiresAt)) {
		return i, ErrLink
	}
	if err == nil && i.WorkspaceID == "" {
		if any, err := tx.AnyUser(ctx); any || err != nil {
			return i, errors.Join(err, ErrLink)
		}
	}
	return i, err
}

// Accept uses a link up. Somebody new gets a password; somebody who can sign in already shows theirs. The first owner
// names the workspace, which is made on the free plan.
func (s *Service) Accept(ctx context.Context, token secret.Text, workspaceName, email, password, address string) (store.User, error) {
	if _, err := s.Invitation(ctx, token); err != nil {
		return store.User{}, err
	}
	u, err := s.prepare(ctx, email, password, chosen)
	if err != nil {
		return u, err
	}
	existing, known := s.Check(ctx, email, password, address)
	if known == nil {
		u = existing
	} else if !errors.Is(known, ErrWrong) {
		return u, known
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		i, err := s.invitation(ctx, tx, token)
		if err != nil {
			return err
		}
		if err := tx.UseInvitation(ctx, i.WorkspaceID, i.ID, s.clock.Now()); err != nil {
			return err
		}
		if i.WorkspaceID == "" {
			if i.WorkspaceID, err = s.firstWorkspace(ctx, tx, workspaceName); err != nil {
				return err
			}
		}
		if known == nil {
			return tx.AddMember(ctx, store.Membership{WorkspaceID: i.WorkspaceID, UserID: u.ID, Role: i.Role, CreatedAt: s.clock.Now()})
		}
		return s.join(ctx, tx, u, i.WorkspaceID, i.Role)
	})
	return u, taken(err)
}

// firstWorkspace makes the workspace of the server's first owner.
func (s *Service) firstWorkspace(ctx context.Context, tx *store.Tx, name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n := utf8.RuneCountInString(name); n < 1 || n > 100 || !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
		return "", ErrName
	}
	w := store.Workspace{ID: store.NewID("org"), Name: name, Plan: "free", CreatedAt: s.clock.Now()}
	return w.ID, tx.InsertWorkspace(ctx, w)
}
