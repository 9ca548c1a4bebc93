package checks

import (
	"fmt"
	"strings"
	"time"
)

// refreshes is how often OAUTH-TOKEN-02 goes on with the pair that it got.
const refreshes = 4

// refreshed refreshes a fresh pair of tokens.
func (c *C) refreshed() (*tokens, *exchange) {
	t := c.newToken()
	c.needs(t.Refresh != "", "a refresh token", "none")
	return t, c.refresh(t)
}

// grace is how long after its successor was used a refresh token may still be taken.
const grace = 90 * time.Second

// wantOthersRefused wants no refresh where the token is made up, or an access token, or of another client (RFC 6749 section 6).
func (c *C) wantOthersRefused() {
	c.maybe(func() {
		c.wantNoToken(c.refresh(&tokens{Refresh: c.random(40), ClientID: c.client()}), "a refresh token that nobody was given")
	})
	c.maybe(func() {
		t := c.newToken()
		c.wantNoToken(c.refresh(&tokens{Refresh: t.Access, ClientID: t.ClientID}), "an access token in the place of a refresh token")
	})
	c.maybe(func() {
		t := c.approved(c.orgID()) // what a hook issues may belong to no client
		x := c.refresh(t)
		c.prepared(x, "a refresh")
		other := c.otherClient()
		c.needs(other != t.ClientID, "another client", "the same client_id for a registration with another name and address")
		c.wantNoToken(c.refresh(tokensOf(x, other)), "a refresh token of another client (RFC 6749 section 6)")
	})
}

// spentForGood fails the check when a refresh token that was rotated out is taken the first time that it is used again,
// once the grace is over. It needs a clock that moves.
func (c *C) spentForGood() {
	for _, later := range []time.Duration{10 * time.Minute, 24 * time.Hour} { // each time another, as a try may end all of its sign-in
		old, x := c.refreshed()
		c.prepared(x, "a refresh")
		c.prepared(c.refresh(tokensOf(x, old.ClientID)), "a refresh with the successor")
		c.advance(later)
		again := c.refresh(old)
		c.want(!again.ok(), "a refusal of a refresh token that was rotated out, "+later.String()+" later", "%s", again)
		c.want(again.status/100 == 4, "a 4xx for a refresh token that was rotated out", "%s", again)
	}
}

// wantKept refreshes the tokens of a workspace some times in a row: they stay those of the workspace. It gives the last ones.
func (c *C) wantKept(org ident, times int, where string) (t *tokens) {
	t = c.tokenOf(org)
	c.needs(t.Refresh != "", "a refresh token", "none")
	for n := range times {
		x := c.refresh(t)
		if n > 0 && !x.ok() {
			return t // a chain that breaks is for another check to judge
		}
		c.prepared(x, "a refresh"+where)
		t = tokensOf(x, t.ClientID)
		got := c.orgOf(t)
		c.want(got == org.text, fmt.Sprintf("the same org_id before and after refresh %d%s", n+1, where), "%s and %s", org, got)
	}
	return t
}

// wantActs fails the check unless a token works in the workspace that it names: it finds what the key of the workspace made,
// what it makes is there for that key, and both tell one name of it. A token may be one that only reads.
func (c *C) wantActs(t *tokens, ws *Workspace, named string) {
	name := c.get("/org/me", as(ws.Key)).object()["org_name"]
	me := c.get("/org/me", as(t.Access))
	c.want(!me.ok() || !says(name) || equal(me.object()["org_name"], name), "the workspace's name for "+named+", as for its key",
		"%s, and for the key %s", what(me.object(), "org_name"), text(name))
	x := c.detail(c.newSession(as(ws.Key)), as(t.Access))
	c.want(x.status != 404, "a session of the workspace to be there for "+named, "%s", x)
	made := c.createIn(ws, as(t.Access))
	if id, _ := made.object()["session_id"].(string); made.ok() && id != "" {
		x = c.detail(id, as(ws.Key))
		c.want(x.status != 404, "a session that was made under "+named+" to be there for the workspace", "%s", x)
	}
}

