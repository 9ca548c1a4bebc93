package reference_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

func opened(t *testing.T, config reference.Config) error {
	t.Helper()
	config.BaseURL = "http://intake.example"
	s, err := reference.New(t.Context(), config)
	if err != nil {
		return err
	}
	return s.Close()
}

func TestAnotherHashKeyIsNoticedAtTheStart(t *testing.T) {
	data := t.TempDir()
	require.NoError(t, opened(t, reference.Config{Data: data}))
	require.NoError(t, opened(t, reference.Config{Data: data}))
	require.NoError(t, os.Remove(filepath.Join(data, "hash.key")))
	require.ErrorContains(t, opened(t, reference.Config{Data: data}), "another hash key")
}

func TestAReplicaNeedsTheHashKeyOfTheOthers(t *testing.T) {
	dsn, one, other := storetest.Postgres(t), t.TempDir(), t.TempDir()
	require.NoError(t, opened(t, reference.Config{Data: one, Database: dsn}))
	require.ErrorContains(t, opened(t, reference.Config{Data: other, Database: dsn}), "copy the file hash.key")
	key, err := os.ReadFile(filepath.Join(one, "hash.key"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(other, "hash.key"), key, 0o600))
	require.NoError(t, opened(t, reference.Config{Data: other, Database: dsn}))
}
