package intake

import (
	"encoding/json"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Whatever a server writes into Retry-After, the wait is neither negative nor beyond its bound, and whole seconds are
// read exactly.
func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"", "0", "7", "-7", "+7", "1.5", ".5", "5.", "1e3", "0x10", "inf", "NaN", "9300000000", "99999999999999999999999999", "--5", "+-5", "1_000",
		"Fri, 31 Dec 1999 23:59:59 GMT", "Friday, 31-Dec-99 23:59:59 GMT", "Fri Dec 31 23:59:59 1999", "Fri, 31 Dec 9999 23:59:59 GMT", "soon"} {
		f.Add(s, int64(946684800))
	}
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		now := time.Unix(unix%(1<<33), 0)
		wait, ok := retryAfter(http.Header{"Retry-After": {text}}, now)
		require.GreaterOrEqual(t, wait, time.Duration(0))
		require.LessOrEqual(t, wait, longestWait)
		if !ok {
			require.Zero(t, wait)
		}
		digits := strings.TrimSpace(text)
		if seconds, isNumber := new(big.Int).SetString(digits, 10); isNumber && digits != "" && strings.Trim(digits, "0123456789") == "" {
			want := longestWait
			if seconds.IsInt64() && seconds.Int64() < int64(longestWait/time.Second) {
				want = time.Duration(seconds.Int64()) * time.Second
			}
			require.True(t, ok)
			require.Equal(t, want, wait)
		}
	})
}

// No error body breaks anything, and what is kept of it is bounded.
func FuzzErrorBody(f *testing.F) {
	for _, s := range []string{``, `{}`, `{"detail":"d"}`, `{"detail":[{"loc":["body",1],"msg":"m","type":"t"}]}`, `{"detail":[1,null,{"loc":{}}]}`, `<html>`, "\xff\xfe"} {
		f.Add(s, "application/json")
	}
	f.Fuzz(func(t *testing.T, body, kind string) {
		detail, faults := parseDetail([]byte(body), kind)
		require.LessOrEqual(t, len(detail), 4100)
		for _, fault := range faults {
			_ = fault.Path()
		}
	})
}

// The decoder sees the same members and the same values as encoding/json.
func FuzzDecoder(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1,"b":[{}],"a":2}`, ` { "\u0061" : "x\\\"y" , "é" : null } `, `{"a":"\ud800","":{"":[[]]}}`, `[1]`, `"x"`, "{\"a\":\"\xff\xc3\x28\"}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) || strings.TrimSpace(text)[0] != '{' {
			return
		}
		var want map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(text), &want))
		got := Values{}
		d := decoder{text: text}
		d.values(&got)
		require.NoError(t, d.err)
		require.Len(t, got, len(want))
		for key, raw := range want {
			require.Equal(t, string(raw), string(got[key]), "%q", key)
			var s string
			if raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
				require.Equal(t, s, got[key].String())
			}
		}
	})
}
