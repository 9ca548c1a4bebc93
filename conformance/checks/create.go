package checks

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// createReply checks members of a create reply; a reply without success proves nothing.
func createReply(judge func(c *C, o obj)) func(*C) {
	return func(c *C) {
		judge(c, c.prepared(c.post("/org/sessions", c.createBody("Conformance "+c.check.ID)), "a session"))
		if full := c.fullCreate(c.someName()); full.ok() && full.object() != nil {
			judge(c, full.object())
		}
		if x, _ := c.wholeCreate(); x.ok() && x.object() != nil {
			c.about(x)
			judge(c, x.object())
		}
	}
}

// createMember is a check of a member of every create reply.
func createMember(id string, judge func(c *C, o obj)) Check {
	return Check{ID: id, Run: createReply(judge), each: ofEach(createCall, judge)}
}

// empties are values of other types than text that a look for an empty one takes for none.
var empties = []any{[]any{}, obj{}, false, 0}

// wantOKAfterRefused wants a valid create right after one that was refused to be taken, at the end of a run, when hardly anybody
// else makes one that may come between the two.
func (c *C) wantOKAfterRefused() {
	body := c.createBody("Conformance " + c.check.ID)
	for _, wrong := range []obj{{"lobs": []any{5}}, {"insured_name": 5}, {"state": 5}} {
		refused := maps.Clone(body)
		maps.Copy(refused, wrong)
		if c.post("/org/sessions", refused).status == 422 {
			c.wantOK(c.post("/org/sessions", body), "for a create right after one that was refused")
		}
	}
}

func (c *C) wantFormKeys(o obj) { c.wantStrings(o, "form_keys") }

// withMember shows that a create is taken, and then that the same with a member of a wrong type is answered 422.
func withMember(member string, values ...any) func(*C) {
	return func(c *C) {
		body := c.createBody("Conformance " + c.check.ID)
		c.prepared(c.post("/org/sessions", body), "the same request without the fault to be taken")
		for _, v := range values {
			body[member] = v
			wrong := member + " of a wrong type"
			if v == "" {
				wrong = "an empty " + member
			}
			c.wantInvalid(c.post("/org/sessions", body), wrong)
		}
	}
}

// namedCreate wants a name to be taken.
func namedCreate(name, situation string) func(*C) {
	return func(c *C) {
		c.prepared(c.post("/org/sessions", c.createBody("Conformance "+c.check.ID)), "a create with an ordinary name to be taken")
		c.wantTaken(c.post("/org/sessions", c.createBody(name)), situation)
	}
}

