package pdfread

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
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
	Shared    bool          // whoever owns a file, any worker reads it
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

// Reader reads files in workers. It is safe for concurrent use.
type Reader struct {
	options Options
	free    chan struct{}
	idle    idle
}

// NewReader returns a reader with these bounds. Close it to end its workers.
func NewReader(o Options) *Reader {
	o = o.withDefaults()
	return &Reader{options: o, free: make(chan struct{}, o.Parallel), idle: idle{most: waitingEach * o.Parallel, life: idleLife}}
}

// waitingEach is how many workers may wait for each that may work.
const waitingEach = 4

type ownerKey struct{}

// WithOwner says whose file is read under a context. Unless workers are shared, one that has read one owner's file reads no other's.
func WithOwner(ctx context.Context, owner string) context.Context {
	return context.WithValue(ctx, ownerKey{}, owner)
}

// owner is whose file is read, nobody's where workers are shared.
func (r *Reader) owner(ctx context.Context) string {
	owner, _ := ctx.Value(ownerKey{}).(string)
	if r.options.Shared {
		return ""
	}
	return owner
}

// Close ends the workers that have nothing to do. A reading that is under way ends its own.
func (r *Reader) Close() error {
	r.idle.close()
	return nil
}

// Read is ReadFile for a file that is in memory.
func (r *Reader) Read(ctx context.Context, pdf []byte) (*Document, error) {
	return r.ReadFile(ctx, bytes.NewReader(pdf), int64(len(pdf)))
}

// ReadFile reads one file, of which the worker alone has all in memory. Errors about the file match ErrNotPDF, ErrDamaged, ErrEncrypted or ErrTooComplex; any other error
// is a failure on our side or the end of ctx.
func (r *Reader) ReadFile(ctx context.Context, file io.ReaderAt, size int64) (*Document, error) {
	switch is, err := looksLikePDF(file, size); {
	case err != nil:
		return nil, err
	case !is:
		return nil, ErrNotPDF
	case size > int64(r.options.MaxBytes):
		return nil, fmt.Errorf("%w: it has %d bytes", ErrTooComplex, size)
	}
	switch has, err := hasObject(file, size); {
	case err != nil:
		return nil, err
	case !has:
		return nil, ErrDamaged
	}
	select {
	case r.free <- struct{}{}:
		defer func() { <-r.free }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return r.inWorker(ctx, file, size)
}

// looksLikePDF wants the header within the first 1024 bytes, as viewers do.
func looksLikePDF(file io.ReaderAt, size int64) (bool, error) {
	head := make([]byte, min(size, 1024))
	if n, err := file.ReadAt(head, 0); n < len(head) {
		return false, fmt.Errorf("%w: %w", errFile, err)
	}
	return bytes.Contains(head, []byte("%PDF-")), nil
}

// hasObject wants the word that begins each object: without one there is nothing for a worker to find.
func hasObject(file io.ReaderAt, size int64) (bool, error) {
	word := []byte("obj")
	piece := make([]byte, min(size, 64<<10))
	for at := int64(0); at+int64(len(word)) <= size; at += int64(len(piece) - len(word) + 1) { // pieces overlap: the word may lie across two
		piece = piece[:min(int64(len(piece)), size-at)]
		if n, err := file.ReadAt(piece, at); n < len(piece) {
			return false, fmt.Errorf("%w: %w", errFile, err)
		}
		if bytes.Contains(piece, word) {
			return true, nil
		}
	}
	return false, nil
}

// inWorker has a worker read the file: one that has read others of the same owner and was left as good as new, where there
// is one. Only a
// good reading counts from such a worker. Whatever else it makes of the file, a new worker decides.
func (r *Reader) inWorker(ctx context.Context, file io.ReaderAt, size int64) (*Document, error) {
	if p := r.idle.take(r.owner(ctx)); p != nil {
		if doc, err := r.ask(ctx, p, file, size); err == nil || ctx.Err() != nil {
			return doc, err
		}
	}
	p, err := start(r.options)
	if err != nil {
		return nil, err
	}
	return r.ask(ctx, p, file, size)
}

// ask hands the file to the worker, keeps the worker if it is fit for another, and ends it otherwise.
func (r *Reader) ask(ctx context.Context, p *process, file io.ReaderAt, size int64) (*Document, error) {
	own, cancel := context.WithTimeout(ctx, r.options.Deadline)
	defer cancel()
	out, err := p.exchange(own, io.NewSectionReader(file, 0, size), r.options.MaxAnswer)
	if err != nil || ctx.Err() != nil {
		p.end()
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errFile):
		return nil, err
	case err != nil:
		return nil, ErrTooComplex // killed by a bound: the reasons differ, the meaning does not
	}
	a, doc, err := decodeAnswer(out)
	if err == nil && a.Fit && own.Err() == nil {
		r.idle.give(p, r.owner(ctx))
	} else {
		p.end()
	}
	return doc, err
}

func (o Options) environment() []string {
	bounds, err := json.Marshal(o)
	if err != nil {
		panic(err) // plain numbers
	}
	return []string{
		workerVariable + "=" + string(bounds),
		"GOMAXPROCS=1", // as many workers are at work as there are processors: more for each only get in each other's way
		"GOTRACEBACK=none",
		"GORACE=atexit_sleep_ms=0", // a build with the race detector would wait a second at its end
	}
}

// answer is what the worker sends.
type answer struct {
	Document *Document `json:"document,omitempty"`
	Fault    string    `json:"fault,omitempty"`
	Fit      bool      `json:"fit,omitempty"` // for another file
}

var faults = map[string]error{"not_pdf": ErrNotPDF, "damaged": ErrDamaged, "encrypted": ErrEncrypted, "too_complex": ErrTooComplex}

func decodeAnswer(out []byte) (a answer, doc *Document, err error) {
	if err := json.Unmarshal(out, &a); err != nil {
		return a, nil, fmt.Errorf("%w: %w", errWorker, err)
	}
	if a.Fault != "" {
		if err, ok := faults[a.Fault]; ok {
			return a, nil, err
		}
		return a, nil, fmt.Errorf("%w: unknown fault", errWorker)
	}
	if a.Document == nil {
		return a, nil, fmt.Errorf("%w: empty answer", errWorker)
	}
	return a, a.Document, nil
}
