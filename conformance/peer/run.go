package peer

import (
	"context"
	"crypto/rand"
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
	Hello    time.Duration       // until a driver answers its first command; default 20 s
	RealTime bool                // drivers that can skip their waits are asked to wait
	Progress func(report.Result) // called as each case ends, one at a time
}

// ErrNoCase says that there was nothing to judge.
var ErrNoCase = errors.New("no case was chosen")

// Run judges the client behind the drivers by the cases and returns the results in the order of the cases. The error
// says that no driver could be started; the results say everything else.
func Run(ctx context.Context, o Options, cases []Case) ([]report.Result, error) {
	if o.Parallel <= 0 {
		o.Parallel = 8
	}
	if o.Hello <= 0 {
		o.Hello = 20 * time.Second
	}
	if o.Limit <= 0 {
		o.Limit = 40 * time.Second
	}
	if len(cases) == 0 {
		return nil, ErrNoCase
	}
	folder, err := os.MkdirTemp("", "intake-peer-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	probe, err := o.greet(ctx)
	if err != nil {
		return nil, err
	}
	results, queue := make([]report.Result, len(cases)), make(chan int)
	first := make(chan *Driver, 1) // the driver that was probed serves the first worker
	first <- probe
	close(first)
	var mu sync.Mutex
	var group sync.WaitGroup
	for range min(o.Parallel, len(cases)) {
		group.Go(func() {
			w := worker{o: o, folder: folder, driver: <-first}
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
	for i := len(cases) - 1; i >= 0; i-- { // the cases that wait longest stand last and are begun first
		queue <- i
	}
	close(queue)
	group.Wait()
	return results, ctx.Err()
}

// greet starts a driver and waits until it answers.
func (o Options) greet(ctx context.Context) (*Driver, error) {
	d, err := o.Start(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, o.Hello)
	defer cancel()
	out := d.Call(ctx, Command{Command: "hello", Params: map[string]any{"real_time": o.RealTime}}, func(string, map[string]any) {})
	if !out.OK() {
		return nil, errors.Join(fmt.Errorf("the driver did not answer hello: %s", out), d.Close())
	}
	return d, nil
}

// worker runs one case after the other on a driver of its own, and takes a new one when a case broke it.
type worker struct {
	o      Options
	folder string
	driver *Driver
}

func (w *worker) judge(ctx context.Context, one Case) report.Result {
	if w.driver == nil {
		d, err := w.o.greet(ctx)
		if err != nil {
			return unclear(one.ID, "a driver that starts", err)
		}
		w.driver = d
	}
	folder, err := os.MkdirTemp(w.folder, one.ID+"-*")
	if err != nil {
		return unclear(one.ID, "a folder for files", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, w.o.Limit, fmt.Errorf("it took over %v", w.o.Limit))
	defer cancel()
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	c := &C{ctx: ctx, giveUp: giveUp, driver: w.driver, folder: folder, key: "bsk_" + rand.Text()}
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
