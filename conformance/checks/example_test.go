package checks_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/checks"
)

// Package conformance does this and makes a report of the results.
func ExampleRun() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Authorization") != "Bearer bsk_1" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"detail":"The key is unknown."}`)
			return
		}
		fmt.Fprint(w, `{"org_id":"org_1","org_name":"Harbor Agency","plan":"paid","auth_kind":"api_key"}`)
	}))
	defer server.Close()
	results, err := checks.Run(context.Background(), checks.Target{BaseURL: server.URL, APIKey: "bsk_1"}, checks.Options{Pattern: "API-ME-01,API-ME-02"}, checks.Server())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(strings.TrimSpace(fmt.Sprint(r.ID, " ", r.Verdict, " ", r.Got)))
	}
	// Output:
	// API-ME-01 pass
	// API-ME-02 fail key_label is missing
}

func ExampleSelected() {
	for _, c := range checks.Selected(checks.Server(), checks.Options{Pattern: "API-ME-0[1-3]"}) {
		fmt.Println(c.ID)
	}
	// Output:
	// API-ME-01
	// API-ME-02
	// API-ME-03
}

func ExampleMatches() {
	fmt.Println(checks.Matches("API-CREATE", "API-CREATE-07"), checks.Matches("*-07,EVT", "HOOK-07"), checks.Matches("API-ME-0[12]", "API-ME-03"))
	// Output: true true false
}

func ExampleFixture() {
	pdf := checks.Fixture(100_000)
	fmt.Println(len(pdf), bytes.HasPrefix(pdf, []byte("%PDF-")))
	// Output: 100000 true
}
