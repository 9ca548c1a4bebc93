package reference_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

func TestReplicasOnOneDatabaseAreOneServer(t *testing.T) {
	config := reference.Config{Database: storetest.Postgres(t), Data: t.TempDir(), Control: true, PrivateWebhooks: true}
	first, _ := running(t, config)
	second, _ := running(t, config)
	one, w := newCaller(t, first, paid)
	other := caller{t: t, handler: second, key: one.key}
	url, got := receiver(t)
	hook, err := first.CreateEndpoint(t.Context(), w.OrgID, url)
	require.NoError(t, err)
	path, _ := one.create(obj{"insured_name": "A", "lobs": []string{"cyber"}})

	messages := []string{"The contact email is person@example.com.", "Website: www.blueharbor.example", "Year established: 2012", "Annual revenue: $987,654",
		"FEIN: 62-9104417", "Contact phone: 404-555-0117", "DBA: Blue Harbor", "Number of locations: 3"}
	var wg sync.WaitGroup
	for i, message := range messages {
		wg.Go(func() {
			on := []caller{one, other}[i%2]
			out, err := on.send(httptest.NewRequest("POST", path+"/answers", strings.NewReader(fmt.Sprintf(`{"message":%q}`, message))))
			if err != nil || out.status != 200 {
				t.Errorf("%q: %d %s %v", message, out.status, out.raw, err)
			}
		})
	}
	wg.Wait()
	values := other.get(path).body["field_values"].(obj)
	require.Equal(t, "person@example.com", values["contact_email"])
	require.Equal(t, 987654.0, values["annual_revenue"])
	require.Equal(t, 2012.0, values["year_established"])
	require.Equal(t, "629104417", values["fein"])

	require.NoError(t, one.finish(path, nil))
	for i := range 8 {
		wg.Go(func() {
			if out, err := []caller{one, other}[i%2].send(newRequest("POST", path+"/fill")); err != nil || out.status != 200 {
				t.Errorf("fill: %d %s %v", out.status, out.raw, err)
			}
		})
	}
	wg.Wait()
	for i := range 4 {
		wg.Go(func() {
			if out, err := []caller{one, other}[i%2].send(newRequest("POST", path+"/submit")); err != nil || out.status != 200 {
				t.Errorf("submit: %d %s %v", out.status, out.raw, err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, "fill_session.completed", next(t, got).body["event"])
	require.Equal(t, "submission.sent", next(t, got).body["event"])
	_, err = second.SendTestEvent(t.Context(), w.OrgID, hook.EndpointID)
	require.NoError(t, err)
	require.Equal(t, "webhook.test", next(t, got).body["event"], "each event was sent once, by one of the replicas")

	control := caller{t: t, handler: second.Control()}
	require.Equal(t, 200, control.post("/v1/revoke-key", obj{"api_key": one.key}).status)
	require.Equal(t, 401, one.get("/org/me").status, "revoked on one, ended on all")
}

// slowMarket is a sandbox behind HTTP that holds the first request of a submission with such a path until it is released.
type slowMarket struct {
	sandbox           *market.Sandbox
	suffix            string // of the path
	arrived, released chan struct{}
	once              sync.Once
}

func (m *slowMarket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/v1/submissions/") && strings.HasSuffix(r.URL.Path, m.suffix) {
		m.once.Do(func() {
			close(m.arrived)
			<-m.released
		})
	}
	m.sandbox.ServeHTTP(w, r)
}

// A document that one replica accepts while another sends the submission travels with it, or is refused.
func TestADocumentAttachedThroughAnotherReplicaIsSentOrRefused(t *testing.T) {
	for _, c := range []struct {
		name, held string
		status     int
		documents  int
	}{
		{"while the submission is announced", "", 200, 1},
		{"while the platform finalises", "/finalise", 400, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			sandbox, err := market.NewSandbox(t.TempDir(), time.Now)
			require.NoError(t, err)
			slow := &slowMarket{sandbox: sandbox, suffix: c.held, arrived: make(chan struct{}), released: make(chan struct{})}
			platform := httptest.NewServer(slow)
			t.Cleanup(func() { platform.Close(); require.NoError(t, sandbox.Close()) })
			config := reference.Config{Database: storetest.Postgres(t), Data: t.TempDir(), Market: reference.Market{URL: platform.URL}}
			first, _ := running(t, config)
			second, _ := running(t, config)
			one, w := newCaller(t, first, paid)
			other := caller{t: t, handler: second, key: one.key}
			path, _ := one.create(obj{"insured_name": "A", "lobs": []string{"cyber"}})
			require.Equal(t, 200, one.post(path+"/fill", nil).status)

			answer := make(chan reply, 1)
			go func() {
				out, err := one.send(newRequest("POST", path+"/submit"))
				if err != nil {
					t.Error(err)
				}
				answer <- out
			}()
			<-slow.arrived
			attached := other.upload(path+"/documents", "files", "loss-run.pdf", []byte("%PDF-1.7 loss run"))
			require.Equal(t, c.status, attached.status, "%s", attached.raw)
			close(slow.released)
			out := <-answer
			require.Equal(t, 200, out.status, "%s", out.raw)
			sent, err := sandbox.Submissions(w.OrgID)
			require.NoError(t, err)
			require.Len(t, sent, 1)
			documents := 0
			for _, f := range sent[0].Files {
				if f.Kind == market.Document {
					documents++
				}
			}
			require.Equal(t, c.documents, documents)
			require.Equal(t, out.body["submission_id"], other.post(path+"/submit", nil).body["submission_id"])
		})
	}
}
