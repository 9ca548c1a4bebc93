package oauthflow

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fuzzed is what the parsers need beside an answer.
var fuzzed = &settings{clock: &clock{source: systemClock{}}}

// Each parser of what comes from outside is fuzzed for the promises that the rest relies on.

func FuzzDeviceAnswer(f *testing.F) {
	f.Add(200, `{"device_code":"d","user_code":"WDJB-MJHT","verification_uri":"https://a.test/d","interval":5,"expires_in":900}`)
	f.Add(200, `{"device_code":"d","user_code":"A\u001b[2J","verification_uri":"javascript:alert(1)","interval":"2.5","expires_in":-1}`)
	f.Add(200, `{"device_code":"d","user_code":"A","verification_uri":"http://127.0.0.1/d","verification_uri_complete":"https://a.test/\u202e","interval":1e308,"expires_in":1e308}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		r, err := fuzzed.readDeviceRequest(&answer{status: status, body: []byte(body)})
		if err != nil {
			return
		}
		require.NotEmpty(t, r.Code)
		require.False(t, strings.ContainsFunc(r.UserCode, unprintable))
		for _, address := range []string{r.VerificationURI, r.VerificationURIComplete} {
			if address == "" && address != r.VerificationURI {
				continue
			}
			u, err := url.Parse(address)
			require.NoError(t, err)
			require.Contains(t, []string{"http", "https"}, u.Scheme)
			require.False(t, strings.ContainsFunc(address, unprintable))
		}
		require.GreaterOrEqual(t, r.interval, shortestInterval)
		left := time.Until(r.ExpiresAt)
		require.LessOrEqual(t, left, longestDeviceLife)
		require.LessOrEqual(t, r.interval, longestDeviceLife)
	})
}

func FuzzTokenAnswer(f *testing.F) {
	f.Add(`{"access_token":"a","token_type":"Bearer","refresh_token":"r","expires_in":3600}`)
	f.Add(`{"access_token":"a b","expires_in":"1e3"}`)
	f.Add(`{"access_token":"a","refresh_token":7,"expires_in":-5,"token_type":null}`)
	f.Fuzz(func(t *testing.T, body string) {
		got, err := fuzzed.readTokens(&answer{status: 200, body: []byte(body)}, tokens{})
		if err != nil {
			require.Empty(t, got.Access)
			return
		}
		require.True(t, tokenText(got.Access))
		require.True(t, got.Refresh == "" || tokenText(got.Refresh))
		require.True(t, got.Expiry.IsZero() || got.Expiry.After(got.Obtained))
		req, err := http.NewRequest("GET", "https://a.test", nil)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+got.Access.reveal())
		var wire strings.Builder
		require.NoError(t, req.Write(&wire))
		require.Equal(t, 1, strings.Count(wire.String(), "Authorization:"))
	})
}

func FuzzErrorAnswer(f *testing.F) {
	f.Add(400, `{"error":"authorization_pending"}`, "")
	f.Add(429, `{"detail":[{"loc":["body"],"msg":"m","type":"t"}]}`, "120")
	f.Add(503, `<html>`, "Fri, 31 Dec 1999 23:59:59 GMT")
	f.Add(400, `{"detail":{"error":"slow_down"}}`, "1e99")
	f.Fuzz(func(t *testing.T, status int, body, wait string) {
		a := &answer{op: "token", status: status, body: []byte(body)}
		failure := a.serverError()
		require.Equal(t, failure.Code, errorCode(failure.Code))
		require.False(t, strings.ContainsFunc(failure.Error(), unprintable))
		asked := retryAfter(http.Header{"Retry-After": {wait}}, time.Now())
		require.GreaterOrEqual(t, asked, time.Duration(0))
		require.LessOrEqual(t, asked, longestWait)
		if a.granted() {
			require.Empty(t, failure.Code)
		}
		a.passing()
	})
}

func FuzzCallback(f *testing.F) {
	f.Add("code=a&state=s3cr3t-state")
	f.Add("error=access_denied&error_description=no&state=s3cr3t-state&iss=https://a.test")
	f.Add("code=a&code=b&state=s3cr3t-state")
	f.Add("state=s3cr3t-state&code=%00;")
	f.Fuzz(func(t *testing.T, query string) {
		result, err := readCallback(query, "s3cr3t-state")
		if err != nil {
			require.Zero(t, result)
			return
		}
		q, err := url.ParseQuery(query)
		require.NoError(t, err)
		require.Equal(t, []string{"s3cr3t-state"}, q["state"])
		require.True(t, (result.Code == "") != (result.errorCode == ""))
	})
}

func FuzzCheckURL(f *testing.F) {
	for _, text := range []string{"https://a.test/x", "http://127.0.0.1:8080", "http://[::1]/", "https://a@b", "//x", "https:///x", "http://localhost.evil.test", "HTTPS://A"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, reason := checkURL(text, false)
		if reason != "" {
			require.Nil(t, u)
			return
		}
		require.NotEmpty(t, u.Hostname())
		require.Nil(t, u.User)
		require.True(t, u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname()))
	})
}
