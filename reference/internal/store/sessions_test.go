package store_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func session(workspace string) store.Session {
	state := "TX"
	return store.Session{ID: store.NewID("ses"), WorkspaceID: workspace, InsuredName: "Größe & 漢字 😀", State: &state,
		Lines: []string{"cyber"}, FormKeys: []string{"common"}, Status: "in_progress",
		Values:  map[string]any{"revenue": 1250000.0, "has_dba": false, "note": "a \"quoted\" word"},
		Skipped: []string{"dba"}, Asked: []string{"phone"}, Recent: []store.Change{{Key: "revenue", Was: 900000.0}, {Key: "note", Doubt: true}}, Filled: 2, Total: 9, Revision: 1, ValuesRev: 1, CreatedAt: noon, UpdatedAt: noon}
}

func write(t *testing.T, db *store.DB, fn func(ctx context.Context, tx *store.Tx) error) {
	t.Helper()
	require.NoError(t, db.Write(t.Context(), func(tx *store.Tx) error { return fn(t.Context(), tx) }))
}

func TestASessionComesBackAsItWasStored(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return insert(ctx, tx, "a") })
		s := session("a")
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertSession(ctx, s) })
		var got store.Session
		write(t, db, func(ctx context.Context, tx *store.Tx) (err error) {
			got, err = tx.Session(ctx, "a", s.ID)
			return err
		})
		require.Empty(t, cmp.Diff(s, got, cmpopts.EquateEmpty()))
	})
}

func TestAForeignSessionIsAsUnknownAsNone(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		s := session("a")
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			return errors.Join(insert(ctx, tx, "a"), insert(ctx, tx, "b"), tx.InsertSession(ctx, s))
		})
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			_, foreign := tx.Session(ctx, "b", s.ID)
			_, unknown := tx.Session(ctx, "b", store.NewID("ses"))
			require.ErrorIs(t, foreign, store.ErrNotFound)
			require.Equal(t, unknown, foreign)
			all, err := tx.Sessions(ctx, "b", 10)
			require.Empty(t, all)
			return err
		})
	})
}

func TestAWriterThatReadAnEarlierRevisionIsTold(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		s := session("a")
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			return errors.Join(insert(ctx, tx, "a"), tx.InsertSession(ctx, s))
		})
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateSession(ctx, s) })
		err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.UpdateSession(t.Context(), s) })
		require.ErrorIs(t, err, store.ErrStale)
	})
}

func TestTheCapHoldsWhenManyRaceForIt(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return insert(ctx, tx, "a") })
		full := errors.New("full")
		var admitted, refused atomic.Int64
		var wg sync.WaitGroup
		for range 40 {
			wg.Go(func() {
				err := db.Write(context.Background(), func(tx *store.Tx) error {
					position, err := tx.CountSession(context.Background(), "a", "2026-03", 5)
					if err == nil && position == 0 {
						return full
					}
					return errors.Join(err, tx.InsertSession(context.Background(), session("a")))
				})
				switch {
				case err == nil:
					admitted.Add(1)
				case errors.Is(err, full):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		require.Equal(t, int64(5), admitted.Load())
		require.Equal(t, int64(35), refused.Load())
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			all, err := tx.Sessions(ctx, "a", 100)
			require.Len(t, all, 5)
			next, nextErr := tx.CountSession(ctx, "a", "2026-04", 5)
			require.EqualValues(t, 1, next, "a new month")
			uncapped, uncappedErr := tx.CountSession(ctx, "a", "2026-03", 0)
			require.EqualValues(t, 6, uncapped, "no cap")
			return errors.Join(err, nextErr, uncappedErr)
		})
	})
}

func TestSessionsOfOneInstantAreListedInTheOrderOfTheirCreation(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return insert(ctx, tx, "a") })
		var want []string
		for range 20 {
			s := session("a")
			want = append([]string{s.ID}, want...)
			write(t, db, func(ctx context.Context, tx *store.Tx) (err error) {
				if s.Position, err = tx.CountSession(ctx, "a", "2026-03", 0); err != nil {
					return err
				}
				return tx.InsertSession(ctx, s)
			})
		}
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			all, err := tx.Sessions(ctx, "a", 20)
			var got []string
			for _, s := range all {
				got = append(got, s.ID)
			}
			require.Equal(t, want, got)
			return err
		})
	})
}

func TestABlobOfAnySizeComesBack(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		random := rand.NewChaCha8([32]byte{1})
		for _, size := range []int{0, 1, 1 << 20, 1<<20 + 1, 3_000_000} {
			data := make([]byte, size)
			_, _ = random.Read(data)
			id := store.NewID("blob")
			write(t, db, func(ctx context.Context, tx *store.Tx) error {
				return tx.WriteBlob(ctx, "a", id, bytes.NewReader(data), int64(size))
			})
			write(t, db, func(ctx context.Context, tx *store.Tx) error {
				got, err := tx.ReadBlob(ctx, "a", id, int64(size))
				require.True(t, bytes.Equal(data, got), "%d bytes", size)
				return err
			})
		}
	})
}
