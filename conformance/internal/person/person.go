// Package person does on the sign-in pages of a server what a person does in a browser without scripts: opens them, enters what
// they ask for, and agrees or refuses.
package person

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Credentials are what a person signs in with: a name and a password or, where there are none, the API key.
type Credentials struct{ Name, Password, APIKey string }

// Person is a person with a browser, who enters credentials on the pages of one server alone.
type Person struct {
	home   *url.URL
	with   Credentials
	client *http.Client
	one    sync.Mutex // pages of one browser share its cookies
	last   *Decision
	proved bool // a key or a password was entered

	// BeforeDeciding is called, where it is set, as this person is about to agree or to refuse.
	BeforeDeciding func()
}

// Decision is the request by which a browser told the server what its person decided.
type Decision struct {
	Method, Address string
	From            string // the page on which it was made
	Values          url.Values
	Given           []string // names of the values that the page sent along and nobody saw
	SignedIn        bool     // a key or a password was entered on the way to it
}

// Bounds of a visit.
const (
	mostPages     = 8
	mostRedirects = 10
	pageBytes     = 1 << 20
	pageTime      = 30 * time.Second
	longestPause  = 60 * time.Second
)

// ErrNotUnderstood says that a page is not one that this person can use: it has no form, asks for what the person does not have, or
// needs scripts.
var ErrNotUnderstood = errors.New("a page that cannot be used without scripts or with these credentials")

// ErrRefused says that the server showed an error page for the authorization request itself, and ErrMissing that there was no page for it,
// or none for somebody who is not signed in.
var (
	ErrRefused = errors.New("the server shows an error page")
	ErrMissing = fmt.Errorf("%w: status 404", ErrRefused)
)

// ErrNoWayBack says that a person agreed, and the page that came then leads to no application, nor has it a script that could.
var ErrNoWayBack = fmt.Errorf("%w: the page that comes once a person agreed leads nowhere", ErrNotUnderstood)

