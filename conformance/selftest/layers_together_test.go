package selftest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"path"
	"sync"
	"time"
)

// together tells calls that are under way at one time, each of which is held for a moment.
type together struct {
	mu    sync.Mutex
	under map[string]int
	many  map[string]bool // of those that are under way
}

func (t *together) begin(key string) {
	t.mu.Lock()
	t.under[key]++
	t.many[key] = t.many[key] || t.under[key] > 1
	t.mu.Unlock()
	pause(30 * time.Millisecond)
}

// end says whether another one was under way.
func (t *together) end(key string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	many := t.many[key]
	if t.under[key]--; t.under[key] <= 0 {
		delete(t.under, key)
		delete(t.many, key)
	}
	return many
}

func newTogether() *together { return &together{under: map[string]int{}, many: map[string]bool{}} }

// beside asks the server itself for something of the session that a call is about.
func (c *call) beside(method, what string) (body []byte, ok bool) {
	req, err := http.NewRequest(method, "http://"+c.r.Host+"/org/sessions/"+splitPath(c.r.URL.Path)[2]+what, nil)
	if err != nil {
		return nil, false
	}
	req.Header = c.r.Header.Clone()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, false
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	return body, err == nil && resp.StatusCode == http.StatusOK
}

// hasty makes a second attempt after a second, in real time, of what was answered with one status.
func hasty(status int) layer {
	ahead := newMemory()
	return layer{delivery: func(s *shipment) bool {
		_, was := ahead.snapshot()[s.url]
		s.drop = was && s.n > 1
		return s.drop
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && s.status == status {
			ahead.put(s.url, true)
			go func(s shipment) { pause(time.Second); post(s) }(*s)
		}
		return s.n == 1 && s.status == status
	}}
}

// newest works on the session that a key made last, whichever is asked for.
func newest(op string) layer {
	last := newMemory()
	return layer{request: func(c *call) bool {
		id, _ := last.snapshot()[bearer(c)].(string)
		return c.op == op && c.onto(id)
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			last.put(bearer(c), text(o, "session_id"))
		}
		return false
	}}
}

// overlapping says of the calls of an operation on a session whether one of another is under way, or of the same that came
// before. It gives that one the time to come.
func overlapping(op, other string) (begin, end func(c *call) bool) {
	var mu sync.Mutex
	under := map[string]int{}
	count := func(c *call, op string, by int) int {
		mu.Lock()
		defer mu.Unlock()
		at := op + path.Dir(c.r.URL.Path)
		under[at] += by
		return under[at]
	}
	begin = func(c *call) bool {
		if c.op != op && c.op != other {
			return false
		}
		second := count(c, c.op, 1) > 1 && op == other
		pause(50 * time.Millisecond)
		if c.op != op { // it takes longer
			pause(100 * time.Millisecond)
			return false
		}
		if second = second || op != other && count(c, other, 0) > 0; second {
			c.r.Header.Set("X-Second", "1")
		}
		return second
	}
	return begin, func(c *call) bool {
		if c.op == op || c.op == other {
			count(c, c.op, -1)
		}
		return c.op == op && c.ok() && c.r.Header.Get("X-Second") != ""
	}
}

// asked are the parameters of the authorization URL that a hook was given.
func asked(in obj) url.Values {
	u, err := url.Parse(text(in, "authorization_url"))
	if err != nil {
		return url.Values{}
	}
	return u.Query()
}

// fillsUnasked fills the forms of a session at the end of its intake.
func fillsUnasked() layer {
	return layer{response: func(c *call) bool {
		if c.op != "answer" || !c.ok() {
			return false
		}
		done := false
		c.edit(func(o obj) bool { done = o["done"] == true; return false })
		if done {
			c.beside(http.MethodPost, "/fill")
		}
		return done
	}}
}
