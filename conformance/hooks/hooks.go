// Package hooks reaches what the API itself cannot do: making workspaces, ending credentials, approving sign-ins, moving
// the clock. HOOKS.md describes the verbs; a server offers them over HTTP, as a command, or as a Go value.
package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"time"
)

// Hooks runs a verb with a JSON object and decodes the JSON object that comes back. Out may be nil.
type Hooks interface {
	Call(ctx context.Context, verb string, in, out any) error
}

// ErrNotOffered says that there is no such verb. What needs it is blocked, not failed.
var ErrNotOffered = errors.New("the verb is not offered")

// Bounds of a call.
const (
	callTime    = 30 * time.Second
	answerBytes = 8 << 20
)

// None offers nothing.
type None struct{}

// Call says that the verb is not offered.
func (None) Call(context.Context, string, any, any) error { return ErrNotOffered }

// Map offers Go functions by verb.
type Map map[string]func(ctx context.Context, in json.RawMessage) (any, error)

// Call runs the function of the verb.
func (m Map) Call(ctx context.Context, verb string, in, out any) error {
	fn, offered := m[verb]
	if !offered {
		return ErrNotOffered
	}
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	answer, err := fn(ctx, text)
	if err != nil {
		return err
	}
	if text, err = json.Marshal(answer); err != nil {
		return err
	}
	return decode(verb, text, out)
}

type overHTTP struct {
	base   string
	client *http.Client
}

// HTTP offers POST {base}/v1/<verb>: 200 with a JSON object, 501 for a verb that is not offered, 4xx or 5xx with
// {"detail": "..."} for one that failed.
func HTTP(base string) Hooks {
	// A server may close a connection that has been idle for a moment, just when a call is sent on it; and most verbs are not to be
	// repeated, as nobody knows whether they were done.
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true}
	return overHTTP{base: strings.TrimRight(base, "/"), client: &http.Client{Timeout: callTime, Transport: transport}}
}

func (h overHTTP) Call(ctx context.Context, verb string, in, out any) error {
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.base+"/v1/"+verb, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.client.Do(req)
	if err != nil {
		return fmt.Errorf("hook %s: %w", verb, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, answerBytes))
	switch {
	case err != nil:
		return fmt.Errorf("hook %s: %w", verb, err)
	case resp.StatusCode == http.StatusNotImplemented:
		return ErrNotOffered
	case resp.StatusCode/100 != 2:
		return fmt.Errorf("hook %s answered %d: %s", verb, resp.StatusCode, bytes.TrimSpace(body))
	}
	return decode(verb, body, out)
}

type command []string

// notOffered is the exit code of a command for a verb that it does not offer.
const notOffered = 64

// Command offers a program that is run as `program args... <verb>` with the JSON object on its standard input and the
// answer on its standard output. Exit code 64 says that the verb is not offered.
func Command(program string, args ...string) Hooks {
	return command(append([]string{program}, args...))
}

func (c command) Call(ctx context.Context, verb string, in, out any) error {
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var answer, trouble bytes.Buffer
	cmd := exec.CommandContext(ctx, c[0], append(append([]string{}, c[1:]...), verb)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), &answer, &trouble
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == notOffered {
		return ErrNotOffered
	}
	if err != nil {
		return fmt.Errorf("hook %s: %w: %s", verb, err, bytes.TrimSpace(trouble.Bytes()))
	}
	return decode(verb, answer.Bytes(), out)
}

func decode(verb string, text []byte, out any) error {
	if out == nil || len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	text, err := plainly(text)
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		return fmt.Errorf("hook %s: the answer is not the JSON object of this verb: %w", verb, err)
	}
	return nil
}

// plainly writes a JSON text anew without the escapes that a text may have and a [time.Time] is not read with, such as \u002B
// in the offset of a time.
func plainly(text []byte) ([]byte, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(whole))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}
