package intake

import "context"

// Filling is the answer to Fill: what was written where. The PDFs themselves come from DownloadForm.
type Filling struct {
	Forms []FilledForm `json:"forms"`
	Note  string       `json:"note"`
	Extra Values       `json:"-"`
	Meta  Meta         `json:"-"`
}

// Fill generates the filled PDFs from everything collected so far: POST /org/sessions/{session_id}/fill (spec section 4,
// endpoint 8). A server may refuse a session whose intake is not finished with ErrBadRequest. The operation is rate
// limited, which the client waits out; a lost answer is ErrOutcomeUnknown, and filling again does no harm.
func (s *SessionsClient) Fill(ctx context.Context, sessionID string, opts ...CallOption) (*Filling, error) {
	out := &Filling{}
	return send(ctx, s.client, request{op: opFill, params: []string{sessionID}, lost: filledAnyway(sessionID)}, out, &out.Meta, opts)
}

func (f *Filling) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "forms":
			decodeSlice(d, &f.Forms, func(d *decoder, one *FilledForm) { one.decode(d) })
		case "note":
			d.string(&f.Note)
		default:
			d.extra(&f.Extra, key)
		}
	})
}
