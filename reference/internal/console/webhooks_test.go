package console_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/session"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

var shownSecret = regexp.MustCompile(`whsec_[0-9A-Za-z]{43}`)

// receiver answers with a status, and tells of each delivery.
func receiver(t *testing.T, status int) (url string, got chan string) {
	got = make(chan string, 16)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, "<b>thanks</b>")
		got <- string(body)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/hook", got
}

// awaitState reads the endpoint's log until its newest delivery stands there: the sender stores the outcome after the
// receiver has answered.
func (s *site) awaitState(endpointID, state string) {
	s.t.Helper()
	require.Eventually(s.t, func() bool {
		log, err := s.webhooks.Deliveries(s.t.Context(), s.workspace.ID, endpointID, 1)
		return err == nil && len(log) == 1 && string(log[0].State) == state
	}, time.Minute, 5*time.Millisecond)
}

func TestWebhookFromRegistrationToDeletion(t *testing.T) {
	storetest.OnEach(t, testWebhookFromRegistrationToDeletion)
}

func testWebhookFromRegistrationToDeletion(t *testing.T, db *store.DB) {
	s := newSiteOn(t, db)
	b := s.signedIn()
	address, got := receiver(t, 200)
	res, text := b.submit("/app/webhooks", "url", address, "events", delivery.SubmissionSent, "description", "back office")
	require.Equal(t, 200, res.StatusCode, text)
	path := res.Request.URL.Path
	first := shownSecret.FindString(text)
	require.NotEmpty(t, first)
	_, text = b.visit(path)
	require.NotContains(t, text, "whsec_", "shown once")

	_, text = b.submit(path + "/test")
	require.Contains(t, text, "A test is on its way")
	require.Contains(t, <-got, `"event":"webhook.test"`)
	id := path[len("/app/webhooks/"):]
	s.awaitState(id, "delivered")
	_, text = b.visit(path)
	require.Contains(t, text, "delivered")
	require.Contains(t, text, "Attempt 1: 200")
	require.Contains(t, text, "X-Service-Event: webhook.test")
	require.Regexp(t, "X-Service-Signature: sha256=[0-9a-f]{64}<", text, "the signature as it was sent")
	require.NotContains(t, text, "whsec_")
	require.Contains(t, text, "&lt;b&gt;thanks&lt;/b&gt;")

	_, text = b.submit(path + "/rotate")
	require.NotEqual(t, first, shownSecret.FindString(text))
	require.NotEmpty(t, shownSecret.FindString(text))
	_, text = b.submit(path, "url", address, "events", delivery.ESignCompleted, "description", "front office")
	require.Contains(t, text, "The endpoint was changed")
	_, text = b.submit(path + "/disable")
	require.Contains(t, text, "disabled")
	res, text = b.submit(path + "/test")
	require.Equal(t, 422, res.StatusCode)
	require.Contains(t, text, "enable it first")
	b.submit(path + "/enable")
	_, text = b.submit(path + "/delete")
	require.Contains(t, text, "The endpoint was deleted")
	res, _ = b.visit(path)
	require.Equal(t, 404, res.StatusCode)
}

func TestAnEndpointThatCannotBeIsRefusedWithItsForm(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	for name, pairs := range map[string][]string{
		"no address":  {"events", delivery.SubmissionSent},
		"not a web":   {"url", "ftp://x.example/", "events", delivery.SubmissionSent},
		"no event":    {"url", "https://x.example/", "description", "mine"},
		"other event": {"url", "https://x.example/", "events", "made.up"},
	} {
		t.Run(name, func(t *testing.T) {
			res, text := b.submit("/app/webhooks", pairs...)
			require.Equal(t, 422, res.StatusCode)
			require.Contains(t, text, `role="alert"`)
			require.NotContains(t, text, "delivery: ")
		})
	}
	res, _ := b.visit("/app/webhooks/ep_unknown")
	require.Equal(t, 404, res.StatusCode)
	res, _ = b.submit("/app/webhooks/ep_unknown/rotate")
	require.Equal(t, 404, res.StatusCode)
}

