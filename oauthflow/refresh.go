package oauthflow

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"
)

// renew replaces the access token that this Source knows as mine, under the store's lock: when another process has done so
// already, its tokens are taken; otherwise the refresh token is used (RFC 6749 section 6).
//
// The order of steps is what a crash cannot break: the intent is saved, the request sent, the answer saved, and only then
// handed out. A crash before the answer is saved leaves the intent; the next holder of the lock sends the same refresh token
// again at once, which the server answers with the same successor for a short while. Where it does not, the server says
// invalid_grant and the sign-in is over: one request decides. sent tells whether a request was needed.
func (s *Source) renew(ctx context.Context, mine secretText) (rec *record, sent bool, err error) {
	err = s.settings.underLock(ctx, func() error {
		failpoint("locked")
		if rec, err = s.settings.load(ctx); err != nil {
			return err
		}
		if err := s.saveUnsaved(ctx, rec); err != nil {
			return err
		}
		if err := rec.usable(); err != nil {
			return err
		}
		if rec.Intent == nil && rec.Tokens.Access != mine && !rec.Tokens.spent(s.settings.clock.now()) {
			return nil
		}
		sent = true
		return s.refresh(ctx, rec)
	})
	failpoint("unlocked")
	return rec, sent, err
}

// usable tells a record that a request can be made or a refresh tried with.
func (r *record) usable() error {
	switch {
	case !r.signedIn():
		return ErrNotSignedIn
	case r.Dead != "":
		return &outcome{meaning: ErrSignInAgain, reason: "the server answered " + r.Dead}
	}
	return nil
}

// saveUnsaved gives the store its second chance at an answer that it did not take.
func (s *Source) saveUnsaved(ctx context.Context, rec *record) error {
	s.mu.Lock()
	kept := s.unsaved
	s.mu.Unlock()
	if kept == nil {
		return nil
	}
	if rec.Intent != nil && kept.Intent == nil { // still as it was left: nobody has recovered it
		if err := s.settings.save(ctx, kept); err != nil {
			return err
		}
		*rec = *kept
	}
	s.keepUnsaved(nil)
	return nil
}

func (s *Source) keepUnsaved(rec *record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unsaved = rec
}

// refresh sends the refresh token and saves what comes back in rec and in the store.
func (s *Source) refresh(ctx context.Context, rec *record) error {
	if rec.Tokens.Refresh == "" {
		return &outcome{meaning: ErrSignInAgain, reason: "the access token has lapsed and the server gave no refresh token"}
	}
	resumed := rec.Intent != nil
	rec.Intent = &intent{At: s.settings.clock.now().UTC()}
	if err := s.settings.save(ctx, rec); err != nil {
		return err
	}
	failpoint("intent saved")
	a, unclear, err := s.sendRefresh(ctx, rec)
	if err != nil {
		if !unclear && !resumed {
			rec.Intent = nil
			if failed := s.settings.save(context.WithoutCancel(ctx), rec); failed != nil {
				return errors.Join(err, failed)
			}
		}
		return err
	}
	return s.settleRefresh(rec, a)
}

// sendRefresh asks once, and where the token endpoint has moved once more there. What is unclear after it (a lost answer, a
// failure of the server) is not asked again by the same call: where the server has rotated and does not repeat its answer, a
// refresh token that comes twice ends the sign-in. unclear: the server may have rotated unseen.
func (s *Source) sendRefresh(ctx context.Context, rec *record) (a *answer, unclear bool, err error) {
	a, err = s.postRefresh(ctx, rec)
	if err == nil && gone(a) && s.moved(ctx, rec) {
		a, err = s.postRefresh(ctx, rec)
	}
	var network *NetworkError
	switch {
	case errors.As(err, &network):
		return nil, network.Sent, err
	case err != nil:
		return nil, !errors.Is(err, ErrCancelled) || s.cut.Err() != nil, err // cancelled before it was sent, or while
	case a.granted() || !a.passing():
		return a, false, nil
	}
	return nil, a.status >= 500 || a.status < 300, a.serverError()
}

// postRefresh is not ended by a caller who has lost patience: the answer that arrives may be the only one of its kind.
func (s *Source) postRefresh(ctx context.Context, rec *record) (*answer, error) {
	form := url.Values{
		"grant_type":    {grantRefresh},
		"refresh_token": {rec.Tokens.Refresh.reveal()},
		"client_id":     {rec.TokenClient},
	}
	return s.settings.call(ctx, once, func() (*answer, error) {
		if ctx.Err() != nil {
			return nil, ctxError(ctx)
		}
		failpoint("before sending")
		a, err := s.settings.wire.post(s.cut, "refresh", rec.Metadata.TokenEndpoint, form, rec.Tokens.Refresh, rec.Tokens.Access)
		failpoint("answered")
		return a, err
	})
}

// settleRefresh acts on the answer.
func (s *Source) settleRefresh(rec *record, a *answer) error {
	ctx := context.WithoutCancel(s.stop)
	if !a.granted() {
		return s.settleRefusal(ctx, rec, a)
	}
	got, err := s.settings.readTokens(a, rec.Tokens)
	if err != nil {
		return err
	}
	failpoint("answer read")
	rec.Tokens, rec.Intent = got, nil
	if err := s.settings.save(ctx, rec); err != nil {
		s.keepUnsaved(rec)
		return err
	}
	failpoint("saved")
	return nil
}

// settleRefusal ends the sign-in when the server no longer knows the grant or the client; anything else leaves it be.
func (s *Source) settleRefusal(ctx context.Context, rec *record, a *answer) error {
	failure := a.serverError()
	err := error(failure)
	switch failure.Code {
	case codeInvalidClient:
		if rec.Client != nil && rec.Client.ID == rec.TokenClient {
			rec.Client = nil
		}
		fallthrough
	case codeInvalidGrant, codeUnauthorized:
		reason := "the server answered " + failure.Code
		if rec.Intent != nil && failure.Code == codeInvalidGrant {
			reason += " (a refresh may have been cut off earlier)"
		}
		err = &outcome{meaning: ErrSignInAgain, reason: reason, cause: failure}
		rec.Tokens, rec.Dead = tokens{}, failure.Code
	}
	rec.Intent = nil
	if failed := s.settings.save(ctx, rec); failed != nil {
		return errors.Join(err, failed)
	}
	return err
}

// gone tells an endpoint that is not where the stored metadata says.
func gone(a *answer) bool {
	return (a.status == http.StatusNotFound || a.status == http.StatusGone || a.status == http.StatusMethodNotAllowed) &&
		a.serverError().Code == ""
}

// moved reads the metadata anew and tells whether the token endpoint is elsewhere now.
func (s *Source) moved(ctx context.Context, rec *record) bool {
	meta, err := s.settings.discover(ctx)
	if err != nil || meta.TokenEndpoint == rec.Metadata.TokenEndpoint {
		return false
	}
	rec.Metadata = meta
	return true
}

// wanted is the wait that came with an error, at most a few minutes: the Source must not be put to sleep for days.
func wanted(err error) time.Duration {
	var failure *ServerError
	if errors.As(err, &failure) {
		return min(failure.RetryAfter, 5*time.Minute)
	}
	return 0
}
