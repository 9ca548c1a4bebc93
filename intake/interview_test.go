package intake_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

// questioner is a service that asks a number of questions, one a turn.
type questioner struct {
	pending  int
	messages []string
	done     func(pending int) bool // what the service says
	count    func(pending int) int  // what it says is pending
	lose     int                    // the answer to this message is lost, counted from 1
	opening  string                 // instead of the usual session
}

func (q *questioner) client(t *testing.T) *intake.Client {
	return newClient(t, &scripted{answer: func(_ int, r *http.Request) (*http.Response, error) {
		if r.Method == "GET" {
			if q.opening != "" {
				return respond(200, q.opening), nil
			}
			return respond(200, fmt.Sprintf(`{"session_id":"ses_1","pending_count":%d,"next_questions":[{"key":"q%d","question":"Question %d?","group":"g"}]}`, q.pending, q.pending, q.pending)), nil
		}
		q.pending--
		if q.lose > 0 && len(q.messages)+1 == q.lose {
			q.messages = append(q.messages, "lost")
			return nil, errLost
		}
		q.messages = append(q.messages, "kept")
		return respond(200, fmt.Sprintf(`{"message":"Noted.","asks":[{"key":"q%d","label":"Question %d"}],"done":%t,"set_fields":{},"answered_count":1,"pending_count":%d,"total_askable":9}`,
			q.pending, q.pending, q.done(q.pending), q.count(q.pending))), nil
	}})
}

func never(int) bool     { return false }
func same(n int) int     { return n }
func atZero(n int) bool  { return n <= 0 }
func alwaysMany(int) int { return 99 }
func interview(t *testing.T, client *intake.Client, answer intake.AnswerFunc, opts ...intake.CallOption) (turns int, err error) {
	t.Helper()
	for turn, e := range client.Sessions.Interview(t.Context(), "ses_1", answer, opts...) {
		if e != nil {
			require.Nil(t, turn)
			return turns, e
		}
		turns++
	}
	return turns, nil
}

func fixedAnswer(context.Context, *intake.Turn) (string, error) { return "an answer", nil }

// Either of done and pending zero ends the interview, alone (spec section 4, endpoint 5).
func TestAnInterviewEnds(t *testing.T) {
	for name, q := range map[string]*questioner{
		"done and zero":     {pending: 4, done: atZero, count: same},
		"zero without done": {pending: 4, done: never, count: same},
		"done without zero": {pending: 4, done: atZero, count: alwaysMany},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []string
			turns, err := interview(t, q.client(t), func(_ context.Context, turn *intake.Turn) (string, error) {
				asked = append(asked, turn.Asks[0].Question())
				return "an answer", nil
			})
			require.NoError(t, err)
			require.Equal(t, 4, turns)
			require.Equal(t, []string{"Question 4?", "Question 3", "Question 2", "Question 1"}, asked)
		})
	}
}

func TestAnInterviewThatWasFinishedAsksNothing(t *testing.T) {
	q := &questioner{done: atZero, count: same, opening: `{"session_id":"ses_1","pending_count":0}`}
	turns, err := interview(t, q.client(t), fixedAnswer)
	require.NoError(t, err)
	require.Zero(t, turns)
	require.Empty(t, q.messages)
}

// A server that does not say what is pending is asked with a first answer.
func TestAnInterviewWithoutAnOpening(t *testing.T) {
	q := &questioner{pending: 2, done: atZero, count: same, opening: `{"session_id":"ses_1","pending_count":null,"next_questions":null}`}
	turns, err := interview(t, q.client(t), fixedAnswer)
	require.NoError(t, err)
	require.Equal(t, 2, turns)
}

func TestAnInterviewIsBounded(t *testing.T) {
	q := &questioner{pending: 100, done: never, count: alwaysMany}
	turns, err := interview(t, q.client(t), fixedAnswer, intake.WithMaxTurns(7))
	require.ErrorIs(t, err, intake.ErrTooManyTurns)
	require.Equal(t, 7, turns)
}

func TestAnInterviewEndsWithTheFirstError(t *testing.T) {
	leaving := errors.New("the person left")
	q := &questioner{pending: 3, done: atZero, count: same}
	_, err := interview(t, q.client(t), func(context.Context, *intake.Turn) (string, error) { return "", leaving })
	require.Equal(t, leaving, err, "as it is")
	require.Empty(t, q.messages)
}

// After a lost answer, or a crash, the same loop goes on with what the session holds.
func TestAnInterviewIsResumed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := &questioner{pending: 5, done: atZero, count: same, lose: 3}
		client := q.client(t)
		turns, err := interview(t, client, fixedAnswer)
		require.ErrorIs(t, err, intake.ErrOutcomeUnknown)
		require.Equal(t, 2, turns)
		turns, err = interview(t, client, fixedAnswer)
		require.NoError(t, err)
		require.Equal(t, 2, turns)
		require.Len(t, q.messages, 5, "no answer was given twice")
	})
}

