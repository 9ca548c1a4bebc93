package checks_test

import (
	"bytes"
	"slices"
)

// plantedByToken are faults of what is done with a token, and of what follows a submission.
func plantedByToken() []plant {
	with := func(op string) func(c *call) bool { return func(c *call) bool { return c.op == op && oauth(c) } }
	return []plant{
		{"EVT-06", "a submission with a token is not told of", untold("submission.sent", with("submit"))},
		{"EVT-08", "the envelopes of a session that was submitted are not told of", afterCall("esign.completed", func(c *call) bool { return c.op == "submit" })},
		{"API-DOCS-03", "a document that is attached with a token arrives changed", layer{request: func(c *call) bool {
			was := len(c.in)
			if with("documents")(c) {
				c.in = bytes.Replace(c.in, []byte("%PDF-1."), []byte("%PDF-1.  "), 1)
			}
			return len(c.in) != was
		}}},
		{"API-SUBMIT-03", "a submission with a token is not finalised", whereDone(with("submit"), layer{}, func(sub obj) { sub["finalised"] = false })},
		{"API-SUBMIT-02", "forms that were filled with a token are not handed over", whereDone(with("fill"), layer{}, func(sub obj) {
			files, _ := sub["files"].([]any)
			sub["files"] = slices.DeleteFunc(slices.Clone(files), func(one any) bool { return text(asObject(one), "kind") == "form" })
		})},
		{"API-FILL-05", "forms that were filled with a token are there for tokens alone", whereDone(with("fill"), layer{request: func(c *call) bool {
			did := c.op == "pdf" && !oauth(c)
			if did {
				c.refuse(404)
			}
			return did
		}}, nil)},
		{"API-EXTRACT-06", "what is read with a token is not kept", whereDone(with("extract"), set("get", "field_values", obj{}), nil)},
		{"API-LIST-07", "limit is not looked at for a token", layer{request: func(c *call) bool {
			did := with("list")(c) && c.r.URL.RawQuery != ""
			if did {
				c.r.URL.RawQuery = ""
			}
			return did
		}}},
		{"API-APPT-03", "the profile is not looked at for a token", layer{request: func(c *call) bool {
			did := with("appointment")(c) && !bytes.Contains(c.in, []byte("email"))
			if did {
				c.refuse(422)
			}
			return did
		}}},
	}
}

// whereDone lets a layer act on those sessions alone that such a call was made on, and changes their submissions.
func whereDone(is func(c *call) bool, l layer, change func(sub obj)) layer {
	met := newMemory()
	known := func(c *call) bool { return met.snapshot()[sessionIn(c)] != nil }
	act := where(known, l)
	return layer{request: func(c *call) bool {
		if is(c) {
			met.put(sessionIn(c), true)
		}
		return act.request != nil && act.request(c)
	}, response: act.response, verb: func(verb string, _, out obj) (did bool) {
		subs, _ := out["submissions"].([]any)
		for _, sub := range subs {
			if o := asObject(sub); change != nil && met.snapshot()[text(o, "session_id")] != nil {
				change(o)
				did = true
			}
		}
		return did
	}}
}
