package peer_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// mutant is a fault that clients in the wild have, and the requirement that must name it.
type mutant struct {
	name string
	id   string
	make func(k *client)
}

// at changes requests to paths that contain a text.
func at(path string, change func(*http.Request)) func(*http.Request) {
	return func(req *http.Request) {
		if strings.Contains(req.URL.Path, path) {
			change(req)
		}
	}
}

func rename(from, to string) func(string, object) object {
	return func(_ string, m object) object {
		if v, ok := m[from]; ok {
			c := object{to: v}
			for name, value := range m {
				if name != from {
					c[name] = value
				}
			}
			return c
		}
		return m
	}
}

func set(member string, value any) func(string, object) object {
	return func(_ string, m object) object {
		c := object{member: value}
		for name, v := range m {
			if name != member {
				c[name] = v
			}
		}
		return c
	}
}

// refusing makes the client fail on answers for which bad holds.
func refusing(bad func(command string, v any) bool) func(k *client) {
	return func(k *client) {
		k.read = func(command string, data []byte) (any, error) {
			v, err := decode(data)
			if err == nil && bad(command, v) {
				return nil, failed("client", 0, "cannot decode")
			}
			return v, err
		}
	}
}

func member(v any, name string) any {
	m, _ := v.(map[string]any)
	return m[name]
}

func replace(data []byte) func(*http.Request) {
	return func(req *http.Request) {
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
	}
}

