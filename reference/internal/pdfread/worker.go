package pdfread

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime/debug"

	"github.com/pdfcpu/pdfcpu/pkg/api"
)

// workerVariable marks a process as a worker and carries its bounds.
const workerVariable = "INTAKE_PDF_WORKER"

// A worker is the program itself, started again; init is the one place that runs before the program's own main in every
// binary that contains this package: the server, a test, or a program that embeds the server.
func init() {
	bounds, ok := os.LookupEnv(workerVariable)
	if !ok {
		return
	}
	os.Exit(work(bounds, os.Stdin, os.Stdout))
}

func work(bounds string, in io.Reader, out io.Writer) int {
	var o Options
	if json.Unmarshal([]byte(bounds), &o) != nil {
		return 2
	}
	o = o.withDefaults()
	if lockMemory(o) != nil {
		return 2
	}
	debug.SetMemoryLimit(o.Memory * 2 / 3)
	file, err := io.ReadAll(io.LimitReader(in, int64(o.MaxBytes)+1))
	if err != nil || len(file) > o.MaxBytes {
		return 2
	}
	if lockDoors() != nil { // after the input is in: nothing more can be opened, neither a file nor a socket
		return 2
	}
	if err := json.NewEncoder(out).Encode(reply(file, o)); err != nil {
		return 3
	}
	return 0
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

// readDocument reads a file in this very process; only workers and the tests of this package call it.
func readDocument(file []byte, o Options) (*Document, error) {
	api.DisableConfigDir()
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
	return readPlain(fromHeader(file), o) // a few files that pdfcpu refuses are readable as they are
}
