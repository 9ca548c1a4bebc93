package authserver

import (
	"context"
	"errors"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// SignIn is an application that got into a workspace, as its people see it.
type SignIn struct {
	store.OAuthFamily
	ClientName string
	Live       bool
}

// SignIns lists the sign-ins of a workspace, the latest first, those that ended lately included.
func (s *Server) SignIns(ctx context.Context, workspaceID string) (all []SignIn, err error) {
	err = s.o.DB.Read(ctx, func(tx *store.Tx) error {
		families, err := tx.OAuthFamilies(ctx, workspaceID)
		if err != nil {
			return err
		}
		names := map[string]string{}
		for _, f := range families {
			if _, known := names[f.ClientID]; !known {
				c, err := tx.OAuthClient(ctx, f.ClientID)
				if err != nil {
					return err
				}
				names[f.ClientID] = c.Name
			}
			all = append(all, SignIn{OAuthFamily: f, ClientName: names[f.ClientID], Live: s.live(f)})
		}
		return nil
	})
	return all, err
}

// EndSignIn revokes a sign-in of the workspace, all its tokens included, or returns ErrUnknown.
func (s *Server) EndSignIn(ctx context.Context, workspaceID, id string) error {
	err := s.o.DB.Write(ctx, func(tx *store.Tx) error {
		return tx.RevokeOAuthFamily(ctx, workspaceID, id, RevokedPerson, s.o.Clock.Now())
	})
	if errors.Is(err, store.ErrNotFound) {
		return ErrUnknown
	}
	return err
}
