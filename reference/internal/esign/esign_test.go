package esign_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/esign"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
	"github.com/workspaceintake/intake-go/webhook"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// desk is a workspace with a session and an endpoint for esign.completed. Its sender does not run: what it would send
// is in the log.
type desk struct {
	*esign.Service
	t        *testing.T
	sender   *delivery.Sender
	org      string
	session  string
	endpoint string
	mux      *http.ServeMux
}

func newDesk(t *testing.T, db *store.DB) *desk {
	t.Helper()
	hasher, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	c := clock.NewManual(noon)
	d := &desk{t: t, org: store.NewID("org"), session: store.NewID("ses"), mux: http.NewServeMux()}
	d.sender = delivery.New(delivery.Options{DB: db, Clock: c, Secret: hasher, AllowPrivate: true})
	d.Service = esign.New(esign.Options{DB: db, Clock: c, Secret: hasher, Events: d.sender})
	d.Routes(d.mux)
	require.NoError(t, db.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.InsertWorkspace(t.Context(), store.Workspace{ID: d.org, Name: "Desk", Plan: "free", CreatedAt: noon}); err != nil {
			return err
		}
		return tx.InsertSession(t.Context(), store.Session{ID: d.session, WorkspaceID: d.org, InsuredName: "Bakery", Status: "complete", CreatedAt: noon, UpdatedAt: noon})
	}))
	e, _, err := d.sender.CreateEndpoint(t.Context(), d.org, delivery.EndpointInput{URL: "http://127.0.0.1:1/", Events: []string{webhook.EventEsignCompleted}})
	require.NoError(t, err)
	d.endpoint = e.ID
	return d
}

// events are the data of what was recorded, newest first.
func (d *desk) events() []webhook.EsignCompleted {
	d.t.Helper()
	log, err := d.sender.Deliveries(d.t.Context(), d.org, d.endpoint, 100)
	require.NoError(d.t, err)
	var all []webhook.EsignCompleted
	for _, one := range log {
		e, err := webhook.ParseEvent([]byte(one.Body))
		require.NoError(d.t, err)
		require.Equal(d.t, webhook.EventEsignCompleted, e.Name)
		data, err := webhook.Decode[webhook.EsignCompleted](e)
		require.NoError(d.t, err)
		var members map[string]any
		require.NoError(d.t, json.Unmarshal(e.Data, &members))
		require.Len(d.t, members, 3)
		all = append(all, data)
	}
	return all
}

func (d *desk) post(path, body, signature string) int {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	if signature != "" {
		r.Header.Set("X-Esign-Signature", signature)
	}
	w := httptest.NewRecorder()
	d.mux.ServeHTTP(w, r)
	return w.Code
}

func TestACompletedEnvelopeIsOneEvent(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		d := newDesk(t, db)
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				if err := d.Complete(context.Background(), d.org, d.session, "env_1"); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		want := []webhook.EsignCompleted{{SessionID: d.session, EnvelopeID: "env_1", CompletedAt: "2026-03-10T12:00:00.000Z"}}
		require.Empty(t, cmp.Diff(want, d.events()))
	})
}

func TestTheCallbackIsBelievedOnlyWhenItIsSigned(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		d, other := newDesk(t, db), newDesk(t, db)
		inlet, err := d.Connect(t.Context(), d.org)
		require.NoError(t, err)
		sign := func(body string) string {
			signature, err := webhook.Sign(inlet.Secret.Reveal(), []byte(body))
			require.NoError(t, err)
			return signature
		}
		body := `{"envelope_id":"env_7","session_id":"` + d.session + `","status":"completed","signers":2}`
		foreign := strings.Replace(body, d.session, other.session, 1)
		sent := strings.Replace(body, `"completed"`, `"sent"`, 1)
		nul := strings.Replace(body, "env_7", `env\u0000`, 1)
		for name, c := range map[string]struct {
			path, body, signature string
			want                  int
		}{
			"no signature":       {inlet.Path, body, "", 401},
			"altered":            {inlet.Path, body + " ", sign(body), 401},
			"unknown inlet":      {"/esign/callbacks/esi_none", body, sign(body), 401},
			"foreign session":    {inlet.Path, foreign, sign(foreign), 404},
			"not yet complete":   {inlet.Path, sent, sign(sent), 200},
			"no JSON":            {inlet.Path, "x", sign("x"), 400},
			"a NUL in the id":    {inlet.Path, nul, sign(nul), 400},
			"more than 64 KiB":   {inlet.Path, strings.Repeat(" ", 70<<10), sign(""), 413},
			"an id with letters": {inlet.Path, `{"status":"completed","envelope_id":"e","session_id":"É"}`, sign(`{"status":"completed","envelope_id":"e","session_id":"É"}`), 404},
		} {
			require.Equal(t, c.want, d.post(c.path, c.body, c.signature), name)
		}
		require.Empty(t, d.events())
		require.Equal(t, 200, d.post(inlet.Path, body, sign(body)))
		require.Equal(t, 200, d.post(inlet.Path, body, sign(body)), "a provider may repeat itself")
		require.Len(t, d.events(), 1)
		require.Empty(t, other.events())

		fresh, err := d.Connect(t.Context(), d.org)
		require.NoError(t, err)
		require.Equal(t, 401, d.post(inlet.Path, body, sign(body)), "a new connection ends the one before")
		require.NotEqual(t, inlet.Path, fresh.Path)
		_, err = d.Connect(t.Context(), "org_none")
		require.ErrorIs(t, err, store.ErrNotFound)
	})
}
