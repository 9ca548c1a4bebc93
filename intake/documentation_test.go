package intake_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// protocol are the methods that other packages call: fmt, errors, encoding/json.
var protocol = map[string]bool{"Error": true, "Unwrap": true, "Is": true, "String": true, "Format": true, "MarshalJSON": true, "UnmarshalJSON": true, "MarshalText": true}

// Every exported call is used by an example that runs, and everything exported says what it is.
func TestEveryCallHasAnExample(t *testing.T) {
	set, files := token.NewFileSet(), []*ast.File{}
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
			require.NoError(t, err)
			files = append(files, f)
		}
	}
	examples := ""
	for _, name := range []string{"example_test.go", "example_faults_test.go"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		examples += string(text)
	}
	require.Equal(t, strings.Count(examples, "\nfunc Example"), strings.Count(examples, "\t// Output:"), "every example has its output")
	pkg, err := doc.NewFromFiles(set, files, "github.com/workspaceintake/intake-go/intake")
	require.NoError(t, err)
	check := func(name, text string) {
		if text == "" {
			t.Errorf("%s has no comment", name)
		}
		call := name[strings.LastIndex(name, ".")+1:]
		if !protocol[call] && !regexp.MustCompile(`[.]`+call+`\b`).MatchString(examples) {
			t.Errorf("%s is in no example", name)
		}
	}
	for _, f := range pkg.Funcs {
		check(f.Name, f.Doc)
	}
	for _, typ := range pkg.Types {
		if typ.Doc == "" {
			t.Errorf("%s has no comment", typ.Name)
		}
		for _, f := range typ.Funcs {
			check(f.Name, f.Doc)
		}
		for _, m := range typ.Methods {
			check(typ.Name+"."+m.Name, m.Doc)
		}
	}
	require.Greater(t, len(pkg.Types), 20)
}

// The program in the package comment is a whole one: it compiles as it stands.
func TestTheProgramOfThePackageComment(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	var program strings.Builder
	for line := range strings.Lines(string(text)) {
		code, ok := strings.CutPrefix(line, "//\t")
		switch {
		case ok:
			program.WriteString(code)
		case strings.HasPrefix(line, "// # "):
			path := filepath.Join(t.TempDir(), "main.go")
			require.NoError(t, os.WriteFile(path, []byte(program.String()), 0o600))
			out, err := exec.Command("go", "build", "-o", os.DevNull, path).CombinedOutput()
			require.NoError(t, err, "%s", out)
			return
		default:
			program.WriteString("\n")
		}
	}
	t.Fatal("no program")
}
