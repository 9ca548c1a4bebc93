package market

import (
	"bytes"
	"io"
	"net/http"
)

// inProcess carries requests to a handler without a network, so that a server with no configuration has a platform to
// submit to and needs no port for it.
type inProcess struct{ handler http.Handler }

func (t inProcess) RoundTrip(req *http.Request) (*http.Response, error) {
	defer req.Body.Close()
	in := req.Clone(req.Context())
	in.RequestURI = req.URL.RequestURI()
	out := &reply{header: http.Header{}, status: http.StatusOK}
	t.handler.ServeHTTP(out, in)
	return &http.Response{
		Status: http.StatusText(out.status), StatusCode: out.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: out.header, Body: io.NopCloser(&out.body), ContentLength: int64(out.body.Len()), Request: req,
	}, nil
}

// reply collects what the handler writes.
type reply struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *reply) Header() http.Header         { return r.header }
func (r *reply) WriteHeader(status int)      { r.status = status }
func (r *reply) Write(p []byte) (int, error) { return r.body.Write(p) }
