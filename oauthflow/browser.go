package oauthflow

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// BrowserLogin signs in through a browser on this machine: it listens on 127.0.0.1 for the answer (RFC 8252 section 7.3),
// writes the address of the authorization page to cfg.Out, opens it by cfg.OpenBrowser, and trades the code for tokens with
// PKCE S256 (RFC 7636). Requests to the listener without this sign-in's state change nothing. It ends with ErrDenied,
// ErrExpired after cfg.LoginTimeout, ErrCancelled, or the server's error; nothing listens any more when it returns.
func BrowserLogin(ctx context.Context, cfg Config) (*Source, error) {
	l, err := startLogin(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return l.browser(ctx, false)
}

// errNoBrowser is the end of a browser sign-in that may give way to another kind.
var errNoBrowser = errors.New("oauthflow: no browser could be opened")

// browser runs the flow. With giveWay it ends when no browser could be opened, instead of waiting for the person to open
// the address by hand.
func (l *login) browser(ctx context.Context, giveWay bool) (*Source, error) {
	if l.meta.AuthorizationEndpoint == "" {
		return nil, &MetadataError{Issuer: l.Issuer, Member: "authorization_endpoint", Reason: "is missing"}
	}
	if err := l.checkBrowserFlow(l.meta); err != nil {
		return nil, err
	}
	return l.run(ctx, func(ctx context.Context, client *Client) (*Source, error) {
		request := authorization{State: secretText(rand.Text()), Verifier: secretText(oauth2.GenerateVerifier())}
		back, err := listen(request.State)
		if err != nil {
			return nil, err
		}
		defer back.close()
		opened, stop := l.open(ctx, l.authorizationURL(client.ID, back.redirect, request))
		defer stop() // only now: an opener may be the browser itself, which has the last page to fetch
		result, err := l.awaitCallback(ctx, back, opened, giveWay)
		if err != nil {
			if !errors.Is(err, errNoBrowser) {
				l.forgetInDoubt(ctx, client)
			}
			return nil, err
		}
		source, err := l.redeem(ctx, client, back.redirect, request, result)
		back.conclude(ctx, err)
		return source, err
	})
}

// authorization holds what one authorization request must not share with another.
type authorization struct{ State, Verifier secretText }

// authorizationURL is the page that asks the person (RFC 6749 section 4.1.1, RFC 7636 section 4.3).
func (l *login) authorizationURL(clientID, redirect string, request authorization) string {
	u, _ := url.Parse(l.meta.AuthorizationEndpoint) // checked with the metadata
	q := u.Query()
	q.Set("response_type", "code")
	q.Set("client_id", clientID)
	q.Set("redirect_uri", redirect)
	q.Set("state", request.State.reveal())
	q.Set("code_challenge", oauth2.S256ChallengeFromVerifier(request.Verifier.reveal()))
	q.Set("code_challenge_method", "S256")
	if len(l.Scopes) > 0 {
		q.Set("scope", strings.Join(l.Scopes, " "))
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// open shows the address and opens it, in a goroutine of its own, since an opener may last as long as the browser does.
func (l *login) open(ctx context.Context, address string) (opened chan error, stop func()) {
	_, _ = fmt.Fprintf(l.Out, "To sign in, open this address in a browser on this machine:\n\n    %s\n\n", address)
	ctx, stop = context.WithCancel(ctx)
	opened = make(chan error, 1)
	go func() { opened <- l.OpenBrowser(ctx, address) }()
	return opened, stop
}

func (l *login) awaitCallback(ctx context.Context, back *callback, opened chan error, giveWay bool) (callbackResult, error) {
	patience := time.NewTimer(l.LoginTimeout)
	defer patience.Stop()
	for {
		select {
		case result := <-back.results:
			return result, nil
		case err := <-opened:
			opened = nil
			if err == nil {
				continue
			}
			if giveWay {
				return callbackResult{}, errNoBrowser
			}
			_, _ = fmt.Fprintln(l.Out, "The browser could not be opened. Please open the address yourself.")
		case <-patience.C:
			return callbackResult{}, &outcome{meaning: ErrExpired, reason: fmt.Sprintf("no answer within %v", l.LoginTimeout)}
		case <-ctx.Done():
			return callbackResult{}, ctxError(ctx)
		}
	}
}

// redeem checks where the answer comes from (RFC 9207 section 2.4), for errors too, and exchanges the code, once.
func (l *login) redeem(
	ctx context.Context, client *Client, redirect string, request authorization, result callbackResult,
) (*Source, error) {
	if (l.meta.IssParameter || result.iss != "") && !sameText(result.iss, l.meta.Issuer) {
		named := quoted(result.iss, result.Code, request.State, request.Verifier)
		return nil, &ResponseError{Op: "authorize", Err: ErrIssuerMismatch,
			Reason: "the answer names " + named + " as its issuer, not " + quoted(l.meta.Issuer)}
	}
	if result.Code == "" {
		failure := &ServerError{Op: "authorize", Code: errorCode(result.errorCode),
			Description: cleanText(result.description, request.State, request.Verifier)}
		if failure.Code == codeDenied {
			return nil, &outcome{meaning: ErrDenied, cause: failure}
		}
		return nil, failure
	}
	got, err := l.exchangeCode(ctx, l.meta, client.ID, redirect, result.Code, request.Verifier)
	if err != nil {
		var network *NetworkError
		if errors.As(err, &network) && network.Sent {
			return nil, &outcome{meaning: ErrLost, cause: err}
		}
		return nil, err
	}
	return l.finish(ctx, client, got)
}

func sameText(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
