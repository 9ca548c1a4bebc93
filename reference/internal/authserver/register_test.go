package authserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
)

func TestRegistrationSaysWhatHolds(t *testing.T) {
	b := newBench(t)
	r := b.postJSON("/oauth/register", `{"client_name":" My\u202e  app\u0007\n","redirect_uris":["http://127.0.0.1/cb"],
		"token_endpoint_auth_method":"client_secret_basic","grant_types":["authorization_code","client_credentials"],"logo_uri":"https://x.example/l.png"}`)
	require.Equal(t, 201, r.StatusCode, r.text)
	require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
	require.NotEmpty(t, r.body["client_id"])
	delete(r.body, "client_id")
	want := map[string]any{
		"client_id_issued_at": float64(b.clock.Now().Unix()), "client_name": "My app", "redirect_uris": []any{"http://127.0.0.1/cb"},
		"grant_types":    []any{"authorization_code", "urn:ietf:params:oauth:grant-type:device_code", "refresh_token"},
		"response_types": []any{"code"}, "token_endpoint_auth_method": "none", "scope": "workspace"}
	require.Empty(t, cmp.Diff(want, r.body))
	require.Equal(t, 201, b.postJSON("/oauth/register", `{}`).StatusCode, "a device needs no redirect")
}

func TestRegistrationsThatCannotHoldAreRefused(t *testing.T) {
	b := newBench(t)
	uris := func(list ...string) string {
		text, err := json.Marshal(map[string]any{"client_name": "x", "redirect_uris": list})
		require.NoError(t, err)
		return string(text)
	}
	var many []string
	for i := range 21 {
		many = append(many, fmt.Sprintf("https://x.example/%d", i))
	}
	for name, c := range map[string]struct{ body, code string }{
		"not an array":   {`{"redirect_uris":"http://127.0.0.1/cb"}`, "invalid_redirect_uri"},
		"not strings":    {`{"redirect_uris":[1]}`, "invalid_redirect_uri"},
		"null in it":     {`{"redirect_uris":[null]}`, "invalid_redirect_uri"},
		"empty":          {uris(""), "invalid_redirect_uri"},
		"relative":       {uris("/cb"), "invalid_redirect_uri"},
		"plain http":     {uris("http://app.example/cb"), "invalid_redirect_uri"},
		"no host":        {uris("https:///cb"), "invalid_redirect_uri"},
		"script":         {uris("javascript:alert(1)"), "invalid_redirect_uri"},
		"data":           {uris("data:text/html,x"), "invalid_redirect_uri"},
		"fragment":       {uris("https://x.example/#a"), "invalid_redirect_uri"},
		"empty fragment": {uris("https://x.example/#"), "invalid_redirect_uri"},
		"user":           {uris("https://a@x.example/"), "invalid_redirect_uri"},
		"control":        {uris("https://x.example/\n"), "invalid_redirect_uri"},
		"space":          {uris("https://x.example/a b"), "invalid_redirect_uri"},
		"backslash":      {uris(`https://x.example\@evil.example`), "invalid_redirect_uri"},
		"too many":       {uris(many...), "invalid_redirect_uri"},
		"too long":       {uris("https://x.example/" + strings.Repeat("a", 2000)), "invalid_redirect_uri"},
		"no grant":       {`{"grant_types":["client_credentials"]}`, "invalid_client_metadata"},
		"name no string": {`{"client_name":1}`, "invalid_client_metadata"},
		"no object":      {`[]`, "invalid_client_metadata"},
		"null":           {`null`, "invalid_client_metadata"},
		"cut off":        {`{"client_name":"x"`, "invalid_client_metadata"},
		"two objects":    {`{}{}`, "invalid_client_metadata"},
		"too big":        {`{"x":"` + strings.Repeat("a", 70_000) + `"}`, "invalid_client_metadata"},
	} {
		t.Run(name, func(t *testing.T) { b.requireError(b.postJSON("/oauth/register", c.body), 400, c.code) })
	}
	b.requireError(b.post("/oauth/register", "client_name", "x"), 400, "invalid_client_metadata")
	b.requireError(b.postJSON("/oauth/register?x=1", `{}`), 400, "invalid_request")
}

