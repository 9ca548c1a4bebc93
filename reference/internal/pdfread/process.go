package pdfread

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// idleLife is how long a worker without work is kept.
const idleLife = time.Minute

var errCannotIsolate = errors.New("namespaces are not permitted here")

// process is a worker seen from outside.
type process struct {
	cmd   *exec.Cmd
	in    *os.File
	out   *os.File
	ended chan struct{}
}

// start starts a worker, in namespaces of its own where the kernel permits them.
func start(o Options) (*process, error) {
	p, err := startIn(o, isolated)
	if errors.Is(err, errCannotIsolate) {
		p, err = startIn(o, plain)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errWorker, err)
	}
	return p, nil
}

func startIn(o Options, mode isolation) (*process, error) {
	exe, err := executable()
	if err != nil {
		return nil, err
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirIn.Close()
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	defer theirOut.Close()
	p := &process{cmd: exec.Command(exe), in: in, out: out, ended: make(chan struct{})}
	p.cmd.Args = []string{"pdf-worker"}
	p.cmd.Dir = os.TempDir()
	p.cmd.Env = o.environment()
	p.cmd.Stdin, p.cmd.Stdout = theirIn, theirOut // the worker's standard error is dropped: it may quote the file
	if err := p.launch(mode); err != nil {
		err = errors.Join(err, in.Close(), out.Close())
		if mode == isolated && notPermitted(err) {
			return nil, errCannotIsolate
		}
		return nil, err
	}
	return p, nil
}

// launch starts the program and stays with it on one thread until it has ended, since it dies with that thread.
func (p *process) launch(mode isolation) error {
	started := make(chan error, 1)
	go func() {
		defer close(p.ended)
		release := isolate(p.cmd, mode)
		defer release()
		err := p.cmd.Start()
		if started <- err; err == nil {
			_ = p.cmd.Wait() // what it has to say, it has said on its output
		}
	}()
	return <-started
}

// exchange sends a file and receives the answer to it. The end of the context kills the worker.
func (p *process) exchange(ctx context.Context, file *io.SectionReader, most int64) ([]byte, error) {
	stop := context.AfterFunc(ctx, p.kill)
	defer stop()
	if err := sendFile(p.in, file); err != nil {
		return nil, err
	}
	return receive(p.out, most, nil)
}

func (p *process) kill() { _ = p.cmd.Process.Kill() } // it may have ended by itself

// end kills the worker, which has nothing to keep, and waits until it is gone.
func (p *process) end() {
	p.kill()
	<-p.ended
	_, _ = p.in.Close(), p.out.Close()
}

// idle are the workers that wait for a file, the one that worked last first.
type idle struct {
	mu     sync.Mutex
	closed bool
	most   int
	life   time.Duration
	all    []*waiting
}

// waiting is a worker that is ended when its time is over.
type waiting struct {
	*process
	owner string // whose files it has read
	timer *time.Timer
}

// take finds a worker that has read no other owner's files.
func (i *idle) take(owner string) *process {
	i.mu.Lock()
	defer i.mu.Unlock()
	for n := len(i.all) - 1; n >= 0; n-- {
		if w := i.all[n]; w.owner == owner {
			i.all = slices.Delete(i.all, n, n+1)
			w.timer.Stop()
			return w.process
		}
	}
	return nil
}

// give has a worker wait for the owner's next file. Where too many wait, the one that waited longest is ended.
func (i *idle) give(p *process, owner string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed {
		p.end()
		return
	}
	w := &waiting{process: p, owner: owner}
	w.timer = time.AfterFunc(i.life, func() { i.expire(w) })
	i.all = append(i.all, w)
	if len(i.all) > i.most {
		i.all[0].timer.Stop()
		i.all[0].end()
		i.all = slices.Delete(i.all, 0, 1)
	}
}

// expire ends a worker whose time is over, unless somebody took it meanwhile.
func (i *idle) expire(w *waiting) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for n, one := range i.all {
		if one == w {
			i.all = append(i.all[:n], i.all[n+1:]...)
			w.end()
			return
		}
	}
}

func (i *idle) close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed = true
	for _, w := range i.all {
		w.timer.Stop()
		w.end()
	}
	i.all = nil
}
