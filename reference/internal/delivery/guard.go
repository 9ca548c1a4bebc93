package delivery

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"syscall"

	"code.dny.dev/ssrf"
)

// azureWireServer answers on every Azure machine, on a public address that no registry lists as special.
var azureWireServer = netip.MustParsePrefix("168.63.129.16/32")

// urlBytes bounds an endpoint's URL.
const urlBytes = 2048

// guard keeps deliveries from reaching inner networks. The same rule holds when an endpoint is saved and at every dial,
// where it sees the address itself and no name can mislead it.
type guard struct {
	private bool // everything may be dialled: development
	rule    *ssrf.Guardian
}

func newGuard(allowPrivate bool) guard {
	return guard{allowPrivate, ssrf.New(ssrf.WithDeniedV4Prefixes(azureWireServer))}
}

// control is the hook of a dialer.
func (g guard) control() func(network, address string, _ syscall.RawConn) error {
	if g.private {
		return nil
	}
	return g.rule.Safe
}

func isForbidden(err error) bool {
	return errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedNetwork) || errors.Is(err, ssrf.ErrProhibitedPort)
}

// URLError says why a URL cannot be an endpoint, in words for the person who typed it.
type URLError struct{ Reason string }

func (e *URLError) Error() string { return "delivery: the endpoint URL " + e.Reason }

func refuse(format string, args ...any) error { return &URLError{fmt.Sprintf(format, args...)} }

// check says whether a URL may be saved: https to a public address, or anything over http in development.
func (g guard) check(ctx context.Context, text string) error {
	u, err := url.Parse(text)
	switch {
	case len(text) > urlBytes:
		return refuse("is longer than %d bytes", urlBytes)
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return refuse("is not a URL such as https://example.com/hooks")
	case u.User != nil:
		return refuse("must not carry a user name or password")
	case u.Fragment != "":
		return refuse("must not carry a fragment")
	case u.Scheme != "https" && !(u.Scheme == "http" && g.private):
		return refuse("must begin with https://")
	case g.private:
		return nil
	}
	return g.checkHost(ctx, u)
}

func (g guard) checkHost(ctx context.Context, u *url.URL) error {
	port := u.Port()
	if port == "" {
		port = "443"
	}
	if n, err := strconv.Atoi(port); err != nil || !slices.Contains([]int{443, 80}, n) {
		return refuse("must use port 443")
	}
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil {
		return refuse("names a host that cannot be resolved")
	}
	for _, address := range addresses {
		network := "tcp6"
		if address = address.Unmap(); address.Is4() {
			network = "tcp4"
		}
		if g.rule.Safe(network, netip.AddrPortFrom(address, 443).String(), nil) != nil {
			return refuse("is on a private or special network")
		}
	}
	return nil
}
