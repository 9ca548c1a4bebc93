package selftest_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// The text has no status for a submission that the workspace's account stands in the way of: none is warned of.
func TestSubmissionWithoutAnAccountMayBeAnyRefusal(t *testing.T) {
	for _, status := range []int{403, 409, 412} {
		b := newBed(t, code("submit", 400, status))
		results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, Parallel: 1}, []checks.Check{checkOf("ERR-05"), checkOf("API-SUBMIT-04")})
		require.NoError(t, err)
		require.Positive(t, b.layer.touched.Load(), "the choice was not met")
		for _, r := range results {
			require.Equal(t, report.Pass, r.Verdict, "%s of %d: expected %s, got %s", r.ID, status, r.Expected, r.Got)
		}
	}
}

// With a key alone a request may be refused for the account's sake, but not for that of a field that may be left out.
func TestAFieldThatMayBeLeftOutIsNoAccount(t *testing.T) {
	wants := layer{request: func(c *call) bool {
		refused := c.op == "appointment" && c.requested("appointment", func(o obj) bool { return o["website"] == nil })
		if refused {
			c.answer(422, obj{"detail": []any{obj{"loc": []any{"body", "website"}, "msg": "It is needed.", "type": "missing"}}})
		}
		return refused
	}}
	account := strict("appointment", 409, func(*call, obj) bool { return true })
	for verdict, l := range map[report.Verdict]layer{report.Fail: wants, report.Blocked: account} {
		b := newBed(t, l)
		var home struct {
			Key string `json:"api_key"`
		}
		require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid", "market_connected": false}, &home))
		target := checks.Target{BaseURL: b.url, APIKey: home.Key}
		results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1}, []checks.Check{checkOf("API-APPT-02")})
		require.NoError(t, err)
		require.Equal(t, verdict, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
	}
}

// oneKey judges some checks with a key alone, of a workspace that has an account.
func oneKey(t *testing.T, l layer, ids ...string) map[string]report.Result {
	return byKeys(t, l, []obj{home(true)}, ids...)
}

// home is a workspace of which a key is given.
func home(connected bool) obj {
	return obj{"name": "Home", "plan": "paid", "market_connected": connected}
}

// byKeys judges some checks with the keys of one or two workspaces, and no hooks.
func byKeys(t *testing.T, l layer, workspaces []obj, ids ...string) map[string]report.Result {
	b := newBed(t, l)
	var keys [2]string
	for i, what := range workspaces {
		var made struct {
			Key string `json:"api_key"`
		}
		require.NoError(t, b.Call(t.Context(), "create-workspace", what, &made))
		keys[i] = made.Key
	}
	var chosen []checks.Check
	for _, id := range ids {
		chosen = append(chosen, checkOf(id))
	}
	results, err := checks.Run(t.Context(), checks.Target{BaseURL: b.url, APIKey: keys[0], APIKey2: keys[1]}, checks.Options{Seed: 1}, chosen)
	require.NoError(t, err)
	require.Positive(t, b.layer.touched.Load(), "the layer was not met")
	all := map[string]report.Result{}
	for _, r := range results {
		all[r.ID] = r
	}
	return all
}

// A rate of a light operation, which a run may wait for until somebody ends it, is told of all the same.
func TestWhatAnEndedRunSawIsTold(t *testing.T) {
	for op, verdict := range map[string]report.Verdict{"list": report.Warn, "risk": report.Blocked} {
		ctx, end := context.WithCancel(t.Context())
		var refused atomic.Int32
		b := newBed(t, layer{response: func(c *call) bool {
			if c.op != op {
				return false
			}
			c.refuse(429)
			c.header.Set("Retry-After", "1")
			if refused.Add(1) == 3 { // the first one has arrived
				end()
			}
			return true
		}})
		var workspace struct {
			Key string `json:"api_key"`
		}
		require.NoError(t, b.Call(t.Context(), "create-workspace", home(true), &workspace))
		chosen := []checks.Check{checkOf("LIM-14"), checkOf("API-LIST-01"), checkOf("API-RISK-01")}
		results, err := checks.Run(ctx, checks.Target{BaseURL: b.url, APIKey: workspace.Key}, checks.Options{Seed: 1}, chosen)
		require.ErrorContains(t, err, "the run was ended")
		at := slices.IndexFunc(results, func(r report.Result) bool { return r.ID == "LIM-14" })
		require.Equal(t, verdict, results[at].Verdict, results[at].Got)
	}
}

