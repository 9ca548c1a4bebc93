package intake

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// typed makes one of the package's errors from everything that is no success.
func (c *call) typed(ctx context.Context) (*http.Response, error) {
	resp, err := c.repeat(ctx)
	switch {
	case err != nil:
		return nil, c.failure(ctx, err)
	case resp.StatusCode/100 == 2:
		return resp, nil
	case resp.StatusCode == http.StatusTooManyRequests:
		return nil, c.rateLimited(resp)
	}
	return nil, c.refused(resp)
}

// failure is a call without an answer.
func (c *call) failure(ctx context.Context, err error) error {
	var limited *RateLimitError
	var wait *waitError
	switch {
	case errors.As(err, &limited):
		return limited
	case errors.As(err, &wait): // between two attempts: the last one was refused, or did not get through
		return &ConnectionError{Operation: c.op.name, Err: wait.err, Meta: c.meta(), Refusal: c.refusal}
	case errors.Is(err, ErrAnswerTooLarge):
		return &AnswerError{Operation: c.op.name, Err: ErrAnswerTooLarge, Meta: c.meta()}
	}
	if own := c.bodyErr.Load(); own != nil {
		return &ConnectionError{Operation: c.op.name, Err: *own, Meta: c.meta()}
	}
	err = stripURL(err)
	if ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		err = errors.Join(ctx.Err(), err)
	}
	if c.op.class == once && c.mayHaveArrived(err) {
		return c.outcomeUnknown(err)
	}
	return &ConnectionError{Operation: c.op.name, Err: err, Meta: c.meta(), Refusal: c.refusal}
}

// refused reads an answer that is no success (spec section 7).
func (c *call) refused(resp *http.Response) *Error {
	e := &Error{Operation: c.op.name, Status: resp.StatusCode, Meta: c.meta()}
	if c.buf != nil {
		e.Detail, e.Fields = parseDetail(c.buf.Bytes(), resp.Header.Get("Content-Type"))
	}
	if resp.StatusCode/100 == 3 {
		e.Detail = "the service redirects to another address, which would carry the credential away; check the base address"
	}
	if secret := c.token.Reveal(); secret != "" { // a server that repeats what it was sent
		e.Detail = strings.ReplaceAll(e.Detail, secret, redacted)
		for i := range e.Fields {
			e.Fields[i].Msg = strings.ReplaceAll(e.Fields[i].Msg, secret, redacted)
		}
	}
	return e
}

func (c *call) rateLimited(resp *http.Response) *RateLimitError {
	now := c.client.clock.Now()
	wait, _ := retryAfter(resp.Header, serverNow(resp.Header, now))
	reason := c.why
	if reason == "" {
		reason = "the attempts are used up"
	}
	return &RateLimitError{Err: c.refused(resp), RetryAfter: wait, RetryAt: now.Add(wait), Reason: reason}
}

// parseDetail reads an error body: detail is a text, or a list of faults, or something that is neither; a proxy may have
// answered without JSON at all.
func parseDetail(body []byte, contentType string) (string, []FieldFault) {
	var envelope struct {
		Detail json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &envelope) != nil || envelope.Detail == nil {
		if strings.Contains(contentType, "html") || strings.HasPrefix(strings.TrimSpace(string(clipBytes(body, 64))), "<") {
			return "(an HTML page instead of JSON)", nil
		}
		return clip(strings.Join(strings.Fields(strings.ToValidUTF8(string(clipBytes(body, 2048)), "")), " "), 500), nil
	}
	detail := Value(envelope.Detail)
	if detail.kind() != "array" {
		return clip(detail.String(), 4096), nil
	}
	var faults []FieldFault
	d := decoder{text: string(detail)}
	d.array(func() {
		one := d.value()
		var f FieldFault
		if one.kind() == "object" {
			f = parseFault(one)
		} else {
			f.Msg = one.String()
		}
		faults = append(faults, f)
	})
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = strings.TrimPrefix(f.Path()+": "+f.Msg, ": ")
	}
	return clip(strings.Join(texts, "; "), 4096), faults
}

func parseFault(v Value) FieldFault {
	var f FieldFault
	d := decoder{text: string(v)}
	d.object(func(key string) {
		one := d.value()
		switch key {
		case "loc":
			f.Loc = parseLoc(one)
		case "msg":
			f.Msg = one.String()
		case "type":
			f.Type = one.String()
		}
	})
	return f
}

func parseLoc(v Value) []any {
	if v.kind() != "array" {
		return []any{v.String()}
	}
	loc := []any{}
	d := decoder{text: string(v)}
	d.array(func() {
		one := d.value()
		if n, ok := one.Int(); ok {
			loc = append(loc, int(n))
			return
		}
		loc = append(loc, one.String())
	})
	return loc
}

func clipBytes(b []byte, n int) []byte { return b[:min(n, len(b))] }

// stripURL takes the URL out of an error of net/http: it names the base address in every log line.
func stripURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// serverNow is the time on the server's clock when it answered, to measure its dates by; ours if it does not say.
func serverNow(h http.Header, own time.Time) time.Time {
	if date := h.Get("Date"); date != "" {
		if at, err := http.ParseTime(date); err == nil {
			return at
		}
	}
	return own
}
