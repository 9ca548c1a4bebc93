package reference

import (
	"context"
	"errors"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/limit"
)

func (s *Server) advanceClock(_ context.Context, in struct {
	Seconds float64 `json:"seconds"`
}) (map[string]string, error) {
	movable, ok := s.config.Clock.(interface{ Advance(time.Duration) })
	if !ok {
		return nil, errors.New("the clock of this server cannot be moved")
	}
	if in.Seconds < 0 {
		return nil, &badHook{errors.New("the clock only goes forward")}
	}
	movable.Advance(time.Duration(in.Seconds * float64(time.Second)))
	return map[string]string{"now": s.config.Clock.Now().UTC().Format("2006-01-02T15:04:05.000Z")}, nil
}

func (s *Server) setRate(ctx context.Context, in struct {
	OrgID         string          `json:"org_id"`
	Operation     limit.Operation `json:"operation"`
	Requests      int             `json:"requests"`
	WindowSeconds float64         `json:"window_seconds"`
}) (done, error) {
	rate := limit.Rate{Requests: in.Requests, Window: time.Duration(in.WindowSeconds * float64(time.Second))}
	return done{}, s.limiter.Set(ctx, in.OrgID, in.Operation, rate)
}
