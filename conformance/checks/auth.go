package checks

import (
	"encoding/base64"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// operation is one of the twelve calls under /org, with a valid request.
type operation struct {
	name string
	call func(c *C, id string, options ...option) *exchange
	own  bool // works on a session
}

const (
	documentsCall = "POST /org/sessions/{id}/documents"
	submitCall    = "POST /org/sessions/{id}/submit"
	formCall      = "GET /org/sessions/{id}/forms/{key}/pdf"
	anyForm       = "application"
)

var operations = []operation{
	{"GET /org/me", func(c *C, _ string, o ...option) *exchange { return c.get("/org/me", o...) }, false},
	{"POST /org/sessions", func(c *C, _ string, o ...option) *exchange {
		return c.post("/org/sessions", c.createBody("Conformance "+c.check.ID), o...)
	}, false},
	{"GET /org/sessions", func(c *C, _ string, o ...option) *exchange { return c.list("", o...) }, false},
	{"GET /org/sessions/{id}", func(c *C, id string, o ...option) *exchange { return c.detail(id, o...) }, true},
	{"POST /org/sessions/{id}/answers", func(c *C, id string, o ...option) *exchange {
		return c.answer(id, "We have 12 employees.", o...)
	}, true},
	{"POST /org/sessions/{id}/extract", func(c *C, id string, o ...option) *exchange { return c.extract(id, pdfsample.Sized(0), o...) }, true},
	{documentsCall, func(c *C, id string, o ...option) *exchange {
		return c.document(id, "file", pdfsample.Sized(0), o...)
	}, true},
	{"POST /org/sessions/{id}/fill", func(c *C, id string, o ...option) *exchange { return c.call("POST", sessionPath(id, "fill"), o...) }, true},
	{formCall, func(c *C, id string, o ...option) *exchange { return c.get(formPath(id, c.someForm(id)), o...) }, true},
	{"GET /org/sessions/{id}/risk-summary", func(c *C, id string, o ...option) *exchange { return c.get(sessionPath(id, "risk-summary"), o...) }, true},
	{submitCall, func(c *C, id string, o ...option) *exchange { return c.submit(id, o...) }, true},
	{"POST /org/appointment-request", func(c *C, _ string, o ...option) *exchange {
		return c.post("/org/appointment-request", basicAppointment(), o...)
	}, false},
}

// tried is a session with what each operation answered on it under the key of the home workspace.
type tried struct {
	id      string
	replies map[string]*exchange
}

func (c *C) tried() tried {
	return shared(c, "each operation", func(c *C) tried {
		t := tried{id: c.sessionID(), replies: map[string]*exchange{}}
		for _, op := range operations {
			t.replies[op.name] = op.call(c, t.id)
		}
		return t
	})
}

// strangerKey is a key that no workspace has.
func (c *C) keyWorks() *exchange {
	x := c.get("/org/me")
	c.needs(x.ok(), "the key to work", "%s", x)
	return x
}

// wantNoneInQuery warns of a key that opens where it stands in the query: addresses are written to logs (RFC 6750 section 2.3).
func (c *C) wantNoneInQuery() {
	for _, name := range []string{"api_key", "apikey", "key", "access_token", "token"} {
		x := c.get("/org/me?"+name+"="+url.QueryEscape(c.run.home.Key), anonymous)
		c.recommend(!x.ok(), "401 for a key that stands in the query", "%s as %s", x, name)
	}
}

// Words of a refusal that is about what a key may do, and of one that is about the workspace's account.
var (
	ofTheKey     = regexp.MustCompile(`(?i)\b(keys?|permissions?|scopes?|privileges?)\b`)
	ofTheAccount = regexp.MustCompile(`(?i)account|connect|market|appoint|already`)
)

var authChecks = []Check{
	{ID: "AUTH-01", Run: func(c *C) {
		c.maybe(c.wantFormShut) // what everybody gets tells more than a status that is another one
		c.maybe(func() { c.keyWorks() })
		shut := func() { c.wantShut(c.sessionID(), anonymous, "no credentials") }
		if !c.maybe(func() { c.untouched(c.sessionID(), "calls without a credential", shut) }) {
			shut()
		}
		c.maybe(c.wantNoneInQuery)
	}},
	{ID: "AUTH-02", Run: func(c *C) {
		id, count := c.sessionID(), 0
		for _, op := range operations {
			if x := op.call(c, id, anonymous); x.status == 401 {
				count++
				c.want(plainDetail(x) == "", "a JSON body with a text in detail for the 401 of "+op.name, "%s", plainDetail(x))
			}
		}
		c.needs(count > 0, "an answer 401", "none")
	}},
	{ID: "AUTH-03", Run: func(c *C) {
		c.keyWorks()
		x := c.get("/org/me", as(c.strangerKey()))
		c.want(x.status == 401, "status 401 for an unknown key in Authorization", "%s", x)
		c.wantShut(c.sessionID(), as(c.strangerKey()), "an unknown key")
		near := c.nearKeys()
		for _, named := range slices.Sorted(maps.Keys(near)) {
			x := c.get("/org/me", as(near[named].text))
			c.want(x.status == 401, "status 401 for a key "+named, "%s", x)
		}
		for _, head := range []string{`{"alg":"none","typ":"JWT"}`, `{"alg":"HS256","typ":"JWT"}`} {
			x := c.get("/org/me", as(c.strangerToken(head)))
			c.want(x.status == 401, "status 401 for a JSON Web Token that nobody was given", "%s", x)
		}
	}},
	{ID: "AUTH-04", Run: func(c *C) {
		c.keyWorks()
		x := c.get("/org/me", anonymous, header("X-API-Key", c.strangerKey()))
		c.want(x.status == 401, "status 401 for an unknown key in X-API-Key", "%s", x)
		c.wantShut(c.sessionID(), inHeader(c.strangerKey()), "an unknown key in X-API-Key")
		x = c.get("/org/me", inHeader(""))
		c.want(x.status == 401, "status 401 for an empty X-API-Key", "%s", x)
		near := c.nearKeys()
		for _, named := range slices.Sorted(maps.Keys(near)) {
			x := c.get("/org/me", inHeader(near[named].text))
			c.want(x.status == 401, "status 401 for a key in X-API-Key "+named, "%s", x)
		}
	}},
	{ID: "AUTH-05", Run: func(c *C) {
		c.wantOK(c.get("/org/me"), "for the key as a bearer token")
		c.maybe(func() { c.wantOpensToo(inHeader, as, "a bearer token") })
		c.maybe(c.wantAnySpelling)
	}},
	{ID: "AUTH-06", Long: true, Run: func(c *C) {
		c.wantOK(c.get("/org/me", anonymous, header("X-API-Key", c.run.home.Key)), "for the key in X-API-Key")
		created := c.post("/org/sessions", c.createBody("Conformance AUTH-06"), anonymous, header("X-API-Key", c.run.home.Key))
		c.want(created.ok(), "a create with the key in X-API-Key to be taken", "%s", created)
		small := c.get("/org/me", anonymous, func(r *request) { r.header["x-api-key"] = []string{c.run.home.Key} })
		c.want(small.status != 401, "the key to be found in x-api-key, as the case of a header's name is of no matter (RFC 9110 section 5.1)", "%s", small)
		c.wantOpens(c.sessionID(), inHeader(c.run.home.Key), "the key in X-API-Key", c.walkWithKeyInHeader())
		c.maybe(func() { c.wantOpensToo(as, inHeader, "X-API-Key") })
	}},
	{ID: "AUTH-07", Run: func(c *C) {
		other := inHeader(c.run.home.Key)
		one := c.keyWorks()
		two := c.get("/org/me", other)
		c.needs(two.ok(), "the key to work in X-API-Key", "%s", two)
		for _, name := range []string{"org_id", "auth_kind", "key_label"} {
			c.want(equal(one.object()[name], two.object()[name]), "the same "+name+" both ways", "%s and %s", what(one.object(), name), what(two.object(), name))
		}
		c.wantSameView(c.sessionID(), other)
		c.maybe(c.wantOneView)
		c.maybe(func() {
			key := c.other().Key
			one, two := c.get("/org/me", as(key)), c.get("/org/me", inHeader(key))
			c.needs(one.ok() && two.ok(), "another workspace's key to work both ways", "%s", two)
			c.want(equal(one.object()["org_id"], two.object()["org_id"]), "the same workspace both ways for another key", "%s and %s",
				what(one.object(), "org_id"), what(two.object(), "org_id"))
		})
	}},
	{ID: "AUTH-08", Run: func(c *C) {
		keys := []string{c.run.target.APIKey, c.run.target.APIKey2, c.run.home.Key}
		keys = slices.DeleteFunc(keys, func(key string) bool { return key == "" })
		if ws, err := c.makeWorkspace(obj{"name": "Conformance AUTH-08", "plan": "paid"}); err == nil {
			keys = append(keys, ws.Key)
			var further Workspace
			if c.verb("create-key", obj{"org_id": ws.OrgID, "label": "Further"}, &further) == nil && further.Key != "" {
				c.run.secret(further.Key, "INTAKE_FURTHER_KEY")
				keys = append(keys, further.Key)
			}
		}
		for _, key := range keys {
			c.needs(c.get("/org/me", as(key)).ok(), "the key to work", "it does not")
			c.want(strings.HasPrefix(key, "bsk_"), "keys that begin with bsk_", "one that begins with %.4s", key)
		}
	}},
	{ID: "AUTH-09", later: (*C).wantKeysOpenInAll, Run: func(c *C) {
		c.needs(c.get("/org/me", anonymous).status != 200, "a server that asks for credentials", "it answers 200 without")
		create := c.post("/org/sessions", c.createBody("Conformance AUTH-09"))
		c.want(create.status != 401 && create.status != 403, "the key to open POST /org/sessions", "%s", create)
		t := c.tried()
		for _, op := range operations {
			x := t.replies[op.name]
			business := strings.HasSuffix(op.name, "/submit") || strings.HasSuffix(op.name, "/appointment-request") // may be refused for the account's sake
			c.want(x.status != 401 && (x.status != 403 || business), "the key to open "+op.name, "%s", x)
			c.recommend(x.status != 403 || !ofTheKey.Match(x.body) || ofTheAccount.Match(x.body), "the key to open "+op.name+", as keys have full access (section 5)", "%s", x)
			c.needs(x.status < 500, op.name+" to be answered", "%s", x)
		}
		c.maybe(func() { c.wantOpenAsToTokens(t) })
		c.maybe(func() {
			made := c.furtherKey(c.orgID(), "Another", "INTAKE_ANOTHER_KEY")
			c.wantUnbroken(func() *exchange { return c.get("/org/me", as(made.Key)) }, "a further key")
			x := c.get("/org/me", as(made.Key))
			c.want(x.status != 400 && x.status != 422, "an identity for a further key", "%s", x)
			c.recommend(x.status != 401 || c.opensLater(made.Key), "a key that was made with create-key to open the API", "%s", x)
			c.needs(x.ok(), "a new key to work", "it does not")
			x = c.detail(t.id, as(made.Key))
			c.want(x.ok(), "a session to be opened by every key of its workspace", "%s", x)
			c.wantOpenAlike(t, as(made.Key))
		})
	}},
	{ID: "AUTH-10", later: (*C).wantRevokedStill, Run: func(c *C) {
		c.maybe(c.wantOthersKept) // first, as the home workspace is one that others work in
		c.maybe(c.wantWorkKept)
		c.maybe(c.wantWorkOfFirstKept)
		c.maybe(c.wantSignedInKept)
		made := c.furtherKey(c.orgID(), "to be revoked", "INTAKE_REVOKED_KEY")
		x := c.get("/org/me", as(made.Key))
		c.needs(x.ok(), "a new key to work", "%s", x)
		c.get("/org/me", inHeader(made.Key)) // a server may remember what it found there
		c.answer(c.sessionID(), greeting, as(made.Key))
		c.hook("revoke-key", obj{"api_key": made.Key}, nil)
		for _, credential := range []option{as(made.Key), inHeader(made.Key)} {
			x = c.get("/org/me", credential)
			if x.ok() {
				c.wait(3 * time.Second) // a server of several processes may take a moment
				x = c.get("/org/me", credential)
			}
			c.want(x.status == 401, "status 401 for a revoked key", "%s", x)
			c.wantShut(c.sessionID(), credential, "a revoked key")
		}
		c.run.revokes(made.Key)
	}},
	{ID: "AUTH-11", Phase: Clock, unhooked: true, later: (*C).wantKeyStill, Run: func(c *C) {
		c.keyWorks()
		c.maybe(c.wantNotLockedOut)
		var second Workspace
		c.maybe(func() {
			made := c.furtherKey(c.orgID(), "For years", "INTAKE_SECOND_KEY")
			c.needs(c.get("/org/me", as(made.Key)).ok(), "a new key to work", "it does not")
			second = made
		})
		c.advance(400 * 24 * time.Hour)
		x := c.get("/org/me")
		c.want(x.ok(), "the key to work after 400 days", "%s", x)
		if second.Key != "" {
			x = c.get("/org/me", as(second.Key))
			c.want(x.ok(), "a further key of the workspace to work after 400 days", "%s", x)
		}
	}},
	{ID: "AUTH-12", Long: true, Run: func(c *C) {
		walk := c.walkWithToken() // first, since a sign-in may end the one before it
		token := as(c.token().Access)
		c.wantOK(c.get("/org/me", token), "for an access token")
		x := c.detail(c.sessionID(), token)
		c.want(x.ok(), "a session to be read with the token", "%s", x)
		created := c.post("/org/sessions", c.createBody("Conformance AUTH-12"), token)
		c.needs(created.status != 403, "a token whose scope is all of the workspace", "%s", created) // the text says it of keys
		c.want(created.status == 200, "status 200 for a create with the token", "%s", created)
		c.wantOpens(c.sessionID(), token, "an access token", walk)
	}},
	{ID: "AUTH-13", Phase: Clock, Run: func(c *C) {
		token := c.newToken()
		before := c.get("/org/me", as(token.Access))
		c.needs(before.ok(), "a fresh token to work", "%s", before)
		inKeys := inHeader(token.Access) // where it may open, too, or not
		opens := c.get("/org/me", inKeys).ok()
		if err := c.verb("expire-token", obj{"access_token": token.Access}, nil); err != nil {
			life := time.Duration(token.ExpiresIn * float64(time.Second))
			c.needs(life > 0, "the life of a token", "the reply has no expires_in")
			c.advance(life + leeway)
		}
		x := c.get("/org/me", as(token.Access))
		c.want(x.status == 401, "status 401 for an expired token", "%s", x)
		c.wantShut(c.sessionID(), as(token.Access), "an expired token")
		if opens {
			c.wantShut(c.sessionID(), inKeys, "an expired token in X-API-Key, where it opened before")
		}
		c.maybe(c.lapse)
	}},
	{ID: "AUTH-14", Run: func(c *C) {
		c.keyWorks()
		basic := base64.StdEncoding.EncodeToString([]byte("user:" + c.random(12)))
		asUser := base64.StdEncoding.EncodeToString([]byte(c.run.home.Key + ":"))
		c.run.secret(asUser, "INTAKE_KEY_AS_USER")
		for _, value := range []string{"Basic " + basic, "Token " + c.strangerKey(), c.strangerKey(), "Bearer", "Bearer ",
			"Bearer " + c.run.home.Key + " extra", "Bearer " + c.strangerKey() + " " + c.run.home.Key, "Nonsense"} {
			x := c.get("/org/me", header("Authorization", value))
			c.wantRefused(x, "a malformed Authorization value")
			c.want(x.status != 402 && x.status != 404, "status 401 for a malformed Authorization value, or 400", "%s", x)
		}
		c.maybe(func() {
			near := c.nearTokens(c.token().Access)
			for _, named := range slices.Sorted(maps.Keys(near)) {
				x := c.get("/org/me", as(near[named].text))
				c.wantRefused(x, "an access token "+named)
			}
		})
		// Basic has base64 after it (RFC 7617 section 2), which a key in its own letters is not: who opens looks at no scheme.
		c.wantRefused(c.get("/org/me", header("Authorization", "Basic "+c.run.home.Key)), "a key that stands as it is after the scheme Basic")
		for _, value := range []string{"Basic " + asUser, "Token " + c.run.home.Key, c.run.home.Key} { // a server may take a valid key in more ways than the text names
			x := c.get("/org/me", header("Authorization", value))
			c.want(x.ok() || x.status/100 == 4, "a 4xx, or success, for a key in another scheme", "%s", x)
			c.recommend(!x.ok() || value != c.run.home.Key, "a 4xx for an Authorization without a scheme (RFC 9110 section 11.6.2)", "%s", x)
			c.recommend(!x.ok() || !strings.HasPrefix(value, "Basic"), "a 4xx for the scheme Basic, as the text has Bearer alone", "%s", x)
		}
	}},
	{ID: "AUTH-15", Long: true, later: (*C).wantBegunEmpty, Run: func(c *C) {
		other, t := c.stranger(), c.tried()
		id := t.id
		c.formKey = formIn(t.replies[formCall].call)
		for _, op := range operations {
			if !op.own {
				continue
			}
			mine := t.replies[op.name]
			if op.name == documentsCall {
				part := ""
				if !c.maybe(func() { part = c.docsPart() }) {
					continue // what it takes for a document is not known
				}
				op.call = func(c *C, id string, o ...option) *exchange { return c.document(id, part, pdfsample.Sized(0), o...) }
				mine = op.call(c, id)
			}
			c.needs(mine.status < 500, op.name+" to be answered for the owner", "%s", mine)
			x := op.call(c, id, as(other.Key))
			c.accountFirst(mine, x)
			c.want(x.status == 404, "status 404 for "+op.name+" on a session of another workspace", "%s", x)
			c.wantUnnamed(op, x, t)
			x = op.call(c, id, inHeader(other.Key))
			c.accountFirst(mine, x)
			c.want(x.status == 404 || x.status == 401, "status 404 for "+op.name+" on a session of another workspace with the key in X-API-Key", "%s", x)
			c.maybe(func() {
				x := c.underForeignToken(func(token option) *exchange { return op.call(c, id, token) })
				c.accountFirst(mine, x)
				c.want(x.status == 404, "status 404 for "+op.name+" on a session of another workspace under a token", "%s", x)
			})
		}
		mine, theirs := as(c.run.home.Key), as(other.Key)
		c.maybe(func() { c.wantOpenElsewhere(mine, theirs) })
		c.maybe(func() { c.wantNoLobsOfOthers(mine, theirs) })
		c.maybe(func() { c.wantNothingOfNamesake(theirs) })
		c.maybe(func() { c.wantNamesakeUntouched(mine, theirs) })
		c.maybe(c.wantNothingToldElsewhere)
		c.maybe(c.wantClientApart)
		c.maybe(c.wantNamesakeShut)
	}},
	{ID: "AUTH-16", Run: func(c *C) {
		x := c.detail(c.sessionID(), as(c.token().Access))
		c.want(x.ok(), "a session made with the key to be visible to a token of the workspace", "%s", x)
		made := ""
		c.maybe(func() { made = c.newSession(as(c.token().Access)) })
		c.wantSameView(c.sessionID(), as(c.token().Access)) // the list has some of either
		c.needs(made != "", "a session made with a token", "none")
		x = c.detail(made)
		c.want(x.ok(), "a session made with a token to be visible to the key of the workspace", "%s", x)
		c.maybe(func() { // a server may take the first workspace that it finds
			made := c.newSession(as(c.foreignToken().Access))
			x := c.detail(made, as(c.other().Key))
			c.want(x.ok(), "a session made with a token of another workspace to be visible to the key of that workspace", "%s", x)
		})
		c.maybe(c.wantSentVisible)
	}},
	{ID: "AUTH-17", Run: func(c *C) {
		id := c.unknownID(c.sessionID())
		control := c.detail(id)
		c.needs(control.status == 404, "404 for an unknown id with a key", "%s", control)
		for _, op := range operations {
			if op.own {
				x := op.call(c, id, anonymous)
				c.want(x.status == 401, "401 rather than 404 of "+op.name+" for an unknown id without credentials", "%s", x)
			}
		}
		c.wantCheckedFirst(c.sessionID())
	}},
	{ID: "AUTH-18", Run: func(c *C) {
		token := c.token()
		c.needs(token.Refresh != "", "a refresh token", "none")
		c.needs(c.get("/org/me", as(token.Access)).ok(), "the access token to work", "it does not")
		x := c.get("/org/me", as(token.Refresh))
		c.want(x.status == 401, "status 401 for a refresh token as a bearer token", "%s", x)
		c.wantShut(c.sessionID(), as(token.Refresh), "a refresh token")
		c.maybe(c.wantRefreshedShut)
	}},
}

// furtherKey makes a key of a workspace beside those that it has, which reports show by the name of a variable.
func (c *C) furtherKey(org ident, label, variable string) (made Workspace) {
	c.hook("create-key", obj{"org_id": org, "label": label}, &made)
	c.run.secret(made.Key, variable)
	return made
}

// opensLater reports whether a key opens the API a moment later: a server of several processes may take one to know it.
func (c *C) opensLater(key string) bool {
	c.wait(3 * time.Second)
	return c.get("/org/me", as(key)).status != 401
}

// wantOpensToo fails the check when a further key of the workspace opens the API where it is sent in one way, before and after, and
// not where it is sent in the other.
func (c *C) wantOpensToo(one, other func(key string) option, way string) {
	made := c.furtherKey(c.orgID(), "Another", "INTAKE_ANOTHER_KEY")
	c.needs(c.get("/org/me", one(made.Key)).ok(), "a new key to work", "it does not")
	x := c.get("/org/me", other(made.Key))
	c.needs(c.get("/org/me", one(made.Key)).ok(), "a new key to go on working", "it does not")
	c.about(x)
	c.want(x.status != 401, "a further key of the workspace to open the API as "+way+", too", "%s", x)
}

// wantClientApart fails the check when a token finds a session of another workspace in which its client is signed in, too.
func (c *C) wantClientApart() {
	client, other := c.client(), c.other()
	c.needs(other.OrgID.text != "", "the second workspace's org_id", "it is not known")
	here, there := c.approvedFor(client, c.orgID()), c.approvedFor(client, other.OrgID)
	x := c.detail(c.sessionID(), as(here.Access))
	c.needs(x.ok(), "a session to be found by a token of its workspace", "%s", x)
	x = c.get("/org/me", as(there.Access))
	c.needs(plainText(x.object()["org_id"]) == other.OrgID.text, "a token of the second workspace", "%s", x)
	x = c.detail(c.sessionID(), as(there.Access))
	c.want(x.status == 404, "status 404 for a session of another workspace under a token whose client is signed in to both", "%s", x)
}

// foreignToken is a token of the second workspace.
func (c *C) foreignToken() *tokens {
	other := c.other()
	c.needs(other.OrgID.text != "", "the second workspace's org_id", "it is not known")
	return shared(c, foreignToken, func(c *C) *tokens {
		t := c.tokenOf(other.OrgID)
		c.needs(plainText(c.get("/org/me", as(t.Access)).object()["org_id"]) != c.orgID().text,
			"the sign-in of a person of the second workspace to give a token of it", "its token is one of the first")
		return t
	})
}

// underForeignToken makes a call under a token of the second workspace. That a token opens nothing any more is judged elsewhere.
func (c *C) underForeignToken(call func(token option) *exchange) *exchange {
	token := as(c.foreignToken().Access)
	x := call(token)
	c.needs(x.status != 401 || c.get("/org/me", token).status != 401, "a token that opens its own workspace", "%s", x)
	return x
}

// wantKeyStill wants the key to work at the end of the run if it did before, however far the clock was moved in all.
func (c *C) wantKeyStill() {
	worked := slices.ContainsFunc(c.run.traffic(), func(x *exchange) bool { return x.ok() && c.run.keyIn(credentials(x.req)) == c.run.home.Key })
	if !worked || c.get("/org/me").status != 401 {
		return
	}
	x := c.get("/org/me")
	c.aboutNone("it shows only at the end of a run")
	c.want(x.status != 401, "the key to work at the end of the run, in which it did before, as keys do not expire", "%s", x.String())
}
