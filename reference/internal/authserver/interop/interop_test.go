package interop_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

const workspace, person = "org_a", "usr_a"

// agreeable is a person who consents to everything.
type agreeable struct{ server *authserver.Server }

func (p agreeable) Consent(w http.ResponseWriter, r *http.Request, a authserver.Authorization) {
	to, err := p.server.Grant(r.Context(), a, workspace, person)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func (agreeable) Problem(w http.ResponseWriter, _ *http.Request, status int, text string) {
	http.Error(w, text, status)
}

func (agreeable) DevicePath() string { return "/device" }

// serve runs the server in real time, with polls a second apart.
func serve(t *testing.T) (*authserver.Server, string) {
	t.Helper()
	db := storetest.SQLite(t)
	hasher, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	ctx := context.Background()
	require.NoError(t, db.Write(ctx, func(tx *store.Tx) error {
		return tx.InsertWorkspace(ctx, store.Workspace{ID: workspace, Name: "Harbor", Plan: "paid"})
	}))
	mux := http.NewServeMux()
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	server, err := authserver.New(authserver.Options{DB: db, Secret: hasher, Clock: clock.System(), BaseURL: web.URL,
		Lives: authserver.Lives{DeviceInterval: time.Second}})
	require.NoError(t, err)
	server.Routes(mux, agreeable{server})
	mux.HandleFunc("POST /approve", func(w http.ResponseWriter, r *http.Request) {
		if err := server.ApproveDevice(r.Context(), r.URL.Query().Get("user_code"), workspace, person); err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
		}
	})
	return server, web.URL
}

func requireLive(t *testing.T, s *authserver.Server, access string, live bool) {
	t.Helper()
	ws, _, _, err := s.VerifyAccessToken(t.Context(), access)
	if !live {
		require.ErrorIs(t, err, authserver.ErrInvalidToken)
		return
	}
	require.NoError(t, err)
	require.Equal(t, workspace, ws)
}

// skip skips a test with its reason, which is a failure in CI: there everything is installed.
func skip(t *testing.T, reason string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(reason)
	}
	t.Skip(reason)
}
