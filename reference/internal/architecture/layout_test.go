package architecture_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var topLevel = []string{
	"intake", "webhook", "oauthflow", "reference", "conformance", "examples",
	"go.mod", "go.sum", "README.md", "LICENSE", "CONTRIBUTING.md", "Makefile",
}

func TestTopLevelHoldsTheSixFoldersAndLittleElse(t *testing.T) {
	entries, err := os.ReadDir(root(t))
	require.NoError(t, err)
	for _, e := range entries {
		left := e.Name() == "out" || e.Name() == "intake-data" // what the quickstart leaves, ignored by git
		if !strings.HasPrefix(e.Name(), ".") && !left && !slices.Contains(topLevel, e.Name()) {
			t.Errorf("%s does not belong at the top level", e.Name())
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	for _, p := range packages(t) {
		dir := filepath.Join(root(t), filepath.FromSlash(p.ImportPath))
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		commented := slices.ContainsFunc(files, func(f string) bool {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			comment, _, found := strings.Cut("\n"+string(text), "\npackage ")
			last := strings.TrimSpace(comment[strings.LastIndex(comment, "\n")+1:])
			return found && (strings.HasPrefix(last, "//") && !strings.HasPrefix(last, "//go:") || strings.HasSuffix(last, "*/"))
		})
		if !commented {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../..")
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir, "go.mod"))
	return dir
}
