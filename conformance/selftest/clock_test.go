package selftest_test

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// schedule makes the attempts of deliveries in the server's place: the first at once, and another after each wait as
// long as it is not answered 2xx. Its time is that of the server, moved by the hook, unless it has no eye for that.
type schedule struct {
	waits []time.Duration
	stiff bool // lives in real time, whatever the hook says

	mu     sync.Mutex
	ahead  time.Duration
	change chan struct{}
	lost   []error // of the attempts that had no answer
}

func newSchedule(stiff bool, waits ...time.Duration) *schedule {
	return &schedule{waits: waits, stiff: stiff, change: make(chan struct{})}
}

func (s *schedule) layer() layer {
	return layer{verb: func(verb string, in, _ obj) bool {
		seconds, _ := in["seconds"].(float64)
		if verb == "advance-clock" && !s.stiff {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.ahead += time.Duration(seconds * float64(time.Second))
			close(s.change)
			s.change = make(chan struct{})
		}
		return false
	}, delivery: func(one *shipment) bool {
		one.drop, one.answer = true, http.StatusOK
		go s.deliver(*one)
		return true
	}}
}

func (s *schedule) deliver(one shipment) {
	for _, wait := range append([]time.Duration{0}, s.waits...) {
		s.sleep(wait)
		req, err := http.NewRequest(one.method, one.url, bytes.NewReader(one.body))
		if err != nil {
			return
		}
		req.Header = one.header
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil { // nobody answered
			s.mu.Lock()
			s.lost = append(s.lost, err)
			s.mu.Unlock()
			continue
		}
		_ = resp.Body.Close()
		if resp.StatusCode/100 == 2 {
			return
		}
	}
}

func (s *schedule) unanswered() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.lost)
}

func (s *schedule) sleep(d time.Duration) {
	s.mu.Lock()
	end := time.Now().Add(s.ahead + d)
	s.mu.Unlock()
	for {
		s.mu.Lock()
		left, change := time.Until(end)-s.ahead, s.change
		s.mu.Unlock()
		if left <= 0 {
			return
		}
		timer := time.NewTimer(left)
		select {
		case <-timer.C:
		case <-change:
			timer.Stop()
		}
	}
}

// What a schedule does wrong is found in moved time as in real time, and what it may do is not accused, also where it
// does not follow the clock that the hook moves.
func TestSchedulesInMovedTime(t *testing.T) {
	t.Parallel()
	var group sync.WaitGroup
	for _, one := range []struct {
		name, finds string
		stiff       bool
		waits       []time.Duration
	}{
		{"an early second attempt", "HOOK-14", false, []time.Duration{time.Second / 10, 5 * time.Second}},
		{"no waits", "HOOK-14", false, []time.Duration{0, 0}},
		{"a late second attempt", "HOOK-14", false, []time.Duration{6 * time.Second, 5 * time.Second}},
		{"an early third attempt", "HOOK-15", false, []time.Duration{2 * time.Second, time.Second / 2}},
		{"a late third attempt", "HOOK-15", false, []time.Duration{2 * time.Second, 11 * time.Second}},
		{"a fourth attempt", "HOOK-12", false, []time.Duration{2 * time.Second, 5 * time.Second, time.Second}},
		{"two attempts", "HOOK-12", false, []time.Duration{2 * time.Second}},
		{"the waits of the text", "", false, []time.Duration{2 * time.Second, 5 * time.Second}},
		{"the third attempt counted from the first", "", false, []time.Duration{2 * time.Second, 3 * time.Second}},
		{"a schedule without an eye for the hook", "", true, []time.Duration{2 * time.Second, 5 * time.Second}},
	} {
		for _, real := range []bool{false, true} {
			if testing.Short() && (real || one.stiff || one.finds != "") {
				continue // what is judged in real time, as a fault is in the end, is nearly all waits
			}
			made := newSchedule(one.stiff, one.waits...)
			b := newBed(t, made.layer())
			group.Go(func() {
				name := fmt.Sprintf("%s, real time: %t", one.name, real)
				judges := cmp.Or(one.finds, "HOOK-12,HOOK-14,HOOK-15,HOOK-18,HOOK-19")
				results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1, RealTime: real, Pattern: judges}, checks.Server())
				assert.NoError(t, err)
				for _, r := range results {
					if r.ID == one.finds {
						assert.Equal(t, report.Fail, r.Verdict, "%s: %s got %s", name, r.ID, r.Got)
					} else if one.finds == "" {
						assert.Equal(t, report.Pass, r.Verdict, "%s: %s expected %s, got %s; attempts without an answer: %v", name, r.ID, r.Expected, r.Got, made.unanswered())
					}
				}
			})
		}
	}
	group.Wait()
}

// With the hook, a run lasts no longer than the work that it makes, since the server's clock moves while all checks wait.
func TestMovedTimeSavesTheWaits(t *testing.T) {
	list := checks.Selected(checks.Server(), checks.Options{Pattern: "HOOK-12,HOOK-16,HOOK-20"})
	start := time.Now()
	results, err := checks.Run(t.Context(), newBed(t, layer{}).target(), checks.Options{Seed: 1}, list)
	assert.NoError(t, err)
	took := time.Since(start)
	for _, r := range results {
		assert.Equal(t, report.Pass, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
	}
	t.Logf("%d checks of the schedule in %v", len(results), took)
}

// Attempts that come too early are found also where the delivery that the check itself looks at is in time.
func TestEarlyAttemptsElsewhereAreFound(t *testing.T) {
	t.Parallel()
	list := checks.Selected(checks.Server(), checks.Options{Pattern: "HOOK-14,HOOK-19"})
	results, err := checks.Run(t.Context(), newBed(t, hasty(503)).target(), checks.Options{Seed: 1, RealTime: true}, list)
	assert.NoError(t, err)
	for _, r := range results {
		if r.ID == "HOOK-14" {
			assert.Equal(t, report.Fail, r.Verdict, "expected %s, got %s", r.Expected, r.Got)
			assert.Contains(t, r.Got, "after it, of")
		}
	}
}
