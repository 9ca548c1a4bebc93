package console

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTimesForPeople(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{
		0: "just now", 59 * time.Second: "just now", -59 * time.Second: "just now",
		-time.Minute: "1 minute ago", -59 * time.Minute: "59 minutes ago", -time.Hour: "1 hour ago", -23 * time.Hour: "23 hours ago",
		-24 * time.Hour: "1 day ago", -29 * 24 * time.Hour: "29 days ago", -30 * 24 * time.Hour: "on January 30, 2026",
		time.Minute: "in 1 minute", 71 * time.Hour: "in 2 days", 72 * time.Hour: "in 3 days", 31 * 24 * time.Hour: "on April 1, 2026",
	} {
		require.Equal(t, want, ago(now.Add(d), now), "%v", d)
	}
	require.Equal(t, `<time datetime="2026-03-04T09:00:00Z" title="2026-03-04 09:00:00 UTC">in 3 days</time>`, string(when(now.Add(72*time.Hour), now)))
}
