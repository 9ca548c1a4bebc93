package checks

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// stimulus makes an error of each kind that needs nothing, once in a run, so that the passive checks have something to
// judge in a run of them alone.
func (c *C) stimulus() []*exchange {
	return shared(c, "an error of each kind", (*C).errors)
}

func (c *C) errors() []*exchange {
	id := c.sessionID()
	all := []*exchange{
		c.get("/org/me", anonymous), c.get("/org/me", as(c.strangerKey())), c.detail(c.unknownID(id)),
		c.post("/org/sessions", obj{}), c.post("/org/sessions", obj{"insured_name": ""}), c.post("/org/sessions", obj{"insured_name": 5}),
		c.post(sessionPath(id, "answers"), obj{}), c.list("?limit=abc"),
		c.call("POST", sessionPath(id, "extract"), upload("attachment_x", "a.pdf", "application/pdf", pdfsample.Sized(0))),
		c.call("POST", "/org/sessions", bodyOf("application/json", []byte(`{"insured_name": "A`))),
		c.submit(id), c.get(formPath(id, "no-such-form")), c.answer(c.unknownID(id), "Hello"), c.post("/org/appointment-request", obj{"phone": []string{"x"}}),
	}
	c.call("POST", sessionPath(id, "extract"), upload("file", "a.txt", "text/plain", []byte("hello")), aside) // no error is due, but a 422 is one
	c.maybe(func() { all = append(all, c.get(formPath(id, `no"such"form`))) })
	c.maybe(func() { all = append(all, c.refusedForThePlan()) })
	for i := range heavy {
		c.maybe(func() {
			x := c.pressed(i)
			c.needs(x != nil, "a 429", "none")
			all = append(all, x)
		})
	}
	return all
}

// judged says whether an error is one that the text specifies: of /org, and not of a layer below the application.
func judged(x *exchange) bool {
	below := []int{405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 431}
	return strings.HasPrefix(x.req.path, "/org/") && x.status >= 400 && x.status < 500 && !slices.Contains(below, x.status)
}

// forTheAccount says whether a call may have been refused for the sake of the workspace's account at the platform, or of
// what was asked of the platform before: the text has no status for that.
func forTheAccount(x *exchange) bool {
	return x.status/100 == 4 && (strings.HasSuffix(x.req.path, "/submit") || x.req.path == "/org/appointment-request")
}

// everyError judges each error of the run that the text specifies, and each 422, whose shape it gives whatever brought it.
func everyError(only func(*exchange) bool, wrong func(*exchange) string, expected string) func(*C) {
	return func(c *C) {
		c.stimulus()
		count := 0
		for _, x := range c.run.everything() {
			if x.err == nil && (!x.req.quiet || x.status == 422) && judged(x) && only(x) {
				count++
				p := wrong(x)
				c.wantOf(x, p == "", expected, "status %d: %s", x.status, p)
			}
		}
		c.needs(count > 0, "an error to look at", "none in the whole run")
	}
}