var createChecks = []Check{
	{ID: "API-CREATE-01", later: inTurn(wantOKInAll(createCall), (*C).wantOKAfterRefused, wantNoneFailing(createCall, plainCreate),
		wantNoneRefused(createCall, likeTaken)),
		Run: func(c *C) {
			x := c.post("/org/sessions", c.createBody("Conformance "+c.check.ID))
			if x.status == 402 {
				c.unclear("room in the workspace's plan for one session", "%s", x)
			}
			c.wantOK(x, "for a valid create")
			body := c.createBody("Conformance " + c.check.ID)
			c.wantOK(c.post("/org/sessions", body, withCharset), "for a second create, whose content type has a parameter (RFC 8259 section 11)")
			if full := c.fullCreate(c.someName()); full.taken() {
				c.wantOK(full, "for a create with a state and lines of business")
			}
			c.maybe(func() {
				x := c.post("/org/sessions", body, as(c.token().Access))
				c.needs(x.status != 403, "a token whose scope is all of the workspace", "%s", x) // the text says it of keys
				c.wantOK(x, "for a create with a token")
			})
			c.maybe(func() {
				c.wantOK(c.post("/org/sessions", body, as(c.second().Key)), "for a create in another workspace")
			})
			c.maybe(c.wantChunksJoined)
		}},
	createMember("API-CREATE-02", func(c *C, o obj) {
		c.wantType(o, "session_id", "string")
		c.want(o["session_id"] != "", "a session_id that is not empty", "%s", what(o, "session_id"))
	}),
	createMember("API-CREATE-03", func(c *C, o obj) { c.wantType(o, "insured_name", "string") }),
	createMember("API-CREATE-04", func(c *C, o obj) { c.wantType(o, "state", "string", "null", "absent") }),
	createMember("API-CREATE-05", func(c *C, o obj) { c.wantType(o, "status", "string") }),
	{ID: "API-CREATE-06", later: (*C).wantFormsOfOwn, each: ofEach(createCall, (*C).wantFormKeys), Run: func(c *C) {
		createReply((*C).wantFormKeys)(c)
		c.plainCreate("Conformance " + c.check.ID) // as others that are made later
		if x := c.severalLobs(); x.taken() {
			c.about(x)
			c.wantFormKeys(x.object())
		}
		for range 3 {
			c.plainCreate("Conformance " + c.check.ID)
		}
		c.maybe(c.wantFormsKept)
	}},
	also(createMember("API-CREATE-07", func(c *C, o obj) { c.wantCount(o, "fields_filled") }), (*C).wantFilledKept),
	also(createMember("API-CREATE-08", func(c *C, o obj) { c.wantCount(o, "fields_total") }), (*C).wantTotalKept),
	{ID: "API-CREATE-09", each: replies{createCall, (*C).wantNameBack}, later: (*C).wantNameInAll, Run: func(c *C) {
		c.keepsName("Mueller & Soehne Roofing "+c.random(6), true)
		c.keepsName("Müller & Söhne «Dächer» 東京 "+c.random(6), false)
		c.keepsName("O'Neil \"Quoted\" <Sons> \\ "+letters(180)+c.random(6), false)
		c.keepsName("Zoë's Roofs 😀𠮷 & Co "+c.random(6), false)
		c.keepsName(letters(250)+c.random(6), false)
		c.keepsName("0012345", false)
		c.keepsName("ACME  ROOFING 50% OFF", false)
		c.keepsName("A%20B Roofing "+c.random(6), false)
		c.keepsName("A+B Roofing + Siding "+c.random(6), false)
		c.keepsName("شرکت نمی\u200cخواهم، क्\u200dष, 👩\u200d🔧 "+c.random(6), false) // joiners are letters of a word: no form of Unicode leaves them out
		c.keepsName("Roofing "+strings.Repeat("𠮷", 20)+" "+c.random(6), false, inTwo)
		c.maybe(c.wantEscapesAlike)
		c.maybe(c.wantEscaped)
	}},
	{ID: "API-CREATE-10", Run: func(c *C) {
		seen := map[string]bool{}
		for range 10 {
			id := c.newSession()
			c.want(!seen[id], "ten different session ids", "%s twice", id)
			seen[id] = true
		}
		for _, x := range c.crowd() {
			if id, _ := x.object()["session_id"].(string); x.ok() && id != "" {
				c.about(x)
				c.want(!seen[id], "different session ids for creates at one time", "%s twice", id)
				seen[id] = true
			}
		}
		c.maybe(c.wantIDNotChosen)
	}},
	{ID: "API-CREATE-11", Run: func(c *C) {
		c.newSession()
		x := c.post("/org/sessions", obj{"state": nil})
		c.wantInvalid(x, "a missing insured_name")
		c.wantInvalid(c.post("/org/sessions", obj{}), "a missing insured_name")
		c.maybe(func() {
			inherited := c.createBody("Conformance " + c.check.ID)
			inherited["__proto__"] = obj{"insured_name": "Inherited"} // which a merge of objects may take for what all of them have
			c.post("/org/sessions", inherited)
			c.wantInvalid(c.post("/org/sessions", obj{}), "a missing insured_name, after a create with a member __proto__")
		})
	}},
	{ID: "API-CREATE-12", Run: withMember("insured_name", "")},
	{ID: "API-CREATE-13", Run: func(c *C) {
		namedCreate("A", "for a name of one character")(c)
		for _, name := range []string{"é", "株", "0", "null", "undefined", "true", "12345", "2024-01-01",
			"2024-01-01T00:00:00Z"} { // what programs read in a way of their own are names like others
			c.wantTaken(c.post("/org/sessions", c.createBody(name)), "for the name "+name)
		}
	}},
	{ID: "API-CREATE-14", Run: func(c *C) {
		namedCreate(letters(256), "for a name of 256 characters")(c)
		c.maybe(func() { // where such signs are taken at all
			const signs = `&<>"`
			c.prepared(c.post("/org/sessions", c.createBody("A"+signs)), "a name with signs that a page writes in another way")
			long := "Ab3 " + strings.Repeat(signs, 63) // which has a letter and a figure, as a server may want of a name
			c.wantTaken(c.post("/org/sessions", c.createBody(long)), "for a name of 256 characters, most of which a page writes in another way")
		})
		if x, body := c.wholeCreate(); x.ok() {
			body["insured_name"] = letters(256)
			c.wantTaken(c.post("/org/sessions", body), "for a name of 256 characters beside a state, lines of business and a code")
		}
	}},
	{ID: "API-CREATE-15", Run: func(c *C) {
		c.prepared(c.post("/org/sessions", c.createBody(letters(200))), "a long name within the bound to be taken")
		c.wantInvalid(c.post("/org/sessions", c.createBody(letters(257))), "a name of 257 characters")
		c.wantInvalid(c.post("/org/sessions", c.createBody(strings.Repeat("é", 257))), "a name of 257 letters beyond ASCII")
		c.wantInvalid(c.post("/org/sessions", c.createBody(letters(5000))), "a name of 5,000 characters")
		c.maybe(func() {
			under := as(c.token().Access)
			c.prepared(c.post("/org/sessions", c.createBody(letters(200)), under), "a long name within the bound to be taken under a token")
			c.wantInvalid(c.post("/org/sessions", c.createBody(letters(257)), under), "a name of 257 characters under a token")
		})
		for _, name := range []string{strings.Repeat("ab  ", 75), letters(200) + strings.Repeat(" ", 100)} {
			x := c.post("/org/sessions", c.createBody(name)) // blanks may be left out before they are counted, and are not kept then
			if id, _ := x.object()["session_id"].(string); x.ok() && id != "" {
				kept, _ := c.prepared(c.detail(id), "the session's detail")["insured_name"].(string)
				c.want(utf8.RuneCountInString(kept) <= 256, "no name of more than 256 characters on a session", "one of %d, many of them blanks", utf8.RuneCountInString(kept))
			}
		}
	}},
	{ID: "API-CREATE-16", Run: func(c *C) {
		c.prepared(c.post("/org/sessions", c.createBody(letters(128))), "a name of 128 letters to be taken")
		c.wantTaken(c.post("/org/sessions", c.createBody(strings.Repeat("é", 20))), "for a name of letters beyond ASCII")
		c.wantTaken(c.post("/org/sessions", c.createBody("東京 屋根工事 "+strings.Repeat("株", 20))), "for a name of letters beyond Latin")
		c.wantTaken(c.post("/org/sessions", c.createBody(strings.Repeat("é", 256))), "for a name of 256 letters of two bytes each")
		c.wantTaken(c.post("/org/sessions", c.createBody(strings.Repeat("株", 256))), "for a name of 256 letters of three bytes each")
	}},
	{ID: "API-CREATE-17", Run: func(c *C) {
		withMember("insured_name", append([]any{42, obj{"name": "A"}, []any{"A"}, nil, true}, empties...)...)(c)
		c.wantInvalid(c.post("/org/sessions", obj{"insured_name": 5, "state": 5, "lobs": "x", "naics_code": true}), "all members of wrong types at once")
	}},
	{ID: "API-CREATE-18", apart: (*C).wantNoStateSwapped, Run: func(c *C) {
		body := c.createBody("Conformance " + c.check.ID)
		delete(body, "state")
		c.mayLeaveOut("state", "CA", nil)
		body["state"] = nil
		none := c.post("/org/sessions", body)
		c.wantTaken(none, "for state null")
		state, _ := none.object()["state"].(string)
		c.want(!slices.Contains([]string{"null", "nil", "none", "undefined"}, strings.ToLower(state)), "no state of a session whose state is null", "%q", state)
		whole, _ := c.wholeCreate()
		code := sentIn(whole)["naics_code"]
		c.wantOf(whole, code == nil || !equal(whole.object()["state"], code), "the state of the session in the reply", "its naics_code, %s", text(code))
		c.mayOmit("state")
		c.maybe(c.wantNoStateOfBefore)
		c.maybe(c.wantNoStateInvented)
		c.maybe(c.wantStatesApart)
		c.maybe(c.wantStateKept)
		c.maybe(c.wantNamedStateKept)
		c.wantStateTaken(body)
	}},
	{ID: "API-CREATE-19", Run: withMember("state", append([]any{5, []any{"CA"}, true, obj{"code": "CA"}}, empties...)...)},
	{ID: "API-CREATE-20", Run: func(c *C) {
		c.mayLeaveOut("lobs", []string{"general_liability"}, []string{"General Liability"}, []string{})
		body := c.createBody("Conformance " + c.check.ID)
		body["lobs"] = []string{}
		c.wantTaken(c.post("/org/sessions", body), "for empty lobs")
		c.mayOmit("lobs")
	}},
	{ID: "API-CREATE-21", Run: func(c *C) {
		list := c.lobs()
		x := c.createWithLobs(list(20))
		c.want(x.taken(), "success for twenty lobs", "%s", x)
	}},
	{ID: "API-CREATE-22", Run: func(c *C) {
		list := c.lobs()
		c.wantInvalid(c.createWithLobs(list(21)), "twenty-one lobs")
		c.maybe(c.wantNothingMade)
		c.maybe(c.wantNothingMadeFree)
	}},
	{ID: "API-CREATE-23", Run: func(c *C) {
		withMember("lobs", "general_liability", "general_liability,commercial_auto", []any{5}, obj{"0": "general_liability"}, []any{nil}, []any{obj{}}, obj{}, 0, false, "")(c)
		c.maybe(func() {
			body := c.createBody("Conformance " + c.check.ID)
			body["lobs"] = []any{c.lobs()(1)[0], 5}
			c.wantInvalid(c.post("/org/sessions", body), "a number after a text in lobs")
		})
	}},
	{ID: "API-CREATE-24", Run: func(c *C) {
		c.mayLeaveOut("naics_code", "722511", nil)
		body := c.createBody("Conformance " + c.check.ID)
		body["naics_code"] = nil
		c.wantTaken(c.post("/org/sessions", body), "for naics_code null")
		if body["state"] == nil {
			body["state"] = nil
			c.wantTaken(c.post("/org/sessions", body), "for naics_code null beside state null")
		}
		body["lobs"] = []string{} // which a server may refuse
		x := c.post("/org/sessions", body)
		c.want(x.status < 500, "no failure at nulls beside empty lobs", "%s", x)
		c.mayOmit("naics_code")
	}},
	{ID: "API-CREATE-25", Run: inTurn(withMember("naics_code", append([]any{[]any{"722511"}, obj{"code": "722511"}, true}, empties[:3]...)...), func(c *C) {
		body := c.createBody("Conformance " + c.check.ID)
		body["naics_code"] = 722511
		x := c.post("/org/sessions", body)
		c.recommend(!x.ok(), "422 for a naics_code that is a number, as it is a text or null", "%s", x) // some take it for the text of it
	})},
	{ID: "API-CREATE-26", Run: func(c *C) {
		c.maybe(c.wantOpenWhateverIsNamed)
		c.maybe(c.wantAnsweredWhateverIsNamed)
		other := c.other()
		theirs := c.prepared(c.get("/org/me", as(other.Key)), "the identity of the second workspace")
		c.maybe(c.wantRequestedAtHome)
		body := c.createBody("Conformance " + c.check.ID)
		plainly, _ := c.prepared(c.post("/org/sessions", body), "a create without a foreign workspace to be taken")["session_id"].(string)
		x := c.detail(plainly, as(other.Key))
		c.needs(!x.ok(), "a session that is closed to the other workspace, where nothing names that", "%s", x)
		wantClosed := func(id, made string) {
			x := c.detail(id, as(other.Key))
			c.want(!x.ok(), made+" to be closed to the other workspace", "%s", x)
		}
		for _, member := range workspaceMembers {
			body[member] = theirs["org_id"]
		}
		x = c.post("/org/sessions", body)
		if x.status == 422 || x.status == 400 {
			return // it does not take unknown members
		}
		id, _ := c.prepared(x, "a create with a foreign workspace in the body")["session_id"].(string)
		mine := c.detail(id)
		c.want(mine.ok(), "the session in the workspace of the key", "%s", mine)
		wantClosed(id, "a session of the key's workspace, whose create named another in its body,")
		named := plainText(theirs["org_id"])
		plain := c.createBody("Conformance " + c.check.ID)
		for _, x := range []*exchange{
			c.post("/org/sessions?org_id="+url.QueryEscape(named), plain, aside), // which names a parameter that the call does not have
			c.post("/org/sessions", plain, header("X-Org-Id", named), header("X-Workspace-Id", named)),
			c.post("/org/sessions", c.nested(theirs)),
		} {
			if id, _ := x.object()["session_id"].(string); x.ok() && id != "" {
				wantClosed(id, "a session of the key's workspace, whatever else the create named,")
			}
		}
		c.maybe(func() {
			x := c.post("/org/sessions", body, inHeader(c.run.home.Key))
			id, _ := c.prepared(x, "a create with the key in X-API-Key")["session_id"].(string)
			wantClosed(id, "a session of the workspace whose key is in X-API-Key, whatever the body named,")
		})
		c.maybe(func() {
			x := c.post("/org/sessions", body, as(c.token().Access))
			id, _ := c.prepared(x, "a create with a token")["session_id"].(string)
			wantClosed(id, "a session of the token's workspace, whatever the body named,")
		})
	}},
	{ID: "API-CREATE-27", Run: func(c *C) {
		id := c.newSession()
		x := c.detail(id)
		c.want(x.ok() && x.object() != nil, "the created session to be read", "%s", x)
		for _, create := range []*exchange{
			c.fullCreate(c.someName()), c.post("/org/sessions", c.createBody("Café Zürich "+c.random(6))),
			c.post("/org/sessions", c.createBody("東京屋根 😀 "+c.random(6))),
			c.post("/org/sessions", c.bodyOfAll("Conformance "+c.check.ID)),
		} {
			if other, _ := create.object()["session_id"].(string); create.ok() && other != "" {
				again := c.detail(other)
				c.want(again.ok() && again.object()["session_id"] == other, "every created session to be read", "%s", again)
			}
		}
		c.want(x.object()["session_id"] == id, "the session_id of the create", "%s", what(x.object(), "session_id"))
		crowd := slices.DeleteFunc(c.crowd(), func(x *exchange) bool { return x.object()["session_id"] == nil })
		var next atomic.Int64
		for _, x := range c.atOnce(len(crowd), func(one *C) *exchange {
			return one.detail(plainText(crowd[next.Add(1)-1].object()["session_id"]))
		}) {
			c.about(x)
			c.want(x.status != 404, "every session of creates at one time to be read", "%s", x)
		}
	}},
}

