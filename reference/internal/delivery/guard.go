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
	"time"

	"code.dny.dev/ssrf"
)

// never are addresses that no option opens: link-local ones, and those at which clouds serve a machine its secrets. Azure's
// is a public address that no registry lists as special.
var never = prefixes("169.254.0.0/16", "fe80::/10", "168.63.129.16/32", "100.100.100.200/32", "192.0.0.192/32", "fd00:ec2::254/128", "fd20:ce::254/128")

// private are the networks of development.
var private = prefixes("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")

func prefixes(texts ...string) (all []netip.Prefix) {
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// urlBytes bounds an endpoint's URL.
const urlBytes = 2048

// guard keeps deliveries from reaching inner networks. The same rule holds when an endpoint is saved and at every dial,
// where it sees the address itself and no name can mislead it.
type guard struct {
	open     []netip.Prefix // special networks that are allowed: on any port, and over plain http too
	public   *ssrf.Guardian // everything else: public addresses alone, on the port of https
	resolver *net.Resolver
}

func newGuard(o Options) guard {
	g := guard{open: slices.Clone(o.Allow), public: ssrf.New(ssrf.WithPorts(443)), resolver: o.Resolver}
	if o.AllowPrivate {
		g.open = append(g.open, private...)
	}
	if g.resolver == nil {
		g.resolver = net.DefaultResolver
	}
	return g
}

// errForbidden is why an address is not dialled.
var errForbidden = errors.New("delivery: the address is forbidden")

// dial is asked before each dial, with the address that a name turned out to have.
func (g guard) dial(network, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || network != "tcp4" && network != "tcp6" {
		return errForbidden
	}
	if g.opens(to.Addr()) {
		return nil
	}
	return g.admits(to)
}

// opens says whether an address is on a network that was opened for development.
func (g guard) opens(address netip.Addr) bool {
	return !within(never, address) && within(g.open, address)
}

// admits refuses whatever is not a public address on the port of https.
func (g guard) admits(to netip.AddrPort) error {
	if within(never, to.Addr()) || g.public.SafeAddrPort(netip.AddrPortFrom(to.Addr().Unmap(), to.Port())) != nil {
		return errForbidden
	}
	return nil
}

func within(networks []netip.Prefix, address netip.Addr) bool {
	address = address.Unmap().WithZone("") // a prefix contains no address with a zone
	return slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(address) })
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
	case u.Scheme != "https" && (u.Scheme != "http" || len(g.open) == 0):
		return refuse("must begin with https://")
	}
	port, err := portOf(u)
	if err != nil {
		return err
	}
	return g.checkHost(ctx, u, port)
}

func portOf(u *url.URL) (uint16, error) {
	text := u.Port()
	switch {
	case text == "" && u.Scheme == "http":
		return 80, nil
	case text == "":
		return 443, nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return 0, refuse("has a port that does not exist")
	}
	return uint16(port), nil
}

// resolveTime bounds the look at a host's addresses.
const resolveTime = 5 * time.Second

func (g guard) checkHost(ctx context.Context, u *url.URL, port uint16) error {
	ctx, cancel := context.WithTimeout(ctx, resolveTime)
	defer cancel()
	addresses, err := g.resolver.LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil || len(addresses) == 0 {
		return refuse("names a host that cannot be resolved")
	}
	for _, address := range addresses {
		switch {
		case g.opens(address):
		case g.admits(netip.AddrPortFrom(address, 443)) != nil:
			return refuse("is on a private or special network")
		case u.Scheme != "https":
			return refuse("must begin with https://")
		case port != 443:
			return refuse("must use port 443")
		}
	}
	return nil
}
