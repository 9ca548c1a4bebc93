package hooks_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/hooks"
)

type answer struct {
	Echo string `json:"echo"`
}

// offers are three ways to offer one verb, "echo", and a verb that fails, "fail".
func offers(t *testing.T) map[string]hooks.Hooks {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method + r.URL.Path {
		case "POST/v1/echo":
			var in map[string]string
			_ = json.NewDecoder(r.Body).Decode(&in)
			_ = json.NewEncoder(w).Encode(map[string]string{"echo": in["text"]})
		case "POST/v1/fail":
			http.Error(w, `{"detail":"no"}`, http.StatusBadRequest)
		default:
			w.WriteHeader(http.StatusNotImplemented)
		}
	}))
	t.Cleanup(server.Close)
	script := filepath.Join(t.TempDir(), "control.sh")
	require.NoError(t, os.WriteFile(script, []byte("case \"$1\" in\n echo) sed 's/\"text\"/\"echo\"/' ;;\n fail) echo no >&2; exit 1 ;;\n *) exit 64 ;;\nesac\n"), 0o600))
	return map[string]hooks.Hooks{
		"HTTP":    hooks.HTTP(server.URL + "/"),
		"command": hooks.Command("sh", script),
		"Go": hooks.Map{
			"echo": func(_ context.Context, in json.RawMessage) (any, error) {
				var text struct{ Text string }
				err := json.Unmarshal(in, &text)
				return answer{text.Text}, err
			},
			"fail": func(context.Context, json.RawMessage) (any, error) { return nil, os.ErrInvalid },
		},
	}
}

func TestHooks(t *testing.T) {
	for name, h := range offers(t) {
		t.Run(name, func(t *testing.T) {
			var out answer
			require.NoError(t, h.Call(t.Context(), "echo", map[string]string{"text": "hello"}, &out))
			require.Equal(t, "hello", out.Echo)
			require.ErrorIs(t, h.Call(t.Context(), "other", struct{}{}, nil), hooks.ErrNotOffered)
			err := h.Call(t.Context(), "fail", struct{}{}, nil)
			require.Error(t, err)
			require.NotErrorIs(t, err, hooks.ErrNotOffered)
		})
	}
}

// A text may have escapes where it needs none, and a time is a text: some encoders write the plus sign of its offset so.
func TestEscapesInTimes(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"now":"2028-02-01T19:56:04\u002B02:00","large":9007199254740993}`)
	}))
	defer server.Close()
	var out struct {
		Now   time.Time
		Large int64
	}
	require.NoError(t, hooks.HTTP(server.URL).Call(t.Context(), "advance-clock", struct{}{}, &out))
	require.Equal(t, time.Date(2028, 2, 1, 17, 56, 4, 0, time.UTC), out.Now.UTC())
	require.Equal(t, int64(9007199254740993), out.Large)
}
