package intake

import (
	"context"
	"net/http"
	"strings"
)

// TokenSource gives access tokens; an oauthflow.Source is one. A source may also have
//
//	Rejected(ctx context.Context, token string) error
//
// which is called when the service answers 401 to a token; when it returns nil, the request is sent once more with another
// AccessToken.
type TokenSource interface {
	AccessToken(ctx context.Context) (string, error)
}

type rejecter interface {
	Rejected(ctx context.Context, token string) error
}

// credential is one way of authenticating (spec section 5). What is secret stands behind functions, so that no dump of a
// client reaches it.
type credential struct {
	header string
	key    Secret
	value  func() []string // of the header, for a key
	source func() TokenSource
}

func keyCredential(key, header, scheme string) (*credential, error) {
	key = strings.TrimSpace(key)
	if key == "" {
		return nil, badOption("the API key is empty")
	}
	if !printable(key) {
		return nil, badOption("the API key holds a character that cannot be sent")
	}
	value := []string{scheme + key}
	return &credential{header: header, key: NewSecret(key), value: func() []string { return value }}, nil
}

// token is the credential of the next attempt, and the value of the header that carries it.
func (c *credential) token(ctx context.Context) (Secret, []string, error) {
	if c.source == nil {
		return c.key, c.value(), nil
	}
	token, err := c.source().AccessToken(ctx)
	if err != nil {
		return Secret{}, nil, &tokenError{err}
	}
	return NewSecret(token), []string{"Bearer " + token}, nil
}

// renew tells the source that its token was refused, and says whether to try another one.
func (c *credential) renew(ctx context.Context, token Secret) bool {
	if c.source == nil {
		return false
	}
	source, ok := c.source().(rejecter)
	return ok && source.Rejected(ctx, token.Reveal()) == nil
}

// credentials puts the credential on each attempt, in a copy of the headers that nothing but the transport sees. Every
// attempt goes to the client's own base address, because redirects are not followed.
type credentials struct {
	next       http.RoundTripper
	credential *credential
}

func (h *credentials) RoundTrip(r *http.Request) (*http.Response, error) {
	c := callOf(r.Context())
	token, value, err := h.credential.token(r.Context())
	if err != nil {
		closeBody(r)
		return nil, err
	}
	c.token = token
	r.Header[h.credential.header] = value
	return h.next.RoundTrip(r)
}

// tokenError is a token source that gave no token, so that nothing was sent.
type tokenError struct{ err error }

func (e *tokenError) Error() string { return "no access token: " + e.err.Error() }
func (e *tokenError) Unwrap() error { return e.err }
