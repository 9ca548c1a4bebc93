package reference_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/workspaceintake/intake-go/reference"
)

// FuzzBadInput sends whatever comes as path, query and body. Nothing may be the server's fault, and every error has the
// common shape.
func FuzzBadInput(f *testing.F) {
	s := newServer(f, reference.Config{})
	c, _ := newCaller(f, s, paid)
	path, _ := c.create(obj{"insured_name": "A"})
	for _, e := range endpoints {
		f.Add(e.method == "POST", strings.Replace(e.path, "/org/sessions/SESSION", path, 1), "", "application/json", []byte(e.body))
	}
	f.Add(true, path+"/documents", "", "multipart/form-data; boundary=b", []byte("--b\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\nx\r\n--b--"))
	f.Add(true, path+"/extract", "", "multipart/form-data; boundary=b", []byte("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\x00../a\"\r\n\r\n%PDF-\r\n--b--"))
	f.Add(false, "/org/sessions", "limit=%zz&limit=9", "", []byte{})
	f.Add(true, "/org/sessions", "", "application/json", []byte(`{"insured_name":"\ud800","lobs":[["x"]],"state":"\u0000"}`))
	f.Add(true, "/org/sessions", "", "", []byte(strings.Repeat("[", 20000)))
	f.Fuzz(func(t *testing.T, post bool, target, query, contentType string, body []byte) {
		method := "GET"
		if post {
			method = "POST"
		}
		r := httptest.NewRequest(method, "/", bytes.NewReader(body))
		if !strings.HasPrefix(target, "/") {
			target = "/" + target
		}
		r.URL = &url.URL{Path: target, RawQuery: query}
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("X-API-Key", c.key)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError {
			t.Fatalf("%s %q?%s: %d %s", method, target, query, w.Code, w.Body)
		}
		if w.Code >= http.StatusBadRequest && strings.HasPrefix(target, "/org/") && !bytes.Contains(w.Body.Bytes(), []byte(`"detail":`)) {
			t.Fatalf("%s %q?%s: %d without a detail: %s", method, target, query, w.Code, w.Body)
		}
	})
}
