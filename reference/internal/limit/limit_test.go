package limit_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/limit"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

var tenASecond = map[limit.Operation]limit.Rate{limit.Answers: {Requests: 10, Window: 10 * time.Second}}

// onEach runs a test on the limiter of one process and on the one that replicas share, on both engines.
func onEach(t *testing.T, test func(t *testing.T, l *limit.Limiter, c *clock.Manual)) {
	noon := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	t.Run("memory", func(t *testing.T) {
		c := clock.NewManual(noon)
		l, err := limit.NewMemory(c, tenASecond)
		require.NoError(t, err)
		test(t, l, c)
	})
	t.Run("table", func(t *testing.T) {
		storetest.OnEach(t, func(t *testing.T, db *store.DB) {
			c := clock.NewManual(noon)
			l, err := limit.NewTable(t.Context(), db, c, tenASecond)
			require.NoError(t, err)
			test(t, l, c)
		})
	})
}

func admitted(t *testing.T, l *limit.Limiter, workspace string) bool {
	t.Helper()
	wait, err := l.Allow(t.Context(), workspace, limit.Answers)
	require.NoError(t, err)
	return wait == 0
}

func TestAllowanceThenEvenRate(t *testing.T) {
	onEach(t, func(t *testing.T, l *limit.Limiter, c *clock.Manual) {
		for i := range 10 {
			require.True(t, admitted(t, l, "a"), "call %d of the allowance", i)
		}
		wait, err := l.Allow(t.Context(), "a", limit.Answers)
		require.NoError(t, err)
		require.Greater(t, wait, time.Duration(0))
		require.LessOrEqual(t, wait, time.Second)
		require.True(t, admitted(t, l, "b"), "another workspace is not held back")
		c.Advance(wait.Truncate(time.Second) + time.Second) // what a client waits that was told whole seconds
		require.True(t, admitted(t, l, "a"))
	})
}

func TestConcurrentCallsGetTheAllowanceAndNoMore(t *testing.T) {
	onEach(t, func(t *testing.T, l *limit.Limiter, _ *clock.Manual) {
		var wg sync.WaitGroup
		var passed atomic.Int64
		for range 40 {
			wg.Go(func() {
				wait, err := l.Allow(context.Background(), "a", limit.Answers)
				if err != nil {
					t.Error(err)
				} else if wait == 0 {
					passed.Add(1)
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 10, passed.Load())
	})
}

func TestARefusedCallTakesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, l *limit.Limiter, _ *clock.Manual) {
		for range 10 {
			admitted(t, l, "a")
		}
		first, err := l.Allow(t.Context(), "a", limit.Answers)
		require.NoError(t, err)
		for range 5 {
			again, err := l.Allow(t.Context(), "a", limit.Answers)
			require.NoError(t, err)
			require.LessOrEqual(t, again, first)
		}
	})
}

func TestAWorkspaceCanHaveARateOfItsOwn(t *testing.T) {
	onEach(t, func(t *testing.T, l *limit.Limiter, _ *clock.Manual) {
		require.True(t, admitted(t, l, "a"))
		require.NoError(t, l.Set(t.Context(), "a", limit.Answers, limit.Rate{Requests: 1, Window: time.Hour}))
		require.True(t, admitted(t, l, "a"), "a new rate begins with its whole allowance")
		require.False(t, admitted(t, l, "a"))
		require.True(t, admitted(t, l, "b"))
		require.Error(t, l.Set(t.Context(), "a", "sleep", limit.Rate{Requests: 1, Window: time.Hour}))
		require.Error(t, l.Set(t.Context(), "a", limit.Answers, limit.Rate{}))
	})
}

func TestReplicasShareAnAllowanceByTheDatabasesClock(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		var replicas []*limit.Limiter
		for range 2 {
			l, err := limit.NewTable(t.Context(), db, clock.System(), map[limit.Operation]limit.Rate{limit.Fill: {Requests: 6, Window: time.Hour}})
			require.NoError(t, err)
			replicas = append(replicas, l)
		}
		for i := range 8 {
			wait, err := replicas[i%2].Allow(t.Context(), "a", limit.Fill)
			require.NoError(t, err)
			require.Equal(t, i < 6, wait == 0, "call %d", i)
			require.LessOrEqual(t, wait, 10*time.Minute)
		}
	})
}
