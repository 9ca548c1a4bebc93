package reference_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

// delivered is a webhook request as it came.
type delivered struct {
	header http.Header
	raw    []byte
	body   obj
}

// receiver is an endpoint that takes everything.
func receiver(t *testing.T) (url string, got <-chan delivered) {
	t.Helper()
	all := make(chan delivered, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		one := delivered{header: r.Header, raw: raw}
		if err != nil || json.Unmarshal(raw, &one.body) != nil {
			t.Errorf("a delivery that is no JSON object: %s", raw)
		}
		all <- one
	}))
	t.Cleanup(server.Close)
	return server.URL, all
}

// next is the delivery that comes next; not to come is a failure.
func next(t *testing.T, got <-chan delivered) delivered {
	t.Helper()
	select {
	case one := <-got:
		return one
	case <-time.After(waitBound):
		t.Fatal("no delivery came")
		panic("unreachable")
	}
}

func signature(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func TestCompletionAndSubmissionAreToldOnceToThoseWhoAsked(t *testing.T) {
	s, _ := running(t, reference.Config{Control: true, PrivateWebhooks: true})
	c, w := newCaller(t, s, paid)
	_, stranger := newCaller(t, s, paid)
	url, got := receiver(t)
	silent, others := receiver(t)
	hook, err := s.CreateEndpoint(t.Context(), w.OrgID, url)
	require.NoError(t, err)
	_, err = s.CreateEndpoint(t.Context(), w.OrgID, silent, "esign.completed")
	require.NoError(t, err)
	_, err = s.CreateEndpoint(t.Context(), stranger.OrgID, silent)
	require.NoError(t, err)

	path, session := c.create(obj{"insured_name": "Größe & Söhne 漢字 😀", "lobs": []string{"cyber"}, "state": "TX"})
	require.Equal(t, 200, c.post(path+"/fill", nil).status, "a partial fill completes nothing")
	require.NoError(t, c.finish(path, nil))
	require.Equal(t, 200, c.post(path+"/fill", nil).status)
	require.Equal(t, 200, c.post(path+"/fill", nil).status, "the same again completes nothing either")
	first := next(t, got)
	require.Equal(t, signature(hook.Secret, first.raw), first.header.Get("X-Service-Signature"))
	require.Equal(t, first.body["id"], first.header.Get("X-Service-Delivery"))
	require.Equal(t, "fill_session.completed", first.header.Get("X-Service-Event"))
	data := first.body["data"].(obj)
	require.Equal(t, obj{"session_id": session["session_id"], "org_id": w.OrgID, "insured_name": session["insured_name"], "state": "TX",
		"status": "complete", "form_keys": session["form_keys"], "completed_at": data["completed_at"]}, data)

	submitted := c.post(path+"/submit", nil)
	require.Equal(t, 200, submitted.status, "%s", submitted.raw)
	require.Equal(t, 200, c.post(path+"/submit", nil).status)
	second := next(t, got)
	require.Equal(t, "submission.sent", second.body["event"], "%s", second.raw)
	for _, member := range []string{"session_id", "to", "cc", "subject", "form_keys", "provider", "sent_at"} {
		require.Contains(t, second.body["data"], member)
	}

	require.Equal(t, 200, c.post(path+"/answers", obj{"message": "Correction: annual revenue is $987,654."}).status)
	require.Equal(t, 200, c.post(path+"/fill", nil).status)
	third := next(t, got)
	require.Equal(t, "fill_session.completed", third.body["event"], "completed anew")
	require.NotEqual(t, data["completed_at"], third.body["data"].(obj)["completed_at"])

	control := caller{t: t, handler: s.Control()}
	for range 2 {
		require.Equal(t, 200, control.post("/v1/complete-envelope", obj{"org_id": w.OrgID, "session_id": session["session_id"], "envelope_id": "env_1"}).status)
	}
	signed := next(t, got)
	require.Equal(t, "esign.completed", signed.body["event"])
	require.Equal(t, "env_1", signed.body["data"].(obj)["envelope_id"])
	require.Equal(t, signed.body["data"], next(t, others).body["data"])

	_, err = s.SendTestEvent(t.Context(), w.OrgID, hook.EndpointID)
	require.NoError(t, err)
	require.Equal(t, "webhook.test", next(t, got).body["event"], "nothing else came in between")
	require.Empty(t, others)
}

func TestControlShowsTheDeliveryLog(t *testing.T) {
	s, _ := running(t, reference.Config{Control: true, PrivateWebhooks: true})
	_, w := newCaller(t, s, paid)
	url, got := receiver(t)
	control := caller{t: t, handler: s.Control()}
	made := control.post("/v1/create-endpoint", obj{"org_id": w.OrgID, "url": url, "events": []string{"webhook.test"}})
	require.Equal(t, 200, made.status, "%s", made.raw)
	endpoint := made.body["endpoint_id"]
	sent := control.post("/v1/send-test-event", obj{"org_id": w.OrgID, "endpoint_id": endpoint})
	require.Equal(t, sent.body["delivery_id"], next(t, got).body["id"])
	log := func() obj {
		out := control.post("/v1/list-deliveries", obj{"org_id": w.OrgID, "endpoint_id": endpoint})
		return out.body["deliveries"].([]any)[0].(obj)
	}
	require.Eventually(t, func() bool { return log()["status"] == "delivered" }, waitBound, tick)
	require.InDelta(t, 200, log()["attempts"].([]any)[0].(obj)["response_status"], 0)
	require.Equal(t, 404, control.post("/v1/list-deliveries", obj{"org_id": "org_none", "endpoint_id": endpoint}).status)
	require.Equal(t, 200, control.post("/v1/delete-endpoint", obj{"org_id": w.OrgID, "endpoint_id": endpoint}).status)
	require.Equal(t, 404, control.post("/v1/send-test-event", obj{"org_id": w.OrgID, "endpoint_id": endpoint}).status)
}

func TestControlSignsIn(t *testing.T) {
	s := newServer(t, reference.Config{Control: true})
	_, w := newCaller(t, s, paid)
	control := caller{t: t, handler: s.Control()}
	issued := control.post("/v1/issue-token", obj{"org_id": w.OrgID})
	require.Equal(t, 200, issued.status, "%s", issued.raw)
	token := caller{t: t, handler: s, key: issued.body["access_token"].(string)}
	me := token.get("/org/me")
	require.Equal(t, obj{"org_id": w.OrgID, "org_name": w.OrgName, "plan": "paid", "auth_kind": "oauth", "key_label": nil}, me.body)
	require.Equal(t, 401, caller{t: t, handler: s, key: issued.body["refresh_token"].(string)}.get("/org/me").status, "a refresh token is no access token")
	require.Equal(t, 200, control.post("/v1/expire-token", obj{"access_token": issued.body["access_token"]}).status)
	require.Equal(t, 401, token.get("/org/me").status)
	require.Equal(t, 404, control.post("/v1/issue-token", obj{"org_id": "org_none"}).status)
	require.Equal(t, 404, control.post("/v1/approve-device", obj{"org_id": w.OrgID, "user_code": "BCDF-GHJK"}).status)
}
