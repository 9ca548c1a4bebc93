package peer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// Case judges one requirement of the catalogue on one client.
type Case struct {
	ID  string
	Run func(*C)
}

// C is a running case.
type C struct {
	ctx     context.Context
	giveUp  context.CancelCauseFunc // ends a command that would wait for nothing
	driver  *Driver
	folder  string
	key     string
	start   time.Time
	virtual atomic.Int64 // nanoseconds the driver waited without waiting
	servers []*server
	onEvent map[string]func(data map[string]any)
	result  report.Result
	sent    []string // the commands, as lines for a driver
	broken  bool
}

// ended is how a case leaves its function early.
type ended struct{}

func (c *C) elapsed() time.Duration { return time.Since(c.start) + time.Duration(c.virtual.Load()) }

// Serve starts a scripted server for this case and returns its base URL.
func (c *C) Serve(plan Plan) string {
	s, err := startServer(c.elapsed, plan)
	if err != nil {
		c.end(report.Inconclusive, "a port on 127.0.0.1 for the scripted server", err.Error())
	}
	c.servers = append(c.servers, s)
	return s.url()
}

// Requests lists what the server started last has received.
func (c *C) Requests() []Request { return c.servers[len(c.servers)-1].seen() }

// To lists the requests of the server started last with a method and a path, which may end in * for any rest.
func (c *C) To(method, path string) []Request {
	var found []Request
	for _, r := range c.Requests() {
		prefix, open := strings.CutSuffix(path, "*")
		if r.Method == method && (r.Path() == path || open && strings.HasPrefix(r.Path(), prefix)) {
			found = append(found, r)
		}
	}
	return found
}

// On says what happens at an event of the driver.
func (c *C) On(event string, do func(data map[string]any)) { c.onEvent[event] = do }

// Do runs a command with the case's API key. A command that the client does not have ends the case.
func (c *C) Do(base, command string, params map[string]any) Outcome {
	return c.Call(Command{Command: command, BaseURL: base, APIKey: c.key, Params: params})
}

// Call runs any command. One that the client does not have ends the case.
func (c *C) Call(cmd Command) Outcome {
	out := c.try(cmd)
	if out.Unsupported() {
		c.end(report.NotApplicable, "", "the client does not offer "+cmd.Command)
	}
	return out
}

// try runs a command that the client need not have.
func (c *C) try(cmd Command) Outcome {
	c.settle()
	out := c.driver.Call(c.ctx, cmd, c.event)
	c.settle()
	if cmd.ID = len(c.sent) + 1; cmd.Params == nil {
		cmd.Params = map[string]any{}
	}
	line, _ := json.Marshal(cmd)
	c.sent = append(c.sent, string(line))
	c.broken = c.broken || out.Broken != nil
	return out
}

// pass lets time pass by, on the client's clock if it has one of its own.
func (c *C) pass(d time.Duration) {
	if !c.try(Command{Command: "wait", Params: map[string]any{"seconds": d.Seconds()}}).Unsupported() {
		return
	}
	select {
	case <-time.After(d):
	case <-c.ctx.Done():
	}
}

// settle passes what a plan and its case share from the goroutines of one to that of the other.
func (c *C) settle() {
	for _, s := range c.servers {
		_ = s.seen()
	}
}

func (c *C) event(event string, data map[string]any) {
	if event == "wait" {
		if seconds, ok := data["seconds"].(float64); ok && seconds > 0 {
			c.virtual.Add(int64(seconds * float64(time.Second)))
		}
		return
	}
	if do := c.onEvent[event]; do != nil {
		do(data)
	}
}

// File writes a file that the driver may read and returns its path.
func (c *C) File(name string, data []byte) string {
	path := filepath.Join(c.folder, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		c.end(report.Inconclusive, "a file for the driver to read", err.Error())
	}
	return path
}

// Fail ends the case: the client does not do what the requirement says.
func (c *C) Fail(expected, got string, args ...any) {
	c.end(report.Fail, expected, fmt.Sprintf(got, args...))
}

// Unclear ends the case: something else went wrong before the requirement could be judged.
func (c *C) Unclear(expected string, out Outcome) { c.end(report.Inconclusive, expected, out.String()) }

// Skip ends the case: the requirement does not touch this client.
func (c *C) Skip(why string) { c.end(report.NotApplicable, "", why) }

// Note records a choice that the specification leaves open.
func (c *C) Note(choice string, args ...any) {
	c.result = report.Of(c.result.ID, report.Observed)
	c.result.Observed = fmt.Sprintf(choice, args...)
}

// Want fails the case when the condition does not hold.
func (c *C) Want(holds bool, expected, got string, args ...any) {
	if !holds {
		c.Fail(expected, got, args...)
	}
}

// asked ends the case when nothing reached the server: an outcome without a request says nothing of the client.
func (c *C) asked(expected string, out Outcome) {
	if len(c.servers) > 0 && len(c.Requests()) == 0 {
		c.end(report.Inconclusive, expected+", after a request", "no request; "+out.String())
	}
}

// WantOK fails the case when a command did not end in a result.
func (c *C) WantOK(expected string, out Outcome) {
	c.asked(expected, out)
	if !out.OK() {
		c.Fail(expected, "%s", out)
	}
}

func (c *C) end(v report.Verdict, expected, got string) {
	c.result = report.Of(c.result.ID, v)
	c.result.Expected, c.result.Got = expected, got
	panic(ended{})
}

// run runs the case to its result.
func (c *C) run(one Case) (r report.Result) {
	c.result = report.Of(one.ID, report.Pass)
	c.start, c.onEvent = time.Now(), map[string]func(map[string]any){}
	defer func() {
		if p := recover(); p != nil {
			if _, planned := p.(ended); !planned {
				panic(p)
			}
		}
		c.evidence()
		c.result.TookMS = time.Since(c.start).Milliseconds()
		r = c.result
	}()
	one.Run(c)
	return c.result
}

// evidence closes the servers and puts what they saw into the result, without the credentials.
func (c *C) evidence() {
	for _, s := range c.servers {
		s.close()
		c.result.Exchanges = append(c.result.Exchanges, s.exchanges()...)
	}
	redact := strings.NewReplacer(c.key, "[redacted]")
	for i, line := range c.sent {
		c.sent[i] = redact.Replace(line)
	}
	if c.result.Verdict == report.Fail || c.result.Verdict == report.Warn {
		c.result.Reproduce = strings.Join(c.sent, "\n")
		c.result.Cause = causes[c.result.ID]
	}
	c.result.Got = redact.Replace(c.result.Got)
}

// decodeJSON decodes one JSON value and keeps numbers as they were written.
func decodeJSON(text []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one JSON value")
	}
	return v, nil
}
