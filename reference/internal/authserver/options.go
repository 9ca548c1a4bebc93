package authserver

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
)

// Options of a Server.
type Options struct {
	DB     *store.DB
	Secret *secret.Hasher
	Clock  clock.Clock
	// BaseURL is the issuer: where the server is reached, without a slash at the end. When it is empty, the scheme and
	// host of each request take its place, which is right where nothing stands between the server and its clients.
	BaseURL string
	Lives   Lives
	Limits  Limits
	// RegisterStatus is that of a registration. Zero means 201, as RFC 7591 says; servers in the wild send 200, too.
	RegisterStatus int
	// Log takes failures of the server itself. Nil drops them.
	Log *slog.Logger
}

// Lives are how long things are good for. What is zero gets its default.
type Lives struct {
	AccessToken    time.Duration // 1 hour
	RefreshToken   time.Duration // 30 days from its issue, so each rotation extends the sign-in
	RefreshGrace   time.Duration // 30 s in which a spent refresh token gets its unused successor again; negative: none
	DeviceCode     time.Duration // 15 minutes
	DeviceInterval time.Duration // 5 s between polls; whole seconds
	Code           time.Duration // 1 minute from consent to exchange
}

// Limits hold off floods and guessing. What is zero gets its default; a Rate with a negative Burst admits everything.
type Limits struct {
	// Requests by address.
	Registrations  throttle.Rate // 5,000 in an hour
	DeviceRequests throttle.Rate // 5,000 in ten minutes
	TokenRequests  throttle.Rate // 6,000 in a minute
	Authorizations throttle.Rate // 1,000 in a minute
	// ClientRequests counts the device and token requests of one client, wherever they come from: 20,000 in a minute, so
	// that a program with many users is not held up and one that runs wild is.
	ClientRequests throttle.Rate
	// MaxClients bounds how many registered clients are kept. Default 100,000.
	MaxClients int
	// KeepClients is how many clients there may be before unused ones are cleaned up. Default 1,000.
	KeepClients int
	Guesses     Guesses
}

func (o *Options) check() error {
	if o.DB == nil || o.Secret == nil || o.Clock == nil {
		return errors.New("authserver: the options need DB, Secret and Clock")
	}
	if o.BaseURL != "" {
		u, err := url.Parse(o.BaseURL)
		if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
			return fmt.Errorf("authserver: the base URL %q is no issuer: it needs http or https and a host, and no query", o.BaseURL)
		}
		o.BaseURL = strings.TrimSuffix(o.BaseURL, "/")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return errors.Join(o.Lives.check(), o.Limits.check(o.Lives))
}

func (l *Lives) check() error {
	orElse(&l.AccessToken, time.Hour)
	orElse(&l.RefreshToken, 30*24*time.Hour)
	orElse(&l.RefreshGrace, 30*time.Second)
	orElse(&l.DeviceCode, 15*time.Minute)
	orElse(&l.DeviceInterval, 5*time.Second)
	orElse(&l.Code, time.Minute)
	l.RefreshGrace = max(0, l.RefreshGrace)
	for name, d := range map[string]time.Duration{"access token": l.AccessToken, "refresh token": l.RefreshToken,
		"device code": l.DeviceCode, "device interval": l.DeviceInterval, "authorization code": l.Code} {
		if d < time.Second {
			return fmt.Errorf("authserver: a life of %v for the %s: need at least a second", d, name)
		}
	}
	if l.DeviceInterval%time.Second != 0 {
		return fmt.Errorf("authserver: a device interval of %v: it is told to clients in whole seconds", l.DeviceInterval)
	}
	return nil
}

func (l *Limits) check(lives Lives) error {
	orElse(&l.Registrations, throttle.Rate{Burst: 5000, Window: time.Hour})
	orElse(&l.DeviceRequests, throttle.Rate{Burst: 5000, Window: 10 * time.Minute})
	orElse(&l.TokenRequests, throttle.Rate{Burst: 6000, Window: time.Minute})
	orElse(&l.Authorizations, throttle.Rate{Burst: 1000, Window: time.Minute})
	orElse(&l.ClientRequests, throttle.Rate{Burst: 20_000, Window: time.Minute})
	orElse(&l.MaxClients, 100_000)
	orElse(&l.KeepClients, 1000)
	return l.Guesses.check(lives.DeviceCode)
}

// orElse gives a setting that was left out its default.
func orElse[T comparable](setting *T, fallback T) {
	var zero T
	if *setting == zero {
		*setting = fallback
	}
}

// issuer is the server's identity in metadata and in authorization responses (RFC 8414 section 2, RFC 9207).
func (s *Server) issuer(r *http.Request) string {
	if s.o.BaseURL != "" {
		return s.o.BaseURL
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
