package user

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// How long a browser stays signed in.
const (
	idleLife    = 12 * time.Hour     // without a request
	sessionLife = 7 * 24 * time.Hour // in all
	noteEvery   = time.Minute        // how exact "last seen" is
)

// maxSessions is in how many browsers a person is signed in at once. Another sign-in ends the one that was used longest ago.
const maxSessions = 50

// Domains of the keyed hash.
const (
	domainSession = "web-session"
	domainFlash   = "web-flash"
	domainInvite  = "invitation"
)

// Session is a person signed in with one browser, looking at one workspace.
type Session struct {
	ID            string
	UserID        string
	Email         string
	WorkspaceID   string // empty when the person belongs to none
	WorkspaceName string
	Role          string
	Workspaces    []store.Membership
	CreatedAt     time.Time
	hasFlash      bool
}

// Start signs a person in and gives the cookie. Every sign-in has a fresh one.
func (s *Service) Start(ctx context.Context, u store.User, address, userAgent string) (secret.Text, error) {
	cookie, now := secret.Generate("iws_"), s.clock.Now()
	row := store.WebSession{ID: store.NewID("web"), Hash: s.secret.Sum(domainSession, cookie.Reveal()), UserID: u.ID, Address: address,
		UserAgent: userAgent, CreatedAt: now, SeenAt: now, ExpiresAt: now.Add(idleLife)}
	return cookie, s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.DeleteWebSessionsBefore(ctx, now); err != nil {
			return err
		}
		if err := tx.KeepWebSessions(ctx, u.ID, maxSessions-1); err != nil {
			return err
		}
		return tx.InsertWebSession(ctx, row)
	})
}

// Session is whom a cookie stands for, or ErrUnknown. The workspace is one the person belongs to at this moment.
func (s *Service) Session(ctx context.Context, cookie secret.Text) (Session, error) {
	var row store.WebSession
	var u store.User
	var workspaces []store.Membership
	now := s.clock.Now()
	err := s.db.Read(ctx, func(tx *store.Tx) (err error) {
		if row, err = tx.WebSessionByHash(ctx, s.secret.Sum(domainSession, cookie.Reveal())); err != nil {
			return err
		}
		if !now.Before(row.ExpiresAt) {
			return store.ErrNotFound
		}
		if u, err = tx.User(ctx, row.UserID); err != nil {
			return err
		}
		workspaces, err = tx.Memberships(ctx, row.UserID)
		return err
	})
	if err != nil {
		return Session{}, unknown(err)
	}
	out := Session{ID: row.ID, UserID: u.ID, Email: u.Email, Workspaces: workspaces, CreatedAt: row.CreatedAt, hasFlash: row.Flash != ""}
	out.choose(row.WorkspaceID)
	if now.Sub(row.SeenAt) < noteEvery {
		return out, nil
	}
	expires := row.CreatedAt.Add(sessionLife)
	if idle := now.Add(idleLife); idle.Before(expires) {
		expires = idle
	}
	return out, s.db.Write(ctx, func(tx *store.Tx) error { return tx.ExtendWebSession(ctx, row.ID, now, expires) })
}

// choose looks at the workspace of that id, or at the first one.
func (o *Session) choose(id string) {
	i := slices.IndexFunc(o.Workspaces, func(m store.Membership) bool { return m.WorkspaceID == id })
	if i < 0 && len(o.Workspaces) > 0 {
		i = 0
	}
	if i >= 0 {
		o.WorkspaceID, o.WorkspaceName, o.Role = o.Workspaces[i].WorkspaceID, o.Workspaces[i].WorkspaceName, o.Workspaces[i].Role
	}
}

// Belongs says whether the person is in that workspace.
func (o Session) Belongs(workspaceID string) bool {
	return slices.ContainsFunc(o.Workspaces, func(m store.Membership) bool { return m.WorkspaceID == workspaceID })
}

// Switch looks at another workspace of the person, or gives ErrUnknown.
func (s *Service) Switch(ctx context.Context, session Session, workspaceID string) error {
	if !session.Belongs(workspaceID) {
		return ErrUnknown
	}
	return unknown(s.db.Write(ctx, func(tx *store.Tx) error { return tx.SwitchWebSession(ctx, session.ID, workspaceID) }))
}

// Sessions lists where a person is signed in.
func (s *Service) Sessions(ctx context.Context, userID string) (all []store.WebSession, err error) {
	err = s.db.Read(ctx, func(tx *store.Tx) error {
		all, err = tx.WebSessions(ctx, userID, s.clock.Now())
		return err
	})
	return all, err
}

// End signs one browser of a person out, or gives ErrUnknown.
func (s *Service) End(ctx context.Context, userID, sessionID string) error {
	return unknown(s.db.Write(ctx, func(tx *store.Tx) error { return tx.DeleteWebSession(ctx, userID, sessionID) }))
}

// SetFlash leaves a text for the next page of the session. It is sealed, since it may be a new key.
func (s *Service) SetFlash(ctx context.Context, session Session, text secret.Text) error {
	sealed, err := s.secret.Seal(domainFlash+":"+session.ID, text)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.SetFlash(ctx, session.ID, sealed) })
}

// TakeFlash gives the text that was left, once.
func (s *Service) TakeFlash(ctx context.Context, session Session, cookie secret.Text) (secret.Text, error) {
	if !session.hasFlash {
		return "", nil
	}
	sealed := ""
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.WebSessionByHash(ctx, s.secret.Sum(domainSession, cookie.Reveal()))
		if err != nil {
			return err
		}
		sealed = row.Flash
		return tx.SetFlash(ctx, row.ID, "")
	})
	if err != nil || sealed == "" {
		return "", unknown(err)
	}
	text, err := s.secret.Open(domainFlash+":"+session.ID, sealed)
	if errors.Is(err, secret.ErrSealed) {
		return "", nil // the server's key was changed in between
	}
	return text, err
}
