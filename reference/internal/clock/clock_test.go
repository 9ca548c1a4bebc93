package clock_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func TestManualFiresInOrderAndOnlyWhenMoved(t *testing.T) {
	c := clock.NewManual(noon)
	late, early := c.NewTimer(2*time.Second), c.NewTimer(time.Second)
	require.Empty(t, early.C())
	c.Advance(time.Second)
	require.Equal(t, noon.Add(time.Second), <-early.C())
	require.Empty(t, late.C())
	require.True(t, late.Stop())
	c.Advance(time.Hour)
	require.Empty(t, late.C())
	require.False(t, early.Stop())
}

func TestManualSleepEndsWithItsContext(t *testing.T) {
	c := clock.NewManual(noon)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- c.Sleep(ctx, time.Hour) }()
	require.NoError(t, c.AwaitTimers(t.Context(), 1))
	cancel()
	require.ErrorIs(t, <-done, context.Canceled)
}

func TestShiftedFiresOnAdvanceAndByItself(t *testing.T) {
	c := clock.NewShifted()
	far := c.NewTimer(time.Hour)
	c.Advance(2 * time.Hour)
	<-far.C()
	require.WithinDuration(t, time.Now().Add(2*time.Hour), c.Now(), time.Minute)
	near := c.NewTimer(time.Millisecond)
	<-near.C()
}

func TestTimersThatAreDueFireAtOnce(t *testing.T) {
	for _, c := range []clock.Clock{clock.System(), clock.NewManual(noon), clock.NewShifted()} {
		<-c.NewTimer(0).C()
		<-c.NewTimer(-time.Second).C()
		require.NoError(t, c.Sleep(t.Context(), 0))
	}
}
