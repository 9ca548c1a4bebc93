package selftest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A server resets what HTTP/2 has no word for, such as a path with half an escape, and a client of Go's sends it again on a new
// connection until its time is over: ten thousand times.
func TestOddTargetsAreSentOnce(t *testing.T) {
	b := newBed(t, layer{secure: true})
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1}, []checks.Check{checkOf("ERR-06")})
	require.NoError(t, err)
	require.Equal(t, report.Pass, results[0].Verdict, results[0].Got)
	require.Less(t, b.accepted.Load(), int64(100))
}
