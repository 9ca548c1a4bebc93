package oauthflow

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// protocol are the methods that other packages call: fmt, errors, log/slog.
var protocol = map[string]bool{"Error": true, "Unwrap": true, "Is": true, "String": true, "Format": true, "LogValue": true}

// Every exported call of this package and of its keyring is in an example that runs, and says what it is. The methods of a
// store have an example each, under the name that go doc shows it by.
func TestEveryCallHasAnExample(t *testing.T) {
	for _, dir := range []string{".", "keyring"} {
		set, files, examples := token.NewFileSet(), []*ast.File{}, ""
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			switch {
			case strings.HasPrefix(filepath.Base(name), "example_"):
				examples += string(text)
			case !strings.HasSuffix(name, "_test.go"):
				file, err := parser.ParseFile(set, name, text, parser.ParseComments)
				require.NoError(t, err)
				files = append(files, file)
			}
		}
		require.Equal(t, strings.Count(examples, "\nfunc Example"), strings.Count(examples, "\t// Output:"), "every example has its output")
		pkg, err := doc.NewFromFiles(set, files, "github.com/workspaceintake/intake-go/oauthflow/"+dir)
		require.NoError(t, err)
		check := func(name, text string) {
			call := name[strings.LastIndex(name, ".")+1:]
			if protocol[call] {
				return
			}
			require.NotEmpty(t, text, "%s has no comment", name)
			shown := `\nfunc Example` + strings.Replace(storeExample(name), ".", "_", 1) + `\(`
			if !strings.Contains(name, "Store.") {
				shown += `|[.]` + call + `\b`
			}
			if !regexp.MustCompile(shown).MatchString(examples) {
				t.Errorf("%s is in no example", name)
			}
		}
		calls := 0
		for _, f := range pkg.Funcs {
			check(f.Name, f.Doc)
			calls++
		}
		for _, typ := range pkg.Types {
			require.NotEmpty(t, typ.Doc, "%s has no comment", typ.Name)
			for _, f := range typ.Funcs {
				check(f.Name, f.Doc)
				calls++
			}
			for _, m := range typ.Methods {
				check(typ.Name+"."+m.Name, m.Doc)
				calls++
			}
		}
		require.Greater(t, calls, 4)
	}
}

// storeExample is where a method of a store is shown; one example shows the whole of the store in memory.
func storeExample(method string) string {
	if strings.HasPrefix(method, "MemoryStore.") && method != "MemoryStore.Lock" {
		return "MemoryStore"
	}
	return method
}
