package extract_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// TestFolder scores a folder of one's own documents, each with its .json of expected values beside it, in the form of testdata.
// It is the tool with which the rules are written and the first look at new documents is taken; it fails where values would be
// wrong more often than in testdata.
func TestFolder(t *testing.T) {
	folder := os.Getenv("EXTRACT_FOLDER")
	if folder == "" {
		t.Skip("EXTRACT_FOLDER names no folder")
	}
	cat, err := catalog.Load()
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var all score
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s := scoreOf(t, cat, file)
			t.Logf("%d right, %d wrong, %d missed", s.right, s.extra, s.missed)
			all.right += s.right
			all.extra += s.extra
			all.missed += s.missed
		})
	}
	t.Logf("%d documents: %d right, %d wrong, %d missed; precision %.3f, recall %.3f", len(files), all.right, all.extra, all.missed, all.precision(), all.recall())
	require.GreaterOrEqual(t, all.precision(), 0.95)
}
