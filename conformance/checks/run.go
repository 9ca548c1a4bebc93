package checks

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// Target is the server to be judged. BaseURL and APIKey are enough; the rest lets more be judged.
type Target struct {
	BaseURL      string
	APIKey       string
	APIKey2      string         // a key of another workspace
	KeyLabel     string         // the label of APIKey
	Hooks        hooks.Hooks    // what the API cannot do; nil offers nothing
	HeaderPrefix string         // of webhook headers; default "X-Service-"
	ListenHost   string         // where the server reaches webhook listeners of the suite; default 127.0.0.1
	Create       map[string]any // members of a create request that the server takes, beside insured_name
	Script       []string       // messages that answer an intake; what they leave open is answered by reading the asks
	DocsPart     string         // part name of the documents call; empty probes the usual ones
}

// Options of a run.
type Options struct {
	Pattern  string        // ids to run, such as API-CREATE-*, with commas between several; empty runs all
	RFC      bool          // judge the REF requirements too
	Parallel int           // default 16
	Timeout  time.Duration // of one request; default 30 s
	Limit    time.Duration // of one check; default 5 min
	Seed     int64
	Shuffle  bool          // run in an order drawn from the seed
	Evidence bool          // keep the exchanges of passes too
	Fuzz     time.Duration // how long to send generated requests after the checks
	Progress func(report.Result)
	Variable func(id, name, value string) // told the secrets that the curl line of a failure names, so that it can be run
}

// ErrUnreachable says that the target does not answer at all.
var ErrUnreachable = errors.New("the target could not be reached")

// run is one run of the checks on one target.
type run struct {
	target  Target
	options Options
	client  *http.Client
	timeout time.Duration
	home    *Workspace
	hooks   hooks.Hooks

	mu       sync.Mutex
	dice     *rand.Rand
	seen     []*exchange // everything that the passive checks judge
	memos    map[string]*memo
	secrets  map[string]bool
	keys     map[string]string // credential -> the variable of a curl line
	listener *listener
}

// Selected lists the checks whose ids match a pattern.
func Selected(all []Check, o Options) []Check {
	return slices.DeleteFunc(slices.Clone(all), func(one Check) bool { return !Matches(o.Pattern, one.ID) })
}

// Matches says whether an id matches one of the patterns, which have commas between them. A pattern without * or ? is
// the beginning of an id.
func Matches(patterns, id string) bool {
	if strings.TrimSpace(patterns) == "" {
		return true
	}
	for _, p := range strings.Split(patterns, ",") {
		p = strings.TrimSpace(p)
		if p == id || p != "" && !strings.ContainsAny(p, "*?[") && strings.HasPrefix(id, p) {
			return true
		}
		if ok, _ := path.Match(p, id); ok {
			return true
		}
	}
	return false
}

// Run judges the target by the checks. Every check has a result, also when the target could not be reached.
func Run(ctx context.Context, t Target, o Options, all []Check) ([]report.Result, error) {
	r, err := newRun(t, o)
	if err != nil {
		return nil, err
	}
	defer r.close()
	reached := r.reach(ctx)
	var results []report.Result
	chosen := Selected(all, r.options)
	for _, phase := range []Phase{Early, Main, Clock, Last} {
		parallel := r.options.Parallel
		if phase == Early || phase == Clock {
			parallel = 1
		}
		results = append(results, r.phase(ctx, phase, chosen, parallel, reached)...)
	}
	if r.options.Fuzz > 0 && reached == nil {
		if found := r.fuzz(ctx); found != nil {
			results = replace(results, *found)
		}
	}
	return results, reached
}

// replace puts a result in the place of the one of the same id.
func replace(results []report.Result, one report.Result) []report.Result {
	for i := range results {
		if results[i].ID == one.ID {
			results[i] = one
			return results
		}
	}
	return append(results, one)
}

func newRun(t Target, o Options) (*run, error) {
	if !strings.HasPrefix(t.BaseURL, "http://") && !strings.HasPrefix(t.BaseURL, "https://") {
		return nil, fmt.Errorf("the base URL %q does not begin with http:// or https://", t.BaseURL)
	}
	if o.Parallel <= 0 {
		o.Parallel = 16
	}
	if o.Timeout <= 0 {
		o.Timeout = 30 * time.Second
	}
	if o.Limit <= 0 {
		o.Limit = 5 * time.Minute
	}
	if t.HeaderPrefix == "" {
		t.HeaderPrefix = "X-Service-"
	}
	if t.ListenHost == "" {
		t.ListenHost = "127.0.0.1"
	}
	if t.Hooks == nil {
		t.Hooks = hooks.None{}
	}
	r := &run{target: t, options: o, client: newClient(o.Parallel, o.Timeout), timeout: o.Timeout, hooks: t.Hooks,
		home: &Workspace{Key: t.APIKey, Label: t.KeyLabel}, memos: map[string]*memo{}, secrets: map[string]bool{},
		keys: map[string]string{}, dice: rand.New(rand.NewPCG(uint64(o.Seed), 0x9e3779b97f4a7c15))}
	r.secret(t.APIKey, "INTAKE_API_KEY")
	r.secret(t.APIKey2, "INTAKE_API_KEY_2")
	return r, nil
}

func (r *run) close() {
	r.client.CloseIdleConnections()
	if r.listener != nil {
		r.listener.close()
	}
}