// wantRefreshedShut wants no refresh token to open anything that came with a refresh or a sign-in, nor in the place of a key.
func (c *C) wantRefreshedShut() {
	all := map[string]*tokens{"that was issued": c.token()}
	c.maybe(func() {
		old, x := c.refreshed()
		c.prepared(x, "a refresh")
		all["of a refresh"] = tokensOf(x, old.ClientID)
	})
	c.maybe(func() { all["after an approval"] = c.approved(c.orgID()) })
	c.maybe(func() {
		s := c.codeFlow(c.orgID())
		x := c.exchangeCode(s, s.verifier)
		c.prepared(x, "the exchange of a code")
		all["for a code"] = tokensOf(x, s.clientID)
	})
	c.maybe(func() {
		d := c.startDevice()
		c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
		x := c.get("/org/me", as(d.code))
		c.want(x.status == 401, "status 401 for a device_code that was approved, as a bearer token", "%s", x)
	})
	for named, t := range all {
		if t.Refresh == "" || t.Refresh == t.Access {
			continue
		}
		for _, by := range []option{as(t.Refresh), inHeader(t.Refresh)} {
			x := c.get("/org/me", by)
			c.want(x.status == 401, "status 401 for the refresh token "+named, "%s", x)
		}
	}
}

// wantAllRefreshed fails the check when the refresh token that came after an approval, or for a code, yields nothing.
func (c *C) wantAllRefreshed() {
	for named, get := range map[string]func() *tokens{
		"after an approval": func() *tokens { return c.approved(c.orgID()) },
		"for a code": func() *tokens {
			s := c.codeFlow(c.orgID())
			x := c.exchangeCode(s, s.verifier)
			c.prepared(x, "the exchange of a code")
			return tokensOf(x, s.clientID)
		},
	} {
		c.maybe(func() {
			t := get()
			c.needs(t.Refresh != "", "a refresh token", "none")
			x := c.refresh(t)
			c.want(x.ok() && hasToken(x), "a new pair for a refresh token that came "+named, "%s", x)
		})
	}
}

// wantLifeOfItsOwn fails the check when the access token of a refresh ends with the one before it: when it is gone once that
// one's time is over, though it is said to be as good for as long, and when one that a refresh gives after that opens nothing.
func (c *C) wantLifeOfItsOwn() {
	t := c.newToken()
	lifeOf := func(t *tokens) time.Duration {
		c.needs(t.Refresh != "" && t.ExpiresIn >= 60 && t.ExpiresIn <= longestWatched, "a token of a minute to a day, and a refresh token", "%v s", t.ExpiresIn)
		return time.Duration(t.ExpiresIn) * time.Second
	}
	x := c.refreshedAfter(t, lifeOf(t))
	t = tokensOf(x, t.ClientID)
	late := c.get("/org/me", as(t.Access))
	c.want(late.ok(), "an access token that works when it is given, once the one before it has lapsed", "%s", late)
	life := lifeOf(t) // the first may be of another one
	c.advance(life / 2)
	x = c.refresh(t)
	c.prepared(x, "a refresh at half of a token's life")
	second := tokensOf(x, t.ClientID)
	c.advance(life / 2)
	c.advance(life / 5)
	if second.ExpiresIn >= 0.9*t.ExpiresIn {
		me := c.get("/org/me", as(second.Access))
		c.want(me.status != 401, "an access token of a refresh to outlive the one before it, as its expires_in says", "%s", me)
	}
	c.advance(life + leeway)
	x = c.refresh(second)
	c.prepared(x, "a refresh when the access token has lapsed")
	me := c.get("/org/me", as(tokensOf(x, t.ClientID).Access))
	c.want(me.ok(), "the access token of a refresh to work when the one before it has lapsed", "%s", me)
}

// refreshedAfter warns of a refresh token that does not outlive the access token that it came with, if only by a little. That is when it
// is for, but how long it lives is left open.
func (c *C) refreshedAfter(t *tokens, life time.Duration) *exchange {
	const after = 10 * time.Second
	c.advance(life + after)
	x := c.refresh(t)
	c.recommend(x.ok() && hasToken(x), "a new pair once the access token has lapsed", "%v after its end %s", after, x)
	return x
}

// wantWholeLife fails the check when a token lapses long before its expires_in, which is in seconds (RFC 6749 section 5.1).
func (c *C) wantWholeLife() {
	c.maybe(func() {
		began := c.now()
		t := c.approved(c.orgID())
		c.needs(t.ExpiresIn >= 60, "a token of a minute or more", "%v s", t.ExpiresIn)
		c.needs(c.get("/org/me", as(t.Access)).ok(), "a fresh token to work", "it does not")
		c.advance(time.Duration(min(t.ExpiresIn*3/4, longestWatched)) * time.Second)
		x := c.get("/org/me", as(t.Access))
		passed := c.now().Sub(began).Seconds()
		c.needs(passed < t.ExpiresIn*9/10, "a token whose time is not over", "%v of %v s have passed", passed, t.ExpiresIn)
		c.want(x.status != 401, fmt.Sprintf("a token whose expires_in is %v to work after %.0f s", t.ExpiresIn, passed), "%s", x)
	})
}

