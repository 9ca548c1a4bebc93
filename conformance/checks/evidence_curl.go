package checks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// Fixture is the PDF that the checks upload: a small declarations page about a business that does not exist, written
// to an exact length. Zero leaves it as small as it is.
func Fixture(size int) []byte { return pdfsample.Sized(size) }

// attached is the file of an upload, kept so that a curl line can name it.
type attached struct {
	part, filename, contentType string
	data                        []byte // nothing of a fixture that is too large to be held
	size                        int
}

// named is all that an upload says of its file.
func (a *attached) named() [3]string { return [3]string{a.part, a.filename, a.contentType} }

// vars names the secrets of one curl line by variables of a shell.
type vars struct {
	known    map[string]string // secret -> name
	values   map[string]string // name -> secret, of those used
	invented map[string]bool   // shown as they are
	derived  map[string]derivation
	local    map[string]string // what a script has found in its own replies -> name
}

// vars knows the secrets of the run by their variables.
func (r *run) vars() *vars {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := &vars{known: map[string]string{}, values: map[string]string{}, invented: maps.Clone(r.knownFakes), derived: maps.Clone(r.derived)}
	for text := range r.secrets {
		v.known[text] = r.keys[text]
	}
	return v
}

// curl writes an exchange as a line for a shell that begins as told. Secrets are variables, never values.
func (r *run) curl(x *exchange, v *vars, how string) string {
	flags := ""
	if strings.ContainsAny(x.url, "[]{}") || strings.Contains(x.url, "..") {
		flags = " -g --path-as-is"
	}
	line := fmt.Sprintf("%s%s -X %s %s", how, flags, x.req.method, r.shell(x.url, v))
	source, body := r.curlBody(x.req, v)
	names := make([]string, 0, len(x.req.header))
	for name := range x.req.header {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		for _, value := range x.req.header[name] {
			switch {
			case name == "Content-Type" && x.req.file != nil: // curl writes it with a boundary of its own
			case value == "":
				line += " -H " + r.shell(name+";", v) // curl's way to send a header without a value
			default:
				line += " -H " + r.shell(name+": "+value, v)
			}
		}
	}
	if x.req.chunks {
		line += " -H 'Transfer-Encoding: chunked'"
	}
	if x.req.body != nil && x.req.file == nil && x.req.header.Get("Content-Type") == "" {
		line += " -H 'Content-Type:'"
	}
	return source + line + body
}

// curlBody writes the body of a request: what is piped into curl, and the flag that takes it.
func (r *run) curlBody(req *request, v *vars) (source, flag string) {
	switch {
	case req.body == nil:
		return "", ""
	case req.file != nil:
		f := req.file
		if f.size > len(f.data) || f.size > curlBytes || bytes.Equal(f.data, pdfsample.Sized(f.size)) {
			source = "intake-conformance fixture | "
			if f.size > len(pdfsample.Sized(0)) {
				source = fmt.Sprintf("intake-conformance fixture -bytes %d | ", f.size)
			}
		} else {
			source = printf(f.data)
		}
		return source, " -F " + quote(fmt.Sprintf("%s=@-;filename=%s;type=%s", f.part, f.filename, f.contentType))
	case !utf8.Valid(req.body) || slices.ContainsFunc(req.body, func(b byte) bool { return b < ' ' && b != '\n' && b != '\t' }):
		return printf(req.body), " --data-binary @-"
	}
	return "", " --data-binary " + r.shell(string(req.body), v)
}

// printf pipes bytes of any value.
func printf(data []byte) string {
	var out strings.Builder
	for i, b := range data { // what begins with a hyphen would be an option
		if b >= ' ' && b < 0x7f && (i > 0 || b != '-') && !strings.ContainsRune(`\%'`, rune(b)) {
			out.WriteByte(b)
		} else {
			fmt.Fprintf(&out, `\%03o`, b)
		}
	}
	return "printf '" + out.String() + "' | "
}

// shell quotes a text for a shell, with a variable in the place of each secret.
func (r *run) shell(text string, v *vars) string {
	secrets := slices.DeleteFunc(slices.Concat(slices.Collect(maps.Keys(v.known)), slices.Collect(maps.Keys(v.local)), slices.Collect(maps.Keys(v.invented))),
		func(s string) bool { return !strings.Contains(text, s) })
	if len(secrets) == 0 {
		return quote(r.redact(text))
	}
	sort.Slice(secrets, func(i, j int) bool { return len(secrets[i]) > len(secrets[j]) })
	quotedParts := make([]string, len(secrets))
	for i, s := range secrets {
		quotedParts[i] = regexp.QuoteMeta(s)
	}
	var out strings.Builder
	at := 0
	for _, found := range regexp.MustCompile(strings.Join(quotedParts, "|")).FindAllStringIndex(text, -1) {
		if found[0] > at {
			out.WriteString(quote(r.redact(text[at:found[0]])))
		}
		at = found[1]
		switch secret := text[found[0]:at]; {
		case v.invented[secret]:
			out.WriteString(quote(secret))
		case v.derived[secret].shell != "":
			out.WriteString(`"` + fmt.Sprintf(v.derived[secret].shell, v.name(v.derived[secret].from)) + `"`)
		default:
			out.WriteString(`"$` + v.name(secret) + `"`)
		}
	}
	if at < len(text) {
		out.WriteString(quote(r.redact(text[at:])))
	}
	return out.String()
}

// name gives a secret its variable; a second secret of the same kind has a number.
func (v *vars) name(secret string) string {
	if name := v.local[secret]; name != "" {
		return name
	}
	base := v.known[secret]
	if base == "" {
		base = "INTAKE_SECRET"
	}
	name := base
	for n := 2; v.values[name] != "" && v.values[name] != secret; n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	v.values[name] = secret
	return name
}

// written are the forms that a secret takes in a URL, a form or a JSON text.
func written(secret string) []string {
	all := []string{secret}
	inJSON, _ := json.Marshal(secret)
	for _, form := range []string{url.QueryEscape(secret), url.PathEscape(secret), strings.Trim(string(inJSON), `"`)} {
		if !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
