// Package storetest gives tests a database of their own on each engine.
package storetest

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// PostgresVariable names the environment variable with the connection string of a PostgreSQL server for tests.
const PostgresVariable = "INTAKE_TEST_POSTGRES"

// OnEach runs a test on a fresh database of each engine. Without a PostgreSQL server that half skips, and fails in CI.
func OnEach(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Open(t, store.Options{Postgres: Postgres(t)})) })
}

// SQLite opens a temporary database.
func SQLite(t testing.TB) *store.DB { return Open(t, store.Options{Temporary: true}) }

// Open opens a database that closes with the test.
func Open(t testing.TB, o store.Options) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// Postgres makes a schema of its own for the test and returns a connection string that uses it.
func Postgres(t testing.TB) string {
	t.Helper()
	dsn := os.Getenv(PostgresVariable)
	if dsn == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not set: CI tests both engines", PostgresVariable)
		}
		t.Skipf("%s is not set: no PostgreSQL server to test on", PostgresVariable)
	}
	admin, err := sql.Open("pgx", dsn)
	require.NoError(t, err)
	schema := strings.ToLower(store.NewID("test"))
	_, err = admin.Exec(`CREATE SCHEMA ` + schema)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := admin.Exec(`DROP SCHEMA ` + schema + ` CASCADE`)
		require.NoError(t, err)
		require.NoError(t, admin.Close())
	})
	u, err := url.Parse(dsn)
	require.NoError(t, err, "%s must be a postgres:// URL", PostgresVariable)
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String()
}
