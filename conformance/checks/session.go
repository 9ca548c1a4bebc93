package checks

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// createBody is a create request that the server is likely to take.
func (c *C) createBody(name string) obj {
	body := obj{"insured_name": name}
	maps.Copy(body, c.run.target.Create)
	return body
}

// newSession makes a session; without one the check is inconclusive.
func (c *C) newSession(options ...option) string {
	return c.sessionOf(c.createBody(c.someName()), options...)
}

// someName is of the check, and of no session before: a server may know what it was told of an insured.
func (c *C) someName() string { return "Conformance " + c.check.ID + " " + c.random(6) }

func (c *C) sessionOf(body obj, options ...option) string {
	x := c.post("/org/sessions", body, options...)
	id, _ := x.object()["session_id"].(string)
	c.needs(x.ok() && id != "", "a session to work on", "%s", x)
	return id
}

// fullSession makes a session that opens most of a server's intake.
func (c *C) fullSession(options ...option) string {
	return c.sessionNamed(c.someName(), options...)
}

func (c *C) sessionNamed(name string, options ...option) string {
	id, _ := c.prepared(c.fullCreate(name, options...), "a session")["session_id"].(string)
	c.needs(id != "", "a session to work on", "it has no id")
	return id
}

// own session of the check, made at the first call.
func (c *C) sessionID() string {
	if c.session == "" {
		c.session = c.newSession()
	}
	return c.session
}

func sessionPath(id string, rest ...string) string {
	path := "/org/sessions/" + url.PathEscape(id)
	for _, part := range rest {
		path += "/" + url.PathEscape(part)
	}
	return path
}

func formPath(id, key string) string { return sessionPath(id, "forms", key, "pdf") }

func (c *C) detail(id string, options ...option) *exchange { return c.get(sessionPath(id), options...) }

func (c *C) answer(id, message string, options ...option) *exchange {
	return c.post(sessionPath(id, "answers"), obj{"message": message}, options...)
}

// unknownID is an id that was never issued, of the form of a real one: its last letters and digits are others of the
// same kind, so that it differs by more than a counter's next steps.
func (c *C) unknownID(real string) string {
	if strings.Trim(real, "0123456789") == "" && len(real) < 12 {
		return real + fmt.Sprint(100000+len(c.traffic)*7919%899999) // a counter is not near it
	}
	text := []byte(real)
	hex := strings.Trim(real[strings.LastIndexByte(real, '_')+1:], "0123456789abcdefABCDEF-") == "" // also behind a prefix
	changed := 0
	for i := len(text) - 1; i >= 0 && changed < 8; i-- {
		kindOf := ""
		switch b := text[i]; {
		case b >= '0' && b <= '9':
			kindOf = "0123456789"
		case hex && b >= 'a' && b <= 'f':
			kindOf = "abcdef"
		case hex && b >= 'A' && b <= 'F':
			kindOf = "ABCDEF"
		case b >= 'a' && b <= 'z':
			kindOf = "abcdefghjkmnpqrstvwxyz"
		case b >= 'A' && b <= 'Z':
			kindOf = "ABCDEFGHJKMNPQRSTVWXYZ"
		default:
			if changed > 0 {
				return string(text) // keep what stands before a separator, such as a prefix
			}
			continue
		}
		at := strings.IndexByte(kindOf, text[i])
		text[i] = kindOf[(at+1+int(c.random(1)[0])%(len(kindOf)-1))%len(kindOf)]
		changed++
	}
	if string(text) == real {
		return real + "9"
	}
	return string(text)
}

// finds makes a call on the check's session, which must find it.
func (c *C) finds(call func(id string, options ...option) *exchange) (control *exchange) {
	control = call(c.sessionID())
	c.needs(control.status != 404 && control.status < 500, "the call to find a session that exists", "%s", control)
	return control
}

// wantUnknown fails the check unless the call answers 404 for an id never issued, of the form of a real one, which it
// found. An id that turns out to exist, as counters may have it, is passed over.
func (c *C) wantUnknown(real string, control *exchange, call func(id string, options ...option) *exchange) {
	for range 4 {
		id := c.unknownID(real)
		if exists := c.detail(id, aside); exists.ok() && exists.object()["session_id"] == id {
			continue
		}
		x := call(id)
		c.accountFirst(control, x)
		c.wantMissing(x, "a session id that was never issued")
		return
	}
	c.unclear("an id that was never issued, as a change of one that was", "each of four changes of %s is a session that exists: the ids are counted", real)
}

