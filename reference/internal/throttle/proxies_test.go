package throttle

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnlyOurOwnProxiesSayWhereARequestComesFrom(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for name, c := range map[string]struct {
		peer, want string
		way        []string
	}{
		"no proxy":            {"192.0.2.1:5", "192.0.2.1", []string{"198.51.100.1"}},
		"one proxy":           {"10.0.0.1:5", "198.51.100.1", []string{"198.51.100.1"}},
		"a client that lies":  {"10.0.0.1:5", "198.51.100.1", []string{"203.0.113.9, 198.51.100.1"}},
		"two proxies":         {"10.0.0.1:5", "198.51.100.1", []string{"203.0.113.9, 198.51.100.1, 10.0.0.2"}},
		"several lines":       {"10.0.0.1:5", "198.51.100.1", []string{"203.0.113.9", "198.51.100.1", "10.0.0.2"}},
		"no list":             {"10.0.0.1:5", "10.0.0.1", nil},
		"not an address":      {"10.0.0.1:5", "10.0.0.1", []string{"198.51.100.1, unknown"}},
		"ours, then nonsense": {"10.0.0.1:5", "10.0.0.2", []string{"unknown, 10.0.0.2"}},
		"IPv6 peer":           {"[::1]:5", "2001:db8:1:2::/64", []string{"2001:db8:1:2::3"}},
		"IPv4 within IPv6":    {"[::ffff:10.0.0.1]:5", "198.51.100.1", []string{"::ffff:198.51.100.1"}},
		"no peer":             {"pipe", "pipe", []string{"198.51.100.1"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = c.peer
			for _, line := range c.way {
				r.Header.Add("X-Forwarded-For", line)
			}
			got := ""
			Behind(proxies, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = Address(r) })).ServeHTTP(nil, r)
			require.Equal(t, c.want, got)
			require.Equal(t, c.peer, r.RemoteAddr, "the caller's request is left alone")
		})
	}
}
