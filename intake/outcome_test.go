package intake_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

// lose makes a call whose answer is lost and asks what became of it. read is what the service then answers to reading.
// skew is how far the service's clock is off.
func lose(t *testing.T, name, read string, skew time.Duration) *intake.Reconciliation {
	t.Helper()
	for _, o := range operations {
		if o.name != name {
			continue
		}
		transport := &scripted{answer: func(_ int, r *http.Request) (*http.Response, error) {
			if r.Method == "POST" {
				time.Sleep(time.Second)
				return nil, errLost
			}
			time.Sleep(5 * time.Second)
			return respond(200, read, "Date", time.Now().Add(skew).UTC().Format(http.TimeFormat)), nil
		}}
		err := o.call(t.Context(), newClient(t, transport))
		require.ErrorIs(t, err, intake.ErrOutcomeUnknown)
		require.ErrorIs(t, err, errLost)
		var lost *intake.OutcomeUnknownError
		require.ErrorAs(t, err, &lost)
		require.Equal(t, name, lost.Operation)
		require.Equal(t, 1, lost.Meta.Attempts)
		found, err := lost.Reconcile(t.Context())
		require.NoError(t, err)
		for _, r := range transport.requests()[1:] {
			require.Equal(t, "GET", r.Method, "reconciling only reads")
		}
		return found
	}
	t.Fatal("no such operation")
	return nil
}

func TestReconcile(t *testing.T) {
	at := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339Nano) }
	session := func(updated time.Duration, more string) string {
		return fmt.Sprintf(`{"session_id":"ses_1","insured_name":"Harbor","status":"in_progress","updated_at":%q%s}`, at(updated), more)
	}
	list := func(created ...time.Duration) string {
		var all []string
		for _, d := range created {
			all = append(all, fmt.Sprintf(`{"session_id":"ses_x","insured_name":"Harbor","created_at":%q}`, at(d)))
		}
		return `{"sessions":[` + strings.Join(append(all, `{"session_id":"ses_y","insured_name":"Other","created_at":"`+at(time.Second)+`"}`), ",") + `]}`
	}
	form := func(updated time.Duration) string {
		return fmt.Sprintf(`,"filled_forms":[{"form_key":"common","updated_at":%q}]`, at(updated))
	}
	for _, c := range []struct {
		name, operation string
		read            func() string
		want            intake.Outcome
	}{
		{"answer that was taken", "sessions.answer", func() string { return session(500*time.Millisecond, "") }, intake.Done},
		{"answer that was not", "sessions.answer", func() string { return session(-time.Minute, "") }, intake.NotDone},
		{"answer too close to tell", "sessions.answer", func() string { return session(-1500*time.Millisecond, "") }, intake.StillUnknown},
		{"server without times", "sessions.answer", func() string { return `{"session_id":"ses_1"}` }, intake.StillUnknown},
		{"extraction", "sessions.extract", func() string { return session(500*time.Millisecond, "") }, intake.Done},
		{"documents", "sessions.attach_documents", func() string { return session(-time.Hour, "") }, intake.NotDone},
		{"fill", "sessions.fill", func() string { return session(-time.Hour, form(time.Second)) }, intake.Done},
		{"fill that was not", "sessions.fill", func() string { return session(time.Second, form(-time.Hour)) }, intake.NotDone},
		{"fill of nothing", "sessions.fill", func() string { return session(time.Second, "") }, intake.NotDone},
		{"submitted", "sessions.submit", func() string { return `{"session_id":"ses_1","status":"submitted"}` }, intake.Done},
		{"not submitted yet", "sessions.submit", func() string { return session(-time.Hour, "") }, intake.StillUnknown},
		{"created", "sessions.create", func() string { return list(500*time.Millisecond, -time.Hour) }, intake.Done},
		{"created twice", "sessions.create", func() string { return list(time.Second, 2*time.Second) }, intake.StillUnknown},
		{"not on the list", "sessions.create", func() string { return list() }, intake.StillUnknown},
		{"appointment", "appointments.request", func() string { return `{}` }, intake.StillUnknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				require.Equal(t, c.want.String(), lose(t, c.operation, c.read(), 0).Outcome.String())
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		require.Len(t, lose(t, "sessions.create", list(0, -time.Hour), 0).Sessions, 2)
		require.Equal(t, "ses_1", lose(t, "sessions.submit", session(0, ""), 0).Session.SessionID)
		hour := -time.Hour // a service whose clock is behind
		require.Equal(t, intake.Done, lose(t, "sessions.answer", session(hour+500*time.Millisecond, ""), hour).Outcome)
		require.Equal(t, intake.NotDone, lose(t, "sessions.answer", session(hour-time.Minute, ""), hour).Outcome)
		require.Equal(t, intake.Done, lose(t, "sessions.create", list(hour+500*time.Millisecond), hour).Outcome)
	})
}

// Whatever befalls a submission, it is accepted at most once: 10,000 random schedules of faults.
func TestNeverSubmittedTwice(t *testing.T) {
	const schedules = 10_000
	seed := rand.Uint64()
	defer func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	}()
	dice := rand.New(rand.NewPCG(seed, 1))
	outcomes := map[string]int{}
	synctest.Test(t, func(t *testing.T) {
		for range schedules {
			accepted := 0
			transport := &scripted{answer: func(_ int, r *http.Request) (*http.Response, error) {
				if r.Method == "GET" {
					return respond(200, fmt.Sprintf(`{"session_id":"ses_1","status":%q}`, map[bool]string{true: "submitted", false: "complete"}[accepted > 0])), nil
				}
				switch dice.IntN(8) {
				case 0:
					return respond(429, "", "Retry-After", fmt.Sprint(dice.IntN(3))), nil
				case 1:
					return nil, errDial
				case 2:
					return nil, errLost // lost on the way there
				case 3:
					accepted++
					return nil, errLost // lost on the way back
				case 4:
					accepted++
					return operations[10].cut(), nil
				case 5:
					return respond(503, `{"detail":"down"}`), nil
				case 6:
					accepted++
					return respond(502, "<html>the proxy lost it", "Content-Type", "text/html"), nil
				}
				accepted++
				return respond(200, `{"submission_id":"sub_1"}`), nil
			}}
			client := newClient(t, transport)
			_, err := client.Sessions.Submit(t.Context(), "ses_1")
			require.LessOrEqual(t, accepted, 1)
			var lost *intake.OutcomeUnknownError
			if !asUnknown(err, &lost) {
				outcomes[fmt.Sprintf("error %t, accepted %d", err != nil, accepted)]++
				continue
			}
			found, err := lost.Reconcile(t.Context())
			require.NoError(t, err)
			if accepted == 1 {
				require.Equal(t, intake.Done, found.Outcome)
			} else {
				require.Equal(t, intake.StillUnknown, found.Outcome)
			}
			outcomes[fmt.Sprintf("unknown, accepted %d", accepted)]++
		}
	})
	require.GreaterOrEqual(t, len(outcomes), 4, "the dice reached every kind of end: %v", outcomes)
}

func asUnknown(err error, into **intake.OutcomeUnknownError) bool {
	lost, ok := err.(*intake.OutcomeUnknownError)
	*into = lost
	return ok
}
