package market

// Wire types of the platform's protocol, used by both the connector and the sandbox.

// States of a submission at the platform.
const (
	stateOpen  = "open"
	stateFinal = "final"
)

type manifest struct {
	InsuredName string         `json:"insured_name"`
	Subject     string         `json:"subject"`
	Files       []manifestFile `json:"files"`
}

type manifestFile struct {
	Name        string `json:"name"`
	Kind        Kind   `json:"kind"`
	FormKey     string `json:"form_key,omitempty"`
	ContentType string `json:"content_type"`
	Size        int    `json:"size"`
	SHA256      string `json:"sha256"`
}

type progress struct {
	SubmissionID string   `json:"submission_id"`
	State        string   `json:"state"`
	Missing      []string `json:"missing"`
	To           []string `json:"to,omitempty"`
	CC           []string `json:"cc,omitempty"`
}

type account struct {
	Name  string `json:"name,omitempty"`
	Token string `json:"token,omitempty"`
}

type appointmentReply struct {
	Status string `json:"status"`
}

type problem struct {
	Detail string `json:"detail"`
}
