package checks

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"mime"
	"reflect"
	"slices"
	"strings"
)

// kind names the JSON type of a value.
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case obj:
		return "object"
	case json.Number:
		if _, whole := integer(v); whole {
			return "integer"
		}
		return "number"
	}
	return fmt.Sprintf("%T", v)
}

// integer is a JSON number without a fraction, however it is written.
func integer(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok || len(n) > 40 {
		return 0, false
	}
	f, ok := new(big.Rat).SetString(n.String())
	if !ok || !f.IsInt() {
		return 0, false
	}
	return f.Num().Int64(), f.Num().IsInt64()
}

func number(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// what describes a member for a message.
func what(o obj, name string) string {
	v, there := o[name]
	if !there {
		return name + " is missing"
	}
	if v == nil {
		return name + " is null"
	}
	text, _ := json.Marshal(v)
	return name + " is " + kind(v) + " " + excerpt(text)
}

// wantType fails the check when a member is not one of the types; "absent" allows it to be missing.
func (c *C) wantType(o obj, name string, types ...string) {
	v, there := o[name]
	got := kind(v)
	if !there {
		got = "absent"
	}
	for _, t := range types {
		if got == t || t == "number" && got == "integer" || t == "any" && there {
			return
		}
	}
	c.fail(name+" as "+strings.Join(types, " or "), "%s", what(o, name))
}

// wantCount fails the check when a member is not an integer, or of other types besides, or is less than nothing.
func (c *C) wantCount(o obj, name string, types ...string) {
	c.wantType(o, name, append([]string{"integer"}, types...)...)
	n, counted := number(o[name])
	c.want(!counted || n >= 0, name+" as a count, which is no less than 0", "%s", what(o, name))
}

// wantStrings fails the check when a member is not an array of strings.
func (c *C) wantStrings(o obj, name string) []string {
	c.wantType(o, name, "array")
	var all []string
	for _, v := range o[name].([]any) {
		s, ok := v.(string)
		if !ok {
			c.fail(name+" as an array of strings", "%s", what(o, name))
		}
		all = append(all, s)
	}
	return all
}

// strs reads an array of strings and leaves out what is none.
func strs(v any) []string {
	var all []string
	items, _ := v.([]any)
	for _, item := range items {
		if s, ok := item.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

// objects reads an array of objects and leaves out what is none.
func objects(v any) []obj {
	var all []obj
	items, _ := v.([]any)
	for _, item := range items {
		if o, ok := item.(obj); ok {
			all = append(all, o)
		}
	}
	return all
}

// wantOK fails the check unless the answer is exactly 200 with a JSON object.
func (c *C) wantOK(x *exchange, situation string) obj {
	c.about(x)
	c.wantAnswered(x, "success "+situation)
	c.want(x.status == 200, "status 200 "+situation, "%s", x)
	o := x.object()
	c.want(o != nil, "a JSON object "+situation, "%s", x)
	c.want(x.taken(), "an object that says something "+situation, "%s", x)
	c.wantLabelled(x, situation)
	return o
}

// wantLabelled fails the check when a JSON object or array is labelled as something else.
func (c *C) wantLabelled(x *exchange, situation string) {
	t := mediaType(x)
	other := strings.HasPrefix(t, "text/") || t == "application/xml" || t == "application/octet-stream"
	is := kind(x.json) == "object" || kind(x.json) == "array"
	c.want(!is || !other, "a JSON body labelled application/json (spec section 4) "+situation, "Content-Type is %q", x.header.Get("Content-Type"))
}

// wantTaken fails the check unless the request was taken.
func (c *C) wantTaken(x *exchange, situation string) {
	c.wantAnswered(x, "success "+situation)
	c.want(x.taken(), "success "+situation, "%s", x)
}

// prepared makes the check inconclusive unless a prerequisite was answered with success and a JSON object.
func (c *C) prepared(x *exchange, purpose string) obj {
	c.needs(x.taken(), purpose, "%s", x)
	c.about(x)
	return x.object()
}

// wantInvalid fails the check unless the answer is 422.
func (c *C) wantInvalid(x *exchange, fault string) {
	c.want(x.status == 422, "status 422 for "+fault, "%s", x)
}

// wantMissing fails the check unless the answer is 404.
func (c *C) wantMissing(x *exchange, situation string) {
	c.want(x.status == 404, "status 404 for "+situation, "%s", x)
}

// wantRefused fails the check unless the answer is a 4xx.
func (c *C) wantRefused(x *exchange, fault string) {
	c.want(x.status/100 == 4, "a 4xx for "+fault, "%s", x)
}

// problem says what is wrong with the body of an error, or nothing.
func problem(x *exchange) string {
	o := x.object()
	if o == nil {
		return "the body is not a JSON object: " + excerpt(x.body)
	}
	if _, there := o["detail"]; !there {
		return "the body has no detail: " + excerpt(x.body)
	}
	return ""
}

// plainDetail says what is wrong with a detail that must be a text, or nothing.
func plainDetail(x *exchange) string {
	if p := problem(x); p != "" {
		return p
	}
	text, ok := x.object()["detail"].(string)
	if !ok || strings.TrimSpace(text) == "" {
		return what(x.object(), "detail") + ", a text is due"
	}
	return ""
}

// faultList says what is wrong with the detail of a 422, or nothing.
func faultList(x *exchange) string {
	if p := problem(x); p != "" {
		return p
	}
	items, ok := x.object()["detail"].([]any)
	if !ok || len(items) == 0 {
		return what(x.object(), "detail") + ", an array of faults is due"
	}
	for _, item := range items {
		fault, ok := item.(obj)
		if !ok {
			return "an item of detail is " + kind(item)
		}
		for name, t := range map[string]string{"loc": "array", "msg": "string", "type": "string"} {
			if kind(fault[name]) != t {
				return what(fault, name) + " in an item of detail, " + t + " is due"
			}
		}
	}
	return ""
}

func mediaType(x *exchange) string {
	t, _, err := mime.ParseMediaType(x.header.Get("Content-Type"))
	if err != nil {
		t, _, _ = strings.Cut(strings.ToLower(x.header.Get("Content-Type")), ";")
	}
	return strings.TrimSpace(t)
}

// contains says whether a JSON value holds a text anywhere.
func contains(v any, is func(string) bool) bool {
	switch v := v.(type) {
	case string:
		return is(v)
	case json.Number:
		return is(v.String())
	case []any:
		for _, item := range v {
			if contains(item, is) {
				return true
			}
		}
	case obj:
		for _, item := range v {
			if contains(item, is) {
				return true
			}
		}
	}
	return false
}

// plainText is a text or a number as a text, for ids whose type the specification leaves open.
func plainText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// lettersOf leaves of a text its letters and digits of ASCII, in small letters.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(s))
}

// alike is equal for replies whose lists may be in any order, such as the forms of a session.
func alike(a, b any) bool { return equal(unordered(a), unordered(b)) }

// unordered puts the items of every list into one order.
func unordered(v any) any {
	return rebuilt(v, func(part any) any {
		if items, is := part.([]any); is {
			slices.SortFunc(items, func(a, b any) int { return strings.Compare(text(a), text(b)) })
		}
		return part
	})
}

// equal says whether two values of JSON are the same, however their numbers are written. Most of those that differ do so early, which
// spares writing them out.
func equal(a, b any) bool {
	switch one := a.(type) {
	case string:
		if other, is := b.(string); is {
			return one == other
		}
	case []any:
		if other, is := b.([]any); is {
			return (one == nil) == (other == nil) && slices.EqualFunc(one, other, equal)
		}
	case obj:
		if other, is := b.(obj); is {
			return (one == nil) == (other == nil) && maps.EqualFunc(one, other, equal)
		}
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y) || reflect.DeepEqual(counted(a), counted(b))
}

// counted has whole numbers as such.
func counted(v any) any {
	return rebuilt(v, func(part any) any {
		if n, whole := integer(part); whole {
			return n
		}
		return part
	})
}

// rebuilt is a copy of a value of JSON, made from the inside out, with each part as change has it.
func rebuilt(v any, change func(part any) any) any {
	switch old := v.(type) {
	case []any:
		items := make([]any, len(old))
		for i := range old {
			items[i] = rebuilt(old[i], change)
		}
		return change(items)
	case obj:
		members := obj{}
		for name, item := range old {
			members[name] = rebuilt(item, change)
		}
		return change(members)
	}
	return change(v)
}
