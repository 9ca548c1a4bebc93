package authserver

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// serveRevoke ends a token at its holder's wish (RFC 7009). A refresh token takes its whole family with it. An unknown
// token is no error: it is over already.
func (s *Server) serveRevoke(w http.ResponseWriter, r *http.Request) error {
	f, err := readForm(w, r)
	if err != nil {
		return err
	}
	if err := f.need("token"); err != nil {
		return err
	}
	clientID, err := s.identify(r, f)
	if err != nil {
		return err
	}
	if strings.HasPrefix(f["token"], accessPrefix) {
		err = s.revokeAccess(r.Context(), clientID, f["token"])
	} else {
		err = s.revokeFamily(r.Context(), clientID, f["token"])
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	writeJSON(w, http.StatusOK, struct{}{})
	return nil
}

func (s *Server) revokeFamily(ctx context.Context, clientID, token string) error {
	familyID, _, ok := s.parseRefresh(token)
	if !ok {
		return nil
	}
	return s.o.DB.Write(ctx, func(tx *store.Tx) error {
		f, err := tx.OAuthFamily(ctx, familyID)
		if err != nil {
			return err
		}
		if f.ClientID != clientID {
			return otherClient()
		}
		return tx.RevokeOAuthFamily(ctx, f.WorkspaceID, f.ID, RevokedSignOut, s.o.Clock.Now())
	})
}

func (s *Server) revokeAccess(ctx context.Context, clientID, token string) error {
	hash := s.o.Secret.Sum(domainAccessHash, token)
	return s.o.DB.Write(ctx, func(tx *store.Tx) error {
		t, err := tx.AccessTokenByHash(ctx, hash)
		if err != nil {
			return err
		}
		if t.Family.ClientID != clientID {
			return otherClient()
		}
		return tx.ExpireAccessToken(ctx, t.Family.WorkspaceID, hash, s.o.Clock.Now())
	})
}

func otherClient() error { return refuse(invalidGrant, "The token belongs to another client.") }
