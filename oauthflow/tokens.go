package oauthflow

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// tokens is one answer of the token endpoint (RFC 6749 section 5.1).
type tokens struct {
	Access   secretText
	Refresh  secretText
	Scope    string
	Obtained time.Time
	Expiry   time.Time // zero: the server named no life
}

// life is how long the access token was given; 0 when unknown.
func (t tokens) life() time.Duration {
	if t.Expiry.IsZero() {
		return 0
	}
	return t.Expiry.Sub(t.Obtained)
}

// spent tells an access token that must not be used any more: the last tenth of its life, at most ten seconds, is left for
// the request that carries it.
func (t tokens) spent(now time.Time) bool {
	return t.Access == "" || !t.Expiry.IsZero() && !now.Before(t.Expiry.Add(-min(10*time.Second, t.life()/10)))
}

// longestToken bounds a token; structured tokens of several KiB exist.
const longestToken = 64 << 10

// readTokens reads a success. The pair is kept whatever its decoration: once the server has rotated, throwing a pair away
// for an odd expires_in would end the sign-in. previous fills what a refresh may leave out (RFC 6749 section 6).
func (s *settings) readTokens(a *answer, previous tokens) (tokens, error) {
	bad := func(reason string) (tokens, error) {
		return tokens{}, &ResponseError{Op: a.op, Status: a.status, Reason: reason}
	}
	m, ok := a.members()
	if !ok {
		return bad("the answer is not a JSON object")
	}
	got := tokens{Access: secretText(m.text("access_token")), Refresh: secretText(m.text("refresh_token")),
		Scope: m.text("scope"), Obtained: s.clock.now()}
	if !tokenText(got.Access) {
		return bad("the answer has no usable access_token")
	}
	if !tokenText(got.Refresh) {
		got.Refresh = previous.Refresh
	}
	if got.Scope == "" {
		got.Scope = previous.Scope
	}
	if kind := m.text("token_type"); kind != "" && !strings.EqualFold(kind, "bearer") && previous.Access == "" {
		return bad("the token is of type " + quoted(kind, a.Secrets...) + ", not Bearer")
	}
	if n, ok := m.number("expires_in"); ok && n > 0 {
		got.Expiry = got.Obtained.Add(seconds(n))
	}
	return got, nil
}

// tokenText tells a token that can stand in a header (RFC 6749 appendix A.12, without the space).
func tokenText(t secretText) bool {
	return t != "" && len(t) <= longestToken &&
		!strings.ContainsFunc(string(t), func(r rune) bool { return r <= ' ' || r > '~' })
}

// exchangeCode trades an authorization code for tokens (RFC 6749 section 4.1.3, RFC 7636 section 4.5). It is sent once: a
// code that is sent twice makes a good server revoke everything it gave for it.
func (s *settings) exchangeCode(ctx context.Context, meta *Metadata, clientID, redirect string, code, verifier secretText) (tokens, error) {
	form := url.Values{
		"grant_type":    {grantCode},
		"client_id":     {clientID},
		"code":          {code.reveal()},
		"code_verifier": {verifier.reveal()},
		"redirect_uri":  {redirect},
	}
	a, err := s.call(ctx, once, func() (*answer, error) {
		return s.wire.post(ctx, "token", meta.TokenEndpoint, form, code, verifier)
	})
	if err != nil {
		return tokens{}, err
	}
	if a.status != http.StatusOK {
		return tokens{}, a.serverError()
	}
	return s.readTokens(a, tokens{})
}
