package selftest_test

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A delivery may be under way while the clock leaps over months or the life of a token, and again: that is not held against its time.
func TestADeliveryMayArriveAfterALeap(t *testing.T) {
	var mu sync.Mutex
	var held *shipment
	count := 0
	l := deliver(func(s *shipment) bool {
		mu.Lock()
		defer mu.Unlock()
		if s.event() == "webhook.test" && s.n == 1 {
			count++
		}
		if count == 4 && held == nil {
			late := *s
			held, s.drop, s.answer = &late, true, 200
		}
		return s.drop
	})
	leaps, posted := 0, false
	l.verb = func(verb string, in, out obj) bool {
		mu.Lock()
		defer mu.Unlock()
		seconds, _ := in["seconds"].(float64)
		if verb != "advance-clock" || seconds <= 3600 || held == nil {
			return false
		}
		switch leaps++; leaps {
		case 1: // it is about what happens then
			var o obj
			require.NoError(t, json.Unmarshal(held.body, &o))
			now, err := time.Parse(time.RFC3339, text(out, "now"))
			require.NoError(t, err)
			o["created_at"] = now.UTC().Format("2006-01-02T15:04:05.000Z")
			held.body, _ = json.Marshal(o)
			held.sign(held.secret, held.body)
		case 2:
			posted = true
			post(*held)
		}
		return false
	}
	b := newBed(t, l)
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1}, []checks.Check{checkOf("HOOK-03"), checkOf("AUTH-11"), checkOf("OAUTH-TOKEN-06")})
	require.NoError(t, err)
	require.True(t, posted, "no delivery arrived after a leap")
	require.Equal(t, report.Pass, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
}

// What a busy machine does to one attempt is no fault. What comes late in each delivery is.
func TestTheLatenessOfAllDeliveriesIsFound(t *testing.T) {
	t.Parallel()
	chosen := []checks.Check{checkOf("HOOK-14"), checkOf("HOOK-15"), checkOf("HOOK-18")}
	for verdict, by := range map[report.Verdict]time.Duration{report.Fail: 2 * time.Second, report.Pass: 900 * time.Millisecond} {
		t.Run(by.String(), func(t *testing.T) {
			t.Parallel()
			results, err := checks.Run(t.Context(), newBed(t, retimed(2, by)).target(), checks.Options{Seed: 1}, chosen)
			require.NoError(t, err)
			require.Equal(t, verdict, results[0].Verdict, "expected %s, got %s", results[0].Expected, results[0].Got)
		})
	}
}
