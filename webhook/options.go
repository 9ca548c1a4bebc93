package webhook

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

// Defaults and bounds of a Receiver.
const (
	DefaultMaxBody   = 1 << 20          // bytes
	DefaultPrefix    = "X-Service-"     // of the three headers
	DefaultOldest    = 5 * time.Minute  // the last attempt of a delivery starts within half a minute; the rest is for clocks that differ
	DefaultEarliest  = 5 * time.Minute  // how far the sender's clock may be ahead
	DefaultBudget    = 8 * time.Second  // of the 10 s that a sender waits (spec section 6)
	DefaultLease     = 30 * time.Second // bounds one run of a function
	DefaultRetention = 7 * 24 * time.Hour
	DefaultWorkers   = 4
	DefaultAttempts  = 20 // runs of one stored event, over about an hour and a half
)

// Option changes how a Receiver behaves.
type Option func(*Receiver)

// SecretFunc finds the endpoint that a request is for, by its path or host. The request is not verified yet and its
// body must not be read. An error refuses the request like a wrong signature.
type SecretFunc func(r *http.Request) (Endpoint, error)

// Endpoint is one of many endpoints that a Receiver serves.
type Endpoint struct {
	Name    string   // keeps the delivery ids of endpoints apart in the Inbox
	Secrets []string // one, or several while one is being replaced
}

// WithSecrets accepts further secrets beside the first, while one is being replaced.
func WithSecrets(secrets ...string) Option {
	return func(r *Receiver) { r.secrets = append(r.secrets, secrets...) }
}

// WithKnownSecrets names secrets that are not accepted here, so that a delivery signed with one is told apart in the log.
func WithKnownSecrets(secrets ...string) Option {
	return func(r *Receiver) { r.others = append(r.others, secrets...) }
}

// WithHeaderPrefix replaces X-Service- in the names of the three headers: a deployment may carry its own name there.
func WithHeaderPrefix(prefix string) Option { return func(r *Receiver) { r.prefix = prefix } }

// WithMaxBody bounds the body; larger ones are answered with 413. The default is DefaultMaxBody.
func WithMaxBody(bytes int64) Option { return func(r *Receiver) { r.maxBody = bytes } }

// WithFreshness takes events whose created_at is at most oldest ago and at most ahead in the future. The default is
// DefaultOldest and DefaultEarliest. An event that is repeated within that time is caught by the Inbox.
func WithFreshness(oldest, ahead time.Duration) Option {
	return func(r *Receiver) { r.oldest, r.ahead, r.anyAge = oldest, ahead, false }
}

// WithoutFreshness takes events of any age. It gives up protection against events that someone recorded and sends
// again after the Inbox has forgotten them.
func WithoutFreshness() Option { return func(r *Receiver) { r.anyAge = true } }

// WithInbox remembers handled deliveries in inbox. The default is a MemoryInbox.
func WithInbox(inbox Inbox) Option { return func(r *Receiver) { r.inbox = inbox } }

// WithQueue stores events in queue and answers at once; Run works on them afterwards, up to workers at a time (0 means
// DefaultWorkers).
func WithQueue(queue Queue, workers int) Option {
	return func(r *Receiver) { r.inbox, r.queue, r.workers = queue, queue, workers }
}

// WithRetries sets how often a stored event is tried before it is buried, and how long to wait after a failed attempt.
// The default is DefaultAttempts, doubling from 1 s up to 5 min.
func WithRetries(attempts int, wait func(attempt int) time.Duration) Option {
	return func(r *Receiver) { r.attempts, r.wait = attempts, wait }
}

// WithLease bounds one run of a function: its context ends after that, and a claim of a process that died is given to
// another then. The default is DefaultLease.
func WithLease(d time.Duration) Option { return func(r *Receiver) { r.lease = d } }

// WithRetention is how long the Inbox remembers handled deliveries. The default is DefaultRetention.
func WithRetention(d time.Duration) Option { return func(r *Receiver) { r.retention = d } }

// WithBudget warns in the log when a function is still running after d while the sender waits. The default is
// DefaultBudget.
func WithBudget(d time.Duration) Option { return func(r *Receiver) { r.budget = d } }

// WithLogger takes what there is to say: refusals with their reasons, failures, warnings. No secret, signature or body
// is in it. The default is slog.Default.
func WithLogger(log *slog.Logger) Option { return func(r *Receiver) { r.log = log } }

// WithClock replaces time.Now for the age of events.
func WithClock(now func() time.Time) Option { return func(r *Receiver) { r.now = now } }

func (r *Receiver) check() error {
	var faults []error
	for name, d := range map[string]time.Duration{"lease": r.lease, "retention": r.retention, "budget": r.budget} {
		if d <= 0 {
			faults = append(faults, fmt.Errorf("webhook: the %s should be more than 0, not %v", name, d))
		}
	}
	if r.oldest < 0 || r.ahead < 0 {
		faults = append(faults, errors.New("webhook: a bound of the freshness is negative"))
	}
	if !r.anyAge && r.retention < r.oldest {
		faults = append(faults, fmt.Errorf("webhook: a delivery is forgotten after %v and taken for %v: it could be handled twice", r.retention, r.oldest))
	}
	if r.maxBody <= 0 {
		faults = append(faults, fmt.Errorf("webhook: the largest body should be more than 0 bytes, not %d", r.maxBody))
	}
	if r.inbox == nil || r.log == nil || r.now == nil || r.wait == nil {
		faults = append(faults, errors.New("webhook: an inbox, logger, clock or wait is nil"))
	}
	if r.prefix == "" || strings.ContainsFunc(r.prefix, notInHeaders) {
		faults = append(faults, fmt.Errorf("webhook: the prefix of the headers should have letters, digits, - and _, unlike %q", r.prefix))
	}
	if r.workers < 0 || r.attempts < 1 {
		faults = append(faults, errors.New("webhook: workers is negative or attempts is less than 1"))
	}
	return errors.Join(faults...)
}

// notInHeaders is what no header's name has: with it every delivery would be refused for the want of a signature.
func notInHeaders(c rune) bool {
	return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_'
}

// backoff doubles from 1 s up to 5 min.
func backoff(attempt int) time.Duration {
	return min(time.Second<<min(attempt-1, 10), 5*time.Minute)
}
