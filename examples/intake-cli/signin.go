package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/oauthflow/keyring"
)

const programName = "intake-cli"

// config is shared by sign-in, sign-out and every call.
func (p *program) config() (oauthflow.Config, error) {
	store, err := p.store()
	if err != nil {
		return oauthflow.Config{}, err
	}
	return oauthflow.Config{Issuer: p.baseURL, ClientName: programName, Store: store, Out: p.errs, Prompt: p.prompt}, nil
}

func (p *program) store() (oauthflow.Store, error) {
	if p.tokens != "" {
		return oauthflow.NewFileStore(p.tokens)
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return nil, err
	}
	return keyring.Open(programName, filepath.Join(config, programName))
}

// client acts with the API key of the environment, or else as the person who signed in. done ends what it began.
func (p *program) client(ctx context.Context) (client *intake.Client, done func(), err error) {
	options := []intake.Option{intake.WithBaseURL(p.baseURL), intake.WithUserAgent(programName)}
	if key := p.getenv(intake.EnvAPIKey); key != "" {
		client, err = intake.NewClient(append(options, intake.WithAPIKey(key))...)
		return client, func() {}, err
	}
	cfg, err := p.config()
	if err != nil {
		return nil, nil, err
	}
	source, err := oauthflow.NewSource(ctx, cfg)
	if err != nil {
		return nil, nil, err
	}
	done = func() { _ = source.Close() }
	if client, err = intake.NewClient(append(options, intake.WithTokenSource(source))...); err != nil {
		done()
	}
	return client, done, err
}

// signedIn makes a command of a call that needs a client.
func signedIn(call func(context.Context, *program, *intake.Client, *choices, []string) error) run {
	return func(ctx context.Context, p *program, chosen *choices, args []string) error {
		client, done, err := p.client(ctx)
		if err != nil {
			return err
		}
		defer done()
		return call(ctx, p, client, chosen, args)
	}
}

func login(ctx context.Context, p *program, chosen *choices, _ []string) error {
	cfg, err := p.config()
	if err != nil {
		return err
	}
	way := oauthflow.Auto
	if chosen.device {
		way = oauthflow.DeviceLogin
	}
	source, err := way(ctx, cfg)
	if err != nil {
		return err
	}
	if err := source.Close(); err != nil {
		return err
	}
	return signedIn(whoami)(ctx, p, chosen, nil)
}

func logout(ctx context.Context, p *program, _ *choices, _ []string) error {
	cfg, err := p.config()
	if err != nil {
		return err
	}
	if err := oauthflow.SignOut(ctx, cfg); err != nil {
		return err
	}
	p.say("Signed out.")
	return nil
}

func whoami(ctx context.Context, p *program, client *intake.Client, _ *choices, _ []string) error {
	me, err := client.Workspace.Me(ctx)
	if err != nil {
		return err
	}
	how := "a sign-in"
	if me.AuthKind == intake.AuthKindAPIKey {
		how = "the API key " + me.KeyLabel.Or("")
	}
	p.say("%s (%s, %s plan), by %s", me.OrgName, me.OrgID, me.Plan, how)
	return nil
}