var errorChecks = []Check{
	{ID: "ERR-01", Phase: Last, provokes: true, Run: everyError(func(*exchange) bool { return true }, problem, "a JSON object with detail for every error")},
	{ID: "ERR-02", Phase: Last, provokes: true, Run: everyError(func(x *exchange) bool {
		return slices.Contains([]int{400, 401, 402, 404, 429}, x.status)
	}, plainDetail, "detail as a text for 400, 401, 402, 404 and 429")},
	{ID: "ERR-03", Phase: Last, provokes: true, Run: everyError(func(x *exchange) bool { return x.status == 422 }, faultList,
		"detail of a 422 as a list of faults, each with loc (array), msg and type (texts)")},
	{ID: "ERR-04", Phase: Last, provokes: true, Run: everyError(func(*exchange) bool { return true }, func(x *exchange) string {
		if t := mediaType(x); t != "application/json" && !strings.HasSuffix(t, "+json") {
			return fmt.Sprintf("Content-Type is %q", x.header.Get("Content-Type"))
		}
		return ""
	}, "errors labelled as JSON")},
	{ID: "ERR-05", Phase: Last, provokes: true, Run: func(c *C) {
		count := len(c.stimulus())
		table := []int{200, 400, 401, 402, 404, 422, 429}
		open := []int{405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 431, 501, 505}
		for _, x := range c.run.traffic() {
			if strings.HasPrefix(x.req.path, "/org/") && !slices.Contains(open, x.status) && !forTheAccount(x) {
				c.wantOf(x, slices.Contains(table, x.status) || x.status >= 500, "a status of the table", "status %d", x.status)
			}
		}
		c.needs(count > 0 && c.keyWorks().ok(), "answers to look at", "none")
	}},
	{ID: "ERR-06", Long: true, sent: (*C).wantUnbrokenOnceSent, Run: func(c *C) {
		id := c.sessionID()
		for _, bad := range malformed(id) {
			x := c.try(bad.method, bad.path, append(bad.options, aside)...)
			if x.err != nil {
				continue // a connection that is closed on nonsense is no 5xx
			}
			c.want(x.status < 500 || x.status == 501 || x.status == 505, "no 5xx for bad input", "%s", x)
		}
		if good := c.register(obj{"client_name": "Conformance ERR-06", "redirect_uris": []string{redirectURI}}); good.ok() {
			for _, name := range []any{5, obj{}, nil} {
				x := c.register(obj{"client_name": name, "redirect_uris": []string{redirectURI}})
				c.want(x.status < 500, "no 5xx for a client_name that is no text", "%s", x)
			}
		}
		c.maybe(c.wantAuthorizeUnbroken)
		c.maybe(c.wantSignInUnbroken)
		c.needs(c.detail(id).ok(), "the server to be well after bad input", "it is not")
	}},
	{ID: "ERR-07", Run: func(c *C) {
		id := c.sessionID()
		for _, path := range []string{"/org/sessions", sessionPath(id, "answers")} {
			good := obj{"insured_name": "Conformance ERR-07", "message": "We have 12 employees."}
			delete(good, map[bool]string{true: "message", false: "insured_name"}[path == "/org/sessions"])
			c.prepared(c.post(path, good), "the same call with a JSON object to be taken")
			for _, body := range []string{`{"insured_name": "A", "message": "`, "plain text", "", "null", `["insured_name"]`, `[{"insured_name": "A", "message": "We have 12 employees."}]`,
				`{"insured_name": "A", "message": "We have 12 employees."} and more`} {
				x := c.call("POST", path, bodyOf("application/json", []byte(body)))
				c.want(x.status == 400 || x.status == 422, "400 or 422 for a body that is not a JSON object", "%s", x)
			}
		}
		c.maybe(c.wantNoRequestOf)
		c.maybe(c.wantNoClientOf)
	}},
	{ID: "VER-01", Run: func(c *C) {
		create := c.post("/org/sessions", c.createBody("Conformance VER-01"))
		c.want(!slices.Contains([]int{404, 405, 501}, create.status), "POST /org/sessions at its path without a version", "%s", create)
		t := c.tried()
		for _, op := range operations {
			x := t.replies[op.name]
			routed := x.status != 404 && x.status != 405 && x.status != 501
			if strings.Contains(op.name, "/forms/") || strings.Contains(op.name, "/submit") { // 404 may be right before fill: an error of the application shows the route
				routed = routed || x.status == 404 && problem(x) == ""
			}
			c.want(routed, op.name+" at its path without a version", "%s", x)
			c.needs(x.status < 500, op.name+" to be answered", "%s", x)
		}
		for _, x := range []*exchange{c.get(metadataPath, anonymous), c.register(obj{"client_name": "Conformance", "redirect_uris": []string{redirectURI}})} {
			c.want(x.status != 405, x.req.path+" without a version", "%s", x)
		}
		c.needs(c.keyWorks().ok(), "the key to work", "it does not")
	}},
}

// wantNoRequestOf fails the check when something else than a JSON object is taken for an appointment request, or is refused in other
// words than as such in a workspace whose proper request is taken then.
func (c *C) wantNoRequestOf() {
	ws := c.workspace(obj{"name": "Conformance ERR-07", "plan": "paid", "market_connected": false,
		"profile": obj{"agency_name": "Larkspur Agency", "email": "desk@larkspur.example"}})
	var refused []*exchange
	for _, body := range []string{`{"agency_name": "`, "plain text", `["agency_name"]`, `"agency_name"`, "42"} {
		x := c.call("POST", "/org/appointment-request", bodyOf("application/json", []byte(body)), as(ws.Key))
		c.want(x.status/100 != 2, "no success for a body that is not a JSON object", "%s", x)
		refused = append(refused, x)
	}
	c.prepared(c.appointment(ws, basicAppointment()), "the same call with a JSON object to be taken")
	for _, x := range refused {
		c.about(x)
		c.want(x.status == 400 || x.status == 422, "400 or 422 for an appointment request that is not a JSON object", "%s", x)
	}
}

