package authserver

import "net/http"

const authorizePath = "/oauth/authorize"

// Grant types.
const (
	grantCode    = "authorization_code"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
	grantRefresh = "refresh_token"
)

// grantTypes are those that can be used with what is mounted.
func (s *Server) grantTypes() []string {
	if s.pages == nil {
		return []string{grantRefresh}
	}
	return []string{grantCode, grantDevice, grantRefresh}
}

// serveMetadata tells clients where everything is (RFC 8414), so that they need not know any path but this.
func (s *Server) serveMetadata(w http.ResponseWriter, r *http.Request) error {
	issuer := s.issuer(r)
	m := map[string]any{
		"issuer":                                         issuer,
		"scopes_supported":                               []string{Scope},
		"response_types_supported":                       []string{},
		"grant_types_supported":                          s.grantTypes(),
		"token_endpoint_auth_methods_supported":          []string{"none"},
		"revocation_endpoint_auth_methods_supported":     []string{"none"},
		"code_challenge_methods_supported":               []string{"S256"},
		"authorization_response_iss_parameter_supported": true,
	}
	for _, route := range s.routes {
		if route.member != "" {
			m[route.member] = issuer + route.path
		}
	}
	if s.pages != nil {
		m["authorization_endpoint"] = issuer + authorizePath
		m["response_types_supported"] = []string{"code"}
		m["response_modes_supported"] = []string{"query"}
	}
	writeJSON(w, http.StatusOK, m)
	return nil
}
