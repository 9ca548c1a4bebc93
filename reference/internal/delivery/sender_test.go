package delivery_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

const org = "org_1"

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// bench is a running sender on a clock that stands still.
type bench struct {
	*delivery.Sender
	t     *testing.T
	db    *store.DB
	clock *clock.Manual
	key   *secret.Hasher
	stop  func()
}

func newBench(t *testing.T, db *store.DB) *bench {
	t.Helper()
	key, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	b := &bench{t: t, db: db, clock: clock.NewManual(noon), key: key}
	b.start()
	return b
}

// start runs a sender as a new process would.
func (b *bench) start() {
	b.startWith(delivery.Options{DB: b.db, Secret: b.key, Clock: b.clock, AllowPrivate: true})
}

func (b *bench) startWith(o delivery.Options) {
	b.Sender = delivery.New(o)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	b.stop = sync.OnceFunc(func() { cancel(); require.NoError(b.t, <-done) })
	b.t.Cleanup(b.stop)
}

func (b *bench) endpoint(url string, events ...string) (delivery.Endpoint, string) {
	b.t.Helper()
	e, key, err := b.CreateEndpoint(b.t.Context(), org, delivery.EndpointInput{URL: url, Events: events})
	require.NoError(b.t, err)
	return e, key.Reveal()
}

func (b *bench) record(e delivery.Event) {
	b.t.Helper()
	require.NoError(b.t, b.db.Write(b.t.Context(), func(tx *store.Tx) error { return b.Record(b.t.Context(), tx, org, e) }))
	b.Wake()
}

func (b *bench) log(endpoint string) []delivery.Delivery {
	b.t.Helper()
	all, err := b.Deliveries(b.t.Context(), org, endpoint, 100)
	require.NoError(b.t, err)
	return all
}

// settled waits until the newest delivery has so many ended attempts, and returns it.
func (b *bench) settled(endpoint string, attempts int) delivery.Delivery {
	b.t.Helper()
	var d delivery.Delivery
	require.Eventually(b.t, func() bool {
		all := b.log(endpoint)
		if len(all) == 0 {
			return false
		}
		d = all[0]
		return len(d.Attempts) == attempts && !d.Attempts[attempts-1].EndedAt.IsZero()
	}, time.Minute, 2*time.Millisecond)
	return d
}

func completed() delivery.Event {
	return delivery.Event{Name: delivery.FillSessionCompleted, NaturalKey: "ses_1 2026-03-10T12:00:00.000Z", Data: map[string]any{"session_id": "ses_1", "insured_name": "Łódź & <Söhne>"}}
}

// sink is a receiver that answers by script and keeps what came.
type sink struct {
	*httptest.Server
	mu      sync.Mutex
	answers []int
	got     []*http.Request
	bodies  []string
}

func newSink(t *testing.T, answers ...int) *sink {
	s := &sink{answers: answers}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.got, s.bodies = append(s.got, r), append(s.bodies, string(body))
		w.WriteHeader(s.answers[min(len(s.got), len(s.answers))-1])
	}))
	t.Cleanup(s.Close)
	return s
}

func TestADeliveryIsSignedAndComplete(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b, s := newBench(t, db), newSink(t, 204)
		e, key := b.endpoint(s.URL+"/hook?x=1", delivery.FillSessionCompleted)
		require.True(t, strings.HasPrefix(key, "whsec_"))
		b.record(completed())
		d := b.settled(e.ID, 1)
		require.Equal(t, store.DeliveryDelivered, d.State)

		var body struct {
			ID, Event string
			CreatedAt string `json:"created_at"`
			Data      map[string]any
		}
		require.NoError(t, json.Unmarshal([]byte(s.bodies[0]), &body))
		require.Equal(t, d.ID, body.ID)
		require.Equal(t, "2026-03-10T12:00:00.000Z", body.CreatedAt)
		require.Equal(t, "Łódź & <Söhne>", body.Data["insured_name"])
		require.Equal(t, "fill_session.completed", s.got[0].Header.Get("X-Service-Event"))
		require.Equal(t, d.ID, s.got[0].Header.Get("X-Service-Delivery"))
		require.Equal(t, "application/json", s.got[0].Header.Get("Content-Type"))
		require.Equal(t, "/hook?x=1", s.got[0].URL.RequestURI())
		mac := hmac.New(sha256.New, []byte(key))
		mac.Write([]byte(s.bodies[0]))
		signature := "sha256=" + hex.EncodeToString(mac.Sum(nil))
		require.Equal(t, signature, s.got[0].Header.Get("X-Service-Signature"))
		require.Equal(t, []string{"Host: " + s.got[0].Host, "User-Agent: intake-reference-webhooks/1", "Content-Length: " + strconv.Itoa(len(s.bodies[0])),
			"Content-Type: application/json", "X-Service-Delivery: " + d.ID, "X-Service-Event: fill_session.completed", "X-Service-Signature: " + signature},
			strings.Split(d.Attempts[0].RequestHeaders, "\n"), "the log shows what went out")
	})
}

