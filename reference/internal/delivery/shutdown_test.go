package delivery_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

// An endpoint that never answers does not hold up the end of the server beyond its grace. The attempt counts.
func TestAShutdownCutsOffWhatTakesTooLong(t *testing.T) {
	t.Parallel()
	b := newBench(t, storetest.SQLite(t))
	arrived, release := make(chan struct{}), make(chan struct{})
	silentServer := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(arrived); <-release }))
	defer silentServer.Close()
	defer close(release)
	e, _ := b.endpoint(silentServer.URL, delivery.WebhookTest)
	_, err := b.SendTest(t.Context(), org, e.ID)
	require.NoError(t, err)
	<-arrived
	b.stop() // the clock stands still: only the grace ends it
	d := b.log(e.ID)[0]
	require.Equal(t, store.DeliveryPending, d.State)
	require.Len(t, d.Attempts, 1)
	require.Contains(t, d.Attempts[0].Error, "stopped")
	require.Equal(t, noon.Add(2*time.Second), d.NextAt)
}
