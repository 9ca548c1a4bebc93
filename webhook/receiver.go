package webhook

import (
	"crypto/sha256"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Receiver is an http.Handler for deliveries. Make one with NewReceiver, give it functions with On and its kin, and
// serve it. It is safe for concurrent use; On may be called while it serves.
//
// It answers 2xx when the event was handled now or before (or stored, with WithQueue), 401 without a word when the
// delivery cannot be trusted, 405 and 413 for what is no delivery, 400 for a signed body that is no event, and 5xx when
// a function failed, so that the sender tries again.
type Receiver struct {
	keys      []*key
	lookup    SecretFunc
	secrets   []string
	others    []string
	prefix    string
	maxBody   int64
	oldest    time.Duration
	ahead     time.Duration
	anyAge    bool
	inbox     Inbox
	queue     Queue // nil unless events are stored first
	workers   int
	attempts  int
	wait      func(attempt int) time.Duration
	lease     time.Duration
	retention time.Duration
	budget    time.Duration
	log       *slog.Logger
	now       func() time.Time

	routes  routes
	counts  counters
	expired atomic.Int64 // when the inbox was last told to forget, in Unix seconds
	explain limiter
	stored  chan struct{} // holds a token while an event may wait in the queue
	running sync.Mutex    // held by Run
	ended   atomic.Bool   // Run has returned: nobody would work on what is stored
}

// NewReceiver takes deliveries of one endpoint. The secret is the whole text that was shown at registration, whsec_
// included; an empty one is ErrSecret.
func NewReceiver(secret string, options ...Option) (*Receiver, error) {
	r := newReceiver(append([]Option{WithSecrets(secret)}, options...))
	var err error
	if r.keys, err = newKeys(r.secrets); err != nil {
		return nil, err
	}
	return r, r.check()
}

// NewReceiverFunc takes deliveries of many endpoints, whose secrets lookup finds by the request.
func NewReceiverFunc(lookup SecretFunc, options ...Option) (*Receiver, error) {
	if lookup == nil {
		return nil, ErrSecret
	}
	r := newReceiver(options)
	r.lookup = lookup
	return r, r.check()
}

func newReceiver(options []Option) *Receiver {
	r := &Receiver{prefix: DefaultPrefix, maxBody: DefaultMaxBody, oldest: DefaultOldest, ahead: DefaultEarliest, attempts: DefaultAttempts,
		wait: backoff, lease: DefaultLease, retention: DefaultRetention, budget: DefaultBudget, log: slog.Default(), now: time.Now,
		stored: make(chan struct{}, 1)}
	for _, option := range options {
		option(r)
	}
	if r.inbox == nil {
		r.inbox = NewMemoryInbox(0, r.now)
	}
	if r.workers == 0 {
		r.workers = DefaultWorkers
	}
	return r
}

// ServeHTTP answers one delivery.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	e, err := r.Accept(req)
	if err == nil {
		err = r.dispatch(req.Context(), e)
	}
	status := statusOf(err)
	r.counts.answered(status)
	if err != nil {
		r.log.LogAttrs(req.Context(), severity(status), "webhook refused", slog.Int("status", status), slog.String("reason", err.Error()),
			slog.String("delivery", e.ID), slog.String("event", e.Name))
	}
	switch status {
	case http.StatusMethodNotAllowed:
		w.Header().Set("Allow", http.MethodPost)
	case http.StatusRequestEntityTooLarge, http.StatusRequestTimeout:
		w.Header().Set("Connection", "close")
	}
	w.WriteHeader(status)
}

// Accept reads a request and returns its event when everything about it holds: signature, headers, age. It is for
// programs that route by themselves; nothing is claimed and no function is called.
func (r *Receiver) Accept(req *http.Request) (Event, error) {
	body, endpoint, err := r.verified(req)
	if err != nil {
		return Event{}, err
	}
	e, err := ParseEvent(body)
	if err != nil {
		return Event{}, err
	}
	e.Endpoint = endpoint
	return e, errors.Join(r.bound(req, e), r.fresh(e))
}

// Verified reads a request and returns its body when the signature holds, whatever the body is. The headers beside the
// signature and the age are not looked at.
func (r *Receiver) Verified(req *http.Request) ([]byte, error) {
	body, _, err := r.verified(req)
	return body, err
}

func (r *Receiver) verified(req *http.Request) (body []byte, endpoint string, err error) {
	if req.Method != http.MethodPost {
		return nil, "", errMethod
	}
	keys, endpoint, err := r.keysFor(req)
	if err != nil {
		return nil, "", err
	}
	want, err := r.signature(req)
	if err != nil {
		return nil, "", err
	}
	if body, err = readBody(req, r.maxBody); err != nil {
		return nil, "", err
	}
	if !anySigns(keys, body, want) {
		return nil, "", r.mismatch(body, want, keys)
	}
	return body, endpoint, nil
}

