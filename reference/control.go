package reference

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Control is the handler of the control hooks: POST /v1/<verb>, JSON in and JSON out. They do what tests need and the
// API cannot: make workspaces, end credentials, approve sign-ins, move the clock, look into the market. Without Control
// in the Config every verb is refused.
func (s *Server) Control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/{verb}", func(w http.ResponseWriter, r *http.Request) {
		run, offered := s.verbs()[r.PathValue("verb")]
		if !s.config.Control || !offered {
			detail(w, http.StatusNotImplemented, "This server does not offer the verb "+r.PathValue("verb")+".")
			return
		}
		body := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
		out, err := run(context.WithoutCancel(r.Context()), body)
		if err != nil {
			detail(w, controlStatus(err), err.Error())
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(out) // a caller that hung up misses its answer, no more
	})
	return observed(s.config.Log, routed(mux))
}

// verb runs one hook.
type verb func(ctx context.Context, body *json.Decoder) (any, error)

// hook makes a verb of a function.
func hook[In, Out any](fn func(context.Context, In) (Out, error)) verb {
	return func(ctx context.Context, body *json.Decoder) (any, error) {
		var in In
		if err := body.Decode(&in); err != nil {
			return nil, &badHook{fmt.Errorf("the body is not the JSON object of this verb: %w", err)}
		}
		return fn(ctx, in)
	}
}

// badHook is a hook that was called wrongly.
type badHook struct{ error }

func controlStatus(err error) int {
	var bad *badHook
	switch {
	case errors.As(err, &bad):
		return http.StatusBadRequest
	case errors.Is(err, account.ErrUnknown), errors.Is(err, store.ErrNotFound):
		return http.StatusNotFound
	}
	return http.StatusUnprocessableEntity
}

// done is the answer of a verb that has nothing to say.
type done struct{}

// verbs is the table of the hooks.
func (s *Server) verbs() map[string]verb {
	all := map[string]verb{
		"advance-clock":     hook(s.advanceClock),
		"approve-device":    hook(s.approveDevice),
		"authorize":         hook(s.authorize),
		"complete-envelope": hook(s.completeEnvelope),
		"connect-market":    hook(s.connectMarket),
		"create-endpoint":   hook(s.createEndpoint),
		"create-key":        hook(s.createKeyHook),
		"create-workspace":  hook(s.createWorkspaceHook),
		"disconnect-market": hook(s.disconnectMarket),
		"delete-endpoint":   hook(s.deleteEndpoint),
		"deny-device":       hook(s.denyDevice),
		"expire-token":      hook(s.expireToken),
		"issue-token":       hook(s.issueToken),
		"list-deliveries":   hook(s.listDeliveries),
		"list-submissions":  hook(s.listSubmissions),
		"revoke-key":        hook(s.revokeKey),
		"send-test-event":   hook(s.sendTestEvent),
		"set-plan":          hook(s.setPlan),
		"set-profile":       hook(s.setProfile),
		"set-rate":          hook(s.setRate),
	}
	if s.sandbox == nil { // another platform opens no account for the asking, and does not show what it received
		for _, name := range []string{"connect-market", "list-submissions"} {
			delete(all, name)
		}
	}
	return all
}
