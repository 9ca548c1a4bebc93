package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/workspaceintake/intake-go/conformance"
	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/sender"
)

func (p program) client(ctx context.Context, args []string) int {
	var c common
	var driver, hand string
	fs := p.flags("client", &c)
	fs.StringVar(&driver, "driver", "", "`program` around the client, with its arguments (conformance/DRIVERS.md)")
	fs.StringVar(&hand, "by-hand", "", "`id` of one case: its commands go to standard output, answers come from standard input, and the report goes to standard error")
	if code := p.parse(fs, args, &c); code >= 0 {
		return code
	}
	o := peer.Options{Parallel: c.parallel, RealTime: c.realTime}
	switch {
	case hand != "":
		o.Start = peer.Streams(p.stdin, out{p.stdout})
		o.Parallel, o.Hello, o.Limit, c.pattern, driver = 1, time.Hour, time.Hour, hand, "a driver by hand"
	case driver != "":
		o.Start = peer.Program(words(driver)...)
	default:
		return p.wrong("-driver is needed")
	}
	if hand != "" {
		fmt.Fprintf(p.stderr, "%s waits for a driver\n", hand)
		p.stdout = p.stderr // where the commands go is no place for a report
	}
	r, err := conformance.Client(ctx, driver, o, c.options(p, len(catalogue.Of(catalogue.Client))))
	if errors.Is(err, peer.ErrNoCase) {
		return p.nothing()
	}
	if r == nil {
		fmt.Fprintf(p.stderr, "intake-conformance: %v\n", err)
		return exitUnreachable
	}
	return p.finish(r, &c, err)
}

// out is standard output for a driver that is run by hand.
type out struct {
	w interface{ Write([]byte) (int, error) }
}

func (o out) Write(text []byte) (int, error) { return o.w.Write(text) }
func (o out) Close() error                   { return nil }

func (p program) receiver(ctx context.Context, args []string) int {
	var c common
	var s sender.Options
	var effects string
	fs := p.flags("receiver", &c)
	fs.StringVar(&s.Target, "target", "", "`URL` that takes deliveries")
	fs.StringVar(&s.Secret, "secret", "", "signing `secret` of the endpoint; also from INTAKE_WEBHOOK_SECRET")
	fs.StringVar(&s.HeaderPrefix, "header-prefix", "", "`prefix` of the webhook headers (default X-Service-)")
	fs.StringVar(&effects, "effects", "", "`URL` of the hook that tells how often a delivery was handled (conformance/HOOKS.md)")
	fs.DurationVar(&s.QuickBound, "quick", 0, "`time` that counts as a quick answer (default 2s)")
	if code := p.parse(fs, args, &c); code >= 0 {
		return code
	}
	p.fromEnv(&s.Secret, "INTAKE_WEBHOOK_SECRET")
	if s.Target == "" || s.Secret == "" {
		return p.wrong("-target and -secret are needed")
	}
	if effects != "" {
		s.Effects = sender.Counter(effects)
	}
	r, err := conformance.Receiver(ctx, s, c.options(p, len(catalogue.Of(catalogue.Receiver))))
	if errors.Is(err, sender.ErrUnreachable) {
		fmt.Fprintf(p.stderr, "intake-conformance: %v\n", err)
		return exitUnreachable
	}
	if r == nil {
		return p.wrong("%v", err)
	}
	return p.finish(r, &c, err)
}
