package main

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), text)
}

func TestEventsAreHandledOnceAcrossARestart(t *testing.T) {
	var out lockedBuffer
	log := slog.New(slog.NewJSONHandler(&out, nil))
	data := filepath.Join(t.TempDir(), "inbox.db")
	d := webhooktest.New("whsec_new", webhook.EventFillSessionCompleted, webhook.FillSessionCompleted{SessionID: "ses_1"})
	const handled = "an application is complete"
	for round := range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		addr, done := make(chan net.Addr, 1), make(chan error, 1)
		go func() {
			done <- run(ctx, []string{"-addr", "127.0.0.1:0", "-data", data}, "whsec_old,whsec_new", log, func(a net.Addr) { addr <- a })
		}()
		base := "http://" + (<-addr).String()
		for secret, want := range map[string]int{"whsec_new": 204, "whsec_old": 204, "whsec_other": 401} {
			status, err := d.Sign(secret).Post(t.Context(), http.DefaultClient, base+"/hook")
			require.NoError(t, err)
			require.Equal(t, want, status, secret)
		}
		resp, err := http.Get(base + "/healthz")
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Equal(t, 200, resp.StatusCode)
		if round == 1 {
			require.Eventually(t, func() bool { return out.count(handled) == 1 }, time.Minute, time.Millisecond)
		}
		cancel()
		require.NoError(t, <-done)
	}
	require.Equal(t, 1, out.count(handled))
	require.Zero(t, out.count("whsec_"))
}

func TestWithoutASecretItDoesNotStart(t *testing.T) {
	require.ErrorContains(t, run(t.Context(), nil, "", slog.New(slog.DiscardHandler), nil), secretVariable)
}
