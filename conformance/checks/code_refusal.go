package checks

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"

	"github.com/workspaceintake/intake-go/conformance/hooks"
)

// reservations are what a server may want of an authorization request, or of a browser, that the text leaves open; the
// page that says so is no refusal of the request as such.
var reservations = regexp.MustCompile(`(?i)\bscopes?\b|invalid_scope|cookie|csrf|\bnonce\b|\bresource\b|\brequest_uri|` +
	`(login|interaction|consent|account_selection)_required|access_denied|(not|must|please|first|you to) (be )?(sign|signed|log|logged)[ -]?in\b|no session`)

// faultOfRequest are the errors of RFC 6749 section 4.1.2.1 that call the request itself wrong. The others may be the
// person's or the moment's, such as access_denied or login_required.
var faultOfRequest = []string{"invalid_request", "unauthorized_client", "unsupported_response_type"}

// refused opens an authorization URL as a browser of nobody does, where the hook could not have the person sign in, and
// gives the answer if it calls the request wrong; otherwise nil: the person may have to sign in first, and the hook may have
// failed for reasons of its own.
func (c *C) refused(s *signIn) *exchange {
	meta := c.metadata()
	named, _ := meta["authorization_endpoint"].(string)
	if named == "" || meta["require_pushed_authorization_requests"] == true || meta["require_signed_request_object"] == true {
		return nil
	}
	page := func(address string) *exchange {
		return c.try(http.MethodGet, address, anonymous, aside, impatient, header("Accept", "text/html,*/*;q=0.8"))
	}
	x := page(s.url)
	if x.err != nil || reservations.Match(x.body) {
		return nil
	}
	switch x.status {
	case 301, 302, 303, 307, 308:
		if s.errorAt(x.header.Get("Location")) {
			return x
		}
	case 400, 422: // what stands elsewhere may not even be the server
		if origin(x.url) == origin(c.run.url(c.registerEndpoint())) {
			return x
		}
	case 403, 404: // which may be for everybody who is not signed in
		if bare := page(c.run.url(named)); bare.err == nil && bare.status != x.status && bare.status != 429 && bare.status < 500 {
			c.about(x)
			return x
		}
	}
	return nil
}

func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// errorAt says whether a browser is sent back to the application with an error that calls the request wrong.
func (s *signIn) errorAt(location string) bool {
	to, err := url.Parse(location)
	if err != nil {
		return false
	}
	values := to.Query()
	to.RawQuery, to.Fragment = "", ""
	return to.String() == s.redirect && slices.Contains(faultOfRequest, values.Get("error"))
}

// takes has the person sign in and agree. It fails the check where the server itself can be seen to refuse the request,
// which is one that the text calls legal, and blocks it where the hook is not offered or failed.
func (c *C) takes(s *signIn, org ident) {
	err := c.consent(s, org)
	if err == nil {
		return
	}
	if x := c.refusedBy(s, err); x != nil {
		c.fail("an authorization request with a registered loopback redirect to be taken", "%s %s", x, x.header.Get("Location"))
	}
	c.offered("authorize", err)
}

// authorized is takes for checks of what comes after it, which a refusal leaves unclear.
func (c *C) authorized(s *signIn, org ident) {
	err := c.consent(s, org)
	if err == nil {
		return
	}
	if x := c.refusedBy(s, err); x != nil {
		c.unclear("an authorization request that is taken", "%s %s", x, x.header.Get("Location"))
	}
	c.offered("authorize", err)
}

func (c *C) refusedBy(s *signIn, err error) *exchange {
	if err == nil || errors.Is(err, hooks.ErrNotOffered) {
		return nil
	}
	x := c.refused(s)
	if x == nil {
		c.aboutHook("authorize", s.asked)
	}
	return x
}
