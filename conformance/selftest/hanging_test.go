package selftest_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

func lengthy(c *call) bool { return c.op == "answer" && len(c.in) > 9000 }

// upTo is true of the first few.
func upTo(n int64, is func(*call) bool) func(*call) bool {
	var count atomic.Int64
	return func(c *call) bool { return is(c) && count.Add(1) <= n }
}

// hangs keeps who asks waiting until they go.
func hangs(c *call) {
	<-c.r.Context().Done()
	panic(http.ErrAbortHandler)
}

// leaving gives some requests no answer.
func leaving(when func(*call) bool, how func(*call)) layer {
	l := layer{touched: new(atomic.Int64)}
	l.request = func(c *call) bool {
		if when(c) {
			l.touched.Add(1)
			how(c)
		}
		return false
	}
	return l
}

// A request that keeps a client waiting fails a check only where the server hangs at it again, and is quick with others.
func TestAServerThatHangs(t *testing.T) {
	if testing.Short() {
		t.Skip("waits until the judge gives up")
	}
	t.Parallel()
	for name, one := range map[string]struct {
		layer   layer
		verdict report.Verdict
	}{
		"at each long message": {leaving(lengthy, hangs), report.Fail},
		"once":                 {leaving(upTo(1, lengthy), hangs), report.Pass},
		"and is slow with the call": {mixed(leaving(lengthy, hangs), layer{request: func(c *call) bool {
			pause(map[bool]time.Duration{true: 1100 * time.Millisecond}[c.op == "answer"])
			return false
		}}), report.Inconclusive},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var judged report.Result
			for range 3 { // on a busy machine the other calls may have been slow, too, which acquits the server
				results, err := checks.Run(t.Context(), newBed(t, one.layer).target(), checks.Options{Seed: 1, Timeout: 10 * time.Second}, []checks.Check{checkOf("API-ANSWER-13")})
				require.NoError(t, err)
				if judged = results[0]; judged.Verdict == one.verdict || judged.Verdict != report.Inconclusive {
					break
				}
			}
			require.Equal(t, one.verdict, judged.Verdict, "expected %s, got %s", judged.Expected, judged.Got)
		})
	}
}
