package bench

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/workspaceintake/intake-go/intake/internal/sample"
)

// place is where the answers come from.
type place struct {
	name string
	open func() (base string, transport http.RoundTripper, close func())
}

var places = []place{
	{"memory", func() (string, http.RoundTripper, func()) { return "https://api.example.com", inMemory{}, func() {} }},
	{"loopback", func() (string, http.RoundTripper, func()) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, sample.Answer)
		}))
		transport := &http.Transport{}
		return server.URL, transport, func() { transport.CloseIdleConnections(); server.Close() }
	}},
}

func BenchmarkGetSession(b *testing.B) {
	for _, p := range places {
		for _, c := range clients {
			b.Run(p.name+"/"+c.name, func(b *testing.B) {
				base, transport, end := p.open()
				defer end()
				call, err := c.make(base, transport)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					if err := call(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// figures of one call.
type figures struct{ ns, bytes, allocs float64 }

// TestRatios prints how all clients compare with plain net/http. The calls are interleaved in rounds, and the time is the
// least of them, so that a busy machine disturbs all alike.
func TestRatios(t *testing.T) {
	for _, p := range places {
		base, transport, end := p.open()
		calls := make([]get, len(clients))
		for i, c := range clients {
			call, err := c.make(base, transport)
			if err != nil {
				t.Fatal(err)
			}
			calls[i] = call
		}
		found := measure(t, calls)
		end()
		t.Logf("%-9s %-26s %12s %18s %16s", "", "", "time", "bytes", "allocations")
		for i, c := range clients {
			f, base := found[i], found[0]
			t.Logf("%-9s %-26s %7.1f us %4.2fx %9.0f B %4.2fx %8.0f %4.2fx", p.name, c.name,
				f.ns/1000, f.ns/base.ns, f.bytes, f.bytes/base.bytes, f.allocs, f.allocs/base.allocs)
		}
		if ours, base := found[1], found[0]; p.name == "memory" && (ours.allocs > base.allocs || ours.bytes > 0.75*base.bytes) {
			t.Errorf("intake allocates %.0f objects and %.0f bytes for one session, net/http %.0f and %.0f", ours.allocs, ours.bytes, base.allocs, base.bytes)
		}
	}
}

func measure(t *testing.T, calls []get) []figures {
	const rounds, batch = 15, 200
	times := make([][]float64, len(calls))
	out := make([]figures, len(calls))
	for range rounds {
		for i, call := range calls {
			f := run(t, call, batch)
			times[i] = append(times[i], f.ns)
			if out[i].allocs == 0 || f.bytes < out[i].bytes {
				out[i].bytes, out[i].allocs = f.bytes, f.allocs
			}
		}
	}
	for i := range out {
		out[i].ns = slices.Min(times[i])
	}
	return out
}

func run(t *testing.T, call get, n int) figures {
	var before, after runtime.MemStats
	ctx := context.Background()
	runtime.ReadMemStats(&before)
	start := time.Now()
	for range n {
		if err := call(ctx); err != nil {
			t.Fatal(err)
		}
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	per := func(total uint64) float64 { return float64(total) / float64(n) }
	return figures{float64(took.Nanoseconds()) / float64(n), per(after.TotalAlloc - before.TotalAlloc), per(after.Mallocs - before.Mallocs)}
}
