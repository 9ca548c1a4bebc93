package checks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// dataOf is what a delivery tells.
func dataOf(s *shipment) obj {
	var o obj
	_ = json.Unmarshal(s.body, &o)
	d, _ := o["data"].(obj)
	return d
}

// toldWithoutAccount tells of a submission that is refused in a workspace whose account was taken away.
func toldWithoutAccount() layer {
	cut, ends := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		wants, _ := in["events"].([]any)
		switch org := text(in, "org_id"); {
		case verb == "create-endpoint" && slices.Contains(wants, any("submission.sent")):
			ends.add(obj{"org_id": org, "url": in["url"], "secret": out["secret"]})
		case verb == "disconnect-market":
			cut.put(fmt.Sprint(keys.snapshot()[org]), org)
		case verb == "connect-market":
			cut.put(fmt.Sprint(keys.snapshot()[org]), nil)
		}
		return false
	}, response: func(c *call) bool {
		org, is := cut.snapshot()[bearer(c)].(string)
		if c.op != "submit" || c.status/100 != 4 || !is {
			return false
		}
		did := false
		for _, one := range ends.list() {
			if end := one.(obj); end["org_id"] == org {
				rashTo(end, sessionIn(c))
				did = true
			}
		}
		return did
	}}
}

// rashTo tells an endpoint of a submission.
func rashTo(end obj, session string) {
	at, id := "2026-11-21T10:00:00.000Z", "dlv_rash"+session
	b, _ := json.Marshal(obj{"id": id, "event": "submission.sent", "created_at": at, "data": obj{"session_id": session, "to": []any{}, "cc": []any{},
		"subject": "x", "form_keys": []any{}, "provider": "x", "sent_at": at}})
	s := shipment{url: text(end, "url"), method: "POST", header: http.Header{"Content-Type": {"application/json"}}, body: b}
	s.header.Set("X-Service-Event", "submission.sent")
	s.header.Set("X-Service-Delivery", id)
	s.sign(text(end, "secret"), b)
	post(s)
}

// What becomes of documents that are attached to a session that was submitted.
const (
	lateRefused = iota
	lateKept    // and not sent
	lateSent    // with the next submission
)

// sentAgain tells once more of a submission that is asked for once more, and answers it in its own way.
func sentAgain(late int, answer func(c *call, n int)) layer {
	told, times, later, further := newMemory(), newMemory(), newMemory(), newMemory()
	return layer{delivery: func(s *shipment) bool {
		if id := text(dataOf(s), "session_id"); s.n == 1 && s.event() == "submission.sent" {
			list, _ := told.snapshot()[id].([]shipment)
			told.put(id, append(slices.Clone(list), *s))
		}
		return false
	}, request: func(c *call) bool {
		id := sessionIn(c)
		if _, submitted := times.snapshot()[id]; c.op != "documents" || !submitted || late == lateRefused {
			return false
		}
		files, _ := later.snapshot()[id].([]any)
		later.put(id, append(slices.Clone(files), documentIn(c.in)))
		c.answer(200, obj{"documents": []any{}})
		return false
	}, response: func(c *call) bool {
		id := sessionIn(c)
		if c.op != "submit" || !c.ok() {
			return false
		}
		n, again := times.snapshot()[id].(int)
		if times.put(id, n+1); !again {
			return false
		}
		was := bytes.Clone(c.out)
		if answer(c, n); !bytes.Equal(was, c.out) {
			further.add(id)
		}
		list, _ := told.snapshot()[id].([]shipment)
		for _, s := range list {
			go post(s.another())
		}
		return len(list) > 0
	}, verb: func(verb string, _, out obj) bool {
		list, _ := out["submissions"].([]any)
		if verb != "list-submissions" {
			return false
		}
		for _, one := range list {
			sub := one.(obj)
			files, _ := later.snapshot()[text(sub, "session_id")].([]any)
			if n, _ := times.snapshot()[text(sub, "session_id")].(int); late == lateSent && n > 1 {
				had, _ := sub["files"].([]any)
				sub["files"] = append(had, files...)
			}
			for n, id := range further.list() {
				if id == sub["session_id"] {
					list = append(list, obj{"submission_id": anew(text(sub, "submission_id"), n+1), "session_id": id, "finalised": true, "files": sub["files"]})
				}
			}
		}
		out["submissions"] = list
		return false
	}}
}

// anew is the id of a submission that was sent once more.
func anew(id string, n int) string { return fmt.Sprint(id, "-", n) }

// documentIn is the one file of an upload, as the platform lists it.
func documentIn(body []byte) obj {
	_, rest, _ := bytes.Cut(body, []byte("\r\n\r\n"))
	file := rest[:max(bytes.LastIndex(rest, []byte("\r\n--")), 0)]
	return obj{"name": "later.pdf", "kind": "document", "size": float64(len(file)), "sha256": digestOf(file)}
}

// refusedLater refuses to submit a session once more.
func refusedLater(status int) func(c *call) bool {
	sent := newMemory()
	return func(c *call) bool {
		if c.op != "submit" {
			return false
		}
		_, did := sent.keep(sessionIn(c), func() any { return true })
		if did {
			c.refuse(status)
		}
		return did
	}
}
