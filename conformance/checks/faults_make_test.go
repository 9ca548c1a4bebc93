package checks_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// fault is a server that breaks one requirement.
type fault struct {
	id    string
	layer layer
}

// plant is a fault with words for it; a fault without is told by the requirement that it breaks.
type plant struct {
	id, name string
	layer    layer
}

// edited changes the JSON body of a reply and says whether it did.
func (c *call) edit(change func(o obj) bool) bool {
	var o obj
	if json.Unmarshal(c.out, &o) != nil || !change(o) {
		return false
	}
	c.out, _ = json.Marshal(o)
	return true
}

func (c *call) ok() bool { return c.status/100 == 2 }

// reply makes a fault of a change to the JSON of successful replies of operations.
func reply(ops string, change func(o obj) bool) layer {
	return layer{response: func(c *call) bool { return among(ops, c.op) && c.ok() && c.edit(change) }}
}

// change is reply for a change that always happens.
func change(ops string, do func(o obj)) layer {
	return reply(ops, func(o obj) bool { do(o); return true })
}

// set replaces a member of successful replies; drop leaves it out.
func set(ops, member string, v any) layer { return change(ops, func(o obj) { o[member] = v }) }

func drop(ops, member string) layer { return change(ops, func(o obj) { delete(o, member) }) }

// each changes every object of an array.
func each(ops, array string, do func(o obj)) layer {
	return reply(ops, func(o obj) bool {
		items, _ := o[array].([]any)
		for _, item := range items {
			if one, ok := item.(obj); ok {
				do(one)
			}
		}
		return len(items) > 0
	})
}

// code answers with another status where a reply has one.
func code(ops string, from, to int) layer {
	return layer{response: func(c *call) bool {
		if !among(ops, c.op) || c.status != from {
			return false
		}
		c.status = to
		return true
	}}
}

// lenient takes what should be refused: a request whose body does not hold is answered with success as another would be.
func lenient(ops string, wrong func(o obj) bool) layer {
	return layer{request: func(c *call) bool {
		var o obj
		if !among(ops, c.op) || json.Unmarshal(c.in, &o) != nil || o == nil || !wrong(o) {
			return false
		}
		c.in, _ = json.Marshal(o)
		return true
	}}
}

// strict refuses what should be taken.
func strict(ops string, status int, wrong func(c *call, o obj) bool) layer {
	return layer{request: func(c *call) bool {
		var o obj
		_ = json.Unmarshal(c.in, &o)
		if !among(ops, c.op) || !wrong(c, o) {
			return false
		}
		c.refuse(status)
		return true
	}}
}

func (c *call) refuse(status int) {
	detail := any("It is refused.")
	if status == 422 {
		detail = []any{obj{"loc": []any{"body"}, "msg": "It is refused.", "type": "value_error"}}
	}
	c.answer(status, obj{"detail": detail})
}

func (c *call) answer(status int, body any) {
	c.status, c.header = status, http.Header{"Content-Type": {"application/json"}}
	c.out, _ = json.Marshal(body)
}

// errors_ changes the replies of one status.
func errorsOf(status int, change func(c *call)) layer {
	return layer{response: func(c *call) bool {
		if c.status != status || !strings.HasPrefix(c.r.URL.Path, "/org") {
			return false
		}
		change(c)
		return true
	}}
}

// deliver changes deliveries.
func deliver(change func(s *shipment) bool) layer { return layer{delivery: change} }

// body changes the JSON of deliveries and signs them anew.
func body(event string, do func(o obj)) layer {
	return deliver(func(s *shipment) bool {
		var o obj
		if json.Unmarshal(s.body, &o) != nil || event != "" && o["event"] != event {
			return false
		}
		do(o)
		s.body, _ = json.Marshal(o)
		s.sign(s.secret, s.body)
		return true
	})
}

// data changes the data of deliveries of one event.
func data(event string, do func(data obj)) layer {
	return body(event, func(o obj) {
		if d, ok := o["data"].(obj); ok {
			do(d)
		}
	})
}

func among(list, one string) bool {
	return one != "" && (list == "*" || slices.Contains(strings.Fields(list), one))
}

func bearer(c *call) string {
	value, _ := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bearer ")
	return value
}

// oauth says whether a request carries an access token.
func oauth(c *call) bool { return bearer(c) != "" && !strings.HasPrefix(bearer(c), "bsk_") }
