package authserver

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"regexp"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Forms of RFC 7636 sections 4.1 and 4.2.
var (
	verifierForm  = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)
	challengeForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)
)

// exchangeCode gives the tokens for an authorization code. A code that comes a second time ends the family that came of
// it (RFC 6749 section 4.1.2). A wrong verifier does not use the code up: it cannot be guessed, and whoever only saw the
// code must not be able to spoil it.
func (s *Server) exchangeCode(ctx context.Context, clientID string, f form) (Tokens, error) {
	if err := f.need("code", "code_verifier"); err != nil {
		return Tokens{}, err
	}
	return s.settle(ctx, func(ctx context.Context, tx *store.Tx) (none store.OAuthFamily, _ *problem, err error) {
		code, err := tx.OAuthCodeByHash(ctx, s.o.Secret.Sum(domainCodeHash, f["code"]))
		if errors.Is(err, store.ErrNotFound) {
			return none, refuse(invalidGrant, "The code is not known."), nil
		}
		if err != nil {
			return none, nil, err
		}
		if refused := s.checkCode(code, clientID, f); refused != nil {
			return none, refused, s.endReplayed(ctx, tx, code, clientID)
		}
		family, err := s.openFamily(ctx, tx, store.OAuthFamily{WorkspaceID: code.WorkspaceID, UserID: code.UserID,
			ClientID: clientID, Method: MethodBrowser})
		if err != nil {
			return none, nil, err
		}
		return family, nil, tx.SpendOAuthCode(ctx, code.Hash, family.ID)
	})
}

func (s *Server) checkCode(code store.OAuthCode, clientID string, f form) *problem {
	switch {
	case code.ClientID != clientID:
		return refuse(invalidGrant, "The code belongs to another client.")
	case code.FamilyID != "":
		return refuse(invalidGrant, "The code was used before. The sign-in that came of it was ended. Sign in again.")
	case !s.o.Clock.Now().Before(code.ExpiresAt):
		return refuse(invalidGrant, "The code has expired.")
	case f["redirect_uri"] != "" && f["redirect_uri"] != code.RedirectURI:
		// OAuth 2.1 leaves the parameter out of the exchange, older clients repeat it (RFC 6749 section 4.1.3).
		return refuse(invalidGrant, "The redirect_uri is not the one of the authorization request.")
	case !verifies(f["code_verifier"], code.Challenge):
		return refuse(invalidGrant, "The code_verifier does not fit the code_challenge.")
	}
	return nil
}

func (s *Server) endReplayed(ctx context.Context, tx *store.Tx, code store.OAuthCode, clientID string) error {
	if code.FamilyID == "" || code.ClientID != clientID {
		return nil
	}
	return tx.RevokeOAuthFamily(ctx, code.WorkspaceID, code.FamilyID, RevokedReplay, s.o.Clock.Now())
}

func verifies(verifier, challenge string) bool {
	if !verifierForm.MatchString(verifier) {
		return false
	}
	sum := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(challenge)) == 1
}
