package checks

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Steps of the keeper, and bounds of the real time that a server has after each to do what has come due.
const (
	fineStep   = 250 * time.Millisecond // at least, and while a schedule is judged
	coarseStep = 2 * time.Second        // at most
	leastRest  = 3 * time.Millisecond
	mostRest   = 300 * time.Millisecond
	tick       = time.Millisecond // how late a timer ends on an idle machine
	drift      = 2 * time.Second  // between the server's account of its clock and ours
)

// keeper moves the server's clock while all checks wait, so that waits cost little real time. It does so in small steps,
// and only with a server whose schedule it has seen to follow its clock. What fails while it moves the clock is judged
// again in real time: moved time acquits, and never convicts.
type keeper struct {
	run     *run
	rest    time.Duration // from the last sign of work to the next move, on an idle machine
	ahead   time.Duration // of the server's clock when the keeper first looked
	trial   sync.Once     // whether the server's schedule follows its clock
	mu      sync.Mutex
	late    time.Duration // how much longer than asked for the last pauses were: the machine is busy
	done    bool          // the trial
	moved   bool          // the clock, at least once
	broken  bool
	working bool // beside the checks
}

func (k *keeper) tried() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.done
}

// hasMoved says whether the clock was moved at all.
func (k *keeper) hasMoved() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.moved
}

// astray says that the clock was moved and then turned out not to be ours to move.
func (k *keeper) astray() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.broken && k.moved
}

// resting is how long the server is given between moves, more of it on a machine that is busy.
func (k *keeper) resting() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	return min(k.rest+4*k.late, mostRest)
}

// atWork says that the clock is being moved, and that what fails is judged again in real time.
func (k *keeper) atWork() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.working
}

func (k *keeper) work(on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.working = on
}

// failed says that the server's clock is not ours to move.
func (k *keeper) failed() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.broken
}

// keep moves the clock until the context ends. What it does shows on the run's clock alone.
func (k *keeper) keep(ctx context.Context) {
	for ctx.Err() == nil {
		quiet, step, waiting := k.run.clock.quiet()
		if !waiting {
			select {
			case <-k.run.clock.idle:
			case <-ctx.Done():
			}
			continue
		}
		if rest := k.resting(); quiet < rest {
			k.pause(ctx, rest-quiet)
			continue
		}
		if !k.tried() {
			k.run.clock.enter()
			k.ready(&C{run: k.run, ctx: ctx})
			k.run.clock.leave()
			continue
		}
		if k.failed() {
			return
		}
		if !k.move(ctx, step) && ctx.Err() == nil {
			k.mu.Lock()
			k.broken = true
			k.mu.Unlock()
			return
		}
	}
}

// move moves the clock, and says whether the server's own account of its time agrees.
func (k *keeper) move(ctx context.Context, step time.Duration) bool {
	var out struct {
		Now time.Time `json:"now"`
	}
	c := k.run.clock
	c.begin(step)
	err := k.run.hooks.Call(ctx, "advance-clock", obj{"seconds": step.Seconds()}, &out)
	c.moved(step, err == nil)
	k.mu.Lock()
	k.moved = true
	k.mu.Unlock()
	if err != nil || out.Now.IsZero() {
		return false
	}
	off := out.Now.Sub(c.passed()) - k.ahead
	return off.Abs() <= drift
}

// ready finds out, once and while a check c is at work, whether deliveries of the server follow its clock: an attempt
// that fails is made again when the clock has moved by two seconds, within a moment of real time.
func (k *keeper) ready(c *C) {
	if k.run.options.RealTime {
		return
	}
	k.trial.Do(func() {
		pace, ok := k.try(&C{run: k.run, ctx: k.run.ctx, check: Check{ID: "clock"}})
		if ok && 2*pace > leastRest { // once may be bad luck
			if again, well := k.try(&C{run: k.run, ctx: k.run.ctx, check: Check{ID: "clock"}}); well {
				pace = min(pace, again)
			}
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		k.rest = min(max(leastRest, 2*pace), mostRest)
		k.broken, k.done = !ok || pace >= mostRest, true
	})
}

// try makes a delivery that fails once. Pace is the real time that the slower of its two attempts took to arrive when it
// was due.
func (k *keeper) try(c *C) (pace time.Duration, ok bool) {
	defer func() { c.leaves(recover()) }()
	var out struct {
		Now time.Time `json:"now"`
	}
	if err := k.run.hooks.Call(c.ctx, "advance-clock", obj{"seconds": 0}, &out); err != nil || out.Now.IsZero() {
		return 0, false
	}
	k.ahead = out.Now.Sub(k.run.clock.passed())
	path := "hook-" + c.random(12)
	b := c.listener().box(path, func(n int) int {
		if n == 1 {
			return http.StatusInternalServerError
		}
		return http.StatusOK
	})
	b.ws = c.own()
	c.registerBox(b, c.listener().base+"/"+path, nil)
	asked := time.Now()
	c.test(b)
	list, came := c.awaits(b, patience, endedAttempts(1))
	first := time.Since(asked)
	if !came {
		return 0, false
	}
	k.pause(c.ctx, max(2*first, leastRest)) // the server notes the end of an attempt a moment after the receiver
	for end := list[0].end.Add(2*time.Second + fineStep); k.run.clock.passed().Before(end); {
		if !k.move(c.ctx, fineStep) {
			return 0, false
		}
	}
	asked = time.Now()
	_, came = c.awaits(b, patience, endedAttempts(2))
	return max(first, time.Since(asked)), came
}

// pause lets real time pass, and notes how late it ended.
func (k *keeper) pause(ctx context.Context, d time.Duration) {
	start, timer := time.Now(), time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.late = max(time.Since(start)-d-tick, k.late*9/10)
}
