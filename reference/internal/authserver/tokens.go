package authserver

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Prefixes that tell tokens apart, for people and for secret scanners.
const (
	accessPrefix  = "bat_"
	refreshPrefix = "brt_"
	familyPrefix  = "fam"
)

// Domains of the keyed hash.
const (
	domainAccess      = "oauth-access"  // derives access tokens
	domainRefresh     = "oauth-refresh" // derives refresh tokens
	domainAccessHash  = "oauth-access-hash"
	domainCodeHash    = "oauth-code-hash"
	domainDeviceHash  = "oauth-device-hash"
	domainUserHash    = "oauth-user-code-hash"
	controlClientID   = "client_control"
	controlClientName = "Control hook"
)

// Why a family was revoked. The applications page says it in words.
const (
	RevokedReuse   = "reuse"   // a spent refresh token came back
	RevokedReplay  = "replay"  // a spent code came back
	RevokedSignOut = "signout" // the application signed out
	RevokedPerson  = "person"  // somebody of the workspace ended it
)

// Tokens is what a client gets.
type Tokens struct {
	AccessToken  secret.Text
	RefreshToken secret.Text
	ClientID     string
	ExpiresIn    time.Duration
}

// derive makes a family's token of one generation. Only the holder of the server's key can, and it always comes out the
// same, so that no token text has to be kept.
func (s *Server) derive(domain, familyID string, generation int64) string {
	mac := s.o.Secret.Bytes(domain, familyID+" "+strconv.FormatInt(generation, 10))
	return base64.RawURLEncoding.EncodeToString(mac)
}

func (s *Server) accessToken(familyID string, generation int64) secret.Text {
	return secret.Text(accessPrefix + s.derive(domainAccess, familyID, generation))
}

// refreshToken names its family and generation, so that one that was spent long ago is still known for what it is.
func (s *Server) refreshToken(familyID string, generation int64) secret.Text {
	return secret.Text(refreshPrefix + strings.TrimPrefix(familyID, familyPrefix+"_") + "_" + strconv.FormatInt(generation, 10) +
		"_" + s.derive(domainRefresh, familyID, generation))
}

// parseRefresh gives the family and generation of a refresh token that this server made.
func (s *Server) parseRefresh(token string) (familyID string, generation int64, ok bool) {
	text, ok := strings.CutPrefix(token, refreshPrefix)
	parts := strings.SplitN(text, "_", 3)
	if !ok || len(parts) != 3 {
		return "", 0, false
	}
	generation, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || generation < 1 {
		return "", 0, false
	}
	familyID = familyPrefix + "_" + parts[0]
	genuine := s.refreshToken(familyID, generation).Reveal()
	return familyID, generation, subtle.ConstantTimeCompare([]byte(genuine), []byte(token)) == 1
}

// openFamily begins a sign-in and gives its first tokens.
func (s *Server) openFamily(ctx context.Context, tx *store.Tx, f store.OAuthFamily) (store.OAuthFamily, error) {
	now := s.o.Clock.Now()
	f.ID, f.Scope, f.Generation = store.NewID(familyPrefix), Scope, 1
	f.CreatedAt, f.RotatedAt, f.ExpiresAt = now, now, now.Add(s.o.Lives.RefreshToken)
	if err := tx.InsertOAuthFamily(ctx, f); err != nil {
		return f, err
	}
	if err := tx.TouchOAuthClient(ctx, f.ClientID, now); err != nil {
		return f, err
	}
	return f, s.storeAccess(ctx, tx, f)
}

// storeAccess makes the access token of the family's generation valid.
func (s *Server) storeAccess(ctx context.Context, tx *store.Tx, f store.OAuthFamily) error {
	hash := s.o.Secret.Sum(domainAccessHash, s.accessToken(f.ID, f.Generation).Reveal())
	return tx.InsertAccessToken(ctx, hash, f, f.RotatedAt.Add(s.o.Lives.AccessToken))
}

// tokens are those of the family's current generation.
func (s *Server) tokens(f store.OAuthFamily) Tokens {
	return Tokens{
		AccessToken:  s.accessToken(f.ID, f.Generation),
		RefreshToken: s.refreshToken(f.ID, f.Generation),
		ClientID:     f.ClientID,
		ExpiresIn:    f.RotatedAt.Add(s.o.Lives.AccessToken).Sub(s.o.Clock.Now()),
	}
}

// live says whether a family's tokens are good.
func (s *Server) live(f store.OAuthFamily) bool {
	return f.RevokedAt.IsZero() && s.o.Clock.Now().Before(f.ExpiresAt)
}

// VerifyAccessToken says whose an access token is, or ErrInvalidToken.
func (s *Server) VerifyAccessToken(ctx context.Context, token string) (workspaceID, clientID, userID string, err error) {
	if !strings.HasPrefix(token, accessPrefix) {
		return "", "", "", ErrInvalidToken
	}
	var t store.AccessToken
	err = s.o.DB.Look(ctx, func(tx *store.Tx) error {
		t, err = tx.AccessTokenByHash(ctx, s.o.Secret.Sum(domainAccessHash, token))
		return err
	})
	if errors.Is(err, store.ErrNotFound) || err == nil && (!t.Family.RevokedAt.IsZero() || !s.o.Clock.Now().Before(t.ExpiresAt)) {
		return "", "", "", ErrInvalidToken
	}
	return t.Family.WorkspaceID, t.Family.ClientID, t.Family.UserID, err
}
