package delivery

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"time"

	"code.dny.dev/ssrf"
)

// azureWireServer answers on every Azure machine, on a public address that no registry lists as special.
var azureWireServer = netip.MustParsePrefix("168.63.129.16/32")

// urlBytes bounds an endpoint's URL.
const urlBytes = 2048

// Private networks, for development.
var (
	private4 = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"),
		netip.MustParsePrefix("192.168.0.0/16")}
	private6 = []netip.Prefix{netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("fc00::/7")}
)

// guard keeps deliveries from reaching inner networks. The same rule holds when an endpoint is saved and at every dial,
// where it sees the address itself and no name can mislead it.
type guard struct {
	open     bool // some special networks are allowed: any port and plain http too
	rule     *ssrf.Guardian
	resolver *net.Resolver
}

func newGuard(o Options) guard {
	allow4, allow6 := []netip.Prefix{}, []netip.Prefix{}
	if o.AllowPrivate {
		allow4, allow6 = append(allow4, private4...), append(allow6, private6...)
	}
	for _, p := range o.Allow {
		if p.Addr().Is4() {
			allow4 = append(allow4, p)
		} else {
			allow6 = append(allow6, p)
		}
	}
	g := guard{open: len(allow4)+len(allow6) > 0, resolver: o.Resolver}
	if g.resolver == nil {
		g.resolver = net.DefaultResolver
	}
	rules := []ssrf.Option{ssrf.WithAllowedV4Prefixes(allow4...), ssrf.WithAllowedV6Prefixes(allow6...), ssrf.WithDeniedV4Prefixes(azureWireServer)}
	if g.open {
		rules = append(rules, ssrf.WithAnyPort())
	}
	g.rule = ssrf.New(rules...)
	return g
}

func isForbidden(err error) bool {
	return errors.Is(err, ssrf.ErrProhibitedIP) || errors.Is(err, ssrf.ErrProhibitedNetwork) || errors.Is(err, ssrf.ErrProhibitedPort)
}

// URLError says why a URL cannot be an endpoint, in words for the person who typed it.
type URLError struct{ Reason string }

func (e *URLError) Error() string { return "delivery: the endpoint URL " + e.Reason }

func refuse(format string, args ...any) error { return &URLError{fmt.Sprintf(format, args...)} }

// check says whether a URL may be saved: https to a public address, or what Options allow over http in development.
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
	case u.Scheme != "https" && !(u.Scheme == "http" && g.open):
		return refuse("must begin with https://")
	}
	return g.checkHost(ctx, u)
}

// resolveTime bounds the look at a host's addresses.
const resolveTime = 5 * time.Second

func (g guard) checkHost(ctx context.Context, u *url.URL) error {
	port := u.Port()
	if port == "" {
		port = "443"
	}
	if !g.open && port != "443" {
		return refuse("must use port 443")
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTime)
	defer cancel()
	addresses, err := g.resolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil || len(addresses) == 0 {
		return refuse("names a host that cannot be resolved")
	}
	for _, address := range addresses {
		network := "tcp6"
		if address = address.Unmap(); address.Is4() {
			network = "tcp4"
		}
		if g.rule.Safe(network, net.JoinHostPort(address.String(), port), nil) != nil {
			return refuse("is on a private or special network")
		}
	}
	return nil
}
