package intake

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Version of the SDK, as the User-Agent names it.
const Version = "0.1.0"

var defaultUserAgent = "intake-go/" + Version + " (" + runtime.Version() + "; " + runtime.GOOS + ")"

// Environment variables that NewClient reads when an option does not say.
const (
	EnvAPIKey  = "INTAKE_API_KEY"
	EnvBaseURL = "INTAKE_BASE_URL"
)

// Client calls the API on behalf of one workspace, that of its credential. It is safe for concurrent use; make one and
// share it, because rate limits are waited out per client. It holds nothing that needs to be closed.
type Client struct {
	Sessions     *SessionsClient
	Appointments *AppointmentsClient
	Workspace    *WorkspaceClient

	base       *url.URL
	credential *credential
	userAgent  []string
	limiter    Limiter
	logger     Logger
	hooks      []Hook
	clock      Clock
	maxBody    int64
	settings   *settings
	cooldown   cooldown
	retry      *retryablehttp.Client
}

// NewClient makes a client. Without options it reads INTAKE_API_KEY and INTAKE_BASE_URL. It sends nothing.
func NewClient(opts ...Option) (*Client, error) {
	cfg := config{
		userAgent: defaultUserAgent, httpClient: &http.Client{}, clock: systemClock{}, maxBody: 16 << 20,
		settings: settings{maxAttempts: 5, attemptTimeout: 2 * time.Minute, maxWait: time.Minute, maxTurns: 500},
	}
	for _, o := range opts {
		if err := o.applyClient(&cfg); err != nil {
			return nil, err
		}
	}
	base, err := parseBase(cmp.Or(cfg.baseURL, os.Getenv(EnvBaseURL)), cfg.insecure)
	if err != nil {
		return nil, err
	}
	if cfg.credential == nil {
		key := os.Getenv(EnvAPIKey)
		if key == "" {
			return nil, badOption("there is no credential: set %s, or give WithAPIKey or WithTokenSource", EnvAPIKey)
		}
		if cfg.credential, err = keyCredential(key, "Authorization", "Bearer "); err != nil {
			return nil, err
		}
	}
	c := &Client{base: base, credential: cfg.credential, userAgent: []string{cfg.userAgent}, limiter: cfg.limiter, logger: cfg.logger,
		hooks: cfg.hooks, clock: cfg.clock, maxBody: cfg.maxBody, settings: &cfg.settings}
	c.retry = newRetry(cfg.httpClient, c.credential)
	c.Sessions, c.Appointments, c.Workspace = &SessionsClient{c}, &AppointmentsClient{c}, &WorkspaceClient{c}
	return c, nil
}

// parseBase checks the base address.
func parseBase(address string, insecure bool) (*url.URL, error) {
	if address == "" {
		return nil, badOption("there is no base address: set %s, or give WithBaseURL", EnvBaseURL)
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, badOption("the base address cannot be read") // url.Parse's error would print what may be a secret in it
	case u.Scheme != "https" && u.Scheme != "http" || u.Host == "":
		return nil, badOption("the base address wants the form https://host/prefix")
	case u.User != nil:
		return nil, badOption("the base address holds a user name or password, which would show in logs")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, badOption("the base address holds a query or a fragment")
	case u.Scheme == "http" && !insecure && !loopback(u.Hostname()):
		return nil, badOption("plain http to %s would show the credential to everybody on the way; use https, or WithInsecureHTTP", u.Host)
	}
	u.Path = strings.TrimRight(u.Path, "/")
	u.RawPath = strings.TrimRight(u.RawPath, "/")
	return u, nil
}

func loopback(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	return strings.EqualFold(host, "localhost") || strings.HasSuffix(strings.ToLower(host), ".localhost")
}

// Format names the base address and nothing else.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, c.String()) }

// String names the base address and nothing else.
func (c *Client) String() string { return "intake.Client(" + c.base.String() + ")" }

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
