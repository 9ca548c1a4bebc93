package report_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// found is what a run may have found.
func found() *report.Report {
	failed := report.Of("API-ME-01", report.Fail)
	failed.Expected, failed.Got = "200", "404"
	chosen := report.Of("GAP-13", report.Observed)
	chosen.Observed = "newest first"
	return report.New("my server", "http://127.0.0.1:8080", []report.Result{report.Of("API-ME-02", report.Pass), failed, chosen})
}

func ExampleNew() {
	r := found()
	r.Add([]report.Result{report.Of("RCV-01", report.Pass)}) // of another role
	fmt.Println(r.Planned, r.Counts[report.Pass], r.Failed())
	fmt.Println(r.Results[0].ID, r.Results[0].Level, r.Roles)
	// Output:
	// 4 2 true
	// API-ME-01 MUST [server receiver]
}

// The forms for programs and people. Save writes all of them into a folder.
func ExampleReport_Write() {
	r := found()
	for _, form := range []string{"terminal", "json", "junit", "html", "sarif", "markdown"} {
		var text strings.Builder
		if err := r.Write(&text, form); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(form, strings.Contains(text.String(), "API-ME-01"))
	}
	_ = r.Write(os.Stdout, "badge")
	_ = r.Write(os.Stdout, "profile")
	// Output:
	// terminal true
	// json true
	// junit true
	// html true
	// sarif true
	// markdown true
	// {
	//   "color": "red",
	//   "label": "intake spec 2026.1",
	//   "message": "1/2 MUST",
	//   "schemaVersion": 1
	// }
	// {
	//   "GAP-13": "newest first"
	// }
}

func ExampleRead() {
	folder, err := os.MkdirTemp("", "report")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	if err := found().Save(folder); err != nil {
		fmt.Println(err)
		return
	}
	r, err := report.Read(filepath.Join(folder, "report.json"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Name, r.Counts[report.Fail])
	choices, err := report.ReadProfile(filepath.Join(folder, "profile.json"))
	fmt.Println(choices, err)
	// Output:
	// my server 1
	// map[GAP-13:newest first] <nil>

}

// Two programs met the same requirements and chose differently where the text leaves it open.
func ExampleDiffProfiles() {
	for _, d := range report.DiffProfiles(map[string]any{"GAP-13": "newest first"}, map[string]any{"GAP-13": "oldest first"}) {
		fmt.Println(d.ID, d.A, "/", d.B)
	}
	// Output: GAP-13 newest first / oldest first
}

// A table of several programs for people who choose between them.
func ExampleMatrix() {
	var page strings.Builder
	other := found()
	other.Name = "another server"
	fmt.Println(report.Matrix(&page, []*report.Report{found(), other}))
	fmt.Println(strings.Contains(page.String(), "another server"))
	// Output:
	// <nil>
	// true
}

func ExampleReadKnown() {
	folder, err := os.MkdirTemp("", "known")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "known.json")
	if err := os.WriteFile(path, []byte(`[{"id": "API-ME-01", "reason": "the route comes next week", "expires": "2026-12-31"}]`), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	known, err := report.ReadKnown(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(known[0].ID, known[0].Reason)
	// Output: API-ME-01 the route comes next week
}

// A line for a README's badge.
func ExampleBadge() {
	_ = report.Badge(os.Stdout, found())
	// Output:
	// {
	//   "color": "red",
	//   "label": "intake spec 2026.1",
	//   "message": "1/2 MUST",
	//   "schemaVersion": 1
	// }
}

// What is known to fail for now warns until its day.
func ExampleReport_Excuse() {
	r := found()
	known := []report.KnownFailure{{ID: "API-ME-01", Reason: "the route comes next week", Expires: "2026-03-31"}}
	fmt.Println(r.Excuse(known, time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)), r.Failed())
	fmt.Println(found().Excuse(known, time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)))
	// Output:
	// [] false
	// [the entry for API-ME-01 expired on 2026-03-31]
}
