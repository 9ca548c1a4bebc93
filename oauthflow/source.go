package oauthflow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/oauth2"
)

// Source gives out access tokens that live, for one issuer. It is safe for concurrent use, and any number of Sources in any
// number of processes may share a Store: together they send one refresh per expiry.
//
// A token is refreshed in the background once four fifths of its life are over, and before it is handed out when it has
// lapsed. A new pair is saved before it is handed out.
//
// It is an oauth2.TokenSource, and a credential of package intake.
type Source struct {
	settings *settings
	stop     context.Context // ends with Close: nothing new is begun
	close    context.CancelFunc
	cut      context.Context // ends closePatience later: what is on its way is given up
	cutOff   context.CancelFunc
	running  sync.WaitGroup

	mu       sync.Mutex
	rec      *record
	due      time.Time // when to refresh in the background; zero: never
	flight   *flight   // the refresh under way
	failures int       // in a row
	holdTill time.Time // no new refresh before this, after a failure
	holdErr  error
	unsaved  *record // an answer that the store did not take
	cured    *cure
}

// cure is what the last forced refresh brought.
type cure struct {
	Token secretText
	at    time.Time
}

// cureDoubt: a token that the API refuses so soon after a forced refresh is not refused for its age.
const cureDoubt = 30 * time.Second

// NewSource gives the tokens that an earlier sign-in left in cfg.Store: ErrNotSignedIn when there are none, ErrSignInAgain
// when the server has given them up. It sends nothing.
func NewSource(ctx context.Context, cfg Config) (*Source, error) {
	s, err := cfg.settle(true)
	if err != nil {
		return nil, err
	}
	rec, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	if err := rec.usable(); err != nil {
		return nil, err
	}
	return newSource(s, rec), nil
}

var _ oauth2.TokenSource = (*Source)(nil)

func newSource(s *settings, rec *record) *Source {
	source := &Source{settings: s}
	source.stop, source.close = context.WithCancel(context.Background())
	source.cut, source.cutOff = context.WithCancel(context.Background())
	source.adopt(rec)
	return source
}

// AccessToken is an access token for one request, as package intake takes it. It waits for a refresh only when the one at
// hand has lapsed, and no longer than ctx allows; the refresh itself goes on for the others who wait.
func (s *Source) AccessToken(ctx context.Context) (string, error) {
	t, err := s.current(ctx)
	if err != nil {
		return "", err
	}
	return t.Access.reveal(), nil
}

// Rejected reports that the API answered 401 to a request with this token. It returns nil when another token is at hand, by
// now or by one refresh, so that the request is worth repeating once. It returns ErrRefused when the token is itself the
// fruit of such a refresh.
func (s *Source) Rejected(ctx context.Context, token string) error {
	if ctx.Err() != nil {
		return ctxError(ctx)
	}
	s.mu.Lock()
	switch {
	case s.rec.signedIn() && s.rec.Tokens.Access != secretText(token):
		s.mu.Unlock()
		return nil
	case s.cured != nil && s.cured.Token == secretText(token) && s.settings.clock.now().Sub(s.cured.at) < cureDoubt:
		s.mu.Unlock()
		return ErrRefused
	}
	if err := s.held(); err != nil {
		s.mu.Unlock()
		return err
	}
	f := s.join(secretText(token))
	s.mu.Unlock()
	_, err := s.await(ctx, f)
	return err
}

// Token makes a Source an oauth2.TokenSource, for every client that takes one: oauth2.NewClient, or a library for another
// API. It is AccessToken without a context of the caller's: its wait for a refresh is bounded by Config.RequestTimeout and
// ends with Close. The tokens carry no refresh token: only the Source may use that.
func (s *Source) Token() (*oauth2.Token, error) {
	got, err := s.current(context.Background())
	if err != nil {
		return nil, err
	}
	return &oauth2.Token{AccessToken: got.Access.reveal(), TokenType: "Bearer", Expiry: got.Expiry}, nil
}

// closePatience is how long Close waits for the answer to a refresh that has been sent.
const closePatience = 3 * time.Second

// Close ends background work; call it before the program ends. A refresh that has been sent gets a moment to be answered
// and saved, since the server may not repeat its answer to the next run of the program. Everything else ends at once.
func (s *Source) Close() error {
	s.mu.Lock() // so that no refresh is begun between this and the wait
	s.close()
	s.mu.Unlock()
	timer := time.AfterFunc(closePatience, s.cutOff)
	s.running.Wait()
	timer.Stop()
	s.cutOff()
	return nil
}

// Format prints no secret, whatever the verb.
func (s *Source) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// String names the issuer.
func (s *Source) String() string { return "oauthflow.Source(" + s.settings.Issuer + ")" }

// LogValue names the issuer.
func (s *Source) LogValue() slog.Value { return slog.StringValue(s.String()) }

func (s *Source) current(ctx context.Context) (tokens, error) {
	if ctx.Err() != nil {
		return tokens{}, ctxError(ctx)
	}
	s.mu.Lock()
	now, have := s.settings.clock.now(), s.rec.Tokens
	alive := !have.spent(now)
	// After a crash the server repeats its answer for a short while only, so an interrupted refresh is not put off.
	interrupted := s.rec.Intent != nil || s.unsaved != nil
	if alive && !interrupted {
		if !s.due.IsZero() && now.After(s.due) && s.flight == nil && s.held() == nil {
			s.takeOff("", true)
		}
		s.mu.Unlock()
		return have, nil
	}
	if err := s.held(); err != nil {
		s.mu.Unlock()
		return either(have, alive, err)
	}
	f := s.join("")
	s.mu.Unlock()
	got, err := s.await(ctx, f)
	if err != nil {
		return either(have, alive && ctx.Err() == nil && !errors.Is(err, ErrSignInAgain), err)
	}
	return got, nil
}

func either(have tokens, alive bool, err error) (tokens, error) {
	if alive {
		return have, nil
	}
	return tokens{}, err
}

// held is the last failure while it is too early to try again, or the end of the Source.
func (s *Source) held() error {
	if s.stop.Err() != nil {
		return ErrClosed
	}
	if s.settings.clock.now().Before(s.holdTill) {
		return s.holdErr
	}
	return nil
}

// adopt makes rec the current one. The moment of the early refresh differs between Sources, so that processes that began
// together do not all wake together.
func (s *Source) adopt(rec *record) {
	s.rec, s.due = rec, time.Time{}
	if life := rec.Tokens.life(); life > 0 && rec.Tokens.Refresh != "" {
		s.due = rec.Tokens.Obtained.Add(time.Duration(float64(life) * (0.8 + 0.1*rand.Float64())))
	}
}
