package intake

import (
	"context"
	"strings"
	"time"
)

// prober finds out what became of a call that started at a time on our clock.
type prober func(ctx context.Context, client *Client, started time.Time) (*Reconciliation, error)

// clockDoubt is how far a time of the service may be off for us: its Date header has whole seconds and took time to come.
const clockDoubt = 2 * time.Second

// since compares a time of the service with the start of the call: before (-1), after (1), or too close to tell (0).
// offset is how much the service's clock is ahead of ours.
func since(t Optional[Timestamp], started time.Time, offset time.Duration) int {
	text, ok := t.Get()
	at, err := text.Time()
	switch start := started.Add(offset); {
	case !ok || err != nil:
		return 0
	case at.Before(start.Add(-clockDoubt)):
		return -1
	case at.After(start.Add(-clockDoubt / 2)):
		return 1
	}
	return 0
}

// read gets the session as it is, and how far the service's clock is ahead.
func read(ctx context.Context, client *Client, sessionID string) (*SessionDetail, time.Duration, error) {
	detail, err := client.Sessions.Get(ctx, sessionID)
	if err != nil {
		return nil, 0, err
	}
	return detail, client.ahead(detail.Meta), nil
}

// ahead is how far the server's clock was before ours a moment ago.
func (client *Client) ahead(m Meta) time.Duration {
	if m.ServerTime.IsZero() {
		return 0
	}
	return m.ServerTime.Sub(client.clock.Now())
}

func createdAnyway(in CreateSession) prober {
	return func(ctx context.Context, client *Client, started time.Time) (*Reconciliation, error) {
		list, err := client.Sessions.List(ctx, ListSessions{})
		if err != nil {
			return nil, err
		}
		out := &Reconciliation{}
		fresh, doubtful, ahead := 0, 0, client.ahead(list.Meta)
		for i := range list.Sessions {
			one := &list.Sessions[i]
			if one.InsuredName != strings.TrimSpace(in.InsuredName) && one.InsuredName != in.InsuredName {
				continue
			}
			switch since(one.CreatedAt, started, ahead) {
			case 1:
				fresh++
			case 0:
				doubtful++
			}
			out.Sessions = append(out.Sessions, one)
		}
		if fresh == 1 && doubtful == 0 {
			out.Outcome = Done
		}
		return out, nil // a session that is not on the list may be beyond its end, so its lack proves nothing
	}
}

func changedAnyway(sessionID string) prober {
	return func(ctx context.Context, client *Client, started time.Time) (*Reconciliation, error) {
		detail, ahead, err := read(ctx, client, sessionID)
		if err != nil {
			return nil, err
		}
		return &Reconciliation{Outcome: outcomeOf(since(detail.UpdatedAt, started, ahead)), Session: detail}, nil
	}
}

func filledAnyway(sessionID string) prober {
	return func(ctx context.Context, client *Client, started time.Time) (*Reconciliation, error) {
		detail, ahead, err := read(ctx, client, sessionID)
		if err != nil {
			return nil, err
		}
		out := &Reconciliation{Session: detail, Outcome: NotDone}
		for _, form := range detail.FilledForms {
			switch since(form.UpdatedAt, started, ahead) {
			case 1:
				out.Outcome = Done
				return out, nil
			case 0:
				out.Outcome = StillUnknown
			}
		}
		return out, nil
	}
}

func submittedAnyway(sessionID string) prober {
	return func(ctx context.Context, client *Client, _ time.Time) (*Reconciliation, error) {
		detail, _, err := read(ctx, client, sessionID)
		if err != nil {
			return nil, err
		}
		out := &Reconciliation{Session: detail}
		if strings.Contains(strings.ToLower(string(detail.Status)), "submitted") {
			out.Outcome = Done
		}
		return out, nil
	}
}

func cannotTell(context.Context, *Client, time.Time) (*Reconciliation, error) {
	return &Reconciliation{}, nil
}

func outcomeOf(since int) Outcome {
	switch since {
	case 1:
		return Done
	case -1:
		return NotDone
	}
	return StillUnknown
}
