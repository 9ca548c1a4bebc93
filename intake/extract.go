package intake

import "context"

// Extraction is what a PDF gave the session (spec section 2). The specification names four things it carries and leaves
// types and further names open.
type Extraction struct {
	ExtractedCount int    `json:"extracted_count,omitempty"`
	Confidence     Value  `json:"confidence,omitzero"` // overall; most often a number, see Value.Float
	Notes          Value  `json:"notes,omitzero"`      // texts; see Value.Strings
	Extra          Values `json:"-"`                   // the extracted values among them, see Fields
	Meta           Meta   `json:"-"`
}

// Extract reads values from a PDF into the session, so that later turns ask only for what is missing: POST
// /org/sessions/{session_id}/extract (spec section 4, endpoint 6). The file is streamed, not held in memory. The service
// takes at most 20 MB; more, or what is no PDF, is an *Error (ErrInvalid or ErrBadRequest). The operation is rate limited,
// which the client waits out and then sends the file again; a lost answer is ErrOutcomeUnknown.
func (s *SessionsClient) Extract(ctx context.Context, sessionID string, pdf File, opts ...CallOption) (*Extraction, error) {
	out := &Extraction{}
	if pdf.ContentType == "" {
		pdf.ContentType = "application/pdf"
	}
	r := request{op: opExtract, params: []string{sessionID}, files: []part{{"file", pdf}}, lost: changedAnyway(sessionID)}
	return send(ctx, s.client, r, out, &out.Meta, opts)
}

// Fields are the extracted values, under whichever name the server gives them.
func (e *Extraction) Fields() Values {
	for _, name := range []string{"extracted_fields", "fields", "extracted", "values", "field_values"} {
		if v := e.Extra[name]; v.kind() == "object" {
			var fields Values
			d := decoder{text: string(v)}
			d.values(&fields)
			return fields
		}
	}
	return nil
}

func (e *Extraction) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "extracted_count":
			v := d.value()
			if n, ok := v.Int(); ok && n != 0 {
				e.ExtractedCount = int(n)
				return
			}
			e.Extra = with(e.Extra, key, v)
		case "confidence":
			e.Confidence = d.value()
		case "notes":
			e.Notes = d.value()
		default:
			d.extra(&e.Extra, key)
		}
	})
}