func TestThreeAttemptsAtTheirTimesAndNoFourth(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b, s := newBench(t, db), newSink(t, 500, 302, 404)
		e, _ := b.endpoint(s.URL, delivery.FillSessionCompleted)
		b.record(completed())
		b.settled(e.ID, 1)
		b.clock.Advance(2*time.Second - time.Millisecond)
		require.Len(t, b.log(e.ID)[0].Attempts, 1)
		b.clock.Advance(time.Millisecond)
		b.settled(e.ID, 2)
		b.clock.Advance(5 * time.Second)
		d := b.settled(e.ID, 3)
		require.Equal(t, store.DeliveryFailed, d.State)
		for i, want := range []struct {
			at     time.Duration
			status int
		}{{0, 500}, {2 * time.Second, 302}, {7 * time.Second, 404}} {
			require.Equal(t, noon.Add(want.at), d.Attempts[i].StartedAt)
			require.Equal(t, want.status, d.Attempts[i].ResponseStatus)
			require.NotEmpty(t, d.Attempts[i].Error)
		}
		b.clock.Advance(48 * time.Hour)
		b.Wake()
		other, _ := b.endpoint(s.URL, delivery.WebhookTest)
		_, err := b.SendTest(t.Context(), org, other.ID)
		require.NoError(t, err)
		b.settled(other.ID, 1)
		require.Len(t, b.log(e.ID)[0].Attempts, 3)
	})
}

func TestASlowEndpointIsGivenUpAfterTenSeconds(t *testing.T) {
	b := newBench(t, storetest.SQLite(t))
	arrived, release := make(chan struct{}), make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK) // the status alone is no answer: the body never ends
		w.(http.Flusher).Flush()
		arrived <- struct{}{}
		<-release
	}))
	defer slow.Close()
	defer close(release)
	e, _ := b.endpoint(slow.URL, delivery.FillSessionCompleted)
	b.record(completed())
	<-arrived
	b.clock.Advance(10 * time.Second)
	d := b.settled(e.ID, 1)
	require.Equal(t, store.DeliveryPending, d.State)
	require.Contains(t, d.Attempts[0].Error, "10s")
	require.Equal(t, noon.Add(12*time.Second), d.NextAt)
}

func TestFiftyRacersMakeOneDelivery(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b, s := newBench(t, db), newSink(t, 200)
		e, _ := b.endpoint(s.URL, delivery.FillSessionCompleted)
		two, _ := b.endpoint(s.URL, delivery.Events...)
		var group sync.WaitGroup
		for range 50 {
			group.Go(func() {
				if err := db.Write(t.Context(), func(tx *store.Tx) error { return b.Record(t.Context(), tx, org, completed()) }); err != nil {
					t.Error(err)
				}
				b.Wake()
			})
		}
		group.Wait()
		first, second := b.settled(e.ID, 1), b.settled(two.ID, 1)
		require.Len(t, b.log(e.ID), 1)
		require.Len(t, b.log(two.ID), 1)
		require.NotEqual(t, first.ID, second.ID)
		require.Len(t, s.got, 2)
	})
}

func TestOnlyWhatWasAskedForGoesOut(t *testing.T) {
	b, s := newBench(t, storetest.SQLite(t)), newSink(t, 200)
	esign, _ := b.endpoint(s.URL, delivery.ESignCompleted)
	disabled, _ := b.endpoint(s.URL, delivery.Events...)
	require.NoError(t, b.Disable(t.Context(), org, disabled.ID))
	_, err := b.SendTest(t.Context(), org, disabled.ID)
	require.ErrorIs(t, err, delivery.ErrDisabled)
	deleted, _ := b.endpoint(s.URL, delivery.Events...)
	require.NoError(t, b.DeleteEndpoint(t.Context(), org, deleted.ID))
	foreign, _, err := b.CreateEndpoint(t.Context(), "org_2", delivery.EndpointInput{URL: s.URL, Events: delivery.Events})
	require.NoError(t, err)
	b.record(completed())
	wanted, _ := b.endpoint(s.URL, delivery.Events...)
	id, err := b.SendTest(t.Context(), org, wanted.ID)
	require.NoError(t, err)
	require.Equal(t, id, b.settled(wanted.ID, 1).ID)
	for _, other := range []string{esign.ID, disabled.ID, deleted.ID, foreign.ID} {
		require.Empty(t, b.log(other))
	}
	_, err = b.Endpoint(t.Context(), org, foreign.ID)
	require.ErrorIs(t, err, store.ErrNotFound)
	_, err = b.SendTest(t.Context(), org, foreign.ID)
	require.ErrorIs(t, err, store.ErrNotFound)
}

