package intake_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/reference/referencetest"
)

// Between client and server may stand what compresses, cuts answers in pieces and speaks another version of HTTP.
func TestTheJobOverOtherTransports(t *testing.T) {
	for name, test := range map[string]struct {
		around func(http.Handler) http.Handler
		http2  bool
	}{
		"HTTP/2":                  {wholly, true},
		"compressed":              {compressed, false},
		"compressed, over HTTP/2": {compressed, true},
		"byte after byte":         {byteAfterByte, false},
	} {
		t.Run(name, func(t *testing.T) {
			inner := referencetest.NewServer(t)
			server := httptest.NewUnstartedServer(test.around(inner))
			server.EnableHTTP2 = test.http2
			server.StartTLS()
			defer server.Close()
			client, err := intake.NewClient(intake.WithBaseURL(server.URL), intake.WithAPIKey(inner.APIKey), intake.WithHTTPClient(server.Client()))
			require.NoError(t, err)
			created, err := client.Sessions.Create(t.Context(), intake.CreateSession{InsuredName: "Größe & 漢字", LOBs: []string{"cyber"}})
			require.NoError(t, err)
			require.Equal(t, "Größe & 漢字", created.InsuredName)
			_, err = client.Sessions.AttachDocuments(t.Context(), created.SessionID, []intake.File{intake.FileFromBytes("a.txt", make([]byte, 300<<10))})
			require.NoError(t, err)
			filling, err := client.Sessions.Fill(t.Context(), created.SessionID)
			require.NoError(t, err)
			form, err := client.Sessions.DownloadForm(t.Context(), created.SessionID, filling.Forms[0].FormKey, io.Discard)
			require.NoError(t, err)
			require.Equal(t, 200, form.Meta.Status)
			_, err = client.Sessions.Get(t.Context(), "ses_none")
			require.ErrorIs(t, err, intake.ErrNotFound)
			require.ErrorContains(t, err, "no such session", "the detail arrives")
			_, err = client.Sessions.Create(t.Context(), intake.CreateSession{})
			require.ErrorIs(t, err, intake.ErrInvalid)
			for _, call := range inner.AllCalls() {
				require.Equal(t, test.http2, call.Header.Get("X-Seen-Version") == "HTTP/2.0")
			}
		})
	}
}

// wholly changes nothing but a header that tells how the request came.
func wholly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("X-Seen-Version", r.Proto)
		next.ServeHTTP(w, r)
	})
}

func compressed(next http.Handler) http.Handler {
	return wholly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		out := gzip.NewWriter(w)
		defer out.Close()
		next.ServeHTTP(rewritten{w, out.Write}, r)
	}))
}

func byteAfterByte(next http.Handler) http.Handler {
	return wholly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		flush := http.NewResponseController(w)
		next.ServeHTTP(rewritten{w, func(p []byte) (int, error) {
			for i := range p {
				if i > 2000 { // the rest of a PDF at once
					_, err := w.Write(p[i:])
					return len(p), err
				}
				if _, err := w.Write(p[i : i+1]); err != nil {
					return i, err
				}
				if err := flush.Flush(); err != nil {
					return i, err
				}
			}
			return len(p), nil
		}}, r)
	}))
}

// rewritten sends an answer's body in another form, whose length is not known beforehand.
type rewritten struct {
	http.ResponseWriter
	write func([]byte) (int, error)
}

func (r rewritten) Write(p []byte) (int, error) {
	r.Header().Del("Content-Length")
	return r.write(p)
}

func (r rewritten) WriteHeader(status int) {
	r.Header().Del("Content-Length")
	r.ResponseWriter.WriteHeader(status)
}
