package authserver_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

func TestDeviceGrantGivesTokensOnceThePersonApproves(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBenchOn(t, db)
		client := b.register()
		code, user := b.device(client)
		b.requireError(b.poll(client, code), 400, "authorization_pending")
		require.NoError(t, b.ApproveDevice(t.Context(), user, workspace, person))
		r := b.poll(client, code)
		require.Equal(t, 200, r.StatusCode, r.text)
		require.Equal(t, "Bearer", r.body["token_type"])
		require.EqualValues(t, 3600, r.body["expires_in"])
		require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
		b.requireLive(r.body["access_token"].(string), true)
		b.clock.Advance(time.Hour)
		b.requireLive(r.body["access_token"].(string), false)
	})
}

func TestDevicePollsAreJudgedByPaceOnlyWhileNobodyHasDecided(t *testing.T) {
	b := newBench(t)
	client := b.register()
	code, user := b.device(client)
	b.requireError(b.poll(client, code), 400, "authorization_pending")
	b.clock.Advance(4100 * time.Millisecond) // the network may have held up the first poll
	b.requireError(b.poll(client, code), 400, "authorization_pending")
	b.clock.Advance(3 * time.Second)
	b.requireError(b.poll(client, code), 400, "slow_down")
	b.clock.Advance(6 * time.Second)
	b.requireError(b.poll(client, code), 400, "slow_down") // 10 s are due now, and then 15 s
	b.clock.Advance(15 * time.Second)
	b.requireError(b.poll(client, code), 400, "authorization_pending")
	b.clock.Advance(13 * time.Second)
	b.requireError(b.poll(client, code), 400, "slow_down")
	require.NoError(t, b.ApproveDevice(t.Context(), user, workspace, person))
	require.Equal(t, 200, b.poll(client, code).StatusCode)
}

func TestDeviceCodesEnd(t *testing.T) {
	b := newBench(t)
	client := b.register()
	t.Run("expiry comes before pending", func(t *testing.T) {
		code, _ := b.device(client)
		b.clock.Advance(15 * time.Minute)
		b.requireError(b.poll(client, code), 400, "expired_token")
	})
	t.Run("expiry comes before approval", func(t *testing.T) {
		code, user := b.device(client)
		require.NoError(t, b.ApproveDevice(t.Context(), user, workspace, person))
		b.clock.Advance(15 * time.Minute)
		b.requireError(b.poll(client, code), 400, "expired_token")
		require.ErrorIs(t, b.ApproveDevice(t.Context(), user, workspace, person), authserver.ErrExpiredCode)
	})
	t.Run("denial is delivered and final", func(t *testing.T) {
		code, user := b.device(client)
		require.NoError(t, b.DenyDevice(t.Context(), user, workspace, person))
		b.requireError(b.poll(client, code), 400, "access_denied")
		require.ErrorIs(t, b.ApproveDevice(t.Context(), user, workspace, person), authserver.ErrDecidedCode)
		b.requireError(b.poll(client, code), 400, "access_denied")
	})
	t.Run("a spent code ends what came of it", func(t *testing.T) {
		code, user := b.device(client)
		require.NoError(t, b.ApproveDevice(t.Context(), user, workspace, person))
		r := b.poll(client, code)
		require.Equal(t, 200, r.StatusCode)
		b.requireError(b.poll(client, code), 400, "invalid_grant")
		b.requireLive(r.body["access_token"].(string), false)
	})
	t.Run("a code belongs to its client", func(t *testing.T) {
		code, user := b.device(client)
		require.NoError(t, b.ApproveDevice(t.Context(), user, workspace, person))
		b.requireError(b.poll(b.register(), code), 400, "invalid_grant")
		require.Equal(t, 200, b.poll(client, code).StatusCode)
	})
	t.Run("an unknown code", func(t *testing.T) { b.requireError(b.poll(client, "bdc_no"), 400, "invalid_grant") })
}

func TestCodeGrant(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBenchOn(t, db)
		client := b.register()
		code := b.code(client)
		b.requireError(b.exchange(client, code, ""), 400, "invalid_request")
		b.requireError(b.exchange(client, code, strings.Repeat("x", 43)), 400, "invalid_grant")
		b.requireError(b.exchange(b.register(), code, verifier), 400, "invalid_grant")
		b.requireError(b.post("/oauth/token", "grant_type", "authorization_code", "code", code, "client_id", client,
			"code_verifier", verifier, "redirect_uri", "http://127.0.0.1:1/callback"), 400, "invalid_grant")
		r := b.exchange(client, code, verifier)
		require.Equal(t, 200, r.StatusCode, r.text)
		b.requireLive(r.body["access_token"].(string), true)
		b.requireError(b.exchange(client, code, verifier), 400, "invalid_grant")
		b.requireLive(r.body["access_token"].(string), false)
		b.requireError(b.refresh(client, r.body["refresh_token"].(string)), 400, "invalid_grant")

		late := b.code(client)
		b.clock.Advance(time.Minute)
		b.requireError(b.exchange(client, late, verifier), 400, "invalid_grant")
	})
}