// wantWhole fails the check when the last letter or digit of an id makes no difference, or its last letters are not needed.
func (c *C) wantWhole(real string) {
	x := c.detail(endedOtherwise(real))
	c.want(!x.ok() || x.object()["session_id"] != real, "404 for an id of which the last character is another", "%s", x)
	letters := []rune(real)
	x = c.detail(string(letters[:len(letters)-1]))
	c.want(!x.ok() || x.object()["session_id"] != real, "404 for an id without its last character", "%s", x)
	if short := string(letters[:len(letters)*3/4]); short != "" {
		x = c.detail(short)
		c.want(!x.ok() || x.object()["session_id"] != real, "404 for the beginning of an id", "%s", x)
		x = c.detail(short + "%") // which stands for anything in a database
		c.want(!x.ok(), "404 for the beginning of an id and a percent sign", "%s", x)
	}
}

// wantNothingAfter warns of an id that opens its session with letters behind it: such an id was never issued. A server may take an
// address for more than its id.
func (c *C) wantNothingAfter(real string) {
	x := c.detail(real + "zz")
	c.recommend(!x.ok() || x.object()["session_id"] != real, "404 for an id with letters behind it", "%s", x)
}

// wantUnknownOfAnyForm warns of an id of another form than ids have that is called something else than unknown.
func (c *C) wantUnknownOfAnyForm() {
	x := c.detail("no-such-session")
	c.recommend(x.status == http.StatusNotFound, "404 for an id of another form than ids have, too", "%s", x)
}

// wantNoneInherited fails the check when a word that every object of some languages has is a session, or breaks the server.
func (c *C) wantNoneInherited() {
	for _, word := range []string{"constructor", "__proto__"} {
		c.wantRefused(c.detail(word, aside), "the id "+word)
	}
}

// wantCase warns of an id that has letters of both cases and opens its session in letters of the other one each. Where ids are of
// one case they are as different without it, and some servers take whole paths in either.
func (c *C) wantCase(real string) {
	_, bare, prefixed := strings.Cut(real, "_")
	if !prefixed {
		bare = real
	}
	if strings.ToLower(bare) == bare || strings.ToUpper(bare) == bare {
		return
	}
	x := c.detail(swapCase(real))
	c.recommend(x.object()["session_id"] != real || c.get(swapCase("/org/sessions/")+real).ok(), "404 for an id in letters of the other case", "%s", x)
}

// stranger is the second workspace, which its key was seen to open, and not the home workspace.
func (c *C) stranger() *Workspace {
	return shared(c, "stranger", func(c *C) *Workspace {
		other := c.other()
		me := c.get("/org/me", as(other.Key))
		c.needs(me.ok(), "the second key to open its own workspace", "%s", me)
		if home := c.get("/org/me"); home.object()["org_id"] != nil && equal(home.object()["org_id"], me.object()["org_id"]) {
			c.unclear("the second key to belong to another workspace", "both are %v", me.object()["org_id"])
		}
		return other
	})
}

// wantForeign fails the check unless the call, which found a session of the home workspace, answers 404 for it under the key
// of another.
func (c *C) wantForeign(id string, control *exchange, call func(id string, options ...option) *exchange) {
	x := call(id, as(c.stranger().Key))
	c.accountFirst(control, x)
	c.wantMissing(x, "a session of another workspace")
	c.maybe(func() {
		x := c.underForeignToken(func(token option) *exchange { return call(id, token) })
		c.accountFirst(control, x)
		c.wantMissing(x, "a session of another workspace under a token")
	})
}

// wantNoEffect fails the check when a stranger's call, though it is answered 404, changes the session.
func (c *C) wantNoEffect(call func(id string, options ...option) *exchange) {
	other, id := c.other(), c.newSession()
	c.untouched(id, "a stranger's call that was answered 404", func() {
		x := call(id, as(other.Key))
		c.needs(x.status == 404, "404 for a session of another workspace", "%s", x)
	})
}

// accountFirst makes the check inconclusive where a submission is refused alike for the session's owner: a server may
// look at the workspace's account at the platform before it looks for the session.
func (c *C) accountFirst(control, x *exchange) {
	if strings.HasSuffix(x.req.path, "/submit") && x.status == control.status && forTheAccount(x) {
		c.unclear("a submission that is not refused for the account's sake", "%s", x)
	}
}

// hidden judges a call on an unknown and on a foreign session. The unknown id needs no second key, so that a fault there
// is found without one.
func (c *C) hidden(call func(id string, options ...option) *exchange) {
	id, control := c.sessionID(), c.finds(call)
	c.wantUnknown(id, control, call)
	c.wantForeign(id, control, call)
	c.maybe(func() { c.wantNoEffect(call) })
}

// someForm is the key of a form of the session, or of the check's own where that one does not exist, and a usual one where
// the server names none yet. The check reads it once.
func (c *C) someForm(id string) string {
	if c.formKey == "" {
		if c.session != "" {
			id = c.session
		}
		c.formKey = cmp.Or(c.aFormOf(id), anyForm)
	}
	return c.formKey
}

// aFormOf is the key of one of a session's forms, or nothing where it has none yet.
func (c *C) aFormOf(id string) string {
	if keys := strs(c.detail(id).object()["form_keys"]); len(keys) > 0 {
		return keys[0]
	}
	return ""
}
