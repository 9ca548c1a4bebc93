package checks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"time"

	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// submission is what the platform received, as the hook list-submissions tells.
type submission struct {
	ID        ident  `json:"submission_id"`
	SessionID string `json:"session_id"`
	Finalised bool   `json:"finalised"`
	Files     []struct {
		Name   string `json:"name"`
		Kind   string `json:"kind"`
		Size   int    `json:"size"`
		SHA256 string `json:"sha256"`
	} `json:"files"`
}

type received struct {
	Submissions  []submission     `json:"submissions"`
	Appointments []map[string]any `json:"appointments"`
}

// tableName is the name of a document, whose letters are not all of ASCII.
const tableName = "schadenübersicht.csv"

// sentSession is a session that was driven, given a document, filled and submitted on a connected workspace.
type sentSession struct {
	*journey
	ws        *Workspace
	documents [][]byte // that were attached before, the first of them before the fill
	table     []byte   // the one of them that is a text, which may travel in another form
	together  [][]byte // two of one request that was taken, whatever its reply names
	namesakes [][]byte // that share a name with another, of one request or of two
	elsewhere []byte   // was attached to another session of the workspace
	strangers []byte   // was refused to who asked with the key of another workspace
	uninvited received // by the platform, once a submission was refused to who asked with that key
	submit    *exchange
	platform  received
	hookErr   error
	listed    bool // right afterwards
}

// holds says whether a file is among those that the platform received.
func (sub submission) holds(data []byte) bool {
	sum := digest(data)
	for _, f := range sub.Files {
		if strings.EqualFold(f.SHA256, sum) || f.SHA256 == "" && f.Size == len(data) {
			return true
		}
	}
	return false
}

// altered tells of a file that is as large as one that was attached and has other bytes.
func (sub submission) altered(data []byte) string {
	for _, f := range sub.Files {
		if f.Size == len(data) && f.SHA256 != "" {
			return ", and " + f.Name + " of as many bytes has others, " + f.SHA256
		}
	}
	return ""
}

// foreign is how many files of a submission are no forms and none of some documents.
func (sub submission) foreign(documents [][]byte) (count int) {
	known := map[string]bool{}
	for _, document := range documents {
		known[digest(document)] = true
	}
	for _, f := range sub.Files {
		if f.Kind != "form" && !known[strings.ToLower(f.SHA256)] {
			count++
		}
	}
	return count
}

// wantHandedOver fails the check when a form that was downloaded before is not among the files of a session's submission.
func (c *C) wantHandedOver(s *sentSession, sub submission) {
	for _, key := range s.keys() {
		x := s.downloads[key]
		if !x.ok() {
			continue
		}
		found := sub.holds(x.body)
		if again := c.get(formPath(s.id, key), as(s.ws.Key)); !found && len(sub.Files) > 0 {
			c.needs(string(again.body) == string(x.body), "a form that is the same at each download", "%s is rendered anew each time", key)
			c.wait(1100 * time.Millisecond) // it may have its time on it, in seconds
			again = c.get(formPath(s.id, key), as(s.ws.Key))
			c.needs(string(again.body) == string(x.body), "a form that is the same a second later", "%s is rendered anew each time", key)
		}
		c.aboutHook("list-submissions", obj{"org_id": s.ws.OrgID})
		c.recommend(found || !c.allRendered(sub), "each filled form among the files of the submission, byte for byte",
			"none is, and the %d that are there were never downloaded: they may have been rendered for it", len(sub.Files))
		c.want(found, "each filled form among the files of the submission, byte for byte", "%s (%s) is not", key, digest(x.body))
	}
}

