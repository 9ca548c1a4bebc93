package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

// caller is a workspace's credential at a server, and everything that the tests send goes through it.
type caller struct {
	t       testing.TB
	handler http.Handler
	key     string
}

type reply struct {
	status int
	header http.Header
	raw    []byte
	body   map[string]any
}

func newServer(t testing.TB, config reference.Config) *reference.Server {
	t.Helper()
	s, err := reference.New(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func newCaller(t testing.TB, s *reference.Server, in reference.NewWorkspace) (caller, reference.Workspace) {
	t.Helper()
	w, err := s.CreateWorkspace(t.Context(), in)
	require.NoError(t, err)
	return caller{t: t, handler: s, key: w.APIKey}, w
}

var paid = reference.NewWorkspace{Plan: "paid", ConnectMarket: true}

// send is safe to call from any goroutine: it fails nothing by itself.
func (c caller) send(r *http.Request) (reply, error) {
	if c.key != "" && r.Header.Get("Authorization") == "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	out := reply{status: w.Code, header: w.Result().Header, raw: w.Body.Bytes()}
	if strings.HasPrefix(out.header.Get("Content-Type"), "application/json") && !bytes.HasPrefix(out.raw, []byte("[")) {
		if err := json.Unmarshal(out.raw, &out.body); err != nil {
			return out, fmt.Errorf("%s %s: %d with a body that is no JSON object: %s", r.Method, r.URL, out.status, out.raw)
		}
	}
	observe(c.t, r, out)
	return out, nil
}

func (c caller) do(method, path, body string) reply {
	c.t.Helper()
	r := httptest.NewRequest(method, path, reader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	out, err := c.send(r)
	require.NoError(c.t, err)
	return out
}

// reader is a request's body; an empty one is none.
func reader(body string) io.Reader {
	if body == "" {
		return http.NoBody
	}
	return strings.NewReader(body)
}

func (c caller) get(path string) reply { c.t.Helper(); return c.do("GET", path, "") }

func (c caller) post(path string, body any) reply {
	c.t.Helper()
	if body == nil {
		return c.do("POST", path, "")
	}
	text, err := json.Marshal(body)
	require.NoError(c.t, err)
	return c.do("POST", path, string(text))
}

func (c caller) upload(path, part, filename string, data []byte) reply {
	c.t.Helper()
	out, err := c.send(uploadRequest(path, part, filename, data))
	require.NoError(c.t, err)
	return out
}

func uploadRequest(path, part, filename string, data []byte) *http.Request {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	w, err := form.CreateFormFile(part, filename)
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil || form.Close() != nil {
		panic("a buffer does not fail")
	}
	r := httptest.NewRequest("POST", path, &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return r
}

// create makes a session and returns its path.
func (c caller) create(in obj) (path string, session map[string]any) {
	c.t.Helper()
	out := c.post("/org/sessions", in)
	require.Equal(c.t, 200, out.status, "%s", out.raw)
	return "/org/sessions/" + out.body["session_id"].(string), out.body
}

type obj = map[string]any
