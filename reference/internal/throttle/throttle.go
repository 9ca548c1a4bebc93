package throttle

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
)

// Rate admits Burst requests at once and then as many again, evenly, in each Window. The zero Rate admits everything.
type Rate struct {
	Burst  int
	Window time.Duration
}

// maxKeys bounds how many keys a throttle remembers. Above it, those that are back at their full allowance go first.
const maxKeys = 50_000

// Throttle counts by key. It is safe for use by many goroutines.
type Throttle struct {
	clock clock.Clock
	rate  Rate

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// New makes a throttle on the clock.
func New(c clock.Clock, r Rate) *Throttle {
	return &Throttle{clock: c, rate: r, buckets: map[string]*rate.Limiter{}}
}

// Take uses up one request of the key. A wait of zero means go on; otherwise nothing was used up.
func (t *Throttle) Take(key string) (wait time.Duration) {
	if t.rate.Burst <= 0 || t.rate.Window <= 0 {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.clock.Now()
	b, ok := t.buckets[key]
	if !ok {
		t.makeRoom(now)
		b = rate.NewLimiter(rate.Every(t.rate.Window/time.Duration(t.rate.Burst)), t.rate.Burst)
		t.buckets[key] = b
	}
	r := b.ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// Give returns a request that turned out not to count, such as a sign-in that succeeded.
func (t *Throttle) Give(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if b, ok := t.buckets[key]; ok && b.TokensAt(t.clock.Now()) < float64(t.rate.Burst) {
		b.ReserveN(t.clock.Now(), -1)
	}
}

// makeRoom keeps the memory bounded. When everybody is at their limit the counts start anew, which errs on the side of
// the rightful user.
func (t *Throttle) makeRoom(now time.Time) {
	if len(t.buckets) < maxKeys {
		return
	}
	for key, b := range t.buckets {
		if b.TokensAt(now) >= float64(t.rate.Burst) {
			delete(t.buckets, key)
		}
	}
	if len(t.buckets) >= maxKeys {
		clear(t.buckets)
	}
}

// Address is whom a request comes from, as far as a throttle goes: an IPv4 address or the /64 of an IPv6 one, since one
// customer of an access provider has a whole /64.
func Address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is4() || addr.IsLoopback() {
		return addr.String()
	}
	prefix, _ := addr.Prefix(64) // never fails: 64 bits fit an IPv6 address
	return prefix.String()
}
