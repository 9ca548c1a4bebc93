package authserver

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"
)

// Errors that the pages and the control hooks tell apart.
var (
	// ErrInvalidToken says that an access token opens nothing: unknown, expired or revoked.
	ErrInvalidToken = errors.New("authserver: the access token is unknown, expired or revoked")
	// ErrUnknownCode says that no device waits with that user code.
	ErrUnknownCode = errors.New("authserver: no device is waiting with that code")
	// ErrExpiredCode says that the device waited too long.
	ErrExpiredCode = errors.New("authserver: the code has expired")
	// ErrDecidedCode says that somebody approved or denied the device before.
	ErrDecidedCode = errors.New("authserver: the code was used before")
	// ErrTooManyGuesses says that too many wrong codes came; it passes with time.
	ErrTooManyGuesses = errors.New("authserver: too many wrong codes; wait some minutes and try again")
	// ErrUnknown says that there is no such sign-in or client in the workspace.
	ErrUnknown = errors.New("authserver: no such sign-in")
)

// problem is an error reply (RFC 6749 section 5.2). The API's own convention wants a detail, so the text goes out
// under both names.
type problem struct {
	status int
	code   string
	text   string
	wait   time.Duration // of a 429
	basic  bool          // the client tried HTTP Basic, so the 401 must challenge
}

func (p *problem) Error() string { return p.code + ": " + p.text }

// retryAfter is the wait in whole seconds, as the header says it.
func (p *problem) retryAfter() string { return strconv.Itoa(int(math.Ceil(p.wait.Seconds()))) }

func refuse(code, text string) *problem {
	return &problem{status: http.StatusBadRequest, code: code, text: text}
}

// Codes of RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2 and RFC 8628 section 3.5.
const (
	invalidRequest     = "invalid_request"
	invalidClient      = "invalid_client"
	invalidGrant       = "invalid_grant"
	invalidScope       = "invalid_scope"
	unsupportedGrant   = "unsupported_grant_type"
	unsupportedType    = "unsupported_response_type"
	accessDenied       = "access_denied"
	serverError        = "server_error"
	unavailable        = "temporarily_unavailable"
	authorizationWaits = "authorization_pending"
	slowDown           = "slow_down"
	expiredToken       = "expired_token"
	invalidRedirect    = "invalid_redirect_uri"
	invalidMetadata    = "invalid_client_metadata"
)

type errorBody struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
	Detail      string `json:"detail"`
}

func (s *Server) writeError(w http.ResponseWriter, r *http.Request, err error) {
	var p *problem
	if !errors.As(err, &p) {
		s.o.Log.ErrorContext(r.Context(), "an OAuth endpoint failed", "path", r.URL.Path, "error", err)
		p = &problem{status: http.StatusInternalServerError, code: serverError, text: "The server could not do this just now. Try again."}
	}
	if p.wait > 0 {
		w.Header().Set("Retry-After", p.retryAfter())
	}
	if p.basic {
		w.Header().Set("WWW-Authenticate", `Basic realm="oauth", charset="UTF-8"`)
	}
	writeJSON(w, p.status, errorBody{Error: p.code, Description: p.text, Detail: p.text})
}

// writeJSON sends a reply that must not be kept by anybody between (RFC 6749 section 5.1).
func writeJSON(w http.ResponseWriter, status int, body any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Pragma", "no-cache")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone; there is nobody to tell
}