func TestRefreshRotatesAndGivesALostReplyAgain(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBenchOn(t, db)
		client := b.register()
		_, first := b.signIn(client)
		b.clock.Advance(10 * time.Minute)
		second := b.refresh(client, first)
		require.Equal(t, 200, second.StatusCode, second.text)
		require.NotEqual(t, first, second.body["refresh_token"])
		b.requireLive(second.body["access_token"].(string), true)

		b.clock.Advance(29 * time.Second)
		again := b.refresh(client, first)
		require.Equal(t, 200, again.StatusCode, again.text)
		require.Equal(t, second.body["refresh_token"], again.body["refresh_token"])
		require.Equal(t, second.body["access_token"], again.body["access_token"])
		require.EqualValues(t, 3600-29, again.body["expires_in"])

		b.clock.Advance(time.Second)
		b.requireError(b.refresh(client, first), 400, "invalid_grant")
		b.requireLive(second.body["access_token"].(string), false)
		b.requireError(b.refresh(client, second.body["refresh_token"].(string)), 400, "invalid_grant")
	})
}

func TestGraceEndsWhenTheSuccessorIsUsed(t *testing.T) {
	b := newBench(t)
	client := b.register()
	_, first := b.signIn(client)
	second := b.refresh(client, first).body["refresh_token"].(string)
	third := b.refresh(client, second)
	require.Equal(t, 200, third.StatusCode)
	b.requireError(b.refresh(client, first), 400, "invalid_grant")
	b.requireLive(third.body["access_token"].(string), false)
}

func TestWithoutGraceEveryReuseEndsTheFamily(t *testing.T) {
	b := newBench(t, func(o *authserver.Options) { o.Lives.RefreshGrace = -1 })
	client := b.register()
	_, first := b.signIn(client)
	second := b.refresh(client, first)
	b.requireError(b.refresh(client, first), 400, "invalid_grant")
	b.requireLive(second.body["access_token"].(string), false)
}

func TestRefreshLifeSlides(t *testing.T) {
	b := newBench(t)
	client := b.register()
	_, token := b.signIn(client)
	for range 5 {
		b.clock.Advance(29 * 24 * time.Hour)
		r := b.refresh(client, token)
		require.Equal(t, 200, r.StatusCode, r.text)
		token = r.body["refresh_token"].(string)
	}
	b.clock.Advance(30 * 24 * time.Hour)
	b.requireError(b.refresh(client, token), 400, "invalid_grant")
}

func TestRefreshTokensCannotBeMadeUpOrTakenOver(t *testing.T) {
	b := newBench(t)
	client := b.register()
	_, token := b.signIn(client)
	b.requireError(b.refresh(b.register(), token), 400, "invalid_grant")
	parts := strings.SplitN(token, "_", 4)
	for name, forged := range map[string]string{
		"next generation": fmt.Sprintf("brt_%s_2_%s", parts[1], parts[3]),
		"other family":    fmt.Sprintf("brt_%s_1_%s", strings.Repeat("a", 26), parts[3]),
		"cut":             token[:len(token)-1],
		"bare":            "brt_",
		"zero":            fmt.Sprintf("brt_%s_0_%s", parts[1], parts[3]),
		"access token":    "bat_x",
	} {
		t.Run(name, func(t *testing.T) { b.requireError(b.refresh(client, forged), 400, "invalid_grant") })
	}
	require.Equal(t, 200, b.refresh(client, token).StatusCode, "no forgery ends a sign-in")
}

func TestParallelRefreshesShareOneSuccessor(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBenchOn(t, db)
		client := b.register()
		_, first := b.signIn(client)
		var mu sync.Mutex
		seen := map[string]int{}
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				r := b.refresh(client, first)
				mu.Lock()
				defer mu.Unlock()
				seen[fmt.Sprint(r.StatusCode, r.body["refresh_token"], r.body["access_token"])]++
			})
		}
		wg.Wait()
		require.Len(t, seen, 1, "%v", seen)
	})
}

