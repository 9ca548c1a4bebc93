package peer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Bounds of the talk with a driver.
const (
	lineBytes   = 64 << 20        // one message: a downloaded form in base64 and more
	stderrBytes = 1 << 20         // kept of what the driver says on its standard error
	stopTime    = 2 * time.Second // from closing a driver's input to killing it
)

// Command is one line to the driver.
type Command struct {
	ID      int            `json:"id"`
	Command string         `json:"command"`
	BaseURL string         `json:"base_url,omitempty"`
	APIKey  string         `json:"api_key,omitempty"` // authenticate with it
	Account string         `json:"account,omitempty"` // or as the account that signed in under this name
	Params  map[string]any `json:"params"`
}

// message is one line from the driver: an event while a command runs, or its end.
type message struct {
	ID     int             `json:"id"`
	Event  string          `json:"event"`
	Data   map[string]any  `json:"data"`
	Result json.RawMessage `json:"result"`
	Error  *Fault          `json:"error"`
}

// Fault is an error as the client reports it.
type Fault struct {
	Kind   string       `json:"kind"` // "api", "network", "sign_in", "unsupported", or the driver's own word
	Status int          `json:"status"`
	Detail string       `json:"detail"`
	Fields []FieldFault `json:"fields"`
}

// FieldFault is one entry of a 422 (spec section 7).
type FieldFault struct {
	Loc  []any  `json:"loc"`
	Msg  string `json:"msg"`
	Type string `json:"type"`
}

// Outcome is how a command ended.
type Outcome struct {
	Result json.RawMessage
	Fault  *Fault
	Broken error // the driver died, hung, or wrote something that is no message
}

// OK says that the command ended in a result.
func (o Outcome) OK() bool { return o.Fault == nil && o.Broken == nil }

// Unsupported says that the client does not have what the command asks for.
func (o Outcome) Unsupported() bool { return o.Fault != nil && o.Fault.Kind == "unsupported" }

func (o Outcome) String() string {
	switch {
	case o.Broken != nil:
		return o.Broken.Error()
	case o.Fault != nil:
		text, _ := json.Marshal(o.Fault)
		return "error " + string(text)
	}
	return "result " + clip(string(o.Result))
}

// Start makes a driver ready to be talked to. Each worker of a run starts its own.
type Start func(ctx context.Context) (*Driver, error)

// Program starts a command line for each driver.
func Program(args ...string) Start {
	return func(context.Context) (*Driver, error) {
		cmd := exec.Command(args[0], args[1:]...) //nolint:gosec // the person who runs the judge names the program
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		said := &capture{}
		cmd.Stderr = said
		if err := cmd.Start(); err != nil {
			return nil, fmt.Errorf("starting the driver: %w", err)
		}
		return newDriver(in, out, said, func() error { return stop(cmd, in) }), nil
	}
}

// Streams talks to a driver that somebody else runs, in a debugger for instance.
func Streams(out io.Reader, in io.WriteCloser) Start {
	return func(context.Context) (*Driver, error) { return newDriver(in, out, &capture{}, in.Close), nil }
}

// stop ends the program: first by the end of its input, then by force.
func stop(cmd *exec.Cmd, in io.Closer) error {
	_ = in.Close()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-time.After(stopTime):
		_ = cmd.Process.Kill()
		return <-done
	}
}

// Driver is a running driver. One command runs at a time.
type Driver struct {
	in       io.Writer
	stderr   *capture
	close    func() error
	messages chan message
	broken   chan error // holds why no more messages come
	stdout   capture
	next     int
}

func newDriver(in io.Writer, out io.Reader, stderr *capture, close func() error) *Driver {
	d := &Driver{in: in, stderr: stderr, close: close, messages: make(chan message), broken: make(chan error, 1)}
	go d.read(out)
	return d
}

func (d *Driver) read(out io.Reader) {
	lines := bufio.NewScanner(io.TeeReader(out, &d.stdout))
	lines.Buffer(nil, lineBytes)
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var m message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			d.broken <- fmt.Errorf("the driver wrote a line that is no message: %q", clip(lines.Text()))
			return
		}
		d.messages <- m
	}
	d.broken <- errors.Join(errors.New("the driver ended its output before it answered"), lines.Err())
}

// Call sends a command and waits for its end. Events go to onEvent, and the driver goes on when onEvent has returned.
func (d *Driver) Call(ctx context.Context, c Command, onEvent func(event string, data map[string]any)) Outcome {
	c = d.numbered(c)
	if err := d.send(c); err != nil {
		return Outcome{Broken: fmt.Errorf("writing to the driver: %w; it said: %s", err, d.stderr.tail())}
	}
	for {
		select {
		case m := <-d.messages:
			switch {
			case m.ID != c.ID:
				return Outcome{Broken: fmt.Errorf("the driver answered command %d while %d was running", m.ID, c.ID)}
			case m.Event != "":
				onEvent(m.Event, m.Data)
				if err := d.send(map[string]any{"id": c.ID, "ack": true}); err != nil {
					return Outcome{Broken: fmt.Errorf("writing to the driver: %w", err)}
				}
			default:
				return Outcome{Result: m.Result, Fault: m.Error}
			}
		case err := <-d.broken:
			d.broken <- err
			return Outcome{Broken: fmt.Errorf("%w; on its standard error: %s", err, d.stderr.tail())}
		case <-ctx.Done():
			return Outcome{Broken: fmt.Errorf("no answer from the driver: %w", context.Cause(ctx))}
		}
	}
}

// numbered is the command as the driver will read it.
func (d *Driver) numbered(c Command) Command {
	d.next++
	c.ID = d.next
	if c.Params == nil {
		c.Params = map[string]any{}
	}
	return c
}

func (d *Driver) send(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = d.in.Write(append(line, '\n'))
	return err
}

// Close ends the driver.
func (d *Driver) Close() error {
	go func() {
		for range d.messages { // a late answer must not hold up the reader
		}
	}()
	return d.close()
}

// Said is what the driver wrote on both of its outputs so far.
func (d *Driver) Said() string { return d.stdout.text() + d.stderr.text() }

// capture keeps the beginning of a stream.
type capture struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if room := stderrBytes - c.buf.Len(); room > 0 {
		c.buf.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (c *capture) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buf.String()
}

func (c *capture) tail() string {
	text := strings.TrimSpace(c.text())
	return clip(text[max(0, len(text)-600):])
}

// clip keeps a text short enough for a line of a report.
func clip(text string) string {
	const most = 600
	if len(text) <= most {
		return text
	}
	return text[:most] + fmt.Sprintf("… (%d bytes in all)", len(text))
}
