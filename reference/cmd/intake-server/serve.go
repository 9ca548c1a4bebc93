package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	config  reference.Config
	dev     bool
	logJSON bool
	version bool
}

func (f *serveFlags) set(args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("intake-server", flag.ContinueOnError)
	c := &f.config
	flags.StringVar(&c.Addr, "addr", "127.0.0.1:8080", "`address` of the API; port 0 picks a free one")
	flags.StringVar(&c.BaseURL, "base-url", "", "public `URL` of the API, when it differs from the address")
	flags.StringVar(&c.ControlAddr, "control", "", "`address` of the control hooks for tests; none without it")
	flags.StringVar(&c.Data, "data", "intake-data", "`folder` of the server's files")
	flags.StringVar(&c.Database, "database", "", "postgres:// `URL`, instead of SQLite in the data folder")
	flags.BoolVar(&f.dev, "dev", false, "make a demo workspace without the monthly cap, let webhooks go to this machine, and let one process read the PDFs of all workspaces")
	flags.BoolVar(&f.logJSON, "log-json", false, "log in JSON")
	flags.StringVar(&c.Market.URL, "market-url", "", "`URL` of the market platform, instead of the sandbox in this process")
	flags.StringVar(&c.Market.Provider, "market-provider", "", "`name` of the market platform that events carry (default the host of its URL)")
	flags.Func("choice", "another `answer` to what the specification leaves open, as often as wanted: "+strings.Join(reference.ChoiceNames(), ", "), c.Choices.Set)
	setNetworks(flags, c)
	setLimits(flags, c)
	flags.StringVar(&c.HeaderPrefix, "webhook-prefix", "", "`text` before Event, Delivery and Signature in the names of the headers of webhooks (default X-Service-)")
	flags.DurationVar(&c.ShutdownTime, "shutdown-time", 15*time.Second, "`time` for requests under way at the end")
	flags.BoolVar(&f.version, "version", false, "print the version and end")
	return parse(flags, args, stderr)
}

func setNetworks(flags *flag.FlagSet, c *reference.Config) {
	flags.Func("trusted-proxy", "`network` of your own reverse proxies, such as 10.0.0.0/8, whose X-Forwarded-For is believed, as often as wanted", network(&c.TrustedProxies))
	flags.Func("webhook-network", "private `network`, such as 10.20.0.0/16, that webhook endpoints may be on, there over plain http and on any port too, as often as wanted; none without it or -dev", network(&c.WebhookNetworks))
}

// network reads a flag that may be given several times.
func network(all *[]netip.Prefix) func(string) error {
	return func(text string) error {
		one, err := netip.ParsePrefix(text)
		if err != nil {
			return errors.New("want an address and a length, such as 10.20.0.0/16")
		}
		*all = append(*all, one)
		return nil
	}
}

// setLimits has the rates, caps and lifetimes.
func setLimits(flags *flag.FlagSet, c *reference.Config) {
	flags.IntVar(&c.MonthlyCap, "monthly-cap", 5, "`sessions` of the free plan in a calendar month")
	c.Rates = map[string]reference.Rate{}
	flags.Func("rate", "`operation=calls/time` for each workspace, as often as wanted: answers=600/1m admits 600 calls at once, and as many again evenly over each minute (default "+defaultRates()+")", rate(c.Rates))
	flags.DurationVar(&c.Lives.AccessToken, "access-token-life", time.Hour, "`life` of access tokens")
	flags.DurationVar(&c.Lives.RefreshToken, "refresh-token-life", 30*24*time.Hour, "`life` of refresh tokens since their last use")
	flags.DurationVar(&c.Lives.RefreshGrace, "refresh-grace", 30*time.Second, "`time` in which a spent refresh token gives its unused successor again; negative: none")
	flags.DurationVar(&c.Lives.DeviceCode, "device-code-life", 15*time.Minute, "`life` of device codes")
	flags.DurationVar(&c.Lives.DeviceInterval, "device-interval", 5*time.Second, "`time` between two polls of a device")
}

// started is the first line of standard output.
type started struct {
	BaseURL    string         `json:"base_url"`
	ControlURL string         `json:"control_url,omitempty"`
	ConsoleURL string         `json:"console_url,omitempty"`
	Workspace  *demoWorkspace `json:"workspace,omitempty"`
}

func serve(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var f serveFlags
	if err := f.set(args, stderr); err != nil {
		return err
	}
	if f.version {
		_, err := fmt.Fprintln(stdout, "intake-server", reference.Version())
		return err
	}
	f.config.PrivateWebhooks, f.config.ShareReaders = f.dev, f.dev
	f.config.Log = logger(stderr, f.logJSON)
	server, err := reference.New(ctx, f.config)
	if err != nil {
		return err
	}
	err = announceAndRun(ctx, server, f, stdout, stderr)
	if closeErr := server.Close(); err == nil {
		err = closeErr
	}
	return err
}

func announceAndRun(ctx context.Context, server *reference.Server, f serveFlags, stdout, stderr io.Writer) error {
	line := started{BaseURL: server.URL(), ControlURL: server.ControlURL(), ConsoleURL: server.ConsoleURL()}
	if f.dev {
		workspace, err := demo(ctx, server, f.config.Data)
		if err != nil {
			return err
		}
		line.Workspace = &workspace
	} else if link, err := server.SetupLink(ctx); err != nil {
		return err
	} else if link != "" {
		fmt.Fprintf(stderr, "Nobody can sign in yet. Set up the first workspace, once, at\n%s\n", link)
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "%s\n", text); err != nil {
		return fmt.Errorf("writing to standard output: %w", err)
	}
	return server.Run(ctx)
}

func logger(to io.Writer, asJSON bool) *slog.Logger {
	if asJSON {
		return slog.New(slog.NewJSONHandler(to, nil))
	}
	return slog.New(slog.NewTextHandler(to, nil))
}
