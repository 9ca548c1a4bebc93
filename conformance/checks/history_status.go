package checks

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantCompleteOnceDone warns of a session that is complete by its own word while questions are pending, by its own count and by that of
// the last turn, which was not the end: complete is an intake that is finished (spec section 3).
func (c *C) wantCompleteOnceDone() {
	for _, calls := range c.histories() {
		var open *exchange
		for _, x := range calls {
			switch {
			case x.call == answerCall && x.ok():
				if open = nil; !finished(x) {
					open = x
				}
			case open == nil || !x.ok():
			case x.req.method != http.MethodGet:
				if !slices.Contains([]string{fillCall, documentsCall}, x.call) { // a file may bring what was open
					open = nil
				}
			case x.call == detailCall && x.start.After(open.end()) && x.object()["status"] == "complete":
				pending, counted := integer(x.object()["pending_count"])
				c.about(open)
				c.about(x)
				c.recommend(!counted || pending == 0, "a session that is complete to have nothing pending",
					"status complete with a pending_count of %d, and the last turn was not the end", pending)
			}
		}
	}
}

// wantOpenOnceRefused warns of an open session that is complete once its submission was refused, or has lost its values.
func (c *C) wantOpenOnceRefused() {
	h := c.handedIn()
	if h.early == nil || h.early.status/100 != 4 || !h.earlyAfter.ok() {
		return
	}
	values, _ := h.earlyAfter.object()["field_values"].(obj)
	had, _ := h.earlyBefore.object()["field_values"].(obj)
	pending, counted := integer(h.earlyAfter.object()["pending_count"])
	c.about(h.early)
	c.about(h.earlyAfter)
	c.recommend(!counted || pending == 0 || h.earlyAfter.object()["status"] != "complete", "a session that is complete to have nothing pending",
		"status complete with a pending_count of %d, once its submission was refused", pending)
	c.recommend(len(values) > 0 || len(had) == 0, "the values of a session whose submission was refused", "none, and %d before", len(had))
}

// wantCompleteNamed warns of a session that is finished and filled, and complete in another word than the one that the text has for it.
func (c *C) wantCompleteNamed() {
	j := c.filled()
	c.needs(j.finished, "an intake that is finished", "it is not")
	status, _ := j.after.object()["status"].(string)
	like := strings.EqualFold(status, "complete") || strings.EqualFold(status, "completed")
	c.about(j.after)
	c.recommend(!like || status == "complete", "complete, as the text has it (section 3)", "%q", status)
	c.about(j.before)
	early := plainText(j.before.object()["status"]) == "complete" && kind(j.before.object()["filled_forms"]) == "array" && len(listedForms(j.before)) == 0
	c.recommend(!early, "complete when the forms are rendered, too (section 3)", "status complete before any fill, with no filled form")
	if status != "complete" && status == plainText(j.before.object()["status"]) { // it may come some moments after the fill
		c.wait(3 * moment)
		again := c.detail(j.id)
		status, _ = c.prepared(again, "the session's detail")["status"].(string)
	}
	c.recommend(status == "complete" || status != plainText(j.before.object()["status"]),
		"another status of a session that is finished once its forms are rendered (section 3)", "%q, as before its fill", status)
}

// wantCompleteOnceRead warns of a session that stays with the status that it had before its fill, as a file was read to it, where one to which
// none was is complete.
func (c *C) wantCompleteOnceRead() {
	j := c.filled()
	c.needs(j.after.object()["status"] == "complete", "a session that is complete", "%s", what(j.after.object(), "status"))
	id := c.extractable()
	c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
	c.needs(c.drive(id, newAnswerer(false)).finished, "an intake that is finished", "it is not")
	before := c.prepared(c.detail(id), "the session's detail")["status"]
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill")
	after := c.detail(id)
	if after.object()["status"] == before { // it may come some moments after the fill
		c.wait(3 * moment)
		after = c.detail(id)
	}
	now := c.prepared(after, "the session's detail")["status"]
	c.about(after)
	c.recommend(now == "complete" || now != before, "complete for a session to which a file was read, as for others", "%s, as before its fill", text(now))
}

// wantOneBirth fails the check when created_at of one session is another time at another look.
func (c *C) wantOneBirth() {
	for _, calls := range c.histories() {
		var first *exchange
		var born time.Time
		for _, x := range calls {
			told, _ := x.object()["created_at"].(string)
			at, err := time.Parse(time.RFC3339, told)
			if x.call != detailCall || !x.ok() || err != nil {
				continue
			}
			if first == nil {
				first, born = x, at
			}
			c.about(first)
			c.about(x)
			c.want(at.Sub(born).Abs() <= time.Second, "one created_at of a session", "%s, and %s at another look", born.Format(time.RFC3339), told)
		}
	}
}
