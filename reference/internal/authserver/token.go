package authserver

import (
	"context"
	"math"
	"net/http"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// tokenReply is RFC 6749 section 5.1.
type tokenReply struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"`
	RefreshToken string `json:"refresh_token"`
	Scope        string `json:"scope"`
}

// grant exchanges what a client holds for tokens. A *problem is the refusal to send.
type grant func(s *Server, ctx context.Context, clientID string, f form) (Tokens, error)

var grants = map[string]grant{
	grantCode:    (*Server).exchangeCode,
	grantDevice:  (*Server).exchangeDevice,
	grantRefresh: (*Server).refresh,
}

func (s *Server) serveToken(w http.ResponseWriter, r *http.Request) error {
	f, err := readForm(w, r)
	if err != nil {
		return err
	}
	if err := f.need("grant_type"); err != nil {
		return err
	}
	exchange, ok := grants[f["grant_type"]]
	if !ok {
		return refuse(unsupportedGrant, "This server does not know the grant type.")
	}
	clientID, err := s.identify(r, f)
	if err != nil {
		return err
	}
	if err := checkScope(f["scope"]); err != nil {
		return err
	}
	t, err := exchange(s, r.Context(), clientID, f)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, tokenReply{
		AccessToken:  t.AccessToken.Reveal(),
		TokenType:    "Bearer",
		ExpiresIn:    max(0, int64(math.Floor(t.ExpiresIn.Seconds()))),
		RefreshToken: t.RefreshToken.Reveal(),
		Scope:        Scope,
	})
	return nil
}

// decision is what a grant comes to within a transaction: the family whose tokens are due, or a refusal. What goes with
// a refusal, such as the end of a family, is stored all the same; an error stores nothing.
type decision func(ctx context.Context, tx *store.Tx) (store.OAuthFamily, *problem, error)

func (s *Server) settle(ctx context.Context, decide decision) (Tokens, error) {
	var family store.OAuthFamily
	var refused *problem
	err := s.o.DB.Write(ctx, func(tx *store.Tx) (err error) {
		family, refused, err = decide(ctx, tx)
		return err
	})
	switch {
	case err != nil:
		return Tokens{}, err
	case refused != nil:
		return Tokens{}, refused
	}
	return s.tokens(family), nil
}
