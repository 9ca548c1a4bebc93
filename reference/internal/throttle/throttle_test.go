package throttle

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
)

func TestTheAllowanceComesBackEvenly(t *testing.T) {
	c := clock.NewManual(time.Unix(1_800_000_000, 0))
	th := New(c, Rate{Burst: 3, Window: 30 * time.Second})
	for range 3 {
		require.Zero(t, th.Take("a"))
	}
	require.InDelta(t, 10*time.Second, th.Take("a"), float64(time.Microsecond))
	require.Zero(t, th.Take("b"), "another key has its own allowance")
	c.Advance(9 * time.Second)
	require.InDelta(t, time.Second, th.Take("a"), float64(time.Microsecond))
	c.Advance(time.Second + time.Microsecond)
	require.Zero(t, th.Take("a"))
	require.NotZero(t, th.Take("a"))
}

func TestGivingBackMakesRoomForOneMore(t *testing.T) {
	th := New(clock.NewManual(time.Unix(1_800_000_000, 0)), Rate{Burst: 1, Window: time.Minute})
	require.Zero(t, th.Take("a"))
	th.Give("a")
	require.Zero(t, th.Take("a"))
	require.NotZero(t, th.Take("a"))
}

func TestTheZeroRateAdmitsEverything(t *testing.T) {
	th := New(clock.System(), Rate{})
	for range 1000 {
		require.Zero(t, th.Take("a"))
	}
}

func TestMemoryIsBounded(t *testing.T) {
	th := New(clock.NewManual(time.Unix(1_800_000_000, 0)), Rate{Burst: 1, Window: time.Minute})
	for i := range maxKeys + 10 {
		th.Take(fmt.Sprint(i))
	}
	require.LessOrEqual(t, len(th.buckets), maxKeys)
}

func TestAddressesOfOneCustomerCountAsOne(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1234":          "192.0.2.7",
		"[::ffff:192.0.2.7]:1":    "192.0.2.7",
		"[2001:db8:1:2:3::4]:1":   "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::]:1": "2001:db8:1:2::/64",
		"[::1]:80":                "::1",
		"pipe":                    "pipe",
	} {
		require.Equal(t, want, Address(&http.Request{RemoteAddr: remote}), remote)
	}
}
