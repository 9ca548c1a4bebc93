package reference_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

// endpoints are the twelve operations with bodies that would be taken; SESSION stands for a session's id.
var endpoints = []struct{ method, path, body string }{
	{"GET", "/org/me", ""},
	{"POST", "/org/sessions", `{"insured_name":"A"}`},
	{"GET", "/org/sessions", ""},
	{"GET", "/org/sessions/SESSION", ""},
	{"POST", "/org/sessions/SESSION/answers", `{"message":"hello"}`},
	{"POST", "/org/sessions/SESSION/extract", "upload"},
	{"POST", "/org/sessions/SESSION/documents", "upload"},
	{"POST", "/org/sessions/SESSION/fill", ""},
	{"GET", "/org/sessions/SESSION/forms/common_application/pdf", ""},
	{"GET", "/org/sessions/SESSION/risk-summary", ""},
	{"POST", "/org/sessions/SESSION/submit", ""},
	{"POST", "/org/appointment-request", `{"agency_name":"A","email":"a@example.com"}`},
}

func (c caller) call(method, path, body string) reply {
	c.t.Helper()
	if body == "upload" {
		return c.upload(path, "file", "a.pdf", []byte("%PDF-1.7\n"))
	}
	return c.do(method, path, body)
}

func TestEveryOperationNeedsACredentialBeforeAnythingElse(t *testing.T) {
	s := newServer(t, reference.Config{})
	nobody := caller{t: t, handler: s}
	for _, e := range endpoints {
		for _, body := range []string{e.body, `{"insured_name":7`} { // a fault must not show before the credential
			out := nobody.call(e.method, strings.Replace(e.path, "SESSION", "ses_unknown", 1), body)
			require.Equal(t, 401, out.status, "%s %s", e.method, e.path)
			require.NotEmpty(t, out.body["detail"])
			require.Contains(t, out.header.Get("WWW-Authenticate"), "Bearer")
		}
	}
}

func TestCredentialsAreTakenInBothHeadersAndMustAgree(t *testing.T) {
	s := newServer(t, reference.Config{})
	a, wa := newCaller(t, s, paid)
	_, wb := newCaller(t, s, paid)
	tests := map[string]struct {
		headers []string
		status  int
	}{
		"bearer":                    {[]string{"Authorization", "Bearer " + wa.APIKey}, 200},
		"lower case scheme":         {[]string{"Authorization", "bearer " + wa.APIKey}, 200},
		"X-API-Key":                 {[]string{"X-API-Key", wa.APIKey}, 200},
		"both the same":             {[]string{"Authorization", "Bearer " + wa.APIKey, "X-API-Key", wa.APIKey}, 200},
		"both differ":               {[]string{"Authorization", "Bearer " + wa.APIKey, "X-API-Key", wb.APIKey}, 401},
		"one good, one unknown":     {[]string{"Authorization", "Bearer " + wa.APIKey, "X-API-Key", "bsk_unknown"}, 401},
		"two Authorizations":        {[]string{"Authorization", "Bearer " + wa.APIKey, "Authorization", "Bearer " + wb.APIKey}, 401},
		"unknown key":               {[]string{"X-API-Key", "bsk_" + letters(43, "x")}, 401},
		"unknown bearer":            {[]string{"Authorization", "Bearer bsk_" + letters(43, "x")}, 401},
		"unknown token":             {[]string{"Authorization", "Bearer bat_" + letters(43, "x")}, 401},
		"basic":                     {[]string{"Authorization", "Basic " + wa.APIKey}, 401},
		"empty bearer":              {[]string{"Authorization", "Bearer "}, 401},
		"no scheme":                 {[]string{"Authorization", wa.APIKey}, 401},
		"two words":                 {[]string{"Authorization", "Bearer " + wa.APIKey + " more"}, 401},
		"empty X-API-Key":           {[]string{"X-API-Key", ""}, 401},
		"something else":            {[]string{"Authorization", "Bearer something"}, 401},
		"a key with another letter": {[]string{"X-API-Key", wa.APIKey[:len(wa.APIKey)-1] + "!"}, 401},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRequest("GET", "/org/me")
			for i := 0; i < len(test.headers); i += 2 {
				r.Header.Add(test.headers[i], test.headers[i+1])
			}
			out, err := caller{t: t, handler: s}.send(r)
			require.NoError(t, err)
			require.Equal(t, test.status, out.status, "%s", out.raw)
			require.NotContains(t, string(out.raw), wa.APIKey)
			if test.status == 200 {
				require.Equal(t, wa.OrgID, out.body["org_id"])
			} else {
				require.Contains(t, out.header.Get("WWW-Authenticate"), "Bearer")
			}
		})
	}
	require.Equal(t, obj{"org_id": wa.OrgID, "org_name": wa.OrgName, "plan": "paid", "auth_kind": "api_key", "key_label": "default"}, a.get("/org/me").body)
}

