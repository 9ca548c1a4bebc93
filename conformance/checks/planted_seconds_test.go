package checks_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// plantedSeconds are faults that show where a thing comes second: after a refusal, after a request, beside or behind another.
func plantedSeconds() []plant {
	return []plant{
		{"API-SUBMIT-03", "what was refused once before is not finalised", openOnceRefused()},
		{"API-SUBMIT-04", "an appointment that was asked for is an account", accountAfterRequest("")},
		{"API-ANSWER-02", "message is a list on a turn that answers and asks", listedWhereAsked()},
		{"API-ANSWER-14", "the bound of a message is that of a line", lenient("answer", longInLines)},
		{"API-ANSWER-21", "a session without a state lacks it to the end, and never asks", statelessEndless()},
		{"API-LIST-07", "limit counts as the first parameter alone", limitFirst()},
		{"API-EXTRACT-01", "a PDF of version 2 is refused", layer{request: func(c *call) bool {
			did := c.op == "extract" && !bytes.Contains(c.in, []byte("%PDF-1."))
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"API-PDF-01", "a form is packed, and does not say so", packedForms("")},
		{"API-CREATE-23", "a text with commas is taken for lobs", lenient("create", func(o obj) bool {
			list, is := o["lobs"].(string)
			is = is && strings.Contains(list, ",")
			if is {
				o["lobs"] = strings.Split(list, ",")
			}
			return is
		})},
		{"API-CREATE-26", "workspace_id in the body chooses the workspace where the key is in X-API-Key", where(inHeader, layer{request: func(c *call) bool {
			did := chosenBy(`"workspace_id"`)(c)
			if did {
				c.r.Header.Del("X-Api-Key")
			}
			return did
		}})},
		{"API-CREATE-14", "the bound of a name counts the state, too", strict("create", 422, func(_ *call, o obj) bool {
			name := utf8.RuneCountInString(text(o, "insured_name"))
			return name <= 256 && name+len(text(o, "state")) > 256
		})},
	}
}

// openOnceRefused never finalises the submission of a session that was refused before.
func openOnceRefused() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && c.status/100 == 4 {
			refused.put(sessionIn(c), true)
		}
		return false
	}, verb: func(verb string, _, out obj) (did bool) {
		list, _ := out["submissions"].([]any)
		for _, one := range list {
			sub := one.(obj)
			if verb == "list-submissions" && refused.snapshot()[text(sub, "session_id")] != nil {
				sub["finalised"], did = false, true
			}
		}
		return did
	}}
}

// accountAfterRequest takes submissions of a workspace that asked for an appointment, which may have a status of its own.
func accountAfterRequest(status string) layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "appointment" && c.ok() {
			asked.put(bearer(c), true)
			return status != "" && c.edit(func(o obj) bool { o["status"] = status; return true })
		}
		did := c.op == "submit" && c.status == 400 && asked.snapshot()[bearer(c)] != nil
		if did {
			c.answer(200, obj{"submission_id": "sub_appointed"})
		}
		return did
	}}
}

// listedWhereAsked puts the reply to each part of a message of two kinds into a list.
func listedWhereAsked() layer {
	return reply2("answer", func(c *call, o obj) bool {
		var in obj
		_ = json.Unmarshal(c.in, &in)
		did := strings.Contains(message(in), "?") && len(asObject(o["set_fields"])) > 0
		if did {
			o["message"] = []any{"Thank you.", o["message"]}
		}
		return did
	})
}

// longInLines takes a message that is too long, and none of its lines is.
func longInLines(o obj) bool {
	const most = 10000
	is := utf8.RuneCountInString(message(o)) > most && !slices.ContainsFunc(strings.Split(message(o), "\n"), func(line string) bool {
		return utf8.RuneCountInString(line) > most
	})
	if is {
		o["message"] = "We have 12 employees."
	}
	return is
}

// statelessEndless keeps one question of a session that was created without a state pending, and does not ask it.
func statelessEndless() layer {
	stateless := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() && without("state")(c) {
			return c.edit(func(o obj) bool { stateless.put(text(o, "session_id"), true); return false })
		}
		return c.op == "answer" && c.ok() && stateless.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			last := lastTurn(o)
			if last {
				o["done"], o["pending_count"], o["asks"] = false, 1, []any{}
			}
			return last
		})
	}}
}

// limitFirst passes over a limit that is not the first parameter.
func limitFirst() layer {
	ignored := noLimit("")
	return where(func(c *call) bool {
		first, _, more := strings.Cut(c.r.URL.RawQuery, "&")
		return more && !strings.HasPrefix(first, "limit=")
	}, ignored)
}

// packedForms packs the forms for whoever takes that, and says in which coding where it has a name.
func packedForms(coding string) layer {
	return layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.ok() && strings.Contains(c.r.Header.Get("Accept-Encoding"), "gzip")
		if !did {
			return false
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write(c.out)
		_ = w.Close()
		if c.out = packed.Bytes(); coding != "" {
			c.header.Set("Content-Encoding", coding)
		}
		return true
	}}
}
