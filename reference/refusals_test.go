package reference_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

// What reaches no handler is refused in the form of every other error (spec section 7).
func TestWhatIsNoRequestIsRefusedInJSON(t *testing.T) {
	s, _ := running(t, reference.Config{Control: true})
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"a broken escape":               {"GET /org/%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400},
		"a bad host":                    {"GET /org/me HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
		"no host":                       {"GET /org/me HTTP/1.1\r\n\r\n", 400},
		"no HTTP":                       {"hello\r\n\r\n", 400},
		"a length below nothing":        {"POST /org/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: -4\r\n\r\n", 400},
		"an unknown transfer encoding":  {"POST /org/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: foo\r\n\r\n", 501},
		"a version that there is not":   {"GET /org/me HTTP/7.7\r\nHost: x\r\n\r\n", 505},
		"headers of more than is taken": {"GET /org/me HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("a", 72<<10) + "\r\n\r\n", 431},
		"a path that there is not":      {"GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
			require.NoError(t, err)
			defer conn.Close()
			_, _ = io.WriteString(conn, c.request) // the server may hang up on what is too long
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			defer resp.Body.Close()
			require.Equal(t, c.status, resp.StatusCode)
			require.Equal(t, "application/json", resp.Header.Get("Content-Type"))
			var body struct{ Detail string }
			require.NoError(t, json.NewDecoder(resp.Body).Decode(&body))
			require.NotEmpty(t, body.Detail)
		})
	}
}
