package selftest_test

import (
	"context"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/reference"
)

// How many checks a second the reference server is judged by, in the part that waits for no schedule. Nothing stands between
// the two, as the layers of the tests do.
func BenchmarkChecks(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(300)) // as both commands have it
	ctx, stop := context.WithCancel(b.Context())
	server, err := reference.New(ctx, reference.Config{Addr: "127.0.0.1:0", ControlAddr: "127.0.0.1:0", PrivateWebhooks: true, ShareReaders: true})
	require.NoError(b, err)
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	list, target := still(checks.Server()), checks.Target{BaseURL: server.URL(), Hooks: hooks.HTTP(server.ControlURL())}
	for b.Loop() {
		_, err := checks.Run(ctx, target, checks.Options{Seed: 1, RFC: true}, list)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(len(list)*b.N)/b.Elapsed().Seconds(), "checks/s")
	stop()
	require.NoError(b, <-ended)
	require.NoError(b, server.Close())
}
