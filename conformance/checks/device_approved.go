package checks

import "slices"

// pressed notes a request that a person approved on the pages, by a button that says so.
func (p *signInPages) pressed(userCode string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.approved = append(p.approved, userCode)
}

// polled notes what a poll was answered.
func (p *signInPages) polled(d *device, x *exchange) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d.last, d.told = x, d.told || hasToken(x)
}

// approvals are the requests that were approved so, each once.
func (p *signInPages) approvals() (all []*device) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, code := range p.approved {
		if d := p.devices[code]; d != nil && !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}

// wantEachApproved warns of a request that is pending at the end of the run though a person approved it on the page where others of the run were
// approved in the same way, and got tokens.
func (c *C) wantEachApproved() {
	var lost []*device
	got := 0
	for _, d := range c.run.pages.approvals() {
		switch {
		case d.told:
			got++
		case d.last == nil || errorIs(d.last, "authorization_pending"):
			lost = append(lost, d)
		}
	}
	if got <= len(lost) {
		return
	}
	const most = 10
	for _, d := range lost[:min(most, len(lost))] {
		x := c.asksFor(d)
		c.about(d.reply)
		c.about(x)
		c.recommend(!errorIs(x, "authorization_pending"), "tokens for each request that was approved on the page",
			"it is pending, and %d others that were approved there got some", got)
	}
}
