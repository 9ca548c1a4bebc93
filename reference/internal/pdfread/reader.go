package pdfread

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"
)

// Options bounds the reading of one file. A zero value takes the default.
type Options struct {
	MaxBytes  int           // size of the file; default and upper bound 20 MiB
	MaxPages  int           // pages beyond it are left out, with a note; default 600
	Memory    int64         // data segment of the worker in bytes; default 384 MiB
	CPU       time.Duration // processor time of the worker, whole seconds; default 5 s
	Deadline  time.Duration // wall clock time of one reading, for a worker that hangs; default 1 min
	MaxAnswer int64         // size of what the worker may answer; default 48 MiB
	Parallel  int           // workers at the same time, others wait; default one a processor
}

func (o Options) withDefaults() Options {
	def := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&o.MaxBytes, maxFileBytes)
	o.MaxBytes = min(o.MaxBytes, maxFileBytes)
	def(&o.MaxPages, 600)
	def(&o.Parallel, runtime.NumCPU())
	if o.Memory <= 0 {
		o.Memory = 384 << 20
	}
	if o.CPU <= 0 {
		o.CPU = 5 * time.Second
	}
	if o.Deadline <= 0 {
		o.Deadline = time.Minute
	}
	if o.MaxAnswer <= 0 {
		o.MaxAnswer = 48 << 20
	}
	return o
}

const maxFileBytes = 20 << 20

// Reader reads files, each in a worker of its own. It is safe for concurrent use.
type Reader struct {
	options Options
	free    chan struct{}
}

// NewReader returns a reader with these bounds.
func NewReader(o Options) *Reader {
	o = o.withDefaults()
	return &Reader{options: o, free: make(chan struct{}, o.Parallel)}
}

// Read reads one file. Errors about the file match ErrNotPDF, ErrDamaged, ErrEncrypted or ErrTooComplex; any other error
// is a failure on our side or the end of ctx.
func (r *Reader) Read(ctx context.Context, pdf []byte) (*Document, error) {
	if !looksLikePDF(pdf) {
		return nil, ErrNotPDF
	}
	if len(pdf) > r.options.MaxBytes {
		return nil, fmt.Errorf("%w: it has %d bytes", ErrTooComplex, len(pdf))
	}
	select {
	case r.free <- struct{}{}:
		defer func() { <-r.free }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return r.inWorker(ctx, pdf)
}

// looksLikePDF wants the header within the first 1024 bytes, as viewers do.
func looksLikePDF(b []byte) bool { return bytes.Contains(b[:min(len(b), 1024)], []byte("%PDF-")) }

func (r *Reader) inWorker(ctx context.Context, pdf []byte) (*Document, error) {
	own, cancel := context.WithTimeout(ctx, r.options.Deadline)
	defer cancel()
	out, err := r.run(own, pdf, isolated)
	if errors.Is(err, errCannotIsolate) {
		out, err = r.run(own, pdf, plain)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errWorker):
		return nil, err
	case err != nil || own.Err() != nil:
		return nil, ErrTooComplex // killed by a bound: the reasons differ, the meaning does not
	}
	return decodeAnswer(out)
}

// run starts the worker, hands it the file and returns what it printed.
func (r *Reader) run(ctx context.Context, pdf []byte, mode isolation) ([]byte, error) {
	exe, err := executable()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errWorker, err)
	}
	cmd := exec.CommandContext(ctx, exe)
	cmd.Args = []string{"pdf-worker"}
	cmd.Dir = os.TempDir()
	cmd.Env = r.options.environment()
	cmd.Stdin = bytes.NewReader(pdf)
	cmd.WaitDelay = time.Second
	out := &boundedBuffer{left: r.options.MaxAnswer}
	cmd.Stdout = out // the worker's standard error is dropped: it may quote the file
	release := isolate(cmd, mode)
	defer release()
	if err := cmd.Start(); err != nil {
		if mode == isolated && notPermitted(err) {
			return nil, errCannotIsolate
		}
		return nil, fmt.Errorf("%w: %w", errWorker, err)
	}
	if err := cmd.Wait(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

var errCannotIsolate = errors.New("namespaces are not permitted here")

func (o Options) environment() []string {
	bounds, err := json.Marshal(o)
	if err != nil {
		panic(err) // plain numbers
	}
	return []string{
		workerVariable + "=" + string(bounds),
		"GOMAXPROCS=" + strconv.Itoa(min(2, runtime.NumCPU())),
		"GOTRACEBACK=none",
		"GORACE=atexit_sleep_ms=0", // a build with the race detector would wait a second at its end
	}
}

// answer is what the worker prints.
type answer struct {
	Document *Document `json:"document,omitempty"`
	Fault    string    `json:"fault,omitempty"`
}

var faults = map[string]error{"not_pdf": ErrNotPDF, "damaged": ErrDamaged, "encrypted": ErrEncrypted, "too_complex": ErrTooComplex}

func decodeAnswer(out []byte) (*Document, error) {
	var a answer
	if err := json.Unmarshal(out, &a); err != nil {
		return nil, fmt.Errorf("%w: %w", errWorker, err)
	}
	if a.Fault != "" {
		if err, ok := faults[a.Fault]; ok {
			return nil, err
		}
		return nil, fmt.Errorf("%w: unknown fault", errWorker)
	}
	if a.Document == nil {
		return nil, fmt.Errorf("%w: empty answer", errWorker)
	}
	return a.Document, nil
}

// boundedBuffer refuses to grow over its bound, which ends the worker with a broken pipe.
type boundedBuffer struct {
	bytes.Buffer
	left int64
}

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, io.ErrShortBuffer
	}
	return b.Buffer.Write(p)
}
