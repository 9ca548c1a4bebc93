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

// Its delivery comes due again after the attempt, with nowhere to go. That must not hold up the others.
func TestAnEndpointDeletedDuringAnAttemptStopsNobody(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b, good := newBench(t, db), newSink(t, 200)
		arrived, release := make(chan struct{}), make(chan struct{})
		slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			arrived <- struct{}{}
			<-release
			w.WriteHeader(http.StatusInternalServerError)
		}))
		defer slow.Close()
		doomed, _ := b.endpoint(slow.URL, delivery.WebhookTest)
		id, err := b.SendTest(t.Context(), org, doomed.ID)
		require.NoError(t, err)
		<-arrived
		require.NoError(t, b.DeleteEndpoint(t.Context(), org, doomed.ID))
		close(release)
		state := func() (s store.DeliveryState) {
			for _, d := range all(t, db, doomed.ID) {
				require.Equal(t, id, d.ID)
				s = d.State
			}
			return s
		}
		require.Eventually(t, func() bool { return state() == store.DeliveryPending }, time.Minute, time.Millisecond)
		b.clock.Advance(time.Minute)
		e, _ := b.endpoint(good.URL, delivery.FillSessionCompleted)
		b.record(completed())
		require.Equal(t, store.DeliveryDelivered, b.settled(e.ID, 1).State)
		require.Eventually(t, func() bool { return state() == store.DeliveryFailed }, time.Minute, time.Millisecond)
	})
}

// The log of ended deliveries goes back 30 days; their natural keys are known for ever.
func TestTheLogEndsAndNaturalKeysDoNot(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b, s := newBench(t, db), newSink(t, 200)
		e, _ := b.endpoint(s.URL, delivery.FillSessionCompleted)
		b.record(completed())
		require.NotEmpty(t, b.settled(e.ID, 1).Body)
		b.stop()
		b.clock.Advance(31 * 24 * time.Hour)
		b.start()
		require.Eventually(t, func() bool { d := b.log(e.ID)[0]; return d.Body == "" && len(d.Attempts) == 0 }, time.Minute, time.Millisecond)
		b.record(completed())
		require.Len(t, b.log(e.ID), 1)
		b.stop()
		require.Len(t, s.got, 1)
	})
}
