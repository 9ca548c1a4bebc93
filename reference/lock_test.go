package reference_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

// A server remembers which keys are good. What looks in beside it may make keys, which it knows at once, but not revoke any.
func TestOnlyTheServerItselfRevokesKeysWhileItRuns(t *testing.T) {
	data := t.TempDir()
	beside := newServer(t, reference.Config{Data: data, BaseURL: "http://intake.example", Control: true})
	_, w := newCaller(t, beside, paid)
	hook := caller{t: t, handler: beside.Control()}
	me := func(s *reference.Server, key string) int {
		return caller{t: t, handler: s, key: key}.get("/org/me").status
	}

	early := hook.post("/v1/create-key", obj{"org_id": w.OrgID}).body["api_key"].(string)
	require.Equal(t, 200, me(beside, early))
	require.Equal(t, 200, hook.post("/v1/revoke-key", obj{"api_key": early}).status, "no server runs yet")
	require.Equal(t, 401, me(beside, early))

	server, _ := running(t, reference.Config{Data: data, Control: true})
	require.Equal(t, 401, me(server, early))
	late := hook.post("/v1/create-key", obj{"org_id": w.OrgID}).body["api_key"].(string)
	require.Equal(t, 200, me(server, late))
	require.NotEqual(t, 200, hook.post("/v1/revoke-key", obj{"api_key": late}).status)
	require.Equal(t, 200, me(server, late))
	require.Equal(t, 200, caller{t: t, handler: server.Control()}.post("/v1/revoke-key", obj{"api_key": late}).status)
	require.Equal(t, 401, me(server, late))
	require.Equal(t, 401, me(beside, late))
}