// reach asks whether anything answers, and makes the home workspace when no key was given.
func (r *run) reach(ctx context.Context) error {
	if x := r.roundTrip(ctx, &request{method: http.MethodGet, path: metadataPath, header: http.Header{}}); x.err != nil {
		if x = r.roundTrip(ctx, &request{method: http.MethodGet, path: "/org/me", header: http.Header{}}); x.err != nil {
			return fmt.Errorf("%w: %w", ErrUnreachable, x.err)
		}
	}
	if r.home.Key != "" {
		return nil
	}
	ws, err := r.makeWorkspace(ctx, obj{"name": "Conformance home", "plan": "paid", "market_connected": true})
	if errors.Is(err, hooks.ErrNotOffered) {
		return errors.New("an API key is needed, or hooks that offer create-workspace")
	}
	if err != nil {
		return err
	}
	r.home = ws
	return nil
}

func (r *run) phase(ctx context.Context, phase Phase, all []Check, parallel int, reached error) []report.Result {
	mine := slices.DeleteFunc(slices.Clone(all), func(one Check) bool { return one.Phase != phase })
	if r.options.Shuffle {
		rand.New(rand.NewPCG(uint64(r.options.Seed), uint64(phase))).Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
	}
	results, queue := make([]report.Result, len(mine)), make(chan int)
	var group sync.WaitGroup
	var mu sync.Mutex
	for range min(parallel, len(mine)) {
		group.Go(func() {
			for i := range queue {
				one := r.one(ctx, mine[i], reached)
				results[i] = one
				if r.options.Progress != nil {
					mu.Lock()
					r.options.Progress(one)
					mu.Unlock()
				}
			}
		})
	}
	for i := range mine {
		queue <- i
	}
	close(queue)
	group.Wait()
	return results
}

func (r *run) one(ctx context.Context, check Check, reached error) report.Result {
	req, known := catalogue.Get(check.ID)
	result := report.Of(check.ID, report.Inconclusive)
	switch {
	case reached != nil:
		result.Expected, result.Got = "a target that answers", reached.Error()
		return result
	case known && req.Level == catalogue.Ref && !r.options.RFC:
		result.Verdict, result.Got = report.NotApplicable, "belongs to the RFC profile (-profile rfc)"
		return result
	case ctx.Err() != nil:
		result.Expected, result.Got = "time to judge", "the run was ended"
		return result
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.options.Limit, fmt.Errorf("the check took over %v", r.options.Limit))
	defer cancel()
	c := &C{run: r, ctx: ctx, check: check}
	result = c.judge()
	if c.subject != nil && (len(c.traffic) == 0 || c.traffic[len(c.traffic)-1] != c.subject) {
		c.traffic = append(slices.DeleteFunc(c.traffic, func(x *exchange) bool { return x == c.subject }), c.subject)
	}
	if result.Verdict != report.Pass && result.Verdict != report.Observed || r.options.Evidence {
		result.Exchanges = r.evidence(c.traffic)
	}
	if result.Verdict == report.Fail || result.Verdict == report.Warn {
		result.Reproduce = r.reproduce(c)
	}
	result.Expected, result.Got = r.redact(result.Expected), r.redact(result.Got)
	return result
}

// reproduce writes how to see a failure again: the request that it is about, or the hook that brings a delivery about.
func (r *run) reproduce(c *C) string {
	if c.trigger != "" {
		return r.redact(c.trigger)
	}
	if c.subject == nil || c.subject.req.spends && c.subject.ok() {
		return ""
	}
	line, values := r.curl(c.subject)
	for name, value := range values {
		if r.options.Variable != nil {
			r.options.Variable(c.check.ID, name, value)
		}
	}
	return line
}

// sleep waits, and says whether the time passed before the context ended.
func (r *run) sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// random draws lower-case letters.
func (r *run) random(n int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := make([]byte, n)
	for i := range text {
		text[i] = byte('a' + r.dice.IntN(26))
	}
	return string(text)
}

func (r *run) record(x *exchange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, x)
}

// memo is a fixture that is made once in a run and then read by many checks.
type memo struct {
	once  sync.Once
	value any
	ended any // how the first maker left, when it did not finish
	by    report.Result
	traf  []*exchange
}

// shared makes a fixture once. A check that needs a fixture that could not be made ends as its maker did.
func shared[T any](c *C, name string, make func(*C) T) T {
	c.run.mu.Lock()
	m := c.run.memos[name]
	if m == nil {
		m = &memo{}
		c.run.memos[name] = m
	}
	c.run.mu.Unlock()
	m.once.Do(func() {
		maker := &C{run: c.run, ctx: context.WithoutCancel(c.ctx), check: c.check}
		defer func() {
			m.traf = maker.traffic
			if m.ended = recover(); m.ended != nil {
				m.by = maker.result
				if _, planned := m.ended.(ended); !planned {
					panic(m.ended)
				}
			}
		}()
		m.value = make(maker)
	})
	c.traffic = append(c.traffic, m.traf...)
	if m.ended != nil {
		by := m.by
		c.result = report.Of(c.check.ID, report.Inconclusive)
		if by.Verdict == report.Blocked {
			c.result.Verdict = report.Blocked
		}
		c.result.Expected, c.result.Got, c.result.Missing = by.Expected, by.Got, by.Missing
		panic(ended{})
	}
	return m.value.(T)
}
