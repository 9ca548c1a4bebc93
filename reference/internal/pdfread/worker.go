package pdfread

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// workerVariable marks a process as a worker and carries its bounds.
const workerVariable = "INTAKE_PDF_WORKER"

// What a worker may have used up before it is ended instead of being given another file.
const (
	maxServed   = 64
	spentCPU    = time.Second
	spentMemory = 64 << 20
)

// A worker is the program itself, started again; init is the one place that runs before the program's own main in every
// binary that contains this package: the server, a test, or a program that embeds the server.
func init() {
	bounds, ok := os.LookupEnv(workerVariable)
	if !ok {
		return
	}
	os.Exit(work(bounds, os.Stdin, os.Stdout))
}

// work reads files until its input ends or it is not fit for another.
func work(bounds string, in io.Reader, out io.Writer) int {
	var o Options
	if json.Unmarshal([]byte(bounds), &o) != nil {
		return 2
	}
	o = o.withDefaults()
	if lockMemory(o) != nil || lockDoors() != nil { // nothing can be opened from here on, neither a file nor a socket
		return 2
	}
	debug.SetMemoryLimit(o.Memory * 2 / 3)
	debug.SetGCPercent(400) // most files need little, and little is not worth collecting; the limit holds the others
	w := worker{began: processorTime(), routines: runtime.NumGoroutine()}
	var file []byte
	for {
		var err error
		file, err = receive(in, int64(o.MaxBytes), file)
		if errors.Is(err, io.EOF) {
			return 0
		}
		if err != nil {
			return 2
		}
		a := reply(file, o)
		a.Fit = a.Document != nil && w.fit()
		text, err := json.Marshal(a)
		if err != nil || send(out, text) != nil {
			return 3
		}
		if !a.Fit {
			return 0
		}
	}
}

// worker is what a worker knows of itself.
type worker struct {
	served   int
	began    time.Duration // processor time before the first file
	routines int
}

// fit says whether the files so far left the worker as good as new: little is used up and nothing goes on behind its back.
// What follows is held to less processor time than the first file was.
func (w *worker) fit() bool {
	w.served++
	cpu := processorTime()
	return w.served < maxServed && cpu-w.began < spentCPU && heapTaken() < spentMemory && runtime.NumGoroutine() <= w.routines &&
		lockRest(cpu) == nil
}

// heapTaken is how much memory the heap has taken from the system. To ask for these numbers alone does not stop the world.
func heapTaken() (sum uint64) {
	parts := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(parts)
	for _, one := range parts {
		sum += one.Value.Uint64()
	}
	return sum
}

func reply(file []byte, o Options) answer {
	doc, err := readDocument(file, o)
	switch {
	case errors.Is(err, ErrEncrypted):
		return answer{Fault: "encrypted"}
	case errors.Is(err, ErrTooComplex):
		return answer{Fault: "too_complex"}
	case err != nil:
		return answer{Fault: "damaged"}
	}
	return answer{Document: doc}
}

// withoutConfig keeps pdfcpu from reading and writing a folder of its own. Its package api has a call for that, but also
// brings along what makes every program start later.
var withoutConfig = sync.OnceFunc(func() { model.ConfigPath = "disable" })

// readDocument reads a file in this very process; only workers and the tests of this package call it.
func readDocument(file []byte, o Options) (*Document, error) {
	withoutConfig()
	o = o.withDefaults()
	plain, err := normalise(file)
	if errors.Is(err, ErrEncrypted) {
		return nil, err
	}
	if err == nil {
		if doc, err := readPlain(plain, o); err == nil {
			return doc, nil
		}
	}
	doc, err := readPlain(fromHeader(file), o) // a few files that pdfcpu refuses are readable as they are
	if err == nil && doc.Words() > 0 {
		return doc, nil
	}
	for _, whole := range repaired(file) {
		if saved := readRepaired(whole, o); saved != nil {
			return saved, nil
		}
	}
	return doc, err
}

// readRepaired reads what is left of a damaged file, nil where that shows no word.
func readRepaired(whole []byte, o Options) *Document {
	plain, err := normalise(whole)
	if err != nil {
		return nil
	}
	doc, err := readPlain(plain, o)
	if err != nil || doc.Words() == 0 {
		return nil
	}
	doc.note("the file is damaged; what could be found in it was read")
	return doc
}
