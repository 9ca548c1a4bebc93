package checks

import (
	"net/http"
	"slices"
)

// foreignNames are names of files beyond ASCII, as people have them.
var foreignNames = []string{"Schadenübersicht 損害.pdf", "Antrag für Zoë.pdf"}

// wantForeignNames fails the check when a file whose name is beyond ASCII breaks the server, and warns where each such file is refused, and the same
// file is taken under a plain name in between: the text says nothing of names.
func (c *C) wantForeignNames(what string, send func(filename string) *exchange) {
	named := send(foreignNames[0])
	c.want(named.status < 500, "an answer to "+what+" whose name is beyond ASCII (RFC 7578 section 5.1)", "%s", named)
	if !refusesContent(named) {
		return
	}
	c.maybe(func() {
		c.needs(send("schedule.pdf").ok(), what+" to be taken under a plain name", "it is not")
		again := send(foreignNames[1])
		c.about(again)
		c.recommend(!refusesContent(again), what+" to be taken whose name is beyond ASCII (RFC 7578 section 5.1)", "%s, twice, and it is taken under a plain name", again)
	})
}

// refusesContent says whether a refusal may be about what was sent.
func refusesContent(x *exchange) bool {
	return slices.Contains([]int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}, x.status)
}
