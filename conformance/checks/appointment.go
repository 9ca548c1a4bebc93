package checks

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/hooks"
)

// appointmentFields are the members of an appointment request.
var appointmentFields = map[string]string{
	"agency_name": "Larkspur Insurance Agency", "email": "office@larkspur.example", "phone": "478-555-0142", "website": "https://larkspur.example",
	"npn": "00482736", "fein": "58-2941763", "address_line1": "418 Larkspur Avenue", "address_line2": "Suite 2", "address_city": "Boston",
	"address_state": "MA", "address_zip": "02108-1518",
}

func allAppointmentFields() obj {
	all := obj{}
	for name, value := range appointmentFields {
		all[name] = value
	}
	return all
}

// unreachable are words of a refusal of an e-mail address because of its domain, which in a test is that of nobody.
var unreachable = regexp.MustCompile(`(?i)domain|deliver|\bmx\b|\bdns\b|resolve|accepts? (e-?)?mail|mail server`)

// appointment asks for one. Where the domain of its address is looked up, and refused, nothing is judged.
func (c *C) appointment(ws *Workspace, body any) *exchange {
	x := c.post("/org/appointment-request", body, as(ws.Key))
	for _, fault := range objects(x.object()["detail"]) {
		loc, _ := fault["loc"].([]any)
		c.needs(!slices.ContainsFunc(loc, func(v any) bool { return v == "email" }) || !unreachable.MatchString(plainText(fault["msg"])),
			"an e-mail address whose domain the server takes", "%s", x)
	}
	return x
}

// unconnected is a workspace without an account at the platform. Without hooks it is the home workspace, or that of the second key, if it
// takes an appointment request.
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
		if x.status/100 != 4 || wantsOptional(x) {
			return c.run.home
		}
		if key := c.run.target.APIKey2; key != "" {
			other := c.ofSecondKey(key)
			if second := c.appointment(other, basicAppointment()); second.ok() || wantsOptional(second) {
				return other
			}
		}
		c.blocked("noplatform", "the workspace may have an account at the platform: "+x.String())
		return nil
	})
}

