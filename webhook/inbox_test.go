package webhook_test

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

func sqliteDSN(path string) string {
	q := url.Values{"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)"}, "_txlock": {"immediate"}}
	return "file:" + path + "?" + q.Encode()
}

func openSQLite(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", sqliteDSN(path))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// openPostgres skips without a server, and fails in CI.
func openPostgres(t testing.TB) *sql.DB {
	t.Helper()
	dsn := os.Getenv("INTAKE_TEST_POSTGRES")
	if dsn == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("INTAKE_TEST_POSTGRES is not set: CI tests both engines")
		}
		t.Skip("INTAKE_TEST_POSTGRES is not set: no PostgreSQL server to test on")
	}
	db, err := sql.Open("pgx", dsn)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

func newPostgresInbox(t testing.TB, now func() time.Time) *webhook.SQLInbox {
	t.Helper()
	db := openPostgres(t)
	table := "inbox_" + randomName()
	q, err := webhook.NewSQLInbox(t.Context(), db, webhook.PostgreSQL, table, now)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := db.ExecContext(context.Background(), `DROP TABLE `+table)
		require.NoError(t, err)
	})
	return q
}

func newSQLiteInbox(t testing.TB, now func() time.Time) *webhook.SQLInbox {
	t.Helper()
	q, err := webhook.NewSQLInbox(t.Context(), openSQLite(t, filepath.Join(t.TempDir(), "inbox.db")), webhook.SQLite, "", now)
	require.NoError(t, err)
	return q
}

func TestInboxes(t *testing.T) {
	t.Run("memory", func(t *testing.T) {
		webhooktest.ExerciseInbox(t, func(_ *testing.T, now func() time.Time) webhook.Queue { return webhook.NewMemoryInbox(0, now) })
	})
	t.Run("sqlite", func(t *testing.T) {
		webhooktest.ExerciseInbox(t, func(t *testing.T, now func() time.Time) webhook.Queue { return newSQLiteInbox(t, now) })
	})
	t.Run("postgres", func(t *testing.T) {
		webhooktest.ExerciseInbox(t, func(t *testing.T, now func() time.Time) webhook.Queue { return newPostgresInbox(t, now) })
	})
}

func TestAMemoryInboxIsBoundedByForgettingTheOldestDone(t *testing.T) {
	q := webhook.NewMemoryInbox(2, nil)
	claim := func(key string) (webhook.Claim, error) { return q.Claim(t.Context(), key, time.Minute) }
	for _, key := range []string{"a", "b", "c"} {
		c, err := claim(key)
		require.NoError(t, err)
		require.Equal(t, webhook.Fresh, c.Status)
		require.NoError(t, q.Complete(t.Context(), c))
	}
	c, err := claim("c")
	require.NoError(t, err)
	require.Equal(t, webhook.Done, c.Status)
	_, err = claim("a") // forgotten, and now claimed: it takes the place of b
	require.NoError(t, err)
	_, err = claim("d")
	require.NoError(t, err)
	_, err = claim("e")
	require.ErrorIs(t, err, webhook.ErrBusy)
}

func TestAnInboxRefusesWhatCannotWork(t *testing.T) {
	db := openSQLite(t, filepath.Join(t.TempDir(), "inbox.db"))
	_, err := webhook.NewSQLInbox(t.Context(), db, webhook.SQLite, "x; DROP TABLE y", nil)
	require.ErrorContains(t, err, "characters other than")
	_, err = webhook.NewSQLInbox(t.Context(), db, "mysql", "", nil)
	require.ErrorContains(t, err, "neither sqlite nor postgres")
}