var requestMutants = []mutant{
	{"no credential", "CLI-REQ-01", func(k *client) { k.request = func(r *http.Request) { r.Header.Del("Authorization") } }},
	{"no credential on one call", "CLI-REQ-01", func(k *client) {
		k.request = at("/risk-summary", func(r *http.Request) { r.Header.Del("Authorization") })
	}},
	{"basic scheme", "CLI-REQ-01", func(k *client) {
		k.request = func(r *http.Request) {
			r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), "Bearer", "Basic", 1))
		}
	}},
	{"the key in the query", "CLI-REQ-01", func(k *client) {
		k.request = func(r *http.Request) { r.URL.RawQuery = "key=x"; r.Header.Del("Authorization") }
	}},
	{"a version in the path", "CLI-REQ-02", func(k *client) { k.request = at("/org/", func(r *http.Request) { r.URL.Path = "/v1" + r.URL.Path }) }},
	{"answer in the singular", "CLI-REQ-02", func(k *client) {
		k.request = at("/answers", func(r *http.Request) { r.URL.Path = strings.TrimSuffix(r.URL.Path, "s") })
	}},
	{"PUT for POST", "CLI-REQ-02", func(k *client) { k.request = at("/fill", func(r *http.Request) { r.Method = "PUT" }) }},
	{"risk by POST", "CLI-REQ-02", func(k *client) { k.request = at("/risk-summary", func(r *http.Request) { r.Method = "POST" }) }},
	{"JSON labelled as text", "CLI-REQ-03", func(k *client) {
		k.request = at("/answers", func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") })
	}},
	{"JSON without label", "CLI-REQ-03", func(k *client) {
		k.request = at("/appointment", func(r *http.Request) { r.Header.Del("Content-Type") })
	}},
	{"another name for the insured", "CLI-REQ-04", func(k *client) { k.body = rename("insured_name", "insuredName") }},
	{"lines as one text", "CLI-REQ-04", func(k *client) {
		k.body = func(c string, m object) object {
			if lobs, ok := m["lobs"].([]any); ok {
				return set("lobs", fmt.Sprint(lobs...))(c, m)
			}
			return m
		}
	}},
	{"null for no lines", "CLI-REQ-04", func(k *client) {
		k.body = func(c string, m object) object {
			if c == "create_session" && m["lobs"] == nil {
				return set("lobs", nil)(c, m)
			}
			return m
		}
	}},
	{"limit as a fraction", "CLI-REQ-05", func(k *client) {
		k.request = func(r *http.Request) { r.URL.RawQuery = strings.Replace(r.URL.RawQuery, "limit=7", "limit=7.0", 1) }
	}},
	{"limit under another name", "CLI-REQ-05", func(k *client) {
		k.request = func(r *http.Request) { r.URL.RawQuery = strings.Replace(r.URL.RawQuery, "limit", "page_size", 1) }
	}},
	{"another part name", "CLI-REQ-06", func(k *client) { k.part = "document" }},
	{"line ends changed in uploads", "CLI-REQ-06", func(k *client) {
		k.file = func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) }
	}},
	{"the upload cut off", "CLI-REQ-06", func(k *client) { k.file = func(b []byte) []byte { return b[:len(b)-1] } }},
	{"messages trimmed", "CLI-REQ-07", func(k *client) {
		k.body = func(c string, m object) object {
			if text, ok := m["message"].(string); ok {
				return object{"message": strings.Join(strings.Fields(text), " ")}
			}
			return m
		}
	}},
	{"messages without letters outside the BMP", "CLI-REQ-07", func(k *client) {
		k.body = func(_ string, m object) object {
			if text, ok := m["message"].(string); ok {
				return object{"message": strings.Map(func(r rune) rune { return min(r, 0xffff) }, text)}
			}
			return m
		}
	}},
	{"path parameters as they are", "CLI-REQ-08", func(k *client) {
		k.escape = func(s string) string {
			return strings.NewReplacer(" ", "%20", "#", "%23", "?", "%3F", "é", "%C3%A9").Replace(s)
		}
	}},
	{"a plus for a space in paths", "CLI-REQ-08", func(k *client) { k.escape = url.QueryEscape }},
	{"slashes left in paths", "CLI-REQ-08", func(k *client) {
		k.escape = func(s string) string { return strings.ReplaceAll(url.PathEscape(s), "%2F", "/") }
	}},
	{"an empty object as the body of fill", "CLI-REQ-09", func(k *client) { k.request = at("/fill", replace([]byte("{}"))) }},
	{"null as the body of submit", "CLI-REQ-09", func(k *client) { k.request = at("/submit", replace([]byte("null"))) }},
	{"the path of the base address lost", "CLI-REQ-10", func(k *client) {
		k.request = func(r *http.Request) { r.URL.Path = strings.TrimPrefix(r.URL.Path, "/some/prefix") }
	}},
	{"two slashes", "CLI-REQ-10", func(k *client) {
		k.request = func(r *http.Request) { r.URL.Path = strings.Replace(r.URL.Path, "/prefix/org", "/prefix//org", 1) }
	}},
	{"names bounded in bytes", "CLI-REQ-11", func(k *client) {
		k.body = func(_ string, m object) object {
			if name, _ := m["insured_name"].(string); len(name) > 256 {
				return object{"insured_name": strings.ToValidUTF8(name[:256], "")}
			}
			return m
		}
	}},
	{"lines bounded below twenty", "CLI-REQ-11", func(k *client) {
		k.body = func(c string, m object) object {
			if lobs, _ := m["lobs"].([]any); len(lobs) > 10 {
				return set("lobs", lobs[:10])(c, m)
			}
			return m
		}
	}},
	{"an address in one member", "CLI-REQ-12", func(k *client) { k.body = rename("address_line1", "address") }},
	{"empty texts for what is not given", "CLI-REQ-12", func(k *client) {
		k.body = func(c string, m object) object {
			if c == "request_appointment" && len(m) == 0 {
				return object{"phone": ""}
			}
			return m
		}
	}},
}

