package checks

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/workspaceintake/intake-go/conformance/hooks"
)

// submission is what the platform received, as the hook list-submissions tells.
type submission struct {
	ID        ident  `json:"submission_id"`
	SessionID string `json:"session_id"`
	Finalised bool   `json:"finalised"`
	Files     []struct {
		Name   string `json:"name"`
		Kind   string `json:"kind"`
		Size   int    `json:"size"`
		SHA256 string `json:"sha256"`
	} `json:"files"`
}

type received struct {
	Submissions  []submission     `json:"submissions"`
	Appointments []map[string]any `json:"appointments"`
}

// sentSession is a session that was driven, given a document, filled and submitted on a connected workspace.
type sentSession struct {
	*journey
	ws        *Workspace
	documents [][]byte // that were attached before, the first of them before the fill
	elsewhere []byte   // was attached to another session of the workspace
	submit    *exchange
	platform  received
	hookErr   error
}

// holds says whether a file is among those that the platform received.
func (sub submission) holds(data []byte) bool {
	for _, f := range sub.Files {
		if strings.EqualFold(f.SHA256, digest(data)) || f.SHA256 == "" && f.Size == len(data) {
			return true
		}
	}
	return false
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// sent submits a session once in a run.
func (c *C) sent() *sentSession {
	return shared(c, "sent", func(c *C) *sentSession {
		s := &sentSession{ws: c.workspace(obj{"name": "Conformance connected", "plan": "paid", "market_connected": true})}
		in, open := c.driven("Conformance submission", false, as(s.ws.Key))
		attach := func(filename string, document []byte) {
			if c.attach(in.id, filename, document, as(s.ws.Key)) {
				s.documents = append(s.documents, document)
			}
		}
		attach("loss-run.pdf", fixturePDF(7000))
		c.maybe(func() { s.documents = append(s.documents, c.attachBoth(in.id, as(s.ws.Key))...) })
		s.journey = c.rendered(in, open, as(s.ws.Key))
		attach("prior-policy.pdf", slices.Concat(fixturePDF(90000), []byte(" \r\n\n\r\n")))
		attach("loss-run-2024.pdf", fixturePDF(9000)) // a name of its own: a server may take one name for one document
		attach("schadenübersicht.csv", []byte("date,cause,paid\r\n2024-02-11,\"Wasser, Dach\",1250.00\r\n"))
		if other, _ := c.fullCreate("Conformance not sent", as(s.ws.Key)).object()["session_id"].(string); other != "" {
			if document := fixturePDF(11000); c.attach(other, "loss-run.pdf", document, as(s.ws.Key)) {
				s.elsewhere = document
			}
		}
		c.needs(s.fill.ok(), "a session whose forms could be filled", "%s", s.fill)
		s.submit = c.call("POST", sessionPath(s.id, "submit"), as(s.ws.Key))
		s.hookErr = c.verb("list-submissions", obj{"org_id": s.ws.OrgID}, &s.platform)
		return s
	})
}

// attachBoth attaches two documents at one time, and gives them where both were taken.
func (c *C) attachBoth(id string, options ...option) [][]byte {
	part, both := c.docsPart(), [][]byte{fixturePDF(13000), fixturePDF(15000)}
	var next atomic.Int64
	taken := c.atOnce(len(both), func(one *C) *exchange {
		i := next.Add(1) - 1
		return one.documentNamed(id, part, fmt.Sprintf("photographs-%d.pdf", i), both[i], options...)
	})
	if len(taken) < len(both) || slices.ContainsFunc(taken, func(x *exchange) bool { return !x.ok() }) {
		return nil
	}
	return both
}

// attach attaches a document under the first part name that is taken.
func (c *C) attach(id, filename string, document []byte, options ...option) bool {
	parts := docsParts
	if c.run.target.DocsPart != "" {
		parts = []string{c.run.target.DocsPart}
	}
	for _, part := range parts {
		if c.documentNamed(id, part, filename, document, options...).ok() {
			return true
		}
	}
	return false
}

// received lists what reached the platform of this session.
func (s *sentSession) received() []submission {
	var mine []submission
	for _, sub := range s.platform.Submissions {
		if sub.SessionID == s.id || sub.SessionID == "" {
			mine = append(mine, sub)
		}
	}
	if len(mine) == 0 { // a workspace of the check's own, under whatever name the hook knows its session
		return s.platform.Submissions
	}
	return mine
}

// arrived is what reached the platform; without the hook to look there, the check is blocked.
func (c *C) arrived(s *sentSession) []submission {
	if errors.Is(s.hookErr, hooks.ErrNotOffered) {
		c.blocked("hook list-submissions", "the hook list-submissions is not offered")
	}
	if s.hookErr != nil {
		c.blocked("hook list-submissions", "the hook failed: "+s.hookErr.Error())
	}
	c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
	c.aboutHook("list-submissions", obj{"org_id": s.ws.OrgID})
	return s.received()
}

func (c *C) submit(id string, options ...option) *exchange {
	return c.call("POST", sessionPath(id, "submit"), options...)
}

var submitChecks = []Check{
	{ID: "API-SUBMIT-01", Run: func(c *C) {
		s := c.sent()
		c.want(s.submit.status == 200, "status 200 for a submission", "%s", s.submit)
		idLike := func(text string) bool { return len(strings.TrimSpace(text)) > 0 && text != "true" && text != "ok" }
		if mine := s.received(); s.hookErr == nil && len(mine) > 0 && mine[0].ID.text != "" {
			idLike = func(text string) bool {
				return slices.ContainsFunc(mine, func(sub submission) bool { return sub.ID.text == text })
			}
		}
		c.want(contains(s.submit.json, idLike), "the submission id that the platform issued", "%s", s.submit)
	}},
	{ID: "API-SUBMIT-02", Long: true, Run: func(c *C) {
		s := c.sent()
		subs := c.arrived(s)
		c.want(len(subs) > 0, "a submission at the platform", "none for session %s", s.id)
		c.needs(anyDownload(s.journey), "a filled form", "none can be downloaded")
		for _, key := range s.keys() {
			x := s.downloads[key]
			if !x.ok() {
				continue
			}
			found := false
			for _, f := range subs[0].Files {
				found = found || strings.EqualFold(f.SHA256, digest(x.body)) || f.SHA256 == "" && f.Size == len(x.body)
			}
			if again := c.get(formPath(s.id, key), as(s.ws.Key)); !found && len(subs[0].Files) > 0 && string(again.body) != string(x.body) {
				c.unclear("a form that is the same at each download", "%s is rendered anew each time", key)
			}
			c.aboutHook("list-submissions", obj{"org_id": s.ws.OrgID})
			c.want(found, "each filled form among the files of the submission, byte for byte", "%s (%s) is not", key, digest(x.body))
		}
		c.maybe(func() { c.resent().wantForms(c) })
	}},
	{ID: "API-SUBMIT-03", Run: func(c *C) {
		s := c.sent()
		subs := c.arrived(s)
		c.want(len(subs) > 0, "a submission at the platform", "none for session %s", s.id)
		c.want(subs[0].Finalised, "a submission that is finalised", "it is open")
		c.maybe(func() {
			again := c.resent()
			c.aboutHook("list-submissions", obj{"org_id": again.ws.OrgID})
			for _, sub := range again.arrived {
				c.want(sub.Finalised, "every submission of a workspace to be finalised", "%s is open", sub.ID)
			}
		})
	}},
	{ID: "API-SUBMIT-04", Long: true, Run: func(c *C) {
		ws := c.workspace(obj{"name": "Conformance unconnected", "plan": "paid", "market_connected": false})
		j := c.travel("Conformance unconnected", false, as(ws.Key))
		c.needs(j.fill.ok(), "a session whose forms could be filled", "%s", j.fill)
		x := c.submit(j.id, as(ws.Key))
		c.wantRefused(x, "a submission without a connected account")
		c.want(problem(x) == "", "an error with a detail", "%s", problem(x))
		c.maybe(func() {
			r := c.resent()
			c.needs(r.cut != nil, "an account that was taken away", "the hook disconnect-market does not do it")
			c.about(r.cut)
			c.want(!r.cut.ok(), "no success for a submission once the account was taken away", "%s", r.cut)
		})
	}},
	{ID: "API-SUBMIT-05", Run: func(c *C) {
		id := c.sessionID()
		open := c.submit(id)
		c.needs(open.status != 404 && open.status < 500, "the call to find a session that exists", "%s", open)
		c.maybe(func() { // on a session that is ready, so that nothing but its workspace stands in the way
			s, other := c.sent(), c.other()
			c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
			x := c.submit(s.id, as(other.Key))
			c.want(!x.ok(), "status 404 for a session of another workspace", "%s", x)
		})
		c.maybe(func() { // by a workspace with an account, so that nothing else may be said first
			s := c.sent()
			c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
			unknown := c.unknownID(s.id)
			if c.detail(unknown, as(s.ws.Key), aside).status == 404 {
				c.wantMissing(c.submit(unknown, as(s.ws.Key)), "a session id that was never issued")
			}
		})
		c.hidden(func(id string, options ...option) *exchange { return c.submit(id, options...) })
	}},
}

// appointmentFields are the members of an appointment request.
var appointmentFields = map[string]string{
	"agency_name": "Larkspur Insurance Agency", "email": "office@larkspur.example", "phone": "(478) 555-0142", "website": "https://larkspur.example",
	"npn": "10482736", "fein": "58-2941763", "address_line1": "418 Larkspur Avenue", "address_line2": "Suite 2", "address_city": "Macon",
	"address_state": "GA", "address_zip": "31201",
}

func allAppointmentFields() obj {
	all := obj{}
	for name, value := range appointmentFields {
		all[name] = value
	}
	return all
}

func (c *C) appointment(ws *Workspace, body any) *exchange {
	return c.post("/org/appointment-request", body, as(ws.Key))
}

// unconnected is a workspace without an account at the platform. Without hooks it is the home workspace, if that takes
// an appointment request.
func (c *C) unconnected(profile obj) *Workspace {
	what := obj{"name": "Conformance appointment", "plan": "paid", "market_connected": false}
	if profile != nil {
		what["profile"] = profile
	}
	ws, err := c.makeWorkspace(what)
	if err == nil {
		return ws
	}
	if profile != nil || !errors.Is(err, hooks.ErrNotOffered) {
		c.blocked("noplatform", "no workspace without an account at the platform: "+err.Error())
	}
	return shared(c, "unconnected home", func(c *C) *Workspace {
		x := c.appointment(c.run.home, basicAppointment())
		if x.status/100 == 4 {
			c.blocked("noplatform", "the workspace may have an account at the platform: "+x.String())
		}
		return c.run.home
	})
}

func basicAppointment() obj {
	return obj{"agency_name": appointmentFields["agency_name"], "email": appointmentFields["email"]}
}

// appointments lists what reached the platform.
func (c *C) appointments(ws *Workspace) []map[string]any {
	var all received
	c.hook("list-submissions", obj{"org_id": ws.OrgID}, &all)
	return all.Appointments
}

// sameText compares what was sent with what arrived, where a platform may have its own way of writing a phone number or a
// website.
func sameText(a, b any) bool {
	plain := func(v any) string {
		s, _ := v.(string)
		if _, rest, of := strings.Cut(s, "://"); of { // or a website without its scheme
			s = rest
		}
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, strings.ToLower(s))
	}
	one, two := plain(a), plain(b)
	return one == two || len(two) == 10 && one == "1"+two && strings.Trim(two, "0123456789") == "" // a phone number with its country
}

