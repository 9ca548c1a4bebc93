package sender

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// Options of a run.
type Options struct {
	Target       string                                                    // where the receiver takes deliveries
	Secret       string                                                    // the endpoint's signing secret, whsec_ included
	HeaderPrefix string                                                    // default "X-Service-"
	Effects      func(ctx context.Context, deliveryID string) (int, error) // how often a delivery was handled; may be nil
	QuickBound   time.Duration                                             // what counts as a quick answer; default 2 s
	Client       *http.Client
	Chosen       func(id string) bool // the cases to run; default all
	Progress     func(report.Result)
}

// Exchange is one delivery and what was answered.
type Exchange struct {
	Header map[string][]string
	Body   []byte
	Status int // 0 when no answer came
	Answer []byte
	Error  string
	Took   time.Duration
}

// Bounds of one delivery.
const (
	attemptTime = 10 * time.Second // spec section 6: a receiver has so long
	answerBytes = 64 << 10
)

// Run judges a receiver by every case, one after the other, as their effects must be told apart.
func Run(ctx context.Context, o Options) ([]report.Result, error) {
	if o.Target == "" || o.Secret == "" {
		return nil, errors.New("a receiver is judged by its URL and its signing secret: one of them is missing")
	}
	if o.HeaderPrefix == "" {
		o.HeaderPrefix = "X-Service-"
	}
	if o.QuickBound <= 0 {
		o.QuickBound = 2 * time.Second
	}
	if o.Client == nil {
		o.Client = ownClient()
		defer o.Client.CloseIdleConnections()
	}
	if err := reach(ctx, o.Target); err != nil {
		return nil, err
	}
	var all []report.Result
	for _, one := range cases {
		if ctx.Err() != nil {
			return all, context.Cause(ctx)
		}
		if o.Chosen != nil && !o.Chosen(one.id) {
			continue
		}
		r := (&judge{ctx: ctx, o: o}).run(one)
		all = append(all, r)
		if o.Progress != nil {
			o.Progress(r)
		}
	}
	return all, nil
}

// ownClient has connections of its own: those of Go's default transport are closed by whoever wishes, as a test server
// does that ends, and the receiver would be blamed for it. It follows no redirect, as a delivery does not.
func ownClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: 20 * time.Second},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// ErrUnreachable says that nothing listens where the receiver should be.
var ErrUnreachable = errors.New("the receiver could not be reached")

// reach tells a receiver that is not there from one that answers badly.
func reach(ctx context.Context, target string) error {
	u, err := url.Parse(target)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%q is not the http or https URL of a receiver", target)
	}
	conn, err := (&net.Dialer{Timeout: attemptTime}).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), u.Scheme)))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return conn.Close()
}

// oneCase judges one requirement of the catalogue on one receiver.
type oneCase struct {
	id  string
	run func(*judge)
}

// judge is a running case.
type judge struct {
	ctx    context.Context
	o      Options
	result report.Result
	mu     sync.Mutex
	sent   []Exchange
}

// ended is how a case leaves its function early.
type ended struct{}

func (j *judge) run(one oneCase) (r report.Result) {
	start := time.Now()
	j.result = report.Of(one.id, report.Pass)
	defer func() {
		if p := recover(); p != nil {
			if _, planned := p.(ended); !planned {
				panic(p)
			}
		}
		if j.evidence(); j.result.Verdict == report.Fail || j.result.Verdict == report.Warn {
			j.result.Cause = causes[one.id]
		}
		j.result.TookMS = time.Since(start).Milliseconds()
		r = j.result
	}()
	one.run(j)
	return j.result
}

func (j *judge) end(v report.Verdict, expected, got string) {
	j.result = report.Of(j.result.ID, v)
	j.result.Expected, j.result.Got = expected, got
	panic(ended{})
}

// note records a choice that the specification leaves open.
func (j *judge) note(choice string, args ...any) {
	j.result = report.Of(j.result.ID, report.Observed)
	j.result.Observed = fmt.Sprintf(choice, args...)
}

