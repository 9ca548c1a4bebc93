package checks

import (
	"net/url"
	"slices"
)

// pressed notes a request that a person approved on the pages, by a button that says so.
func (p *signInPages) pressed(userCode string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.approved = append(p.approved, userCode)
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
		if c.gotTokens(d) {
			got++
		} else {
			lost = append(lost, d)
		}
	}
	if got <= len(lost) {
		return
	}
	for _, d := range lost {
		x, _ := c.polled(d)
		c.about(d.reply)
		c.about(x)
		c.recommend(!errorIs(x, "authorization_pending"), "tokens for each request that was approved on the page", "it is pending, and %d others that were approved there got some", got)
	}
}

// gotTokens says whether a request got tokens in the run.
func (c *C) gotTokens(d *device) bool {
	return slices.ContainsFunc(c.run.everything(), func(x *exchange) bool {
		if x.call != tokenCall || !hasToken(x) {
			return false
		}
		sent, err := url.ParseQuery(string(x.req.body))
		return err == nil && sent.Get("device_code") == d.code
	})
}
