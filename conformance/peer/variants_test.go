package peer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// variant is a client that does what the specification permits in another way than the model does.
type variant struct {
	name string
	make func(k *client)
}

// header changes the headers of every request.
func header(change func(http.Header)) func(k *client) {
	return func(k *client) { k.request = func(r *http.Request) { change(r.Header) } }
}

// spelled sends a header under a name that is not net/http's spelling.
func spelled(h http.Header, name string) {
	for _, canonical := range []string{"Authorization", "Content-Type"} {
		if strings.EqualFold(name, canonical) && h[canonical] != nil {
			h[name] = h[canonical]
			delete(h, canonical)
		}
	}
}

// spelling sends every JSON body otherwise.
func spelling(spell func(data []byte) []byte) func(k *client) {
	return func(k *client) {
		k.encode = func(m object) []byte { data, _ := json.Marshal(m); return spell(data) }
	}
}

func ascii(data []byte) []byte {
	var b bytes.Buffer
	for _, r := range string(data) {
		switch {
		case r < 128:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04X`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
	}
	return b.Bytes()
}

func backwards(m object) []byte {
	var members []string
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(m))) {
		value, _ := json.Marshal(m[name])
		members = append(members, fmt.Sprintf("%q : %s", name, value))
	}
	return []byte("{ " + strings.Join(members, " , ") + " }")
}

// form is a multipart body written by hand.
func form(before, disposition, boundary string) func(k *client) {
	return func(k *client) {
		k.pack = func(_ *client, data []byte, name string) ([]byte, string) {
			head := before + "--" + boundary + "\r\n" + strings.ReplaceAll(disposition, "NAME", name) + "\r\n\r\n"
			body := slices.Concat([]byte(head), data, []byte("\r\n--"+boundary+"--\r\n"))
			return body, `multipart/form-data; boundary="` + boundary + `"`
		}
	}
}

// look makes a request of the client's own, whatever comes of it.
func look(method, path string) func(k *client, c incoming) {
	return func(k *client, c incoming) {
		req, err := http.NewRequest(method, strings.TrimSuffix(c.BaseURL, "/")+path, nil)
		if err != nil || c.APIKey == "" {
			return
		}
		req.Header.Set("Authorization", "Bearer "+c.APIKey)
		_, _, _, _ = k.exchange(req)
	}
}

func sized(change func(r *http.Request)) func(k *client) {
	return func(k *client) {
		k.request = func(r *http.Request) {
			if r.Method == http.MethodPost {
				change(r)
			}
		}
	}
}

const upload = "Content-Disposition: form-data; name=\"file\"; filename=\"NAME\""

var variants = []variant{
	{"the key as X-API-Key", header(func(h http.Header) {
		if _, key, bearer := strings.Cut(h.Get("Authorization"), "Bearer bsk_"); bearer {
			h.Set("X-API-Key", "bsk_"+key)
			h.Del("Authorization")
		}
	})},
	{"header names in lower case", header(func(h http.Header) { spelled(h, "authorization"); spelled(h, "content-type") })},
	{"header names in upper case", header(func(h http.Header) { spelled(h, "AUTHORIZATION"); spelled(h, "CONTENT-TYPE") })},
	{"the scheme in lower case", header(func(h http.Header) {
		if value := h.Get("Authorization"); value != "" {
			h.Set("Authorization", strings.Replace(value, "Bearer", "bearer", 1))
		}
	})},
	{"headers of its own", header(func(h http.Header) {
		h.Set("X-Request-Id", "r-1")
		h.Set("Accept-Language", "de")
		h.Set("Idempotency-Key", "k-1")
	})},
	{"trace headers", header(func(h http.Header) { h.Set("Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01") })},
	{"another User-Agent", header(func(h http.Header) { h.Set("User-Agent", "Mozilla/5.0 (compatible)") })},
	{"no User-Agent", header(func(h http.Header) { h["User-Agent"] = nil })},
	{"accepts anything", header(func(h http.Header) { h.Set("Accept", "*/*") })},
	{"accepts JSON", header(func(h http.Header) { h.Set("Accept", "application/json, application/pdf") })},
	{"cookies", header(func(h http.Header) { h.Set("Cookie", "session=none") })},
	{"no compression", header(func(h http.Header) { h.Set("Accept-Encoding", "identity") })},
	{"no caches", header(func(h http.Header) { h.Set("Cache-Control", "no-cache"); h.Set("Pragma", "no-cache") })},
	{"a charset beside the media type", func(k *client) {
		k.request = func(r *http.Request) {
			if kind := r.Header.Get("Content-Type"); kind == "application/json" || kind == "application/x-www-form-urlencoded" {
				r.Header.Set("Content-Type", kind+"; charset=utf-8")
			}
		}
	}},
	{"the media type in upper case", func(k *client) {
		k.request = func(r *http.Request) {
			if r.Header.Get("Content-Type") == "application/json" {
				r.Header.Set("Content-Type", "Application/JSON")
			}
		}
	}},
	{"waits for 100 Continue", sized(func(r *http.Request) { r.Header.Set("Expect", "100-continue") })},
	{"bodies in chunks", sized(func(r *http.Request) {
		if r.ContentLength > 0 {
			r.ContentLength = -1
		}
	})},
	{"Content-Length: 0 where there is no body", sized(func(r *http.Request) {
		if r.ContentLength == 0 {
			r.Body, r.GetBody = http.NoBody, nil
		}
	})},
	{"asks to close the connection", sized(func(r *http.Request) { r.Close = true })},
	{"a pool of connections", func(k *client) { k.dial = &http.Transport{MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Second} }},
	{"one connection", func(k *client) { k.dial = &http.Transport{MaxConnsPerHost: 1, DisableKeepAlives: true} }},
	{"the whole address as the target", func(k *client) {
		k.request = func(r *http.Request) { r.URL.Opaque, _, _ = strings.Cut(r.URL.String(), "?") }
	}},
	{"JSON with white space", spelling(func(data []byte) []byte {
		var b bytes.Buffer
		_ = json.Indent(&b, data, " ", "\t")
		return b.Bytes()
	})},
	{"JSON in ASCII", spelling(ascii)},
	{"JSON with a line feed at the end", spelling(func(data []byte) []byte { return append(data, '\n') })},
	{"members in another order", func(k *client) { k.encode = backwards }},
	{"JSON that escapes no markup", func(k *client) {
		k.encode = func(m object) []byte {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			_ = e.Encode(m)
			return b.Bytes()
		}
	}},
	{"null for what is not given", func(k *client) {
		k.body = func(command string, m object) object {
			full := maps.Clone(m)
			if command == "create_session" {
				full = object{"state": nil, "naics_code": nil}
				maps.Copy(full, m)
			}
			return full
		}
	}},
	{"an empty list of lines", func(k *client) {
		k.body = func(command string, m object) object {
			if _, given := m["lobs"]; command == "create_session" && !given {
				return set("lobs", []any{})(command, m)
			}
			return m
		}
	}},
	{"a long boundary", form("", upload+"\r\nContent-Type: application/pdf", strings.Repeat("b", 70))},
	{"a boundary that needs quotes", form("", upload, "gc0p4Jq0M2Yt08j34c0p=:?/")},
	{"a preamble", form("This is a message in several parts.\r\n", upload, "0123456789")},
	{"another file name", form("", "Content-Disposition: form-data; name=\"file\"; filename=\"upload\"", "b-1")},
	{"a file name beyond ASCII", form("", "Content-Disposition: form-data; name=\"file\"; filename=\"Police générale 漢.pdf\"; filename*=UTF-8''Police%20g%C3%A9n%C3%A9rale.pdf", "b-2")},
	{"part headers in another case", form("", "content-type: application/octet-stream\r\ncontent-disposition: form-data; name=file; filename=NAME", "b-3")},
	{"a field before the file", form("--b-4\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nprior policy\r\n", upload, "b-4")},
	{"every byte of a parameter escaped, in lower case", func(k *client) {
		k.escape = func(s string) string {
			var b strings.Builder
			for _, c := range []byte(s) {
				fmt.Fprintf(&b, "%%%02x", c) // every byte, also those that need none
			}
			return b.String()
		}
	}},
	{"a parameter against caches", func(k *client) {
		k.request = func(r *http.Request) {
			if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/org/sessions") && strings.HasSuffix(r.URL.Path, "sessions") {
				r.URL.RawQuery = strings.TrimPrefix(r.URL.RawQuery+"&_=1", "&")
			}
		}
	}},
	{"waits twice as long", func(k *client) {
		k.pause = func(h http.Header) float64 { s := 0.0; _, _ = fmt.Sscan(h.Get("Retry-After"), &s); return 2 * s }
	}},
	{"waits ten seconds longer", func(k *client) {
		k.pause = func(h http.Header) float64 { s := 0.0; _, _ = fmt.Sscan(h.Get("Retry-After"), &s); return s + 10 }
	}},
	{"twenty attempts", func(k *client) { k.again = func(s, n int) bool { return s == 429 && n < 20 } }},
	{"reads again after a failure", func(k *client) {
		k.again = func(s, n int) bool { return s == 429 && n < 5 || s >= 500 && n < 3 }
		k.ends = func(command string, s int) bool { return s >= 500 && !strings.HasPrefix(command, "get") }
	}},
	{"a 503 is repeated, whatever the call", func(k *client) { k.again = func(s, n int) bool { return (s == 429 || s == 503) && n < 4 } }},
	{"a 401 is tried once more", func(k *client) { k.again = func(s, n int) bool { return s == 429 && n < 5 || s == 401 && n < 2 } }},
	{"looks at the session first", func(k *client) { k.around = look(http.MethodGet, "/org/sessions/ses_7Qx2") }},
	{"looks at the workspace first", func(k *client) { k.around = look(http.MethodGet, "/org/me") }},
	{"asks for the size of a form first", func(k *client) {
		k.around = func(k *client, c incoming) {
			if c.Command == "download_form" {
				look(http.MethodHead, "/org/sessions/ses_7Qx2/forms/common_application/pdf")(k, c)
			}
		}
	}},
	{"reads the metadata although it has a key", func(k *client) { k.around = look(http.MethodGet, "/.well-known/oauth-authorization-server") }},
	{"follows redirects without the key", func(k *client) {
		k.dial = &http.Transport{DisableKeepAlives: true}
		k.follow = true
	}},
	{"polls half as often", func(k *client) { k.interval = func(s float64, _ int) float64 { return 2 * s } }},
	{"polls every five seconds at most", func(k *client) { k.interval = func(s float64, _ int) float64 { return max(s, 5) } }},
	{"polls at once, and then by the interval", func(k *client) {
		k.interval = func(s float64, polls int) float64 {
			if polls == 1 {
				return 0
			}
			return s
		}
	}},
	{"slow_down doubles as well", func(k *client) {
		k.interval = func(s float64, polls int) float64 { return s * float64(polls) }
	}},
	{"ends polling before expiry", func(k *client) { k.expiry = func(s float64) float64 { return s * 0.9 } }},
	{"asks for a scope", func(k *client) { k.form = func(f url.Values) { f.Set("scope", "sessions") } }},
	{"shows the whole address as well", func(k *client) {
		k.prompt = func(o object) object { o["verification_uri_complete"] = o["verification_uri"]; return o }
	}},
	{"a verifier of 43 characters", func(k *client) { v := k.verifier; k.verifier = func() string { return v()[:43] } }},
	{"a verifier of 128 characters", func(k *client) {
		v := k.verifier
		k.verifier = func() string { return (v() + v() + v())[:128] }
	}},
	{"a registration with more", func(k *client) {
		k.register = func(m object) {
			m["grant_types"], m["token_endpoint_auth_method"] = []any{"authorization_code", "refresh_token"}, "none"
			m["redirect_uris"] = append(m["redirect_uris"].([]any), "http://127.0.0.1/other")
		}
	}},
	{"signs in again rather than refresh", func(k *client) {
		k.renew = func(_, _ string) bool { return false }
		k.fault = func(f *peer.Fault) {
			if f.Status == http.StatusUnauthorized && strings.Contains(f.Detail, "token") {
				f.Kind = "sign_in"
			}
		}
	}},
	{"does not sign in", func(k *client) { k.lacks = []string{"sign_in_device", "sign_in_browser", "parallel"} }},
	{"does not sign in by a browser", func(k *client) { k.lacks = []string{"sign_in_browser"} }},
	{"has no webhooks", func(k *client) { k.lacks = []string{"verify_webhook"} }},
	{"has no loop", func(k *client) { k.lacks = []string{"interview"} }},
	{"waits in real time", func(k *client) { k.lacks = []string{"wait"} }},
	{"details with the status before them", func(k *client) {
		k.fault = func(f *peer.Fault) { f.Detail = fmt.Sprintf("HTTP %d: %s", f.Status, f.Detail) }
	}},
	{"words of its own for errors", func(k *client) { k.fault = func(f *peer.Fault) { f.Kind = "ApiException" } }},
	{"flags as a bare list", func(k *client) {
		k.result = func(command string, v any) any {
			if m, ok := v.(object); ok && command == "risk_summary" {
				return m["flags"]
			}
			return v
		}
	}},
	{"results with more in them", func(k *client) {
		k.result = func(_ string, v any) any {
			if m, ok := v.(map[string]any); ok {
				m["request_id"] = "req_1"
			}
			return v
		}
	}},
}

func TestNoPermittedClientIsAccused(t *testing.T) {
	require.GreaterOrEqual(t, len(variants), 60)
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			make := func() *client { k := goodClient(); v.make(k); return k }
			found, err := peer.Run(t.Context(), peer.Options{Start: start(make), Limit: 2 * time.Minute}, peer.Cases())
			require.NoError(t, err)
			for _, f := range found {
				require.Contains(t, []report.Verdict{report.Pass, report.Observed, report.NotApplicable}, f.Verdict, "%s: want %s, got %s", f.ID, f.Expected, f.Got)
			}
		})
	}
}
