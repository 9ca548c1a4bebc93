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
	"math"
	"net/http"
	"runtime/debug"
	"testing"

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

// The buffer of the body, the request's own parts, and nothing that grows with the body. The least of some runs counts, and
// no collection in between: a pool may lose what it has.
func TestARequestAllocatesLittle(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, size := range sizes {
		accept := accepting(t, size)
		least := math.Inf(1)
		for range 15 {
			least = min(least, testing.AllocsPerRun(1, func() {
				if err := accept(); err != nil {
					t.Error(err)
				}
			}))
		}
		require.LessOrEqual(t, least, 6.0, name)
	}
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