func TestWebhooksOfAnotherWorkspaceAreOutOfReach(t *testing.T) {
	s := newSite(t)
	other, err := s.newWorkspace(t.Context(), "Other", "paid", nil)
	require.NoError(t, err)
	address, _ := receiver(t, 200)
	theirs, _, err := s.webhooks.CreateEndpoint(t.Context(), other.ID, delivery.EndpointInput{URL: address, Events: delivery.Events})
	require.NoError(t, err)
	b := s.signedIn()
	res, _ := b.visit("/app/webhooks/" + theirs.ID)
	require.Equal(t, 404, res.StatusCode)
	for _, verb := range []string{"", "/test", "/rotate", "/disable", "/enable", "/delete"} {
		res, _ := b.submit("/app/webhooks/"+theirs.ID+verb, "url", address, "events", delivery.WebhookTest)
		require.Equal(t, 404, res.StatusCode, verb)
	}
}

func TestTheScriptTakesNothingThatAPersonShouldSee(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	address, _ := receiver(t, 200)
	endpoint, _, err := s.webhooks.CreateEndpoint(t.Context(), s.workspace.ID, delivery.EndpointInput{URL: address, Events: delivery.Events})
	require.NoError(t, err)
	path := "/app/webhooks/" + endpoint.ID
	stay := b.client.CheckRedirect
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	b.submit(path + "/rotate")
	b.client.CheckRedirect = stay
	_, text := b.visit(path + "?live=1")
	require.NotContains(t, text, "whsec_")
	_, text = b.visit(path)
	require.NotEmpty(t, shownSecret.FindString(text))
}

func TestTheDeliveryLogIsLive(t *testing.T) {
	s := newSite(t)
	ctx := chromium(t)
	address, _ := receiver(t, 500)
	endpoint, _, err := s.webhooks.CreateEndpoint(t.Context(), s.workspace.ID, delivery.EndpointInput{URL: address, Events: delivery.Events})
	require.NoError(t, err)
	s.signInByKeyboard(ctx)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+"/app/webhooks/"+endpoint.ID), chromedp.WaitVisible("#log .empty")))
	_, err = s.webhooks.SendTest(t.Context(), s.workspace.ID, endpoint.ID)
	require.NoError(t, err)
	require.NoError(t, chromedp.Do(ctx, chromedp.Click("#log summary"), chromedp.WaitVisible(".try")))
	for _, wait := range []time.Duration{2 * time.Second, 5 * time.Second} {
		require.Eventually(t, func() bool {
			next, ok := s.clock.Next()
			return ok && next.Sub(s.clock.Now()) <= wait
		}, time.Minute, 5*time.Millisecond, "the sender waits for the next attempt")
		s.clock.Advance(wait)
	}
	s.awaitState(endpoint.ID, "failed")
	require.NoError(t, chromedp.Do(ctx, chromedp.WaitVisible("#log .try:nth-of-type(3)")), "what the person opened stays open")
}

// intake begins an intake session.
func (s *site) intake(insured string) string {
	s.t.Helper()
	made, err := s.sessions.Create(context.Background(), s.workspace.ID, session.New{InsuredName: insured})
	require.NoError(s.t, err)
	return made.ID
}

func TestASignatureIsRecordedByHandOrByCallback(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	address, got := receiver(t, 200)
	_, _, err := s.webhooks.CreateEndpoint(t.Context(), s.workspace.ID, delivery.EndpointInput{URL: address, Events: []string{delivery.ESignCompleted}})
	require.NoError(t, err)
	session := s.intake("Blue Harbor Cabinets LLC")
	_, text := b.submit("/app/esign/complete", "session", session, "envelope", "env_1")
	require.Contains(t, text, "The signature was recorded")
	require.Contains(t, <-got, `"envelope_id":"env_1"`)
	res, _ := b.submit("/app/esign/complete", "session", session, "envelope", "")
	require.Equal(t, 422, res.StatusCode)
	res, _ = b.submit("/app/esign/complete", "session", "ses_unknown", "envelope", "env_2")
	require.Equal(t, 404, res.StatusCode)
	_, text = b.submit("/app/esign/connect")
	require.Regexp(t, "essec_[0-9A-Za-z]{43}", text)
	require.Contains(t, text, s.server.URL+"/esign/callbacks/")
}
