// Command intake-conformance judges servers, clients and receivers by the intake specification. Its heap may grow to four
// times what is in use before garbage is collected, within 512 MiB, unless GOGC or GOMEMLIMIT say otherwise.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/workspaceintake/intake-go/reference"
)

func main() {
	roomy()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.Getenv}.run(ctx, os.Args[1:]))
}

// Exit codes.
const (
	exitFine        = 0
	exitFailed      = 1 // a binding requirement failed, or the list of known failures is out of date
	exitUsage       = 2
	exitUnreachable = 3
)

const usage = `usage: intake-conformance <command> [flags]

  server     judge a server:    -base-url U -api-key K [-control URL | -control-command CMD]
  client     judge a client:    -driver CMD
  receiver   judge a receiver:  -target URL -secret whsec_...
  report merge [-o matrix.html] a.json b.json ...     compare reports of several programs
  profile diff a.json b.json                          compare the choices that two programs made
  list [API-CREATE]                                   list the requirements, or those whose ids begin so
  fixture [-bytes N]                                  write the PDF that the checks upload

Without a command, the reference server and the SDK are judged in one report; this needs the module's sources.
-version prints the version, "intake-conformance <command> -h" the flags.
Exit: 0 nothing failed, 1 a requirement failed, 2 usage, 3 not reached, be it at the end or by one of the calls.
`

func (p program) run(ctx context.Context, args []string) int {
	name := ""
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		name, args = args[0], args[1:]
	}
	commands := map[string]func(context.Context, []string) int{
		"": p.own, "server": p.server, "client": p.client, "receiver": p.receiver, "report": p.report, "profile": p.profile, "list": p.list,
		"fixture": p.fixture,
	}
	command, known := commands[name]
	switch {
	case name == "help", name == "" && len(args) > 0 && isHelp(args[0]):
		fmt.Fprint(p.stdout, usage)
		return exitFine
	case name == "" && len(args) > 0 && (args[0] == "-version" || args[0] == "--version"):
		fmt.Fprintln(p.stdout, "intake-conformance", reference.Version())
		return exitFine
	case !known:
		fmt.Fprintf(p.stderr, "intake-conformance: there is no command %q\n%s", name, usage)
		return exitUsage
	}
	return command(ctx, args)
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }
