package oauthflow

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Client is a registered public client (RFC 7591 section 3.2.1).
type Client struct {
	ID           string    `json:"client_id"`
	Name         string    `json:"client_name,omitempty"`
	RegisteredAt time.Time `json:"registered_at,omitzero"` // zero for a client that was registered by hand
}

// redirectPath is where the loopback listener takes the answer. The port is free at every sign-in (RFC 8252 section 7.3),
// so the address is registered without one.
const redirectPath = "/callback"

const registeredRedirect = "http://127.0.0.1" + redirectPath

// longestClientID leaves room for the rest of an authorization address.
const longestClientID = 1024

const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

// Register registers cfg.ClientName as a public native client and returns it, without keeping it. The sign-in functions
// register by themselves and keep the client in cfg.Store; call Register to hand a client_id out by other means.
func Register(ctx context.Context, cfg Config) (*Client, error) {
	s, err := cfg.settle(false)
	if err != nil {
		return nil, err
	}
	meta, err := s.discover(ctx)
	if err != nil {
		return nil, err
	}
	return s.register(ctx, meta)
}

func (s *settings) register(ctx context.Context, meta *Metadata) (*Client, error) {
	if s.ClientName == "" {
		return nil, &ConfigError{"ClientName", "is missing, and there is no ClientID"}
	}
	if meta.RegistrationEndpoint == "" {
		return nil, &MetadataError{Issuer: s.Issuer, Member: "registration_endpoint",
			Reason: "is missing, so a Config.ClientID is needed"}
	}
	body, err := json.Marshal(map[string]any{
		"client_name":                s.ClientName,
		"redirect_uris":              []string{registeredRedirect},
		"grant_types":                supportedGrants(meta),
		"response_types":             []string{"code"},
		"token_endpoint_auth_method": "none",
		"application_type":           "native",
	})
	if err != nil {
		return nil, &ConfigError{"ClientName", "cannot be sent"}
	}
	a, err := s.call(ctx, refusable, func() (*answer, error) {
		return s.wire.postJSON(ctx, "register", meta.RegistrationEndpoint, body)
	})
	if err != nil {
		return nil, err
	}
	return s.readClient(a)
}

// supportedGrants asks for no grant that the server says it does not have: some refuse the whole registration for one.
func supportedGrants(meta *Metadata) []string {
	all := []string{grantCode, grantRefresh, grantDevice}
	if len(meta.GrantTypesSupported) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(g string) bool { return !slices.Contains(meta.GrantTypesSupported, g) })
}

// readClient accepts 201, as RFC 7591 section 3.2.1 says, and 200, as many servers answer.
func (s *settings) readClient(a *answer) (*Client, error) {
	if a.status != http.StatusCreated && a.status != http.StatusOK {
		return nil, a.serverError()
	}
	m, ok := a.members()
	if !ok {
		return nil, &ResponseError{Op: a.op, Status: a.status, Reason: "the answer is not a JSON object"}
	}
	id := m.text("client_id")
	if id == "" || len(id) > longestClientID || strings.ContainsFunc(id, unprintable) {
		return nil, &ResponseError{Op: a.op, Status: a.status, Reason: "the answer has no usable client_id"}
	}
	if method := m.text("token_endpoint_auth_method"); method != "" && method != "none" {
		return nil, &ResponseError{Op: a.op, Status: a.status,
			Reason: "the server insists on a client secret, which a program on a person's machine cannot keep"}
	}
	return &Client{ID: id, Name: s.ClientName, RegisteredAt: s.clock.now().UTC().Truncate(time.Second)}, nil
}