// bodyOfAll is the body of a create with all that it may have.
func (c *C) bodyOfAll(name string) obj {
	body := c.createBody(name)
	for member, v := range (obj{"state": "GA", "lobs": []string{"general_liability", "commercial_auto"}, "naics_code": "722511"}) {
		if _, set := body[member]; !set {
			body[member] = v
		}
	}
	return body
}

// crowd are creates at one time that were taken.
func (c *C) crowd() []*exchange {
	all := shared(c, "creates at one time", func(c *C) []*exchange {
		return c.atOnce(10, func(one *C) *exchange { return one.post("/org/sessions", one.createBody("Conformance at one time")) })
	})
	return slices.DeleteFunc(slices.Clone(all), func(x *exchange) bool { return !x.ok() })
}

// nested is a create request that names a workspace inside objects.
func (c *C) nested(workspace obj) obj {
	body := c.createBody("Conformance " + c.check.ID)
	for _, member := range []string{"org", "workspace", "organization", "tenant"} {
		body[member] = obj{"id": workspace["org_id"], "org_id": workspace["org_id"]}
	}
	return body
}

// wantIDNotChosen fails the check when a session gets the id that stands in the body of its create, which is that of another one.
func (c *C) wantIDNotChosen() {
	known := c.newSession()
	for _, member := range []string{"session_id", "id"} {
		body := c.createBody("Conformance " + c.check.ID)
		body[member] = known
		x := c.post("/org/sessions", body) // such a member may be refused
		c.want(!x.ok() || x.object()["session_id"] != known, "another session id than that of a session that is there, whatever the body names", "%s", x)
	}
}

