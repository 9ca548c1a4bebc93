package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
)

func TestAReceiverIsJudgedWithItsEffects(t *testing.T) {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	receiver, err := webhook.NewReceiver(secret, webhook.WithLogger(slog.New(slog.DiscardHandler)))
	require.NoError(t, err)
	var mu sync.Mutex
	handled := map[string]int{}
	count := func(_ context.Context, e webhook.Event) error {
		mu.Lock()
		defer mu.Unlock()
		handled[e.ID]++
		return nil
	}
	receiver.OnUnknown(count) // of every event, as no other function is given
	mux := http.NewServeMux()
	mux.Handle("POST /hook", receiver)
	mux.HandleFunc("GET /effects", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(w, `{"count": %d}`, handled[r.URL.Query().Get("delivery")])
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	args := []string{"receiver", "-target", server.URL + "/hook", "-secret", secret, "-run", "RCV-1[125]"}

	code, stdout, stderr := ran(t, append(args, "-effects", server.URL+"/effects")...)
	require.Equal(t, exitFine, code, stderr)
	require.Contains(t, stdout, "ok 3")
	code, stdout, _ = ran(t, args...)
	require.Equal(t, exitFine, code)
	require.Contains(t, stdout, "blocked the receiver has no effects hook: RCV-11 RCV-12 RCV-15")
	code, stdout, _ = ran(t, append(args, "-effects", server.URL+"/elsewhere")...)
	require.Equal(t, exitFine, code)
	require.Contains(t, stdout, "the hook answered 404 Not Found")
}
