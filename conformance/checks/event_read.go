package checks

import (
	"context"
	"net/http"
	"time"
)

const (
	promptTime = 300 * time.Millisecond // that an endpoint may take to read: a server may deliver while nobody can
	settling   = 30 * time.Millisecond  // after which what was told has to be there to be read
)

// readsWhenTold has an endpoint read a session when it is told of its completion, before it answers, as receivers do that
// act on an event. What it read, the later of two when the first is as the session was before, comes once.
func (c *C) readsWhenTold(b *mailbox, id string, before *exchange, key option) <-chan *exchange {
	read := make(chan *exchange, 1)
	b.mark(func() {
		b.told = func(a *arrival) {
			if a.object()["event"] != completedEvent || a.data()["session_id"] != id || !before.ok() || len(read) > 0 {
				return
			}
			ctx, stop := context.WithTimeout(c.ctx, promptTime)
			defer stop()
			r := &request{method: http.MethodGet, path: sessionPath(id), header: http.Header{}}
			key(r)
			x := c.run.roundTrip(ctx, r)
			if x.ok() && behind(before, x) {
				select {
				case <-time.After(settling):
					x = c.run.roundTrip(ctx, r)
				case <-ctx.Done():
				}
			}
			select {
			case read <- x:
			default: // another attempt was quicker
			}
		}
	})
	return read
}

// heardSoon is what was read, or nil where nothing comes of it.
func heardSoon(read <-chan *exchange) *exchange {
	select {
	case x := <-read:
		return x
	case <-time.After(2 * promptTime):
		return nil
	}
}

// behind says whether a session reads in part as it did before its forms were rendered.
func behind(before, x *exchange) bool { return sameStatus(before, x) || sameForms(before, x) }

func sameStatus(one, two *exchange) bool {
	return equal(one.object()["status"], two.object()["status"])
}

func sameForms(one, two *exchange) bool {
	return len(objects(one.object()["filled_forms"])) == len(objects(two.object()["filled_forms"]))
}

// wantThereWhenTold fails the check when who is told of a completion reads the session as it was before, and a moment
// later as it was told.
func (c *C) wantThereWhenTold(s *story) {
	if s.prompt == nil || !s.prompt.ok() || !sameStatus(s.before, s.prompt) {
		return
	}
	told := s.completions(s.boxA)[0].data()["status"] // which the status of a session need not be
	late := !sameStatus(s.before, s.detail) && equal(told, s.detail.object()["status"])
	without := sameForms(s.before, s.prompt) && !sameForms(s.before, s.detail)
	if !late && !without {
		return
	}
	c.about(s.prompt)
	c.unrepeated = takesReceiver
	c.fail("a session that reads as it is told of when the event arrives", "%s as before the fill, and %d forms, and a moment later %s and %d",
		what(s.prompt.object(), "status"),
		len(objects(s.prompt.object()["filled_forms"])), what(s.detail.object(), "status"), len(objects(s.detail.object()["filled_forms"])))
}

// wantFormsWhenTold warns where who is told of a completion reads a session that is complete and has none of the forms that it has a moment later:
// the event says that they are rendered (spec section 6).
func (c *C) wantFormsWhenTold(s *story) {
	if s.prompt == nil || !s.prompt.ok() || sameStatus(s.before, s.prompt) {
		return
	}
	rendered := len(objects(s.detail.object()["filled_forms"]))
	c.about(s.prompt)
	c.unrepeated = takesReceiver
	c.recommend(len(objects(s.prompt.object()["filled_forms"])) > 0 || rendered == 0, "the forms of a session when the event of their rendering arrives",
		"none, and %d a moment later", rendered)
}
