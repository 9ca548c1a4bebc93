package reference

import (
	"context"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/console"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
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

// CreateWorkspace makes a workspace with an API key.
func (s *Server) CreateWorkspace(ctx context.Context, in NewWorkspace) (Workspace, error) {
	w, err := s.accounts.Create(ctx, in.Name, in.Plan, in.Profile)
	if err != nil {
		return Workspace{}, err
	}
	key, err := s.CreateKey(ctx, w.ID, in.KeyLabel)
	if err != nil {
		return Workspace{}, err
	}
	if in.ConnectMarket {
		if err := s.market.OpenAccount(ctx, w.ID); err != nil {
			return Workspace{}, err
		}
	}
	made := Workspace{OrgID: w.ID, OrgName: w.Name, Plan: w.Plan, Key: key}
	if in.WithUser {
		made.User, _, err = s.createUser(ctx, w.ID)
	}
	return made, err
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

// createUser makes a person who owns the workspace, under an address that nobody reads.
func (s *Server) createUser(ctx context.Context, orgID string) (made User, userID string, err error) {
	password := secret.Generate("")
	u, err := s.users.CreateDrawn(ctx, orgID, "owner@"+strings.ReplaceAll(orgID, "_", "-")+".example", password)
	return User{Email: u.Email, Password: password.Reveal()}, u.ID, err
}

// SetupLink is the link with which the first person sets up the first workspace, or empty once there is anybody who can
// sign in. Whoever opens it first owns the server's first workspace.
func (s *Server) SetupLink(ctx context.Context) (string, error) {
	token, ok, err := s.users.FirstLink(ctx)
	if err != nil || !ok {
		return "", err
	}
	return s.config.BaseURL + console.JoinPath(token), nil
}
