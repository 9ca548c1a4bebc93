// Command device-login signs a person in by the device flow and says in whose name it may now act.
//
//	device-login -base-url http://127.0.0.1:8080
//
// The first run shows an address, a code and a QR code; later runs find the tokens where the first left them and ask
// nobody. With -sign-out the tokens are revoked and removed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "device-login:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("device-login", flag.ContinueOnError)
	baseURL := flags.String("base-url", os.Getenv(intake.EnvBaseURL), "base address of the service")
	folder := flags.String("tokens", "", "folder for the tokens; empty means the user's configuration folder")
	signOut := flags.Bool("sign-out", false, "revoke and remove the tokens")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *baseURL == "" {
		return errors.New("name the service with -base-url or " + intake.EnvBaseURL)
	}
	if *folder == "" {
		config, err := os.UserConfigDir()
		if err != nil {
			return err
		}
		*folder = filepath.Join(config, "intake-device-login")
	}
	store, err := oauthflow.NewFileStore(*folder)
	if err != nil {
		return err
	}
	cfg := oauthflow.Config{Issuer: *baseURL, ClientName: "device-login example", Store: store}
	if *signOut {
		return oauthflow.SignOut(ctx, cfg)
	}
	return whoami(ctx, cfg, out)
}

// whoami uses the tokens of an earlier run, and signs in when there are none or the server has given them up.
func whoami(ctx context.Context, cfg oauthflow.Config, out io.Writer) error {
	source, err := oauthflow.NewSource(ctx, cfg)
	if errors.Is(err, oauthflow.ErrNotSignedIn) || errors.Is(err, oauthflow.ErrSignInAgain) {
		source, err = oauthflow.DeviceLogin(ctx, cfg)
	}
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	client, err := intake.NewClient(intake.WithBaseURL(cfg.Issuer), intake.WithTokenSource(source))
	if err != nil {
		return err
	}
	me, err := client.Workspace.Me(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Signed in to %s (%s) with %s\n", me.OrgName, me.OrgID, me.AuthKind)
	return err
}
