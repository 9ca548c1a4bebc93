package intake

import "net/http"

// class says what an operation may be repeated on. A 429 was not accepted and a connection that was never made carried
// nothing, so both are repeated for every class. What differs is the answer that might have had an effect.
type class int

const (
	// once: an effect that must not happen twice. Only what surely was not accepted is repeated.
	once class = iota
	// safe: reading. Failures of the server and lost answers are repeated too.
	safe
)

// group names the operations that share a rate limit (spec section 8). The empty group is not rate limited by the text.
type group string

const (
	groupAnswers group = "answers"
	groupExtract group = "extract"
	groupFill    group = "fill"
	groupRisk    group = "risk"
)

// operation is one endpoint of spec section 4. The name is what hooks, logs and errors call it.
type operation struct {
	name   string
	method string
	route  string
	class  class
	group  group
}

// The endpoints in the order and under the numbers of spec section 4.
var (
	/* 1 */ opMe = &operation{"workspace.me", http.MethodGet, "/org/me", safe, ""}
	/* 2 */ opCreate = &operation{"sessions.create", http.MethodPost, "/org/sessions", once, ""}
	/* 3 */ opList = &operation{"sessions.list", http.MethodGet, "/org/sessions", safe, ""}
	/* 4 */ opGet = &operation{"sessions.get", http.MethodGet, "/org/sessions/{session_id}", safe, ""}
	/* 5 */ opAnswer = &operation{"sessions.answer", http.MethodPost, "/org/sessions/{session_id}/answers", once, groupAnswers}
	/* 6 */ opExtract = &operation{"sessions.extract", http.MethodPost, "/org/sessions/{session_id}/extract", once, groupExtract}
	/* 7 */ opAttach = &operation{"sessions.attach_documents", http.MethodPost, "/org/sessions/{session_id}/documents", once, ""}
	/* 8 */ opFill = &operation{"sessions.fill", http.MethodPost, "/org/sessions/{session_id}/fill", once, groupFill}
	/* 9 */ opDownload = &operation{"sessions.download_form", http.MethodGet, "/org/sessions/{session_id}/forms/{form_key}/pdf", safe, ""}
	/* 10 */ opRisk = &operation{"sessions.risk_summary", http.MethodGet, "/org/sessions/{session_id}/risk-summary", safe, groupRisk}
	/* 11 */ opSubmit = &operation{"sessions.submit", http.MethodPost, "/org/sessions/{session_id}/submit", once, ""}
	/* 12 */ opAppoint = &operation{"appointments.request", http.MethodPost, "/org/appointment-request", once, ""}
)
