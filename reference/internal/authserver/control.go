package authserver

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Authorize does what a person of the workspace would do with an authorization request: sign in and consent. It
// returns the redirect to the application, which carries the code or the error.
func (s *Server) Authorize(ctx context.Context, authorizationURL, workspaceID, userID string) (redirect string, err error) {
	u, err := url.Parse(authorizationURL)
	if err != nil || u.Path == "" {
		return "", fmt.Errorf("authserver: %q is no authorization URL", authorizationURL)
	}
	issuer := s.o.BaseURL
	if issuer == "" {
		issuer = u.Scheme + "://" + u.Host
	}
	a, err := s.parseAuthorization(ctx, u.RawQuery, issuer)
	var p *problem
	if errors.As(err, &p) {
		return a.answer(url.Values{"error": {p.code}, "error_description": {p.text}}), nil
	}
	if err != nil {
		return "", err
	}
	return s.Grant(ctx, a, workspaceID, userID)
}

// IssueToken signs a person in without a browser, for a client of the server's own.
func (s *Server) IssueToken(ctx context.Context, workspaceID, userID string) (Tokens, error) {
	var f store.OAuthFamily
	err := s.o.DB.Write(ctx, func(tx *store.Tx) error {
		c := store.OAuthClient{ID: controlClientID, Name: controlClientName, CreatedAt: s.o.Clock.Now()}
		if err := tx.InsertOAuthClient(ctx, c); err != nil {
			return err
		}
		var err error
		f, err = s.openFamily(ctx, tx, store.OAuthFamily{WorkspaceID: workspaceID, UserID: userID, ClientID: c.ID, Method: MethodControl})
		return err
	})
	if err != nil {
		return Tokens{}, err
	}
	return s.tokens(f), nil
}

// ExpireToken ends an access token at once, as its life would. Its refresh token stays good.
func (s *Server) ExpireToken(ctx context.Context, accessToken string) error {
	hash := s.o.Secret.Sum(domainAccessHash, accessToken)
	err := s.o.DB.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.AccessTokenByHash(ctx, hash)
		if err != nil {
			return err
		}
		return tx.ExpireAccessToken(ctx, t.Family.WorkspaceID, hash, s.o.Clock.Now())
	})
	if errors.Is(err, store.ErrNotFound) {
		return ErrInvalidToken
	}
	return err
}
