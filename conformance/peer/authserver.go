package peer

import (
	"crypto/rand"
	"fmt"
	"strings"
	"time"
)

// authServer is a scripted authorization server with endpoints at random paths, and the API behind it. Its fields are
// set before the first request.
type authServer struct {
	interval int           // seconds between polls
	expires  int           // seconds that a device code lives
	pendings int           // polls that are answered authorization_pending
	slowDown int           // which poll is answered slow_down; 0 for none
	refusal  string        // error that ends the polling instead of tokens
	life     int           // seconds in expires_in of a token
	access   string        // first access token; random when it is empty
	refresh  string        // first refresh token
	slowness time.Duration // of the answer to a refresh

	paths    map[string]string // endpoint -> random path
	polls    int
	issued   int
	good     map[string]bool // access tokens that open the API
	current  string          // the refresh token that works
	spent    map[string]bool
	reused   int // refreshes with a spent token
	renewals int // refreshes that went well
}

// deviceGrant is the grant type of RFC 8628 section 3.4.
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

func newAuthServer() *authServer {
	a := &authServer{interval: 1, expires: 600, life: 3600, paths: map[string]string{}, good: map[string]bool{}, spent: map[string]bool{}}
	for _, endpoint := range []string{"device", "token", "register", "authorize"} {
		a.paths[endpoint] = "/" + strings.ToLower(rand.Text()[:10]) + "/" + endpoint[:2] + strings.ToLower(rand.Text()[:6])
	}
	return a
}

// lapse makes every access token issued so far useless.
func (a *authServer) lapse() { clear(a.good) }

func (a *authServer) plan(r Request) Reply {
	base := "http://" + r.Host
	switch r.Method + " " + r.Path() {
	case "GET /.well-known/oauth-authorization-server":
		return JSON(200, a.metadata(base))
	case "POST " + a.paths["register"]:
		return JSON(201, a.registration(r))
	case "POST " + a.paths["device"]:
		return JSON(200, object{"device_code": "dc_" + rand.Text(), "user_code": "BCDF-GHJK", "verification_uri": base + "/device",
			"verification_uri_complete": base + "/device?user_code=BCDF-GHJK", "expires_in": a.expires, "interval": a.interval})
	case "POST " + a.paths["token"]:
		return a.token(r).With("Cache-Control", "no-store")
	}
	if strings.HasPrefix(r.Path(), "/org/") {
		return a.api(r)
	}
	return problem(404, "no such path")
}

func (a *authServer) metadata(base string) object {
	return object{
		"issuer": base, "token_endpoint": base + a.paths["token"], "authorization_endpoint": base + a.paths["authorize"],
		"device_authorization_endpoint": base + a.paths["device"], "registration_endpoint": base + a.paths["register"],
		"response_types_supported": list{"code"}, "code_challenge_methods_supported": list{"S256"},
		"grant_types_supported":                 list{"authorization_code", "refresh_token", deviceGrant},
		"token_endpoint_auth_methods_supported": list{"none"},
	}
}

func (a *authServer) registration(r Request) object {
	v, _ := r.JSON()
	given, _ := v.(map[string]any)
	return with(given, object{"client_id": "cli_" + rand.Text(), "client_id_issued_at": 1773144000, "token_endpoint_auth_method": "none"})
}

func (a *authServer) token(r Request) Reply {
	form := r.Form()
	switch form.Get("grant_type") {
	case deviceGrant:
		return a.poll()
	case "authorization_code":
		return a.issue()
	case "refresh_token":
		reply := a.renew(form.Get("refresh_token"))
		reply.After = a.slowness
		return reply
	}
	return oauthError("unsupported_grant_type")
}

func (a *authServer) poll() Reply {
	a.polls++
	switch {
	case a.polls == a.slowDown:
		return oauthError("slow_down")
	case a.polls <= a.pendings:
		return oauthError("authorization_pending")
	case a.refusal != "":
		return oauthError(a.refusal)
	}
	return a.issue()
}

func (a *authServer) issue() Reply {
	a.issued++
	access, refresh := a.access, a.refresh
	if access == "" || a.issued > 1 {
		access, refresh = fmt.Sprintf("at_%d_%s", a.issued, rand.Text()), fmt.Sprintf("rt_%d_%s", a.issued, rand.Text())
	}
	a.good[access], a.current = true, refresh
	return JSON(200, object{"access_token": access, "token_type": "Bearer", "expires_in": a.life, "refresh_token": refresh})
}

func (a *authServer) renew(token string) Reply {
	if token != a.current || token == "" {
		if a.spent[token] {
			a.reused++
			a.current = "" // reuse ends the whole family
		}
		return oauthError("invalid_grant")
	}
	a.spent[token] = true
	a.renewals++
	return a.issue()
}

func (a *authServer) api(r Request) Reply {
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !a.good[token] {
		return problem(401, "the access token is missing or has expired").With("WWW-Authenticate", "Bearer")
	}
	if r.Path() == "/org/me" {
		return JSON(200, with(identity(), object{"auth_kind": "oauth", "key_label": nil}))
	}
	return ordinary(r)
}

func oauthError(code string) Reply {
	return JSON(400, object{"error": code, "error_description": "scripted", "detail": "scripted"})
}
