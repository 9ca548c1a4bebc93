package intake

// Status is where a session stands. The specification names one value and leaves the others open (section 3).
type Status string

// StatusComplete says that the intake is finished and the forms are rendered.
const StatusComplete Status = "complete"

// Session is an intake session as Create answers it (spec section 2).
type Session struct {
	SessionID    string           `json:"session_id"`
	InsuredName  string           `json:"insured_name"`
	State        Optional[string] `json:"state,omitzero"`
	Status       Status           `json:"status"`
	FormKeys     []string         `json:"form_keys"`
	FieldsFilled int              `json:"fields_filled"`
	FieldsTotal  int              `json:"fields_total"`
	Extra        Values           `json:"-"` // members that the specification does not name
	Meta         Meta             `json:"-"`
}

// SessionSummary is an item of a list (spec section 2).
type SessionSummary struct {
	SessionID    string              `json:"session_id"`
	InsuredName  string              `json:"insured_name"`
	State        Optional[string]    `json:"state,omitzero"`
	Status       Status              `json:"status"`
	FormKeys     []string            `json:"form_keys"`
	FieldsFilled int                 `json:"fields_filled"`
	FieldsTotal  int                 `json:"fields_total"`
	CreatedAt    Optional[Timestamp] `json:"created_at,omitzero"`
	UpdatedAt    Optional[Timestamp] `json:"updated_at,omitzero"`
	Extra        Values              `json:"-"`
}

// SessionDetail is one session with everything collected so far (spec section 2).
type SessionDetail struct {
	SessionID     string                   `json:"session_id"`
	InsuredName   string                   `json:"insured_name"`
	State         Optional[string]         `json:"state,omitzero"`
	Status        Status                   `json:"status"`
	FormKeys      []string                 `json:"form_keys"`
	FieldsFilled  int                      `json:"fields_filled"`
	FieldsTotal   int                      `json:"fields_total"`
	CreatedAt     Optional[Timestamp]      `json:"created_at,omitzero"`
	UpdatedAt     Optional[Timestamp]      `json:"updated_at,omitzero"`
	FieldValues   Values                   `json:"field_values"`
	PendingCount  Optional[int]            `json:"pending_count,omitzero"`
	NextQuestions Optional[[]NextQuestion] `json:"next_questions,omitzero"`
	FilledForms   []FilledForm             `json:"filled_forms"` // every form that can be downloaded
	Extra         Values                   `json:"-"`
	Meta          Meta                     `json:"-"`
}

// NextQuestion is an open question of a session.
type NextQuestion struct {
	Key      string `json:"key"`
	Question string `json:"question"`
	Group    string `json:"group"`
	Extra    Values `json:"-"`
}

// FilledForm is a form that the fill step has produced.
type FilledForm struct {
	FormKey         string              `json:"form_key"`
	FieldsWritten   Optional[int]       `json:"fields_written,omitzero"`
	SparseSuspected bool                `json:"sparse_suspected"` // few of its fields could be filled
	Warnings        []string            `json:"warnings,omitzero"`
	UpdatedAt       Optional[Timestamp] `json:"updated_at,omitzero"`
	Extra           Values              `json:"-"`
}

// sessionHead points at the members that all three forms of a session have.
type sessionHead struct {
	id, name  *string
	state     *Optional[string]
	status    *Status
	forms     *[]string
	done, all *int
}

// member reads one of the common members, or says that it is none.
func (h *sessionHead) member(d *decoder, key string) bool {
	switch key {
	case "session_id":
		d.string(h.id)
	case "insured_name":
		d.string(h.name)
	case "state":
		decodeOptional(d, h.state, (*decoder).string)
	case "status":
		d.string((*string)(h.status))
	case "form_keys":
		d.strings(h.forms)
	case "fields_filled":
		d.int(h.done)
	case "fields_total":
		d.int(h.all)
	default:
		return false
	}
	return true
}

func (s *Session) decode(d *decoder) {
	head := sessionHead{&s.SessionID, &s.InsuredName, &s.State, &s.Status, &s.FormKeys, &s.FieldsFilled, &s.FieldsTotal}
	d.object(func(key string) {
		if !head.member(d, key) {
			d.extra(&s.Extra, key)
		}
	})
}

func (s *SessionSummary) decode(d *decoder) {
	head := sessionHead{&s.SessionID, &s.InsuredName, &s.State, &s.Status, &s.FormKeys, &s.FieldsFilled, &s.FieldsTotal}
	d.object(func(key string) {
		switch {
		case head.member(d, key):
		case key == "created_at":
			decodeOptional(d, &s.CreatedAt, (*decoder).timestamp)
		case key == "updated_at":
			decodeOptional(d, &s.UpdatedAt, (*decoder).timestamp)
		default:
			d.extra(&s.Extra, key)
		}
	})
}

func (s *SessionDetail) decode(d *decoder) {
	head := sessionHead{&s.SessionID, &s.InsuredName, &s.State, &s.Status, &s.FormKeys, &s.FieldsFilled, &s.FieldsTotal}
	d.object(func(key string) {
		if head.member(d, key) {
			return
		}
		switch key {
		case "created_at":
			decodeOptional(d, &s.CreatedAt, (*decoder).timestamp)
		case "updated_at":
			decodeOptional(d, &s.UpdatedAt, (*decoder).timestamp)
		case "field_values":
			d.values(&s.FieldValues)
		case "pending_count":
			decodeOptional(d, &s.PendingCount, (*decoder).int)
		case "next_questions":
			decodeOptional(d, &s.NextQuestions, func(d *decoder, into *[]NextQuestion) {
				decodeSlice(d, into, func(d *decoder, q *NextQuestion) { q.decode(d) })
			})
		case "filled_forms":
			decodeSlice(d, &s.FilledForms, func(d *decoder, f *FilledForm) { f.decode(d) })
		default:
			d.extra(&s.Extra, key)
		}
	})
}

func (q *NextQuestion) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "key":
			d.string(&q.Key)
		case "question":
			d.string(&q.Question)
		case "group":
			d.string(&q.Group)
		default:
			d.extra(&q.Extra, key)
		}
	})
}

func (f *FilledForm) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "form_key":
			d.string(&f.FormKey)
		case "fields_written":
			decodeOptional(d, &f.FieldsWritten, (*decoder).int)
		case "sparse_suspected":
			d.bool(&f.SparseSuspected)
		case "warnings":
			d.strings(&f.Warnings)
		case "updated_at":
			decodeOptional(d, &f.UpdatedAt, (*decoder).timestamp)
		default:
			d.extra(&f.Extra, key)
		}
	})
}
