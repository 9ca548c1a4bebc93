package checks

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
)

// Reasons why a failure comes without a call that repeats it.
const (
	takesReceiver = "It shows in what an endpoint receives, which takes one that listens."
	takesBoth     = "It shows when two answers are compared, each of which is far into an intake of its own."
	takesCrowd    = "It shows when calls with files of their own come at one moment."
	takesParts    = "It shows when a body comes in two parts, of which the first ends within a character."
	spentCall     = "The call used up what it was sent, and what came before it is too long for a script."
	takesWalk     = "It is about a session of a workspace that a hook made for the run, and what came before it is too long for a script."
	noCall        = "It is not about a call."
)

// reproduce writes how to see a failure again: the call that it is about, the hook that brings a delivery about, or a
// script of the calls of the check where that one alone would not show it; or else why there is none.
func (r *run) reproduce(c *C) (text, why string) {
	if x := c.subject; x != nil && x.by != nil && !slices.ContainsFunc(c.steps, func(s *act) bool { return s.is(x) }) {
		c.steps = x.by.steps // another check's
	}
	c.steps = r.founded(c.steps)
	subject := c.subjectAct()
	switch {
	case c.unrepeated != "":
		return "", c.unrepeated
	case c.subject != nil && c.subject.req.cut > 0:
		return "", takesParts
	case subject == nil && c.subject == nil && c.trigger == "" && scheduled(c.check):
		return "", takesReceiver
	case subject == nil && c.subject == nil && c.trigger == "":
		return "", noCall
	}
	var secrets map[string]string
	if subject != nil && c.together(subject) {
		text, secrets = r.script(c.steps, subject, readable)
	}
	switch {
	case text != "":
	case c.trigger != "":
		return r.redact(c.trigger), ""
	case c.subject.req.spends && c.subject.ok():
		return "", spentCall
	default:
		v := r.vars()
		text, secrets = r.curl(c.subject, v, curlShown), v.values
		if r.readersOwn(secrets) || sessionIn(c.subject.req) == "" { // who has another key may set it
			break
		}
		if subject == nil {
			return "", takesWalk
		}
		if text, secrets = r.script(c.steps, subject, longest); text == "" || !r.readersOwn(secrets) {
			return "", takesWalk
		}
	}
	for name, value := range secrets {
		if r.options.Variable != nil {
			r.options.Variable(c.check.ID, name, value)
		}
	}
	return text, ""
}

// readersOwn says that who reads a line has the keys that it names: those that the run was given.
func (r *run) readersOwn(secrets map[string]string) bool {
	for name, value := range secrets {
		if strings.HasPrefix(name, "INTAKE_API_KEY") && value != r.target.APIKey && value != r.target.APIKey2 {
			return false
		}
	}
	return true
}

// founded puts the making of the home workspace before steps that change something in it, as nobody else has its key.
func (r *run) founded(steps []*act) []*act {
	if len(r.founding) == 0 || !slices.ContainsFunc(steps, func(s *act) bool { return s.changes() && strings.Contains(s.told(), r.home.Key) }) {
		return steps
	}
	return slices.Concat(r.founding, steps)
}

// subjectAct is the act that a verdict is about, or nil where it is none of the check's own.
func (c *C) subjectAct() *act {
	for _, s := range slices.Backward(c.steps) {
		if c.subject != nil && s.is(c.subject) || c.trigger != "" && s.verb == c.triggerVerb && bytes.Equal(s.in, c.triggerIn) {
			return s
		}
	}
	return nil
}

// together says that a step shows the fault only after the steps before it: it uses up what it is sent, reads what they
// brought about, follows a hook that changed something, or sends what one of them gave, other than the id of a session,
// which lasts.
func (c *C) together(subject *act) bool {
	before := plainSteps(c.steps[:slices.Index(c.steps, subject)], subject)
	if len(before) == 0 {
		return subject.crowd != nil
	}
	if c.inOrder || subject.crowd != nil {
		return true
	}
	switch {
	case subject.verb == "send-test-event":
		return false
	case subject.verb != "":
		return true
	case subject.call.req.spends && subject.call.ok():
		return true
	case subject.call.req.method == http.MethodGet && slices.ContainsFunc(before, (*act).changes):
		return true
	case slices.ContainsFunc(before, func(s *act) bool {
		return s.verb != "" && !strings.HasPrefix(s.verb, "create-") && s.verb != "issue-token"
	}):
		return true
	}
	for _, list := range carries(append(before, subject)) {
		for _, one := range list {
			if !strings.HasPrefix(one.name, "session_id") && strings.Contains(subject.told(), one.value) {
				return true
			}
		}
	}
	return false
}

// about says which exchange is being judged, for the evidence; it is the last one that was sent unless told otherwise.
func (c *C) about(x *exchange) { c.subject, c.trigger, c.unrepeated = x, "", "" }

// aboutHook says that what is being judged came of a hook.
func (c *C) aboutHook(verb string, in any) {
	text, _ := inWords(in)
	c.subject, c.unrepeated = nil, ""
	c.triggerVerb, c.triggerIn = verb, text
	if n := len(c.steps); n > 0 && c.steps[n-1].page != "" && c.steps[n-1].verb == verb {
		c.trigger = asksPerson(quote(c.steps[n-1].inBrowser()), nil)
		return
	}
	c.trigger = curlShown + ` -X POST "$INTAKE_CONTROL"/v1/` + verb + " -H 'Content-Type: application/json' --data-binary " + quote(string(text))
}

// aboutNone says that what is being judged is nothing that calls alone bring about again, and why.
func (c *C) aboutNone(why string) { c.subject, c.trigger, c.unrepeated = nil, "", why }

// aboutEvent says that what is being judged is a delivery that no single call brings about again.
func (c *C) aboutEvent() { c.aboutNone(takesReceiver) }