// wantNoClientOf fails the check when what is no JSON registers a client, or is not refused as a bad request.
func (c *C) wantNoClientOf() {
	c.client()
	x := c.call("POST", c.registerEndpoint(), anonymous, bodyOf("application/json", []byte(`{"client_name": "Conformance`)))
	c.want(x.status/100 == 4 && x.status != 404, "a 4xx for a registration that is not JSON", "%s", x)
}

// nested is a list in a list, and so on.
func nested(deep int) string { return strings.Repeat("[", deep) + strings.Repeat("]", deep) }

// bad is a request that means nothing.
type bad struct {
	method, path string
	options      []option
}

// malformed lists bad input of many kinds, and some that is only rare.
func malformed(id string) []bad {
	js := func(body string) []option { return []option{bodyOf("application/json", []byte(body))} }
	all := []bad{
		{"GET", "/org/sessions/%00", nil}, {"GET", "/org/sessions/%zz", nil}, {"GET", "/org/sessions/50%", nil}, {"GET", "/org/sessions/%ff%fe", nil}, {"GET", "/org/sessions/" + strings.Repeat("a", 2000), nil},
		{"GET", "/org/sessions/" + strings.Repeat("a", 6000), nil}, {"POST", "/org/appointment-request", js(`{"agency_name":"Agentur Dächer 😀","email":"desk@larkspur.example","address_city":"Zürich"}`)},
		{"GET", "/org/sessions/..%2f..%2fetc", nil}, {"GET", "/org/sessions/'%20OR%201=1--", nil}, {"GET", sessionPath(id, "forms", "../../x", "pdf"), nil},
		{"GET", "/org/sessions?limit=99999999999999999999", nil}, {"GET", "/org/sessions?limit=", nil}, {"GET", "/org/sessions?limit=%00", nil},
		{"GET", "/org/sessions?limit=-1", nil}, {"GET", "/org/sessions?limit=0", nil},
		{"GET", "/org/sessions?limit=1&limit=2", nil}, {"GET", "/org/sessions?limit=NaN", nil}, {"GET", "/org/sessions?%zz=1", nil},
		{"POST", "/org/sessions", js("")}, {"POST", "/org/sessions", js("null")}, {"POST", "/org/sessions", js("[]")}, {"POST", "/org/sessions", js(`"x"`)},
		{"POST", "/org/sessions", js("\xff\xfe")}, {"POST", "/org/sessions", js(`{"insured_name":"\ud800"}`)}, {"POST", "/org/sessions", js(`{"insured_name":"\u0000"}`)},
		{"POST", "/org/sessions", js(strings.Repeat("[", 5000))}, {"POST", "/org/sessions", js(`{"insured_name":"A","notes":` + nested(20000) + `}`)}, {"POST", "/org/sessions", js(`{"insured_name":{"a":[{}]}}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","lobs":[null]}`)}, {"POST", "/org/sessions", js(`{"insured_name":"A","lobs":{"0":"x"}}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","lobs":null}`)}, {"POST", "/org/sessions", js(`{"insured_name":"A","state":""}`)}, {"POST", "/org/sessions", js(`{"insured_name":"A","state":"G"}`)}, {"POST", "/org/appointment-request", js(`{"agency_name":"` + strings.Repeat("x", 6000) + `"}`)},
		{"POST", "/org/sessions", js(`{"insured_name":1e400}`)}, {"POST", "/org/sessions", js(`{"insured_name":"A","note":1e9999999999}`)}, {"POST", "/org/sessions", js(`{"insured_name":"A","state":"` + strings.Repeat("x", 5000) + `"}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"\u0000\u0001"}`)}, {"POST", sessionPath(id, "answers"), js(`{"message":["x"]}`)}, {"POST", sessionPath(id, "answers"), js(`{"message":"   "}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"Dächer 😀𠮷"}`)}, {"POST", sessionPath(id, "answers"), js(`{"message":"We have 12 employees 😀𠮷"}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"constructor: 5"}`)}, {"POST", sessionPath(id, "answers"), js(`{"message":"__proto__: 1"}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"50% off %zz","lobs":["constructor","__proto__"]}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"\ud83d"}`)}, {"POST", sessionPath(id, "answers"), js("{")}, {"POST", sessionPath(id, "answers"), js("{\"message\":\"\xff\xfe\"}")},
		{"POST", "/org/sessions", js("{\"insured_name\":\"a\xff\xfeb\"}")}, {"POST", "/org/appointment-request", js("{\"agency_name\":\"a\xff\xfeb\"}")},
		{"POST", sessionPath(id, "extract"), []option{bodyOf("multipart/form-data", []byte("x"))}},
		{"POST", sessionPath(id, "extract"), []option{bodyOf("multipart/form-data; boundary=x", []byte("--x\r\nbroken"))}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "a.pdf", "application/pdf", nil)}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "a.pdf", "application/pdf", []byte("%PDF-1.7\nnot really"))}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "a.txt", "text/plain", []byte("hello"))}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "locked.pdf", "application/pdf", pdfsample.Locked())}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "damaged.pdf", "application/pdf", pdfsample.Damaged())}},
		{"POST", sessionPath(id, "documents"), []option{upload("file", "empty.pdf", "application/pdf", nil)}},
		{"POST", sessionPath(id, "documents"), []option{upload("files", "empty.pdf", "application/pdf", nil)}},
		{"POST", sessionPath(id, "documents"), []option{bodyOf("multipart/form-data; boundary=x", []byte("--x--\r\n"))}},
		{"POST", sessionPath(id, "documents"), []option{bodyOf("multipart/form-data; boundary=x",
			[]byte("--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nno file\r\n--x--\r\n"))}},
		{"POST", sessionPath(id, "documents"), []option{bodyOf("multipart/form-data; boundary=x",
			[]byte("--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nno name\r\n--x--\r\n"))}},
		{"POST", sessionPath(id, "extract"), js("{}")}, {"POST", sessionPath(id, "extract"), []option{bodyOf("application/pdf", pdfsample.Sized(0))}}, {"POST", sessionPath(id, "extract"), nil},
		{"POST", sessionPath(id, "documents"), nil}, {"POST", sessionPath(id, "documents"), js("{}")}, {"POST", "/org/appointment-request", js(`{"email":5}`)}, {"POST", "/org/appointment-request", js(`{"agency_name":"`)}, {"POST", "/org/appointment-request", js("[1]")},
		{"POST", "/org/sessions", []option{bodyOf("text/plain", []byte("x"))}}, {"POST", "/org/sessions", []option{bodyOf("application/xml", []byte("<a/>"))}},
		{"GET", "/org/me", []option{header("Authorization", "Bearer "+strings.Repeat("x", 6000))}},
		{"GET", "/org/me", []option{header("X-API-Key", "bsk_'\";--")}},
		{"GET", "/org/me", []option{header("Authorization", "Bearer bsk_é漢")}}, {"GET", "/org/me", []option{anonymous, header("X-API-Key", "bsk_é漢")}},
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch} {
		all = append(all, bad{method, "/org/me", nil}, bad{method, sessionPath(id), nil})
	}
	return all
}

