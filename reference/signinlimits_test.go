package reference_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
)

// Each limit of sign-in is the Config's: two requests go through, the third is put off, and after the window it goes again.
func TestSignInLimitsAreSettable(t *testing.T) {
	two := reference.Rate{Requests: 2, Window: time.Hour}
	form := func(path string, pairs ...string) func() *http.Request {
		values := url.Values{}
		for i := 0; i+1 < len(pairs); i += 2 {
			values.Add(pairs[i], pairs[i+1])
		}
		return func() *http.Request {
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(values.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			return r
		}
	}
	register := func() *http.Request {
		r := httptest.NewRequest(http.MethodPost, "/oauth/register", strings.NewReader(`{"client_name":"x"}`))
		r.Header.Set("Content-Type", "application/json")
		return r
	}
	for name, test := range map[string]struct {
		set     func(*reference.SignInLimits)
		request func() *http.Request
		refused int
	}{
		"registrations":   {func(l *reference.SignInLimits) { l.Registrations = two }, register, 429},
		"device requests": {func(l *reference.SignInLimits) { l.DeviceRequests = two }, form("/oauth/device_authorization", "client_id", "x"), 429},
		"token requests":  {func(l *reference.SignInLimits) { l.TokenRequests = two }, form("/oauth/token", "grant_type", "refresh_token"), 429},
		"authorizations": {func(l *reference.SignInLimits) { l.Authorizations = two },
			func() *http.Request { return newRequest("GET", "/oauth/authorize?client_id=x") }, 429},
		"clients":   {func(l *reference.SignInLimits) { l.MaxClients = 2 }, register, 503},
		"passwords": {func(l *reference.SignInLimits) { l.Passwords = two }, form("/app/signin", "email", "a@b.example", "password", "wrong"), 429},
		"passwords of an address": {func(l *reference.SignInLimits) { l.PasswordsByAddress = two },
			form("/app/signin", "email", "a@b.example", "password", "wrong"), 429},
		"passwords for an email": {func(l *reference.SignInLimits) { l.PasswordsByEmail = two },
			form("/app/signin", "email", "a@b.example", "password", "wrong"), 429},
	} {
		t.Run(name, func(t *testing.T) {
			now := clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
			config := reference.Config{Clock: now}
			test.set(&config.SignIn)
			s := newServer(t, config)
			send := func() *http.Response {
				w := httptest.NewRecorder()
				r := test.request()
				r.Header.Set("Sec-Fetch-Site", "same-origin")
				s.ServeHTTP(w, r)
				return w.Result()
			}
			for range 2 {
				require.NotEqual(t, test.refused, send().StatusCode)
			}
			res := send()
			require.Equal(t, test.refused, res.StatusCode)
			if strings.HasPrefix(test.request().URL.Path, "/oauth") {
				wait, err := strconv.Atoi(res.Header.Get("Retry-After"))
				require.NoError(t, err)
				require.Positive(t, wait)
			}
			if test.refused == 429 {
				now.Advance(time.Hour)
				require.NotEqual(t, test.refused, send().StatusCode)
			}
		})
	}
}

func TestSignInLimitsThatMakeNoSenseAreRefused(t *testing.T) {
	for name, l := range map[string]reference.SignInLimits{
		"a rate without a window":   {Registrations: reference.Rate{Requests: 1}},
		"a window without requests": {TokenRequests: reference.Rate{Window: time.Minute}},
		"a window before time":      {Passwords: reference.Rate{Requests: 1, Window: -time.Minute}},
		"fewer than no clients":     {MaxClients: -1},
		"guesses without end":       {Guesses: 5000},
		"fewer than no guesses":     {GuessesByPerson: -1},
		"no guesses of an address":  {GuessesByAddress: -1},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := reference.New(t.Context(), reference.Config{SignIn: l})
			require.Error(t, err)
		})
	}
	newServer(t, reference.Config{SignIn: reference.SignInLimits{Registrations: reference.Rate{Requests: -1}}})
}
