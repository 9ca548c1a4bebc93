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
	"sync/atomic"
	"time"

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
	Person       Person         // who signs in on the server's pages where there are no hooks for it; without a name the key is entered there
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
	RealTime bool          // wait in real time also where the hook advance-clock could save the waits
	Progress func(report.Result)
	Variable func(id, name, value string) // told the secrets that the curl line of a failure names, so that it can be run
}

// ErrUnreachable says that the target does not answer: not at all, not any more at the end of a run, or not to one
// of its calls.
var ErrUnreachable = errors.New("the target could not be reached")

// run is one run of the checks on one target.
type run struct {
	ctx      context.Context // of the whole run: what several checks share outlives each of them
	target   Target
	options  Options
	client   *http.Client
	single   *http.Client // of a new connection for each request
	timeout  time.Duration
	home     *Workspace
	founding []*act // how the home workspace was made, where no key was given
	hooks    hooks.Hooks
	pages    *signInPages
	clock    *clock
	keeper   *keeper

	progressing        sync.Mutex
	crowd              sync.RWMutex // read by requests that are under way beside others
	mu                 sync.Mutex
	dice               *rand.Rand
	seen               []*exchange        // in the order of their ends
	silent             map[string]silence // by call
	memos              map[string]*memo
	secrets            map[string]bool
	keys               map[string]string // credential -> the variable of a curl line
	verifiers          map[string]bool   // of the code flows
	revoked            []string          // keys that are no good any more
	approvedPoll       *exchange         // a poll of a request that was approved long before
	lateDevice         *lateDevice
	lapsingPoll        *exchange             // a poll of a request of a device that is about to lapse
	attemptsByOwnClock atomic.Bool           // the server ends attempts by a clock of its own
	keptBroke          atomic.Bool           // a connection that was kept broke under a request
	shortLived         atomic.Bool           // some tokens live so short that checks which share them may come too late
	knownFakes         map[string]bool       // what looks like a secret and opens nothing
	derived            map[string]derivation // likenesses of credentials
	clients            map[string]clientSecret
	homeCredentials    map[string]bool  // credentials of the home workspace
	uncapped           map[string]bool  // keys of workspaces without a cap
	orgsByKey          map[string]ident // key -> org_id of a workspace beside the home one
	listener           *listener
	singleListener     *listener // whose connections are of one request each
	dues               []due
	rates              *rates
	putOff             []*exchange // with 503 and Retry-After
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

// Run judges the target by the checks. Every check has a result, also when the target could not be reached or ctx has
// ended, and when the target no longer answers at the end, or one of its calls never; the error says so.
func Run(ctx context.Context, t Target, o Options, all []Check) ([]report.Result, error) {
	r, err := newRun(t, o)
	if err != nil {
		return nil, err
	}
	r.ctx = ctx
	defer r.close()
	reached := r.reach(ctx)
	var results []report.Result
	chosen := Selected(all, r.options)
	for _, phase := range []Phase{Early, Main, Clock, Last} {
		results = append(results, r.phase(ctx, phase, chosen, reached)...)
	}
	switch {
	case reached != nil:
	case ctx.Err() != nil:
		results = r.lookBackAtOnce(ctx, chosen, results)
	default:
		results = r.hindsight(ctx, chosen, results)
	}
	if r.options.Fuzz > 0 && reached == nil {
		if found := r.fuzz(ctx); found != nil {
			results = replace(results, *found)
		}
	}
	switch {
	case reached != nil:
		return results, reached
	case ctx.Err() != nil:
		return results, fmt.Errorf("the run was ended: %w", context.Cause(ctx))
	}
	if gone := r.reach(ctx); gone != nil { // what could not be judged may be its fault, and a run that failed nothing says little
		return results, fmt.Errorf("in the course of the run: %w", gone)
	}
	return results, r.silentCall()
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
	r := &run{target: t, options: o, client: newClient(o.Parallel, o.Timeout, true), single: newClient(o.Parallel, o.Timeout, false),
		timeout: o.Timeout, hooks: t.Hooks, pages: newSignInPages(),
		clock: newClock(o.Parallel),
		home:  &Workspace{Key: t.APIKey, Label: t.KeyLabel}, memos: map[string]*memo{}, silent: map[string]silence{}, secrets: map[string]bool{},
		keys: map[string]string{}, verifiers: map[string]bool{}, knownFakes: map[string]bool{}, derived: map[string]derivation{},
		clients: map[string]clientSecret{}, homeCredentials: map[string]bool{}, uncapped: map[string]bool{}, orgsByKey: map[string]ident{},
		rates: newRates(),
		dice:  rand.New(rand.NewPCG(uint64(o.Seed), 0x9e3779b97f4a7c15))}
	r.keeper = &keeper{run: r, rest: leastRest}
	r.atHome(t.APIKey)
	r.secret(t.APIKey, "INTAKE_API_KEY")
	r.secret(t.APIKey2, "INTAKE_API_KEY_2")
	r.secret(t.Person.Password, "INTAKE_PASSWORD")
	return r, nil
}

func (r *run) close() {
	r.client.CloseIdleConnections() // the other client keeps none
	for _, l := range []*listener{r.listener, r.singleListener} {
		if l != nil {
			l.close()
		}
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
	maker := &C{run: r, ctx: ctx}
	ws, err := maker.makeWorkspace(obj{"name": "Conformance home", "plan": "paid", "market_connected": true})
	if errors.Is(err, hooks.ErrNotOffered) {
		return errors.New("an API key is needed, or hooks that offer create-workspace")
	}
	if err != nil {
		return err
	}
	r.home, r.founding = ws, maker.steps
	r.secret(ws.Key, "INTAKE_API_KEY")
	r.atHome(ws.Key)
	return nil
}

// atHome notes a credential of the home workspace.
func (r *run) atHome(credential string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if credential != "" {
		r.homeCredentials[credential] = true
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
	x.at = r.clock.passed()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, x)
}
