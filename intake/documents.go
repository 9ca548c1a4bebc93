package intake

import "context"

// Attachment is the answer to AttachDocuments. The specification does not show it, so Documents is what could be
// recognised and Raw is everything.
type Attachment struct {
	Documents []Document
	Raw       Value // empty when the server answered with nothing
	Meta      Meta
}

// Document is an attached supporting document.
type Document struct {
	DocumentID  string `json:"document_id,omitempty"`
	Filename    string `json:"filename,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size,omitempty"` // bytes
	Extra       Values `json:"-"`
}

// AttachDocuments adds supporting documents, such as loss runs or a prior policy, that are sent with the submission:
// POST /org/sessions/{session_id}/documents (spec section 4, endpoint 7). All files travel in one request, streamed: one as
// the part "file", several as parts "files", unless WithDocumentsPart says otherwise. None is ErrBadParameter; a lost answer is
// ErrOutcomeUnknown; a session that has been submitted may refuse more, as ErrBadRequest.
func (s *SessionsClient) AttachDocuments(ctx context.Context, sessionID string, files []File, opts ...CallOption) (*Attachment, error) {
	out := &Attachment{}
	set, err := s.client.settings.with(opts)
	if err != nil {
		return nil, err
	}
	name := set.documentsPart
	switch {
	case name != "":
	case len(files) == 1:
		name = "file"
	default:
		name = "files"
	}
	parts := make([]part, len(files)) // not nil: it is an upload, also of nothing, which is refused
	for i, f := range files {
		parts[i] = part{name, f}
	}
	r := request{op: opAttach, params: []string{sessionID}, files: parts, lost: changedAnyway(sessionID)}
	return send(ctx, s.client, r, out, &out.Meta, opts)
}

func (a *Attachment) decode(d *decoder) {
	a.Raw = d.value()
	_, list, _ := onlyArray(a.Raw)
	inner := decoder{text: string(list), share: true}
	if inner.peek() != '[' {
		return
	}
	inner.array(func() {
		if inner.peek() != '{' {
			inner.raw()
			return
		}
		var one Document
		one.decode(&inner)
		a.Documents = append(a.Documents, one)
	})
}

func (c *Document) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "document_id":
			d.named(&c.DocumentID, &c.Extra, key)
		case "filename":
			d.named(&c.Filename, &c.Extra, key)
		case "content_type":
			d.named(&c.ContentType, &c.Extra, key)
		case "size":
			v := d.value()
			if n, ok := v.Int(); ok {
				c.Size = int(n)
				return
			}
			c.Extra = with(c.Extra, key, v)
		default:
			d.extra(&c.Extra, key)
		}
	})
}

// UnmarshalJSON keeps the answer as it came.
func (a *Attachment) UnmarshalJSON(data []byte) error { return decodeFresh(data, a) }

// MarshalJSON writes the answer as it came.
func (a Attachment) MarshalJSON() ([]byte, error) { return a.Raw.MarshalJSON() }
