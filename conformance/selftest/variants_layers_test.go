package selftest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
)

// variant is a server that chose otherwise where the text leaves the choice.
type variant struct {
	name  string
	layer func() layer // made anew for each run, as some keep state
}

func plain(l layer) func() layer { return func() layer { return l } }

// walk changes every object of a JSON value.
func walk(v any, do func(o obj)) {
	switch v := v.(type) {
	case obj:
		for _, item := range v {
			walk(item, do)
		}
		do(v)
	case []any:
		for _, item := range v {
			walk(item, do)
		}
	}
}

func rewritten(when func(c *call) bool, do func(v any) any) layer {
	return layer{response: func(c *call) bool {
		var v any
		dec := json.NewDecoder(bytes.NewReader(c.out))
		dec.UseNumber()
		if !when(c) || dec.Decode(&v) != nil {
			return false
		}
		c.out, _ = json.Marshal(do(v))
		return true
	}}
}

func org(c *call) bool { return strings.HasPrefix(c.r.URL.Path, "/org") }

// recoded gives errors of a situation another status, with a body to match.
func recoded(from, to int, when func(c *call) bool) layer {
	return layer{response: func(c *call) bool {
		if c.status != from || !when(c) {
			return false
		}
		c.refuse(to)
		return true
	}}
}

// everyNth does something at every n-th request.
func everyNth(n int64, do func(c *call) bool) func() layer {
	return func() layer {
		var count atomic.Int64
		return layer{rank: 3, request: func(c *call) bool { return count.Add(1)%n == 0 && do(c) }}
	}
}

// elsewhere moves the endpoints of sign-in.
func elsewhere() layer {
	moves := map[string]string{"/oauth/token": "/auth/v2/tokens", "/oauth/device_authorization": "/auth/v2/device", "/oauth/register": "/auth/v2/clients", "/oauth/authorize": "/auth/v2/login"}
	return layer{rank: 1, request: func(c *call) bool {
		for usual, path := range moves {
			switch c.r.URL.Path {
			case path:
				u := *c.r.URL
				u.Path = usual
				c.r = c.r.Clone(c.r.Context())
				c.r.URL = &u
				c.op = opOf(c.r.Method, usual)
				return true
			case usual:
				c.status, c.header, c.out = 404, http.Header{"Content-Type": {"text/html"}}, []byte("<h1>Not here</h1>")
				return true
			}
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "metadata" {
			return false
		}
		for usual, path := range moves {
			c.out = bytes.ReplaceAll(c.out, []byte(usual+`"`), []byte(path+`"`))
		}
		return true
	}, into: func(verb string, in obj) bool {
		address := text(in, "authorization_url")
		if address != "" {
			in["authorization_url"] = strings.Replace(address, moves["/oauth/authorize"], "/oauth/authorize", 1)
		}
		return address != ""
	}}
}

func on(op string, do func(o obj)) func() layer {
	return plain(rewritten(func(c *call) bool { return c.op == op && c.ok() }, func(v any) any {
		if o, ok := v.(obj); ok {
			do(o)
		}
		return v
	}))
}

// inmost is a choice about what is said, under those about its form.
func inmost(make func() layer) func() layer {
	return func() layer {
		l := make()
		l.rank = -1
		return l
	}
}

func inEach(op, array string, do func(o obj)) func() layer {
	return on(op, func(o obj) {
		items, _ := o[array].([]any)
		for _, item := range items {
			do(item.(obj))
		}
	})
}

func broken(c *call) bool {
	return c.op != "register" && json.Valid(c.in) == false && strings.HasPrefix(c.r.Header.Get("Content-Type"), "application/json")
}

// riskOnlyWhenFilled refuses the risk summary of a session that was not filled.
func riskOnlyWhenFilled() func(c *call) bool {
	filled := newMemory()
	return func(c *call) bool {
		parts := strings.Split(c.r.URL.Path, "/")
		if c.op == "fill" && c.ok() {
			filled.keep(parts[3], func() any { return true })
		}
		if c.op != "risk" || !c.ok() || filled.snapshot()[parts[3]] != nil {
			return false
		}
		c.refuse(400)
		return true
	}
}
