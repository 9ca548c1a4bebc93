package peer

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// Options of a run.
type Options struct {
	Start    Start
	Parallel int                 // drivers at a time; default 8
	Limit    time.Duration       // for one case; default 40 s
	Progress func(report.Result) // called as each case ends, one at a time
}

// helloTime is how long a driver may take until it answers its first command.
const helloTime = 20 * time.Second

// Run judges the client behind the drivers by the cases and returns the results in the order of the cases. The error
// says that no driver could be started; the results say everything else.
func Run(ctx context.Context, o Options, cases []Case) ([]report.Result, error) {
	if o.Parallel <= 0 {
		o.Parallel = 8
	}
	if o.Limit <= 0 {
		o.Limit = 40 * time.Second
	}
	folder, err := os.MkdirTemp("", "intake-peer-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	probe, _, err := greet(ctx, o.Start)
	if err != nil {
		return nil, err
	}
	_ = probe.Close()
	results, queue := make([]report.Result, len(cases)), make(chan int)
	var mu sync.Mutex
	var group sync.WaitGroup
	for range min(o.Parallel, len(cases)) {
		group.Go(func() {
			w := worker{o: o, folder: folder}
			defer w.release()
			for i := range queue {
				results[i] = w.judge(ctx, cases[i])
				if o.Progress != nil {
					mu.Lock()
					o.Progress(results[i])
					mu.Unlock()
				}
			}
		})
	}
	for i := range cases {
		queue <- i
	}
	close(queue)
	group.Wait()
	return results, ctx.Err()
}

// greet starts a driver and asks what it can do.
func greet(ctx context.Context, start Start) (*Driver, map[string]bool, error) {
	d, err := start(ctx)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, helloTime)
	defer cancel()
	out := d.Call(ctx, Command{Command: "hello"}, func(string, map[string]any) {})
	var hello struct {
		Features []string `json:"features"`
	}
	if !out.OK() || json.Unmarshal(out.Result, &hello) != nil {
		return nil, nil, errors.Join(fmt.Errorf("the driver did not answer hello: %s", out), d.Close())
	}
	features := map[string]bool{}
	for _, f := range hello.Features {
		features[f] = true
	}
	return d, features, nil
}

// worker runs one case after the other on a driver of its own, and takes a new one when a case broke it.
type worker struct {
	o        Options
	folder   string
	driver   *Driver
	features map[string]bool
}

func (w *worker) judge(ctx context.Context, one Case) report.Result {
	if w.driver == nil {
		d, features, err := greet(ctx, w.o.Start)
		if err != nil {
			return unclear(one.ID, "a driver that starts", err)
		}
		w.driver, w.features = d, features
	}
	folder, err := os.MkdirTemp(w.folder, one.ID+"-*")
	if err != nil {
		return unclear(one.ID, "a folder for files", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, w.o.Limit, fmt.Errorf("it took over %v", w.o.Limit))
	defer cancel()
	c := &C{ctx: ctx, driver: w.driver, folder: folder, key: "bsk_" + rand.Text(), features: w.features}
	result := c.run(one)
	if c.broken {
		w.release()
	}
	return result
}

func unclear(id, expected string, err error) report.Result {
	r := report.Of(id, report.Inconclusive)
	r.Expected, r.Got = expected, err.Error()
	return r
}

func (w *worker) release() {
	if w.driver != nil {
		_ = w.driver.Close() // how a driver leaves is not judged
		w.driver = nil
	}
}
