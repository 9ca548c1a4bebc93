package oauthflowtest

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Options say how the server behaves. The zero value is a correct server whose person approves everything in the browser
// and nothing on the device page until ApproveDevice.
type Options struct {
	Interval   time.Duration    // of device polling; default 5 s
	DeviceLife time.Duration    // default 15 min
	TokenLife  time.Duration    // of access tokens; default 1 h
	Now        func() time.Time // what the server takes for the time; default time.Now
	// Grace is how long a spent refresh token is answered with its successor again, while that is unused. 0: never; the
	// second use ends the whole sign-in.
	Grace time.Duration
	// RegisterStatus is the answer to a registration. Default 201.
	RegisterStatus int
	// DenyBrowser refuses in the browser flow.
	DenyBrowser bool
	// EditMetadata, EditDevice and EditToken change answers before they are sent.
	EditMetadata func(map[string]any)
	EditDevice   func(map[string]any)
	EditToken    func(map[string]any)
	// EditRedirect changes the parameters with which the browser is sent back.
	EditRedirect func(url.Values)
	// Before may answer a request itself, by returning true, instead of the server. endpoint is one of Endpoints.
	Before func(endpoint string, w http.ResponseWriter, r *http.Request) bool
	// Lose drops the connection after the request was carried out, so that its answer is lost.
	Lose func(endpoint string) bool
}

// The names by which requests are counted and intercepted.
const (
	EndpointMetadata  = "metadata"
	EndpointRegister  = "register"
	EndpointDevice    = "device"
	EndpointToken     = "token"
	EndpointAuthorize = "authorize"
	EndpointRevoke    = "revoke"
	EndpointAPI       = "api"
)

// Request is one request that the server got.
type Request struct {
	At       time.Time
	Endpoint string
	Form     url.Values // of a form body or a query
	Body     string     // of any other body
	Bearer   string
}

// Server is a running server. Its methods are safe for concurrent use.
type Server struct {
	// URL is the issuer.
	URL string

	options Options
	random  string // part of every path
	listen  *httptest.Server

	mu       sync.Mutex
	clients  map[string]bool
	devices  map[string]*device
	codes    map[string]*code
	refresh  map[string]*generation
	access   map[string]*access
	requests []Request
}

type device struct {
	client, userCode string
	expires, last    time.Time
	interval         time.Duration
	approved, denied bool
	redeemed         bool
}

type code struct {
	client, redirect, challenge string
	family                      *family
}

// family is everything that came of one sign-in.
type family struct{ dead bool }

// generation is one refresh token.
type generation struct {
	client string
	family *family
	spent  time.Time      // zero: the current one
	answer map[string]any // its successor
	next   *generation
}

type access struct {
	family  *family
	expires time.Time
	dead    bool
}

// New starts a server on a loopback address. Close it.
func New(options Options) *Server {
	s := newServer(options)
	s.listen = httptest.NewServer(s)
	s.URL = s.listen.URL
	return s
}

// NewInMemory makes a server without a network: only the client of Client reaches it. It fits into a testing/synctest
// bubble, where time is virtual.
func NewInMemory(options Options) *Server {
	s := newServer(options)
	s.URL = "https://auth.test"
	return s
}

func newServer(options Options) *Server {
	or := func(d *time.Duration, standard time.Duration) {
		if *d == 0 {
			*d = standard
		}
	}
	or(&options.Interval, 5*time.Second)
	or(&options.DeviceLife, 15*time.Minute)
	or(&options.TokenLife, time.Hour)
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.RegisterStatus == 0 {
		options.RegisterStatus = http.StatusCreated
	}
	return &Server{options: options, random: strings.ToLower(rand.Text()), clients: map[string]bool{},
		devices: map[string]*device{}, codes: map[string]*code{}, refresh: map[string]*generation{}, access: map[string]*access{}}
}

// Close stops listening.
func (s *Server) Close() {
	if s.listen != nil {
		s.listen.Close()
	}
}

// Client is an HTTP client that reaches the server.
func (s *Server) Client() *http.Client {
	if s.listen != nil {
		return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	}
	return &http.Client{Transport: inMemory{s}}
}

// APIURL is a resource that answers 200 to a living access token and 401 to any other.
func (s *Server) APIURL() string { return s.URL + s.path(EndpointAPI) }

func (s *Server) path(endpoint string) string { return "/" + s.random + "/" + endpoint }

// AddClient makes a client known without registering it.
func (s *Server) AddClient(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clients[id] = true
}

// ForgetClients makes every client unknown, as a server does that cleans up.
func (s *Server) ForgetClients() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.clients)
}

// ApproveDevice approves the request with this user code and tells whether there is one.
func (s *Server) ApproveDevice(userCode string) bool {
	return s.eachDevice(userCode, func(d *device) { d.approved = true })
}

// DenyDevice refuses it.
func (s *Server) DenyDevice(userCode string) bool {
	return s.eachDevice(userCode, func(d *device) { d.denied = true })
}

func (s *Server) eachDevice(userCode string, change func(*device)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.devices {
		if d.userCode == userCode {
			change(d)
			return true
		}
	}
	return false
}

// ExpireAccess makes every access token lapse at the API, though the client believes that it lives.
func (s *Server) ExpireAccess() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.access {
		a.dead = true
	}
}

// EndSignIns revokes every sign-in, as a person does on a page of connected programs.
func (s *Server) EndSignIns() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.refresh {
		g.family.dead = true
	}
}

// Living tells whether a token, of either kind, still opens anything.
func (s *Server) Living(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.refresh[token]; g != nil {
		return !g.family.dead && g.spent.IsZero()
	}
	return s.opens(token)
}

// Requests are the requests so far to one endpoint, or to all when it is "".
func (s *Server) Requests(endpoint string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var some []Request
	for _, r := range s.requests {
		if endpoint == "" || r.Endpoint == endpoint {
			some = append(some, r)
		}
	}
	return some
}

// Refreshes counts the requests with a refresh token.
func (s *Server) Refreshes() int {
	n := 0
	for _, r := range s.Requests(EndpointToken) {
		if r.Form.Get("grant_type") == "refresh_token" {
			n++
		}
	}
	return n
}

func answer(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, status int, code string) {
	answer(w, status, map[string]any{"error": code})
}
