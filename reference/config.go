package reference

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/limit"
)

// Config says how a Server runs. The zero value works: SQLite in a temporary folder, no listener, the sandbox market.
type Config struct {
	// Addr is where Run serves the API and the application interface, such as "127.0.0.1:8080"; New takes the port, and
	// port 0 picks a free one. Empty means that Run serves nothing and the Server is used as an http.Handler.
	Addr string

	// BaseURL is the public address of the API, without a slash at its end. Empty means http:// and Addr.
	BaseURL string

	// Choices differ from what API.md describes where the specification leaves a point open.
	Choices Choices

	// Clock is the server's time. Nil is the machine's, or with Control a clock that runs with it and can be advanced.
	Clock clock.Clock

	// Control offers the control hooks: what tests need and the API cannot do. Whoever reaches them owns the server.
	Control bool

	// ControlAddr is where Run serves the control hooks; it implies Control. Empty means that only Control serves them.
	ControlAddr string

	// Data is the folder of the server's files: the database, the key of its hashes, what the sandbox market received.
	// It is made when it is missing. Empty means a temporary folder that Close removes.
	Data string

	// Database is a PostgreSQL connection string. Empty means SQLite within Data. Replicas on one database need the same
	// hash key: give each a copy of the file hash.key in its Data. A server with another one does not start.
	Database string

	// HeaderPrefix begins the names of the three headers of webhook deliveries. Empty means "X-Service-".
	HeaderPrefix string

	// Lives are how long credentials of OAuth sign-in last.
	Lives Lives

	// Log takes what the server has to say. Nil means nowhere.
	Log *slog.Logger

	// Market is the platform that submissions go to. The zero value is the sandbox, within this process.
	Market Market

	// MonthlyCap is how many sessions the free plan may create in a calendar month (UTC). Zero means 5.
	MonthlyCap int

	// PrivateWebhooks lets webhook endpoints be on loopback and private addresses, on any port and over plain http, for
	// development and tests.
	PrivateWebhooks bool

	// Rates limit the heavy operations "answers", "extract", "fill" and "risk" per workspace. What is left out keeps its
	// default: 6000 answers, 1200 extractions, 2400 fills and 6000 risk summaries a minute.
	Rates map[string]Rate

	// ShareReaders lets a process that has read a PDF of one workspace read those of others, for development and tests, in which
	// all workspaces are one's own: a new process takes more time than to read most files. Else no process reads files of two.
	ShareReaders bool

	// ShutdownTime is how long Run waits for requests under way when it ends. Zero means 15 seconds.
	ShutdownTime time.Duration

	// SignIn limits floods and guessing at sign-in, by program and by person.
	SignIn SignInLimits

	// TrustedProxies are the networks of your own reverse proxies. What they say in X-Forwarded-For is where a request
	// comes from, for the limits by address and for the pages that show one. From anybody else the header is ignored.
	TrustedProxies []netip.Prefix

	// WebhookNetworks are further networks that webhook endpoints may be on, such as 10.20.0.0/16: there on any port and
	// over plain http. Elsewhere an endpoint is on a public address, over https on port 443. The addresses at which clouds
	// serve a machine its secrets are refused whatever is named here, link-local ones among them.
	WebhookNetworks []netip.Prefix

	// WebhookResolver finds the addresses of webhook endpoints. Nil means the system's.
	WebhookResolver *net.Resolver
}

// Rate admits Requests at once, and as many again evenly over each Window.
type Rate struct {
	Requests int
	Window   time.Duration
}

// Lives are the lifetimes of OAuth credentials; zero means the default in parentheses.
type Lives struct {
	AccessToken    time.Duration // (1 hour)
	RefreshToken   time.Duration // since its last use (30 days)
	RefreshGrace   time.Duration // in which a spent refresh token gives its unused successor again (30 s); negative: none
	DeviceCode     time.Duration // (15 minutes)
	DeviceInterval time.Duration // between two polls (5 s)
}

func (l Lives) auth() authserver.Lives {
	return authserver.Lives{AccessToken: l.AccessToken, RefreshToken: l.RefreshToken, RefreshGrace: l.RefreshGrace,
		DeviceCode: l.DeviceCode, DeviceInterval: l.DeviceInterval}
}

// Market names the external market platform.
type Market struct {
	URL      string // empty: the sandbox within this process
	Provider string // the name that events carry; empty: the URL's host
}

const defaultShutdownTime = 15 * time.Second

func (c Config) withDefaults() Config {
	c.Control = c.Control || c.ControlAddr != ""
	if c.Clock == nil {
		if c.Clock = clock.System(); c.Control {
			c.Clock = clock.NewShifted()
		}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.ShutdownTime == 0 {
		c.ShutdownTime = defaultShutdownTime
	}
	c.Log = slog.New(requestLog{c.Log.Handler()})
	return c
}

func (c Config) check() error {
	var faults []error
	if u, err := url.Parse(c.BaseURL); c.BaseURL != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Path != "") {
		faults = append(faults, fmt.Errorf("reference: BaseURL %q should be http:// or https:// and a host, without a path", c.BaseURL))
	}
	if strings.ContainsFunc(c.HeaderPrefix, notInHeaders) {
		faults = append(faults, fmt.Errorf("reference: HeaderPrefix %q has more than letters, digits, - and _", c.HeaderPrefix))
	}
	for name, d := range map[string]time.Duration{"AccessToken": c.Lives.AccessToken, "RefreshToken": c.Lives.RefreshToken,
		"DeviceCode": c.Lives.DeviceCode, "DeviceInterval": c.Lives.DeviceInterval, "ShutdownTime": c.ShutdownTime} {
		if d < 0 {
			faults = append(faults, fmt.Errorf("reference: %s is negative", name))
		}
	}
	if c.MonthlyCap < 0 {
		faults = append(faults, errors.New("reference: MonthlyCap is negative"))
	}
	faults = append(faults, c.SignIn.check()...)
	for _, p := range c.WebhookNetworks {
		if !p.IsValid() || p.Bits() < widest(p.Addr()) {
			faults = append(faults, fmt.Errorf("reference: WebhookNetworks: %v is no network, or wider than any private one", p))
		}
	}
	return errors.Join(faults...)
}

// notInHeaders is what would make a header name that no HTTP client sends, or that proxies drop.
func notInHeaders(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// widest is the length of the largest private network, 10.0.0.0/8 or fc00::/7. Whatever is larger would open the guard of
// webhook endpoints rather than name an exception to it.
func widest(a netip.Addr) int {
	if a.Is4() {
		return 8
	}
	return 7
}

func (c Config) rates() map[limit.Operation]limit.Rate {
	all := map[limit.Operation]limit.Rate{}
	for name, r := range c.Rates {
		all[limit.Operation(name)] = limit.Rate{Requests: r.Requests, Window: r.Window}
	}
	return all
}
