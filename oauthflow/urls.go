package oauthflow

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// longestURL bounds every address taken from a server.
const longestURL = 2048

// checkURL parses an address that a request, a browser or a person will be sent to, or says why it is refused: only https,
// or http on a loopback host (RFC 8252 section 8.3), and nothing that a terminal or a command line could misread.
func checkURL(text string, allowHTTP bool) (*url.URL, string) {
	switch {
	case text == "":
		return nil, "is missing"
	case len(text) > longestURL:
		return nil, "is too long"
	case strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"'`<>\\^{|}", r) }):
		return nil, "has a character that a URL cannot have"
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, "is not a URL"
	case u.Scheme != "https" && u.Scheme != "http":
		return nil, "is not an https URL"
	case u.Hostname() == "":
		return nil, "has no host"
	case u.User != nil:
		return nil, "carries a user name"
	case u.Fragment != "" || strings.Contains(text, "#"):
		return nil, "has a fragment"
	case u.Scheme == "http" && !allowHTTP && !loopback(u.Hostname()):
		return nil, "is http on a host that is not this machine"
	}
	return u, ""
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// origin is scheme, host and port, with the scheme's own port written out.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}
