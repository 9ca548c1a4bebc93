package oauthflowtest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// ServeHTTP routes by the last part of the path, behind the random one.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	endpoint := ""
	if r.URL.Path == "/.well-known/oauth-authorization-server" {
		endpoint = EndpointMetadata
	} else if name, ok := strings.CutPrefix(r.URL.Path, "/"+s.random+"/"); ok {
		endpoint = name
	}
	handle, ok := map[string]func(http.ResponseWriter, Request){
		EndpointMetadata: s.metadata, EndpointRegister: s.register, EndpointDevice: s.device, EndpointToken: s.token,
		EndpointAuthorize: s.authorize, EndpointRevoke: s.revoke, EndpointAPI: s.api,
	}[endpoint]
	if !ok {
		http.NotFound(w, r)
		return
	}
	request := s.note(endpoint, r)
	if s.options.Before != nil && s.options.Before(endpoint, w, r) {
		return
	}
	handle(w, request)
	if s.options.Lose != nil && s.options.Lose(endpoint) {
		panic(http.ErrAbortHandler)
	}
}

// note reads the request and remembers it.
func (s *Server) note(endpoint string, r *http.Request) Request {
	body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20)) // what cannot be read is missing, and then refused as such
	request := Request{At: s.options.Now(), Endpoint: endpoint, Body: string(body), Form: r.URL.Query()}
	request.Bearer, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if r.Header.Get("Content-Type") == "application/x-www-form-urlencoded" {
		request.Form, _ = url.ParseQuery(string(body))
		request.Body = ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, request)
	return request
}