func TestALoopThatBreaksSendsNoMore(t *testing.T) {
	q := &questioner{pending: 5, done: atZero, count: same}
	for range q.client(t).Sessions.Interview(t.Context(), "ses_1", fixedAnswer) {
		break
	}
	require.Len(t, q.messages, 1)
}

func TestChoicesOfAnAsk(t *testing.T) {
	client := newClient(t, &scripted{answer: func(int, *http.Request) (*http.Response, error) {
		return respond(200, `{"message":"","asks":[{"key":"k","options":["a",{"value":"b","label":"B"},{"value":"c"},4]},{"key":"k2","label":"L","question":"Q?"},{"label":7}],"done":true,"pending_count":1}`), nil
	}})
	turn, err := client.Sessions.Answer(t.Context(), "ses_1", "x")
	require.NoError(t, err)
	require.Equal(t, []intake.Choice{{Value: "a", Label: "a"}, {Value: "b", Label: "B"}, {Value: "c", Label: "c"}, {Value: "4", Label: "4"}}, turn.Asks[0].Choices())
	require.Nil(t, turn.Asks[1].Choices())
	require.Equal(t, "k", turn.Asks[0].Question())
	require.Equal(t, "Q?", turn.Asks[1].Question())
	require.Equal(t, intake.Value("7"), turn.Asks[2].Extra["label"])
}

// What is sent is exactly what the specification shows (spec section 4).
func TestBodiesThatAreSent(t *testing.T) {
	transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(200, `{}`), nil }}
	client, ctx := newClient(t, transport), t.Context()
	long := strings.Repeat("é", 10_000)
	_, _ = client.Sessions.Create(ctx, intake.CreateSession{InsuredName: `H & M <"Bakery">`})
	_, _ = client.Sessions.Create(ctx, intake.CreateSession{InsuredName: "H", State: "ME", LOBs: []string{"property"}, NAICSCode: "311811"})
	_, _ = client.Sessions.Answer(ctx, "ses_1", long)
	_, _ = client.Appointments.Request(ctx, intake.AppointmentRequest{})
	_, _ = client.Appointments.Request(ctx, intake.AppointmentRequest{AgencyName: intake.Some("A"), Email: intake.Some("e"), Phone: intake.Some("p"), Website: intake.Some("w"),
		NPN: intake.Some("n"), FEIN: intake.Some("f"), AddressLine1: intake.Some("1"), AddressLine2: intake.Some(""), AddressCity: intake.Some("c"),
		AddressState: intake.Null[string](), AddressZip: intake.Some("z")})
	for i, want := range []string{`{"insured_name":"H & M <\"Bakery\">"}`, `{"insured_name":"H","state":"ME","lobs":["property"],"naics_code":"311811"}`,
		`{"message":"` + long + `"}`, `{}`, `{"agency_name":"A","email":"e","phone":"p","website":"w","npn":"n","fein":"f","address_line1":"1","address_line2":"",
		"address_city":"c","address_state":null,"address_zip":"z"}`} {
		r := transport.requests()[i]
		require.JSONEq(t, want, string(r.Body))
		require.Equal(t, "application/json", r.Header.Get("Content-Type"))
		require.EqualValues(t, len(r.Body), r.Length)
	}
	_, err := client.Sessions.List(ctx, intake.ListSessions{})
	require.NoError(t, err)
	require.Equal(t, "/prefix/org/sessions", transport.requests()[5].Path)
	_, err = client.Sessions.List(ctx, intake.ListSessions{Limit: 200})
	require.NoError(t, err)
	require.Equal(t, "/prefix/org/sessions?limit=200", transport.requests()[6].Path)
}

func TestAllSessions(t *testing.T) {
	client := newClient(t, &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
		if n > 2 {
			return nil, io.ErrUnexpectedEOF
		}
		return respond(200, `{"sessions":[{"session_id":"a"},{"session_id":"b"},{"session_id":"c"}]}`), nil
	}}, intake.WithMaxAttempts(1))
	var ids []string
	for session, err := range client.Sessions.All(t.Context(), intake.ListSessions{}) {
		require.NoError(t, err)
		ids = append(ids, session.SessionID)
	}
	require.Equal(t, []string{"a", "b", "c"}, ids)
	for session, err := range client.Sessions.All(t.Context(), intake.ListSessions{}) {
		require.NoError(t, err)
		require.Equal(t, "a", session.SessionID)
		break
	}
	rounds := 0
	for session, err := range client.Sessions.All(t.Context(), intake.ListSessions{}) {
		require.Nil(t, session)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		rounds++
	}
	require.Equal(t, 1, rounds)
}
