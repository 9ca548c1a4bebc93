package webhook_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

// written is a delivery as a sender may write it: a request line, headers and a body, byte by byte.
type written struct {
	line    string
	headers []string
	body    string
}

// as writes a delivery in the usual way. The three headers of the delivery come first.
func as(d webhooktest.Delivery) written {
	return written{line: "POST /hook HTTP/1.1", body: string(d.Body), headers: []string{"X-Service-Event: " + d.Event, "X-Service-Delivery: " + d.ID,
		"X-Service-Signature: " + d.Signature, "Host: hooks.example", "Content-Type: application/json", fmt.Sprint("Content-Length: ", len(d.Body))}}
}

func (w written) text() string {
	return w.line + "\r\n" + strings.Join(w.headers, "\r\n") + "\r\n\r\n" + w.body
}

// with replaces the header that begins with a name, or adds it; without takes it away.
func (w written) with(name, value string) written {
	w = w.without(name)
	w.headers = append(w.headers, name+": "+value)
	return w
}

func (w written) without(name string) written {
	var kept []string
	for _, h := range w.headers {
		if !strings.HasPrefix(h, name+":") {
			kept = append(kept, h)
		}
	}
	w.headers = kept
	return w
}

// names writes the names of all headers in another way.
func (w written) names(how func(string) string) written {
	var all []string
	for _, h := range w.headers {
		name, value, _ := strings.Cut(h, ":")
		all = append(all, how(name)+":"+value)
	}
	w.headers = all
	return w
}

func (w written) chunked(size int, extension, trailer string) written {
	var out strings.Builder
	for rest := w.body; rest != ""; {
		n := min(size, len(rest))
		fmt.Fprintf(&out, "%x%s\r\n%s\r\n", n, extension, rest[:n])
		rest = rest[n:]
	}
	w = w.without("Content-Length").with("Transfer-Encoding", "chunked")
	w.body = out.String() + "0\r\n" + trailer + "\r\n"
	return w
}

// answers writes a text to the receiver, ends what can be sent, and reads as many answers as there are.
func answers(t *testing.T, address, text string) (statuses []int) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, text)
	require.NoError(t, err)
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	for in := bufio.NewReader(conn); ; {
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			return statuses
		}
		_, err = io.Copy(io.Discard, resp.Body)
		require.NoError(t, err)
		statuses = append(statuses, resp.StatusCode)
	}
}

