package oauthflow

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

// Config says where to sign in, as whom, and where the tokens are kept. The same Config serves the sign-in, later runs
// ([NewSource]) and [SignOut].
type Config struct {
	// Issuer is the base address of the authorization server: https, or http on a loopback address. Required.
	Issuer string
	// ClientName is what the person reads on the consent page. Required unless ClientID is set.
	ClientName string
	// ClientID is a client registered beforehand. When it is empty a client is registered (RFC 7591), kept in Store and
	// used again, and registered anew once when the server no longer knows it.
	ClientID string
	// Scopes are asked for at sign-in. Empty leaves the choice to the server.
	Scopes []string
	// Store keeps the tokens. Required by everything except Discover and Register.
	Store Store

	// Prompt shows the code of the device flow. The default writes code, address and a QR code to Out.
	Prompt func(context.Context, DevicePrompt) error
	// OpenBrowser opens the authorization page of the browser flow. The default starts the desktop's browser. When it
	// fails the person can still follow the address that Out shows.
	OpenBrowser func(ctx context.Context, url string) error
	// Out is where the person is spoken to. Default: standard error.
	Out io.Writer

	// HTTPClient makes the requests. It is copied; redirects and cookies are switched off in the copy. The default uses
	// the environment's proxy settings.
	HTTPClient *http.Client
	// RequestTimeout bounds one request. Default 30 seconds.
	RequestTimeout time.Duration
	// LoginTimeout bounds how long BrowserLogin waits for the person. Default 10 minutes.
	LoginTimeout time.Duration
	// Clock is the time that waits and lives of tokens are measured by. The default is the machine's own; a test or a
	// driver puts a virtual one here. RequestTimeout, LoginTimeout and the deadlines of contexts stay on the machine's.
	Clock Clock
	// Logger receives one debug line per request: its purpose, status and duration, never a body. Default: none.
	Logger *slog.Logger

	// TrustedOrigins are further origins ("https://login.example.com") that the metadata may name endpoints on. Without
	// it every endpoint must be on the issuer's own origin, so that a forged document cannot send tokens elsewhere.
	TrustedOrigins []string
	// AllowHTTP accepts http for any host. It gives tokens to everyone on the way; for closed test networks only.
	AllowHTTP bool
}

const (
	defaultRequestTimeout = 30 * time.Second
	defaultLoginTimeout   = 10 * time.Minute
)

// settings is a Config that was checked and whose gaps were filled.
type settings struct {
	Config
	wire  *wire
	clock *clock
}

func (c Config) settle(needStore bool) (*settings, error) {
	u, reason := checkURL(c.Issuer, c.AllowHTTP)
	switch {
	case reason != "":
		return nil, &ConfigError{"Issuer", reason}
	case u.RawQuery != "" || u.ForceQuery:
		return nil, &ConfigError{"Issuer", "has a query"}
	case needStore && c.Store == nil:
		return nil, &ConfigError{"Store", "is missing"}
	case c.RequestTimeout < 0:
		return nil, &ConfigError{"RequestTimeout", "is negative"}
	case c.LoginTimeout < 0:
		return nil, &ConfigError{"LoginTimeout", "is negative"}
	case slices.ContainsFunc(c.Scopes, func(s string) bool { return s == "" || strings.ContainsAny(s, " \t\r\n\"\\") }):
		return nil, &ConfigError{"Scopes", "holds an entry that is not one scope"}
	}
	if c.RequestTimeout == 0 {
		c.RequestTimeout = defaultRequestTimeout
	}
	if c.LoginTimeout == 0 {
		c.LoginTimeout = defaultLoginTimeout
	}
	if c.Out == nil {
		c.Out = os.Stderr
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Clock == nil {
		c.Clock = systemClock{}
	}
	if c.OpenBrowser == nil {
		c.OpenBrowser = openBrowser
	}
	if c.Prompt == nil {
		out := c.Out
		c.Prompt = func(_ context.Context, p DevicePrompt) error { return p.Show(out) }
	}
	clock := &clock{source: c.Clock}
	return &settings{Config: c, clock: clock, wire: newWire(c.HTTPClient, c.RequestTimeout, clock, c.Logger)}, nil
}
