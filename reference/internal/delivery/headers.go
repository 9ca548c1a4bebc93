package delivery

import (
	"context"
	"net/http/httptrace"
	"strings"
	"sync"
)

// headers keeps the headers of a request as they went out, for the log: the signature is among them, a secret is not.
type headers struct {
	mu    sync.Mutex
	lines []string
}

// watch returns a context under which a request tells h its headers. They are told by the goroutine that writes them.
func (h *headers) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { // also when it is tried anew because an idle connection was gone
			h.mu.Lock()
			defer h.mu.Unlock()
			h.lines = nil
		},
		WroteHeaderField: func(name string, values []string) {
			h.mu.Lock()
			defer h.mu.Unlock()
			for _, value := range values {
				h.lines = append(h.lines, name+": "+value)
			}
		},
	})
}

// text is a line for each header; empty when none went out.
func (h *headers) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Join(h.lines, "\n")
}
