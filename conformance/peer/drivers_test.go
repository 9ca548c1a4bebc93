package peer_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A driver is there to be read before one's own is written.
func TestDriversStayShort(t *testing.T) {
	const most = 150
	files, err := filepath.Glob("../drivers/driver.*")
	require.NoError(t, err)
	require.Len(t, files, 3)
	for _, folder := range []string{"../drivers/nethttp", "../../examples/sdk-driver"} {
		inside, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		require.Len(t, inside, 1, "the driver in %s is one file", folder)
		files = append(files, inside...)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.LessOrEqual(t, bytes.Count(text, []byte("\n")), most, path)
	}
}
