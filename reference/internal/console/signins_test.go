package console_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const verifier = "the-verifier-of-the-tests-has-at-least-43-characters"

// call is a request of an application.
func (s *site) call(path string, pairs ...string) map[string]any {
	s.t.Helper()
	f := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	res, err := http.PostForm(s.server.URL+path, f)
	require.NoError(s.t, err)
	defer res.Body.Close()
	var body map[string]any
	require.NoError(s.t, json.NewDecoder(res.Body).Decode(&body))
	return body
}

func (s *site) register(name, redirect string) string {
	s.t.Helper()
	text, err := json.Marshal(map[string]any{"client_name": name, "redirect_uris": []string{redirect}})
	require.NoError(s.t, err)
	res, err := http.Post(s.server.URL+"/oauth/register", "application/json", strings.NewReader(string(text)))
	require.NoError(s.t, err)
	defer res.Body.Close()
	var body map[string]any
	require.NoError(s.t, json.NewDecoder(res.Body).Decode(&body))
	return body["client_id"].(string)
}

func authorization(client, redirect string) string {
	sum := sha256.Sum256([]byte(verifier))
	return "/oauth/authorize?" + url.Values{"response_type": {"code"}, "client_id": {client}, "redirect_uri": {redirect}, "state": {"xyz"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}}.Encode()
}

func TestConsentGivesACodeForTheWorkspaceChosen(t *testing.T) {
	s := newSite(t)
	other, err := s.newWorkspace(t.Context(), "Zeta Agency", "paid", nil)
	require.NoError(t, err)
	token, err := s.users.Invite(t.Context(), other.ID, "member")
	require.NoError(t, err)
	_, err = s.users.Accept(t.Context(), token, "", email, password, "x")
	require.NoError(t, err)
	client, redirect := s.register("<b>Fake</b>\u202eevil", "http://127.0.0.1:9/cb"), "http://127.0.0.1:4567/cb"

	b := s.browser()
	res, text := b.visit(authorization(client, redirect))
	require.Equal(t, "/app/signin", res.Request.URL.Path)
	next := regexp.MustCompile(`name="next" value="([^"]*)"`).FindStringSubmatch(text)[1]
	res, text = b.submit("/app/signin", "email", email, "password", password, "next", strings.ReplaceAll(next, "&amp;", "&"))
	require.Equal(t, authorization(client, redirect), res.Request.URL.RequestURI())
	require.Contains(t, text, "&lt;b&gt;Fake&lt;/b&gt;evil")
	require.Contains(t, text, "a program on this computer (127.0.0.1:4567)")
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "form-action 'self' http://127.0.0.1:4567;")

	res, _ = b.submit(authorization(client, redirect), "workspace", "org_unknown", "decision", "approve")
	require.Equal(t, 400, res.StatusCode)
	res, _ = b.submit(authorization(client, redirect), "workspace", other.ID)
	require.Equal(t, 400, res.StatusCode)
	res, _ = b.submit(authorization(client, redirect), "workspace", other.ID, "decision", "approve")
	require.Equal(t, 303, res.StatusCode)
	to, err := url.Parse(res.Header.Get("Location"))
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:4567", to.Host)
	require.Equal(t, "xyz", to.Query().Get("state"))
	require.Equal(t, s.server.URL, to.Query().Get("iss"))
	reply := s.call("/oauth/token", "grant_type", "authorization_code", "client_id", client, "code", to.Query().Get("code"),
		"code_verifier", verifier, "redirect_uri", redirect)
	workspace, _, _, err := s.auth.VerifyAccessToken(t.Context(), reply["access_token"].(string))
	require.NoError(t, err)
	require.Equal(t, other.ID, workspace)

	res, _ = b.submit(authorization(client, redirect), "workspace", other.ID, "decision", "deny")
	to, err = url.Parse(res.Header.Get("Location"))
	require.NoError(t, err)
	require.Equal(t, "access_denied", to.Query().Get("error"))
}

func TestADeviceIsLetInOnlyAfterAQuestion(t *testing.T) {
	s := newSite(t)
	client := s.register("Terminal", "http://127.0.0.1/cb")
	begun := s.call("/oauth/device_authorization", "client_id", client)
	code, device := begun["user_code"].(string), begun["device_code"].(string)
	poll := func() map[string]any {
		return s.call("/oauth/token", "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "client_id", client, "device_code", device)
	}
	b := s.signedIn()
	res, text := b.visit(strings.TrimPrefix(begun["verification_uri_complete"].(string), s.server.URL))
	require.Equal(t, 200, res.StatusCode)
	require.Contains(t, text, `value="`+code+`"`)
	require.Equal(t, "authorization_pending", poll()["error"], "the link alone approves nothing")

	_, text = b.submit("/device", "user_code", strings.ToLower(strings.ReplaceAll(code, "-", " ")))
	require.Contains(t, text, "Let this device in?")
	require.Contains(t, text, code)
	require.Contains(t, text, "Terminal")
	s.clock.Advance(6 * time.Second)
	require.Equal(t, "authorization_pending", poll()["error"])

	_, text = b.submit("/device/decide", "user_code", code, "workspace", s.workspace.ID, "decision", "approve")
	require.Contains(t, text, "The device is in")
	s.clock.Advance(6 * time.Second)
	require.Contains(t, poll(), "access_token")
	res, _ = b.submit("/device/decide", "user_code", code, "workspace", s.workspace.ID, "decision", "deny")
	require.Equal(t, 422, res.StatusCode)

	_, text = b.visit("/app/applications")
	require.Contains(t, text, "Terminal")
	require.Contains(t, text, "Signed in by device code")
	id := regexp.MustCompile(`/app/applications/(fam_\w+)/revoke`).FindStringSubmatch(text)[1]
	_, text = b.submit("/app/applications/" + id + "/revoke")
	require.Contains(t, text, "Somebody of this workspace revoked it")
}

func TestWrongCodesRunOut(t *testing.T) {
	s := newSite(t)
	begun := s.call("/oauth/device_authorization", "client_id", s.register("Terminal", "http://127.0.0.1/cb"))
	b := s.signedIn()
	for range 10 {
		res, text := b.submit("/device", "user_code", "BBBBB-BBBBB")
		require.Equal(t, 422, res.StatusCode)
		require.Contains(t, text, "No device is waiting")
	}
	_, text := b.submit("/device", "user_code", begun["user_code"].(string))
	require.Contains(t, text, "Too many wrong codes")
	s.clock.Advance(15 * time.Minute)
	begun = s.call("/oauth/device_authorization", "client_id", s.register("Terminal", "http://127.0.0.1/cb"))
	_, text = b.submit("/device", "user_code", begun["user_code"].(string))
	require.Contains(t, text, "Let this device in?")
}