func TestParallelExchangesOfOneCodeOpenAtMostOneFamily(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBenchOn(t, db)
		client := b.register()
		code := b.code(client)
		var wg sync.WaitGroup
		var mu sync.Mutex
		good := 0
		for range 16 {
			wg.Go(func() {
				r := b.exchange(client, code, verifier)
				mu.Lock()
				defer mu.Unlock()
				if r.StatusCode == http.StatusOK {
					good++
				}
			})
		}
		wg.Wait()
		require.Equal(t, 1, good)
		all, err := b.SignIns(t.Context(), workspace)
		require.NoError(t, err)
		require.Len(t, all, 1)
		require.False(t, all[0].Live)
		require.Equal(t, authserver.RevokedReplay, all[0].RevokedFor)
	})
}

func TestRevocation(t *testing.T) {
	b := newBench(t)
	client := b.register()
	access, refresh := b.signIn(client)
	b.requireError(b.post("/oauth/revoke", "client_id", b.register(), "token", refresh), 400, "invalid_grant")
	b.requireLive(access, true)
	require.Equal(t, 200, b.post("/oauth/revoke", "client_id", client, "token", refresh, "token_type_hint", "refresh_token").StatusCode)
	b.requireLive(access, false)
	b.requireError(b.refresh(client, refresh), 400, "invalid_grant")

	access, refresh = b.signIn(client)
	require.Equal(t, 200, b.post("/oauth/revoke", "client_id", client, "token", access).StatusCode)
	b.requireLive(access, false)
	require.Equal(t, 200, b.refresh(client, refresh).StatusCode)
	for _, token := range []string{"unknown", "bat_unknown", "brt_unknown"} {
		require.Equal(t, 200, b.post("/oauth/revoke", "client_id", client, "token", token).StatusCode)
	}
	b.requireError(b.post("/oauth/revoke", "client_id", client), 400, "invalid_request")
}

func TestSpentFormsOfARequestAreRefused(t *testing.T) {
	b := newBench(t)
	client := b.register()
	send := func(change func(*http.Request), pairs ...string) reply {
		body := strings.Join(pairs, "&")
		r := httptest.NewRequest(http.MethodPost, base+"/oauth/device_authorization", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if change != nil {
			change(r)
		}
		return b.do(r)
	}
	require.Equal(t, 200, send(nil, "client_id="+client, "resource=a", "resource=b", "scope=openid+x", "prompt=login").StatusCode)
	require.Equal(t, 200, send(func(r *http.Request) { r.SetBasicAuth(client, "") }).StatusCode)
	b.requireError(send(nil, "client_id="+client, "client_id="+client), 400, "invalid_request")
	b.requireError(send(nil, "client_id="+client, "x=1", "x=2"), 400, "invalid_request")
	b.requireError(send(nil, "client_id="+client, "scope=%22"), 400, "invalid_scope")
	b.requireError(send(nil, "client_id="+client, "x=%FF"), 400, "invalid_request")
	b.requireError(send(nil, "client_id="+client, "x=%zz"), 400, "invalid_request")
	b.requireError(send(nil, "client_id="), 400, "invalid_request")
	b.requireError(send(nil), 400, "invalid_request")
	b.requireError(send(nil, "client_id=nobody"), 400, "invalid_client")
	b.requireError(send(nil, "client_id="+client, "client_secret=x"), 401, "invalid_client")
	b.requireError(send(func(r *http.Request) { r.URL.RawQuery = "client_id=" + client }, "client_id="+client), 400, "invalid_request")
	b.requireError(send(func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }, "client_id="+client), 400, "invalid_request")
	b.requireError(send(func(r *http.Request) { r.Method = http.MethodGet }), 405, "invalid_request")
	b.requireError(send(nil, "client_id="+client, "x="+strings.Repeat("y", 40_000)), 400, "invalid_request")
	for name, change := range map[string]func(*http.Request){
		"a password":     func(r *http.Request) { r.SetBasicAuth(client, "secret") },
		"unknown client": func(r *http.Request) { r.SetBasicAuth("nobody", "") },
		"not base64":     func(r *http.Request) { r.Header.Set("Authorization", "Basic !") },
		"no colon":       func(r *http.Request) { r.Header.Set("Authorization", "Basic YQ==") },
		"other scheme":   func(r *http.Request) { r.Header.Set("Authorization", "Bearer x") },
		"bad escape":     func(r *http.Request) { r.SetBasicAuth("%zz", "") },
	} {
		t.Run(name, func(t *testing.T) {
			r := send(change)
			b.requireError(r, 401, "invalid_client")
			require.Contains(t, r.Header.Get("WWW-Authenticate"), "Basic ")
		})
	}
	b.requireError(b.post("/oauth/token", "grant_type", "password", "client_id", client), 400, "unsupported_grant_type")
	b.requireError(b.post("/oauth/token", "client_id", client), 400, "invalid_request")
}
