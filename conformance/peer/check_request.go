package peer

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// requestCases judge what a client sends (spec sections 4 and 5).
var requestCases = []Case{
	{"CLI-REQ-01", func(c *C) {
		refused := false
		base := c.Serve(func(r Request) Reply {
			if !refused && r.Path() == answerOp.path { // a repetition has to carry it as well
				refused = true
				return problem(429, "too many").With("Retry-After", "1")
			}
			return ordinary(r)
		})
		for _, op := range twelve {
			c.call(base, op)
		}
		for _, r := range c.Requests() {
			bearer, key := r.Header.Values("Authorization"), r.Header.Values("X-API-Key")
			c.Want(len(bearer)+len(key) == 1, "the key in one way: as Authorization: Bearer or as X-API-Key",
				"%s %s carried %s and %s", r.Method, r.Target, plural(len(bearer), "Authorization"), plural(len(key), "X-API-Key"))
			scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
			right := len(key) == 1 && key[0] == c.key || strings.EqualFold(scheme, "bearer") && strings.TrimSpace(token) == c.key
			c.Want(right, "the key as Authorization: Bearer or as X-API-Key", "%s %s carried another value", r.Method, r.Target)
		}
		c.Want(len(c.Requests()) > 0, "requests", "none arrived")
	}},
	{"CLI-REQ-02", func(c *C) {
		base := c.Serve(behave(nil))
		for _, op := range twelve {
			before := len(c.Requests())
			out := c.call(base, op)
			sent := c.Requests()[before:]
			c.Want(len(sent) > 0, op.method+" "+op.path, "%s sent nothing: %s", op.command, out)
			c.Want(slices.ContainsFunc(sent, op.is), op.method+" "+op.path, "%s made %s %s", op.command, sent[0].Method, sent[0].Target)
			for _, r := range sent { // a client may look around, but at what there is
				c.Want(documented(r), "requests that the specification names", "%s made %s %s too", op.command, r.Method, r.Target)
			}
		}
	}},
	{"CLI-REQ-03", func(c *C) {
		base := c.Serve(behave(nil))
		for _, op := range []operation{createOp, answerOp, appointOp} {
			r := c.only(base, op)
			c.Want(r.MediaType() == "application/json", "Content-Type: application/json", "%s sent %q", op.command, r.Header.Get("Content-Type"))
		}
	}},
	{"CLI-REQ-04", createBody},
	{"CLI-REQ-05", func(c *C) {
		base := c.Serve(behave(nil))
		r := c.only(base, operation{"list_sessions", fixed(map[string]any{"limit": 7}), "GET", "/org/sessions"})
		c.Want(slices.Equal(r.Query()["limit"], []string{"7"}), "limit=7", "the query was %q", r.Target)
	}},
	{"CLI-REQ-06", func(c *C) {
		c.uploaded(c.only(c.Serve(behave(nil)), extractOp))
		refused := false
		c.call(c.Serve(func(r Request) Reply {
			if !refused && extractOp.is(r) {
				refused = true
				return problem(429, "too many").With("Retry-After", "1")
			}
			return ordinary(r)
		}), extractOp)
		for _, r := range c.To("POST", extractOp.path) { // the file again, whole, when it is sent again
			c.uploaded(r)
		}
	}},
	{"CLI-REQ-07", func(c *C) {
		text := []rune(strings.Repeat("Line one\nzweite Zeile \"q\" \\ 😀 漢字 <&>\t", 400))[:10000]
		c.sameText(operation{"answer", fixed(map[string]any{"session_id": sessionID, "message": string(text)}), "POST", within + "/answers"}, "message", string(text))
	}},
	{"CLI-REQ-08", func(c *C) {
		base, id, form := c.Serve(behave(nil)), "a b/c%2Fd é#?", "form/één 100%"
		c.escaped(base, "get_session", map[string]any{"session_id": id}, path{"org", "sessions", id})
		c.escaped(base, "download_form", map[string]any{"session_id": id, "form_key": form}, path{"org", "sessions", id, "forms", form, "pdf"})
	}},
	{"CLI-REQ-09", func(c *C) {
		base := c.Serve(behave(nil))
		for _, op := range []operation{fillOp, submitOp} {
			r := c.only(base, op)
			c.Want(len(r.Body) == 0, "no request body", "%s sent %d bytes: %q", op.command, len(r.Body), clip(string(r.Body)))
		}
	}},
	{"CLI-REQ-10", func(c *C) {
		base := c.Serve(behave(nil))
		for _, suffix := range []string{"/some/prefix", "/some/prefix/", "/"} {
			before := len(c.Requests())
			c.call(base+suffix, meOp)
			want := strings.TrimSuffix(suffix, "/") + "/org/me"
			c.Want(len(c.Requests()) > before, "GET "+want, "nothing was sent for the base address …%s", suffix)
			found := slices.ContainsFunc(c.Requests()[before:], func(r Request) bool { return r.Method == "GET" && r.Path() == want })
			c.Want(found, "GET "+want, "for the base address …%s it requested %s", suffix, c.Requests()[before].Target)
		}
	}},
	{"CLI-REQ-11", func(c *C) {
		name, message := strings.Repeat("é", 256), strings.Repeat("漢", 10000)
		c.sameText(operation{"create_session", fixed(map[string]any{"insured_name": name}), "POST", "/org/sessions"}, "insured_name", name)
		c.sameText(operation{"answer", fixed(map[string]any{"session_id": sessionID, "message": message}), "POST", within + "/answers"}, "message", message)
		lobs := slices.Repeat([]any{"general_liability"}, 20)
		r := c.only(c.Serve(behave(nil)), operation{"create_session", fixed(map[string]any{"insured_name": "A", "lobs": lobs}), "POST", "/org/sessions"})
		c.Want(len(r.members(c)["lobs"].([]any)) == 20, "all 20 lobs", "other lobs arrived: %s", clip(string(r.Body)))
	}},
	{"CLI-REQ-12", appointmentBody},
}

