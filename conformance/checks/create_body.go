package checks

import (
	"encoding/json"
	"strings"
)

// How the body of a create is sent, and what it is then.

// wantChunksJoined fails the check when a body is taken in one chunk, and refused in two (RFC 9112 section 7.1). It warns where a body
// in one chunk is called invalid that is taken with its length; a server may ask for that (RFC 9110 section 15.5.12).
func (c *C) wantChunksJoined() {
	body := c.createBody("Conformance café")
	c.prepared(c.post("/org/sessions", body), "a create with its length")
	whole := c.post("/org/sessions", body, inChunks)
	c.recommend(whole.status != 400 && whole.status != 422, "a body to be read that comes in chunks", "%s", whole)
	c.prepared(whole, "a create in one chunk")
	x := c.post("/org/sessions", body, inChunks, inTwo)
	c.want(x.ok(), "success for the same create in two chunks", "%s", x)
}

// wantEscapesAlike fails the check when a name is refused for being written with escapes, in which a letter beyond the first 65536 is
// a pair (RFC 8259 section 7).
func (c *C) wantEscapesAlike() {
	name := "Roofing 😀 " + c.random(6)
	body := c.createBody(name)
	c.prepared(c.post("/org/sessions", body), "a name with such a letter")
	body["insured_name"] = json.RawMessage(strings.Replace(text(name), "😀", `\ud83d\ude00`, 1))
	x := c.post("/org/sessions", body)
	c.want(x.ok() && sameName(x.object()["insured_name"], name), "the same name, written with escapes", "%s", x)
}
