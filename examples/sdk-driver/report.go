package main

import (
	"context"
	"errors"
	"io"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
)

// signIn runs one of the two flows and keeps what it gives under the account's name.
func (d *driver) signIn(ctx context.Context, c command, p params) (any, error) {
	config := oauthflow.Config{Issuer: c.BaseURL, ClientID: p.ClientID, ClientName: p.ClientName, Store: &oauthflow.MemoryStore{}, Out: io.Discard,
		Prompt: func(_ context.Context, prompt oauthflow.DevicePrompt) error {
			d.event("prompt", map[string]any{"user_code": prompt.UserCode, "verification_uri": prompt.VerificationURI})
			return nil
		},
		OpenBrowser: func(_ context.Context, url string) error {
			d.event("open", map[string]any{"url": url})
			return nil
		}}
	login := oauthflow.DeviceLogin
	if c.Command == "sign_in_browser" {
		login = oauthflow.BrowserLogin
	}
	source, err := login(ctx, config)
	if err != nil {
		return nil, err
	}
	d.sources[p.Account] = source
	return map[string]any{"signed_in": true}, nil
}

// describe is an error as the SDK gives it to its user.
func describe(err error) map[string]any {
	if errors.Is(err, errUnsupported) {
		return map[string]any{"kind": "unsupported"}
	}
	if errors.Is(err, oauthflow.ErrSignInAgain) || errors.Is(err, oauthflow.ErrDenied) || errors.Is(err, oauthflow.ErrExpired) {
		return map[string]any{"kind": "sign_in", "detail": err.Error()}
	}
	var answer *intake.Error
	if !errors.As(err, &answer) {
		return map[string]any{"kind": "network", "detail": err.Error()}
	}
	fields := make([]map[string]any, len(answer.Fields))
	for i, f := range answer.Fields {
		fields[i] = map[string]any{"loc": f.Loc, "msg": f.Msg, "type": f.Type}
	}
	return map[string]any{"kind": "api", "status": answer.Status, "detail": answer.Detail, "fields": fields}
}
