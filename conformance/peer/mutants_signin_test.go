package peer_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// Faults of signing in and of checking signatures.

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
