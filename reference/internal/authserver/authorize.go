package authserver

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// How a person signed in, as a family remembers it.
const (
	MethodBrowser = "browser"
	MethodDevice  = "device"
	MethodControl = "control"
)

// Authorization is a valid request for an authorization code, which waits for a person.
type Authorization struct {
	ClientID    string
	ClientName  string
	RedirectURI string // where the answer goes

	asked     string // the redirect_uri parameter; may be empty
	challenge string
	state     string
	issuer    string
}

// misdirected is a request that must not be redirected anywhere (RFC 6749 section 4.1.2.1).
type misdirected struct{ text string }

func (m *misdirected) Error() string { return "authserver: " + m.text }

// serveAuthorize checks an authorization request before any person sees it. The pages post back to the same address,
// so that what is granted is what was shown.
func (s *Server) serveAuthorize(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodPost {
		w.Header().Set("Allow", "GET, POST")
		s.pages.Problem(w, r, http.StatusMethodNotAllowed, "This address takes no such request.")
		return
	}
	if refused := s.admit(s.authorizations, r); refused != nil {
		w.Header().Set("Retry-After", refused.retryAfter())
		s.pages.Problem(w, r, http.StatusTooManyRequests, "Too many requests came from your address. Wait a minute and try again.")
		return
	}
	a, err := s.parseAuthorization(r.Context(), r.URL.RawQuery, s.issuer(r))
	var stays *misdirected
	var p *problem
	switch {
	case err == nil:
		s.pages.Consent(w, r, a)
	case errors.As(err, &stays):
		s.pages.Problem(w, r, http.StatusBadRequest, stays.text)
	case errors.As(err, &p):
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		http.Redirect(w, r, a.answer(url.Values{"error": {p.code}, "error_description": {p.text}}), http.StatusSeeOther)
	default:
		s.o.Log.ErrorContext(r.Context(), "an authorization request failed", "error", err)
		s.pages.Problem(w, r, http.StatusInternalServerError, "The server could not do this just now. Try again.")
	}
}

// parseAuthorization checks first what decides where errors may go, and then the rest.
func (s *Server) parseAuthorization(ctx context.Context, query, issuer string) (a Authorization, err error) {
	if len(query) > maxForm {
		return a, &misdirected{"The request is too long."}
	}
	values, err := url.ParseQuery(query)
	if err != nil || len(values["client_id"]) > 1 || len(values["redirect_uri"]) > 1 {
		return a, &misdirected{"The request is not well formed."}
	}
	id, asked := values.Get("client_id"), values.Get("redirect_uri")
	if !plainText(id) || id == "" {
		return a, &misdirected{"The request does not say which application it comes from."}
	}
	client, err := s.client(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return a, &misdirected{"The application is not registered here. It has to register again."}
	}
	if err != nil {
		return a, err
	}
	a = Authorization{ClientID: id, ClientName: client.Name, RedirectURI: asked, asked: asked, issuer: issuer}
	if asked == "" && len(client.RedirectURIs) == 1 {
		a.RedirectURI = client.RedirectURIs[0]
	} else if !allowsRedirect(client.RedirectURIs, asked) {
		a.RedirectURI = ""
		return a, &misdirected{"The application asks to be answered at an address that it has not registered."}
	}
	if len(values["state"]) == 1 {
		a.state = values.Get("state")
	}
	f, err := parseForm(query)
	if err != nil {
		return a, err
	}
	a.challenge = f["code_challenge"]
	return a, checkAuthorization(f)
}

func checkAuthorization(f form) error {
	if err := f.need("response_type"); err != nil {
		return err
	}
	switch {
	case f["response_type"] != "code":
		return refuse(unsupportedType, "The only response_type is code.")
	case f["request"] != "":
		return refuse("request_not_supported", "Request objects are not supported.")
	case f["request_uri"] != "":
		return refuse("request_uri_not_supported", "Request objects are not supported.")
	case f["response_mode"] != "" && f["response_mode"] != "query":
		return refuse(invalidRequest, "The only response_mode is query.")
	case f["code_challenge"] == "":
		return refuse(invalidRequest, "A code_challenge is required (PKCE).")
	case f["code_challenge_method"] != "S256":
		return refuse(invalidRequest, "The code_challenge_method must be S256.")
	case !challengeForm.MatchString(f["code_challenge"]):
		return refuse(invalidRequest, "The code_challenge is not one of S256.")
	}
	return checkScope(f["scope"])
}

// answer is the redirect back to the application, with the state it gave and who we are (RFC 9207).
func (a Authorization) answer(params url.Values) string {
	if a.state != "" {
		params.Set("state", a.state)
	}
	params.Set("iss", a.issuer)
	return withQuery(a.RedirectURI, params)
}

// Grant gives the application a code on behalf of a person, and returns the redirect that carries it.
func (s *Server) Grant(ctx context.Context, a Authorization, workspaceID, userID string) (redirect string, err error) {
	code := secret.Generate("bac_").Reveal()
	row := store.OAuthCode{Hash: s.o.Secret.Sum(domainCodeHash, code), WorkspaceID: workspaceID, UserID: userID, ClientID: a.ClientID,
		RedirectURI: a.RedirectURI, Challenge: a.challenge, Scope: Scope, ExpiresAt: s.o.Clock.Now().Add(s.o.Lives.Code)}
	if err := s.o.DB.Write(ctx, func(tx *store.Tx) error { return tx.InsertOAuthCode(ctx, row) }); err != nil {
		return "", err
	}
	return a.answer(url.Values{"code": {code}}), nil
}

// Refuse is the redirect that tells the application that the person said no.
func (s *Server) Refuse(a Authorization) (redirect string) {
	return a.answer(url.Values{"error": {accessDenied}, "error_description": {"The person refused."}})
}
