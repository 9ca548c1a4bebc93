package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
)

// Caller is who a verified credential stands for. The workspace comes from here and never from a request (spec section 5).
type Caller struct {
	WorkspaceID string
	AuthKind    string // api_key or oauth
	KeyLabel    *string
}

// Kinds of credential (spec section 2).
const (
	authKey   = "api_key"
	authToken = "oauth"
)

// ErrToken says that an access token opens nothing: unknown, expired or revoked.
var ErrToken = errors.New("api: the access token is not valid")

// Tokens verifies access tokens.
type Tokens interface {
	// VerifyToken returns the workspace of a good access token, and ErrToken for any other.
	VerifyToken(ctx context.Context, token secret.Text) (workspaceID string, err error)
}

const realm = `Bearer realm="workspace intake"`

// authenticate resolves the request's credential to one workspace.
func (a *API) authenticate(r *http.Request) (Caller, error) {
	text, err := credential(r.Header)
	if err != nil {
		return Caller{}, err
	}
	if account.IsKey(text) {
		key, err := a.accounts.VerifyKey(r.Context(), text)
		if errors.Is(err, account.ErrUnknown) {
			return Caller{}, unauthorized("The API key is unknown or revoked.", "invalid_token")
		}
		if err != nil {
			return Caller{}, fmt.Errorf("api: looking up an API key: %w", err)
		}
		return Caller{WorkspaceID: key.WorkspaceID, AuthKind: authKey, KeyLabel: &key.Label}, nil
	}
	workspace, err := a.tokens.VerifyToken(r.Context(), text)
	if errors.Is(err, ErrToken) {
		return Caller{}, unauthorized("The credential is unknown, expired or revoked. Sign in again, refresh the token, or use an API key.", "invalid_token")
	}
	if err != nil {
		return Caller{}, fmt.Errorf("api: looking up an access token: %w", err)
	}
	return Caller{WorkspaceID: workspace, AuthKind: authToken}, nil
}

// credential finds the one credential of a request: in Authorization or in X-API-Key, or in both when they agree.
func credential(h http.Header) (secret.Text, error) {
	var found []string
	for _, value := range h.Values("Authorization") {
		scheme, token, _ := strings.Cut(value, " ")
		token = strings.TrimSpace(token)
		if !strings.EqualFold(scheme, "Bearer") || token == "" || strings.ContainsAny(token, " \t,") {
			return "", unauthorized("The Authorization header should be: Bearer, a space, and the API key or access token.", "invalid_request")
		}
		found = append(found, token)
	}
	for _, value := range h.Values("X-API-Key") {
		if value = strings.TrimSpace(value); value != "" {
			found = append(found, value)
		}
	}
	if len(found) == 0 {
		return "", unauthorized("This call needs an API key or an access token.", "")
	}
	for _, other := range found[1:] {
		if other != found[0] {
			return "", unauthorized("The request carries two credentials that differ. Send one.", "invalid_request")
		}
	}
	return secret.Text(found[0]), nil
}

func unauthorized(detail, code string) *refusal {
	challenge := realm
	if code != "" {
		challenge += `, error="` + code + `"`
	}
	return refuse(http.StatusUnauthorized, detail, "WWW-Authenticate", challenge)
}