// send posts a delivery and keeps the exchange.
func (j *judge) send(d delivery) Exchange {
	ctx, cancel := context.WithTimeout(j.ctx, attemptTime+2*time.Second)
	defer cancel()
	x := Exchange{Header: d.headers, Body: []byte(d.body)}
	start := time.Now()
	var body io.Reader = strings.NewReader(d.body)
	if d.pieces > 0 {
		body = &slowly{ctx: ctx, body: d.body, piece: len(d.body)/d.pieces + 1}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, j.o.Target, body)
	if err != nil {
		j.end(report.Inconclusive, "a URL to send to", err.Error())
	}
	if req.ContentLength = int64(len(d.body)); d.chunked {
		req.ContentLength = -1
	}
	for name, values := range d.headers {
		req.Header[name] = values // not Set: the case of the name is part of the matter
	}
	resp, err := j.o.Client.Do(req)
	if err != nil {
		x.Error = err.Error()
	} else {
		x.Status = resp.StatusCode
		x.Answer, _ = io.ReadAll(io.LimitReader(resp.Body, answerBytes))
		_ = resp.Body.Close()
	}
	x.Took = time.Since(start)
	j.mu.Lock()
	j.sent = append(j.sent, x)
	j.mu.Unlock()
	return x
}

func (x Exchange) String() string {
	if x.Status == 0 {
		return "no answer: " + x.Error
	}
	return fmt.Sprintf("status %d after %v", x.Status, x.Took.Round(time.Millisecond))
}

func (x Exchange) accepted() bool { return x.Status/100 == 2 }

// control shows that the receiver takes a delivery without the fault; if not, a refusal would prove nothing.
func (j *judge) control() {
	if x := j.send(j.test()); !x.accepted() {
		j.end(report.Inconclusive, "a valid delivery to be answered 2xx first", x.String())
	}
}

// discerning shows that the receiver does not take just anything; if it does, what it takes would prove nothing.
func (j *judge) discerning() {
	if x := j.send(j.under(j.test(), "whsec_of_somebody_else")); x.accepted() {
		j.end(report.Inconclusive, "a forged delivery not to be answered 2xx first", x.String())
	}
}

// anyControl is a control that also a receiver passes which verifies what its JSON library would have written.
func (j *judge) anyControl() {
	id, now := "dlv_"+strings.ToLower(rand.Text()), stamp(time.Now())
	var last Exchange
	for _, body := range []string{
		fmt.Sprintf(`{"id":%q,"event":"webhook.test","created_at":%q,"data":{}}`, id, now),
		fmt.Sprintf(`{"created_at":%q,"data":{},"event":"webhook.test","id":%q}`, now, id),
		fmt.Sprintf(`{"id": %q, "event": "webhook.test", "created_at": %q, "data": {}}`, id, now),
	} {
		if last = j.send(j.of(id, "webhook.test", body)); last.accepted() {
			return
		}
	}
	j.end(report.Inconclusive, "a valid delivery to be answered 2xx first", last.String())
}

func (j *judge) wantAccepted(what string, d delivery) Exchange {
	x := j.send(d)
	if !x.accepted() {
		j.end(report.Fail, "2xx for "+what, x.String())
	}
	return x
}

func (j *judge) wantRefused(what string, d delivery) {
	if x := j.send(d); x.Status != http.StatusUnauthorized {
		j.end(report.Fail, "401 for "+what, x.String())
	}
}

// settled is a valid delivery that has had its effect. What came before it and had none by then has none.
func (j *judge) settled() {
	d := j.completed()
	j.wantAccepted("a valid delivery", d)
	if n := j.effects(d.id, 1); n < 1 {
		j.end(report.Inconclusive, "an effect of a valid delivery first", "none")
	}
}

// effects asks how often a delivery was handled, and waits a little for receivers that work after they answered.
func (j *judge) effects(id string, atLeast int) int {
	if j.o.Effects == nil {
		j.end(report.Blocked, "", "the receiver has no effects hook")
	}
	count := 0
	for range 50 {
		n, err := j.o.Effects(j.ctx, id)
		if err != nil {
			j.end(report.Blocked, "", "the effects hook failed: "+err.Error())
		}
		if count = n; count >= atLeast {
			break
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-j.ctx.Done():
			j.end(report.Inconclusive, "the effects of a delivery", context.Cause(j.ctx).Error())
		}
	}
	return count
}