var answerMutants = []mutant{
	{"wants 201 for a create", "CLI-DEC-01", refusing(func(c string, _ any) bool { return c == "create_session" })},
	{"another name for the session id", "CLI-DEC-01", func(k *client) {
		k.read = func(_ string, data []byte) (any, error) {
			return decode(bytes.ReplaceAll(data, []byte(`"session_id"`), []byte(`"id"`)))
		}
	}},
	{"wants a state", "CLI-DEC-02", refusing(func(c string, v any) bool { return c == "create_session" && member(v, "state") == nil })},
	{"wants pending_count", "CLI-DEC-02", refusing(func(c string, v any) bool { return c == "get_session" && member(v, "pending_count") == nil })},
	{"numbers as floats", "CLI-DEC-03", func(k *client) {
		k.read = func(_ string, data []byte) (v any, err error) { return v, errors.Join(json.Unmarshal(data, &v)) }
	}},
	{"values as texts", "CLI-DEC-03", func(k *client) {
		k.read = func(_ string, data []byte) (any, error) {
			v, err := decode(data)
			if values, ok := member(v, "field_values").(map[string]any); ok {
				for name, value := range values {
					values[name] = fmt.Sprint(value)
				}
			}
			return v, err
		}
	}},
	{"asks without their other members", "CLI-DEC-03", func(k *client) {
		k.read = func(_ string, data []byte) (any, error) {
			v, err := decode(data)
			asks, _ := member(v, "asks").([]any)
			for _, a := range asks {
				if ask, ok := a.(map[string]any); ok {
					delete(ask, "nested")
				}
			}
			return v, err
		}
	}},
	{"refuses unknown members", "CLI-DEC-04", refusing(func(_ string, v any) bool { return member(v, "x_later") != nil })},
	{"no flags is an error", "CLI-DEC-05", refusing(func(c string, v any) bool {
		flags, _ := member(v, "flags").([]any)
		return c == "risk_summary" && len(flags) == 0
	})},
	{"downloads as text", "CLI-DEC-07", func(k *client) {
		k.read = func(c string, data []byte) (any, error) {
			if c == "download_form" {
				text := base64.StdEncoding.EncodeToString([]byte(strings.ToValidUTF8(string(data), "\ufffd")))
				return object{"content_base64": text}, nil
			}
			return decode(data)
		}
	}},
	{"wants a label", "CLI-DEC-08", refusing(func(c string, v any) bool { return c == "me" && member(v, "key_label") == nil })},
	{"goes on after done", "CLI-FLOW-01", func(k *client) { k.done = func(t object) bool { return t["pending_count"] == json.Number("0") } }},
	{"goes on at no pending question", "CLI-FLOW-02", func(k *client) { k.done = func(t object) bool { return t["done"] == true } }},
	{"asks once", "CLI-FLOW-03", func(k *client) { k.done = func(object) bool { return true } }},
	{"ends at one pending question", "CLI-FLOW-03", func(k *client) {
		k.done = func(t object) bool {
			return t["done"] == true || slices.Contains([]any{json.Number("0"), json.Number("2")}, t["pending_count"])
		}
	}},
	{"errors without status", "CLI-ERR-01", func(k *client) { k.fault = func(f *peer.Fault) { f.Status = 0 } }},
	{"errors without detail", "CLI-ERR-01", func(k *client) { k.fault = func(f *peer.Fault) { f.Detail = http.StatusText(f.Status) } }},
	{"one status for all", "CLI-ERR-01", func(k *client) { k.fault = func(f *peer.Fault) { f.Status = 400 } }},
	{"the first fault only", "CLI-ERR-02", func(k *client) { k.fault = func(f *peer.Fault) { f.Fields = f.Fields[:min(1, len(f.Fields))] } }},
	{"locations as texts", "CLI-ERR-02", func(k *client) {
		k.fault = func(f *peer.Fault) {
			for _, field := range f.Fields {
				for i := range field.Loc {
					field.Loc[i] = fmt.Sprint(field.Loc[i])
				}
			}
		}
	}},
	{"repeats a 402", "CLI-ERR-03", func(k *client) { k.again = func(s, n int) bool { return n < 3 && (s == 402 || s == 429) } }},
	{"no wait after a 429", "CLI-ERR-04", func(k *client) { k.pause = func(http.Header) float64 { return 0 } }},
	{"half the wait after a 429", "CLI-ERR-04", func(k *client) { k.pause = func(http.Header) float64 { return 1 } }},
	{"milliseconds for seconds", "CLI-ERR-04", func(k *client) { k.pause = func(http.Header) float64 { return 0.002 } }},
	{"a 429 is the end", "CLI-ERR-04", func(k *client) { k.again = func(int, int) bool { return false } }},
	{"repeats a 429 for ever", "CLI-ERR-05", func(k *client) { k.again = func(s, _ int) bool { return s == 429 } }},
	{"HTML breaks it", "CLI-ERR-06", func(k *client) {
		k.fault = func(f *peer.Fault) {
			if f.Status > 500 {
				*f = peer.Fault{Kind: "crash", Detail: "invalid character '<'"}
			}
		}
	}},
	{"a form not yet filled is an empty form", "CLI-ERR-07", func(k *client) {
		k.fault = func(f *peer.Fault) {
			if f.Status == 404 {
				f.Status = 0
			}
		}
	}},
	{"repeats a 401 for ever", "CLI-ERR-08", func(k *client) { k.again = func(s, n int) bool { return s == 401 && n < 6 } }},
	{"the key in an output", "CLI-ERR-09", func(k *client) {
		k.says = func(k *client, c incoming) {
			if c.APIKey != "" {
				k.event(c, "log", object{"line": "Authorization: Bearer " + c.APIKey})
			}
		}
	}},
	{"the key goes along with a redirect", "CLI-ERR-10", func(k *client) { k.redirect = true }},
}

