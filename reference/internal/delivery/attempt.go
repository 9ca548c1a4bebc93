package delivery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/webhook"
)

// Bounds of one attempt.
const (
	attemptTime = 10 * time.Second // spec section 6: from the first byte of dialling to the last of the answer
	answerBytes = 8 << 10          // kept of an answer for the log
	storeTries  = 5                // to store an outcome
)

// errTooSlow is why an attempt is given up.
var errTooSlow = fmt.Errorf("no complete answer within %v", attemptTime)

// newClient follows no redirects, uses no proxy and dials only what the guard lets through.
func newClient(g guard) *http.Client {
	dialer := &net.Dialer{Control: g.dial, Resolver: g.resolver}
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy:                  nil,
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    2,
			MaxIdleConns:           atOnce,
			IdleConnTimeout:        30 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
			DisableCompression:     true, // the log shows the bytes that came
		},
	}
}

// attempt makes one attempt and stores how it ended.
func (s *Sender) attempt(ctx context.Context, c claimed) {
	var sent headers
	outcome := s.post(sent.watch(ctx), c)
	outcome.RequestHeaders = sent.text()
	outcome.Number, outcome.StartedAt, outcome.EndedAt = c.delivery.Attempts, c.started, s.o.Clock.Now()
	ctx = context.WithoutCancel(ctx) // what happened is stored, also when it was cut off
	delivered := outcome.Error == "" && outcome.ResponseStatus/100 == 2
	d := after(c.delivery, outcome.EndedAt, delivered)
	if err := s.keep(ctx, d, outcome); err != nil {
		s.o.Log.ErrorContext(ctx, "the outcome of a delivery attempt could not be stored", "delivery", d.ID, "attempt", d.Attempts, "error", err)
	}
	s.o.Log.InfoContext(ctx, "delivery attempt", "delivery", d.ID, "event", d.Event, "attempt", d.Attempts,
		"status", outcome.ResponseStatus, "state", string(d.State), "error", outcome.Error)
}

// keep stores an outcome, and tries again for a while: an outcome that is lost costs the receiver an attempt.
func (s *Sender) keep(ctx context.Context, d store.Delivery, outcome store.Attempt) (err error) {
	for try := range storeTries {
		err = s.o.DB.Adjust(ctx, func(tx *store.Tx) error { // EndAttempt compares and sets
			_, err := tx.EndAttempt(ctx, d, outcome)
			return err
		})
		if err == nil || errors.Is(err, store.ErrClosed) {
			return err
		}
		if err := s.o.Clock.Sleep(ctx, time.Duration(1+try)*100*time.Millisecond); err != nil {
			return err
		}
	}
	return err
}

// post sends the delivery and reads the answer, all within attemptTime on the server's clock.
func (s *Sender) post(ctx context.Context, c claimed) (outcome store.Attempt) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := s.o.Clock.NewTimer(attemptTime)
	defer timer.Stop()
	go func() {
		select {
		case <-timer.C():
			cancel(errTooSlow)
		case <-ctx.Done():
		}
	}()
	req, err := s.request(ctx, c)
	if err != nil {
		return store.Attempt{Error: err.Error()}
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return store.Attempt{Error: reason(ctx, err)}
	}
	defer resp.Body.Close()
	outcome.ResponseStatus = resp.StatusCode
	body, err := io.ReadAll(io.LimitReader(resp.Body, answerBytes))
	outcome.ResponseBody = strings.ToValidUTF8(strings.ReplaceAll(string(body), "\x00", "\ufffd"), "\ufffd") // what both engines store
	switch {
	case err != nil:
		outcome.Error = "reading the answer: " + reason(ctx, err)
	case resp.StatusCode/100 == 3:
		outcome.Error = fmt.Sprintf("the endpoint answered %d; redirects are not followed", resp.StatusCode)
	case resp.StatusCode/100 != 2:
		outcome.Error = fmt.Sprintf("the endpoint answered %d", resp.StatusCode)
	}
	return outcome
}

func (s *Sender) request(ctx context.Context, c claimed) (*http.Request, error) {
	key, err := s.o.Secret.Open(sealDomain(c.endpoint.ID), c.endpoint.SealedSecret)
	if err != nil {
		return nil, errors.New("the endpoint's signing secret cannot be read; rotate it")
	}
	signature, err := webhook.Sign(key.Reveal(), []byte(c.delivery.Body))
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint.URL, strings.NewReader(c.delivery.Body))
	if err != nil {
		return nil, errors.New("the endpoint's URL cannot be requested")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "intake-reference-webhooks/1")
	req.Header.Set(s.o.HeaderPrefix+"Event", c.delivery.Event)
	req.Header.Set(s.o.HeaderPrefix+"Delivery", c.delivery.ID)
	req.Header.Set(s.o.HeaderPrefix+"Signature", signature)
	return req, nil
}

// reason is why an attempt got no answer, in words for the delivery log: without the URL, which may hold a secret, and
// without inner addresses.
func reason(ctx context.Context, err error) string {
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.Is(context.Cause(ctx), errTooSlow), errors.Is(context.Cause(ctx), errCutOff):
		return context.Cause(ctx).Error()
	case errors.Is(err, errForbidden):
		return "the address is on a private or special network, where deliveries are not sent"
	case errors.As(err, &dns):
		return "the host name could not be resolved"
	case errors.As(err, &op) && op.Op == "dial":
		return "the connection could not be made: " + op.Err.Error()
	}
	return "the connection broke before a complete answer"
}
