package sender

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"
)

// delivery is one delivery as it goes over the wire.
type delivery struct {
	id      string
	event   string
	body    string
	headers map[string][]string // as they are written: the case of the names is kept
	chunked bool
	pieces  int // the body comes in so many pieces, each a moment after the one before
}

// between is the moment between two pieces of a body.
const between = 40 * time.Millisecond

// slowly gives a body in pieces.
type slowly struct {
	ctx   context.Context
	body  string
	piece int // bytes
	begun bool
}

func (s *slowly) Read(p []byte) (int, error) {
	if s.body == "" {
		return 0, io.EOF
	}
	if s.begun {
		select {
		case <-time.After(between):
		case <-s.ctx.Done():
			return 0, context.Cause(s.ctx)
		}
	}
	s.begun = true
	n := copy(p, s.body[:min(s.piece, len(s.body))])
	s.body = s.body[n:]
	return n, nil
}

func sign(secret, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// The data of each kind of event, as spec section 6 lists its members.
var kinds = []struct{ event, data string }{
	{"fill_session.completed", `{"session_id":"ses_7Qx2","org_id":"org_1","insured_name":"Café Émile \"漢字\" 😀","state":null,"status":"complete","form_keys":["common_application"],"completed_at":"2026-03-10T12:00:00.000Z"}`},
	{"submission.sent", `{"session_id":"ses_7Qx2","to":["desk@market.example"],"cc":[],"subject":"Submission","form_keys":["common_application"],"provider":"market","sent_at":"2026-03-10T12:05:00.000Z"}`},
	{"esign.completed", `{"session_id":"ses_7Qx2","envelope_id":"env_1","completed_at":"2026-03-10T12:10:00.000Z"}`},
	{"webhook.test", `{}`},
}

// fresh is a valid delivery with an id of its own.
func (j *judge) fresh(event, data string) delivery {
	id := "dlv_" + strings.ToLower(rand.Text())
	return j.of(id, event, fmt.Sprintf(`{"id":%q,"event":%q,"created_at":%q,"data":%s}`, id, event, stamp(time.Now()), data))
}

// of is a delivery with a body that was written otherwise, rightly signed.
func (j *judge) of(id, event, body string) delivery {
	d := delivery{id: id, event: event, body: body, headers: map[string][]string{"Content-Type": {"application/json"}}}
	d.headers[j.o.HeaderPrefix+"Event"] = []string{event}
	d.headers[j.o.HeaderPrefix+"Delivery"] = []string{id}
	return j.signed(d, sign(j.o.Secret, body))
}

// completed is the completion of a session of its own: a receiver may take two of the same session for one.
func (j *judge) completed() delivery {
	return j.fresh(kinds[0].event, strings.Replace(kinds[0].data, "ses_7Qx2", "ses_"+rand.Text(), 1))
}

func (j *judge) test() delivery { return j.fresh("webhook.test", `{"note":"a test","n":1}`) }

// signed replaces the signature headers.
func (j *judge) signed(d delivery, signatures ...string) delivery {
	headers := map[string][]string{}
	for name, values := range d.headers {
		headers[name] = values
	}
	delete(headers, j.signatureHeader())
	if len(signatures) > 0 {
		headers[j.signatureHeader()] = signatures
	}
	d.headers = headers
	return d
}

// under signs a delivery with another secret.
func (j *judge) under(d delivery, secret string) delivery { return j.signed(d, sign(secret, d.body)) }

// signature is the right signature of a delivery.
func (j *judge) signature(d delivery) string { return sign(j.o.Secret, d.body) }

func (j *judge) signatureHeader() string { return j.o.HeaderPrefix + "Signature" }