func TestEveryClientMutantIsFound(t *testing.T) {
	byID := map[string]peer.Case{}
	for _, c := range peer.Cases() {
		byID[c.ID] = c
	}
	for _, m := range slices.Concat(requestMutants, answerMutants, oauthMutants, webhookMutants) {
		t.Run(m.id+" "+m.name, func(t *testing.T) {
			t.Parallel()
			make := func() *client { k := goodClient(); m.make(k); return k }
			found, err := peer.Run(t.Context(), peer.Options{Start: start(make), Limit: time.Minute}, []peer.Case{byID[m.id]})
			require.NoError(t, err)
			require.Contains(t, []report.Verdict{report.Fail, report.Warn}, found[0].Verdict, "expected %s, got %s", found[0].Expected, found[0].Got)
			require.NotEmpty(t, found[0].Cause)
		})
	}
}

func TestTheGoodClientIsNotAccused(t *testing.T) {
	found, err := peer.Run(t.Context(), peer.Options{Start: start(goodClient)}, peer.Cases())
	require.NoError(t, err)
	require.Len(t, found, 53)
	for _, f := range found {
		require.Contains(t, []report.Verdict{report.Pass, report.Observed}, f.Verdict, "%s: expected %s, got %s", f.ID, f.Expected, f.Got)
	}
}

