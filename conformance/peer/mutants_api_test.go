package peer_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/peer"
)

// Faults of requests and of what is made of the answers.

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
