package listen

import (
	"context"
	"flag"
	"io"
	"strings"
)

// Command is Run with its options read from a command line: the subcommand listen of intake-server.
func Command(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o := Options{Out: stdout}
	flags := flag.NewFlagSet("intake-server listen", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.Forward, "forward", "", "`URL` of the local program; its path and query are used as they are")
	flags.StringVar(&o.Control, "control", "", "`URL` of the server's control hooks")
	flags.StringVar(&o.Org, "org", "", "`id` of the workspace whose events are wanted")
	flags.StringVar(&o.Addr, "addr", "127.0.0.1:0", "`address` on which the server can reach this program")
	flags.StringVar(&o.HeaderPrefix, "header-prefix", "X-Service-", "`text` with which the server's headers begin")
	events := flags.String("events", "", "`names` of the wanted events, with commas between them; empty means all")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *events != "" {
		o.Events = strings.Split(*events, ",")
	}
	return Run(ctx, o)
}