// keepsName wants a name back as it was sent, in the create reply and in the detail. Names that need not be taken prove
// nothing when they are refused.
func (c *C) keepsName(name string, ordinary bool, options ...option) {
	x := c.post("/org/sessions", c.createBody(name), options...)
	if !ordinary && x.status == 500 { // once may be bad luck
		x = c.post("/org/sessions", c.createBody(name), options...)
		c.want(x.status != 500, "insured_name "+name, "%s, twice", x)
	}
	if !ordinary && !x.taken() {
		return
	}
	o := c.prepared(x, "a session")
	c.want(sameName(o["insured_name"], name), "insured_name "+name, "%s", what(o, "insured_name"))
	id, _ := o["session_id"].(string)
	detail := c.prepared(c.detail(id), "the session's detail")
	c.want(sameName(detail["insured_name"], name), "insured_name "+name+" in the detail", "%s", what(detail, "insured_name"))
}

// wantNameBack wants the name of a create request in its reply. What control characters become is left open.
func (c *C) wantNameBack(x *exchange) {
	sent, _ := decode(x.req.body)
	o, _ := sent.(obj)
	name, ok := o["insured_name"].(string)
	if !ok || strings.ContainsFunc(name, unicode.IsControl) {
		return
	}
	c.want(sameName(x.object()["insured_name"], name), "insured_name "+name, "%s", what(x.object(), "insured_name"))
}

