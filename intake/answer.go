package intake

import "context"

// Turn is the answer to one message of the intake (spec section 4, endpoint 5).
type Turn struct {
	Message       string `json:"message"` // what the assistant says
	Asks          []Ask  `json:"asks"`    // the next open questions
	Done          bool   `json:"done"`
	SetFields     Values `json:"set_fields"` // the values that this turn set
	AnsweredCount int    `json:"answered_count"`
	PendingCount  int    `json:"pending_count"`
	TotalAskable  int    `json:"total_askable"`
	Extra         Values `json:"-"`
	Meta          Meta   `json:"-"`
}

// Ask is an open question. The specification names its members and leaves their types open, so a key, label or kind that
// is not a string is in Extra.
type Ask struct {
	Key     string `json:"key,omitempty"`
	Label   string `json:"label,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Options Value  `json:"options,omitzero"` // where there is a choice; see Choices
	Extra   Values `json:"-"`                // other members: a question, a group, a help text
}

// Choice is one of an Ask's options.
type Choice struct{ Value, Label string }

// Finished says that nothing is left to ask: Done, or no question pending. Either is enough (spec section 4).
func (t *Turn) Finished() bool { return t.Done || t.PendingCount <= 0 }

// Question is the text to show: the question if the server sent one, else the label, else the key.
func (a Ask) Question() string {
	if q, ok := a.Extra["question"].Text(); ok && q != "" {
		return q
	}
	if a.Label != "" {
		return a.Label
	}
	return a.Key
}

// Choices are the options, whether they came as texts or as objects with a value and a label.
func (a Ask) Choices() []Choice {
	if a.Options.kind() != "array" {
		return nil
	}
	var all []Choice
	d := decoder{text: string(a.Options)}
	d.array(func() {
		one := d.value()
		if one.kind() != "object" {
			all = append(all, Choice{one.String(), one.String()})
			return
		}
		var members Values
		inner := decoder{text: string(one)}
		inner.values(&members)
		c := Choice{members["value"].String(), members["label"].String()}
		if c.Label == "" {
			c.Label = c.Value
		}
		all = append(all, c)
	})
	return all
}

// Answer is one turn of the intake: POST /org/sessions/{session_id}/answers (spec section 4, endpoint 5). The message is
// free text of 1 to 10000 characters and may hold several answers, corrections, questions, or a wish to skip; shorter or
// longer is ErrInvalid. Repeat until the turn is Finished, or let Interview do so. The operation is rate limited, which
// the client waits out; a lost answer is ErrOutcomeUnknown.
func (s *SessionsClient) Answer(ctx context.Context, sessionID, message string, opts ...CallOption) (*Turn, error) {
	out := &Turn{}
	r := request{op: opAnswer, params: []string{sessionID}, in: answerBody{message}, lost: changedAnyway(sessionID)}
	return send(ctx, s.client, r, out, &out.Meta, opts)
}

type answerBody struct {
	Message string `json:"message"`
}

func (t *Turn) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "message":
			d.string(&t.Message)
		case "asks":
			decodeSlice(d, &t.Asks, func(d *decoder, a *Ask) { a.decode(d) })
		case "done":
			d.bool(&t.Done)
		case "set_fields":
			d.values(&t.SetFields)
		case "answered_count":
			d.int(&t.AnsweredCount)
		case "pending_count":
			d.int(&t.PendingCount)
		case "total_askable":
			d.int(&t.TotalAskable)
		default:
			d.extra(&t.Extra, key)
		}
	})
}

func (a *Ask) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "key":
			d.named(&a.Key, &a.Extra, key)
		case "label":
			d.named(&a.Label, &a.Extra, key)
		case "kind":
			d.named(&a.Kind, &a.Extra, key)
		case "options":
			a.Options = d.value()
		default:
			d.extra(&a.Extra, key)
		}
	})
}