// What comes of a submission is looked at with a key alone, too.
func TestASubmissionIsReadBackWithOneKey(t *testing.T) {
	t.Parallel()
	for _, f := range []fault{
		{"API-SUBMIT-01", "the id is null", set("submit", "submission_id", nil)},
		{"API-SUBMIT-01", "the second id is null", where(again("submit"), set("submit", "submission_id", nil))},
		{"API-SUBMIT-01", "the keys of forms and the ids of documents alone", raw("submit", "application/json",
			`{"status": "sent", "forms": [{"form_key": "form_125", "size": 48211}], "documents": [{"document_id": "doc_1"}]}`)},
		{"API-SUBMIT-01", "a body is wanted", wantsBody(422)},
		{"API-SUBMIT-01", "a content type is wanted", wantsBody(415)},
		{"API-SUBMIT-01", "each breaks at the market", code("submit", 200, 502)},
		{"API-SUBMIT-01", "one id for all", sameForAll("submit", "submission_id")},
		{"API-SUBMIT-05", "what nobody made is refused as not filled", code("submit", 404, 400)},
		{"API-SUBMIT-04", "not filled", takesUnfilled()},
		{"API-GET-01", "gone", afterSubmission("get", 404)},
		{"API-GET-04", "no sparse_suspected", after("submit", each("get", "filled_forms", cut("sparse_suspected")))},
		{"API-GET-11", "no forms", afterSubmission("pdf", 404)},
		{"API-GET-11", "nothing filled", after("submit", set("get", "filled_forms", []any{}))},
		{"ERR-06", "a second submission breaks it", where(again("submit"), code("submit", 200, 500))},
		{"ERR-06", "a fill of a session that was submitted breaks it", after("submit", code("fill", 200, 500))},
		{"ERR-06", "a turn breaks it", afterSubmission("answer", 500)},
		{"API-GET-12", "no values", after("submit", set("get", "field_values", obj{}))},
		{"API-RISK-01", "no risk", afterSubmission("risk", 403)},
		{"API-LIST-09", "not listed", unlistedOnceSent()},
	} {
		t.Run(f.id+" "+f.name, func(t *testing.T) {
			t.Parallel()
			r := oneKey(t, f.layer, f.id)[f.id]
			require.Contains(t, []report.Verdict{report.Fail, report.Warn}, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
		})
	}
}

// A submission that the one key's own workspace makes is judged by its reply, where no hook could make a workspace for it.
func TestASubmissionWithOneKeyPasses(t *testing.T) {
	require.Equal(t, report.Pass, oneKey(t, set("submit", "note", "on its way"), "API-SUBMIT-01")["API-SUBMIT-01"].Verdict)
	refused := layer{request: refusingCalls("submit", 409, func(*call) bool { return true })}
	require.Equal(t, report.Blocked, oneKey(t, refused, "API-SUBMIT-01")["API-SUBMIT-01"].Verdict)
}

// A body that names a workspace that nobody has is of the key's own, which shows with one key, too.
func TestAWorkspaceInTheBodyWithOneKey(t *testing.T) {
	r := oneKey(t, lostWith("org_id"), "API-CREATE-26")["API-CREATE-26"]
	require.Equal(t, report.Fail, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
}

// A server may refuse to submit, and what it leaves open after a submission accuses nobody.
func TestALegalSubmissionIsLeftAloneWithOneKey(t *testing.T) {
	t.Parallel()
	ids := []string{"API-SUBMIT-01", "API-SUBMIT-04", "API-GET-01", "API-GET-04", "API-GET-11", "API-GET-12", "API-RISK-01", "API-LIST-09", "API-SUBMIT-05", "ERR-06"}
	for name, l := range map[string]layer{
		"no account, 409": {request: refusingCalls("submit", 409, func(*call) bool { return true })},
		"no account, 422": {request: refusingCalls("submit", 422, func(*call) bool { return true })},
		"once alone":      {request: refusingCalls("submit", 400, again("submit"))},
		"a null beside":   change("submit", func(o obj) { o["broker_id"], o["policy_number"] = nil, "" }),
		"filled for it":   rendersWhenSubmitted(),
		"no flags":        after("submit", change("risk", func(o obj) { o["flags"] = []any{} })),
		"no more turns":   afterSubmission("answer", 409),
		"values hidden":   after("submit", stored(ofText(func(string) string { return "***" }))),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, r := range oneKey(t, l, ids...) {
				require.NotContains(t, []report.Verdict{report.Fail, report.Warn}, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
			}
		})
	}
}

// A rate that goes on as long as anybody asks is found with one key, too, where the run met it.
func TestARateThatNeverPassesIsFoundWithOneKey(t *testing.T) {
	t.Parallel()
	require.Equal(t, report.Fail, oneKey(t, begunAnew(3*time.Second), "API-ANSWER-12", "LIM-12")["LIM-12"].Verdict)
	require.Equal(t, report.Blocked, oneKey(t, begunAnew(time.Second), "API-ANSWER-12", "LIM-12")["LIM-12"].Verdict)
}

// A pause that is too short each time, though calls are served a while later, is found with one key, too, and so is a refused turn that is done.
func TestAPauseThatIsTooShortIsFoundWithOneKey(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		verdict report.Verdict
		rest    time.Duration
		done    bool
	}{{report.Warn, 3 * time.Second, false}, {report.Warn, time.Second, true}, {report.Blocked, time.Second, false}} {
		r := oneKey(t, shutFor(one.rest, one.done), "API-ANSWER-12", "LIM-12")["LIM-12"]
		require.Equal(t, one.verdict, r.Verdict, "shut for %v, done: %t; expected %s, got %s", one.rest, one.done, r.Expected, r.Got)
	}
}

