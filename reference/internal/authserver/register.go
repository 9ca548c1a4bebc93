package authserver

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Bounds of a registration.
const (
	maxRegistration = 64 << 10
	maxRedirects    = 20
	maxNameLength   = 80
)

// registration is what is read of the client's metadata (RFC 7591 section 2); the rest is ignored, as the RFC allows.
type registration struct {
	ClientName   *string  `json:"client_name"`
	RedirectURIs []string `json:"redirect_uris"`
	GrantTypes   []string `json:"grant_types"`
}

// registered is the reply (RFC 7591 section 3.2.1). It says what holds, whatever was asked for: every client is public
// and may use every grant.
type registered struct {
	ClientID      string   `json:"client_id"`
	IssuedAt      int64    `json:"client_id_issued_at"`
	ClientName    string   `json:"client_name"`
	RedirectURIs  []string `json:"redirect_uris"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
	Scope         string   `json:"scope"`
}

func (s *Server) serveRegister(w http.ResponseWriter, r *http.Request) error {
	asked, err := readRegistration(w, r)
	if err != nil {
		return err
	}
	if err := s.checkRegistration(asked); err != nil {
		return err
	}
	if err := s.makeRoom(r.Context()); err != nil {
		return err
	}
	c := store.OAuthClient{ID: store.NewID("client"), Name: clientName(asked.ClientName), RedirectURIs: asked.RedirectURIs,
		CreatedAt: s.o.Clock.Now()}
	if c.RedirectURIs == nil {
		c.RedirectURIs = []string{}
	}
	if err := s.o.DB.Write(r.Context(), func(tx *store.Tx) error { return tx.InsertOAuthClient(r.Context(), c) }); err != nil {
		return err
	}
	writeJSON(w, cmp.Or(s.o.RegisterStatus, http.StatusCreated), registered{
		ClientID:      c.ID,
		IssuedAt:      c.CreatedAt.Unix(),
		ClientName:    c.Name,
		RedirectURIs:  c.RedirectURIs,
		GrantTypes:    s.grantTypes(),
		ResponseTypes: []string{"code"},
		AuthMethod:    "none",
		Scope:         Scope,
	})
	return nil
}

func readRegistration(w http.ResponseWriter, r *http.Request) (asked registration, err error) {
	if r.URL.RawQuery != "" {
		return asked, refuse(invalidRequest, "Parameters belong in the request body, not in the address.")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return asked, refuse(invalidMetadata, "The body must be application/json.")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRegistration))
	if err != nil {
		return asked, refuse(invalidMetadata, "The body could not be read, or is longer than 64 KiB.")
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil || members == nil {
		return asked, refuse(invalidMetadata, "The body must be a JSON object.")
	}
	if raw, ok := members["redirect_uris"]; ok && json.Unmarshal(raw, &[]string{}) != nil {
		return asked, refuse(invalidRedirect, "redirect_uris must be an array of strings.")
	}
	if err := json.Unmarshal(body, &asked); err != nil {
		return asked, refuse(invalidMetadata, "client_name must be a string, redirect_uris and grant_types arrays of strings.")
	}
	return asked, nil
}

func (s *Server) checkRegistration(asked registration) error {
	if len(asked.RedirectURIs) > maxRedirects {
		return refuse(invalidRedirect, fmt.Sprintf("There are more than %d redirect_uris.", maxRedirects))
	}
	for i, uri := range asked.RedirectURIs {
		if fault := checkRedirectURI(uri); fault != "" {
			return refuse(invalidRedirect, fmt.Sprintf("The redirect URI number %d %s.", i+1, fault))
		}
	}
	known := s.grantTypes()
	if asked.GrantTypes != nil && !slices.ContainsFunc(asked.GrantTypes, func(g string) bool { return slices.Contains(known, g) }) {
		return refuse(invalidMetadata, "None of the grant_types is supported.")
	}
	return nil
}

// clientName is the name that people are shown. Nobody vouches for it, and the pages say so.
func clientName(asked *string) string {
	name := ""
	if asked != nil {
		name = printable(*asked, maxNameLength)
	}
	if name == "" {
		return "Unnamed application"
	}
	return name
}

// makeRoom refuses registrations above the bound. The count is some seconds old, so that counting costs little; the
// bound need not be exact.
func (s *Server) makeRoom(ctx context.Context) error {
	s.clients.mu.Lock()
	defer s.clients.mu.Unlock()
	if now := s.o.Clock.Now(); now.After(s.clients.until) {
		err := s.o.DB.Look(ctx, func(tx *store.Tx) (err error) {
			s.clients.known, err = tx.CountOAuthClients(ctx)
			return err
		})
		if err != nil {
			return err
		}
		s.clients.until = now.Add(10 * time.Second)
	}
	if s.clients.known >= int64(s.o.Limits.MaxClients) {
		return &problem{status: http.StatusServiceUnavailable, code: unavailable, wait: time.Hour,
			text: "Too many applications are registered. Unused ones are cleaned up after a day."}
	}
	s.clients.known++
	return nil
}
