package driver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"
)

// Command is one line of the judge.
type Command struct {
	ID      int             `json:"id"`
	Name    string          `json:"command"`
	BaseURL string          `json:"base_url"` // another one in every case; it may have a path and end in a slash
	APIKey  string          `json:"api_key"`  // authenticate with this key
	Account string          `json:"account"`  // or with the tokens of the sign-in that had this name
	Params  json.RawMessage `json:"params"`
}

// Into decodes the command's params.
func (c Command) Into(params any) error { return json.Unmarshal(c.Params, params) }

// Fault is an error as the client reports it to its user.
type Fault struct {
	Kind   string `json:"kind"`   // api, network, sign_in, unsupported, or a word of your own
	Status int    `json:"status"` // of HTTP; 0 when there is none
	Detail string `json:"detail"`
	Fields any    `json:"fields,omitempty"` // of a 422: a list of objects with loc, msg and type
}

// Error is the fault's kind and detail.
func (f *Fault) Error() string { return f.Kind + ": " + f.Detail }

// ErrUnsupported answers a command that the client has nothing for.
var ErrUnsupported = &Fault{Kind: "unsupported"}

// Judge is the other end of a conversation. It is also a clock for clients that can be given one: it skips every wait and
// tells the judge of it, unless the judge wants to run in real time.
type Judge struct {
	mu      sync.Mutex // one message at a time
	in      *bufio.Scanner
	out     *json.Encoder
	id      int           // of the command that runs
	skipped time.Duration // since the conversation began
	real    bool          // waits are waited
}

// lineBytes bounds one command.
const lineBytes = 64 << 20

// Serve answers commands with run, one after the other, until in ends. An error that is no *Fault is reported as one of
// kind network.
func Serve(in io.Reader, out io.Writer, run func(context.Context, *Judge, Command) (any, error)) error {
	j := &Judge{in: bufio.NewScanner(in), out: json.NewEncoder(out)}
	j.in.Buffer(nil, lineBytes)
	for j.in.Scan() {
		var c Command
		if err := json.Unmarshal(j.in.Bytes(), &c); err != nil {
			return err
		}
		j.id = c.ID
		j.greeted(c)
		if err := j.write(answer(c.ID, func() (any, error) { return run(context.Background(), j, c) })); err != nil {
			return err
		}
	}
	return j.in.Err()
}

// greeted takes from the first command how time is to pass.
func (j *Judge) greeted(c Command) {
	var hello struct {
		RealTime bool `json:"real_time"`
	}
	if c.Name == "hello" && c.Into(&hello) == nil {
		j.real = hello.RealTime
	}
}

// answer is a command's end. A result that cannot be written as JSON is a fault of the client.
func answer(id int, run func() (any, error)) map[string]any {
	result, err := run()
	var text []byte
	if err == nil {
		text, err = json.Marshal(result)
	}
	if err != nil {
		return map[string]any{"id": id, "error": faultOf(err)}
	}
	return map[string]any{"id": id, "result": json.RawMessage(text)}
}

func faultOf(err error) *Fault {
	var fault *Fault
	if !errors.As(err, &fault) {
		fault = &Fault{Kind: "network", Detail: err.Error()}
	}
	return fault
}

// write waits for events that still wait for their acknowledgement.
func (j *Judge) write(message any) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.out.Encode(message)
}

// Event tells of something that happens while a command runs, and returns when the judge has taken note of it.
func (j *Judge) Event(name string, data any) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.event(name, data)
}

func (j *Judge) event(name string, data any) error {
	if err := j.out.Encode(map[string]any{"id": j.id, "event": name, "data": data}); err != nil {
		return err
	}
	if !j.in.Scan() {
		return errors.Join(io.ErrUnexpectedEOF, j.in.Err())
	}
	return nil
}

// Now is the machine's time and what was skipped.
func (j *Judge) Now() time.Time {
	j.mu.Lock()
	defer j.mu.Unlock()
	return time.Now().Add(j.skipped)
}

// Sleep lets d pass.
func (j *Judge) Sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil || d <= 0 {
		return ctx.Err()
	}
	if j.real {
		return wait(ctx, d)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.skipped += d
	return j.event("wait", map[string]any{"seconds": d.Seconds()})
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
