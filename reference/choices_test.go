package reference_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
)

// choosing is a caller of a server with one choice. Its answers are not held against the description of the default.
func choosing(t *testing.T, choice string) func(method, path, body string) reply {
	t.Helper()
	now := clock.NewManual(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC))
	config := reference.Config{Clock: now}
	require.NoError(t, config.Choices.Set(choice))
	s := newServer(t, config)
	_, w := newCaller(t, s, paid)
	c := caller{handler: s, key: w.APIKey}
	return func(method, path, body string) reply {
		now.Advance(time.Second)
		r := httptest.NewRequest(method, path, reader(body))
		r.Header.Set("Content-Type", "application/json")
		switch body {
		case "zip":
			r = uploadRequest(path, "file", "a.pdf", []byte("PK"))
		case "big":
			r = uploadRequest(path, "file", "a.pdf", make([]byte, 20<<20+1))
		}
		out, err := c.send(r)
		require.NoError(t, err)
		return out
	}
}

func TestEveryChoiceChangesItsAnswer(t *testing.T) {
	const session = "/org/sessions/"
	tests := map[string]func(t *testing.T, do func(method, path, body string) reply, id string){
		"list=oldest": func(t *testing.T, do func(method, path, body string) reply, id string) {
			do("POST", "/org/sessions", `{"insured_name":"B"}`)
			require.Equal(t, id, do("GET", "/org/sessions", "").body["sessions"].([]any)[0].(obj)["session_id"])
		},
		"not-json=400": func(t *testing.T, do func(method, path, body string) reply, _ string) {
			requireRefused(t, 400, do("POST", "/org/sessions", "{"))
			require.Equal(t, 422, do("POST", "/org/sessions", "{}").status)
		},
		"not-pdf=400": func(t *testing.T, do func(method, path, body string) reply, id string) {
			requireRefused(t, 400, do("POST", session+id+"/extract", "zip"))
		},
		"nulls=omitted": func(t *testing.T, do func(method, path, body string) reply, id string) {
			require.NotContains(t, do("GET", session+id, "").body, "state")
		},
		"oversize=400": func(t *testing.T, do func(method, path, body string) reply, id string) {
			requireRefused(t, 400, do("POST", session+id+"/extract", "big"))
		},
		"oversize=413": func(t *testing.T, do func(method, path, body string) reply, id string) {
			requireRefused(t, 413, do("POST", session+id+"/extract", "big"))
		},
		"register=200": func(t *testing.T, do func(method, path, body string) reply, _ string) {
			made := do("POST", "/oauth/register", `{"client_name":"A","redirect_uris":["http://127.0.0.1/cb"]}`)
			require.Equal(t, 200, made.status)
			require.NotEmpty(t, made.body["client_id"])
		},
		"risk=bare": func(t *testing.T, do func(method, path, body string) reply, id string) {
			require.Equal(t, "[", string(do("GET", session+id+"/risk-summary", "").raw[:1]))
		},
		"submission=id": func(t *testing.T, do func(method, path, body string) reply, id string) {
			require.Equal(t, 200, do("POST", session+id+"/fill", "").status)
			require.NotEmpty(t, do("POST", session+id+"/submit", "").body["id"])
		},
		"unfinished=400": func(t *testing.T, do func(method, path, body string) reply, id string) {
			requireRefused(t, 400, do("POST", session+id+"/fill", ""))
			requireRefused(t, 400, do("GET", session+id+"/risk-summary", ""))
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			do := choosing(t, name)
			test(t, do, do("POST", "/org/sessions", `{"insured_name":"A"}`).body["session_id"].(string))
		})
	}
	require.Error(t, new(reference.Choices).Set("nothing=like-it"))
	require.Len(t, reference.ChoiceNames(), len(tests)+1, "extracted=wins has a test of its own, with a document")
}

func requireRefused(t *testing.T, status int, out reply) {
	t.Helper()
	require.Equal(t, status, out.status)
	require.IsType(t, "", out.body["detail"])
}
