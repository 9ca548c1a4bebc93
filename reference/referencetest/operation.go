package referencetest

import "net/http"

// Operation names one endpoint of the API (spec section 4).
type Operation string

// The endpoints, in the order of the specification.
const (
	Me                  Operation = "GET /org/me"
	CreateSession       Operation = "POST /org/sessions"
	ListSessions        Operation = "GET /org/sessions"
	GetSession          Operation = "GET /org/sessions/{session_id}"
	Answer              Operation = "POST /org/sessions/{session_id}/answers"
	Extract             Operation = "POST /org/sessions/{session_id}/extract"
	AttachDocuments     Operation = "POST /org/sessions/{session_id}/documents"
	Fill                Operation = "POST /org/sessions/{session_id}/fill"
	DownloadForm        Operation = "GET /org/sessions/{session_id}/forms/{form_key}/pdf"
	RiskSummary         Operation = "GET /org/sessions/{session_id}/risk-summary"
	Submit              Operation = "POST /org/sessions/{session_id}/submit"
	RequestAppointment  Operation = "POST /org/appointment-request"
	DeviceAuthorization Operation = "POST /oauth/device_authorization"
	Token               Operation = "POST /oauth/token"
	Register            Operation = "POST /oauth/register"
	Metadata            Operation = "GET /.well-known/oauth-authorization-server"
)

var operations = []Operation{Me, CreateSession, ListSessions, GetSession, Answer, Extract, AttachDocuments, Fill, DownloadForm,
	RiskSummary, Submit, RequestAppointment, DeviceAuthorization, Token, Register, Metadata}

// finder tells which operation a request is for: the pattern that it matches.
func finder() *http.ServeMux {
	mux := http.NewServeMux()
	for _, op := range operations {
		mux.Handle(string(op), http.NotFoundHandler())
	}
	return mux
}
