package checks

import (
	"net/http"
	"regexp"
	"sort"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// Bounds of what a report shows.
const (
	shownExchanges = 6
	shownBytes     = 4096
	curlBytes      = 32 << 10
)

const redacted = "[redacted]"

// secretText finds what is secret by its form, whoever made it.
var (
	secretToken  = regexp.MustCompile(`\b(bsk_|whsec_)[A-Za-z0-9_\-]+`)
	secretMember = regexp.MustCompile(`("(?:access_token|refresh_token|device_code|client_secret|registration_access_token|api_key|secret|code_verifier|password)"\s*:\s*")[^"]+(")`)
	secretCode   = regexp.MustCompile(`("code"\s*:\s*")([^"]+)(")`)
	plainCode    = regexp.MustCompile(`^(?:[a-z]{1,14}(?:[_. -][a-z]{1,14})*|[A-Z]{1,14}(?:[_. -][A-Z]{1,14})*)?[_. -]?\d{0,5}$`) // of an error, as many APIs have one
	secretField  = regexp.MustCompile(`\b((?:access_token|refresh_token|device_code|client_secret|code|code_verifier)=)[^&\s"]+`)
)

// secret keeps a credential out of everything that is written. A curl line names the variable instead.
func (r *run) secret(text, variable string) {
	if len(text) < 4 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, form := range written(text) {
		r.secrets[form] = true
		if variable != "" {
			r.keys[form] = variable
		}
	}
}

// isToken says whether a secret came as a token.
func (r *run) isToken(text string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.keys[text] == tokenVariable
}

// tokenVariable is what curl lines call a token.
const tokenVariable = "INTAKE_TOKEN"

// madeUp tells of what looks like a secret and opens nothing, so that a curl line shows it.
func (r *run) madeUp(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.knownFakes[text] = true
}

func (r *run) redact(text string) string {
	if text == "" {
		return ""
	}
	r.mu.Lock()
	all := make([]string, 0, len(r.secrets))
	for s := range r.secrets {
		all = append(all, s)
	}
	r.mu.Unlock()
	sort.Slice(all, func(i, j int) bool { return len(all[i]) > len(all[j]) })
	for _, s := range all {
		text = strings.ReplaceAll(text, s, redacted)
	}
	text = secretMember.ReplaceAllString(text, "${1}"+redacted+"${2}")
	text = secretCode.ReplaceAllStringFunc(text, func(member string) string {
		part := secretCode.FindStringSubmatch(member)
		if plainCode.MatchString(part[2]) {
			return member
		}
		return part[1] + redacted + part[3]
	})
	text = secretField.ReplaceAllString(text, "${1}"+redacted)
	return secretToken.ReplaceAllString(text, "${1}"+redacted)
}

func (r *run) evidence(traffic []*exchange) []report.Exchange {
	if len(traffic) > shownExchanges {
		traffic = traffic[len(traffic)-shownExchanges:]
	}
	shown := []report.Exchange{}
	for _, x := range traffic {
		e := report.Exchange{TookMS: x.took.Milliseconds(), Request: report.Message{Method: x.req.method, URL: r.redact(x.url),
			Header: r.headers(x.req.header), Body: r.body(x.req.body), Bytes: x.req.length()}}
		if x.err != nil {
			e.Error = r.redact(x.err.Error())
		} else {
			e.Response = &report.Message{Status: x.status, Header: r.headers(x.header), Body: r.body(x.body), Bytes: len(x.body)}
		}
		shown = append(shown, e)
	}
	return shown
}

func (r *run) headers(h http.Header) [][2]string {
	var all [][2]string
	for name, values := range h {
		for _, value := range values {
			switch name {
			case "Authorization":
				scheme, _, _ := strings.Cut(value, " ")
				value = scheme + " " + redacted
			case "X-Api-Key", "Set-Cookie", "Cookie":
				value = redacted
			}
			all = append(all, [2]string{name, r.redact(value)})
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i][0]+all[i][1] < all[j][0]+all[j][1] })
	return all
}

func (r *run) body(body []byte) string {
	text := string(body)
	if len(text) > shownBytes {
		text = text[:shownBytes]
	}
	printable := strings.Map(func(c rune) rune {
		if c == '\ufffd' || c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return '.'
		}
		return c
	}, strings.ToValidUTF8(text, "."))
	return r.redact(printable)
}
