package deliverytest

import (
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// Canary is a server that nothing may reach, and the count of what did.
func Canary(t *testing.T) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	var reached atomic.Int64
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			reached.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s, &reached
}
