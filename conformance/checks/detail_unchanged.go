package checks

import "github.com/workspaceintake/intake-go/conformance/internal/pdfsample"

// wantKeptBeside warns of a session that loses values by a call that is not about them: an upload that is refused, as it is no PDF, or documents; and
// of one that does not keep what it is told after that. What a document brings may come to the session.
func (c *C) wantKeptBeside() {
	id := c.begunSession()
	c.prepared(c.answer(id, "We have 12 employees."), "an answer to be taken")
	values := func() obj {
		all, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		return all
	}
	before := values()
	c.needs(len(before) > 0, "a session with a value", "none")
	kept := func(after string, x *exchange) {
		now := values()
		for _, key := range names(before) {
			if says(before[key]) {
				c.about(x)
				c.recommend(says(now[key]) || c.alikeAtRest(before[key], now[key]), "the values of a session to stay after "+after, "%s is gone", key)
			}
		}
	}
	refused := c.call("POST", sessionPath(id, "extract"), upload("file", "notes.txt", "text/plain", []byte("Nothing to be read by anybody.\n")), aside)
	kept("an upload of no PDF", refused)
	for _, name := range []string{"loss-run.pdf", "prior-policy.pdf"} {
		x := c.documentNamed(id, c.docsPart(), name, pdfsample.Blank())
		kept("a document", x)
		c.recommend(!contains(values(), func(s string) bool { return s == name }), "values that were told or read", "%q, which is the name of a document", name)
	}
	for _, q := range c.freeTexts() {
		turn := c.answer(id, clip(q.label+": "+c.someText()))
		sets, _ := c.prepared(turn, "an answer to be taken")["set_fields"].(obj)
		c.about(turn)
		stored := c.valuesOf(id)
		there := says(stored[q.key]) || contains(stored, func(s string) bool { return s == plainText(sets[q.key]) }) // under its label, say
		c.recommend(!says(sets[q.key]) || there, "an answer to be stored after a document, as before it", "%s is set, and not on the session", q.key)
	}
}

// wantNameKeptByFile warns of a session that has the name of a file for that of its insured once the file was read or attached.
func (c *C) wantNameKeptByFile() {
	const file = "Loss-runs-2026.pdf"
	id := c.extractable()
	name := func() any { return c.prepared(c.detail(id), "the session's detail")["insured_name"] }
	c.needs(name() != file, "a session with a name", "none")
	x := c.call("POST", sessionPath(id, "extract"), upload("file", file, "application/pdf", pdfsample.Sized(0)))
	c.prepared(x, "a valid PDF to be taken")
	c.about(x)
	c.recommend(name() != file, "the name of the insured", "%q, which is that of a file", file)
}
