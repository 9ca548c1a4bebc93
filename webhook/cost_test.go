package webhook_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

// raw is the least that anyone does: HMAC, hex, compare.
func raw(body []byte, signature string) bool {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write(body)
	want, err := hex.DecodeString(signature[len("sha256="):])
	return err == nil && subtle.ConstantTimeCompare(mac.Sum(nil), want) == 1
}

var sizes = map[string]int{"1KB": 1 << 10, "64KB": 64 << 10, "1MB": 1 << 20}

func sample(size int) ([]byte, string) {
	body := bytes.Repeat([]byte("a"), size)
	signature, err := webhook.Sign(key, body)
	if err != nil {
		panic(err)
	}
	return body, signature
}

func TestVerifyAllocatesLittle(t *testing.T) {
	for name, size := range sizes {
		body, signature := sample(size)
		allocations := testing.AllocsPerRun(50, func() {
			if err := webhook.Verify(body, signature, key); err != nil {
				t.Error(err)
			}
		})
		require.LessOrEqual(t, allocations, 6.0, name)
	}
}

// accepting is a receiver and a request of a body of about that size.
func accepting(tb testing.TB, size int) func() error {
	r, err := webhook.NewReceiver(key, webhook.WithMaxBody(2<<20), webhook.WithLogger(slog.New(slog.DiscardHandler)))
	require.NoError(tb, err)
	body, signature := sample(size)
	header := http.Header{"X-Service-Signature": {signature}}
	return func() error {
		req := &http.Request{Method: http.MethodPost, Header: header, ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body))}
		_, err := r.Verified(req)
		return err
	}
}

// Measured only when asked, as other work on the machine would decide it otherwise:
// WEBHOOK_RATIOS=1 go test -run Ratios -v ./webhook
func TestRatios(t *testing.T) {
	if os.Getenv("WEBHOOK_RATIOS") == "" {
		t.Skip("WEBHOOK_RATIOS is not set: timing is measured on request")
	}
	for _, name := range []string{"1KB", "64KB", "1MB"} {
		body, signature := sample(sizes[name])
		accept := accepting(t, sizes[name])
		runs := max(1, (4<<20)/sizes[name])
		var verify, request []float64
		for range 60 { // interleaved, so that all see the same machine
			base := timed(runs, func() { require.True(t, raw(body, signature)) })
			v := timed(runs, func() { require.NoError(t, webhook.Verify(body, signature, key)) })
			r := timed(runs, func() { require.NoError(t, accept()) })
			verify, request = append(verify, float64(v)/float64(base)), append(request, float64(r)/float64(base))
		}
		t.Logf("%s: Verify %.2f, a whole request %.2f times the raw HMAC", name, median(verify), median(request))
		require.LessOrEqual(t, median(verify), 1.05, name)
		require.LessOrEqual(t, median(request), 1.4, name)
	}
}

func timed(runs int, what func()) time.Duration {
	start := time.Now()
	for range runs {
		what()
	}
	return time.Since(start)
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

func BenchmarkVerify(b *testing.B) {
	for name, size := range sizes {
		body, signature := sample(size)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if err := webhook.Verify(body, signature, key); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkReceiver(b *testing.B) {
	r, err := webhook.NewReceiver(key, webhook.WithLogger(slog.New(slog.DiscardHandler)))
	require.NoError(b, err)
	var deliveries []webhooktest.Delivery
	for range 1000 {
		deliveries = append(deliveries, webhooktest.New(key, webhook.EventFillSessionCompleted, completedData()))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if status := deliveries[i%len(deliveries)].Serve(r); status != http.StatusNoContent {
			b.Fatal(fmt.Sprint("status ", status))
		}
	}
}
