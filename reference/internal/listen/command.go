package listen

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Command is Run with its options read from a command line by parse: the subcommand listen of intake-server. Without a
// workspace it asks demo for the one of the development server whose files are in a folder.
func Command(demo func(data string) (org string, err error), parse func(*flag.FlagSet, []string, io.Writer) error) func(ctx context.Context,
	args []string, stdout, stderr io.Writer) error {
	return func(ctx context.Context, args []string, stdout, stderr io.Writer) error {
		o := Options{Out: stdout}
		flags := flag.NewFlagSet("intake-server listen", flag.ContinueOnError)
		flags.StringVar(&o.Forward, "forward", "", "`URL` of the local program, such as http://localhost:3000/hook; its path and query are used as they are")
		flags.StringVar(&o.Control, "control", "http://127.0.0.1:8081", "`URL` of the control hooks of a server that was started with -control")
		flags.StringVar(&o.Org, "org", "", "`id` of the workspace whose events are wanted; left out, the demo workspace of -dev")
		flags.StringVar(&o.Addr, "addr", "127.0.0.1:0", "`address` on which the server can reach this program")
		flags.StringVar(&o.HeaderPrefix, "header-prefix", "X-Service-", "`text` with which the server's headers begin")
		data := flags.String("data", "intake-data", "`folder` of the server's files, to find its demo workspace")
		events := flags.String("events", "", "`names` of the wanted events, with commas between them; empty means all")
		if err := parse(flags, args, stderr); err != nil {
			return err
		}
		if *events != "" {
			o.Events = strings.Split(*events, ",")
		}
		if o.Org == "" && o.Forward != "" {
			var err error
			if o.Org, err = demo(*data); err != nil {
				return fmt.Errorf("listen: there is no demo workspace (%w), so name a workspace with -org", err)
			}
		}
		return Run(ctx, o)
	}
}
