package authserver

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/throttle"
)

// Pages shows people what the server needs them to decide. Its handlers are called after the request was checked.
type Pages interface {
	// Consent answers GET and POST of an authorization request: it signs the person in, asks, and redirects to what
	// Grant or Refuse returns.
	Consent(w http.ResponseWriter, r *http.Request, a Authorization)
	// Problem tells the person why an authorization request cannot go on and must not be redirected anywhere.
	Problem(w http.ResponseWriter, r *http.Request, status int, text string)
	// DevicePath is where a person enters a device's code, with the code in the query as user_code.
	DevicePath() string
}

// Server is the authorization server.
type Server struct {
	o      Options
	pages  Pages
	routes []route

	registrations, deviceRequests, tokenRequests, authorizations, clientRequests *throttle.Throttle

	clients clientCount
}

// route is one endpoint. The metadata lists exactly those that are mounted.
type route struct {
	member  string // in the metadata; empty for the metadata itself
	path    string
	methods []string
	limit   *throttle.Throttle
	serve   func(s *Server, w http.ResponseWriter, r *http.Request) error
}

// New makes a server. Nothing runs until it is mounted.
func New(o Options) (*Server, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Server{o: o}
	s.registrations = throttle.New(o.Clock, o.Limits.Registrations)
	s.deviceRequests = throttle.New(o.Clock, o.Limits.DeviceRequests)
	s.tokenRequests = throttle.New(o.Clock, o.Limits.TokenRequests)
	s.authorizations = throttle.New(o.Clock, o.Limits.Authorizations)
	s.clientRequests = throttle.New(o.Clock, o.Limits.ClientRequests)
	return s, nil
}

// Routes mounts the endpoints. Without pages nobody can be asked anything, so that the code grant and the device grant
// are left out.
func (s *Server) Routes(mux *http.ServeMux, pages Pages) {
	s.pages = pages
	post, get := []string{http.MethodPost}, []string{http.MethodGet, http.MethodHead}
	s.routes = []route{
		{"", "/.well-known/oauth-authorization-server", get, nil, (*Server).serveMetadata},
		// Many clients look for the document here unless told otherwise, and RFC 8414 section 5 lets them: the name is
		// OpenID's, the document is not.
		{"", "/.well-known/openid-configuration", get, nil, (*Server).serveMetadata},
		{"token_endpoint", "/oauth/token", post, s.tokenRequests, (*Server).serveToken},
		{"registration_endpoint", "/oauth/register", post, s.registrations, (*Server).serveRegister},
		{"revocation_endpoint", "/oauth/revoke", post, s.tokenRequests, (*Server).serveRevoke},
	}
	if pages != nil {
		s.routes = append(s.routes,
			route{"device_authorization_endpoint", "/oauth/device_authorization", post, s.deviceRequests, (*Server).serveDevice})
		mux.HandleFunc(authorizePath, s.serveAuthorize)
	}
	for _, route := range s.routes {
		mux.Handle(route.path, s.endpoint(route))
	}
}

// endpoint wraps what all JSON endpoints share. They take no cookies, so that pages of any origin may call them: an
// application that runs in a browser is a client like others.
func (s *Server) endpoint(e route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Expose-Headers", "Retry-After, WWW-Authenticate")
		switch {
		case r.Method == http.MethodOptions:
			w.Header().Set("Access-Control-Allow-Methods", strings.Join(e.methods, ", "))
			w.Header().Set("Access-Control-Allow-Headers", "*, Authorization") // the star does not stand for that one
			w.Header().Set("Access-Control-Max-Age", "600")
			w.WriteHeader(http.StatusNoContent)
			return
		case !slices.Contains(e.methods, r.Method):
			w.Header().Set("Allow", strings.Join(e.methods, ", "))
			s.writeError(w, r, &problem{status: http.StatusMethodNotAllowed, code: invalidRequest, text: "The method is not allowed here."})
			return
		}
		if refused := s.admit(e.limit, r); refused != nil {
			s.writeError(w, r, refused)
			return
		}
		if err := e.serve(s, w, r); err != nil {
			s.writeError(w, r, err)
		}
	})
}

func (s *Server) admit(limit *throttle.Throttle, r *http.Request) *problem {
	if limit == nil {
		return nil
	}
	if wait := limit.Take(throttle.Address(r)); wait > 0 {
		return &problem{status: http.StatusTooManyRequests, code: unavailable, text: "Too many requests from this address. Wait and try again.", wait: wait}
	}
	return nil
}

// clientCount remembers for a moment how many clients are registered.
type clientCount struct {
	mu    sync.Mutex
	known int64
	until time.Time
}
