package intake

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
)

// decode is the outermost handler: it reads the JSON of a success into out.
func (c *call) decode(ctx context.Context, out wire) error {
	resp, err := c.typed(ctx)
	if err != nil {
		return err
	}
	body := bytes.TrimSpace(c.buf.Bytes())
	switch {
	case len(body) == 0 && mayBeEmpty(out):
		return nil
	case len(body) == 0:
		err = errors.New("the body is empty")
	default:
		if err = decodeJSON(body, out); err == nil {
			return nil
		}
		if kind := resp.Header.Get("Content-Type"); !strings.Contains(kind, "json") {
			err = fmt.Errorf("the content type is %q: %w", clip(kind, 80), err)
		}
	}
	return &AnswerError{Operation: c.op.name, Err: err, Meta: c.meta()}
}

// mayBeEmpty: the specification does not show what these two answer, so nothing is permitted too.
func mayBeEmpty(out wire) bool {
	switch out.(type) {
	case *Attachment, *Submission:
		return true
	}
	return false
}