// explicitFields wants every field of a request at the platform where the profile has another value for each.
func (c *C) explicitFields() {
	ws := c.unconnected(obj{
		"agency_name": "Profile Agency", "email": "profile@larkspur.example", "phone": "(478) 555-0199", "website": "https://profile.example",
		"npn": "20593847", "fein": "58-1111111", "address_line1": "7 Profile Street", "address_line2": "Floor 9", "address_city": "Athens",
		"address_state": "FL", "address_zip": "32301",
	})
	c.wantTaken(c.appointment(ws, allAppointmentFields()), "for all eleven fields over the profile")
	sent := c.appointments(ws)
	c.want(len(sent) > 0, "an appointment request at the platform", "none")
	for name, value := range appointmentFields {
		got := sent[len(sent)-1][name]
		c.want(sameText(got, value), name+" "+value+" at the platform", "%s", text(got))
	}
}

// wantProfileBeside wants the profile's fields at the platform beside one that the body has, and those of a profile that
// was replaced since.
func (c *C) wantProfileBeside(profile obj) {
	arrives := func(ws *Workspace, want obj, situation string) {
		c.wantTaken(c.appointment(ws, obj{"phone": profile["phone"]}), situation)
		sent := c.appointments(ws)
		c.needs(len(sent) > 0, "an appointment request at the platform", "none")
		for _, name := range names(want) {
			got := sent[len(sent)-1][name]
			c.want(sameText(got, want[name]), name+" from the profile at the platform, "+situation, "%s", text(got))
		}
	}
	arrives(c.unconnected(profile), profile, "beside a phone in the body")
	ws := c.unconnected(obj{"agency_name": "Former Agency", "email": "former@larkspur.example", "website": "https://former.example"})
	c.hook("set-profile", obj{"org_id": ws.OrgID, "profile": profile}, nil)
	arrives(ws, profile, "after the profile was replaced")
	used := c.unconnected(obj{"agency_name": "Former Agency", "email": "former@larkspur.example", "website": "https://former.example"})
	c.prepared(c.appointment(used, obj{}), "a first request")
	c.hook("set-profile", obj{"org_id": used.OrgID, "profile": profile}, nil)
	c.needs(c.appointment(used, obj{}).ok(), "a second request of one workspace to be taken", "it is not")
	arrives(used, profile, "after the profile was used and replaced")
}