// only runs an operation and returns its request, or what the client made in its place; a client that sends nothing fails
// the case.
func (c *C) only(base string, op operation) Request {
	before := len(c.Requests())
	out := c.call(base, op)
	sent := c.Requests()[before:]
	if len(sent) == 0 {
		c.Fail(op.method+" "+op.path, "%s sent nothing: %s", op.command, out)
	}
	if i := slices.IndexFunc(sent, op.is); i >= 0 {
		return sent[i]
	}
	return sent[len(sent)-1]
}

// is says that a request is one of the operation, whatever session it is of.
func (o operation) is(r Request) bool { return r.Method == o.method && r.Path() == o.path }

// documented says that the specification has the method and path of a request (HEAD stands for GET).
func documented(r Request) bool {
	if r.Path() == "/.well-known/oauth-authorization-server" {
		return true
	}
	return slices.ContainsFunc(twelve, func(o operation) bool {
		return r.Path() == o.path && (r.Method == o.method || r.Method == "HEAD" && o.method == "GET")
	})
}

// uploaded wants the PDF in the part that the specification names.
func (c *C) uploaded(r Request) {
	media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	c.Want(err == nil && media == "multipart/form-data", "multipart/form-data", "Content-Type: %q", r.Header.Get("Content-Type"))
	parts := multipart.NewReader(bytes.NewReader(r.Body), params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			c.Fail("a part named file", "the body of %d bytes ended without one: %v", len(r.Body), err)
		}
		if part.FormName() != "file" {
			continue
		}
		got, err := io.ReadAll(part)
		c.Want(err == nil && bytes.Equal(got, pdf()), "the exact bytes of the PDF in part file", "%d other bytes arrived", len(got))
		return
	}
}

// members is the JSON object of a request body, or ends the case.
func (r Request) members(c *C) object {
	v, err := r.JSON()
	o, ok := v.(map[string]any)
	c.Want(err == nil && ok, "a JSON object", "%s %s carried %q", r.Method, r.Target, clip(string(r.Body)))
	return o
}

func (c *C) sameText(op operation, member, want string) {
	r := c.only(c.Serve(behave(nil)), op)
	got, _ := r.members(c)[member].(string)
	c.Want(got == want, "the text unchanged in "+member, "%d of %d characters arrived, or others", utf8.RuneCountInString(got), utf8.RuneCountInString(want))
}

// escaped wants one segment of the path for each of the names, percent-encoded so that none breaks out of its place.
func (c *C) escaped(base, command string, params map[string]any, names path) {
	before := len(c.Requests())
	out := c.Do(base, command, params)
	c.Want(len(c.Requests()) > before, "a request with the parameters percent-encoded", "%s sent nothing: %s", command, out)
	sent := c.Requests()[before:]
	found := slices.ContainsFunc(sent, func(r Request) bool { return names.match(r.Target) })
	c.Want(found, "path segments that decode to "+strings.Join(names, " | "), "%s requested %s", command, sent[0].Target)
}

// path is what the segments of a request target decode to.
type path []string

func (p path) match(target string) bool {
	segments := strings.Split(strings.TrimPrefix(target, "/"), "/")
	if len(segments) != len(p) || strings.ContainsAny(target, "?#") {
		return false
	}
	for i, s := range segments {
		if name, err := url.PathUnescape(s); err != nil || name != p[i] {
			return false
		}
	}
	return true
}

func createBody(c *C) {
	base := c.Serve(behave(nil))
	full := map[string]any{"insured_name": "Harbor & Main Bakery LLC", "state": "ME", "lobs": list{"general_liability", "property"}, "naics_code": "311811"}
	for _, params := range []map[string]any{full, {"insured_name": "A"}} {
		o := c.only(base, operation{"create_session", fixed(params), "POST", "/org/sessions"}).members(c)
		for member, value := range o {
			want, sent := params[member]
			switch {
			case sent:
				c.Want(same(value, want), "the member as it was given", "%s arrived as %s", member, show(value))
			case member == "state" || member == "naics_code":
				c.Want(value == nil, "null or no member where nothing was given", "%s arrived as %s", member, show(value))
			case member == "lobs":
				empty, isList := value.([]any)
				c.Want(isList && len(empty) == 0, "an empty array or no member where nothing was given", "lobs arrived as %s", show(value))
			default:
				c.Fail("only the documented members", "%s arrived too", member)
			}
		}
		for member := range params {
			_, arrived := o[member]
			c.Want(arrived, "every member that was given", "%s did not arrive", member)
		}
	}
}

var appointmentFields = []string{"agency_name", "email", "phone", "website", "npn", "fein",
	"address_line1", "address_line2", "address_city", "address_state", "address_zip"}

func appointmentBody(c *C) {
	base, full := c.Serve(behave(nil)), map[string]any{}
	for _, name := range appointmentFields {
		full[name] = "value of " + name
	}
	for _, params := range []map[string]any{full, {}} {
		r := c.only(base, operation{"request_appointment", fixed(params), "POST", "/org/appointment-request"})
		o := r.members(c)
		for member, value := range o {
			c.Want(slices.Contains(appointmentFields, member), "only the eleven documented members", "%s arrived too", member)
			want, given := params[member]
			c.Want(given && same(value, want) || !given && value == nil, "the fields as they were given", "%s arrived as %s", member, show(value))
		}
		c.Want(len(params) == 0 || len(o) == len(params), "all eleven fields", "%d arrived", len(o))
	}
}
