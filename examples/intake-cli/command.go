package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/oauthflow"
)

// program is one run of the command line.
type program struct {
	in        io.Reader
	out, errs io.Writer
	getenv    func(string) string
	baseURL   string
	tokens    string // folder; empty means the keyring, or the user's configuration folder
	prompt    func(context.Context, oauthflow.DevicePrompt) error
}

// command is what follows the program's name. An args of "" takes no argument, "NAME" exactly one, "NAME..." one or more.
type command struct {
	name, args, says string
	flags            func(*flag.FlagSet, *choices)
	run              run
}

type run func(context.Context, *program, *choices, []string) error

// choices are what the flags of the commands can say.
type choices struct {
	state, out string
	lines      list
	device     bool
	prefill    bool
}

// list is a flag that may be given several times.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(text string) error {
	*l = append(*l, text)
	return nil
}

func noFlags(*flag.FlagSet, *choices) {}

var commands = []command{
	{"login", "", "sign in, by browser where there is one, else by a code", func(f *flag.FlagSet, c *choices) {
		f.BoolVar(&c.device, "device", false, "by a code, on any machine")
	}, login},
	{"logout", "", "revoke and forget the sign-in", noFlags, logout},
	{"whoami", "", "show the workspace", noFlags, signedIn(whoami)},
	{"new", "INSURED", "open a session for an insured", func(f *flag.FlagSet, c *choices) {
		f.StringVar(&c.state, "state", "", "state of the insured, such as ME")
		f.Var(&c.lines, "lob", "line of business, such as general_liability; repeat for more")
	}, signedIn(open)},
	{"list", "", "list the newest sessions", noFlags, signedIn(show)},
	{"answer", "SESSION", "answer the open questions, in your own words", noFlags, signedIn(answer)},
	{"upload", "SESSION FILE...", "attach documents to a session", func(f *flag.FlagSet, c *choices) {
		f.BoolVar(&c.prefill, "prefill", false, "read the values out of one PDF instead")
	}, signedIn(upload)},
	{"fill", "SESSION", "fill the forms", noFlags, signedIn(fill)},
	{"download", "SESSION", "download the filled forms", func(f *flag.FlagSet, c *choices) {
		f.StringVar(&c.out, "out", ".", "folder")
	}, signedIn(download)},
	{"risk", "SESSION", "show the risk flags", noFlags, signedIn(risk)},
	{"submit", "SESSION", "submit to the market", noFlags, signedIn(submit)},
}

// errUsage says that the command line was wrong, and that this has been printed.
var errUsage = errors.New("wrong usage")

func (p *program) run(ctx context.Context, args []string) error {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		p.help()
		if len(args) == 0 {
			return errUsage
		}
		return flag.ErrHelp
	}
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		fmt.Fprintf(p.errs, "there is no command %q\n", args[0])
		p.help()
		return errUsage
	}
	return p.execute(ctx, commands[i], args[1:])
}

func (p *program) execute(ctx context.Context, c command, args []string) error {
	flags := flag.NewFlagSet("intake-cli "+c.name, flag.ContinueOnError)
	flags.SetOutput(p.errs)
	flags.StringVar(&p.baseURL, "base-url", p.getenv(intake.EnvBaseURL), "base address of the service")
	flags.StringVar(&p.tokens, "tokens", p.getenv("INTAKE_TOKENS"), "folder for the tokens; empty means the keyring")
	var chosen choices
	c.flags(flags, &chosen)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage
	}
	wanted, open := len(strings.Fields(c.args)), strings.HasSuffix(c.args, "...")
	if n := flags.NArg(); n < wanted || n > wanted && !open {
		fmt.Fprintf(p.errs, "usage: intake-cli %s [flags] %s\n", c.name, c.args)
		return errUsage
	}
	return c.run(ctx, p, &chosen, flags.Args())
}

func (p *program) help() {
	fmt.Fprintln(p.errs, "usage: intake-cli COMMAND [flags] [arguments]")
	for _, c := range commands {
		fmt.Fprintf(p.errs, "  %-26s %s\n", c.name+" "+c.args, c.says)
	}
}

// say leaves control characters out: much of what it prints was typed by others, and must not move a terminal's cursor.
func (p *program) say(format string, args ...any) {
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, fmt.Sprintf(format, args...))
	fmt.Fprintln(p.out, text)
}

// explain says what to do about an error where that is plain.
func explain(err error) string {
	switch {
	case errors.Is(err, oauthflow.ErrNotSignedIn):
		return "you are not signed in: run intake-cli login"
	case errors.Is(err, oauthflow.ErrSignInAgain):
		return "your sign-in has ended: run intake-cli login"
	case errors.Is(err, oauthflow.ErrCancelled) || errors.Is(err, context.Canceled):
		return "stopped"
	}
	return err.Error()
}
