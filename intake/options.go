package intake

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Option changes how a client behaves. A CallOption is one too.
type Option interface{ applyClient(*config) error }

// CallOption changes how one call behaves or, given to NewClient, how all calls do.
type CallOption interface {
	Option
	applyCall(*settings) error
}

// Limiter holds requests back before they are sent. *rate.Limiter of golang.org/x/time is one.
type Limiter interface {
	Wait(ctx context.Context) error
}

// Logger takes what the client has to say. *slog.Logger is one.
type Logger interface {
	DebugContext(ctx context.Context, msg string, args ...any)
	InfoContext(ctx context.Context, msg string, args ...any)
}

// Clock is what the client reads the time from and waits on. Tests can stand time still with another one.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error // ends early with the context's error
}

// config is what NewClient is given.
type config struct {
	baseURL    string
	insecure   bool
	credential *credential
	httpClient *http.Client
	userAgent  string
	limiter    Limiter
	logger     Logger
	hooks      []Hook
	clock      Clock
	maxBody    int64
	settings   settings
}

// settings are what a call may change. The values are shared by calls; with copies them.
type settings struct {
	maxAttempts    int
	attemptTimeout time.Duration
	maxWait        time.Duration
	maxTurns       int
	header         http.Header
	progress       func(sent, total int64)
	documentsPart  string // of AttachDocuments; empty leaves "file" or "files"
}

func (s *settings) with(opts []CallOption) (*settings, error) {
	if len(opts) == 0 {
		return s, nil
	}
	own := *s
	own.header = s.header.Clone()
	for _, o := range opts {
		if err := o.applyCall(&own); err != nil {
			return nil, err
		}
	}
	return &own, nil
}

type clientOption func(*config) error

func (o clientOption) applyClient(c *config) error { return o(c) }

type callOption func(*settings) error

func (o callOption) applyClient(c *config) error { return o(&c.settings) }
func (o callOption) applyCall(s *settings) error { return o(s) }
func badOption(format string, args ...any) error {
	return fmt.Errorf("intake: %w: "+format, append([]any{ErrConfiguration}, args...)...)
}
func set(change func(*config)) Option {
	return clientOption(func(c *config) error { change(c); return nil })
}
func atLeast(n, least int, name string) error {
	if n < least {
		return badOption("%s must be at least %d, not %d", name, least, n)
	}
	return nil
}

// WithBaseURL sets the base address of the service; a path prefix and a trailing slash are fine. The default is
// INTAKE_BASE_URL. Plain http is for loopback addresses only, unless WithInsecureHTTP is given.
func WithBaseURL(address string) Option { return set(func(c *config) { c.baseURL = address }) }

// WithInsecureHTTP permits plain http to other hosts than this one. Everybody on the way can then read the credential and
// the insured's data.
func WithInsecureHTTP() Option { return set(func(c *config) { c.insecure = true }) }

// WithAPIKey authenticates with a workspace API key, sent as "Authorization: Bearer". The default is INTAKE_API_KEY.
func WithAPIKey(key string) Option {
	return clientOption(func(c *config) (err error) {
		c.credential, err = keyCredential(key, "Authorization", "Bearer ")
		return err
	})
}

// WithAPIKeyHeader authenticates with a workspace API key, sent as "X-API-Key", for a proxy that keeps Authorization for
// itself.
func WithAPIKeyHeader(key string) Option {
	return clientOption(func(c *config) (err error) { c.credential, err = keyCredential(key, "X-Api-Key", ""); return err })
}

// WithTokenSource authenticates with OAuth access tokens, such as those of an oauthflow.Source.
func WithTokenSource(source TokenSource) Option {
	return clientOption(func(c *config) error {
		if source == nil {
			return badOption("the token source is nil")
		}
		c.credential = &credential{header: "Authorization", source: func() TokenSource { return source }}
		return nil
	})
}

// WithHTTPClient sends through a client of yours: its transport, cookie jar and timeout are used, the client itself is not
// changed. Redirects are not followed whatever it says: the API has none, and they would carry the credential away. The
// default is http.DefaultTransport, which keeps two idle connections to a host; many goroutines want a transport with more.
func WithHTTPClient(client *http.Client) Option {
	return clientOption(func(c *config) error {
		if client == nil {
			return badOption("the HTTP client is nil")
		}
		c.httpClient = client
		return nil
	})
}

// WithUserAgent puts the name and version of your program before the SDK's own.
func WithUserAgent(product string) Option {
	return clientOption(func(c *config) error {
		if !printable(product) {
			return badOption("the user agent %q cannot be sent", product)
		}
		c.userAgent = product + " " + defaultUserAgent
		return nil
	})
}

// WithLimiter asks a limiter of yours before each request.
func WithLimiter(l Limiter) Option { return set(func(c *config) { c.limiter = l }) }

// WithLogger logs each attempt at debug level, and each wait at info level. The default logs nothing. No credential, body
// or parameter is ever logged.
func WithLogger(l Logger) Option { return set(func(c *config) { c.logger = l }) }

// WithHook adds a hook around each attempt. Hooks run in the order in which they were given.
func WithHook(h Hook) Option { return set(func(c *config) { c.hooks = append(c.hooks, h) }) }

// WithClock replaces the clock for waits and for the dates of Retry-After. Deadlines of contexts stay on the real one.
func WithClock(clock Clock) Option { return set(func(c *config) { c.clock = clock }) }

// WithMaxResponseBytes bounds the JSON of a success; more is ErrAnswerTooLarge. The default is 16 MiB. Downloads are not
// concerned.
func WithMaxResponseBytes(n int64) Option {
	return clientOption(func(c *config) error { c.maxBody = n; return atLeast(int(n), 1, "the response limit") })
}

// WithMaxAttempts bounds how often one call is sent; 1 never repeats anything. The default is 5.
func WithMaxAttempts(n int) CallOption {
	return callOption(func(s *settings) error { s.maxAttempts = n; return atLeast(n, 1, "the number of attempts") })
}

// WithAttemptTimeout bounds each attempt from connecting to the last byte of the answer; waits are not counted. The default
// is 2 minutes, 0 is no bound. Bound the call as a whole with its context.
func WithAttemptTimeout(d time.Duration) CallOption {
	return callOption(func(s *settings) error { s.attemptTimeout = d; return atLeast(int(d), 0, "the timeout") })
}

// WithMaxWait bounds a single wait for a rate limit. A longer one comes back at once as *RateLimitError. The default is a
// minute.
func WithMaxWait(d time.Duration) CallOption {
	return callOption(func(s *settings) error { s.maxWait = d; return atLeast(int(d), 0, "the wait") })
}

// WithMaxTurns bounds an Interview. The default is 500.
func WithMaxTurns(n int) CallOption {
	return callOption(func(s *settings) error { s.maxTurns = n; return atLeast(n, 1, "the number of turns") })
}

// WithProgress reports the bytes of a file upload or a download as they pass. The figures never go back, also when an upload is
// repeated; total is -1 when it is not known. It is called from one goroutine at a time and should return quickly.
func WithProgress(report func(done, total int64)) CallOption {
	return callOption(func(s *settings) error { s.progress = report; return nil })
}

// WithDocumentsPart names the parts of AttachDocuments for a service that takes its files under another name: the
// specification does not show the name (spec section 4, endpoint 7).
func WithDocumentsPart(name string) CallOption {
	return callOption(func(s *settings) error {
		if name == "" || !printable(name) || strings.ContainsAny(name, `"\`) {
			return badOption("a part cannot have the name %q", name)
		}
		s.documentsPart = name
		return nil
	})
}

// WithHeader sends a header of your own, a trace for instance. The SDK's own headers cannot be replaced.
func WithHeader(name, value string) CallOption {
	return callOption(func(s *settings) error {
		switch name = http.CanonicalHeaderKey(name); name {
		case "", "Authorization", "X-Api-Key", "Content-Type", "Content-Length", "Host", "Accept", "Accept-Encoding", "Transfer-Encoding",
			"Connection",
			"Idempotency-Key", "X-Idempotency-Key": // with these two net/http repeats a POST by itself, and the service promises nothing for them
			return badOption("the header %q is not yours to set", name)
		}
		if !printable(value) {
			return badOption("the value of the header %s cannot be sent", name)
		}
		if s.header == nil {
			s.header = http.Header{}
		}
		s.header.Set(name, value)
		return nil
	})
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return false
		}
	}
	return true
}
