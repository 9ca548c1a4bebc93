package sender

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Verdict is how a case ended. The words are those of the suite's report.
type Verdict string

// The verdicts of a case. A failure of a SHOULD is turned into a warning by whoever knows the levels.
const (
	Pass          Verdict = "pass"
	Fail          Verdict = "fail"
	NotApplicable Verdict = "not_applicable"
	Blocked       Verdict = "blocked"
	Inconclusive  Verdict = "inconclusive"
	Observed      Verdict = "observed"
)

// Options of a run.
type Options struct {
	Target       string                                                    // where the receiver takes deliveries
	Secret       string                                                    // the endpoint's signing secret, whsec_ included
	HeaderPrefix string                                                    // default "X-Service-"
	Effects      func(ctx context.Context, deliveryID string) (int, error) // how often a delivery was handled; may be nil
	QuickBound   time.Duration                                             // what counts as a quick answer; default 2 s
	Client       *http.Client
	Progress     func(Finding)
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

// Finding is the outcome of one case.
type Finding struct {
	ID        string
	Verdict   Verdict
	Expected  string
	Got       string
	Observed  string
	Exchanges []Exchange
	Took      time.Duration
}

// Bounds of one delivery.
const (
	attemptTime = 10 * time.Second // spec section 6: a receiver has so long
	answerBytes = 64 << 10
)

// Run judges a receiver by every case, one after the other, as their effects must be told apart.
func Run(ctx context.Context, o Options) ([]Finding, error) {
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
		o.Client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	var all []Finding
	for _, one := range cases {
		if ctx.Err() != nil {
			return all, context.Cause(ctx)
		}
		f := (&judge{ctx: ctx, o: o}).run(one)
		all = append(all, f)
		if o.Progress != nil {
			o.Progress(f)
		}
	}
	return all, nil
}

// oneCase judges one requirement of the catalogue on one receiver.
type oneCase struct {
	id  string
	run func(*judge)
}

// judge is a running case.
type judge struct {
	ctx     context.Context
	o       Options
	mu      sync.Mutex
	finding Finding
}

// ended is how a case leaves its function early.
type ended struct{}

func (j *judge) run(one oneCase) (f Finding) {
	start := time.Now()
	j.finding = Finding{ID: one.id, Verdict: Pass}
	defer func() {
		if r := recover(); r != nil {
			if _, planned := r.(ended); !planned {
				panic(r)
			}
		}
		j.finding.Took = time.Since(start)
		f = j.finding
	}()
	one.run(j)
	return j.finding
}

func (j *judge) end(v Verdict, expected, got string) {
	j.finding.Verdict, j.finding.Expected, j.finding.Got = v, expected, got
	panic(ended{})
}

// send posts a delivery and keeps the exchange.
func (j *judge) send(d delivery) Exchange {
	ctx, cancel := context.WithTimeout(j.ctx, attemptTime+2*time.Second)
	defer cancel()
	x := Exchange{Header: d.headers, Body: []byte(d.body)}
	start := time.Now()
	var body io.Reader = strings.NewReader(d.body)
	if d.chunked {
		body = struct{ io.Reader }{body} // a reader of unknown length is sent in chunks
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, j.o.Target, body)
	if err != nil {
		j.end(Inconclusive, "a URL to send to", err.Error())
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
	j.finding.Exchanges = append(j.finding.Exchanges, x)
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
		j.end(Inconclusive, "a valid delivery to be answered 2xx first", x.String())
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
	j.end(Inconclusive, "a valid delivery to be answered 2xx first", last.String())
}

func (j *judge) wantAccepted(what string, d delivery) Exchange {
	x := j.send(d)
	if !x.accepted() {
		j.end(Fail, "2xx for "+what, x.String())
	}
	return x
}

func (j *judge) wantRefused(what string, d delivery) {
	if x := j.send(d); x.Status != http.StatusUnauthorized {
		j.end(Fail, "401 for "+what, x.String())
	}
}

// effects asks how often a delivery was handled, and waits a little for receivers that work after they answered.
func (j *judge) effects(id string, atLeast int) int {
	if j.o.Effects == nil {
		j.end(Blocked, "", "the receiver has no effects hook")
	}
	count := 0
	for range 50 {
		n, err := j.o.Effects(j.ctx, id)
		if err != nil {
			j.end(Blocked, "", "the effects hook failed: "+err.Error())
		}
		if count = n; count >= atLeast {
			break
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-j.ctx.Done():
			j.end(Inconclusive, "the effects of a delivery", context.Cause(j.ctx).Error())
		}
	}
	return count
}
