package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance"
	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// program is the command with what it touches.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
}

// common are the flags of every judging command.
type common struct {
	folder, known, format, pattern, evidence, profile string
	seed                                              int64
	parallel                                          int
	timeout                                           time.Duration
	quiet, realTime                                   bool
}

func (p program) flags(name string, c *common) *flag.FlagSet {
	fs := flag.NewFlagSet(strings.TrimSpace("intake-conformance "+name), flag.ContinueOnError)
	fs.StringVar(&c.folder, "report", "", "`folder` for report.json, report.html, junit.xml and the other forms")
	fs.StringVar(&c.known, "known-failures", "", "`file` with a list of known failures")
	fs.StringVar(&c.format, "format", "terminal", "`form` of what goes to standard output: terminal, json, junit, sarif, markdown, badge or profile")
	fs.StringVar(&c.pattern, "run", "", "`ids` to run, such as API-CREATE-* or HOOK-07,EVT")
	fs.StringVar(&c.evidence, "evidence", "failures", "`exchanges` to keep: failures or all")
	fs.StringVar(&c.profile, "profile", "", "`profile` to judge by: rfc judges the duties that come from RFCs, too")
	fs.Int64Var(&c.seed, "seed", 1, "`seed` of everything that is drawn")
	fs.IntVar(&c.parallel, "parallel", 16, "`checks` at a time")
	fs.DurationVar(&c.timeout, "timeout", 30*time.Second, "`bound` of one request, such as 30s")
	fs.BoolVar(&c.realTime, "real-time", false, "wait in real time, also where the hook advance-clock or a driver with a clock of its own could save the waits")
	fs.BoolVar(&c.quiet, "quiet", false, "no progress line")
	return fs
}

// words are a program and its arguments, with blanks between them; a file of the whole name is a program with blanks in it.
func words(commandLine string) []string {
	if info, err := os.Stat(commandLine); err == nil && info.Mode().IsRegular() {
		return []string{commandLine}
	}
	return strings.Fields(commandLine)
}

// read reads flags; the exit code is negative when the command shall go on. A mistake is told in one line: the list of
// flags would hide it.
func (p program) read(fs *flag.FlagSet, args []string, operands ...string) int {
	fs.SetOutput(io.Discard)
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(p.stdout, "usage: %s\n\n", strings.Join(append([]string{fs.Name(), "[flags]"}, operands...), " "))
		fs.SetOutput(p.stdout)
		fs.PrintDefaults()
		return exitFine
	case err != nil:
		return p.wrong("%v; %s -h lists the flags", err, fs.Name())
	}
	return -1
}

// parse reads the flags of a command that takes no arguments.
func (p program) parse(fs *flag.FlagSet, args []string, c *common) int {
	if code := p.read(fs, args); code >= 0 {
		return code
	}
	problem := ""
	switch {
	case fs.NArg() > 0:
		problem = "it takes no arguments: " + strings.Join(fs.Args(), " ")
	case c.evidence != "failures" && c.evidence != "all":
		problem = "-evidence is failures or all"
	case c.profile != "" && c.profile != "rfc":
		problem = "-profile is rfc or nothing"
	case c.parallel < 1:
		problem = "-parallel is at least 1"
	case c.timeout < 0:
		problem = "-timeout is negative"
	}
	if problem != "" {
		return p.wrong("%s", problem)
	}
	return -1
}

func (p program) wrong(format string, args ...any) int {
	fmt.Fprintf(p.stderr, "intake-conformance: "+format+"\n", args...)
	return exitUsage
}

// nothing answers a choice of ids that are none of the role's: a run that judged nothing must not look like a good one.
func (p program) nothing() int {
	return p.wrong("no requirement of this role was chosen; intake-conformance list shows the ids")
}