// wantLifeUnmoved fails the check, where no hook moves the clock, when a token lapses seconds after it was given and long before its expires_in.
// It is looked at where the token of the run is gone.
func (c *C) wantLifeUnmoved() {
	const watched = 10 * time.Second
	if !c.keysAlone() || c.get("/org/me", as(c.token().Access)).status != 401 {
		return
	}
	t := c.newToken()
	c.needs(t.ExpiresIn >= 60, "a token of a minute or more", "%v s", t.ExpiresIn)
	c.needs(c.get("/org/me", as(t.Access)).ok(), "a fresh token to work", "it does not")
	c.wait(watched)
	x := c.get("/org/me", as(t.Access))
	c.want(x.status != 401, fmt.Sprintf("a token whose expires_in is %v to work after %v", t.ExpiresIn, watched), "%s", x)
}

// longestWatched is the longest life in seconds of a token whose end is waited for.
const longestWatched = 24 * 3600

// longLife is ten years in seconds: what is above is a date.
const longLife = 10 * 365 * 24 * 3600

// wantPair fails the check unless a reply with tokens says of what kind they are and how long they live.
func (c *C) wantPair(x *exchange) {
	o := x.object()
	if !hasToken(x) {
		return
	}
	kind, _ := o["token_type"].(string)
	c.want(strings.EqualFold(kind, "Bearer"), "token_type Bearer", "%s", what(o, "token_type"))
	life, ok := number(o["expires_in"])
	c.want(o["expires_in"] == nil || ok && life > 0 && life < longLife, "expires_in in seconds from now", "%s", what(o, "expires_in"))
	caching := strings.ToLower(strings.Join(x.header.Values("Cache-Control"), ", "))
	if caching == "no-cache" && x.header.Get("Pragma") == "no-cache" { // which net/http puts in its place where there is none
		caching = ""
	}
	c.want(strings.Contains(caching, "no-store"), "Cache-Control: no-store", "%q", caching)
	c.recommend(ok, "expires_in, which RFC 6749 section 5.1 recommends", "%s", what(o, "expires_in"))
}

// lapse fails the check when an access token outlives what the reply that it came with says, however it was got: by
// the hook, by a refresh, after an approval, for a code.
func (c *C) lapse() {
	all := map[string]*tokens{}
	got := func(named string, get func() *tokens) {
		c.maybe(func() {
			if t := get(); t.Access != "" && t.ExpiresIn > 0 && t.ExpiresIn <= longestLife && c.get("/org/me", as(t.Access)).ok() {
				all[named] = t
			}
		})
	}
	got("that was issued", c.newToken)
	got("of a refresh", func() *tokens {
		old, x := c.refreshed()
		c.prepared(x, "a refresh")
		got("that was refreshed", func() *tokens { return old }) // a server may end it at once
		return tokensOf(x, old.ClientID)
	})
	got("after an approval", func() *tokens { return c.approved(c.orgID()) })
	got("for a code", func() *tokens {
		s := c.codeFlow(c.orgID())
		x := c.exchangeCode(s, s.verifier)
		c.prepared(x, "the exchange of a code")
		return tokensOf(x, s.clientID)
	})
	var used *tokens
	c.maybe(func() { used = c.newToken() })
	life := time.Duration(0)
	for _, t := range all {
		life = max(life, time.Duration(t.ExpiresIn)*time.Second)
	}
	c.advance(life / 2)
	inUse := used != nil && c.get("/org/me", as(used.Access)).ok()
	c.advancePolling(life - life/2 + leeway)
	for named, t := range all {
		x := c.get("/org/me", as(t.Access))
		c.want(x.status == 401, "status 401 for an access token "+named+" past its expires_in", "%s", x)
	}
	if inUse {
		x := c.get("/org/me", as(used.Access))
		c.recommend(x.status == 401 || used.ExpiresIn <= 0, "status 401 for an access token past its expires_in, also where it was in use", "%s", x)
	}
}

// leeway is how long past its life a token may still be taken for the sake of clocks that differ: five minutes are the
// default of widely used libraries.
const leeway = 6 * time.Minute

// longestLife in seconds is what the clock is moved for the sake of a token.
const longestLife = 31 * 24 * 3600

// wantPage fails the check when nothing is served where the metadata sends the browser.
func (c *C) wantPage() {
	n := c.strangers()
	if c.about(n.page); n.page.err == nil { // a page may be at a host that people reach and the suite does not
		c.want(n.page.status != 404, "authorization_endpoint that is served", "%s: %s", n.asked.url, n.page)
	}
}
