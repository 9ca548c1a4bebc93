package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

func insert(ctx context.Context, tx *store.Tx, id string) error {
	_, err := tx.Exec(ctx, `INSERT INTO workspaces (id, name, plan, agency_profile, created_ms) VALUES ($1, $2, 'free', '{}', 0)`, id, "Agency "+id)
	return err
}

func names(t *testing.T, db *store.DB) (all []string) {
	require.NoError(t, db.Read(t.Context(), func(tx *store.Tx) (err error) {
		rows, err := tx.Query(t.Context(), `SELECT id FROM workspaces ORDER BY id`)
		all, err = store.Collect(rows, err, func(row store.Row) (id string, err error) { return id, row.Scan(&id) })
		return err
	}))
	return all
}

func TestWriteKeepsAllOrNothing(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		ctx, failure := t.Context(), errors.New("second thoughts")
		require.NoError(t, db.Write(ctx, func(tx *store.Tx) error { return insert(ctx, tx, "a") }))
		require.ErrorIs(t, db.Write(ctx, func(tx *store.Tx) error { return errors.Join(insert(ctx, tx, "b"), failure) }), failure)
		require.PanicsWithValue(t, "boom", func() {
			_ = db.Write(ctx, func(tx *store.Tx) error { _ = insert(ctx, tx, "c"); panic("boom") })
		})
		require.Equal(t, []string{"a"}, names(t, db))
	})
}

func TestOneFailingWriteSpoilsNoOther(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		var wg sync.WaitGroup
		for i := range 60 {
			wg.Go(func() {
				err := db.Write(ctx, func(tx *store.Tx) error {
					if err := insert(ctx, tx, fmt.Sprintf("w%02d", i)); err != nil || i%3 != 0 {
						return err
					}
					return errors.New("refused")
				})
				if (err != nil) != (i%3 == 0) {
					t.Errorf("write %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		require.Len(t, names(t, db), 40)
	})
}

func TestUniqueViolationsAreRecognised(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		add := func() error { return db.Write(ctx, func(tx *store.Tx) error { return insert(ctx, tx, "same") }) }
		require.NoError(t, add())
		require.True(t, store.IsUnique(add()))
		require.False(t, store.IsUnique(errors.New("other")))
	})
}

// Counting first and inserting after is the shape of the monthly cap: no racer may slip past another.
func TestCheckThenWriteHoldsAgainstRacers(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				err := db.Write(ctx, func(tx *store.Tx) error {
					var n int
					if err := tx.QueryRow(ctx, `SELECT count(*) FROM workspaces`, nil, &n); err != nil || n >= 5 {
						return err
					}
					return insert(ctx, tx, fmt.Sprintf("w%02d", i))
				})
				if err != nil {
					t.Errorf("write %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		require.Len(t, names(t, db), 5)
	})
}

func TestReadsSeeOneStateAndChangeNothing(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		require.ErrorIs(t, db.Read(ctx, func(tx *store.Tx) error {
			return tx.QueryRow(ctx, `SELECT name FROM workspaces WHERE id = $1`, []any{"none"}, new(string))
		}), store.ErrNotFound)
		require.Error(t, db.Read(ctx, func(tx *store.Tx) error { return insert(ctx, tx, "x") }))
		require.Empty(t, names(t, db))
	})
}

// A caller that hangs up while its write runs does not undo it, and one that hung up before does not begin.
func TestWritesOutliveTheirCaller(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		require.NoError(t, db.Write(ctx, func(tx *store.Tx) error {
			cancel()
			return insert(context.WithoutCancel(ctx), tx, "kept")
		}))
		require.ErrorIs(t, db.Write(ctx, func(tx *store.Tx) error { return insert(ctx, tx, "never") }), context.Canceled)
		require.Equal(t, []string{"kept"}, names(t, db))
	})
}

func TestDataSurvivesReopening(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "with space.db")
	db, err := store.Open(ctx, store.Options{Path: path})
	require.NoError(t, err)
	require.NoError(t, db.Write(ctx, func(tx *store.Tx) error { return insert(ctx, tx, "kept") }))
	for _, file := range []string{path, path + "-wal"} {
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Zero(t, info.Mode().Perm()&0o077, "%s is the owner's", file)
	}
	require.NoError(t, db.Close())
	require.ErrorIs(t, db.Write(ctx, func(tx *store.Tx) error { return nil }), store.ErrClosed)
	db, err = store.Open(ctx, store.Options{Path: path})
	require.NoError(t, err)
	require.Equal(t, []string{"kept"}, names(t, db))
	require.NoError(t, db.Close())
}

func TestDataOfANewerProgramIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "intake.db")
	db, err := store.Open(t.Context(), store.Options{Path: path})
	require.NoError(t, err)
	require.NoError(t, db.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, $2)`, 99999, 1)
		return err
	}))
	require.NoError(t, db.Close())
	_, err = store.Open(t.Context(), store.Options{Path: path})
	require.ErrorContains(t, err, "run a newer one")
	require.ErrorContains(t, err, path)
}

func TestTemporaryLeavesNothing(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	db, err := store.Open(t.Context(), store.Options{Temporary: true})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	require.Empty(t, left)
}
