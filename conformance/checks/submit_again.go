package checks

import (
	"maps"
	"slices"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// resubmissions is a connected workspace with sessions that were filled, answered further, filled anew and submitted one after the
// other: as early as it goes where the server takes forms with hardly a value, and at the end of their intakes where not.
type resubmissions struct {
	ws      *Workspace
	id      string
	submit  *exchange
	between *exchange // the detail after the answer, and the forms that it has
	listed  map[string]*exchange
	forms   map[string]map[string]*exchange // of each session, as downloaded before it was submitted
	replies map[string]*exchange            // to the submission of each session
	filled  func(c *C, name string) string  // makes a further session as these are
	arrived []submission
	count   int          // of all that the platform had by then
	box     *mailbox     // where submissions are told of; nil where the hook is missing
	cut     *exchange    // a submission without the account that was there before; nil where the hook is missing
	renewal *exchange    // the submission of it once the account was there again; nil where that was not taken
	renewed []submission // what arrived of that

	document []byte // that was attached to the session that was submitted first; nil where it was refused
	second   string // the session that was submitted after it
	further  []byte // the document that was attached to that; nil where it was refused
}

// refilledName is of the two sessions that are submitted first: what belongs to one of them is not the other's for its name.
const refilledName = "Conformance refilled"

func (c *C) resubmissions() *resubmissions {
	return shared(c, "resubmissions", func(c *C) *resubmissions {
		ws := c.workspace(obj{"name": "Conformance refilled", "plan": "paid", "market_connected": true})
		r := newResent(ws)
		var box *mailbox // there from the beginning, as a server may look who is to be told a moment later
		c.maybe(func() { box = c.subscribe(ws, nil, sentEvent) })
		var third string
		early := c.maybe(func() { third = r.early(c, as(ws.Key)) })
		if !early {
			refused := r.replies
			r = newResent(ws)
			maps.Copy(r.replies, refused)
			third = r.late(c, as(ws.Key))
		} else {
			c.maybe(func() { r.completed(c, as(ws.Key)) })
		}
		r.box = box
		r.arrive(c)
		c.maybe(func() {
			c.hook("disconnect-market", obj{"org_id": r.ws.OrgID}, nil)
			r.cut = c.submit(third, as(ws.Key))
		})
		c.maybe(func() { r.reconnect(c, third) })
		return r
	})
}

func newResent(ws *Workspace) *resubmissions {
	return &resubmissions{ws: ws, forms: map[string]map[string]*exchange{}, replies: map[string]*exchange{}}
}

// early fills sessions before anything was answered. The first is answered further, filled anew and submitted; the second is
// submitted after the first, and then one that was answered further and not filled anew. It gives one that was not submitted.
func (r *resubmissions) early(c *C, key option) (third string) {
	r.filled = func(c *C, name string) string {
		id, _ := c.prepared(c.fullCreate(name, key), "a session")["session_id"].(string)
		c.prepared(c.call("POST", sessionPath(id, "fill"), key), "fill on an open session")
		return id
	}
	r.id = r.filled(c, refilledName)
	asks := asksOf(c.answer(r.id, greeting, key))
	c.prepared(c.answer(r.id, newAnswerer(false).batch(asks), key), "an answer to be taken")
	r.look(c, key)
	c.prepared(c.call("POST", sessionPath(r.id, "fill"), key), "a second fill")
	second, third := r.filled(c, refilledName), r.filled(c, "Conformance third")
	for _, id := range []string{r.id, second} {
		_, r.forms[id] = c.listedForms(id, key)
	}
	stale := r.filled(c, "Conformance stale")
	c.answer(stale, "We have 12 employees.", key)
	_, r.forms[stale] = c.listedForms(stale, key)
	r.sendFirst(c, key)
	c.prepared(r.submit, "a submission of forms that were filled early")
	r.sendSecond(c, second, key)
	r.send(c, stale) // a server may want it to be filled anew
	return third
}

// late drives three sessions to their end and fills them. Values of the first are corrected, and it is filled anew where the
// server understood that; then the second is submitted after it.
func (r *resubmissions) late(c *C, key option) (third string) {
	travelled := func(c *C, name string) *journey {
		j := c.travel(name, false, key)
		c.needs(j.finished && j.fill.ok(), "a session whose forms could be filled", "%s", j.fill)
		r.forms[j.id] = j.downloads
		return j
	}
	r.filled = func(c *C, name string) string { return travelled(c, name).id }
	first := travelled(c, refilledName)
	r.id = first.id
	c.maybe(func() { r.refill(c, first, key) })
	r.sendFirst(c, key)
	c.prepared(r.submit, "a submission of forms that were filled anew")
	r.sendSecond(c, r.filled(c, refilledName), key)
	return r.filled(c, "Conformance third")
}

// completed drives a further session to its end, where others were filled early, corrects values of it once its forms were filled, fills them
// anew and submits it: a server may keep the forms with which an intake was complete.
func (r *resubmissions) completed(c *C, key option) {
	j := c.travel("Conformance completed", false, key)
	c.needs(j.finished && j.fill.ok(), "a session whose forms could be filled", "%s", j.fill)
	r.corrected(c, j, key)
	r.anew(c, j, key)
	r.send(c, j.id)
}

// refill corrects values of a session whose forms were filled, and fills them anew.
func (r *resubmissions) refill(c *C, j *journey, key option) {
	r.corrected(c, j, key)
	r.look(c, key)
	r.anew(c, j, key)
}

// corrected corrects values of a session whose forms were filled.
func (r *resubmissions) corrected(c *C, j *journey, key option) {
	set, corrected := obj{}, 0
	for _, turn := range j.turns {
		sets, _ := turn.object()["set_fields"].(obj)
		maps.Copy(set, sets)
	}
	c.correct(j.id, set, 3, func(string, any) { corrected++ }, key)
	c.needs(corrected > 0, "a correction that is understood", "none of %d values", len(set))
}

// anew fills the forms of a session again.
func (r *resubmissions) anew(c *C, j *journey, key option) {
	c.drive(j.id, newAnswerer(false), key) // a correction may open questions
	c.prepared(c.call("POST", sessionPath(j.id, "fill"), key), "a second fill")
	_, r.forms[j.id] = c.listedForms(j.id, key)
}

// sendFirst submits the first session, with a document that no other one has.
func (r *resubmissions) sendFirst(c *C, key option) {
	c.maybe(func() {
		if document := pdfsample.Sized(5600); c.attach(r.id, "loss-run.pdf", document, key) {
			r.document = document
		}
	})
	r.submit = r.send(c, r.id)
}

// sendSecond submits the session after it, with another document.
func (r *resubmissions) sendSecond(c *C, id string, key option) {
	c.maybe(func() {
		if document := pdfsample.Sized(6300); c.attach(id, "prior-policy.pdf", document, key) {
			r.second, r.further = id, document
		}
	})
	r.send(c, id)
}

func (r *resubmissions) send(c *C, id string) *exchange {
	r.replies[id] = c.submit(id, as(r.ws.Key))
	return r.replies[id]
}

// arrive looks at what reached the platform. A submission that was refused may have left something open there.
func (r *resubmissions) arrive(c *C) {
	platform := r.atPlatform(c)
	r.count = len(platform)
	all := true
	for _, x := range r.replies {
		all = all && x.ok()
	}
	r.arrived = slices.DeleteFunc(platform, func(sub submission) bool {
		x, known := r.replies[sub.SessionID]
		return known && !x.ok() || !known && !all
	})
}

// reconnect gives the account back, and submits again what was refused without it.
func (r *resubmissions) reconnect(c *C, id string) {
	c.needs(r.cut != nil && !r.cut.ok(), "a submission that was refused for want of an account", "none")
	c.hook("connect-market", obj{"org_id": r.ws.OrgID}, nil)
	x := c.submit(id, as(r.ws.Key))
	c.prepared(x, "a submission once the account is there again")
	r.renewal = x
	r.renewed = slices.DeleteFunc(r.atPlatform(c), func(sub submission) bool { return sub.SessionID != id })
}

// knownByID says whether the platform knows the sessions under their ids: the hook may tell of them under other names.
func (r *resubmissions) knownByID() bool {
	return slices.ContainsFunc(r.arrived, func(sub submission) bool { return sub.SessionID == r.id })
}

// wantOnce wants no file of a submission to be there twice.
func (r *resubmissions) wantOnce(c *C) {
	c.aboutHook("list-submissions", obj{"org_id": r.ws.OrgID})
	for _, sub := range slices.Concat(r.arrived, r.renewed) {
		c.wantFilesOnce(sub)
	}
}

// wantFilesOnce wants no file of a submission to be there twice.
func (c *C) wantFilesOnce(sub submission) {
	seen := map[string]bool{}
	for _, f := range sub.Files {
		one := f.Kind + " " + f.Name + " " + f.SHA256
		c.want(f.SHA256 == "" || !seen[one], "each file of a submission once", "%s of session %s twice", f.Name, sub.SessionID)
		seen[one] = true
	}
}

// wantIDs wants each reply to have the id that the platform issued for its session, and not that of another one.
func (r *resubmissions) wantIDs(c *C) {
	for id, x := range r.replies {
		of := func(mine bool) bool {
			return slices.ContainsFunc(r.arrived, func(sub submission) bool {
				return (sub.SessionID == id) == mine && sub.ID.text != "" && contains(x.json, func(text string) bool { return text == sub.ID.text })
			})
		}
		known := slices.ContainsFunc(r.arrived, func(sub submission) bool { return sub.SessionID == id })
		c.about(x)
		c.want(!x.ok() || !known || of(true) || !of(false), "the submission id that the platform issued for the session", "that of another session: %s", x)
	}
}

// look reads the first session, and asks for all of its forms: those that it lists and those that it does not.
func (r *resubmissions) look(c *C, key option) {
	r.between, r.listed = c.listedForms(r.id, key)
	for _, name := range strs(r.between.object()["form_keys"]) {
		if r.listed[name] == nil {
			r.listed[name] = c.get(formPath(r.id, name), key)
		}
	}
}

// listedForms reads a session and downloads the forms that it lists.
func (c *C) listedForms(id string, key option) (detail *exchange, forms map[string]*exchange) {
	detail, forms = c.detail(id, key), map[string]*exchange{}
	for _, form := range objects(detail.object()["filled_forms"]) {
		name, _ := form["form_key"].(string)
		forms[name] = c.get(formPath(id, name), key)
	}
	return detail, forms
}

// wantForms wants the forms of each session at the platform, those of its last fill.
func (r *resubmissions) wantForms(c *C) {
	if slices.ContainsFunc(slices.Collect(maps.Values(r.replies)), (*exchange).taken) {
		c.aboutHook("list-submissions", obj{"org_id": r.ws.OrgID})
		c.want(r.count > 0, "a submission at the platform on the account of each workspace that sent one", "none of a second workspace")
	}
	c.needs(len(r.arrived) > 0, "a submission at the platform", "none")
	if !r.knownByID() {
		r.wantFormsOf(c, r.id, r.arrived[0])
	}
	for _, sub := range r.arrived {
		r.wantFormsOf(c, sub.SessionID, sub)
	}
}

func (r *resubmissions) wantFormsOf(c *C, id string, mine submission) {
	c.aboutHook("list-submissions", obj{"org_id": r.ws.OrgID})
	for key, x := range r.forms[id] {
		if !x.ok() || mine.holds(x.body) {
			continue
		}
		c.wait(1100 * time.Millisecond) // a form may have its time on it, in seconds
		again := c.get(formPath(id, key), as(r.ws.Key))
		c.needs(string(again.body) == string(x.body), "a form that is the same at each download", "%s is rendered anew", key)
		c.aboutHook("list-submissions", obj{"org_id": r.ws.OrgID})
		c.fail("each form as it was filled last among the files of the submission", "%s (%s) is not", key, digest(x.body))
	}
}
