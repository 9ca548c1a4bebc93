package oauthflow

import (
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The caller's client lends its transport; its cookies and its ways with redirects stay with the caller.
func TestCallersClientIsCopied(t *testing.T) {
	var cookies []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cookies = append(cookies, r.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "tracked", Value: "yes"})
		http.Redirect(w, r, "/again", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	own := &http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}}
	w := newWire(own, time.Minute, fuzzed.clock, slog.New(slog.DiscardHandler))
	for range 2 {
		a, err := w.post(t.Context(), "token", server.URL, nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusTemporaryRedirect, a.status)
	}
	require.Equal(t, []string{"", ""}, cookies, "one request each, without cookies")
	require.NotNil(t, own.Jar)
	require.Nil(t, own.CheckRedirect)
}
