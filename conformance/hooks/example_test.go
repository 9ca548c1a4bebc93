package hooks_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/workspaceintake/intake-go/conformance/hooks"
)

// A server in the same process can offer its hooks as Go functions.
func ExampleMap() {
	var skipped time.Duration
	offered := hooks.Map{"advance-clock": func(_ context.Context, in json.RawMessage) (any, error) {
		var params struct{ Seconds float64 }
		if err := json.Unmarshal(in, &params); err != nil {
			return nil, err
		}
		skipped += time.Duration(params.Seconds * float64(time.Second))
		return map[string]any{}, nil
	}}
	ctx := context.Background()
	fmt.Println(offered.Call(ctx, "advance-clock", map[string]any{"seconds": 90}, nil), skipped)
	fmt.Println(errors.Is(offered.Call(ctx, "create-workspace", nil, nil), hooks.ErrNotOffered))
	fmt.Println(errors.Is(hooks.None{}.Call(ctx, "advance-clock", nil, nil), hooks.ErrNotOffered))
	// Output:
	// <nil> 1m30s
	// true
	// true
}

func ExampleHTTP() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/create-workspace" {
			w.WriteHeader(http.StatusNotImplemented)
			return
		}
		_, _ = io.WriteString(w, `{"org_id":"org_1","api_key":"bsk_1"}`)
	}))
	defer server.Close()
	control := hooks.HTTP(server.URL)
	var made struct {
		OrgID string `json:"org_id"`
	}
	fmt.Println(control.Call(context.Background(), "create-workspace", map[string]any{"plan": "free"}, &made), made.OrgID)
	fmt.Println(errors.Is(control.Call(context.Background(), "advance-clock", map[string]any{"seconds": 1}, nil), hooks.ErrNotOffered))
	// Output:
	// <nil> org_1
	// true
}

// A script of your own makes the workspaces. Its last argument is the verb.
func ExampleCommand() {
	control := hooks.Command("sh", "-c", `[ "$0" = create-workspace ] || exit 64; cat >/dev/null; echo '{"org_id":"org_1"}'`)
	var made struct {
		OrgID string `json:"org_id"`
	}
	fmt.Println(control.Call(context.Background(), "create-workspace", map[string]any{}, &made), made.OrgID)
	fmt.Println(errors.Is(control.Call(context.Background(), "advance-clock", map[string]any{}, nil), hooks.ErrNotOffered))
	// Output:
	// <nil> org_1
	// true
}