// wantSignInUnbroken fails the check when a request for tokens that lacks something, or has it in other letters, is a failure of the
// service.
func (c *C) wantSignInUnbroken() {
	client := c.client()
	ask := func(body string) {
		x := c.call("POST", c.tokenEndpoint(), anonymous, aside, bodyOf("application/x-www-form-urlencoded", []byte(body)))
		c.want(x.status < 500 || x.status == 501, "no 5xx for a bad request for tokens", "%s", x)
	}
	for _, body := range []string{"", "grant_type=%ff%00", "grant_type=refresh_token&grant_type=authorization_code", "grant_type=" + deviceGrant + "&client_id=" + client + "&client_id=" + client, "grant_type=" + deviceGrant + "&client_id=" + client, "grant_type=refresh_token&client_id=" + client,
		"grant_type=authorization_code&client_id=" + client, "grant_type=authorization_code&code=nobodys&redirect_uri=" + url.QueryEscape(redirectURI) + "&client_id=" + client,
		"grant_type=refresh_token&refresh_token=%C3%A9%F0%9F%98%80%00&client_id=" + client} {
		ask(body)
	}
	s := c.codeFlowOf(client, c.orgID())
	ask(url.Values{"grant_type": {"authorization_code"}, "code": {s.code}, "redirect_uri": {s.redirect}, "client_id": {client}, "code_verifier": {strings.Repeat("é漢", 30)}}.Encode())
}
