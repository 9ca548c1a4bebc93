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
	c.maybe(func() { all = append(all, c.get(formPath(id, `no"such"form`)), c.detail(`no"such`)) })
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

// below are statuses that a layer below the application may answer with.
var below = []int{405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 431}

// judged says whether an error is one that the text specifies: of /org, and not of a layer below the application.
func judged(x *exchange) bool {
	return strings.HasPrefix(x.req.path, "/org/") && x.status >= 400 && x.status < 500 && !slices.Contains(below, x.status)
}

// wantDetailBelow warns of an error without detail that may be of a layer below the application: who calls the API sees one server.
func (c *C) wantDetailBelow() {
	c.call("DELETE", "/org/me")
	for _, x := range c.run.everything() {
		seen := !x.req.quiet || x.call == readCall && x.status == http.StatusRequestEntityTooLarge // others may be odd on purpose
		if x.err == nil && seen && strings.HasPrefix(x.req.path, "/org/") && x.req.method != http.MethodHead && slices.Contains(below, x.status) {
			p := problem(x)
			c.about(x)
			c.recommend(p == "", "a JSON object with detail for every error, of a proxy or a router, too", "status %d: %s", x.status, p)
		}
	}
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

// wantFaultNamed warns where each fault of a name that is missing, empty or no text is said to be in a member of another name.
func (c *C) wantFaultNamed() {
	const faulty = "insured_name"
	var wrong *exchange
	for _, body := range []obj{{}, {faulty: ""}, {faulty: 5}} {
		x := c.post("/org/sessions", body)
		if x.status != 422 || faultList(x) != "" || strings.Contains(lettersOf(string(x.body)), lettersOf(faulty)) || !namesMembers(x) {
			return
		}
		wrong = x
	}
	c.about(wrong)
	c.recommend(false, "loc of a fault to name the member that is wrong, "+faulty, "%s", excerpt(wrong.body))
}

// wantNoneMissingSent warns of a 422 of the run that calls a member of the body missing which was sent with a text.
func (c *C) wantNoneMissingSent() {
	c.post("/org/sessions", obj{"insured_name": "Conformance ERR-03", "lobs": 5})
	for _, x := range c.run.everything() {
		if x.status != 422 || faultList(x) != "" || x.req.header.Get("Content-Type") != "application/json" {
			continue
		}
		sent := sentIn(x)
		for _, fault := range objects(x.object()["detail"]) {
			kind, _ := fault["type"].(string)
			at := strs(fault["loc"])
			if !strings.Contains(kind, "missing") || len(at) != 2 || at[0] != "body" {
				continue
			}
			text, _ := sent[at[1]].(string)
			c.about(x)
			c.recommend(strings.TrimSpace(text) == "", "nothing to be called missing that was sent", "%s is, and %q was sent: %s", at[1], text, x)
		}
	}
}

// namesMembers says whether each fault of a 422 is placed in a member of the body, and in none that may be the name of the insured.
func namesMembers(x *exchange) bool {
	return !slices.ContainsFunc(objects(x.object()["detail"]), func(fault obj) bool {
		at := strs(fault["loc"])
		return len(at) < 2 || at[0] != "body" || strings.Contains(lettersOf(at[len(at)-1]), "name") || strings.Contains("insured", lettersOf(at[len(at)-1]))
	})
}

var errorChecks = []Check{
	{ID: "ERR-01", Phase: Last, provokes: true,
		Run: inTurn(everyError(func(*exchange) bool { return true }, problem, "a JSON object with detail for every error"),
			(*C).wantDetailBelow)},
	{ID: "ERR-02", Phase: Last, provokes: true, Run: everyError(func(x *exchange) bool {
		return slices.Contains([]int{400, 401, 402, 404, 429}, x.status)
	}, plainDetail, "detail as a text for 400, 401, 402, 404 and 429")},
	{ID: "ERR-03", Phase: Last, provokes: true, Run: inTurn(everyError(func(x *exchange) bool { return x.status == 422 }, faultList,
		"detail of a 422 as a list of faults, each with loc (array), msg and type (texts)"), (*C).wantFaultNamed, (*C).wantNoneMissingSent)},
	{ID: "ERR-04", Phase: Last, provokes: true, Run: everyError(func(*exchange) bool { return true }, func(x *exchange) string {
		if t := mediaType(x); t != "application/json" && !strings.HasSuffix(t, "+json") {
			return fmt.Sprintf("Content-Type is %q", x.header.Get("Content-Type"))
		}
		return ""
	}, "errors labelled as JSON")},
	{ID: "ERR-05", Phase: Last, provokes: true, Run: func(c *C) {
		count := len(c.stimulus())
		table := []int{200, 400, 401, 402, 404, 422, 429}
		open := append(slices.Clone(below), 501, 505)
		for _, x := range c.run.traffic() {
			if strings.HasPrefix(x.req.path, "/org/") && !slices.Contains(open, x.status) && !forTheAccount(x) {
				c.wantOf(x, slices.Contains(table, x.status) || x.status >= 500, "a status of the table", "status %d", x.status)
				c.wantOf(x, x.status != http.StatusPaymentRequired || x.call == createCall, "status 402 for the cap of sessions alone", "%s", x)
			}
		}
		c.needs(count > 0 && c.keyWorks().ok(), "answers to look at", "none")
	}},
	{ID: "ERR-06", Long: true, sent: (*C).wantUnbrokenOnceSent, Run: func(c *C) {
		id, spare := c.sessionID(), c.newSession()
		for _, bad := range malformed(id, spare) {
			ask := func() *exchange { return c.try(bad.method, bad.path, append(bad.options, aside)...) }
			x := ask()
			if x.err == nil && x.status == 500 { // once may be bad luck
				x = ask()
			}
			if x.err != nil {
				continue // a connection that is closed on nonsense is no 5xx
			}
			c.want(x.status < 500 || x.status == 501 || x.status == 505, "no 5xx for bad input", "%s, twice", x)
		}
		if good := c.register(obj{"client_name": "Conformance ERR-06", "redirect_uris": []string{redirectURI}}); good.ok() {
			for _, name := range []any{5, obj{}, nil} {
				x := c.register(obj{"client_name": name, "redirect_uris": []string{redirectURI}})
				c.want(x.status < 500, "no 5xx for a client_name that is no text", "%s", x)
			}
		}
		c.maybe(c.wantAuthorizeUnbroken)
		c.maybe(c.wantSignInUnbroken)
		after := c.detail(id)
		c.needs(after.ok(), "the session to open after bad input", "%s", after)
	}},
	{ID: "ERR-07", Run: func(c *C) {
		id := c.sessionID()
		for _, path := range []string{"/org/sessions", sessionPath(id, "answers")} {
			good := obj{"insured_name": "Conformance ERR-07", "message": "We have 12 employees."}
			delete(good, map[bool]string{true: "message", false: "insured_name"}[path == "/org/sessions"])
			c.prepared(c.post(path, good), "the same call with a JSON object to be taken")
			for _, body := range []string{`{"insured_name": "A", "message": "`, "plain text", "", "null", `"We have 12 employees."`, "42", `["insured_name"]`, `[{"insured_name": "A", "message": "We have 12 employees."}]`,
				`{"insured_name": "A", "message": "We have 12 employees."} and more`} {
				x := c.call("POST", path, bodyOf("application/json", []byte(body)))
				c.want(x.status == 400 || x.status == 422, "400 or 422 for a body that is not a JSON object", "%s", x)
			}
		}
		c.maybe(c.wantNoRequestAtHome)
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

// noRequests are bodies of an appointment request that are no JSON object.
var noRequests = []string{`{"agency_name": "`, "plain text", `["agency_name"]`, `"agency_name"`, "42"}

// wantNoRequestAtHome fails the check when something else than a JSON object is taken for an appointment request of the key's workspace,
// whether that has an account or not. Without hooks it is that whose proper request may be taken, too.
func (c *C) wantNoRequestAtHome() {
	refused := c.noRequest(c.run.home, aside)
	if c.keysAlone() {
		c.wantCalledInvalid(c.run.home, refused)
	}
}

// wantNoRequestOf fails the check when something else than a JSON object is taken for an appointment request, or is refused in other
// words than as such in a workspace whose proper request is taken then.
func (c *C) wantNoRequestOf() {
	ws := c.workspace(obj{"name": "Conformance ERR-07", "plan": "paid", "market_connected": false,
		"profile": obj{"agency_name": "Larkspur Agency", "email": "desk@larkspur.example"}})
	c.wantCalledInvalid(ws, c.noRequest(ws))
}

// noRequest gives the refusals of what is no JSON object, and fails the check when one is taken for an appointment request.
func (c *C) noRequest(ws *Workspace, options ...option) (refused []*exchange) {
	for _, body := range noRequests {
		x := c.call("POST", "/org/appointment-request", append(options, bodyOf("application/json", []byte(body)), as(ws.Key))...)
		c.want(x.status/100 != 2, "no success for an appointment request that is not a JSON object", "%s", x)
		refused = append(refused, x)
	}
	return refused
}

// wantCalledInvalid fails the check when one was refused in other words than as invalid, and a proper request is taken then.
func (c *C) wantCalledInvalid(ws *Workspace, refused []*exchange) {
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

// wantSignInUnbroken fails the check when a request for tokens that lacks something, or has it in other letters, is a failure of the
// service.
func (c *C) wantSignInUnbroken() {
	client := c.client()
	ask := func(body string) {
		x := c.call("POST", c.tokenEndpoint(), anonymous, aside, bodyOf("application/x-www-form-urlencoded", []byte(body)))
		c.want(x.status < 500 || x.status == 501, "no 5xx for a bad request for tokens", "%s", x)
	}
	for _, body := range []string{"", "grant_type=%ff%00", "grant_type=refresh_token&grant_type=authorization_code",
		"grant_type=" + deviceGrant + "&client_id=" + client + "&client_id=" + client, "grant_type=" + deviceGrant + "&client_id=" + client,
		"grant_type=refresh_token&client_id=" + client,
		"grant_type=authorization_code&client_id=" + client,
		"grant_type=authorization_code&code=nobodys&redirect_uri=" + url.QueryEscape(redirectURI) + "&client_id=" + client,
		"grant_type=authorization_code&code=nobodys&redirect_uri=" + url.QueryEscape(redirectURI) + "&client_id=" + client + "&code_verifier=" + strings.Repeat("nobodys-verifier", 3),
		"grant_type=refresh_token&refresh_token=%C3%A9%F0%9F%98%80%00&client_id=" + client} {
		ask(body)
	}
	s := c.codeFlowOf(client, c.orgID())
	ask(url.Values{"grant_type": {"authorization_code"}, "code": {s.code}, "redirect_uri": {s.redirect}, "client_id": {client},
		"code_verifier": {strings.Repeat("é漢", 30)}}.Encode())
}
