package throttle

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Behind lets requests that come through one of our own proxies count as coming from the client that the proxy names
// in X-Forwarded-For. The list is read from its end, where our proxies write; what a client wrote into it itself stands
// further to the front and is not believed.
func Behind(proxies []netip.Prefix, next http.Handler) http.Handler {
	if len(proxies) == 0 {
		return next
	}
	ours := func(a netip.Addr) bool {
		return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if client, ok := forwarded(r, ours); ok {
			r = r.Clone(r.Context())
			r.RemoteAddr = net.JoinHostPort(client.String(), "0")
		}
		next.ServeHTTP(w, r)
	})
}

// forwarded is the last address of the way that is not one of ours.
func forwarded(r *http.Request, ours func(netip.Addr) bool) (client netip.Addr, ok bool) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !ours(peer.Addr().Unmap()) {
		return client, false
	}
	way := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, text := range slices.Backward(way) {
		hop, err := netip.ParseAddr(strings.TrimSpace(text))
		if err != nil {
			return client, ok
		}
		client, ok = hop.Unmap(), true
		if !ours(client) {
			return client, true
		}
	}
	return client, ok
}