var appointmentChecks = []Check{
	{ID: "API-APPT-01", each: ofEach(apptCall, func(c *C, o obj) { c.wantType(o, "status", "string") }), Run: func(c *C) {
		ws := c.unconnected(nil)
		x := c.appointment(ws, basicAppointment())
		c.needs(ws != c.run.home || x.status/100 != 4, "a second request of one workspace to be taken", "%s", x)
		o := c.wantOK(x, "for an appointment request")
		c.wantType(o, "status", "string")
		if again := c.appointment(ws, allAppointmentFields()); again.ok() { // a server may take one request from each workspace
			c.wantType(c.wantOK(again, "for a second appointment request"), "status", "string")
		}
		c.maybe(func() { // all of it may be known
			known := c.unconnected(allAppointmentFields())
			c.wantType(c.prepared(c.appointment(known, obj{}), "an appointment request by the profile alone"), "status", "string")
		})
	}},
	{ID: "API-APPT-02", Long: true, Run: func(c *C) {
		ws := c.unconnected(nil)
		first := c.appointment(ws, allAppointmentFields())
		c.wantTaken(first, "for all eleven fields")
		for name := range appointmentFields {
			if name == "agency_name" || name == "email" {
				continue
			}
			some := obj{}
			for other, value := range appointmentFields {
				if other != name {
					some[other] = value
				}
			}
			x := c.appointment(c.unconnected(nil), some) // a workspace of its own, as a server may take one request from each
			c.needs(x.ok() || ws != c.run.home || x.status == 422, "a second request of one workspace to be taken", "%s", x)
			c.wantTaken(x, "without "+name)
		}
	}},
	{ID: "API-APPT-03", Run: func(c *C) {
		profile := allAppointmentFields()
		ws := c.unconnected(profile)
		c.wantTaken(c.appointment(ws, obj{}), "for an empty body, as the profile has everything")
		sent := c.appointments(ws)
		c.want(len(sent) > 0, "an appointment request at the platform", "none")
		for name, value := range profile {
			c.want(sameText(sent[len(sent)-1][name], value), name+" from the profile at the platform", "%s", text(sent[len(sent)-1][name]))
		}
		c.maybe(func() { c.wantProfileBeside(profile) })
	}},
	{ID: "API-APPT-04", Run: func(c *C) {
		body := obj{"agency_name": "Body Agency", "phone": "(478) 555-0111", "fein": "58-2941763", "address_city": "Macon"}
		ws := c.unconnected(obj{"agency_name": "Profile Agency", "email": "profile@larkspur.example", "phone": "(478) 555-0199", "fein": "58-1111111", "address_city": "Athens"})
		c.wantTaken(c.appointment(ws, body), "for fields in the body over the profile")
		sent := c.appointments(ws)
		c.want(len(sent) > 0, "an appointment request at the platform", "none")
		body["email"] = "profile@larkspur.example"
		for name, value := range body {
			c.want(sameText(sent[len(sent)-1][name], value), name+" "+text(value)+" at the platform", "%s", text(sent[len(sent)-1][name]))
		}
		c.explicitFields()
	}},
	{ID: "API-APPT-05", Run: func(c *C) {
		ws := c.unconnected(obj{})
		c.prepared(c.appointment(ws, basicAppointment()), "an appointment request with both to be taken")
		for _, missing := range []string{"agency_name", "email"} {
			body := basicAppointment()
			delete(body, missing)
			c.wantRefused(c.appointment(c.unconnected(obj{}), body), "an appointment request without "+missing)
		}
	}},
	{ID: "API-APPT-06", Run: func(c *C) {
		ws := c.unconnected(nil)
		body := basicAppointment()
		c.prepared(c.appointment(ws, body), "the same request without the fault to be taken")
		body["phone"] = 4785550142
		fresh := c.unconnected(nil) // a server may take one request from each workspace, and look at that first
		x := c.appointment(fresh, body)
		c.needs(ws != c.run.home || x.ok() || x.status == 422, "a second request of one workspace to be looked at", "%s", x)
		c.wantInvalid(x, "a phone that is a number")
		for i, name := range names(allAppointmentFields()) {
			for _, v := range []any{[]any{appointmentFields[name]}, 31201, []any{true, obj{"value": appointmentFields[name]}}[i%2]} {
				body := basicAppointment()
				body[name] = v
				c.wantInvalid(c.appointment(fresh, body), name+" as "+text(v))
			}
		}
	}},
}
