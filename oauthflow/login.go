package oauthflow

import (
	"context"
	"errors"
	"time"
)

// login is one sign-in under way.
type login struct {
	*settings
	meta *Metadata
}

func startLogin(ctx context.Context, cfg Config) (*login, error) {
	s, err := cfg.settle(true)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctxError(ctx)
	}
	// A store that cannot be read is found out now, not after the person has approved.
	if _, err := s.load(ctx); err != nil {
		return nil, err
	}
	meta, err := s.discover(ctx)
	if err != nil {
		return nil, err
	}
	return &login{settings: s, meta: meta}, nil
}

// flow is what differs between the kinds of sign-in: from a client to stored tokens.
type flow func(context.Context, *Client) (*Source, error)

// run gives the flow a client. When the server does not know a client that was kept from an
// earlier sign-in, the client is registered anew and the flow is run again, once.
func (l *login) run(ctx context.Context, f flow) (*Source, error) {
	for attempt := 0; ; attempt++ {
		client, kept, err := l.client(ctx)
		if err != nil {
			return nil, err
		}
		source, err := f(ctx, client)
		if err == nil {
			return source, nil
		}
		if unknownClient(err) {
			if failed := l.forgetClient(ctx, client); failed != nil {
				return nil, failed
			}
			if kept && attempt == 0 {
				continue
			}
		}
		return nil, err
	}
}

func unknownClient(err error) bool {
	var failure *ServerError
	return errors.As(err, &failure) && failure.Code == codeInvalidClient
}

// client is the one of the Config, the one kept in the store, or a new one. Registering happens under the store's lock, so
// that two first sign-ins at the same time make one client.
func (l *login) client(ctx context.Context) (client *Client, kept bool, err error) {
	if l.ClientID != "" {
		return &Client{ID: l.ClientID, Name: l.ClientName}, false, nil
	}
	err = l.underLock(ctx, func() error {
		rec, err := l.load(ctx)
		if err != nil {
			return err
		}
		if rec.Client != nil {
			client, kept = rec.Client, true
			return nil
		}
		if client, err = l.register(ctx, l.meta); err != nil {
			return err
		}
		rec.Client = client
		return l.save(ctx, rec)
	})
	return client, kept, err
}

// forgetClient drops a registered client from the store; tokens that were issued to it keep its id.
func (l *login) forgetClient(ctx context.Context, client *Client) error {
	if client.RegisteredAt.IsZero() {
		return nil
	}
	return l.underLock(ctx, func() error {
		rec, err := l.load(ctx)
		if err != nil || rec.Client == nil || rec.Client.ID != client.ID {
			return err
		}
		rec.Client = nil
		return l.save(ctx, rec)
	})
}

// finish stores the tokens and only then hands out their Source.
func (l *login) finish(ctx context.Context, client *Client, got tokens) (*Source, error) {
	var rec *record
	err := l.underLock(ctx, func() (err error) {
		ctx := context.WithoutCancel(ctx) // from here on it is a moment's work, not to be left half done
		if rec, err = l.load(ctx); err != nil {
			return err
		}
		rec.Metadata, rec.Tokens, rec.TokenClient = l.meta, got, client.ID
		rec.Intent, rec.Dead = nil, ""
		return l.save(ctx, rec)
	})
	if err != nil {
		return nil, err
	}
	return newSource(l.settings, rec), nil
}

// forgetInDoubt drops the client after a browser sign-in that nobody answered. An authorization page that does not know the
// client must not redirect (RFC 6749 section 4.1.2.1): silence is all that this side would see of it.
func (l *login) forgetInDoubt(ctx context.Context, client *Client) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Millisecond)
	defer cancel()
	if err := l.forgetClient(ctx, client); err != nil {
		l.Logger.DebugContext(ctx, "oauth client kept in spite of doubt", "error", err.Error())
	}
}
