// Package sample is what the tests and the benchmarks of the SDK measure: one answer of the API, and the type that one
// would write for it by hand.
package sample

// Answer is one session as the API answers it: one KiB with thirteen members and seven values.
const Answer = `{"session_id":"ses_01J8ZQ4T9V6X2K7M3N5P8R1S4W","insured_name":"Harbor & Main Bakery LLC","state":"ME","status":"in_progress",
"form_keys":["common_application","general_liability","property"],"fields_filled":7,"fields_total":53,"created_at":"2026-03-01T10:00:00.000Z",
"updated_at":"2026-03-01T10:12:31.412Z","field_values":{"insured_name":"Harbor & Main Bakery LLC","annual_revenue":1250000,"employee_count":14,
"year_established":1998,"has_prior_losses":false,"business_description":"Bakery with a small cafe and wholesale deliveries","mailing_state":"ME"},
"pending_count":46,"next_questions":[{"key":"fein","question":"What is the federal employer identification number?","group":"business"},
{"key":"entity_type","question":"What kind of legal entity is the business?","group":"business"}],
"filled_forms":[{"form_key":"common_application","fields_written":31,"sparse_suspected":false,"warnings":[],"updated_at":"2026-03-01T10:12:31.412Z"}]}`

// Session is the type that one would write by hand.
type Session struct {
	SessionID     string         `json:"session_id"`
	InsuredName   string         `json:"insured_name"`
	State         *string        `json:"state"`
	Status        string         `json:"status"`
	FormKeys      []string       `json:"form_keys"`
	FieldsFilled  int            `json:"fields_filled"`
	FieldsTotal   int            `json:"fields_total"`
	CreatedAt     *string        `json:"created_at"`
	UpdatedAt     *string        `json:"updated_at"`
	FieldValues   map[string]any `json:"field_values"`
	PendingCount  *int           `json:"pending_count"`
	NextQuestions []struct {
		Key      string `json:"key"`
		Question string `json:"question"`
		Group    string `json:"group"`
	} `json:"next_questions"`
	FilledForms []struct {
		FormKey         string   `json:"form_key"`
		FieldsWritten   *int     `json:"fields_written"`
		SparseSuspected bool     `json:"sparse_suspected"`
		Warnings        []string `json:"warnings"`
		UpdatedAt       *string  `json:"updated_at"`
	} `json:"filled_forms"`
}
