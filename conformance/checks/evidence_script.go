package checks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/hooks"
)

// act is one thing that a check did: a call, a verb of the hooks, a pause, or several calls at one time.
type act struct {
	call    *exchange
	verb    string
	in, out []byte // of the verb
	page    string // where a person did what the verb asks for
	pause   time.Duration
	crowd   []*act
}

// extent bounds a script.
type extent struct{ calls, bytes int }

var (
	readable = extent{40, 12 << 10}  // by somebody, before it is run
	longest  = extent{200, 64 << 10} // where nothing shorter would do
)

// verb runs a verb of the hooks, or has a person do it, and notes what it was given and gave.
func (c *C) verb(name string, in, out any) error {
	text, err := inWords(in)
	if err != nil {
		return err
	}
	var reply json.RawMessage
	err = c.run.hooks.Call(c.ctx, name, in, &reply)
	if errors.Is(err, hooks.ErrNotOffered) {
		return c.byPerson(name, in, out)
	}
	return c.did(&act{verb: name, in: text, out: reply}, err, out)
}

// byPerson has a person do on the server's pages what a verb asks for.
func (c *C) byPerson(name string, in, out any) error {
	text, err := inWords(in)
	if err != nil {
		return err
	}
	done, page, err := c.onPages(name, in)
	if errors.Is(err, hooks.ErrNotOffered) { // nothing was done that somebody could repeat
		return err
	}
	reply, _ := inWords(done)
	return c.did(&act{verb: name, in: text, out: reply, page: page}, err, out)
}

// did notes an act, and reads what it gave.
func (c *C) did(s *act, err error, out any) error {
	if c.steps = append(c.steps, s); err != nil || out == nil || len(s.out) == 0 {
		return err
	}
	if err := json.Unmarshal(s.out, out); err != nil {
		return fmt.Errorf("hook %s: the answer is not the JSON object of this verb: %w", s.verb, err)
	}
	return nil
}

// inWords is JSON as a person writes it, with & as it is.
func inWords(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// told is everything that a step sends, as far as a value from an earlier reply may be in it.
func (s *act) told() string {
	var all strings.Builder
	all.Write(s.in)
	all.WriteString(s.page)
	for _, one := range s.crowd {
		all.WriteString(one.told())
	}
	if s.call == nil {
		return all.String()
	}
	fmt.Fprintln(&all, s.call.url, s.call.req.header)
	if s.call.req.file == nil {
		all.Write(s.call.req.body)
	}
	return all.String()
}

// reply is what a step gave back.
func (s *act) reply() []byte {
	if s.call != nil {
		return s.call.body
	}
	return s.out
}

// changes says that a step may leave the server in another state.
func (s *act) changes() bool {
	return s.verb != "" || s.crowd != nil || s.call != nil && s.call.req.method != http.MethodGet
}

// is says whether a step is, or has among its calls, an exchange.
func (s *act) is(x *exchange) bool {
	return s.call != nil && s.call == x || slices.ContainsFunc(s.crowd, func(one *act) bool { return one.is(x) })
}

// carried is a value of a reply that a later step sends: a script takes it from its own reply.
type carried struct {
	value, name string
	take        string // how a shell finds it in the reply
}

// carriedMember finds in a reply the members that later calls may have to send: ids and credentials.
var (
	carriedMember = regexp.MustCompile(`"(session_id|client_id|client_secret|device_code|user_code|access_token|refresh_token|api_key|org_id|endpoint_id)"[ \t]*:[ \t]*"([^"]*)"`)
	carriedValue  = regexp.MustCompile(`^[A-Za-z0-9._~-]{6,}$`) // of one form in a URL, a form and JSON, and long enough to be told from words
)

// carries lists for each step the values of its reply that later steps send.
func carries(steps []*act) [][]carried {
	all, known, names := make([][]carried, len(steps)), map[string]bool{}, map[string]int{}
	for i, s := range steps {
		var later strings.Builder
		for _, next := range steps[i+1:] {
			later.WriteString(next.told())
		}
		rest := later.String()
		add := func(value, name, take string) {
			if known[value] || !carriedValue.MatchString(value) || !strings.Contains(rest, value) {
				return
			}
			known[value] = true
			if names[name]++; names[name] > 1 {
				name = fmt.Sprintf("%s_%d", name, names[name])
			}
			all[i] = append(all[i], carried{value, name, take})
		}
		count := map[string]int{}
		for _, found := range carriedMember.FindAllSubmatch(s.reply(), -1) {
			name := string(found[1])
			count[name]++
			add(string(found[2]), name, fmt.Sprintf("member %s %d", name, count[name]))
		}
		if s.verb == "authorize" {
			add(codeIn(s.out), "code", "code_of_redirect")
		}
	}
	return all
}

// codeIn is the code in the answer of the hook authorize.
func codeIn(out []byte) string {
	var answer struct {
		RedirectTo string `json:"redirect_to"`
	}
	if json.Unmarshal(out, &answer) != nil {
		return ""
	}
	u, err := url.Parse(answer.RedirectTo)
	if err != nil {
		return ""
	}
	return u.Query().Get("code")
}

// plainSteps leaves out the metadata that others than the subject read: the calls of a script name their addresses.
func plainSteps(steps []*act, subject *act) []*act {
	return slices.DeleteFunc(slices.Clone(steps), func(s *act) bool {
		return s != subject && s.call != nil && s.call.req.path == metadataPath || s.verb == "advance-clock" && string(s.in) == `{"seconds":0}`
	})
}

// calls counts what a script of steps asks of the server.
func calls(steps []*act) (n int) {
	for _, s := range steps {
		switch {
		case s.crowd != nil:
			n += len(s.crowd)
		case s.pause == 0:
			n++
		}
	}
	return n
}

// concerned leaves of the steps before the last one those that it depends on by a value of a reply, and those that
// change something of what such a value names; where there is room, those that read it too.
func concerned(steps []*act, readers bool) []*act {
	by := carries(steps)
	keep, wanted := make([]bool, len(steps)), map[string]bool{}
	want := func(i int) {
		keep[i] = true
		for j := range i {
			for _, one := range by[j] {
				wanted[one.value] = wanted[one.value] || strings.Contains(steps[i].told(), one.value)
			}
		}
		for _, one := range by[i] { // a workspace is changed by its id, and called with its key
			wanted[one.value] = true
		}
	}
	last := steps[len(steps)-1]
	want(len(steps) - 1)
	for again := true; again; {
		again = false
		for i, s := range steps {
			makes := slices.ContainsFunc(by[i], func(one carried) bool { return wanted[one.value] })
			alike := s.call != nil && last.call != nil && s.call.url == last.call.url
			if !keep[i] && (makes || alike || s.pause > 0 || (readers || s.changes()) && mentions(s, wanted)) {
				want(i)
				again = true
			}
		}
	}
	var left []*act
	for i, s := range steps {
		if keep[i] {
			left = append(left, s)
		}
	}
	return left
}

func mentions(s *act, values map[string]bool) bool {
	text := s.told()
	for value, wanted := range values {
		if wanted && strings.Contains(text, value) {
			return true
		}
	}
	return false
}