func (s *Server) metadata(w http.ResponseWriter, _ Request) {
	document := map[string]any{
		"issuer":                                         s.URL,
		"authorization_endpoint":                         s.URL + s.path(EndpointAuthorize),
		"token_endpoint":                                 s.URL + s.path(EndpointToken),
		"device_authorization_endpoint":                  s.URL + s.path(EndpointDevice),
		"registration_endpoint":                          s.URL + s.path(EndpointRegister),
		"revocation_endpoint":                            s.URL + s.path(EndpointRevoke),
		"grant_types_supported":                          []string{"authorization_code", "refresh_token", deviceGrant},
		"response_types_supported":                       []string{"code"},
		"code_challenge_methods_supported":               []string{"S256"},
		"token_endpoint_auth_methods_supported":          []string{"none"},
		"authorization_response_iss_parameter_supported": true,
	}
	edit(s.options.EditMetadata, document)
	answer(w, http.StatusOK, document)
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

func edit(change func(map[string]any), document map[string]any) {
	if change != nil {
		change(document)
	}
}

func (s *Server) register(w http.ResponseWriter, r Request) {
	var asked struct {
		Name      string   `json:"client_name"`
		Redirects []string `json:"redirect_uris"`
	}
	if json.Unmarshal([]byte(r.Body), &asked) != nil || asked.Name == "" || len(asked.Redirects) == 0 {
		refuse(w, http.StatusBadRequest, "invalid_client_metadata")
		return
	}
	id := "client-" + rand.Text()
	s.AddClient(id)
	answer(w, s.options.RegisterStatus, map[string]any{"client_id": id, "client_name": asked.Name,
		"redirect_uris": asked.Redirects, "token_endpoint_auth_method": "none"})
}

func (s *Server) device(w http.ResponseWriter, r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	client := r.Form.Get("client_id")
	if !s.clients[client] {
		refuse(w, http.StatusUnauthorized, "invalid_client")
		return
	}
	text := rand.Text()
	d := &device{client: client, userCode: text[:4] + "-" + text[4:8], interval: s.options.Interval, last: r.At,
		expires: r.At.Add(s.options.DeviceLife)}
	deviceCode := "device-" + rand.Text()
	s.devices[deviceCode] = d
	document := map[string]any{"device_code": deviceCode, "user_code": d.userCode, "verification_uri": s.URL + "/device",
		"verification_uri_complete": s.URL + "/device?user_code=" + d.userCode,
		"interval":                  d.interval.Seconds(), "expires_in": s.options.DeviceLife.Seconds()}
	edit(s.options.EditDevice, document)
	answer(w, http.StatusOK, document)
}

// authorize is the page of the browser flow with a person who decides at once.
func (s *Server) authorize(w http.ResponseWriter, r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	redirect, err := url.Parse(r.Form.Get("redirect_uri"))
	if err != nil || !s.clients[r.Form.Get("client_id")] || redirect.Hostname() != "127.0.0.1" && redirect.Hostname() != "::1" {
		http.Error(w, "unknown program", http.StatusBadRequest) // never a redirect (RFC 6749 section 4.1.2.1)
		return
	}
	back := url.Values{"state": {r.Form.Get("state")}, "iss": {s.URL}}
	switch {
	case r.Form.Get("response_type") != "code", r.Form.Get("code_challenge_method") != "S256", len(r.Form.Get("code_challenge")) != 43:
		back.Set("error", "invalid_request")
	case s.options.DenyBrowser:
		back.Set("error", "access_denied")
	default:
		text := "code-" + rand.Text()
		s.codes[text] = &code{client: r.Form.Get("client_id"), redirect: redirect.String(), challenge: r.Form.Get("code_challenge")}
		back.Set("code", text)
	}
	if s.options.EditRedirect != nil {
		s.options.EditRedirect(back)
	}
	redirect.RawQuery = back.Encode()
	w.Header().Set("Location", redirect.String())
	w.WriteHeader(http.StatusFound)
}

func (s *Server) token(w http.ResponseWriter, r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	client := r.Form.Get("client_id")
	if !s.clients[client] {
		refuse(w, http.StatusUnauthorized, "invalid_client")
		return
	}
	switch r.Form.Get("grant_type") {
	case deviceGrant:
		s.redeemDevice(w, r, client)
	case "authorization_code":
		s.redeemCode(w, r, client)
	case "refresh_token":
		s.rotate(w, r, client)
	default:
		refuse(w, http.StatusBadRequest, "unsupported_grant_type")
	}
}

func (s *Server) redeemDevice(w http.ResponseWriter, r Request, client string) {
	d := s.devices[r.Form.Get("device_code")]
	if d == nil || d.client != client || d.redeemed {
		refuse(w, http.StatusBadRequest, "invalid_grant")
		return
	}
	early := r.At.Sub(d.last) < d.interval-100*time.Millisecond
	d.last = r.At
	switch {
	case !r.At.Before(d.expires):
		refuse(w, http.StatusBadRequest, "expired_token")
	case d.denied:
		refuse(w, http.StatusBadRequest, "access_denied")
	case early:
		d.interval += 5 * time.Second
		refuse(w, http.StatusBadRequest, "slow_down")
	case !d.approved:
		refuse(w, http.StatusBadRequest, "authorization_pending")
	default:
		d.redeemed = true
		answer(w, http.StatusOK, s.issue(client, &family{}).answer)
	}
}

func (s *Server) redeemCode(w http.ResponseWriter, r Request, client string) {
	c := s.codes[r.Form.Get("code")]
	if c == nil {
		refuse(w, http.StatusBadRequest, "invalid_grant")
		return
	}
	sum := sha256.Sum256([]byte(r.Form.Get("code_verifier")))
	switch {
	case c.family != nil: // used before: what it gave is revoked (RFC 6749 section 4.1.2)
		c.family.dead = true
		refuse(w, http.StatusBadRequest, "invalid_grant")
	case c.client != client, c.redirect != r.Form.Get("redirect_uri"),
		c.challenge != base64.RawURLEncoding.EncodeToString(sum[:]):
		refuse(w, http.StatusBadRequest, "invalid_grant")
	default:
		c.family = &family{}
		answer(w, http.StatusOK, s.issue(client, c.family).answer)
	}
}

// issued is a generation together with the answer that announces it.
type issued struct {
	next   *generation
	answer map[string]any
}

func (s *Server) issue(client string, f *family) issued {
	refresh, token := "refresh-"+rand.Text(), "access-"+rand.Text()
	g := &generation{client: client, family: f}
	s.refresh[refresh] = g
	s.access[token] = &access{family: f, expires: s.options.Now().Add(s.options.TokenLife)}
	document := map[string]any{"access_token": token, "token_type": "Bearer", "refresh_token": refresh,
		"expires_in": s.options.TokenLife.Seconds()}
	edit(s.options.EditToken, document)
	return issued{g, document}
}

// rotate spends a refresh token. A second use ends the family, unless the answer to the first may have been lost.
func (s *Server) rotate(w http.ResponseWriter, r Request, client string) {
	g := s.refresh[r.Form.Get("refresh_token")]
	switch {
	case g == nil || g.client != client || g.family.dead:
		refuse(w, http.StatusBadRequest, "invalid_grant")
	case g.spent.IsZero():
		made := s.issue(client, g.family)
		g.spent, g.answer, g.next = r.At, maps.Clone(made.answer), made.next
		answer(w, http.StatusOK, made.answer)
	case s.options.Grace > 0 && r.At.Sub(g.spent) <= s.options.Grace && g.next.spent.IsZero():
		answer(w, http.StatusOK, g.answer)
	default:
		g.family.dead = true
		refuse(w, http.StatusBadRequest, "invalid_grant")
	}
}

// revoke ends the family of either token and says yes to any other (RFC 7009 section 2.2).
func (s *Server) revoke(w http.ResponseWriter, r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.refresh[r.Form.Get("token")]; g != nil {
		g.family.dead = true
	}
	if a := s.access[r.Form.Get("token")]; a != nil {
		a.dead = true
	}
	w.WriteHeader(http.StatusOK)
}

func (s *Server) api(w http.ResponseWriter, r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.opens(r.Bearer) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		answer(w, http.StatusUnauthorized, map[string]any{"detail": "token missing, expired or invalid"})
		return
	}
	answer(w, http.StatusOK, map[string]any{"auth_kind": "oauth"})
}

// opens tells an access token that the API takes. The caller holds s.mu.
func (s *Server) opens(token string) bool {
	a := s.access[token]
	return a != nil && !a.dead && !a.family.dead && s.options.Now().Before(a.expires)
}