// composed joins the letters of the names that checks send with their marks, as Unicode may have them either way.
var composed = strings.NewReplacer("a\u0308", "ä", "e\u0308", "ë", "e\u0301", "é", "o\u0308", "ö", "u\u0308", "ü", "U\u0308", "Ü", "n\u0303", "ñ", "c\u0327", "ç")

// sameName says whether a name came back, but for the amount of white space and another form of Unicode.
func sameName(got any, name string) bool {
	text, ok := got.(string)
	return ok && slices.Equal(strings.Fields(composed.Replace(text)), strings.Fields(composed.Replace(name)))
}

// mayLeaveOut fails the check when a create is taken with a member and refused without it.
func (c *C) mayLeaveOut(member string, values ...any) {
	body := c.createBody("Conformance " + c.check.ID)
	delete(body, member)
	made := func(x *exchange) bool { return x.ok() && x.object()["session_id"] != nil }
	without := c.post("/org/sessions", body)
	if made(without) {
		return
	}
	for _, v := range values {
		body[member] = v
		if made(c.post("/org/sessions", body)) {
			c.fail("a create without "+member+" to make a session", "%s", without)
		}
	}
	c.unclear("a create that makes a session, with or without "+member, "%s", without)
}

// createWhole makes a session of all that a create may have, where such a one is taken: a market may want the code of an industry.
func (c *C) createWhole(name string, options ...option) *exchange {
	if x, body := c.wholeCreate(); x.ok() {
		body["insured_name"] = name
		if made := c.post("/org/sessions", body, options...); made.ok() {
			return made
		}
	}
	return c.fullCreate(name, options...)
}

// wholeCreate is a create with every optional member, made once in a run, in forms that servers usually take; the last one
// that was tried where none is.
func (c *C) wholeCreate() (*exchange, obj) {
	type made struct {
		x    *exchange
		body obj
	}
	m := shared(c, "whole create", func(c *C) made {
		var last made
		for _, naics := range []string{"238160", "722511"} {
			for _, lob := range []string{"general_liability", "GL"} {
				body := c.createBody("Conformance whole")
				for name, v := range (obj{"state": "GA", "lobs": []string{lob}, "naics_code": naics}) {
					if body[name] == nil {
						body[name] = v
					}
				}
				if last = (made{c.post("/org/sessions", body), body}); last.x.ok() {
					return last
				}
			}
		}
		return last
	})
	return m.x, maps.Clone(m.body)
}

// mayOmit fails the check when a create with every optional member is taken and the same without one of them is refused.
func (c *C) mayOmit(member string) {
	with, body := c.wholeCreate()
	if !with.taken() {
		return
	}
	delete(body, member)
	c.wantTaken(c.post("/org/sessions", body), "for a create without "+member+", as it is taken with it")
}
