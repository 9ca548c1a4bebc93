package intake

import (
	"context"
	"fmt"
	"iter"
)

// AnswerFunc gives the next message of an interview. turn is what the service said last, with the questions that are open;
// on the first call its Message is empty. An error ends the interview and comes out of the loop as it is.
type AnswerFunc func(ctx context.Context, turn *Turn) (message string, err error)

// Interview asks until nothing is left to ask, and yields every turn:
//
//	for turn, err := range client.Sessions.Interview(ctx, sessionID, answer) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(turn.Message)
//	}
//
// It ends when the service says done or that no question is pending; either alone is enough (spec section 4). It starts
// from the questions that the session itself holds open, so after a crash the same loop goes on where it was, and an
// interview that was finished before yields nothing. It is bounded by WithMaxTurns, and ends with the first error. When
// that is ErrOutcomeUnknown, a new Interview goes on with what the session holds by then.
func (s *SessionsClient) Interview(ctx context.Context, sessionID string, answer AnswerFunc, opts ...CallOption) iter.Seq2[*Turn, error] {
	return func(yield func(*Turn, error) bool) {
		limits, err := s.client.settings.with(opts)
		if err != nil {
			yield(nil, err)
			return
		}
		detail, err := s.Get(ctx, sessionID, opts...)
		if err != nil {
			yield(nil, err)
			return
		}
		turn := opening(detail)
		for n := 0; !turn.Finished(); n++ {
			if n == limits.maxTurns {
				yield(nil, fmt.Errorf("intake: %w: %d turns, %d questions pending", ErrTooManyTurns, n, turn.PendingCount))
				return
			}
			message, err := answer(ctx, turn)
			if err == nil {
				turn, err = s.Answer(ctx, sessionID, message, opts...)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(turn, nil) {
				return
			}
		}
	}
}

// opening is the state of a session as the turn before the first.
func opening(s *SessionDetail) *Turn {
	questions, _ := s.NextQuestions.Get()
	t := &Turn{Asks: make([]Ask, len(questions)), AnsweredCount: s.FieldsFilled, TotalAskable: s.FieldsTotal, Meta: s.Meta}
	for i, q := range questions {
		t.Asks[i] = Ask{Key: q.Key, Label: q.Question, Extra: Values{"question": ValueOf(q.Question), "group": ValueOf(q.Group)}}
	}
	// A server that does not say how many questions are pending is asked, with a first answer.
	t.PendingCount = s.PendingCount.Or(max(1, len(questions)))
	return t
}
