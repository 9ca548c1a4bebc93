package peer

import (
	"encoding/base64"
	"fmt"
	"time"
)

// webhookCases judge the client's helper for verifying deliveries (spec section 6).
var webhookCases = []Case{
	{"CLI-HOOK-01", func(c *C) {
		if valid, out := c.verify(invalidVectors(time.Now())[0]); valid {
			c.Unclear("an invalid delivery to be refused first", out)
		}
		for _, v := range validVectors(time.Now()) {
			valid, out := c.verify(v)
			c.Want(valid, "acceptance of a valid delivery: "+v.point, "%s", out)
		}
	}},
	{"CLI-HOOK-02", func(c *C) {
		if valid, out := c.verify(validVectors(time.Now())[0]); !valid {
			c.Unclear("a valid delivery to be accepted first", out)
		}
		for _, v := range invalidVectors(time.Now()) {
			valid, out := c.verify(v)
			c.Want(!valid && out.Broken == nil, "refusal: "+v.point, "%s", out)
		}
	}},
	{"CLI-HOOK-03", func(c *C) {
		body := fmt.Sprintf(`{"id":"dlv_9","event":"session.archived","created_at":%q,"data":{"later":[1,{"deep":null}]},"x":true}`, stamp(time.Now()))
		v := vector{point: "a future event", secret: signingSecret, headers: headers("session.archived", "dlv_9", body, signingSecret), body: body}
		valid, out := c.verify(v)
		c.Want(valid, "a future event to be accepted", "%s", out)
		want, _ := decodeJSON([]byte(body))
		c.Want(same(out.object(c)["event"], want), "the whole event in the result: "+body, "%s", out)
	}},
}

// verify asks the client about one delivery.
func (c *C) verify(v vector) (bool, Outcome) {
	out := c.Call(Command{Command: "verify_webhook", Params: map[string]any{
		"secret": v.secret, "headers": v.headers, "body_base64": base64.StdEncoding.EncodeToString([]byte(v.body))}})
	if !out.OK() {
		return false, out
	}
	valid, _ := out.object(c)["valid"].(bool)
	return valid, out
}
