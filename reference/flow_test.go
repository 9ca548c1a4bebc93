package reference_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/market"
)

func TestAnIntakeFromCreationToSubmission(t *testing.T) {
	s := newServer(t, reference.Config{Control: true})
	c, w := newCaller(t, s, paid)
	path, session := c.create(obj{"insured_name": "Blue Harbor Cabinets LLC", "state": "Georgia", "lobs": []string{"GL", "workers comp"}})
	require.Equal(t, "GA", session["state"])
	require.Equal(t, "in_progress", session["status"])
	require.NotEmpty(t, session["form_keys"])
	form := path + "/forms/" + session["form_keys"].([]any)[0].(string) + "/pdf"
	require.Equal(t, 404, c.get(form).status, "nothing is filled yet")
	out := c.post(path+"/submit", nil)
	require.Equal(t, 400, out.status, "nothing to submit yet")
	require.NotEmpty(t, out.body["detail"])

	require.NoError(t, c.finish(path, map[string]string{"annual_revenue": "$1,250,000"}))
	detail := c.get(path).body
	require.Equal(t, "ready_to_fill", detail["status"])
	require.InDelta(t, 0, detail["pending_count"], 0)
	require.Equal(t, 1250000.0, detail["field_values"].(obj)["annual_revenue"])

	document := c.upload(path+"/documents", "files", "loss run.pdf", []byte("%PDF-1.7 loss run"))
	require.Equal(t, 200, document.status)
	require.InDelta(t, len("%PDF-1.7 loss run"), document.body["documents"].([]any)[0].(obj)["size"], 0)
	filled := c.post(path+"/fill", nil)
	require.Equal(t, 200, filled.status, "%s", filled.raw)
	require.Len(t, filled.body["forms"], len(session["form_keys"].([]any)))
	detail = c.get(path).body
	require.Equal(t, "complete", detail["status"])
	pdf := c.get(form)
	require.Equal(t, 200, pdf.status)
	require.Equal(t, "application/pdf", pdf.header.Get("Content-Type"))
	require.Equal(t, "%PDF-", string(pdf.raw[:5]))
	require.Equal(t, 404, c.get(path+"/forms/made_up/pdf").status)
	require.Equal(t, 200, c.get(path+"/risk-summary").status)

	submitted := c.post(path+"/submit", nil)
	require.Equal(t, 200, submitted.status, "%s", submitted.raw)
	require.Equal(t, submitted.body, c.post(path+"/submit", nil).body, "a second submit sends nothing and says the same")
	require.Equal(t, "submitted", c.get(path).body["status"])

	received := caller{t: t, handler: s.Control()}.post("/v1/list-submissions", obj{"org_id": w.OrgID}).body["submissions"].([]any)
	require.Len(t, received, 1)
	one := received[0].(obj)
	require.Equal(t, submitted.body["submission_id"], one["submission_id"])
	require.Equal(t, true, one["finalised"])
	require.Len(t, one["files"], len(session["form_keys"].([]any))+1)
	digests := map[string]bool{}
	for _, f := range one["files"].([]any) {
		digests[f.(obj)["sha256"].(string)] = true
	}
	require.True(t, digests[digest(pdf.raw)], "the form went out as it is downloaded")
	require.True(t, digests[digest([]byte("%PDF-1.7 loss run"))], "the document went out as it came")
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// What was begun at the platform is brought to its end and kept, whether or not somebody still waits for the answer.
func TestASubmissionGoesOnWhenItsCallerHangsUp(t *testing.T) {
	sandbox, err := market.NewSandbox(t.TempDir(), time.Now)
	require.NoError(t, err)
	slow := &slowMarket{sandbox: sandbox, suffix: "/finalise", arrived: make(chan struct{}), released: make(chan struct{})}
	platform := httptest.NewServer(slow)
	t.Cleanup(func() { platform.Close(); require.NoError(t, sandbox.Close()) })
	c, w := newCaller(t, newServer(t, reference.Config{Market: reference.Market{URL: platform.URL}}), paid)
	path, _ := c.create(obj{"insured_name": "A", "lobs": []string{"cyber"}})
	require.Equal(t, 200, c.post(path+"/fill", nil).status)

	ctx, hangUp := context.WithCancel(t.Context())
	defer hangUp()
	status := make(chan int, 1)
	go func() {
		out, err := c.send(newRequest("POST", path+"/submit").WithContext(ctx))
		if err != nil {
			t.Error(err)
		}
		status <- out.status
	}()
	<-slow.arrived
	hangUp()
	close(slow.released)
	require.Equal(t, 200, <-status)
	require.Equal(t, "submitted", c.get(path).body["status"])
	sent, err := sandbox.Submissions(w.OrgID)
	require.NoError(t, err)
	require.Len(t, sent, 1)
}

func TestAnAnswerIsAcknowledgedAndCanBeTakenBack(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	path, _ := c.create(obj{"insured_name": "Blue Harbor Cabinets LLC"})
	var kept []any
	for _, message := range []string{"Annual revenue is $500,000.", "Annual revenue is $750,000.", "Undo that."} {
		out := c.post(path+"/answers", obj{"message": message})
		require.Equal(t, 200, out.status, "%s", out.raw)
		require.NotEmpty(t, out.body["message"])
		kept = append(kept, c.get(path).body["field_values"].(obj)["annual_revenue"])
	}
	require.Equal(t, []any{500000.0, 750000.0, 500000.0}, kept)
}

func TestAFormOfAnOpenIntakeSaysSo(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	path, _ := c.create(obj{"insured_name": "Blue Harbor Cabinets LLC"})
	filled := c.post(path+"/fill", nil)
	require.Equal(t, 200, filled.status, "%s", filled.raw)
	for _, form := range filled.body["forms"].([]any) {
		require.Contains(t, fmt.Sprint(form.(obj)["warnings"]), "The intake is not done")
	}
}

func TestAChangedValueOpensACompleteSessionAgain(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	path, session := c.create(obj{"insured_name": "Blue Harbor Cabinets LLC", "lobs": []string{"cyber"}})
	require.NoError(t, c.finish(path, nil))
	require.Equal(t, 200, c.post(path+"/fill", nil).status)
	form := path + "/forms/" + session["form_keys"].([]any)[0].(string) + "/pdf"
	first := c.get(form).raw
	require.Equal(t, 200, c.post(path+"/fill", nil).status)
	require.Equal(t, first, c.get(form).raw, "the same values give the same bytes")
	require.Equal(t, "complete", c.get(path).body["status"])

	require.Equal(t, 200, c.post(path+"/answers", obj{"message": "Correction: annual revenue is $987,654."}).status)
	detail := c.get(path).body
	require.Equal(t, 987654.0, detail["field_values"].(obj)["annual_revenue"])
	require.Contains(t, []any{"ready_to_fill", "in_progress"}, detail["status"])
	warnings := detail["filled_forms"].([]any)[0].(obj)["warnings"].([]any)
	require.Contains(t, warnings[len(warnings)-1], "Fill again")
	out := c.post(path+"/submit", nil)
	require.Equal(t, 400, out.status, "stale forms are not submitted")
	require.Equal(t, 200, c.post(path+"/fill", nil).status)
	require.NotEqual(t, first, c.get(form).raw)
	require.Equal(t, 200, c.post(path+"/submit", nil).status)
}

func TestAPartialFillDoesNotComplete(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	path, _ := c.create(obj{"insured_name": "A"})
	out := c.post(path+"/fill", nil)
	require.Equal(t, 200, out.status)
	for _, form := range out.body["forms"].([]any) {
		require.Equal(t, true, form.(obj)["sparse_suspected"])
		require.NotEmpty(t, form.(obj)["warnings"])
	}
	require.Equal(t, "in_progress", c.get(path).body["status"])
}

func TestAWorkspaceWithoutAnAccountAsksForOneInsteadOfSubmitting(t *testing.T) {
	s := newServer(t, reference.Config{Control: true})
	c, w := newCaller(t, s, reference.NewWorkspace{Plan: "paid", Profile: map[string]string{"agency_name": "Profile Agency", "phone": "4045550100"}})
	path, _ := c.create(obj{"insured_name": "A"})
	require.Equal(t, 200, c.post(path+"/fill", nil).status)
	out := c.post(path+"/submit", nil)
	require.Equal(t, 400, out.status)
	require.Contains(t, out.body["detail"], "account")

	out = c.post("/org/appointment-request", obj{})
	require.Equal(t, 422, out.status)
	require.Equal(t, []fault{{"missing", "[body email]"}}, faultsOf(t, out))
	out = c.post("/org/appointment-request", obj{"phone": 7, "fein": []any{}})
	require.ElementsMatch(t, []fault{{"string_type", "[body phone]"}, {"string_type", "[body fein]"}}, faultsOf(t, out))
	out = c.post("/org/appointment-request", obj{"email": "office@example.com", "phone": "4045550117", "website": nil})
	require.Equal(t, 200, out.status)
	require.NotEmpty(t, out.body["status"])

	control := caller{t: t, handler: s.Control()}
	asked := control.post("/v1/list-submissions", obj{"org_id": w.OrgID}).body["appointments"]
	require.Equal(t, []any{obj{"agency_name": "Profile Agency", "email": "office@example.com", "phone": "4045550117"}}, asked)
	require.Equal(t, 200, control.post("/v1/connect-market", obj{"org_id": w.OrgID}).status)
	require.Equal(t, 200, c.post(path+"/submit", nil).status)
	require.Equal(t, "already_connected", c.post("/org/appointment-request", obj{"email": "a@example.com"}).body["status"])
}