// The rate of risk, which no call of a run meets, is looked for with one key.
func TestAPauseThatNoCallMeetsIsFoundWithOneKey(t *testing.T) {
	t.Parallel()
	for pause, verdict := range map[string]report.Verdict{"": report.Fail, "soon": report.Fail, "30": report.Blocked} {
		require.Equal(t, verdict, oneKey(t, limitedRisk(60, pause), "API-RISK-01", "LIM-10", "LIM-12")["LIM-10"].Verdict, "Retry-After %q", pause)
	}
}

// A rate that is told as if the server was busy is warned of with one key; a server that is busy is not.
func TestARateToldAsBusyIsFoundWithOneKey(t *testing.T) {
	t.Parallel()
	for alone, verdict := range map[bool]report.Verdict{true: report.Warn, false: report.Blocked} {
		r := oneKey(t, busyOnceCalledOften(20, alone), "API-RISK-01", "LIM-10", "LIM-12")["LIM-10"]
		require.Equal(t, verdict, r.Verdict, "of risk alone: %t; expected %s, got %s", alone, r.Expected, r.Got)
	}
}

// A rate that counts the calls of all workspaces is found with the keys of two.
func TestARateOfAllWorkspacesIsFoundWithTwoKeys(t *testing.T) {
	t.Parallel()
	for verdict, who := range map[report.Verdict]func(*call) string{
		report.Fail:    func(*call) string { return "all" },
		report.Blocked: func(c *call) string { return bearer(c) + c.r.Header.Get("X-Api-Key") },
	} {
		r := byKeys(t, roomOf(who), []obj{home(true), home(true)}, "API-ANSWER-12", "LIM-13")["LIM-13"]
		require.Equal(t, verdict, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
	}
}

// phoneless refuses an appointment request of the first workspace, as one that has an account, and one without a phone of the other.
func phoneless() layer {
	beside := away()
	return layer{request: func(c *call) bool {
		switch other := beside(c); {
		case c.op != "appointment":
			return false
		case !other:
			c.refuse(409)
			return true
		}
		refused := c.requested("appointment", func(o obj) bool { return o["phone"] == nil })
		if refused {
			c.answer(422, obj{"detail": []any{obj{"loc": []any{"body", "phone"}, "msg": "It is needed.", "type": "missing"}}})
		}
		return refused
	}}
}

// What tells two workspaces apart is found with their keys, and what is no appointment request with that of one that may ask for it.
func TestWhatTwoKeysShow(t *testing.T) {
	t.Parallel()
	connected, apart, bare := []obj{home(true), home(true)}, []obj{home(true), home(false)}, []obj{home(false)}
	for _, one := range []struct {
		keys []obj
		fault
	}{
		{connected, fault{"AUTH-07", "three sessions are listed, and those of X-API-Key under it alone", mixed(listedUnderItsHeader(func(c *call) bool { return !inHeader(c) }), newestOnly())}},
		{connected, fault{"API-CREATE-01", "a create in a second workspace is answered 201", where(away(), code("create", 200, 201))}},
		{connected, fault{"API-LIST-07", "limit counts the sessions of every workspace", filteredLate()}},
		{connected, fault{"API-ME-06", "the identity of the first workspace is answered to all", firstIdentity()}},
		{connected, fault{"API-RISK-01", "the flags of one session are those of all of its workspace", flagsOfFirst()}},
		{apart, fault{"API-APPT-02", "phone is mandatory", phoneless()}},
		{apart, fault{"API-SUBMIT-04", "a submission without an account is an error of the server", code("submit", 400, 500)}},
		{connected, fault{"API-SUBMIT-05", "a stranger submits a foreign session", leaks("submit")}},
		{connected, fault{"API-SUBMIT-05", "a foreign session is refused as if it was not filled", where(away(), recoded(404, 400, func(c *call) bool { return c.op == "submit" }))}},
		{bare, fault{"ERR-07", "a broken appointment request is 404", unread("appointment", 404)}},
		{bare, fault{"ERR-07", "a broken appointment request is 409", unread("appointment", 409)}},
	} {
		t.Run(one.id+" "+one.name, func(t *testing.T) {
			t.Parallel()
			r := byKeys(t, one.layer, one.keys, one.id)[one.id]
			require.Contains(t, []report.Verdict{report.Fail, report.Warn}, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
		})
	}
}

// A list that holds a foreign session is found whichever check asked for it.
func TestASessionThatStraysIsFoundInAnyList(t *testing.T) {
	t.Parallel()
	r := byKeys(t, strayingIn(7, "API-LIST-07"), []obj{home(true), home(true)}, "API-LIST-07", "API-LIST-08")["API-LIST-08"]
	require.Equal(t, report.Fail, r.Verdict)
}

// Flags that are remembered for all sessions show in one that nobody told anything, also where nobody can make workspaces.
func TestFlagsOfTheFirstSessionAreSeenWithOneKey(t *testing.T) {
	all := oneKey(t, flagsOfFirst(), "API-RISK-01")
	r := all["API-RISK-01"]
	require.Equal(t, report.Warn, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
}

// That others which were made alike have no forms shows once several are finished.
func TestFormsOfOneSessionOfAllAreSeen(t *testing.T) {
	r := oneKey(t, fillsOne(), "API-FILL-01", "API-FILL-07", "API-ANSWER-18")["API-FILL-01"]
	require.Equal(t, report.Warn, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
}
