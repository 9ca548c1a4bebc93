package api

import (
	"reflect"
	"strconv"
)

// public is an endpoint outside /org, which needs no credential: those of OAuth sign-in (spec section 5). Package
// authserver answers them; the types here say what goes over the wire, for readers and generators.
type public struct {
	method, path string
	id, summary  string
	form         any // of a form-encoded body
	body         any // of a JSON body
	reply        any
	status       int
	errors       []int
}

func publics() []public {
	return []public{
		{method: "POST", path: "/oauth/device_authorization", id: "authorizeDevice", summary: "Begin to sign in on a device (RFC 8628)",
			form: deviceRequest{}, reply: deviceReply{}, status: 200, errors: []int{400, 401, 429}},
		{method: "POST", path: "/oauth/token", id: "exchangeToken", summary: "Get or refresh tokens (RFC 6749, 7636 and 8628)",
			form: tokenRequest{}, reply: tokenReply{}, status: 200, errors: []int{400, 401, 429}},
		{method: "POST", path: "/oauth/register", id: "registerClient", summary: "Register an application (RFC 7591)",
			body: registration{}, reply: registeredClient{}, status: 201, errors: []int{400, 429}},
		{method: "POST", path: "/oauth/revoke", id: "revokeToken", summary: "End a token; a refresh token takes its whole sign-in with it (RFC 7009)",
			form: revocation{}, reply: nothing{}, status: 200, errors: []int{400, 401, 429}},
		{method: "GET", path: "/.well-known/oauth-authorization-server", id: "getAuthorizationServer", summary: "Where the OAuth endpoints are (RFC 8414)",
			reply: authorizationServer{}, status: 200},
	}
}

type deviceRequest struct {
	ClientID string `json:"client_id"`
	Scope    string `json:"scope,omitempty"`
}

type deviceReply struct {
	DeviceCode      string `json:"device_code" doc:"for the token endpoint; not to be shown"`
	UserCode        string `json:"user_code" doc:"for the person to type in"`
	VerificationURI string `json:"verification_uri"`
	Complete        string `json:"verification_uri_complete" doc:"the same with the user code in it"`
	ExpiresIn       int64  `json:"expires_in" doc:"seconds"`
	Interval        int64  `json:"interval" doc:"seconds between two polls"`
}

type tokenRequest struct {
	GrantType    string `json:"grant_type" doc:"authorization_code, refresh_token or urn:ietf:params:oauth:grant-type:device_code"`
	ClientID     string `json:"client_id"`
	Code         string `json:"code,omitempty"`
	CodeVerifier string `json:"code_verifier,omitempty"`
	RedirectURI  string `json:"redirect_uri,omitempty"`
	DeviceCode   string `json:"device_code,omitempty"`
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope,omitempty"`
}

type tokenReply struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type" doc:"Bearer"`
	ExpiresIn    int64  `json:"expires_in" doc:"seconds"`
	RefreshToken string `json:"refresh_token" doc:"takes the place of the one that was spent"`
	Scope        string `json:"scope"`
}

type registration struct {
	ClientName   string   `json:"client_name,omitempty"`
	RedirectURIs []string `json:"redirect_uris,omitempty" max:"20"`
	GrantTypes   []string `json:"grant_types,omitempty"`
}

type registeredClient struct {
	ClientID      string   `json:"client_id"`
	IssuedAt      int64    `json:"client_id_issued_at" doc:"Unix seconds"`
	ClientName    string   `json:"client_name"`
	RedirectURIs  []string `json:"redirect_uris"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
	AuthMethod    string   `json:"token_endpoint_auth_method" doc:"none: clients are public"`
	Scope         string   `json:"scope"`
}

type revocation struct {
	Token    string `json:"token" doc:"access or refresh token"`
	ClientID string `json:"client_id"`
	Hint     string `json:"token_type_hint,omitempty"`
}

type authorizationServer struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint" doc:"for the person's browser"`
	TokenEndpoint         string   `json:"token_endpoint"`
	DeviceEndpoint        string   `json:"device_authorization_endpoint"`
	RegistrationEndpoint  string   `json:"registration_endpoint"`
	RevocationEndpoint    string   `json:"revocation_endpoint"`
	GrantTypes            []string `json:"grant_types_supported"`
	ResponseTypes         []string `json:"response_types_supported"`
	ScopesSupported       []string `json:"scopes_supported"`
	ChallengeMethods      []string `json:"code_challenge_methods_supported"`
}

// oauthError is RFC 6749 section 5.2 with the detail that all errors of the API have.
type oauthError struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
	Detail      string `json:"detail"`
}

var oauthErrorText = map[int]string{
	400: "The request is refused; error says why, and authorization_pending and slow_down say that it is too early",
	401: "The client is unknown",
	429: "Too many requests from this address; wait as long as Retry-After says",
	500: "The server failed",
}

func (p *printer) public(o public) node {
	answer := func(text string, v any) node {
		return node{"description": text, "content": node{"application/json": node{"schema": p.ref(schemaOf(reflect.TypeOf(v)))}}}
	}
	responses := node{strconv.Itoa(o.status): answer("Success", o.reply)}
	for _, status := range append(o.errors, 500) {
		refused := answer(oauthErrorText[status], oauthError{})
		if status == 429 {
			refused["headers"] = retryAfterHeader()
		}
		responses[strconv.Itoa(status)] = refused
	}
	out := node{"operationId": o.id, "summary": o.summary, "security": []node{}, "responses": responses}
	for kind, body := range map[string]any{"application/x-www-form-urlencoded": o.form, "application/json": o.body} {
		if body != nil {
			out["requestBody"] = node{"required": true, "content": node{kind: node{"schema": p.ref(schemaOf(reflect.TypeOf(body)))}}}
		}
	}
	return out
}
