// Command intake-cli is a small program for people who work with applications: it signs in, opens sessions, asks the open
// questions in the terminal, uploads, fills, downloads and submits.
//
//	export INTAKE_BASE_URL=http://127.0.0.1:8080
//	intake-cli login
//	intake-cli new -state ME -lob general_liability "Harbor & Main Bakery LLC"
//	intake-cli answer SESSION
//
// Each command is a few lines on top of packages intake and oauthflow; command.go lists them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	p := &program{in: os.Stdin, out: os.Stdout, errs: os.Stderr, getenv: os.Getenv}
	err := p.run(ctx, os.Args[1:])
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(0)
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "intake-cli:", explain(err))
		os.Exit(1)
	}
}
