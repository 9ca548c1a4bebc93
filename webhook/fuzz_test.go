package webhook_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
)

// Only what Sign makes is accepted, whatever the signature and the body are.
func FuzzVerify(f *testing.F) {
	for _, v := range readVectors(f).Vectors {
		body, err := v.Body()
		require.NoError(f, err)
		f.Add(body, v.Signature, key)
	}
	f.Fuzz(func(t *testing.T, body []byte, signature, secret string) {
		if secret == "" {
			return
		}
		right, err := webhook.Sign(secret, body)
		require.NoError(t, err)
		require.NoError(t, webhook.Verify(body, right, secret))
		if err := webhook.Verify(body, signature, secret); (err == nil) != (signature == right) {
			t.Fatalf("%q was judged %v", signature, err)
		}
	})
}

// A signed body of any bytes is handled or refused, and never more than that.
func FuzzReceiver(f *testing.F) {
	f.Add([]byte(signedBody), "x", "dlv_1")
	f.Add([]byte(`{"id":"\u0000","event":"x","created_at":"2026-03-10T12:00:00Z","data":{}}`), "x", "\x00")
	f.Add([]byte(`[]`), "", "")
	r, err := webhook.NewReceiver(key, webhook.WithoutFreshness(), webhook.WithLogger(slog.New(slog.DiscardHandler)))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, body []byte, event, id string) {
		signature, err := webhook.Sign(key, body)
		require.NoError(t, err)
		req := httptest.NewRequest("POST", "/", strings.NewReader(string(body)))
		req.Header["X-Service-Signature"] = []string{signature}
		req.Header["X-Service-Event"] = []string{event}
		req.Header["X-Service-Delivery"] = []string{id}
		w := httptest.NewRecorder()
		r.ServeHTTP(w, req)
		if w.Code != 204 && w.Code != 400 && w.Code != 401 && w.Code != 413 {
			t.Fatalf("status %d", w.Code)
		}
		if e, err := webhook.ParseEvent(body); w.Code == 204 && (err != nil || e.Name != event || e.ID != id) {
			t.Fatalf("accepted %q with headers %q and %q", body, event, id)
		}
	})
}
