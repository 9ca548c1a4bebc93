package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/workspaceintake/intake-go/reference"
)

// demoFile keeps the credentials of the demo workspace beside the data, so that they are the same at the next start.
// That is for development: no other credential is stored in the clear.
const demoFile = "dev-workspace.json"

type demoWorkspace struct {
	OrgID  string   `json:"org_id"`
	Plan   string   `json:"plan"`
	APIKey string   `json:"api_key"`
	User   demoUser `json:"user"`
}

type demoUser struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// demo is the demo workspace of a data folder. It is made at the first start with -dev.
func demo(ctx context.Context, server *reference.Server, data string) (w demoWorkspace, err error) {
	path := filepath.Join(data, demoFile)
	text, err := os.ReadFile(path)
	if err == nil {
		if err := json.Unmarshal(text, &w); err != nil {
			return w, fmt.Errorf("reading %s: %w; delete it to make a new demo workspace", path, err)
		}
		if server.HasWorkspace(ctx, w.OrgID) {
			return w, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return w, fmt.Errorf("reading the demo workspace: %w", err)
	}
	made, err := server.CreateWorkspace(ctx, reference.NewWorkspace{Name: "Demo Agency", Plan: "paid", KeyLabel: "dev", ConnectMarket: true, WithUser: true,
		Profile: map[string]string{"agency_name": "Demo Agency", "email": "office@demo-agency.example", "phone": "4045550100"}})
	if err != nil {
		return w, err
	}
	w = demoWorkspace{OrgID: made.OrgID, Plan: made.Plan, APIKey: made.APIKey, User: demoUser(made.User)}
	if text, err = json.Marshal(w); err != nil {
		return w, err
	}
	return w, os.WriteFile(path, append(text, '\n'), 0o600)
}

// demoOrg is the demo workspace that a data folder has already.
func demoOrg(data string) (string, error) {
	text, err := os.ReadFile(filepath.Join(data, demoFile))
	if err != nil {
		return "", fmt.Errorf("%w; a server with -dev makes it", err)
	}
	var w demoWorkspace
	err = json.Unmarshal(text, &w)
	return w.OrgID, err
}
