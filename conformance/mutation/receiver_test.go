package mutation_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/report"
	"github.com/workspaceintake/intake-go/conformance/sender"
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// received judges a receiver by one case.
func received(t *testing.T, id, program string, quick time.Duration) report.Result {
	t.Helper()
	target, effects := serve(t, program)
	found, err := sender.Run(t.Context(), sender.Options{Target: target, Secret: secret, Chosen: func(one string) bool { return one == id },
		QuickBound: quick, Effects: func(ctx context.Context, delivery string) (int, error) { return count(ctx, effects, delivery) }})
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

func count(ctx context.Context, effects, delivery string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, effects+"?delivery="+url.QueryEscape(delivery), nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var body struct{ Count int }
	return body.Count, json.NewDecoder(resp.Body).Decode(&body)
}
