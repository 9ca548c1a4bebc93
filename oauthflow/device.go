package oauthflow

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DevicePrompt is what the person needs to approve a device sign-in (RFC 8628 section 3.3). Its texts were checked: they
// hold no control character, and the addresses are http or https.
type DevicePrompt struct {
	UserCode                string
	VerificationURI         string
	VerificationURIComplete string // with the code in it; may be empty
	ExpiresAt               time.Time
}

// DeviceLogin signs in by a code that the person types on any machine (RFC 8628). It calls cfg.Prompt once, waits for the
// approval, stores the tokens and returns their Source. It ends with ErrDenied, ErrExpired, ErrLost, ErrCancelled, or the
// error that made waiting pointless.
func DeviceLogin(ctx context.Context, cfg Config) (*Source, error) {
	l, err := startLogin(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return l.device(ctx)
}

func (l *login) device(ctx context.Context) (*Source, error) {
	if l.meta.DeviceAuthorizationEndpoint == "" {
		return nil, &MetadataError{Issuer: l.Issuer, Member: "device_authorization_endpoint", Reason: "is missing"}
	}
	return l.run(ctx, func(ctx context.Context, client *Client) (*Source, error) {
		request, err := l.authorizeDevice(ctx, client.ID)
		if err != nil {
			return nil, err
		}
		if err := l.Prompt(ctx, request.DevicePrompt); err != nil {
			return nil, orCancelled(ctx, err)
		}
		p := poller{login: l, request: request, clientID: client.ID, interval: request.interval}
		got, err := p.run(ctx)
		if err != nil {
			return nil, err
		}
		return l.finish(ctx, client, got)
	})
}

// deviceRequest is the answer to a device authorization request (RFC 8628 section 3.2).
type deviceRequest struct {
	DevicePrompt
	Code     secretText
	interval time.Duration
}

func (l *login) authorizeDevice(ctx context.Context, clientID string) (*deviceRequest, error) {
	form := url.Values{"client_id": {clientID}}
	if len(l.Scopes) > 0 {
		form.Set("scope", strings.Join(l.Scopes, " "))
	}
	a, err := l.call(ctx, refusable, func() (*answer, error) {
		return l.wire.post(ctx, "device authorization", l.meta.DeviceAuthorizationEndpoint, form)
	})
	if err != nil {
		return nil, err
	}
	if a.status != http.StatusOK {
		return nil, a.serverError()
	}
	return l.readDeviceRequest(a)
}

const (
	defaultInterval   = 5 * time.Second // RFC 8628 section 3.2
	shortestInterval  = time.Second
	defaultDeviceLife = 15 * time.Minute // expires_in is required; a server that omits it means some usual life
	longestDeviceLife = 24 * time.Hour
	longestUserCode   = 64
)

// readDeviceRequest refuses what is not safe to show: the person's terminal obeys control characters, and their system
// opens whatever address they click on. Plain http is the server's choice here: no secret of this program goes there.
func (s *settings) readDeviceRequest(a *answer) (*deviceRequest, error) {
	bad := func(reason string) (*deviceRequest, error) {
		return nil, &ResponseError{Op: a.op, Status: a.status, Reason: reason}
	}
	m, ok := a.members()
	if !ok {
		return bad("the answer is not a JSON object")
	}
	r := &deviceRequest{Code: secretText(m.text("device_code"))}
	r.UserCode, r.VerificationURI = m.text("user_code"), m.text("verification_uri")
	r.VerificationURIComplete = m.text("verification_uri_complete")
	if r.Code == "" || len(r.Code) > longestToken {
		return bad("the answer has no device_code")
	}
	if strings.TrimSpace(r.UserCode) == "" || len(r.UserCode) > longestUserCode || strings.ContainsFunc(r.UserCode, unprintable) {
		return bad("the user_code is missing or not safe to show")
	}
	if _, reason := checkURL(r.VerificationURI, true); reason != "" {
		return bad("the verification_uri " + reason)
	}
	if r.VerificationURIComplete != "" {
		if _, reason := checkURL(r.VerificationURIComplete, true); reason != "" {
			return bad("the verification_uri_complete " + reason)
		}
	}
	life := defaultDeviceLife
	if n, ok := m.number("expires_in"); ok && n > 0 {
		life = min(seconds(n), longestDeviceLife)
	}
	r.ExpiresAt = s.clock.now().Add(life)
	r.interval = pollInterval(m, life)
	return r, nil
}

// pollInterval reads interval whatever its form: absent, zero, negative or no number mean the default; a fraction counts,
// but never below a second; and none is longer than the code lives, so that the wait for expiry stays bounded.
func pollInterval(m members, life time.Duration) time.Duration {
	n, ok := m.number("interval")
	if !ok || n <= 0 {
		return defaultInterval
	}
	return min(max(seconds(n), shortestInterval), max(life, defaultInterval))
}