// wantsOptional says that a request was refused for the sake of a field that it may leave out: an account would be another reason.
func wantsOptional(x *exchange) bool {
	for _, one := range objects(x.object()["detail"]) {
		for _, name := range strs(one["loc"]) {
			if _, optional := appointmentFields[name]; optional && basicAppointment()[name] == nil {
				return x.status == 422
			}
		}
	}
	return false
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

// handedOn lists what reached the platform as soon as that is more than some. A server may hand a request on later than it
// answers it.
func (c *C) handedOn(ws *Workspace, some int) (sent []map[string]any) {
	for range 3 {
		if sent = c.appointments(ws); len(sent) > some {
			break
		}
		c.wait(moment)
	}
	return sent
}

// requests makes an appointment request and gives it as it reached the platform. A new workspace may have one to look at.
func (c *C) requests(ws *Workspace, body obj, situation string) map[string]any {
	before := len(c.appointments(ws))
	c.wantTaken(c.appointment(ws, body), situation)
	sent := c.handedOn(ws, before)
	c.want(len(sent) > before, "an appointment request at the platform", "none")
	return sent[len(sent)-1]
}

// sameText compares what was sent with what arrived, where a platform may have its own way of writing a phone number or a
// website.
func sameText(a, b any) bool {
	plain := func(v any) string {
		s, _ := v.(string)
		if _, rest, of := strings.Cut(s, "://"); of { // or a website without its scheme
			s = rest
		}
		return lettersOf(s)
	}
	one, two := plain(a), plain(b)
	return one == two || len(two) == 10 && one == "1"+two && strings.Trim(two, "0123456789") == "" // a phone number with its country
}

// explicitFields wants every field of a request at the platform where the profile has another value for each.
func (c *C) explicitFields() {
	ws := c.unconnected(obj{
		"agency_name": "Profile Agency", "email": "profile@larkspur.example", "phone": "478-555-0199", "website": "https://profile.example",
		"npn": "20593847", "fein": "58-1111111", "address_line1": "7 Profile Street", "address_line2": "Floor 9", "address_city": "Athens",
		"address_state": "FL", "address_zip": "32301",
	})
	sent := c.requests(ws, allAppointmentFields(), "for all eleven fields over the profile")
	for name, value := range appointmentFields {
		c.want(sameText(sent[name], value), name+" "+value+" at the platform", "%s", text(sent[name]))
	}
	lowered := func(name string) bool { return plainText(sent[name]) == strings.ToLower(appointmentFields[name]) }
	c.recommend(!lowered("agency_name") || !lowered("address_line1") || !lowered("address_city"), "names at the platform as they were written",
		"all in small letters: %s", text(sent))
}

// wantNamesBeyondLatin fails the check when a city and an agency beyond Latin, which a server may refuse, reach the platform as question marks,
// or a ZIP code of five digits without its zero.
func (c *C) wantNamesBeyondLatin() {
	const zip = "02108"
	beyond := obj{"address_city": "Kōbe 神戸", "agency_name": "Świder & Őry 神戸"}
	ws, body := c.unconnected(obj{}), basicAppointment()
	maps.Copy(body, beyond)
	body["address_zip"] = zip
	before := len(c.appointments(ws))
	c.prepared(c.appointment(ws, body), "names beyond Latin to be taken")
	sent := c.handedOn(ws, before)
	c.needs(len(sent) > before, "an appointment request at the platform", "none")
	got := plainText(sent[len(sent)-1]["address_zip"])
	c.want(strings.Contains(got, zip), "address_zip "+zip+" at the platform", "%q", got)
	for _, name := range names(beyond) {
		told, got := plainText(beyond[name]), plainText(sent[len(sent)-1][name])
		c.recommend(got != asLatin1(told), "letters beyond ASCII as they were sent, in UTF-8 (RFC 8259 section 8.1)", "%q for %s", got, told)
		kept := !strings.ContainsAny(got, "?\ufffd") && strings.TrimSpace(got) != strings.TrimSpace(narrowed(told, 0x7f, ""))
		c.want(kept, name+" "+told+" at the platform, or in letters that stand for it", "%q", got)
	}
}

// wantProfileBeside wants the profile's fields at the platform beside one that the body has, and those of a profile that
// was replaced since.
func (c *C) wantProfileBeside(profile obj) {
	arrives := func(ws *Workspace, want, former obj, situation string) {
		before := len(c.appointments(ws))
		x := c.appointment(ws, obj{"phone": profile["phone"]})
		c.needs(x.ok() || before == 0 || x.status/100 != 4, "a further request of one workspace to be taken", "%s", x) // it may be there already
		c.wantTaken(x, situation)
		sent := c.handedOn(ws, before)
		c.needs(len(sent) > before, "another appointment request at the platform", "none") // of each workspace one may be handed on
		for _, name := range names(want) {
			got := sent[len(sent)-1][name]
			kept := former[name] != nil && sameText(got, former[name]) // perhaps in the profile, as its newest state
			c.recommend(!kept, name+" from the profile at the platform, "+situation, "%s, which a request before had", text(got))
			c.want(sameText(got, want[name]), name+" from the profile at the platform, "+situation, "%s", text(got))
		}
	}
	arrives(c.unconnected(profile), profile, nil, "beside a phone in the body")
	c.maybe(func() { // what one request says is of that request
		ws := c.unconnected(profile)
		other := obj{"website": "https://other.example", "address_city": "Elsewhere"}
		before := len(c.appointments(ws))
		c.prepared(c.appointment(ws, other), "a first request")
		first := len(c.handedOn(ws, before))
		c.needs(c.appointment(ws, other).ok(), "a second request of one workspace to be taken", "it is not")
		c.handedOn(ws, first)
		arrives(ws, profile, other, "after requests with other fields")
	})
	ws := c.unconnected(obj{"agency_name": "Former Agency", "email": "former@larkspur.example", "website": "https://former.example"})
	used := c.unconnected(obj{"agency_name": "Former Agency", "email": "former@larkspur.example", "website": "https://former.example"})
	c.hook("set-profile", obj{"org_id": ws.OrgID, "profile": profile}, nil)
	arrives(ws, profile, nil, "after the profile was replaced")
	before := len(c.appointments(used))
	c.prepared(c.appointment(used, obj{}), "a first request")
	first := len(c.handedOn(used, before))
	c.hook("set-profile", obj{"org_id": used.OrgID, "profile": profile}, nil)
	c.needs(c.appointment(used, obj{}).ok(), "a second request of one workspace to be taken", "it is not")
	c.handedOn(used, first)
	arrives(used, profile, nil, "after the profile was used and replaced")
}

// wantNothingOfRefused wants nothing of a request that was refused in the one that follows it.
func (c *C) wantNothingOfRefused() {
	ws := c.unconnected(obj{"agency_name": "Profile Agency", "email": "profile@larkspur.example"})
	x := c.appointment(ws, obj{"agency_name": "Refused Agency", "address_city": "Refusal", "phone": []any{4785550142}})
	c.needs(x.status/100 == 4, "a wrong type to be refused", "%s", x)
	before := len(c.appointments(ws))
	c.prepared(c.appointment(ws, obj{}), "a request by the profile alone")
	sent := c.handedOn(ws, before)
	c.needs(len(sent) > before, "an appointment request at the platform", "none")
	last := sent[len(sent)-1]
	c.want(last["agency_name"] != "Refused Agency" && last["address_city"] != "Refusal", "agency_name from the profile at the platform",
		"%s, of a request that was refused", text(last))
}

// wantRequestedAtHome wants an appointment request to be that of the key's workspace, whatever its body names.
func (c *C) wantRequestedAtHome() {
	mine, theirs := c.unconnected(obj{}), c.unconnected(obj{})
	body := basicAppointment()
	body["agency_name"] = "Agency " + c.random(8)
	for _, member := range []string{"org_id", "workspace_id", "organization_id", "tenant_id"} {
		body[member] = theirs.OrgID
	}
	c.prepared(c.appointment(mine, body), "an appointment request with a foreign workspace in its body")
	for _, sent := range c.appointments(theirs) {
		c.want(!equal(sent["agency_name"], body["agency_name"]), "the request in the workspace of the key", "it is one of the workspace that the body names")
	}
}

// isGiven says whether a workspace is one whose key was given, in which there may have been a request before.
func (c *C) isGiven(ws *Workspace) bool {
	return ws.Key == c.run.home.Key || ws.Key == c.run.target.APIKey2
}

// onlyFirst says that a server takes one request from each workspace, and had taken that of a workspace whose key was given: it refuses
// another one, and a plain one as well.
func (c *C) onlyFirst(ws *Workspace, x *exchange) bool {
	return c.isGiven(ws) && x.status/100 == 4 && x.status != 422 && !c.appointment(ws, basicAppointment()).ok()
}

var appointmentChecks = []Check{
	{ID: "API-APPT-01", later: wantNoneFailing(apptCall, plainTexts),
		each: ofEach(apptCall, func(c *C, o obj) { c.wantType(o, "status", "string") }),
		Run: func(c *C) {
			ws := c.unconnected(nil)
			x := c.appointment(ws, basicAppointment())
			c.needs(!c.isGiven(ws) || x.status/100 != 4, "a second request of one workspace to be taken", "%s", x)
			o := c.wantOK(x, "for an appointment request")
			c.wantType(o, "status", "string")
			if again := c.appointment(ws, allAppointmentFields()); again.ok() { // a server may take one request from each workspace
				c.wantType(c.wantOK(again, "for a second appointment request"), "status", "string")
			}
			c.maybe(func() {
				body := basicAppointment()
				c.prepared(c.appointment(ws, body), "the same request once more")
				body["email"] = "desk+intake@larkspur.example"
				c.wantOK(c.appointment(ws, body), "for an email address with a plus")
			})
			c.maybe(func() { // all of it may be known
				known := c.unconnected(allAppointmentFields())
				c.wantType(c.prepared(c.appointment(known, obj{}), "an appointment request by the profile alone"), "status", "string")
			})
		}},
	{ID: "API-APPT-02", Long: true, Run: func(c *C) {
		ws := c.unconnected(nil)
		first := c.appointment(ws, allAppointmentFields())
		c.needs(!c.onlyFirst(ws, first), "a request that may not be the first of its workspace to be taken", "%s", first)
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
			c.needs(!c.onlyFirst(ws, x), "a second request of one workspace to be taken", "%s", x)
			c.about(x)
			c.wantTaken(x, "without "+name)
		}
		c.maybe(c.wantLettersAnswered)
	}},
	{ID: "API-APPT-03", Run: func(c *C) {
		profile := allAppointmentFields()
		ws := c.unconnected(profile)
		sent := c.requests(ws, obj{}, "for an empty body, as the profile has everything")
		for name, value := range profile {
			c.want(sameText(sent[name], value), name+" from the profile at the platform", "%s", text(sent[name]))
		}
		c.maybe(func() { c.wantProfileBeside(profile) })
		c.maybe(func() {
			signedIn := *c.unconnected(profile)
			signedIn.Key = c.tokenOf(signedIn.OrgID).Access
			sent := c.requests(&signedIn, obj{}, "for an empty body under a token, as the profile has everything")
			c.want(sameText(sent["email"], profile["email"]), "the email from the profile at the platform, of a request under a token", "%s", text(sent["email"]))
		})
		c.maybe(c.wantNothingOfRefused)
		c.maybe(c.wantNothingOfFormer)
	}},
	{ID: "API-APPT-04", Run: func(c *C) {
		body := obj{"agency_name": "Body Agency", "phone": "478-555-0111", "fein": "58-2941763", "address_city": "Macon"}
		ws := c.unconnected(obj{"agency_name": "Profile Agency", "email": "profile@larkspur.example", "phone": "478-555-0199", "fein": "58-1111111", "address_city": "Athens"})
		sent := c.requests(ws, body, "for fields in the body over the profile")
		body["email"] = "profile@larkspur.example"
		for name, value := range body {
			c.want(sameText(sent[name], value), name+" "+text(value)+" at the platform", "%s", text(sent[name]))
		}
		c.explicitFields()
		c.maybe(c.wantNamesBeyondLatin)
	}},
	{ID: "API-APPT-05", Run: func(c *C) {
		ws := c.unconnected(obj{})
		c.prepared(c.appointment(ws, basicAppointment()), "an appointment request with both to be taken")
		for i, missing := range []string{"agency_name", "email", "agency_name", "email"} {
			profile := obj{}
			if i > 1 { // one that has not what is missing, either
				profile["phone"] = appointmentFields["phone"]
			}
			body, ws := basicAppointment(), c.unconnected(profile)
			delete(body, missing)
			before := -1                                         // where nothing tells
			c.maybe(func() { before = len(c.appointments(ws)) }) // a new workspace may have something to look at
			c.wantRefused(c.appointment(ws, body), "an appointment request without "+missing)
			c.maybe(func() {
				c.want(before < 0 || len(c.appointments(ws)) == before, "nothing at the platform of an appointment request that was refused", "one without %s", missing)
			})
		}
	}},
	{ID: "API-APPT-06", Run: func(c *C) {
		ws := c.unconnected(nil)
		body := basicAppointment()
		c.prepared(c.appointment(ws, body), "the same request without the fault to be taken")
		body["phone"] = 4785550142
		fresh := c.unconnected(nil) // a server may take one request from each workspace, and look at that first
		x := c.appointment(fresh, body)
		c.needs(!c.onlyFirst(fresh, x), "a second request of one workspace to be looked at", "%s", x)
		c.about(x)
		c.wantInvalid(x, "a phone that is a number")
		for i, name := range names(allAppointmentFields()) {
			for _, v := range []any{[]any{appointmentFields[name]}, 31201, []any{true, obj{"value": appointmentFields[name]}}[i%2], empties[i%len(empties)]} {
				body := basicAppointment()
				body[name] = v
				c.wantInvalid(c.appointment(fresh, body), name+" as "+text(v))
			}
		}
	}},
}
