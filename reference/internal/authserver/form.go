package authserver

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"
)

// maxForm bounds the body of a form request and the query of an authorization request.
const maxForm = 32 << 10

// repeatable are the parameters that may come more than once (RFC 8707 section 2). They are ignored all the same: a
// token opens its workspace and nothing else.
var repeatable = map[string]bool{"resource": true, "audience": true}

// form is the parameters of a request. A parameter without a value counts as left out (RFC 6749 section 3.1).
type form map[string]string

// readForm takes the parameters from the body, and from nowhere else: what stands in an address ends up in logs.
func readForm(w http.ResponseWriter, r *http.Request) (form, error) {
	if r.URL.RawQuery != "" {
		return nil, refuse(invalidRequest, "Parameters belong in the request body, not in the address.")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, refuse(invalidRequest, "The body must be application/x-www-form-urlencoded.")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
	if err != nil {
		return nil, refuse(invalidRequest, "The body could not be read, or is longer than 32 KiB.")
	}
	return parseForm(string(body))
}

func parseForm(text string) (form, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, refuse(invalidRequest, "The parameters are not well formed.")
	}
	f := form{}
	for name, all := range values {
		if len(all) > 1 && !repeatable[name] {
			return nil, refuse(invalidRequest, "A parameter came more than once.")
		}
		if !utf8.ValidString(all[0]) || strings.ContainsRune(all[0], 0) {
			return nil, refuse(invalidRequest, "A parameter is not text in UTF-8.")
		}
		if all[0] != "" {
			f[name] = all[0]
		}
	}
	return f, nil
}

// need gives the values of parameters that must be there.
func (f form) need(names ...string) error {
	for _, name := range names {
		if f[name] == "" {
			return refuse(invalidRequest, "The parameter "+name+" is missing.")
		}
	}
	return nil
}

// Scope is the one scope there is. Every token opens the whole API of its workspace, as an API key does.
const Scope = "workspace"

// checkScope lets any well-formed scope pass, since applications ask for scopes they know from elsewhere; the reply
// names what was granted (RFC 6749 section 3.3).
func checkScope(scope string) error {
	for i := range len(scope) {
		if c := scope[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return refuse(invalidScope, "The scope has characters that no scope has.")
		}
	}
	return nil
}
