package authserver

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

const maxRedirectURI = 2000

// privateScheme is a reverse domain name (RFC 8252 section 7.1); the dot keeps javascript:, data: and the like out.
var privateScheme = regexp.MustCompile(`^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$`)

// checkRedirectURI says why a redirect URI cannot be registered, or nothing.
func checkRedirectURI(text string) string {
	u, err := url.Parse(text)
	switch {
	case len(text) > maxRedirectURI:
		return "is longer than 2,000 characters"
	case err != nil || !plainText(text) || strings.Contains(text, " ") || strings.Contains(text, `\`):
		return "is not a URI"
	case strings.Contains(text, "#"):
		return "has a fragment"
	case u.User != nil:
		return "has a user name"
	case privateScheme.MatchString(u.Scheme):
		return ""
	case u.Scheme != "https" && u.Scheme != "http":
		return "has a scheme that is neither https, http nor a reverse domain name"
	case u.Hostname() == "":
		return "has no host"
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return "uses http on a host that is not this machine's own"
	}
	return ""
}

func isLoopback(host string) bool { return host == "127.0.0.1" || host == "::1" || host == "localhost" }

// allowsRedirect compares a redirect URI with the registered ones: exactly, but that an application on the person's own
// machine takes whatever port is free (RFC 8252 section 7.3). The host stays as registered there too.
func allowsRedirect(registered []string, asked string) bool {
	if slices.Contains(registered, asked) {
		return true
	}
	host, rest, ok := splitLoopback(asked)
	if !ok {
		return false
	}
	return slices.ContainsFunc(registered, func(one string) bool {
		h, r, ok := splitLoopback(one)
		return ok && h == host && r == rest
	})
}

// loopback takes an http URI on a loopback host apart without changing a character of what must be equal.
var loopback = regexp.MustCompile(`^http://(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{1,5})?((?:[/?].*)?)$`)

func splitLoopback(uri string) (host, rest string, ok bool) {
	if checkRedirectURI(uri) != "" {
		return "", "", false
	}
	m := loopback.FindStringSubmatch(uri)
	if m == nil {
		return "", "", false
	}
	return m[1], m[3], true
}

// withQuery adds parameters to a redirect URI and keeps its own.
func withQuery(uri string, params url.Values) string {
	u, err := url.Parse(uri)
	if err != nil {
		return uri // registered URIs parse
	}
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += params.Encode()
	return u.String()
}
