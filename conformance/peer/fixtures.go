package peer

import (
	"maps"
	"strings"
)

// Answers of a well-behaved server, as the specification describes them.

type object = map[string]any

type list = []any

const (
	sessionID = "ses_7Qx2"
	formKey   = "common_application"
)

func identity() object {
	return object{"org_id": "org_1", "org_name": "Birch Agency", "plan": "paid", "auth_kind": "api_key", "key_label": "ci"}
}

func session() object {
	return object{"session_id": sessionID, "insured_name": "Harbor & Main Bakery LLC", "state": "ME", "status": "in_progress",
		"form_keys": list{formKey, "property"}, "fields_filled": 3, "fields_total": 40}
}

func detail() object {
	return with(session(), object{
		"created_at": "2026-03-10T12:00:00.000Z", "updated_at": "2026-03-10T12:05:00.000Z",
		"field_values": object{"legal_name": "Harbor & Main Bakery LLC", "annual_revenue": 890000}, "pending_count": 2,
		"next_questions": list{object{"key": "fein", "question": "What is the FEIN?", "group": "Business"}},
		"filled_forms":   list{object{"form_key": formKey, "fields_written": 12, "sparse_suspected": false, "warnings": list{}, "updated_at": "2026-03-10T12:05:00.000Z"}},
	})
}

func turn(done bool, pending int) object {
	asks := list{}
	if !done {
		asks = list{object{"key": "fein", "label": "FEIN", "kind": "fein"}}
	}
	return object{"message": "Thank you.", "asks": asks, "done": done, "set_fields": object{"vehicles": 6},
		"answered_count": 10, "pending_count": pending, "total_askable": 10 + pending}
}

func extraction() object {
	return object{"extracted_count": 1, "fields": object{"fein": "123456789"}, "confidence": 0.9, "notes": "One page."}
}

func filled() object {
	return object{"forms": list{object{"form_key": formKey, "fields_written": 12, "sparse_suspected": false, "warnings": list{}}}, "note": "Ready."}
}

func flag() object {
	return object{"title": "Old building", "detail": "Built in 1968.", "severity": "medium", "category": "property"}
}

// with returns a copy of o with members replaced or added.
func with(o, more object) object {
	c := maps.Clone(o)
	maps.Copy(c, more)
	return c
}

// without returns a copy of o that lacks members.
func without(o object, members ...string) object {
	c := maps.Clone(o)
	for _, m := range members {
		delete(c, m)
	}
	return c
}

func nulled(o object, members ...string) object {
	c := maps.Clone(o)
	for _, m := range members {
		c[m] = nil
	}
	return c
}

func problem(status int, text string) Reply { return JSON(status, object{"detail": text}) }

// pdf is a document that holds every byte value, so that any change on its way shows.
func pdf() []byte {
	body := []byte("%PDF-1.7\n")
	for i := range 256 {
		body = append(body, byte(i))
	}
	return append(body, "\r\n%%EOF\n"...)
}

// behave answers each of the twelve operations as the specification describes. Answers by "METHOD path" in other come
// first; a path there may end in *.
func behave(other map[string]Reply) Plan {
	return func(r Request) Reply {
		for key, reply := range other {
			method, path, _ := strings.Cut(key, " ")
			prefix, open := strings.CutSuffix(path, "*")
			if r.Method == method && (r.Path() == path || open && strings.HasPrefix(r.Path(), prefix)) {
				return reply
			}
		}
		return ordinary(r)
	}
}

func ordinary(r Request) Reply {
	_, path, found := strings.Cut(r.Path(), "/org/")
	if !found {
		return problem(404, "no such path")
	}
	if r.Method == "HEAD" {
		r.Method = "GET"
	}
	tail := path[strings.LastIndex(path, "/")+1:]
	switch {
	case r.Method == "GET" && path == "me":
		return JSON(200, identity())
	case r.Method == "POST" && path == "sessions":
		return JSON(200, session())
	case r.Method == "GET" && path == "sessions":
		return JSON(200, object{"sessions": list{with(session(), object{"created_at": nil})}})
	case r.Method == "POST" && path == "appointment-request":
		return JSON(200, object{"status": "requested"})
	case r.Method == "GET" && tail == "pdf":
		return Raw(200, "application/pdf", string(pdf()))
	case r.Method == "GET" && tail == "risk-summary":
		return JSON(200, object{"flags": list{flag()}})
	case r.Method == "GET" && strings.Count(path, "/") == 1:
		return JSON(200, detail())
	case r.Method == "POST":
		return posted(tail)
	}
	return problem(405, "no such method here")
}

func posted(tail string) Reply {
	switch tail {
	case "answers":
		return JSON(200, turn(false, 2))
	case "extract":
		return JSON(200, extraction())
	case "documents":
		return JSON(200, object{"documents": list{object{"document_id": "doc_1", "filename": "losses.pdf"}}})
	case "fill":
		return JSON(200, filled())
	case "submit":
		return JSON(200, object{"submission_id": "SUB-1"})
	}
	return problem(404, "no such path")
}

// operation is one of the twelve, with the command that makes a client call it.
type operation struct {
	command string
	params  func(c *C) map[string]any
	method  string
	path    string
}

func fixed(params map[string]any) func(*C) map[string]any {
	return func(*C) map[string]any { return params }
}

func upload(c *C) map[string]any {
	return map[string]any{"session_id": sessionID, "path": c.File("prior.pdf", pdf()), "filename": "prior.pdf"}
}

var (
	bySession = fixed(map[string]any{"session_id": sessionID})
	within    = "/org/sessions/" + sessionID

	createOp   = operation{"create_session", fixed(map[string]any{"insured_name": "Harbor & Main Bakery LLC"}), "POST", "/org/sessions"}
	answerOp   = operation{"answer", fixed(map[string]any{"session_id": sessionID, "message": "We have 6 trucks."}), "POST", within + "/answers"}
	extractOp  = operation{"extract", upload, "POST", within + "/extract"}
	fillOp     = operation{"fill", bySession, "POST", within + "/fill"}
	submitOp   = operation{"submit", bySession, "POST", within + "/submit"}
	downloadOp = operation{"download_form", fixed(map[string]any{"session_id": sessionID, "form_key": formKey}), "GET", within + "/forms/" + formKey + "/pdf"}
	getOp      = operation{"get_session", bySession, "GET", within}
	meOp       = operation{"me", fixed(nil), "GET", "/org/me"}
	listOp     = operation{"list_sessions", fixed(nil), "GET", "/org/sessions"}
	riskOp     = operation{"risk_summary", bySession, "GET", within + "/risk-summary"}
	documentOp = operation{"attach_document", upload, "POST", within + "/documents"}
	appointOp  = operation{"request_appointment", fixed(map[string]any{"agency_name": "Birch Agency", "email": "desk@birch.example"}), "POST", "/org/appointment-request"}

	// twelve are the operations of spec section 4, endpoints 1 to 12.
	twelve = []operation{meOp, createOp, listOp, getOp, answerOp, extractOp, documentOp, fillOp, downloadOp, riskOp, submitOp, appointOp}
)

// call runs an operation against a base URL.
func (c *C) call(base string, op operation) Outcome { return c.Do(base, op.command, op.params(c)) }
