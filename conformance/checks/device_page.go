package checks

import (
	"net/http"
	"strings"
)

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
