package checks

import (
	"net/http"
	"slices"
)

// wantCompleteOnceDone warns of a session that is complete by its own word while questions are pending, by its own count and by that of
// the last turn, which was not the end: complete is an intake that is finished (spec section 3).
func (c *C) wantCompleteOnceDone() {
	for _, calls := range c.histories() {
		var open *exchange
		for _, x := range calls {
			switch {
			case x.call == answerCall && x.ok():
				if open = nil; !finished(x) {
					open = x
				}
			case open == nil || !x.ok():
			case x.req.method != http.MethodGet:
				if !slices.Contains([]string{fillCall, documentsCall}, x.call) { // a file may bring what was open
					open = nil
				}
			case x.call == detailCall && x.start.After(open.end()) && x.object()["status"] == "complete":
				pending, counted := integer(x.object()["pending_count"])
				c.about(open)
				c.about(x)
				c.recommend(!counted || pending == 0, "a session that is complete to have nothing pending", "status complete with a pending_count of %d, and the last turn was not the end", pending)
			}
		}
	}
}
