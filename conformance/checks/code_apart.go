package checks

import "net/http"

// wantStateApart fails the check when somebody who agrees to a request is sent to the application with another state than its own, as another
// request is shown in another browser meanwhile.
func (c *C) wantStateApart() {
	c.signedIn()
	somebody := c.newcomer(c.homeCredentials())
	beside := c.authorization(c.client(), redirectURI, nil)
	var shown *exchange
	somebody.BeforeDeciding = func() {
		shown = c.try(http.MethodGet, beside.url, anonymous, aside, impatient, header("Accept", "text/html,*/*;q=0.8"))
	}
	code, state, asked := c.authorizedBy(somebody)
	c.needs(shown != nil && code != "", "a code for a request beside another one", "none")
	c.about(shown)
	c.want(state == asked, "the state of a request, whatever another browser is shown meanwhile", "another one")
}