func (c *common) options(p program, planned int) conformance.Options {
	o := conformance.Options{Pattern: c.pattern, RFC: c.profile == "rfc", Parallel: c.parallel, Timeout: c.timeout, Seed: c.seed,
		Evidence: c.evidence == "all", RealTime: c.realTime}
	if file, ok := p.stderr.(*os.File); ok && !c.quiet && isTerminal(file) {
		o.Progress = progress(file, planned)
	}
	return o
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// progress writes one line that is overwritten as results come in.
func progress(w io.Writer, planned int) func(report.Result) {
	done, bad := 0, 0
	return func(r report.Result) {
		done++
		if r.Verdict == report.Fail {
			bad++
		}
		fmt.Fprintf(w, "\r\x1b[K%d of %d, %d failed  %s", done, planned, bad, r.ID)
		if done == planned {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}

// finish applies the known failures, writes the report and gives the exit code.
func (p program) finish(r *report.Report, c *common, reached error) int {
	if r.Planned == 0 {
		return p.nothing()
	}
	var problems []string
	if c.known != "" {
		known, err := report.ReadKnown(c.known)
		if err != nil {
			return p.wrong("%v", err)
		}
		problems = r.Excuse(known, time.Now())
	}
	failed := r.Failed() || len(problems) > 0
	if c.folder != "" {
		if err := r.Save(c.folder); err != nil {
			fmt.Fprintf(p.stderr, "intake-conformance: the report could not be written: %v\n", err)
			failed = true
		}
	}
	if err := p.write(r, c.format); err != nil {
		return p.wrong("%v", err)
	}
	for _, problem := range problems {
		fmt.Fprintf(p.stderr, "known failures: %s\n", problem)
	}
	switch {
	case reached != nil:
		fmt.Fprintf(p.stderr, "intake-conformance: %v\n", reached)
		return exitUnreachable
	case failed:
		return exitFailed
	}
	return exitFine
}

func (p program) write(r *report.Report, format string) error {
	if file, ok := p.stdout.(*os.File); format == "terminal" && ok && isTerminal(file) && p.env("NO_COLOR") == "" {
		return report.Terminal(p.stdout, r, true)
	}
	return r.Write(p.stdout, format)
}

// serverFile is what a configuration file may say of a server; flags win over it.
type serverFile struct {
	BaseURL      string         `json:"base_url"`
	APIKey       string         `json:"api_key"`
	APIKey2      string         `json:"api_key_2"`
	KeyLabel     string         `json:"key_label"`
	Control      string         `json:"control"`
	Command      string         `json:"control_command"`
	HeaderPrefix string         `json:"header_prefix"`
	ListenHost   string         `json:"listen_host"`
	Create       map[string]any `json:"create"`
	Script       []string       `json:"script"`
	DocsPart     string         `json:"docs_part"`
	SignIn       struct {
		Name     string `json:"name"`
		Password string `json:"password"`
	} `json:"sign_in"`
}

func (p program) server(ctx context.Context, args []string) int {
	var c common
	var s serverFile
	var config string
	var fuzz time.Duration
	fs := p.flags("server", &c)
	fs.StringVar(&config, "config", "", "`file` with what is known of the server (JSON; flags win)")
	fs.StringVar(&s.BaseURL, "base-url", p.env("INTAKE_BASE_URL"), "`address` of the API, without /org; also from INTAKE_BASE_URL")
	fs.StringVar(&s.APIKey, "api-key", "", "`key` of a workspace without a cap; also from INTAKE_API_KEY")
	fs.StringVar(&s.APIKey2, "api-key-2", "", "`key` of another workspace; also from INTAKE_API_KEY_2")
	fs.StringVar(&s.KeyLabel, "key-label", "", "`label` of the key")
	fs.StringVar(&s.Control, "control", "", "`address` of the control hooks (conformance/HOOKS.md)")
	fs.StringVar(&s.Command, "control-command", "", "`program` that serves the control hooks, with its arguments")
	fs.StringVar(&s.HeaderPrefix, "header-prefix", "", "`prefix` of the webhook headers (default X-Service-)")
	fs.StringVar(&s.ListenHost, "listen-host", "", "`address` at which the server reaches webhook endpoints of the suite (default 127.0.0.1)")
	fs.StringVar(&s.DocsPart, "docs-part", "", "`name` of the part of the documents call (default: the usual ones are tried)")
	fs.DurationVar(&fuzz, "fuzz", 0, "`time` to go on with generated requests after the checks, such as 1m")
	if code := p.parse(fs, args, &c); code >= 0 {
		return code
	}
	p.fromEnv(&s.APIKey, "INTAKE_API_KEY")
	p.fromEnv(&s.APIKey2, "INTAKE_API_KEY_2")
	if config != "" {
		if err := s.read(config); err != nil {
			return p.wrong("%v", err)
		}
	}
	if s.BaseURL == "" {
		return p.wrong("-base-url is needed")
	}
	if strings.TrimSpace(s.Command) == "" {
		s.Command = ""
	}
	if s.APIKey == "" && s.Control == "" && s.Command == "" {
		return p.wrong("-api-key is needed, or -control with a hook that makes workspaces")
	}
	return p.judgeServer(ctx, s.target(), &c, fuzz)
}

// fromEnv fills in a secret that no flag gave. As the default of its flag, -h would print it.
func (p program) fromEnv(value *string, variable string) {
	if *value == "" {
		*value = p.env(variable)
	}
}

func (p program) judgeServer(ctx context.Context, target conformance.Target, c *common, fuzz time.Duration) int {
	options := c.options(p, len(catalogue.Of(catalogue.Server)))
	options.Fuzz = fuzz
	r, err := conformance.Server(ctx, target, options)
	if r == nil {
		return p.wrong("%v", err)
	}
	return p.finish(r, c, err)
}

func (s *serverFile) read(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var file serverFile
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, pair := range [][2]*string{{&s.BaseURL, &file.BaseURL}, {&s.APIKey, &file.APIKey}, {&s.APIKey2, &file.APIKey2}, {&s.KeyLabel, &file.KeyLabel},
		{&s.Control, &file.Control}, {&s.Command, &file.Command}, {&s.HeaderPrefix, &file.HeaderPrefix}, {&s.ListenHost, &file.ListenHost}, {&s.DocsPart, &file.DocsPart}} {
		if *pair[0] == "" {
			*pair[0] = *pair[1]
		}
	}
	s.Create, s.Script, s.SignIn = file.Create, file.Script, file.SignIn
	return nil
}

func (s *serverFile) target() conformance.Target {
	t := conformance.Target{BaseURL: s.BaseURL, APIKey: s.APIKey, APIKey2: s.APIKey2, KeyLabel: s.KeyLabel, HeaderPrefix: s.HeaderPrefix,
		ListenHost: s.ListenHost, Create: s.Create, Script: s.Script, DocsPart: s.DocsPart, Person: conformance.Person(s.SignIn)}
	switch {
	case s.Control != "":
		t.Hooks = hooks.HTTP(s.Control)
	case s.Command != "":
		command := words(s.Command)
		t.Hooks = hooks.Command(command[0], command[1:]...)
	}
	return t
}
