package checks

import (
	"net/http"
	"path"
	"slices"
	"sync"
	"time"
)

// rates are the calls of the run that are held back: where a call was refused for its rate, waited as long as it was told, and is
// refused again, others use the room up. Some servers count what they refuse, too, so that the only way on is to make no such call
// for a while.
type rates struct {
	mu    sync.Mutex
	until map[string]time.Time // by who asks for what, on the clock of the run
	long  bool                 // what was told to wait for hours is refused a minute later
	spent map[string]bool      // those that refused a call for as long as one waits: others need not find it out again

	limited map[string]bool      // workspaces in which a check set a rate
	raised  map[string]time.Time // when a rate was raised
}

func newRates() *rates {
	return &rates{until: map[string]time.Time{}, spent: map[string]bool{}, limited: map[string]bool{}, raised: map[string]time.Time{}}
}

// Rate that leaves room for a whole run.
const (
	roomyRequests = 60000
	roomyWindow   = 60 // seconds
)

// setRate limits a heavy operation of a workspace. From then on none of that workspace is raised.
func (c *C) setRate(ws *Workspace, operation string, requests, window int) {
	c.run.rates.markLimited(ws.OrgID.text)
	c.hook("set-rate", rateIn(ws.OrgID, operation, requests, window), nil)
}

func rateIn(org ident, operation string, requests, window int) obj {
	return obj{"org_id": org, "operation": operation, "requests": requests, "window_seconds": window}
}

// makeRoom raises the rate that refused a call, where no check set one in that workspace and the hook is offered: to wait for a
// server that takes few calls a minute would take the run longer than its checks have. It says whether to call again at once.
func (c *C) makeRoom(refused *exchange) bool {
	operation, org := heavyCalls[path.Base(refused.call)], c.workspaceOf(refused.req)
	if operation == "" || org.text == "" {
		return false
	}
	raise := func() error { return c.verb("set-rate", rateIn(org, operation, roomyRequests, roomyWindow), nil) }
	return c.run.rates.raise(org, operation, refused.start, raise)
}

// workspaceOf is the id of the workspace that a request is of, or nothing where it is not known.
func (c *C) workspaceOf(r *request) ident {
	if c.isHome(r) {
		return c.orgID()
	}
	return c.run.orgOfKey(credentials(r), ident{})
}

// markLimited notes that a check set a rate in a workspace.
func (s *rates) markLimited(org string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limited[org] = true
}

// raise raises a rate once, while who asks meanwhile waits for it, and says whether it was raised after a call had begun that it refused.
func (s *rates) raise(org ident, operation string, began time.Time, raise func() error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	rate := org.text + " " + operation
	if at, was := s.raised[rate]; was || s.limited[org.text] {
		return began.Before(at)
	}
	s.raised[rate] = time.Time{}
	if raise() != nil {
		return false
	}
	s.raised[rate] = time.Now()
	return true
}

// rateOf names what a rate is kept of: an operation of a workspace.
func (c *C) rateOf(r *request) string {
	if c.isHome(r) {
		return "home " + callIn(r)
	}
	return credentials(r) + " " + callIn(r)
}

// holdBack keeps all calls of a rate waiting for a time.
func (s *rates) holdBack(rate string, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if until.After(s.until[rate]) {
		s.until[rate] = until
	}
}

// markSpent notes that a call was refused for as long as one waits.
func (s *rates) markSpent(rate string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spent[rate] = true
}

// isSpent says whether a rate refused a call for as long as one waits, and none was served since.
func (s *rates) isSpent(rate string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spent[rate]
}

// markServed notes the answer to a call that was not refused for its rate.
func (s *rates) markServed(rate string, x *exchange) {
	if x.status == http.StatusTooManyRequests {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.spent, rate)
}

// inSeconds says whether a wait of hours is one, and not told in another unit than seconds: one that was tried tells of all.
func (s *rates) inSeconds(tried bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.long = s.long || tried
	return s.long
}

// left is how long the calls of a rate are to wait.
func (s *rates) left(rate string, now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.until[rate].Sub(now)
}

// oftenBusy is how often calls that are limited are put off as if the server was busy, until those who ask for a rate wait no more: it is
// one, and each would wait for a window of it to pass.
const oftenBusy = 12

// busyWith notes that a call was put off as if the server was busy, and says whether that came often by now, and to heavy calls alone.
func (r *run) busyWith(x *exchange) (often bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if x.status == http.StatusServiceUnavailable {
		r.putOff = append(r.putOff, x)
	}
	return len(r.putOff) >= oftenBusy && !slices.ContainsFunc(r.putOff, isLight)
}

func isLight(x *exchange) bool { return !isHeavy(x.call) }

// wantNoRateAsBusy warns where the operations that are limited are put off with 503 now and then, no other one is, and nothing is refused
// for a rate.
func (c *C) wantNoRateAsBusy() {
	const some = 3
	c.run.mu.Lock()
	busy := slices.Clone(c.run.putOff)
	c.run.mu.Unlock()
	limited := slices.ContainsFunc(c.calls(), func(x *exchange) bool { return x.status == http.StatusTooManyRequests })
	if len(busy) < some || limited || slices.ContainsFunc(busy, isLight) {
		return
	}
	c.traffic = append(c.traffic, busy[0])
	c.aboutNone("it takes many calls at one time")
	c.recommend(false, "status 429 past the rate of an operation", "status 503 with Retry-After, %d times, of intake answering, extraction, filling and risk alone", len(busy))
}