// A process that dies during an attempt leaves it open. The next one counts it, goes on at once, and never makes a fourth.
func TestAnAttemptThatWasCutOffCounts(t *testing.T) {
	b := newBench(t, storetest.SQLite(t))
	b.stop()
	s := newSink(t, 500)
	e, _ := b.endpoint(s.URL, delivery.FillSessionCompleted)
	b.record(completed())
	die := func() {
		require.NoError(t, b.db.Write(t.Context(), func(tx *store.Tx) error {
			due, err := tx.DueDeliveries(t.Context(), b.clock.Now(), 10, 10)
			require.NoError(t, err)
			require.Len(t, due, 1)
			begun, err := tx.BeginAttempt(t.Context(), due[0], b.clock.Now(), b.clock.Now().Add(15*time.Second))
			require.True(t, begun)
			return err
		}))
	}
	die()
	b.start() // finds it at once, whatever its lease says
	d := b.settled(e.ID, 2)
	require.Contains(t, d.Attempts[0].Error, "stopped")
	require.Equal(t, noon, d.Attempts[1].StartedAt, "it went on without a wait")
	b.stop()
	b.clock.Advance(5 * time.Second)
	die()
	b.start()
	d = b.settled(e.ID, 3)
	require.Contains(t, d.Attempts[2].Error, "stopped")
	require.Equal(t, store.DeliveryFailed, b.log(e.ID)[0].State)
	require.Len(t, s.got, 1)
}

func TestRotationSignsWithTheNewSecret(t *testing.T) {
	b, s := newBench(t, storetest.SQLite(t)), newSink(t, 500, 200)
	e, old := b.endpoint(s.URL, delivery.FillSessionCompleted)
	b.record(completed())
	b.settled(e.ID, 1)
	fresh, err := b.RotateSecret(t.Context(), org, e.ID)
	require.NoError(t, err)
	require.NotEqual(t, old, fresh.Reveal())
	b.clock.Advance(2 * time.Second)
	b.settled(e.ID, 2)
	require.Equal(t, s.bodies[0], s.bodies[1])
	require.NotEqual(t, s.got[0].Header.Get("X-Service-Signature"), s.got[1].Header.Get("X-Service-Signature"))
	for i, a := range b.log(e.ID)[0].Attempts {
		require.Contains(t, a.RequestHeaders, s.got[i].Header.Get("X-Service-Signature"), "each attempt with the signature that it was sent with")
		require.NotContains(t, a.RequestHeaders, "whsec_")
	}
}

func TestTheLogKeepsTheBeginningOfAnAnswer(t *testing.T) {
	b := newBench(t, storetest.SQLite(t))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "a\x00b\xff", strings.Repeat("x", 1<<20))
	}))
	defer server.Close()
	e, _ := b.endpoint(server.URL, delivery.FillSessionCompleted)
	b.record(completed())
	d := b.settled(e.ID, 1)
	require.LessOrEqual(t, len(d.Attempts[0].ResponseBody), 9<<10)
	require.True(t, strings.HasPrefix(d.Attempts[0].ResponseBody, "a\ufffdb\ufffd"))
}

func TestEndpointsAreChecked(t *testing.T) {
	b := newBench(t, storetest.SQLite(t))
	for _, in := range []delivery.EndpointInput{{URL: "http://127.0.0.1:1/"}, {URL: "http://127.0.0.1:1/", Events: []string{"other"}}} {
		_, _, err := b.CreateEndpoint(t.Context(), org, in)
		require.ErrorIs(t, err, delivery.ErrUnknownEvent)
	}
	for range 50 {
		b.endpoint("http://127.0.0.1:1/", delivery.Events...)
	}
	_, _, err := b.CreateEndpoint(t.Context(), org, delivery.EndpointInput{URL: "http://127.0.0.1:1/", Events: delivery.Events})
	require.ErrorIs(t, err, delivery.ErrTooManyEndpoints)
}
