package webhook_test

import (
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
)

// Measured only when asked, in the time that this thread has computed, as other work on the machine would decide it
// otherwise: WEBHOOK_RATIOS=1 go test -run Ratios -v ./webhook
func TestRatios(t *testing.T) {
	if os.Getenv("WEBHOOK_RATIOS") == "" {
		t.Skip("WEBHOOK_RATIOS is not set: timing is measured on request")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, name := range []string{"1KB", "64KB", "1MB"} {
		body, signature := sample(sizes[name])
		accept := accepting(t, sizes[name])
		runs := max(1, (1<<20)/sizes[name])
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

func timed(runs int, what func()) int64 {
	start := computed()
	for range runs {
		what()
	}
	return computed() - start
}

// computed is the time that this thread has computed, in nanoseconds: CLOCK_THREAD_CPUTIME_ID.
func computed() int64 {
	const threadClock = 3
	var at syscall.Timespec
	_, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&at)), 0)
	if errno != 0 {
		panic(errno)
	}
	return at.Nano()
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