// A driver without a client behind it must not look conformant, whatever it always says. It passes nothing at all.
func TestNullDriversPassNothing(t *testing.T) {
	for name, says := range map[string]string{
		"answers nothing":       `"error":{"kind":"nothing"}`,
		"answers always ok":     `"result":{}`,
		"answers always a list": `"result":[]`,
		"answers always valid":  `"result":{"valid":true,"event":{},"session_id":"ses_7Qx2","sessions":[],"flags":[]}`,
		"answers always 404":    `"error":{"kind":"api","status":404,"detail":"no such session"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			null := func(context.Context) (*peer.Driver, error) {
				commands, in := io.Pipe()
				out, results := io.Pipe()
				go func() {
					for lines := bufio.NewScanner(commands); lines.Scan(); {
						var c incoming
						_ = json.Unmarshal(lines.Bytes(), &c)
						if c.Command == "hello" {
							fmt.Fprintf(results, "{\"id\":%d,\"result\":{}}\n", c.ID)
						} else {
							fmt.Fprintf(results, "{\"id\":%d,%s}\n", c.ID, says)
						}
					}
				}()
				return peer.Streams(out, in)(t.Context())
			}
			found, err := peer.Run(t.Context(), peer.Options{Start: null}, peer.Cases())
			require.NoError(t, err)
			for _, f := range found {
				require.NotContains(t, []report.Verdict{report.Pass, report.Observed, report.NotApplicable}, f.Verdict, f.ID)
			}
		})
	}
}

var oauthMutants = []mutant{
	{"the usual paths", "CLI-OAUTH-01", func(k *client) {
		k.metadata = func(m object) { m["token_endpoint"], _ = url.JoinPath(m["issuer"].(string), "/oauth/token") }
	}},
	{"device request as JSON", "CLI-OAUTH-02", func(k *client) {
		k.request = func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }
	}},
	{"no client_id", "CLI-OAUTH-02", func(k *client) { k.form = func(f url.Values) { f.Del("client_id") } }},
	{"a short name for the grant", "CLI-OAUTH-03", func(k *client) {
		k.form = func(f url.Values) {
			if f.Get("grant_type") == deviceGrant {
				f.Set("grant_type", "device_code")
			}
		}
	}},
	{"the user code for the device code", "CLI-OAUTH-03", func(k *client) {
		k.form = func(f url.Values) {
			if f.Has("device_code") {
				f.Set("device_code", "BCDF-GHJK")
			}
		}
	}},
	{"polls twice as fast", "CLI-OAUTH-04", func(k *client) { k.interval = func(s float64, _ int) float64 { return s / 2 } }},
	{"polls at once after the first time", "CLI-OAUTH-04", func(k *client) {
		k.interval = func(s float64, polls int) float64 {
			if polls > 1 {
				return 0.1
			}
			return s
		}
	}},
	{"pending is the end", "CLI-OAUTH-05", func(k *client) { k.polling = func(string) bool { return false } }},
	{"slow_down does nothing", "CLI-OAUTH-06", func(k *client) { k.interval = func(float64, int) float64 { return 1 } }},
	{"slow_down holds once", "CLI-OAUTH-06", func(k *client) {
		k.interval = func(s float64, polls int) float64 {
			if polls > 2 {
				return 1
			}
			return s
		}
	}},
	{"polls on after a denial", "CLI-OAUTH-07", func(k *client) { k.polling = func(code string) bool { return code != "expired_token" } }},
	{"polls on after expiry", "CLI-OAUTH-07", func(k *client) { k.polling = func(code string) bool { return code != "access_denied" } }},
	{"expiry is not minded", "CLI-OAUTH-08", func(k *client) { k.expiry = func(float64) float64 { return 100 } }},
	{"nothing is shown", "CLI-OAUTH-09", func(k *client) { k.prompt = func(object) object { return nil } }},
	{"no address is shown", "CLI-OAUTH-09", func(k *client) { k.prompt = func(o object) object { delete(o, "verification_uri"); return o } }},
	{"the first refresh token for ever", "CLI-OAUTH-10", func(k *client) {
		k.renew = func(account, _ string) bool {
			held := k.accounts[account]
			id, _ := held["client_id"].(string)
			return k.refreshWith(account, id, held, k.spent[account])
		}
	}},
	{"every call refreshes for itself", "CLI-OAUTH-11", func(k *client) { k.renew = k.refresh }},
	{"a lapsed token is the end", "CLI-OAUTH-12", func(k *client) { k.renew = func(_, _ string) bool { return false } }},
	{"listens on localhost", "CLI-OAUTH-13", func(k *client) { k.listen = "localhost:0" }},
	{"the plain challenge", "CLI-OAUTH-14", func(k *client) {
		k.form = func(f url.Values) {
			if f.Has("code_challenge_method") {
				f.Set("code_challenge_method", "plain")
			}
		}
	}},
	{"a short verifier", "CLI-OAUTH-14", func(k *client) { k.verifier = func() string { return "short" } }},
	{"one verifier for ever", "CLI-OAUTH-14", func(k *client) { k.verifier = func() string { return strings.Repeat("v", 64) } }},
	{"any state will do", "CLI-OAUTH-15", func(k *client) { k.state = func(_, _ string) bool { return true } }},
	{"no name at registration", "CLI-OAUTH-16", func(k *client) { k.register = func(m object) { delete(m, "client_name") } }},
	{"one redirect as a text", "CLI-OAUTH-16", func(k *client) { k.register = func(m object) { m["redirect_uris"] = "http://127.0.0.1/" } }},
}

var webhookMutants = []mutant{
	{"accepts everything", "CLI-HOOK-02", func(k *client) { k.genuine = func(_, _ []byte, _ string) bool { return true } }},
	{"accepts nothing", "CLI-HOOK-01", func(k *client) { k.genuine = func(_, _ []byte, _ string) bool { return false } }},
	{"the key without its prefix", "CLI-HOOK-01", func(k *client) {
		k.genuine = func(s, b []byte, sig string) bool {
			return signatureOf(bytes.TrimPrefix(s, []byte("whsec_")), b) == sig
		}
	}},
	{"re-serialised JSON", "CLI-HOOK-01", func(k *client) {
		k.genuine = func(s, b []byte, sig string) bool {
			var out bytes.Buffer
			_ = json.Compact(&out, b)
			return signatureOf(s, out.Bytes()) == sig
		}
	}},
	{"trimmed bytes", "CLI-HOOK-01", func(k *client) {
		k.genuine = func(s, b []byte, sig string) bool { return signatureOf(s, bytes.TrimSpace(b)) == sig }
	}},
	{"upper-case digits", "CLI-HOOK-02", func(k *client) {
		k.genuine = func(s, b []byte, sig string) bool { return strings.EqualFold(signatureOf(s, b), sig) }
	}},
	{"no prefix needed", "CLI-HOOK-02", func(k *client) {
		k.genuine = func(s, b []byte, sig string) bool {
			return strings.TrimPrefix(signatureOf(s, b), "sha256=") == strings.TrimPrefix(sig, "sha256=")
		}
	}},
	{"the first half only", "CLI-HOOK-02", func(k *client) {
		k.genuine = func(s, b []byte, sig string) bool { return len(sig) >= 39 && signatureOf(s, b)[:39] == sig[:39] }
	}},
	{"a byte order mark is forgiven", "CLI-HOOK-02", func(k *client) {
		mark := []byte("\ufeff")
		k.genuine = func(s, b []byte, sig string) bool { return signatureOf(s, bytes.TrimPrefix(b, mark)) == sig }
		k.read = func(_ string, data []byte) (any, error) { return decode(bytes.TrimPrefix(data, mark)) }
	}},
	{"other keys too", "CLI-HOOK-02", func(k *client) {
		k.genuine = func(s, b []byte, sig string) bool {
			return signatureOf(s, b) == sig || signatureOf(bytes.TrimPrefix(s, []byte("whsec_")), b) == sig
		}
	}},
	{"digits of any alphabet", "CLI-HOOK-02", func(k *client) {
		k.genuine = func(s, b []byte, sig string) bool {
			raw, err := hex.DecodeString(strings.ToLower(strings.TrimPrefix(sig, "sha256=")))
			return err == nil && signatureOf(s, b) == "sha256="+hex.EncodeToString(raw)
		}
	}},
	{"unknown events are errors", "CLI-HOOK-03", refusing(func(c string, v any) bool { return c == "verify_webhook" && member(v, "event") == "session.archived" })},
	{"unknown members are lost", "CLI-HOOK-03", func(k *client) {
		k.read = func(_ string, data []byte) (any, error) {
			v, err := decode(data)
			if m, ok := v.(map[string]any); ok {
				delete(m, "x")
			}
			return v, err
		}
	}},
}
