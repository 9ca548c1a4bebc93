package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

func (p program) report(_ context.Context, args []string) int {
	if len(args) == 0 || args[0] != "merge" {
		return p.only(args, "intake-conformance report merge [-o matrix.html] a.json b.json ...")
	}
	fs := flag.NewFlagSet("intake-conformance report merge", flag.ContinueOnError)
	out := fs.String("o", "", "`file` to write; standard output by default")
	if code := p.read(fs, args[1:], "a.json", "b.json", "..."); code >= 0 {
		return code
	}
	if fs.NArg() == 0 {
		return p.wrong("report merge needs reports")
	}
	var all []*report.Report
	for _, path := range fs.Args() {
		r, err := report.Read(path)
		if err != nil {
			return p.wrong("%v", err)
		}
		all = append(all, r)
	}
	if err := p.to(*out, func(w io.Writer) error { return report.Matrix(w, all) }); err != nil {
		return p.wrong("%v", err)
	}
	return exitFine
}

// only answers whoever asks for help, or gets the one form of a command wrong.
func (p program) only(args []string, form string) int {
	if len(args) > 0 && isHelp(args[0]) {
		fmt.Fprintln(p.stdout, "usage:", form)
		return exitFine
	}
	return p.wrong("the command is %s", form)
}

func (p program) to(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(p.stdout)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

func (p program) profile(_ context.Context, args []string) int {
	if len(args) != 3 || args[0] != "diff" {
		return p.only(args, "intake-conformance profile diff a.json b.json")
	}
	a, err := report.ReadProfile(args[1])
	if err != nil {
		return p.wrong("%v", err)
	}
	b, err := report.ReadProfile(args[2])
	if err != nil {
		return p.wrong("%v", err)
	}
	differences := report.DiffProfiles(a, b)
	for _, d := range differences {
		fmt.Fprintf(p.stdout, "%s  %s\n    - %s\n    + %s\n", d.ID, d.Statement, d.A, d.B)
	}
	fmt.Fprintf(p.stdout, "%d of %d choices differ\n", len(differences), max(len(a), len(b)))
	return exitFine
}

func (p program) list(_ context.Context, args []string) int {
	if len(args) > 1 || len(args) == 1 && strings.HasPrefix(args[0], "-") {
		return p.only(args, "intake-conformance list [beginning of the ids]")
	}
	found := false
	for _, r := range catalogue.All() {
		if len(args) == 0 || strings.HasPrefix(r.ID, args[0]) {
			found = true
			fmt.Fprintf(p.stdout, "%-16s %-8s %-8s %s (%s)\n", r.ID, r.Role, r.Level, r.Statement, r.Section)
		}
	}
	if !found {
		return p.wrong("no id begins with %q", args[0])
	}
	return exitFine
}

// fixture writes the PDF of the uploads, for the curl lines of a report.
func (p program) fixture(_ context.Context, args []string) int {
	fs := flag.NewFlagSet("intake-conformance fixture", flag.ContinueOnError)
	size := fs.Int("bytes", 0, "exact `length`; 0 leaves the file as small as it is")
	if code := p.parse(fs, args, &common{evidence: "failures", parallel: 1}); code >= 0 {
		return code
	}
	if *size < 0 || *size > 64<<20 {
		return p.wrong("-bytes is between 0 and 64 MiB")
	}
	if _, err := p.stdout.Write(checks.Fixture(*size)); err != nil {
		return p.wrong("%v", err)
	}
	return exitFine
}