func TestAForeignSessionCannotBeToldFromAnUnknownOne(t *testing.T) {
	s := newServer(t, reference.Config{})
	mine, _ := newCaller(t, s, paid)
	theirs, _ := newCaller(t, s, paid)
	path, session := theirs.create(obj{"insured_name": "Theirs"})
	require.NoError(t, theirs.finish(path, nil))
	require.Equal(t, 200, theirs.post(path+"/fill", nil).status)
	before := theirs.get(path).body
	foreign := session["session_id"].(string)
	unknown := []string{"ses_" + letters(26, "a"), "x", "%00", "%ff", letters(5000, "a"), "..%2f..%2fme", "ses_%F0%9F%98%80"}
	for _, e := range endpoints {
		if !strings.Contains(e.path, "SESSION") {
			continue
		}
		want := mine.call(e.method, strings.Replace(e.path, "SESSION", foreign, 1), e.body)
		require.Equal(t, 404, want.status, "%s %s: %s", e.method, e.path, want.raw)
		require.IsType(t, "", want.body["detail"])
		for _, id := range unknown {
			got := mine.call(e.method, strings.Replace(e.path, "SESSION", id, 1), e.body)
			require.Equal(t, 404, got.status)
			require.Equal(t, want.body, got.body, "%s %s with %s", e.method, e.path, id)
		}
	}
	require.Empty(t, cmp.Diff(before, theirs.get(path).body), "nothing of theirs changed")
	require.Empty(t, mine.get("/org/sessions").body["sessions"])
}

func TestTheBodyCannotChooseTheWorkspace(t *testing.T) {
	s := newServer(t, reference.Config{})
	a, _ := newCaller(t, s, paid)
	b, wb := newCaller(t, s, paid)
	path, _ := a.create(obj{"insured_name": "A", "org_id": wb.OrgID, "workspace_id": wb.OrgID})
	require.Equal(t, 200, a.get(path).status)
	require.Equal(t, 404, b.get(path).status)
}

func TestUnknownPathsAndWrongMethodsAnswerInTheCommonShape(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	for _, path := range []string{"/org", "/org/", "/org/sessions/", "/org//me", "/org/../org/me", "/nothing", "/org/sessions/a/b", "/org/sessions/a/forms/b"} {
		out := c.get(path)
		require.Equal(t, 404, out.status, path)
		require.NotEmpty(t, out.body["detail"])
	}
	for path, allow := range map[string]string{"/org/me": "GET, HEAD", "/org/sessions": "GET, HEAD, POST", "/org/sessions/a/fill": "POST", "/openapi.json": "GET, HEAD"} {
		out := c.do("DELETE", path, "")
		require.Equal(t, 405, out.status)
		require.Equal(t, allow, out.header.Get("Allow"))
		require.NotEmpty(t, out.body["detail"])
	}
}

func TestEveryAnswerHasARequestID(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	a, b := c.get("/org/me").header.Get("X-Request-Id"), c.get("/nothing").header.Get("X-Request-Id")
	require.NotEmpty(t, a)
	require.NotEmpty(t, b)
	require.NotEqual(t, a, b)
}

func TestProbes(t *testing.T) {
	s := newServer(t, reference.Config{})
	for _, path := range []string{"/healthz", "/readyz"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, newRequest("GET", path))
		require.Equal(t, 200, w.Code)
	}
}
