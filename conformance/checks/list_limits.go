package checks

import (
	"fmt"
	"net/http"
	"slices"
)

// ordinaryLimits are limits of a list, of which any server takes some, whatever its bounds are.
var ordinaryLimits = []int{1, 5, 10, 20, 25, 50, 100}

// wantSomeLimitTaken fails the check when the list is refused with a limit of two and with each other ordinary one, and is there without: limit
// is a parameter of the call (section 4, endpoint 3), and only its bounds are left open.
func (c *C) wantSomeLimitTaken(two *exchange) {
	refused := func(x *exchange) bool {
		return x.status/100 == 4 && !slices.Contains([]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests}, x.status)
	}
	if !refused(two) {
		return
	}
	for _, limit := range ordinaryLimits {
		if !refused(c.list(fmt.Sprintf("?limit=%d", limit))) {
			return
		}
	}
	c.prepared(c.list(""), "a list without a limit")
	c.about(two)
	c.fail("a list with a limit, which is an integer of the server's own bounds", "%s, and so it is with a limit of each of %v, and not without one", two, ordinaryLimits)
}