// allRendered says whether each form of a submission is one that nobody downloaded, of this session or of another: a server may flatten
// its forms, or join them, on their way.
func (c *C) allRendered(sub submission) bool {
	known := map[string]bool{"": true}
	for _, x := range c.run.traffic() {
		if isForm(x.call) && x.ok() {
			known[digest(x.body)] = true
		}
	}
	forms := 0
	for _, f := range sub.Files {
		if f.Kind == "form" {
			forms++
			if known[strings.ToLower(f.SHA256)] {
				return false
			}
		}
	}
	return forms > 0
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// wantFoundOnceSent looks at the risk of the session that was submitted.
func (c *C) wantFoundOnceSent() {
	c.maybe(func() {
		s := c.sent()
		c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
		c.wantFound(c.get(sessionPath(s.id, "risk-summary"), as(s.ws.Key)), s.id, as(s.ws.Key))
	})
}

// sent submits a session once in a run.
func (c *C) sent() *sentSession {
	return shared(c, "sent", func(c *C) *sentSession {
		s := &sentSession{ws: c.workspace(obj{"name": "Conformance connected", "plan": "paid", "market_connected": true})}
		var in *intake
		var open *exchange
		drive := func(name string) {
			in, open = c.drivenFrom(c.createWhole(name, as(s.ws.Key)), false, as(s.ws.Key))
		}
		if !c.maybe(func() { drive("Conformance O'Neil & Zoë's submission") }) {
			drive("Conformance submission")
		}
		other, _ := c.fullCreate("Conformance not sent", as(s.ws.Key)).object()["session_id"].(string) // before any document
		attach := func(filename string, document []byte) {
			if c.attach(in.id, filename, document, as(s.ws.Key)) {
				s.documents = append(s.documents, document)
			}
		}
		attach("loss-run.pdf", pdfsample.Sized(7000))
		c.maybe(func() { s.documents = append(s.documents, c.attachBoth(in.id, as(s.ws.Key))...) })
		together := func(north, south string, size int) (x *exchange, both [][]byte, named bool) {
			both = [][]byte{pdfsample.Sized(size), pdfsample.Sized(size + 2000)}
			x, named = c.attachTogether(in.id, [2]string{north, south}, [2][]byte(both), as(s.ws.Key))
			return x, both, named
		}
		c.maybe(func() {
			x, both, named := together("inspection-north.pdf", "inspection-south.pdf", 17_000)
			if named {
				s.documents = append(s.documents, both...)
			}
			if x.ok() {
				s.together = both
			}
		})
		c.maybe(func() {
			if _, both, named := together("scan.pdf", "scan.pdf", 21_000); named { // as mobile devices name them
				s.namesakes = both
			}
		})
		for _, size := range []int{26_000, 28_000} {
			if document := pdfsample.Sized(size); c.attach(in.id, "photograph.pdf", document, as(s.ws.Key)) {
				s.namesakes = append(s.namesakes, document)
			}
		}
		s.journey = c.rendered(in, open, as(s.ws.Key))
		attach("prior-policy.pdf", slices.Concat(pdfsample.Binary(90000), []byte(" \r\n\n\r\n")))
		attach("survey.pdf", pdfsample.Sized(1_500_000))
		// A name of its own, as a server may take one name for one document, and a size that is another's.
		attach("loss-run-2024.pdf", slices.Concat(pdfsample.Sized(6900), bytes.Repeat([]byte("\n"), 100)))
		// Which encoding a text has is nobody else's business: this one is in Latin-1.
		s.table = []byte("date,cause,paid\r\n--\r\n2024-02-11,\"Wasser, D\xe4cher\",1250.00\r\n")
		attach(tableName, s.table)
		if document := pdfsample.Sized(11000); other != "" && c.attach(other, "loss-run.pdf", document, as(s.ws.Key)) {
			s.elsewhere = document
		}
		if other != "" && len(s.documents) > 0 { // one that both sessions have stays with the first
			c.attach(other, "loss-run-again.pdf", s.documents[0], as(s.ws.Key))
		}
		c.maybe(func() {
			if document := pdfsample.Sized(25_000); !c.documentNamed(in.id, c.docsPart(), "survey-2.pdf", document, as(c.run.home.Key)).ok() {
				s.strangers = document
			}
		})
		c.needs(s.fill.ok(), "a session whose forms could be filled", "%s", s.fill)
		c.maybe(func() {
			if x := c.submit(s.id, as(c.run.home.Key)); !x.ok() {
				_ = c.verb("list-submissions", obj{"org_id": s.ws.OrgID}, &s.uninvited)
			}
		})
		s.submit = c.submit(s.id, as(s.ws.Key))
		s.hookErr = c.verb("list-submissions", obj{"org_id": s.ws.OrgID}, &s.platform)
		c.maybe(func() { s.listed = c.pageWith(s.ws, s.id) < 0 })
		return s
	})
}

// attachBoth attaches two documents at one time, and gives them where both were taken.
func (c *C) attachBoth(id string, options ...option) [][]byte {
	part, both := c.docsPart(), [][]byte{pdfsample.Sized(13000), pdfsample.Sized(15000)}
	var next atomic.Int64
	taken := c.atOnce(len(both), func(one *C) *exchange {
		i := next.Add(1) - 1
		return one.documentNamed(id, part, fmt.Sprintf("photographs-%d.pdf", i), both[i], options...)
	})
	if len(taken) < len(both) || slices.ContainsFunc(taken, func(x *exchange) bool { return !x.ok() }) {
		return nil
	}
	return both
}

// attachTogether attaches two documents in one request, and says whether the reply names both, or lists both where they have one
// name: a server may take one at a time.
func (c *C) attachTogether(id string, names [2]string, both [2][]byte, options ...option) (x *exchange, named bool) {
	x = c.call("POST", sessionPath(id, "documents"), append([]option{uploadBoth(c.docsPart(), names, both)}, options...)...)
	for _, name := range names {
		has := func(text string) bool { return strings.Contains(text, name) }
		if !x.ok() || !contains(x.json, has) || names[0] == names[1] && !listsTwo(x.json, has) {
			return x, false
		}
	}
	return x, true
}

// listsTwo says whether an array of a reply has two items with a text.
func listsTwo(v any, is func(string) bool) bool {
	if o, one := v.(obj); one {
		return slices.ContainsFunc(slices.Collect(maps.Values(o)), func(member any) bool { return listsTwo(member, is) })
	}
	items, _ := v.([]any)
	return len(slices.DeleteFunc(slices.Clone(items), func(item any) bool { return !contains(item, is) })) >= 2
}

// attach attaches a document under the part name that was found, or the first one that is taken where none was.
func (c *C) attach(id, filename string, document []byte, options ...option) bool {
	parts := docsParts
	c.maybe(func() { parts = []string{c.docsPart()} })
	for _, part := range parts {
		if c.documentNamed(id, part, filename, document, options...).ok() {
			return true
		}
	}
	return false
}

// received lists what reached the platform of this session.
func (s *sentSession) received() []submission {
	var mine []submission
	for _, sub := range s.platform.Submissions {
		if sub.SessionID == s.id || sub.SessionID == "" {
			mine = append(mine, sub)
		}
	}
	if len(mine) == 0 { // a workspace of the check's own, under whatever name the hook knows its session
		return s.platform.Submissions
	}
	return mine
}

// arrived is what reached the platform; without the hook to look there, the check is blocked.
func (c *C) arrived(s *sentSession) []submission {
	if errors.Is(s.hookErr, hooks.ErrNotOffered) {
		c.blocked("hook list-submissions", "the hook list-submissions is not offered")
	}
	if s.hookErr != nil {
		c.blocked("hook list-submissions", "the hook failed: "+s.hookErr.Error())
	}
	c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
	c.aboutHook("list-submissions", obj{"org_id": s.ws.OrgID})
	return s.received()
}

// wantSentOnce fails the check when one call makes two submissions of its session at the platform.
func (c *C) wantSentOnce(s *sentSession, subs []submission) {
	finalised := 0
	for _, sub := range subs {
		if sub.SessionID == s.id && sub.Finalised {
			finalised++
		}
	}
	c.want(c.sentTwice || finalised <= 1, "one submission of a session that was submitted once", "%d that are finalised", finalised)
}

func (c *C) submit(id string, options ...option) *exchange {
	return c.call("POST", sessionPath(id, "submit"), options...)
}

// grantWords tell of an appointment request that brought the account at once.
var grantWords = regexp.MustCompile(`(?i)approved|connected|active|granted|appointed`)

// connectedLater is a free workspace that was given its account once a submission was refused, and what it was answered before and after.
type connectedLater struct {
	ws            *Workspace
	before, after *exchange
}

func (c *C) connectedLater() connectedLater {
	return shared(c, "connected later", func(c *C) connectedLater {
		ws := c.workspace(obj{"name": "Conformance connected later", "plan": "free", "market_connected": false})
		key := as(ws.Key)
		in, open := c.drivenFrom(c.createWhole("Conformance connected later", key), false, key)
		c.attach(in.id, "loss-run.pdf", pdfsample.Sized(7000), key)
		j := c.rendered(in, open, key)
		c.needs(j.fill.ok() && j.finished, "a session whose forms could be filled", "%s", j.fill)
		before := c.submit(j.id, key)
		c.needs(before.status/100 == 4, "a submission without an account to be refused", "%s", before)
		c.hook("connect-market", obj{"org_id": ws.OrgID}, nil)
		after := c.submit(j.id, key)
		if after.status == before.status {
			after = c.submit(j.id, key)
		}
		return connectedLater{ws, before, after}
	})
}

// wantSubmittedOnceConnected wants a submission that was refused to be taken at the end of the run, once its workspace has its account.
func (c *C) wantSubmittedOnceConnected() {
	c.maybe(func() {
		r := c.connectedLater()
		c.about(r.after)
		c.want(r.after.status != r.before.status, "a submission to be taken once the workspace was given its account", "%s, as before", r.after)
	})
}

var submitChecks = []Check{
	{ID: "API-SUBMIT-01", unhooked: true, sent: (*C).wantSubmissionIDs,
		later: inTurn((*C).wantIDInAll, wantNoneFailing(submitCall, always), (*C).wantSubmittedOnceConnected),
		Run: func(c *C) {
			s := c.sent()
			c.needs(s.submit.status/100 != 4 || !rendersNone(s.journey.fill), "forms to submit", "fill renders none, and %s", s.submit)
			c.want(s.submit.status == 200, "status 200 for a submission", "%s", s.submit)
			c.wantLabelled(s.submit, "for a submission")
			_, given := idsIn(s.submit.object(), s.id)
			told := len(given) > 0 || holdsID(s.submit.json)
			if mine := s.received(); s.hookErr == nil && len(mine) > 0 && mine[0].ID.text != "" { // the platform tells which ids it issued
				issued := func(text string) bool {
					return slices.ContainsFunc(mine, func(sub submission) bool { return sub.ID.text == text })
				}
				told = slices.ContainsFunc(given, issued) || contains(s.submit.json, issued)
			}
			c.want(told, "the submission id that the platform issued", "%s", s.submit)
			c.maybe(func() { c.walkAfter(s) })
			c.maybe(func() { c.resubmissions().wantIDs(c) })
			c.maybe(c.wantTokenSubmits)
		}},
	{ID: "API-SUBMIT-02", Long: true, Run: func(c *C) {
		s := c.sent()
		subs := c.arrived(s)
		c.want(len(subs) > 0, "a submission at the platform", "none for session %s", s.id)
		c.wantSentOnce(s, subs)
		c.needs(anyDownload(s.journey), "a filled form", "none can be downloaded")
		c.wantHandedOver(s, subs[0])
		c.maybe(func() {
			token := c.byToken()
			if subs := c.arrived(token.sentSession); len(subs) > 0 {
				c.wantHandedOver(token.sentSession, subs[0])
			}
		})
		c.maybe(func() { c.resubmissions().wantForms(c) })
		c.maybe(func() { c.resubmissions().wantOnce(c) })
	}},
	{ID: "API-SUBMIT-03", Run: func(c *C) {
		s := c.sent()
		subs := c.arrived(s)
		c.want(len(subs) > 0, "a submission at the platform", "none for session %s", s.id)
		c.want(subs[0].Finalised, "a submission that is finalised", "it is open")
		c.maybe(func() {
			again := c.resubmissions()
			c.aboutHook("list-submissions", obj{"org_id": again.ws.OrgID})
			for _, sub := range again.arrived {
				c.want(sub.Finalised, "every submission of a workspace to be finalised", "%s is open", sub.ID)
			}
			if x := again.renewal; x != nil && again.knownByID() {
				c.about(x)
				c.want(len(again.renewed) > 0, "a submission at the platform of a session that was refused before for want of an account", "none")
			}
			finalised := slices.ContainsFunc(again.renewed, func(sub submission) bool { return sub.Finalised })
			c.want(len(again.renewed) == 0 || finalised, "a submission that is finalised once its session was refused before for want of an account", "it is open")
		})
		c.maybe(c.wantTokenFinalised)
	}},
	{ID: "API-SUBMIT-04", Long: true, unhooked: true,
		sent: inTurn((*C).wantEarlyRefused, perhaps((*C).wantOverRefused, (*C).wantHomeKeptOnceRefused)),
		Run: func(c *C) {
			c.maybe(c.wantNoFailureBeside)
			c.maybe(c.wantBesideKeptOnceRefused)
			c.maybe(c.wantUnfilledUnsent)
			j := c.alone()
			c.needs(j.fill.ok(), "a session whose forms could be filled", "%s", j.fill)
			x := c.submit(j.id, as(j.ws.Key))
			c.wantRefused(x, "a submission without a connected account")
			c.want(problem(x) == "", "an error with a detail", "%s", problem(x))
			c.maybe(func() { c.wantKeptOnceRefused(j.journey, j.after, x, as(j.ws.Key)) })
			c.maybe(func() { c.wantRefusedUnsent(j.ws, x, "a submission without a connected account") })
			c.maybe(func() {
				other := c.workspace(obj{"name": "Conformance " + c.check.ID, "plan": "paid", "market_connected": false})
				c.hook("connect-market", obj{"org_id": other.OrgID}, nil)
				c.wantRefused(c.submit(j.id, as(j.ws.Key)), "a submission without a connected account, once another workspace has one")
			})
			c.maybe(func() { // last, as it may bring the account
				asked := c.appointment(j.ws, basicAppointment())
				c.needs(asked.ok(), "an appointment request to be taken", "%s", asked)
				c.needs(!grantWords.MatchString(plainText(asked.object()["status"])), "an appointment that is not there at once", "%s", asked)
				x := c.submit(j.id, as(j.ws.Key)) // what comes of the request, and when, is left open
				c.recommend(x.status/100 == 4, "a 4xx for a submission without a connected account, after an appointment was asked for", "%s", x)
			})
			c.maybe(func() {
				r := c.resubmissions()
				c.needs(r.cut != nil, "an account that was taken away", "the hook disconnect-market does not do it")
				c.about(r.cut)
				c.want(!r.cut.ok(), "no success for a submission once the account was taken away", "%s", r.cut)
			})
		}},
	{ID: "API-SUBMIT-05", unhooked: true, sent: inTurn((*C).wantUnknownUnsent, (*C).wantForeignUnsent), Run: func(c *C) {
		id := c.sessionID()
		open := c.submit(id)
		c.needs(open.status != 404 && open.status < 500, "the call to find a session that exists", "%s", open)
		c.maybe(func() { // on a session that is ready, so that nothing but its workspace stands in the way
			s, other := c.sent(), c.other()
			c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
			x := c.submit(s.id, as(other.Key))
			c.want(!x.ok(), "status 404 for a session of another workspace", "%s", x)
			c.aboutHook("list-submissions", obj{"org_id": s.ws.OrgID})
			sent := slices.ContainsFunc(s.uninvited.Submissions, func(sub submission) bool { return sub.SessionID == s.id })
			c.want(!sent, "nothing at the platform where a submission is refused to another workspace",
				"the session's was there once it was refused, and before its own workspace sent it")
		})
		c.maybe(func() { // by a workspace with an account, so that nothing else may be said first
			s := c.sent()
			c.needs(s.submit.ok(), "a submission that is taken", "%s", s.submit)
			unknown := c.unknownID(s.id)
			if c.detail(unknown, as(s.ws.Key), aside).status == 404 {
				c.wantMissing(c.submit(unknown, as(s.ws.Key)), "a session id that was never issued")
			}
		})
		c.hidden(func(id string, options ...option) *exchange { return c.submit(id, options...) })
	}},
}

// walkAfter reads a session that was submitted, for those who look back on all answers.
func (c *C) walkAfter(s *sentSession) {
	options := []option{as(s.ws.Key), impatient}
	c.downloadListed(s.id, options...)
	c.get(sessionPath(s.id, "risk-summary"), options...)
	c.list("", options...)
	c.get("/org/me", options...)
}

// plainWords are those of a status or a message, and timeLike what tells a time: neither is an id.
var (
	plainWords = regexp.MustCompile(`^[A-Z]?[a-z]*([ _.,!'-]+[A-Z]?[a-z]*)*$`)
	timeLike   = regexp.MustCompile(`^\d{4}-\d\d-\d\d([T ]|$)`)
)

// idLike says whether a text or a number may be an id.
func idLike(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && !plainWords.MatchString(text) && !timeLike.MatchString(text)
}

// wantIDInAll wants status 200 for every submission of the run that was taken, and something that may be an id in the reply.
func (c *C) wantIDInAll() {
	for _, x := range c.calls() {
		if x.call == submitCall && x.ok() {
			c.wantSubmitted(x)
		}
	}
}