func TestMetadataNamesWhatIsMounted(t *testing.T) {
	b := newBench(t)
	r := b.get(base + "/.well-known/oauth-authorization-server")
	require.Equal(t, 200, r.StatusCode)
	require.Equal(t, base, r.body["issuer"])
	for member, value := range r.body {
		if !strings.HasSuffix(member, "_endpoint") {
			continue
		}
		path := strings.TrimPrefix(value.(string), base)
		_, pattern := b.mux.Handler(httptest.NewRequest(http.MethodPost, base+path, nil))
		require.Equal(t, path, pattern, "%s is mounted", member)
	}
	require.Equal(t, r.body, b.get(base+"/.well-known/openid-configuration").body, "where clients of OpenID look by default")
	require.Len(t, r.body["grant_types_supported"], 3)
	require.Equal(t, []any{"S256"}, r.body["code_challenge_methods_supported"])

	mux := http.NewServeMux()
	b.Routes(mux, nil)
	b.mux = mux
	r = b.get(base + "/.well-known/oauth-authorization-server")
	require.NotContains(t, r.body, "authorization_endpoint")
	require.NotContains(t, r.body, "device_authorization_endpoint")
	require.Equal(t, []any{"refresh_token"}, r.body["grant_types_supported"])
}

func TestWithoutABaseURLTheIssuerIsWhereTheRequestWent(t *testing.T) {
	b := newBench(t, func(o *authserver.Options) { o.BaseURL = "" })
	r := b.get("http://127.0.0.1:8080/.well-known/oauth-authorization-server")
	require.Equal(t, "http://127.0.0.1:8080", r.body["issuer"])
	require.Equal(t, "http://127.0.0.1:8080/oauth/token", r.body["token_endpoint"])
}

func TestPagesOfAnyOriginMayCallTheEndpoints(t *testing.T) {
	b := newBench(t)
	r := b.do(httptest.NewRequest(http.MethodOptions, base+"/oauth/token", nil))
	require.Equal(t, 204, r.StatusCode)
	require.Equal(t, "*", r.Header.Get("Access-Control-Allow-Origin"))
	require.Equal(t, "POST", r.Header.Get("Access-Control-Allow-Methods"))
	require.Equal(t, "*, Authorization", r.Header.Get("Access-Control-Allow-Headers"), "libraries send headers of their own")
}

func TestFloodsAreHeldOffByAddress(t *testing.T) {
	b := newBench(t, func(o *authserver.Options) {
		o.Limits.Registrations = throttle.Rate{Burst: 2, Window: time.Minute}
		o.Limits.TokenRequests = throttle.Rate{Burst: 1, Window: time.Minute}
	})
	b.register()
	client := b.register()
	r := b.postJSON("/oauth/register", `{}`)
	b.requireError(r, 429, "temporarily_unavailable")
	require.Equal(t, "30", r.Header.Get("Retry-After"))
	elsewhere := httptest.NewRequest(http.MethodPost, base+"/oauth/register", strings.NewReader(`{}`))
	elsewhere.Header.Set("Content-Type", "application/json")
	elsewhere.RemoteAddr = "198.51.100.7:1"
	require.Equal(t, 201, b.do(elsewhere).StatusCode)
	b.requireError(b.refresh(client, "brt_x"), 400, "invalid_grant")
	b.requireError(b.refresh(client, "brt_x"), 429, "temporarily_unavailable")
	b.clock.Advance(31 * time.Second)
	b.register()
}

func TestFloodsOfOneClientAreHeldOffWhereverTheyComeFrom(t *testing.T) {
	b := newBench(t, func(o *authserver.Options) { o.Limits.ClientRequests = throttle.Rate{Burst: 3, Window: time.Minute} })
	client, other := b.register(), b.register()
	from := func(client string, host int) reply {
		r := httptest.NewRequest(http.MethodPost, base+"/oauth/device_authorization", strings.NewReader("client_id="+client))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.RemoteAddr = fmt.Sprintf("198.51.100.%d:1", host)
		return b.do(r)
	}
	for host := range 3 {
		require.Equal(t, 200, from(client, host).StatusCode)
	}
	b.requireError(from(client, 9), 429, "temporarily_unavailable")
	require.Equal(t, 200, from(other, 9).StatusCode)
}

func TestRegistrationsAreBounded(t *testing.T) {
	b := newBench(t, func(o *authserver.Options) { o.Limits.MaxClients = 3 })
	for range 3 {
		b.register()
	}
	b.requireError(b.postJSON("/oauth/register", `{}`), 503, "temporarily_unavailable")
}