// Senders write HTTP in their own ways. What is the same request is taken, whatever its spelling; what is another one is
// refused. The requests are small enough to be read at once: a server that closes on bytes it did not read may take its
// answer with them.
func TestTheSpellingOfARequestMakesNoDifference(t *testing.T) {
	made := func() webhooktest.Delivery {
		return webhooktest.New(key, "webhook.test", map[string]string{"name": "Łódź & <Söhne>", "long": strings.Repeat("x", 2000)})
	}
	rewritten := func(change func(body []byte) []byte) written {
		d := made()
		d.Body = change(d.Body)
		return as(d.Sign(key))
	}
	unsigned := func(change func(body []byte) []byte) written {
		d := made()
		d.Body = change(d.Body)
		return as(d)
	}
	marked := func(body []byte) []byte { return append([]byte("\ufeff"), body...) }
	usual := func() written { return as(made()) }
	twoOf := func(header int) string {
		w := usual()
		w.headers = append(w.headers, w.headers[header])
		return w.text()
	}
	older := func(w written) written { w.line = "POST /hook HTTP/1.0"; return w }
	for name, c := range map[string]struct {
		text string
		want []int
	}{
		"as usual":                       {usual().text(), []int{204}},
		"two on one connection":          {usual().text() + usual().text(), []int{204, 204}},
		"chunked":                        {usual().chunked(1000, "", "").text(), []int{204}},
		"chunked byte by byte":           {usual().chunked(1, "", "").text(), []int{204}},
		"chunked, extension and trailer": {usual().chunked(700, ";a=b", "X-Sum: 1\r\n").text(), []int{204}},
		"chunked, then another one":      {usual().chunked(700, "", "").text() + usual().text(), []int{204, 204}},
		"HTTP/1.0":                       {older(usual()).text(), []int{204}},
		"HTTP/1.0, neither size":         {older(usual().without("Content-Length")).text(), []int{401}},
		"no size at all":                 {usual().without("Content-Length").with("Connection", "close").text(), []int{401}},
		"size told twice, the same":      {twoOf(5), []int{204}},
		"whole URL in the line":          {func() string { w := usual(); w.line = "POST http://hooks.example/hook HTTP/1.1"; return w.text() }(), []int{204}},
		"waits to be asked":              {usual().with("Expect", "100-continue").text(), []int{100, 204}},
		"names in lower case":            {usual().names(strings.ToLower).text(), []int{204}},
		"names in upper case":            {usual().names(strings.ToUpper).text(), []int{204}},
		"space around values": {func() string {
			w := usual()
			for i := range w.headers {
				w.headers[i] = strings.Replace(w.headers[i], ": ", ": \t ", 1) + " \t"
			}
			return w.text()
		}(), []int{204}},
		"charset told":                              {usual().with("Content-Type", "application/json; charset=utf-8").text(), []int{204}},
		"no content type":                           {usual().without("Content-Type").text(), []int{204}},
		"content type of a form":                    {usual().with("Content-Type", "application/x-www-form-urlencoded").text(), []int{204}},
		"two signatures":                            {twoOf(2), []int{401}},
		"two event names":                           {twoOf(0), []int{401}},
		"two delivery ids":                          {twoOf(1), []int{401}},
		"byte order mark, signed":                   {rewritten(marked).text(), []int{204}},
		"byte order mark, added":                    {unsigned(marked).text(), []int{401}},
		"line feed, signed":                         {rewritten(func(b []byte) []byte { return append(b, '\n') }).text(), []int{204}},
		"line feed, added":                          {unsigned(func(b []byte) []byte { return append(b, '\n') }).text(), []int{401}},
		"gzip over the signature":                   {unsigned(packed).with("Content-Encoding", "gzip").text(), []int{401}},
		"gzip under the signature":                  {rewritten(packed).with("Content-Encoding", "gzip").text(), []int{400}},
		"cut short":                                 {usual().text()[:1500], []int{408}},
		"no body":                                   {func() string { w := usual(); w.body = ""; return w.with("Content-Length", "0").text() }(), []int{401}},
		"refused before its body, then another one": {usual().without("X-Service-Signature").text() + usual().text(), []int{401, 204}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStation(t)
			server := httptest.NewServer(s)
			defer server.Close()
			require.Equal(t, c.want, answers(t, server.Listener.Addr().String(), c.text), "%s", s.log.String())
			handled := 0
			for _, status := range c.want {
				if status == 204 {
					handled++
				}
			}
			require.EqualValues(t, handled, s.runs.Load())
		})
	}
}

func packed(body []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

func TestHTTP2IsTheSame(t *testing.T) {
	s := newStation(t)
	server := httptest.NewUnstartedServer(s)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	for name, size := range map[string]int64{"size told": 0, "size not told": -1} {
		d := webhooktest.New(key, "webhook.test", nil)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, io.MultiReader(bytes.NewReader(d.Body)))
		require.NoError(t, err)
		if req.Header, req.ContentLength = d.Header(), size; size == 0 {
			req.ContentLength = int64(len(d.Body))
		}
		resp, err := server.Client().Do(req)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		require.Equal(t, 2, resp.ProtoMajor)
		require.Equal(t, http.StatusNoContent, resp.StatusCode, name)
	}
	require.EqualValues(t, 2, s.runs.Load())
}

// A mark before the JSON is signed with it and means nothing (RFC 8259 section 8.1).
func TestAByteOrderMarkIsNoPartOfTheEvent(t *testing.T) {
	d := webhooktest.New(key, "webhook.test", map[string]int{"n": 1})
	e, err := webhook.ParseEvent(append([]byte("\ufeff"), d.Body...))
	require.NoError(t, err)
	require.Equal(t, d.ID, e.ID)
	require.JSONEq(t, `{"n":1}`, string(e.Data))
	require.True(t, bytes.HasPrefix(e.Body, []byte("\ufeff")), "the body stays as it was signed")
}
