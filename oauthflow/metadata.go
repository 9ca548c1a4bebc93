package oauthflow

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Metadata is what an authorization server publishes about itself (RFC 8414 section 2), as far as this package uses it.
type Metadata struct {
	Issuer                        string   `json:"issuer"`
	AuthorizationEndpoint         string   `json:"authorization_endpoint,omitempty"`
	TokenEndpoint                 string   `json:"token_endpoint"`
	DeviceAuthorizationEndpoint   string   `json:"device_authorization_endpoint,omitempty"`
	RegistrationEndpoint          string   `json:"registration_endpoint,omitempty"`
	RevocationEndpoint            string   `json:"revocation_endpoint,omitempty"`
	GrantTypesSupported           []string `json:"grant_types_supported,omitempty"`
	CodeChallengeMethodsSupported []string `json:"code_challenge_methods_supported,omitempty"`
	// IssParameter: every authorization response carries iss (RFC 9207 section 3).
	IssParameter bool `json:"authorization_response_iss_parameter_supported,omitempty"`
}

const (
	wellKnown = "/.well-known/oauth-authorization-server"
	// wellKnownOpenID is where servers of OpenID Connect publish the same document (RFC 8414 section 5).
	wellKnownOpenID = "/.well-known/openid-configuration"
)

// Discover reads the server's metadata and checks it:
//
//   - its issuer is the one asked for (RFC 8414 section 3.3); a missing or additional last slash is not a difference when
//     the issuer is a bare host, since both are the same address;
//   - every endpoint is https (or http on a loopback address) and on the issuer's origin or a trusted one;
//   - there is a token endpoint, and a server with an authorization endpoint offers S256 (RFC 7636). The device flow does
//     without that, and so DeviceLogin does.
//
// A server that has no document where RFC 8414 puts it is asked where OpenID Connect does.
//
// Only cfg.Issuer and the fields about the network matter. No path is guessed: an endpoint that the document does not name
// does not exist.
func Discover(ctx context.Context, cfg Config) (*Metadata, error) {
	s, err := cfg.settle(false)
	if err != nil {
		return nil, err
	}
	meta, err := s.discover(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.checkBrowserFlow(meta); err != nil {
		return nil, err
	}
	return meta, nil
}

func (s *settings) discover(ctx context.Context) (*Metadata, error) {
	var found *answer
	for _, address := range metadataAddresses(s.Issuer) {
		a, err := s.call(ctx, safe, func() (*answer, error) { return s.wire.get(ctx, "metadata", address) })
		if err != nil {
			return nil, err
		}
		if found == nil || a.status == http.StatusOK {
			found = a
		}
		if a.status != http.StatusNotFound {
			break
		}
	}
	switch {
	case found.status >= 300 && found.status < 400:
		return nil, &MetadataError{Issuer: s.Issuer, Reason: "is somewhere else: the server redirects, which is not followed; " +
			"name the address that publishes it as the issuer"}
	case found.status != http.StatusOK:
		return nil, found.serverError()
	}
	m, ok := found.members()
	if !ok {
		return nil, &MetadataError{Issuer: s.Issuer, Reason: "is not a JSON object"}
	}
	meta := &Metadata{
		Issuer:                        m.text("issuer"),
		AuthorizationEndpoint:         m.text("authorization_endpoint"),
		TokenEndpoint:                 m.text("token_endpoint"),
		DeviceAuthorizationEndpoint:   m.text("device_authorization_endpoint"),
		RegistrationEndpoint:          m.text("registration_endpoint"),
		RevocationEndpoint:            m.text("revocation_endpoint"),
		GrantTypesSupported:           m.list("grant_types_supported"),
		CodeChallengeMethodsSupported: m.list("code_challenge_methods_supported"),
		IssParameter:                  m.truth("authorization_response_iss_parameter_supported"),
	}
	if err := s.checkMetadata(meta); err != nil {
		return nil, err
	}
	return meta, nil
}

// metadataAddresses puts the well-known path between host and path (RFC 8414 section 3.1), and as a second try behind the
// path, where a server mounted below a path publishes it too. OpenID Connect Discovery 1.0 section 4 puts it behind.
func metadataAddresses(issuer string) []string {
	u, _ := url.Parse(issuer) // checked with the Config
	path := strings.TrimRight(u.EscapedPath(), "/")
	host := u.Scheme + "://" + u.Host
	if path == "" {
		return []string{host + wellKnown, host + wellKnownOpenID}
	}
	return []string{host + wellKnown + path, host + path + wellKnown, host + path + wellKnownOpenID}
}

func (s *settings) checkMetadata(meta *Metadata) error {
	refuse := func(member, reason string) error {
		return &MetadataError{Issuer: s.Issuer, Member: member, Reason: reason}
	}
	if !sameIssuer(s.Issuer, meta.Issuer) {
		return &MetadataError{Issuer: s.Issuer, Member: "issuer", Err: ErrIssuerMismatch,
			Reason: "names " + quoted(meta.Issuer) + " instead of the issuer that was asked"}
	}
	if meta.TokenEndpoint == "" {
		return refuse("token_endpoint", "is missing")
	}
	for _, e := range []struct{ member, address string }{
		{"authorization_endpoint", meta.AuthorizationEndpoint},
		{"token_endpoint", meta.TokenEndpoint},
		{"device_authorization_endpoint", meta.DeviceAuthorizationEndpoint},
		{"registration_endpoint", meta.RegistrationEndpoint},
		{"revocation_endpoint", meta.RevocationEndpoint},
	} {
		if e.address == "" {
			continue
		}
		u, reason := checkURL(e.address, s.AllowHTTP)
		if reason == "" && !s.trusted(u) {
			reason = "is on another origin, " + origin(u) + ", which Config.TrustedOrigins does not name"
		}
		if reason != "" {
			return refuse(e.member, reason)
		}
	}
	return nil
}

// checkBrowserFlow refuses an authorization endpoint that does not promise to check a code_verifier.
func (s *settings) checkBrowserFlow(meta *Metadata) error {
	if meta.AuthorizationEndpoint != "" && !slices.Contains(meta.CodeChallengeMethodsSupported, "S256") {
		return &MetadataError{Issuer: s.Issuer, Member: "code_challenge_methods_supported", Reason: "does not offer S256"}
	}
	return nil
}

// sameIssuer compares as strings, except for the slash that ends a bare host.
func sameIssuer(asked, got string) bool {
	if asked == got {
		return true
	}
	u, err := url.Parse(asked)
	return err == nil && strings.Trim(u.Path, "/") == "" && got != "" &&
		strings.TrimSuffix(asked, "/") == strings.TrimSuffix(got, "/")
}

func (s *settings) trusted(u *url.URL) bool {
	issuer, _ := url.Parse(s.Issuer) // checked with the Config
	if origin(u) == origin(issuer) {
		return true
	}
	return slices.ContainsFunc(s.TrustedOrigins, func(text string) bool {
		t, err := url.Parse(text)
		return err == nil && origin(t) == origin(u)
	})
}

func quoted(text string, secrets ...secretText) string {
	return `"` + cleanText(text, secrets...) + `"`
}
