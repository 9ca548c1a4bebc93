package checks

import (
	"net/http"
	"net/url"
	"strings"
)

// wantCodeAlong fails the check when the address to open has neither the user_code of its request nor anything that stands for it (RFC 8628
// section 3.3.1).
func (c *C) wantCodeAlong(o obj) {
	const wanted = "the user_code in verification_uri_complete, or what stands for it"
	complete, _ := url.QueryUnescape(c.wantText(o, "verification_uri_complete"))
	c.want(!strings.Contains(complete, c.wantText(o, "device_code")), wanted, "the device_code, which is for the device alone")
	if namesCode(complete, c.wantText(o, "user_code")) {
		return
	}
	other, _ := c.startDevice().reply.object()["verification_uri_complete"].(string)
	other, _ = url.QueryUnescape(other)
	c.want(complete != other && len(complete) > len(c.wantText(o, "verification_uri")), wanted, "%s", complete)
}

// wantPageThere warns of a verification_uri at which the server itself says that there is no page.
func (c *C) wantPageThere() {
	uri, _ := c.startDevice().reply.object()["verification_uri"].(string)
	c.needs(strings.HasPrefix(uri, strings.TrimRight(c.run.target.BaseURL, "/")+"/"), "a page of the server itself", "%s", uri)
	gone := func() (*exchange, bool) {
		x := c.get(uri, anonymous, header("Accept", "text/html"), aside)
		return x, x.status == http.StatusNotFound || x.status == http.StatusGone
	}
	if x, missing := gone(); missing {
		_, again := gone()
		c.about(x)
		c.recommend(!again, "a page at verification_uri, where a person enters the user_code", "%s", x)
	}
}
