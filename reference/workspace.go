package reference

import (
	"context"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/console"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// NewWorkspace is what CreateWorkspace makes a workspace from. The zero value makes a free one.
type NewWorkspace struct {
	Name          string            // default "Demo Agency"
	Plan          string            // "free" or "paid"; default "free"
	KeyLabel      string            // default "default"
	Profile       map[string]string // agency profile: defaults for appointment requests (spec section 4, endpoint 12)
	ConnectMarket bool              // opens an account on the market platform, as the sandbox allows
	WithUser      bool              // makes a person who can sign in
}

// Workspace is a new workspace with the credentials that are shown this once.
type Workspace struct {
	OrgID   string
	OrgName string
	Plan    string
	Key
	User User
}

// Key is a new API key, which is shown this once.
type Key struct {
	APIKey   string
	KeyLabel string
}

// User is a person of a workspace, who signs in to the application interface.
type User struct {
	Email    string
	Password string
}

// CreateWorkspace makes a workspace with an API key and what else was asked for, or nothing when something fails.
func (s *Server) CreateWorkspace(ctx context.Context, in NewWorkspace) (Workspace, error) {
	w, err := s.accounts.Draft(in.Name, in.Plan, in.Profile)
	if err != nil {
		return Workspace{}, err
	}
	key, text := s.accounts.DraftKey(w.ID, in.KeyLabel)
	made := Workspace{OrgID: w.ID, OrgName: w.Name, Plan: w.Plan, Key: Key{APIKey: text.Reveal(), KeyLabel: key.Label}}
	parts := []func(*store.Tx) error{func(tx *store.Tx) error { return tx.InsertKey(ctx, key) }}
	if in.ConnectMarket {
		account, err := s.market.Account(ctx, w.ID)
		if err != nil {
			return Workspace{}, err
		}
		parts = append(parts, func(tx *store.Tx) error { return tx.PutMarketConnection(ctx, account) })
	}
	if in.WithUser {
		password := secret.Generate("")
		person, err := s.users.Draft(ctx, ownerOf(w.ID), password)
		if err != nil {
			return Workspace{}, err
		}
		made.User = User{Email: person.Email, Password: password.Reveal()}
		parts = append(parts, func(tx *store.Tx) error { return s.users.Join(ctx, tx, person, w.ID) })
	}
	if err := s.accounts.Create(ctx, w, parts...); err != nil {
		return Workspace{}, err
	}
	return made, nil
}

// CreateKey makes another API key for a workspace.
func (s *Server) CreateKey(ctx context.Context, orgID, label string) (Key, error) {
	key, text, err := s.accounts.CreateKey(ctx, orgID, label)
	return Key{APIKey: text.Reveal(), KeyLabel: key.Label}, err
}

// HasWorkspace says whether there is a workspace of that id.
func (s *Server) HasWorkspace(ctx context.Context, orgID string) bool {
	_, err := s.accounts.Workspace(ctx, orgID)
	return err == nil
}

// ownerOf is the address of a workspace's first person, which nobody reads.
func ownerOf(orgID string) string { return "owner@" + strings.ReplaceAll(orgID, "_", "-") + ".example" }

// SetupLink is the link with which the first person sets up the first workspace, or empty once there is anybody who can
// sign in. Whoever opens it first owns the server's first workspace.
func (s *Server) SetupLink(ctx context.Context) (string, error) {
	token, ok, err := s.users.FirstLink(ctx)
	if err != nil || !ok {
		return "", err
	}
	return s.config.BaseURL + console.JoinPath(token), nil
}