func TestUnusedClientsAreCleanedUp(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBenchOn(t, db, func(o *authserver.Options) { o.Limits.KeepClients = 1 })
		used, waiting, unused := b.register(), b.register(), b.register()
		_, refresh := b.signIn(used)
		b.clock.Advance(25 * time.Hour)
		b.device(waiting)
		fresh := b.register()
		require.NoError(t, b.Sweep(t.Context()))
		known := func(client string) bool {
			return b.post("/oauth/device_authorization", "client_id", client).StatusCode == 200
		}
		require.False(t, known(unused))
		require.True(t, known(waiting))
		require.True(t, known(fresh))
		require.Equal(t, 200, b.refresh(used, refresh).StatusCode)
	})
}

func TestWhatIsOverIsCleanedUp(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBenchOn(t, db)
		client := b.register()
		access, _ := b.signIn(client)
		b.code(client)
		b.device(client)
		_, err := b.Device(t.Context(), authserver.Guesser{UserID: person}, "BBBBB-BBBBB")
		require.ErrorIs(t, err, authserver.ErrUnknownCode)
		require.NoError(t, b.Sweep(t.Context()))
		b.requireLive(access, true)
		b.clock.Advance(61 * 24 * time.Hour)
		require.NoError(t, b.Sweep(t.Context()))
		require.NoError(t, db.Read(t.Context(), func(tx *store.Tx) error {
			for _, table := range []string{"oauth_families", "oauth_access_tokens", "oauth_codes", "oauth_devices", "oauth_guesses"} {
				var n int
				if err := tx.QueryRow(t.Context(), `SELECT COUNT(*) FROM `+table, nil, &n); err != nil {
					return err
				}
				require.Zero(t, n, table)
			}
			return nil
		}))
	})
}

func TestRunSweepsUntilItsContextEnds(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	client := b.register()
	b.code(client)
	require.NoError(t, b.clock.AwaitTimers(t.Context(), 1))
	b.clock.Advance(25 * time.Hour)
	require.NoError(t, b.clock.AwaitTimers(t.Context(), 1)) // asleep again: the sweep is over
	require.NoError(t, b.db.Read(t.Context(), func(tx *store.Tx) error {
		var n int
		err := tx.QueryRow(t.Context(), `SELECT COUNT(*) FROM oauth_codes`, nil, &n)
		require.Zero(t, n)
		return err
	}))
	cancel()
	require.NoError(t, <-done)
}

// A copy of the database opens nothing: no text that a client holds is in it.
func TestNothingThatAClientHoldsIsStored(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Path: filepath.Join(dir, "intake.db")})
	b := newBenchOn(t, db)
	client := b.register()
	device, user := b.device(client)
	access, refresh := b.signIn(client)
	rotated := b.refresh(client, refresh).body
	code := b.code(client)
	var stored strings.Builder
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		stored.Write(data)
	}
	require.Contains(t, stored.String(), client, "the files are the right ones")
	for name, text := range map[string]string{"device code": device, "user code": user, "access token": access, "refresh token": refresh,
		"second access token": rotated["access_token"].(string), "second refresh token": rotated["refresh_token"].(string), "code": code} {
		secretPart := text[max(0, len(text)-20):]
		require.NotContains(t, stored.String(), secretPart, name)
	}
	require.NotContains(t, stored.String(), strings.ReplaceAll(user, "-", ""))
}

func TestOptionsAreChecked(t *testing.T) {
	hasher, err := secret.NewHasher([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	db := storetest.SQLite(t)
	good := authserver.Options{DB: db, Secret: hasher, Clock: clock.System()}
	_, err = authserver.New(good)
	require.NoError(t, err)
	for name, change := range map[string]func(*authserver.Options){
		"no database":       func(o *authserver.Options) { o.DB = nil },
		"no issuer":         func(o *authserver.Options) { o.BaseURL = "intake.example" },
		"query":             func(o *authserver.Options) { o.BaseURL = "https://intake.example/?x" },
		"too short":         func(o *authserver.Options) { o.Lives.AccessToken = time.Millisecond },
		"broken interval":   func(o *authserver.Options) { o.Lives.DeviceInterval = 1500 * time.Millisecond },
		"too many guesses":  func(o *authserver.Options) { o.Limits.Guesses.All = 5000 },
		"negative guessing": func(o *authserver.Options) { o.Limits.Guesses.ByPerson = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			o := good
			change(&o)
			_, err := authserver.New(o)
			require.Error(t, err)
		})
	}
}
