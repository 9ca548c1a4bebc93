package oauthflow

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// SignOut revokes the tokens in cfg.Store at the server, the refresh token first (RFC 7009), and removes them here whether
// or not that works; the registered client stays for the next sign-in. An error other than *StoreError means that the tokens
// are gone here but may live on at the server. Nobody signed in is not an error.
func SignOut(ctx context.Context, cfg Config) error {
	s, err := cfg.settle(true)
	if err != nil {
		return err
	}
	return s.underLock(ctx, func() error {
		rec, err := s.load(ctx)
		if err != nil {
			return err
		}
		if !rec.signedIn() {
			return nil
		}
		revoked := s.revoke(ctx, rec)
		return errors.Join(revoked, s.forget(context.WithoutCancel(ctx), rec.Client))
	})
}

func (s *settings) forget(ctx context.Context, client *Client) error {
	if client != nil {
		return s.save(ctx, &record{Client: client})
	}
	if err := s.Store.Delete(ctx, s.Issuer); err != nil {
		return storeError(ctx, "delete", err)
	}
	return nil
}

func (s *settings) revoke(ctx context.Context, rec *record) error {
	if rec.Metadata.RevocationEndpoint == "" {
		return nil
	}
	var failed error
	for _, t := range []struct {
		hint string
		text secretText
	}{{"refresh_token", rec.Tokens.Refresh}, {"access_token", rec.Tokens.Access}} {
		if t.text == "" {
			continue
		}
		form := url.Values{
			"token":           {t.text.reveal()},
			"token_type_hint": {t.hint},
			"client_id":       {rec.TokenClient},
		}
		a, err := s.call(ctx, safe, func() (*answer, error) {
			return s.wire.post(ctx, "revoke", rec.Metadata.RevocationEndpoint, form, t.text)
		})
		if err == nil && a.status != http.StatusOK {
			err = a.serverError()
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
