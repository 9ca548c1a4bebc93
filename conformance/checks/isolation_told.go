package checks

import (
	"bytes"
	"net/http"
)

// leastName is how long the name of an insured is that no answer has by chance.
const leastName = 12

// wantUnnamed fails the check when the refusal of a session to another workspace names its insured, and that of an id which was never
// issued does not: all data is scoped to its workspace.
func (c *C) wantUnnamed(op operation, refusal *exchange, t tried) {
	name, _ := t.replies["GET /org/sessions/{id}"].object()["insured_name"].(string)
	told := func(x *exchange) bool { return len(name) >= leastName && bytes.Contains(x.body, []byte(name)) }
	if refusal.status != http.StatusNotFound || !told(refusal) {
		return
	}
	unknown := op.call(c, c.unknownID(t.id), as(c.stranger().Key))
	c.about(refusal)
	c.want(told(unknown), "nothing of a session in what another workspace is told", "%s", refusal)
}
