package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/workspaceintake/intake-go/reference"
)

// key makes API keys for people who have the data folder: the first key of a new server comes from here.
func key(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 || args[0] != "create" {
		fmt.Fprint(stderr, usage)
		return errUsage
	}
	flags := flag.NewFlagSet("intake-server key create", flag.ContinueOnError)
	var config reference.Config
	flags.StringVar(&config.Data, "data", "intake-data", "`folder` of the server's files")
	flags.StringVar(&config.Database, "database", "", "postgres:// `URL`, instead of SQLite in the data folder")
	org := flags.String("org", "", "workspace `id`; left out, a new workspace is made")
	name := flags.String("name", "My Agency", "`name` of a new workspace")
	plan := flags.String("plan", "free", "`plan` of a new workspace: free or paid")
	label := flags.String("label", "default", "`label` of the key")
	if err := parse(flags, args[1:], stderr); err != nil {
		return err
	}
	server, err := reference.New(ctx, config)
	if err != nil {
		return err
	}
	text, err := newKey(ctx, server, *org, reference.NewWorkspace{Name: *name, Plan: *plan, KeyLabel: *label}, stderr)
	if closeErr := server.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		_, err = fmt.Fprintln(stdout, text)
	}
	return err
}

func newKey(ctx context.Context, server *reference.Server, org string, in reference.NewWorkspace, stderr io.Writer) (string, error) {
	if org != "" {
		made, err := server.CreateKey(ctx, org, in.KeyLabel)
		return made.APIKey, err
	}
	made, err := server.CreateWorkspace(ctx, in)
	if err == nil {
		fmt.Fprintf(stderr, "made workspace %s (%s, plan %s)\n", made.OrgID, made.OrgName, made.Plan)
	}
	return made.APIKey, err
}