func (r *Receiver) keysFor(req *http.Request) ([]*key, string, error) {
	if r.lookup == nil {
		return r.keys, "", nil
	}
	endpoint, err := r.lookup(req)
	if err != nil {
		return nil, "", &Error{Kind: ErrSecret, Reason: "no endpoint for this request: " + err.Error()}
	}
	keys, err := newKeys(endpoint.Secrets)
	return keys, endpoint.Name, err
}

// signature takes exactly one header: of two, another program on the way might trust the other one.
func (r *Receiver) signature(req *http.Request) ([sha256.Size]byte, error) {
	values := req.Header.Values(r.prefix + "Signature")
	if len(values) > 1 {
		return [sha256.Size]byte{}, &Error{Kind: ErrSignature, Reason: "there is more than one"}
	}
	return parseSignature(req.Header.Get(r.prefix + "Signature"))
}

// bound wants the headers, which nobody signed, to repeat the body.
func (r *Receiver) bound(req *http.Request, e Event) error {
	for name, want := range map[string]string{"Event": e.Name, "Delivery": e.ID} {
		if values := req.Header.Values(r.prefix + name); len(values) != 1 || values[0] != want {
			return &Error{Kind: ErrHeader, Reason: r.prefix + name + " is missing or not that of the body"}
		}
	}
	return nil
}

func (r *Receiver) fresh(e Event) error {
	age := r.now().Sub(e.CreatedAt)
	switch {
	case r.anyAge:
		return nil
	case age > r.oldest:
		return &Error{Kind: ErrStale, Reason: "created_at is " + age.Round(time.Second).String() + " ago"}
	case age < -r.ahead:
		return &Error{Kind: ErrStale, Reason: "created_at is " + (-age).Round(time.Second).String() + " ahead"}
	}
	return nil
}

// mismatch explains a wrong signature, but not to everyone who asks: diagnoses cost more than the refusal.
func (r *Receiver) mismatch(body []byte, want [sha256.Size]byte, keys []*key) error {
	if !r.explain.allow(time.Now()) {
		return mismatch(Unexplained)
	}
	secrets := make([]string, len(keys))
	for i, k := range keys {
		secrets[i] = k.secret
	}
	return mismatch(diagnose(body, want, secrets, r.others))
}

var errMethod = errors.New("webhook: the method is not POST")

// readBody reads the body once, into one buffer when its size is told.
func readBody(req *http.Request, limit int64) ([]byte, error) {
	if req.ContentLength > limit {
		return nil, ErrTooLarge
	}
	if req.ContentLength < 0 {
		body, err := io.ReadAll(io.LimitReader(req.Body, limit+1))
		if err == nil && int64(len(body)) > limit {
			err = ErrTooLarge
		}
		return body, unreadable(err)
	}
	body := make([]byte, req.ContentLength)
	_, err := io.ReadFull(req.Body, body)
	return body, unreadable(err)
}

// errCut is a body that did not arrive whole.
var errCut = errors.New("webhook: the body did not arrive whole")

func unreadable(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil || errors.Is(err, ErrTooLarge):
		return err
	case errors.As(err, &tooLarge):
		return ErrTooLarge
	}
	return errCut
}

func statusOf(err error) int {
	switch {
	case err == nil:
		return http.StatusNoContent
	case errors.Is(err, errMethod):
		return http.StatusMethodNotAllowed
	case errors.Is(err, ErrSecret), errors.Is(err, ErrSignature), errors.Is(err, ErrHeader), errors.Is(err, ErrStale):
		return http.StatusUnauthorized
	case errors.Is(err, ErrTooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, errCut):
		return http.StatusRequestTimeout
	case errors.Is(err, ErrPayload):
		return http.StatusBadRequest
	case errors.Is(err, ErrBusy), errors.Is(err, ErrClosed):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

func severity(status int) slog.Level {
	if status >= 500 {
		return slog.LevelError
	}
	return slog.LevelWarn
}

// limiter lets a few diagnoses a second through.
type limiter struct {
	mu     sync.Mutex
	second int64
	used   int
}

// diagnosesPerSecond bounds what strangers can make the receiver work.
const diagnosesPerSecond = 5

func (l *limiter) allow(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := now.Unix(); s != l.second {
		l.second, l.used = s, 0
	}
	l.used++
	return l.used <= diagnosesPerSecond
}
