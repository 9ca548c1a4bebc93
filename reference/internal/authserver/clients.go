package authserver

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// identify says which client a form request comes from. All clients are public: the id is no proof, and each grant has
// its own. Some libraries put the id in an HTTP Basic header with an empty password; that is the same statement.
func (s *Server) identify(r *http.Request, f form) (clientID string, err error) {
	id, basic, err := basicClient(r)
	if err != nil {
		return "", err
	}
	if f["client_secret"] != "" {
		return "", &problem{status: http.StatusUnauthorized, code: invalidClient, text: "Clients of this server have no secret.", basic: basic}
	}
	if basic && f["client_id"] != "" && f["client_id"] != id {
		return "", refuse(invalidRequest, "The header and the body name different clients.")
	}
	if !basic {
		id = f["client_id"]
	}
	if id == "" {
		return "", refuse(invalidRequest, "The parameter client_id is missing.")
	}
	if _, err := s.client(r.Context(), id); err != nil {
		return "", unknownClient(err, basic)
	}
	if wait := s.clientRequests.Take(id); wait > 0 { // only clients that exist are counted
		return "", &problem{status: http.StatusTooManyRequests, code: unavailable, wait: wait,
			text: "Too many requests of this client. Wait and try again."}
	}
	return id, nil
}

func (s *Server) client(ctx context.Context, id string) (c store.OAuthClient, err error) {
	err = s.o.DB.Look(ctx, func(tx *store.Tx) error {
		c, err = tx.OAuthClient(ctx, id)
		return err
	})
	return c, err
}

// basicClient reads an Authorization header (RFC 6749 section 2.3.1).
func basicClient(r *http.Request) (id string, ok bool, err error) {
	if r.Header.Get("Authorization") == "" {
		return "", false, nil
	}
	refused := &problem{status: http.StatusUnauthorized, code: invalidClient, basic: true,
		text: "Clients of this server have no secret; leave the Authorization header out."}
	name, password, ok := r.BasicAuth()
	if !ok || password != "" {
		return "", true, refused
	}
	if id, err = url.QueryUnescape(name); err != nil || !plainText(id) {
		return "", true, refused
	}
	return id, true, nil
}

func unknownClient(err error, basic bool) error {
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	p := refuse(invalidClient, "No client is registered with this client_id.")
	if basic {
		p.status, p.basic = http.StatusUnauthorized, true
	}
	return p
}
