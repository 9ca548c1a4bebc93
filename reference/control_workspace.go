package reference

import (
	"context"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
)

type orgInput struct {
	OrgID string `json:"org_id"`
}

type createWorkspaceInput struct {
	Name            string            `json:"name"`
	Plan            string            `json:"plan"`
	MarketConnected bool              `json:"market_connected"`
	Profile         map[string]string `json:"profile"`
}

type workspaceOutput struct {
	OrgID    string     `json:"org_id"`
	OrgName  string     `json:"org_name"`
	Plan     string     `json:"plan"`
	APIKey   string     `json:"api_key"`
	KeyLabel string     `json:"key_label"`
	User     userOutput `json:"user"`
}

type userOutput struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

func (s *Server) createWorkspaceHook(ctx context.Context, in createWorkspaceInput) (workspaceOutput, error) {
	w, err := s.CreateWorkspace(ctx, NewWorkspace{Name: in.Name, Plan: in.Plan, Profile: in.Profile, ConnectMarket: in.MarketConnected, WithUser: true})
	return workspaceOutput{OrgID: w.OrgID, OrgName: w.OrgName, Plan: w.Plan, APIKey: w.APIKey, KeyLabel: w.KeyLabel, User: userOutput(w.User)}, err
}

func (s *Server) setPlan(ctx context.Context, in struct {
	OrgID string `json:"org_id"`
	Plan  string `json:"plan"`
}) (done, error) {
	return done{}, s.accounts.SetPlan(ctx, in.OrgID, in.Plan)
}

func (s *Server) setProfile(ctx context.Context, in struct {
	OrgID   string            `json:"org_id"`
	Profile map[string]string `json:"profile"`
}) (done, error) {
	return done{}, s.accounts.SetProfile(ctx, in.OrgID, in.Profile)
}

type keyOutput struct {
	APIKey   string `json:"api_key"`
	KeyLabel string `json:"key_label"`
}

func (s *Server) createKeyHook(ctx context.Context, in struct {
	OrgID string `json:"org_id"`
	Label string `json:"label"`
}) (keyOutput, error) {
	key, err := s.CreateKey(ctx, in.OrgID, in.Label)
	return keyOutput(key), err
}

func (s *Server) revokeKey(ctx context.Context, in struct {
	APIKey string `json:"api_key"`
}) (done, error) {
	return done{}, s.accounts.RevokeText(ctx, secret.Text(in.APIKey))
}
