// Command intake-server runs the reference server of the Workspace Intake API.
//
//	intake-server -dev                        serve on 127.0.0.1:8080 with a demo workspace
//	intake-server key create                  make an API key
//	intake-server market                      serve a sandbox of the market platform
//	intake-server help                        what else there is
//
// The first line of standard output is one JSON object that says where the server is; everything else goes to standard
// error. The heap may grow to four times what is in use before garbage is collected, as long as it stays within 512 MiB; the
// variables GOGC and GOMEMLIMIT say otherwise.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/workspaceintake/intake-go/reference/internal/listen"
)

func main() {
	roomy()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
		os.Exit(0)
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "intake-server:", err)
		os.Exit(1)
	}
}

// errUsage says that the command line was wrong, and that this has been printed.
var errUsage = errors.New("wrong usage")

// command is a subcommand.
type command func(ctx context.Context, args []string, stdout, stderr io.Writer) error

var commands = map[string]command{
	"key":    key,
	"listen": listen.Command(demoOrg, parse),
	"market": sandboxMarket,
	"serve":  serve,
}

const usage = `usage:
  intake-server [serve] [flags]      serve the API; -h lists the flags
  intake-server key create [flags]   make an API key and print it
  intake-server listen [flags]       bring a development server's webhooks to a program on this machine
  intake-server market [flags]       serve a sandbox of the market platform
  intake-server -version             print the version
`

// run is the program, so that tests can be the operating system.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 || len(args[0]) > 0 && args[0][0] == '-' {
		return serve(ctx, args, stdout, stderr)
	}
	if args[0] == "help" {
		fmt.Fprint(stdout, usage)
		return nil
	}
	chosen, ok := commands[args[0]]
	if !ok {
		fmt.Fprintf(stderr, "intake-server: there is no command %q\n%s", args[0], usage)
		return errUsage
	}
	return chosen(ctx, args[1:], stdout, stderr)
}

// parse reads flags and refuses what is left over. A mistake is told in one line: the list of flags would hide it.
func parse(flags *flag.FlagSet, args []string, stderr io.Writer) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(stderr, "usage: %s [flags]\n\n", flags.Name())
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		if flags.Name() == "intake-server" {
			fmt.Fprint(stderr, "\nThere are other commands: see intake-server help.\n")
		}
		return err
	case err != nil:
		fmt.Fprintf(stderr, "%s: %v; -h lists the flags\n", flags.Name(), err)
		return errUsage
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "%s: what is %q for? -h lists the flags\n", flags.Name(), flags.Arg(0))
		return errUsage
	}
	return nil
}
