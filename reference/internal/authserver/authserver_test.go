package authserver_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

const (
	workspace = "org_a"
	person    = "usr_a"
	base      = "https://intake.example"
	verifier  = "the-verifier-of-the-tests-has-at-least-43-characters"
)

// agreeable stands in for the pages: everybody who is asked consents.
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

// bench is a mounted server on a clock that stands still.
type bench struct {
	*authserver.Server
	t     testing.TB
	clock *clock.Manual
	db    *store.DB
	mux   *http.ServeMux
}

func newBench(t testing.TB, change ...func(*authserver.Options)) *bench {
	return newBenchOn(t, storetest.SQLite(t), change...)
}

func newBenchOn(t testing.TB, db *store.DB, change ...func(*authserver.Options)) *bench {
	hasher, err := secret.NewHasher([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	b := &bench{t: t, clock: clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)), db: db, mux: http.NewServeMux()}
	o := authserver.Options{DB: db, Secret: hasher, Clock: b.clock, BaseURL: base}
	for _, c := range change {
		c(&o)
	}
	b.Server, err = authserver.New(o)
	require.NoError(t, err)
	b.Routes(b.mux, agreeable{b.Server})
	ctx := context.Background()
	require.NoError(t, db.Write(ctx, func(tx *store.Tx) error {
		for _, id := range []string{workspace, "org_b"} {
			if err := tx.InsertWorkspace(ctx, store.Workspace{ID: id, Name: id, Plan: "paid"}); err != nil {
				return err
			}
		}
		return nil
	}))
	return b
}

// reply is what came back.
type reply struct {
	*http.Response
	body map[string]any
	text string
}

func (b *bench) do(r *http.Request) reply {
	b.t.Helper()
	w := httptest.NewRecorder()
	b.mux.ServeHTTP(w, r)
	res := w.Result()
	text, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	out := reply{Response: res, text: string(text)}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		require.NoError(b.t, json.Unmarshal(text, &out.body), "%s", text)
	}
	return out
}

func (b *bench) post(path string, pairs ...string) reply {
	b.t.Helper()
	f := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		f.Add(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, base+path, strings.NewReader(f.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(r)
}

func (b *bench) postJSON(path, body string) reply {
	b.t.Helper()
	r := httptest.NewRequest(http.MethodPost, base+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return b.do(r)
}

func (b *bench) get(target string) reply {
	b.t.Helper()
	return b.do(httptest.NewRequest(http.MethodGet, target, nil))
}

func (b *bench) register() (clientID string) {
	b.t.Helper()
	r := b.postJSON("/oauth/register", `{"client_name":"Test app","redirect_uris":["http://127.0.0.1/callback","https://app.example/cb?x=1"]}`)
	require.Equal(b.t, http.StatusCreated, r.StatusCode, r.text)
	return r.body["client_id"].(string)
}

func (b *bench) device(clientID string) (deviceCode, userCode string) {
	b.t.Helper()
	r := b.post("/oauth/device_authorization", "client_id", clientID)
	require.Equal(b.t, http.StatusOK, r.StatusCode, r.text)
	return r.body["device_code"].(string), r.body["user_code"].(string)
}

func (b *bench) poll(clientID, deviceCode string) reply {
	b.t.Helper()
	return b.post("/oauth/token", "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "device_code", deviceCode, "client_id", clientID)
}

func (b *bench) refresh(clientID, token string) reply {
	b.t.Helper()
	return b.post("/oauth/token", "grant_type", "refresh_token", "refresh_token", token, "client_id", clientID)
}

// signIn goes through the device grant.
func (b *bench) signIn(clientID string) (access, refresh string) {
	b.t.Helper()
	code, user := b.device(clientID)
	require.NoError(b.t, b.ApproveDevice(b.t.Context(), user, workspace, person))
	r := b.poll(clientID, code)
	require.Equal(b.t, http.StatusOK, r.StatusCode, r.text)
	return r.body["access_token"].(string), r.body["refresh_token"].(string)
}

func challenge() string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// authorization is the address of a valid authorization request; pairs change parameters, an empty value drops one.
func authorization(clientID string, pairs ...string) string {
	q := url.Values{"response_type": {"code"}, "client_id": {clientID}, "redirect_uri": {"http://127.0.0.1:4567/callback"},
		"state": {"s t/ä"}, "code_challenge": {challenge()}, "code_challenge_method": {"S256"}}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
		if pairs[i+1] == "" {
			q.Del(pairs[i])
		}
	}
	return base + "/oauth/authorize?" + q.Encode()
}

// answer is the query of the redirect to the client.
func answer(t testing.TB, r reply) url.Values {
	t.Helper()
	require.Equal(t, http.StatusSeeOther, r.StatusCode, r.text)
	u, err := url.Parse(r.Header.Get("Location"))
	require.NoError(t, err)
	return u.Query()
}

func (b *bench) code(clientID string) string {
	b.t.Helper()
	code := answer(b.t, b.get(authorization(clientID))).Get("code")
	require.NotEmpty(b.t, code)
	return code
}

func (b *bench) exchange(clientID, code, verifier string) reply {
	b.t.Helper()
	return b.post("/oauth/token", "grant_type", "authorization_code", "code", code, "client_id", clientID,
		"code_verifier", verifier, "redirect_uri", "http://127.0.0.1:4567/callback")
}

func (b *bench) requireError(r reply, status int, code string) {
	b.t.Helper()
	require.Equal(b.t, status, r.StatusCode, r.text)
	require.Equal(b.t, code, r.body["error"], r.text)
	require.NotEmpty(b.t, r.body["detail"])
	require.Equal(b.t, r.body["detail"], r.body["error_description"])
	require.Equal(b.t, "no-store", r.Header.Get("Cache-Control"))
	require.NotContains(b.t, r.body, "access_token")
}

func (b *bench) requireLive(access string, live bool) {
	b.t.Helper()
	ws, _, user, err := b.VerifyAccessToken(b.t.Context(), access)
	if !live {
		require.ErrorIs(b.t, err, authserver.ErrInvalidToken)
		return
	}
	require.NoError(b.t, err)
	require.Equal(b.t, []string{workspace, person}, []string{ws, user})
}
