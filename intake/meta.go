package intake

import (
	"net/http"
	"time"
)

// Meta is what is known about how a call went. It is on every result and every error of a call.
type Meta struct {
	Status     int           // of the last answer; 0 when none came
	RequestID  string        // the server's name for the request, if it gave one
	Attempts   int           // requests sent, or tried to send
	Waited     time.Duration // for rate limits and between attempts
	ServerTime time.Time     // on the server's clock when it answered last, in whole seconds; zero when it did not say
}

func requestID(h http.Header) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id"} {
		if id := h.Get(name); id != "" {
			return clip(id, 200)
		}
	}
	return ""
}
