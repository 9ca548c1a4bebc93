package oauthflowtest

import (
	"errors"
	"net/http"
	"net/http/httptest"
)

// inMemory carries requests to the handler without a network.
type inMemory struct{ server *Server }

// ErrConnection is what a client of NewInMemory sees when the server drops the connection.
var ErrConnection = errors.New("connection reset by the test server")

// RoundTrip calls the handler in a goroutine of its own, so that a client that gives up does not wait for it.
func (t inMemory) RoundTrip(r *http.Request) (*http.Response, error) {
	type outcome struct {
		response *http.Response
		err      error
	}
	done := make(chan outcome, 1)
	request := r.Clone(r.Context())
	if request.Body == nil {
		request.Body = http.NoBody // a handler's request always has a body
	}
	go func() {
		defer func() { _ = request.Body.Close() }()
		recorder := httptest.NewRecorder()
		defer func() {
			switch p := recover(); p {
			case nil:
				done <- outcome{response: recorder.Result()}
			case http.ErrAbortHandler:
				done <- outcome{err: ErrConnection}
			default:
				panic(p)
			}
		}()
		t.server.ServeHTTP(recorder, request)
	}()
	select {
	case o := <-done:
		return o.response, o.err
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}
