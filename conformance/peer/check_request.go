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
		base := c.Serve(behave(nil))
		for _, op := range twelve {
			c.call(base, op)
		}
		for _, r := range c.Requests() {
			bearer, key := r.Header.Get("Authorization"), r.Header.Get("X-API-Key")
			scheme, token, _ := strings.Cut(bearer, " ")
			ok := key == c.key && bearer == "" || key == "" && strings.EqualFold(scheme, "bearer") && token == c.key ||
				key == c.key && strings.EqualFold(scheme, "bearer") && token == c.key
			c.Want(ok, "the key as Authorization: Bearer or as X-API-Key", "%s %s carried neither with the key it was given", r.Method, r.Target)
		}
		c.Want(len(c.Requests()) > 0, "requests", "none arrived")
	}},
	{"CLI-REQ-02", func(c *C) {
		base := c.Serve(behave(nil))
		for _, op := range twelve {
			before := len(c.Requests())
			out := c.call(base, op)
			for _, r := range c.Requests()[before:] {
				c.Want(r.Method == op.method && r.Path() == op.path, op.method+" "+op.path, "%s made %s %s", op.command, r.Method, r.Target)
			}
			c.Want(len(c.Requests()) > before, op.method+" "+op.path, "%s sent nothing: %s", op.command, out)
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
		r := c.only(c.Serve(behave(nil)), extractOp)
		media, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		c.Want(err == nil && media == "multipart/form-data", "multipart/form-data", "Content-Type: %q", r.Header.Get("Content-Type"))
		parts := multipart.NewReader(bytes.NewReader(r.Body), params["boundary"])
		for {
			part, err := parts.NextRawPart()
			if err != nil {
				c.Fail("a part named file", "the body ended without one: %v", err)
			}
			if part.FormName() != "file" {
				continue
			}
			got, err := io.ReadAll(part)
			c.Want(err == nil && bytes.Equal(got, pdf()), "the exact bytes of the PDF in part file", "%d other bytes arrived", len(got))
			return
		}
	}},
	{"CLI-REQ-07", func(c *C) {
		text := []rune(strings.Repeat("Line one\nzweite Zeile \"q\" \\ 😀 漢字 <&>\t", 400))[:10000]
		c.sameText(operation{"answer", fixed(map[string]any{"session_id": sessionID, "message": string(text)}), "POST", within + "/answers"}, "message", string(text))
	}},
	{"CLI-REQ-08", func(c *C) {
		base, id, form := c.Serve(behave(nil)), "a b/c%2Fd é#?", "form/één 100%"
		c.escaped(base, "get_session", map[string]any{"session_id": id}, "org", "sessions", id)
		c.escaped(base, "download_form", map[string]any{"session_id": id, "form_key": form}, "org", "sessions", id, "forms", form, "pdf")
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
			got := c.Requests()[before]
			c.Want(got.Path() == want, "GET "+want, "for the base address …%s it requested %s", suffix, got.Target)
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

// only runs an operation and returns the last request that it made; a client that sends nothing fails the case.
func (c *C) only(base string, op operation) Request {
	before := len(c.Requests())
	out := c.call(base, op)
	all := c.Requests()
	if len(all) == before {
		c.Fail(op.method+" "+op.path, "%s sent nothing: %s", op.command, out)
	}
	return all[len(all)-1]
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
func (c *C) escaped(base, command string, params map[string]any, names ...string) {
	before := len(c.Requests())
	out := c.Do(base, command, params)
	c.Want(len(c.Requests()) > before, "a request with the parameters percent-encoded", "%s sent nothing: %s", command, out)
	target := c.Requests()[before].Target
	segments := strings.Split(strings.TrimPrefix(target, "/"), "/")
	expected := "path segments that decode to " + strings.Join(names, " | ")
	c.Want(len(segments) == len(names) && !strings.ContainsAny(target, "?#"), expected, "%s requested %s", command, target)
	for i, s := range segments {
		name, err := url.PathUnescape(s)
		c.Want(err == nil && name == names[i], expected, "%s requested %s", command, target)
	}
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
