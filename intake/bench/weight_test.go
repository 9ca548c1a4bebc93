package bench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Two programs that make one GET, with and without the SDK.
var programs = map[string]string{
	"net/http": `package main

import ("encoding/json"; "fmt"; "io"; "net/http"; "os")

func main() {
	resp, err := http.Get(os.Getenv("INTAKE_BASE_URL"))
	if err != nil { fmt.Println(err); return }
	defer resp.Body.Close()
	data, _ := io.ReadAll(resp.Body)
	var v map[string]any
	fmt.Println(json.Unmarshal(data, &v), v)
}
`,
	"intake": `package main

import ("context"; "fmt"; "github.com/workspaceintake/intake-go/intake")

func main() {
	client, err := intake.NewClient()
	if err != nil { fmt.Println(err); return }
	fmt.Println(client.Workspace.Me(context.Background()))
}
`,
}

// TestWeight builds a consumer: the SDK adds at most three lines to its go.mod and a tenth to its stripped binary.
func TestWeight(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sizes, lines := map[string]int64{}, 0
	for name, program := range programs {
		dir := t.TempDir()
		module := "module example.com/consumer\n\ngo 1.26.0\n"
		if name == "intake" {
			module += "\nrequire github.com/workspaceintake/intake-go v0.0.0\n\nreplace github.com/workspaceintake/intake-go => " + root + "\n"
		}
		write(t, filepath.Join(dir, "go.mod"), module)
		write(t, filepath.Join(dir, "main.go"), program)
		if out, err := command(dir, "go", "mod", "tidy"); err != nil {
			if os.Getenv("CI") == "" {
				t.Skipf("go mod tidy needs the module proxy: %s", out)
			}
			t.Fatal(out)
		}
		if out, err := command(dir, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", "program", "."); err != nil {
			t.Fatal(out)
		}
		info, err := os.Stat(filepath.Join(dir, "program"))
		if err != nil {
			t.Fatal(err)
		}
		sizes[name] = info.Size()
		if name == "intake" {
			lines = required(t, filepath.Join(dir, "go.mod"))
		}
	}
	ratio := float64(sizes["intake"]) / float64(sizes["net/http"])
	t.Logf("%d lines in go.mod; stripped binary %.2f MiB, %.3fx of %.2f MiB", lines, float64(sizes["intake"])/(1<<20), ratio, float64(sizes["net/http"])/(1<<20))
	if lines > 3 || ratio > 1.10 {
		t.Errorf("want at most 3 lines and 1.10x")
	}
}

func write(t *testing.T, path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func command(dir string, args ...string) (string, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// required counts the modules that a go.mod requires.
func required(t *testing.T, path string) (n int) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(strings.TrimPrefix(line, "require ")); len(fields) >= 2 && strings.Contains(fields[0], ".") && strings.HasPrefix(fields[1], "v") {
			n++
		}
	}
	return n
}