// New makes a person who has not signed in yet. The base URL says which server may get the credentials.
func New(baseURL string, with Credentials) (*Person, error) {
	home, err := url.Parse(baseURL)
	if err != nil {
		return nil, err
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}
	return &Person{home: home, with: with, client: &http.Client{Jar: jar, Timeout: pageTime, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}, nil
}

// Approve opens the verification URI of a device authorization (RFC 8628 section 3.3), signs in and agrees to the user code. Sure says
// that the button which was pressed says so, too, and did not only lead on.
func (p *Person) Approve(ctx context.Context, verificationURI, userCode string) (sure bool, err error) {
	v := &visit{code: userCode}
	_, err = p.visit(ctx, verificationURI, v)
	return v.decided && !v.objected, err
}

// Deny is Approve that refuses. It presses no button but one that says so; sure says that it does not only put off.
func (p *Person) Deny(ctx context.Context, verificationURI, userCode string) (sure bool, err error) {
	v := &visit{code: userCode, refuse: true}
	if _, err := p.visit(ctx, verificationURI, v); err != nil {
		return false, err
	}
	if !v.decided {
		return false, fmt.Errorf("%w: no button to refuse with", ErrNotUnderstood)
	}
	return v.firm && !v.objected, nil
}

// Look opens an address, and does nothing there.
func (p *Person) Look(ctx context.Context, address string) error {
	p.one.Lock()
	defer p.one.Unlock()
	if !p.atHome(address) {
		return fmt.Errorf("%w: %s is not at the server's own address", ErrNotUnderstood, address)
	}
	_, err := p.load(ctx, &step{method: http.MethodGet, address: address})
	return err
}

// Repeat sends what another person decided, from this browser: what the pages there gave along unseen is taken from the page at an address, as far
// as that gives it too. It gives the address that the browser is then sent to, if it leaves the server.
func (p *Person) Repeat(ctx context.Context, d Decision) (redirectTo string, err error) {
	p.one.Lock()
	defer p.one.Unlock()
	if !p.atHome(d.From) || !p.atHome(d.Address) {
		return "", fmt.Errorf("%w: %s is not at the server's own address", ErrNotUnderstood, d.Address)
	}
	shown, err := p.load(ctx, &step{method: http.MethodGet, address: d.From})
	if err != nil {
		return "", err
	}
	values := url.Values{}
	for _, one := range shown.forms {
		for _, f := range one.fields {
			if f.kind == "hidden" && slices.Contains(d.Given, f.name) {
				values.Set(f.name, f.value)
			}
		}
	}
	maps.Copy(values, d.Values)
	at, err := p.load(ctx, &step{method: d.Method, address: d.Address, from: d.From, values: values})
	if err != nil {
		return "", err
	}
	return at.left, nil
}

// Authorize opens an authorization URL (RFC 6749 section 4.1.1), signs in and agrees. It gives the address that the browser is then
// sent to, which it does not follow.
func (p *Person) Authorize(ctx context.Context, authorizationURL string) (redirectTo string, err error) {
	u, err := url.Parse(authorizationURL)
	if err != nil {
		return "", err
	}
	return p.visit(ctx, authorizationURL, &visit{back: u.Query().Get("redirect_uri"), authorizes: true})
}

// Refuse is Authorize that refuses. It presses no button but one that says so; firm says that it does not only put off.
func (p *Person) Refuse(ctx context.Context, authorizationURL string) (redirectTo string, firm bool, err error) {
	u, err := url.Parse(authorizationURL)
	if err != nil {
		return "", false, err
	}
	v := &visit{back: u.Query().Get("redirect_uri"), authorizes: true, refuse: true}
	if redirectTo, err = p.visit(ctx, authorizationURL, v); err == nil && !v.decided {
		err = fmt.Errorf("%w: no button to refuse with", ErrNotUnderstood)
	}
	return redirectTo, v.firm, err
}

// Decided is the last request by which this person agreed to something or refused it, or nil.
func (p *Person) Decided() *Decision {
	p.one.Lock()
	defer p.one.Unlock()
	return p.last
}

// Proved says whether this person entered a key or a password anywhere, right or wrong.
func (p *Person) Proved() bool {
	p.one.Lock()
	defer p.one.Unlock()
	return p.proved
}

// visit is one way through the pages.
type visit struct {
	code, back string
	authorizes bool
	refuse     bool
	decided    bool // a button was pressed that says what the person wants
	firm       bool // it says that the request is refused
	signedIn   bool // a key or a password was entered
	objected   bool // the page that came then is no good news
	moved      int  // forms sent and links followed
	done       []string
}

func (p *Person) visit(ctx context.Context, address string, v *visit) (string, error) {
	p.one.Lock()
	defer p.one.Unlock()
	if !p.atHome(address) {
		return "", fmt.Errorf("%w: %s is not at the server's own address", ErrNotUnderstood, address)
	}
	at, err := p.load(ctx, &step{method: http.MethodGet, address: address})
	for err == nil {
		if at.left != "" || v.goesBack(at) {
			return at.left, nil
		}
		if v.refusedBy(at) {
			if at.status == http.StatusNotFound {
				return "", ErrMissing
			}
			return "", fmt.Errorf("%w: status %d", ErrRefused, at.status)
		}
		next := v.next(at, p.with)
		if next == nil || v.moved >= mostPages {
			return "", v.end(at)
		}
		v.moved++
		p.proved = p.proved || next.signsIn
		if next.decides && p.BeforeDeciding != nil {
			p.BeforeDeciding()
		}
		if next.decides {
			p.last = &Decision{next.method, next.address, next.from, next.values, next.given, v.signedIn}
		}
		at, err = p.load(ctx, next)
	}
	return "", fmt.Errorf("%w: %w", ErrNotUnderstood, err)
}

// goesBack says whether a page itself, in place of a redirect, leads to the application.
func (v *visit) goesBack(at *page) bool {
	for _, one := range at.links {
		if v.back != "" && strings.HasPrefix(one.to, v.back) && (strings.Contains(one.to, "code=") || strings.Contains(one.to, "error=")) {
			at.left = one.to
			return true
		}
	}
	return false
}

// refusedBy says whether a page calls an authorization request wrong, by its status or by having nothing to do on it. After a form was
// sent an error may be about that.
func (v *visit) refusedBy(at *page) bool {
	if !v.authorizes || v.moved > 0 {
		return false
	}
	return slices.Contains([]int{400, 404, 410, 422}, at.status) || at.status == http.StatusOK && len(at.forms) == 0 && len(at.links) == 0
}

// end judges where a visit came to its end.
func (v *visit) end(at *page) error {
	v.objected = asksMore(at) || objects.MatchString(at.said)
	switch {
	case at.status >= 400:
		return fmt.Errorf("%w: status %d at %s", ErrNotUnderstood, at.status, at.at.Path)
	case v.moved == 0:
		return fmt.Errorf("%w: %s", ErrNotUnderstood, stuck(at))
	case v.authorizes && v.decided && !at.script && len(at.forms) == 0 && len(at.links) == 0:
		return fmt.Errorf("%w: %s", ErrNoWayBack, at.at.Path)
	case v.authorizes:
		return fmt.Errorf("%w: no way on from %s", ErrNotUnderstood, at.at.Path)
	}
	return nil
}

// stuck says what is on a page on which nothing could be done.
func stuck(at *page) string {
	var asked []string
	for _, one := range at.forms {
		for _, f := range one.fields {
			if f.shows() {
				asked = append(asked, cmp.Or(f.name, f.id, f.label))
			}
		}
	}
	if len(asked) == 0 {
		return "nothing to do at " + at.at.Path
	}
	return fmt.Sprintf("%s asks for %s, which is not known", at.at.Path, strings.Join(asked, ", "))
}

// asksMore says whether a page has something to enter or to mark.
func asksMore(at *page) bool {
	return slices.ContainsFunc(at.forms, func(one *form) bool {
		return slices.ContainsFunc(one.fields, func(f *field) bool { return f.shows() || f.kind == "checkbox" || f.kind == "radio" })
	})
}

// load opens a page and follows redirects as long as they stay at the server.
func (p *Person) load(ctx context.Context, s *step) (*page, error) {
	one := *s
	for range mostRedirects {
		resp, err := p.send(ctx, &one)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(io.LimitReader(resp.Body, pageBytes))
		if resp.Body.Close(); err != nil {
			return nil, err
		}
		to, err := resp.Location()
		if resp.StatusCode/100 != 3 || err != nil {
			return parse(string(body), resp.Request.URL, resp.StatusCode), nil
		}
		if !p.atHome(to.String()) {
			return &page{at: resp.Request.URL, status: resp.StatusCode, left: to.String()}, nil
		}
		if one.address = to.String(); resp.StatusCode < 307 {
			one.method, one.values = http.MethodGet, nil
		}
	}
	return nil, errors.New("redirects without an end")
}

// send makes one request. A limit that says how long it lasts is waited out once.
func (p *Person) send(ctx context.Context, s *step) (*http.Response, error) {
	for again := false; ; again = true {
		req, err := http.NewRequestWithContext(ctx, s.method, s.address, strings.NewReader(s.values.Encode()))
		if err != nil {
			return nil, err
		}
		if s.from != "" {
			req.Header.Set("Referer", s.from)
		}
		if s.method == http.MethodGet {
			req.Body, req.ContentLength = nil, 0
		} else {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			req.Header.Set("Origin", req.URL.Scheme+"://"+req.URL.Host)
		}
		req.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		req.Header.Set("User-Agent", "intake-conformance")
		resp, err := p.client.Do(req)
		if err != nil || again || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		pause := time.Duration(seconds) * time.Second
		if err != nil || pause > longestPause {
			return resp, nil
		}
		_ = resp.Body.Close()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// atHome says whether an address is of the server: the names of this machine are as good as each other.
func (p *Person) atHome(address string) bool {
	u, err := url.Parse(address)
	return err == nil && origin(u) == origin(p.home)
}

func origin(u *url.URL) string {
	host, port := strings.ToLower(u.Hostname()), u.Port()
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		host = "localhost"
	}
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(host, port)
}
