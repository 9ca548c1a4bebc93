package api

import "github.com/workspaceintake/intake-go/reference/internal/limit"

// operations is the table of contents: the endpoints of spec section 4, in its order and under its numbers. The OAuth
// endpoints, 13 to 16, are in package authserver.
func operations() []*operation {
	return []*operation{
		/* 1 */ op("GET", "/org/me", "getWorkspace", "The workspace that the credential belongs to", (*API).me),
		/* 2 */ op("POST", "/org/sessions", "createSession", "Create an intake session for an insured", (*API).create).mayAnswer(402),
		/* 3 */ op("GET", "/org/sessions", "listSessions", "The workspace's sessions, newest first", (*API).list),
		/* 4 */ op("GET", "/org/sessions/{session_id}", "getSession", "One session with its values and forms", (*API).get).mayAnswer(404),
		/* 5 */ op("POST", "/org/sessions/{session_id}/answers", "answer", "One turn of the intake, in free text", (*API).answer).limited(limit.Answers).mayAnswer(404),
		/* 6 */ upload("/org/sessions/{session_id}/extract", "extract", "Read values from a PDF into the session",
			[]part{{name: "file", doc: "the PDF, at most 20 MiB"}}, (*API).extract).limited(limit.Extract).mayAnswer(400, 404),
		/* 7 */ upload("/org/sessions/{session_id}/documents", "attachDocuments", "Attach supporting documents that travel with the submission",
			[]part{{name: "files", doc: "documents, at most 20 MiB each", repeated: true}, {name: "file", doc: "the same, for a single document"}},
			(*API).attach).mayAnswer(400, 404),
		/* 8 */ op("POST", "/org/sessions/{session_id}/fill", "fill", "Fill the session's forms from everything collected", (*API).fill).limited(limit.Fill).mayAnswer(404),
		/* 9 */ op("GET", "/org/sessions/{session_id}/forms/{form_key}/pdf", "downloadForm", "A filled form as PDF", (*API).form).mayAnswer(404),
		/* 10 */ op("GET", "/org/sessions/{session_id}/risk-summary", "riskSummary", "What an underwriter would look at twice",
			(*API).risk).limited(limit.Risk).mayAnswer(404),
		/* 11 */ op("POST", "/org/sessions/{session_id}/submit", "submit", "Send forms and documents to the market platform",
			(*API).submit).uninterrupted().mayAnswer(400, 404, 502),
		/* 12 */ op("POST", "/org/appointment-request", "requestAppointment", "Ask the market platform for an account", (*API).appoint).uninterrupted().mayAnswer(502),
	}
}
