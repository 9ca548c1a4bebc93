package reference

import (
	"context"
	"errors"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
)

// person is somebody of the workspace, made when there is nobody.
func (s *Server) person(ctx context.Context, orgID string) (userID string, err error) {
	if _, err := s.accounts.Workspace(ctx, orgID); err != nil {
		return "", err
	}
	members, err := s.users.Members(ctx, orgID)
	if err != nil || len(members) > 0 {
		if err == nil {
			userID = members[0].UserID
		}
		return userID, err
	}
	owner, err := s.users.CreateDrawn(ctx, orgID, ownerOf(orgID), secret.Generate(""))
	return owner.ID, err
}

type tokenOutput struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ClientID     string `json:"client_id"`
	ExpiresIn    int    `json:"expires_in"`
}

func (s *Server) issueToken(ctx context.Context, in orgInput) (tokenOutput, error) {
	userID, err := s.person(ctx, in.OrgID)
	if err != nil {
		return tokenOutput{}, err
	}
	t, err := s.auth.IssueToken(ctx, in.OrgID, userID)
	return tokenOutput{AccessToken: t.AccessToken.Reveal(), RefreshToken: t.RefreshToken.Reveal(), ClientID: t.ClientID, ExpiresIn: int(t.ExpiresIn.Seconds())}, err
}

func (s *Server) expireToken(ctx context.Context, in struct {
	AccessToken string `json:"access_token"`
}) (done, error) {
	return done{}, s.auth.ExpireToken(ctx, in.AccessToken)
}

type deviceInput struct {
	OrgID    string `json:"org_id"`
	UserCode string `json:"user_code"`
}

func (s *Server) approveDevice(ctx context.Context, in deviceInput) (done, error) {
	return done{}, s.decideDevice(ctx, in, s.auth.ApproveDevice)
}

func (s *Server) denyDevice(ctx context.Context, in deviceInput) (done, error) {
	return done{}, s.decideDevice(ctx, in, s.auth.DenyDevice)
}

func (s *Server) decideDevice(ctx context.Context, in deviceInput, decide func(ctx context.Context, userCode, workspaceID, userID string) error) error {
	userID, err := s.person(ctx, in.OrgID)
	if err != nil {
		return err
	}
	err = decide(ctx, in.UserCode, in.OrgID, userID)
	if errors.Is(err, authserver.ErrUnknownCode) {
		return errors.Join(account.ErrUnknown, err)
	}
	return err
}

func (s *Server) authorize(ctx context.Context, in struct {
	OrgID            string `json:"org_id"`
	AuthorizationURL string `json:"authorization_url"`
}) (map[string]string, error) {
	userID, err := s.person(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	redirect, err := s.auth.Authorize(ctx, in.AuthorizationURL, in.OrgID, userID)
	return map[string]string{"redirect_to": redirect}, err
}
