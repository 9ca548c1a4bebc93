package peer

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

// decodeCases judge what a client makes of permitted answers (spec sections 2 and 4).
var decodeCases = []Case{
	{"CLI-DEC-01", func(c *C) {
		out := c.call(c.Serve(behave(nil)), createOp)
		c.WantOK("a create answered 200 to be a success", out)
		c.Want(out.object(c)["session_id"] == sessionID, "the session id "+sessionID, "%s", out)
	}},
	{"CLI-DEC-02", func(c *C) {
		for _, change := range []func(object, ...string) object{nulled, without} {
			base := c.Serve(behave(optional(change)))
			for _, op := range []operation{meOp, createOp, listOp, getOp, answerOp, extractOp, fillOp} {
				c.WantOK("null and missing optional members to be accepted", c.call(base, op))
			}
		}
	}},
	{"CLI-DEC-03", anyValues},
	{"CLI-DEC-04", func(c *C) {
		base := c.Serve(func(r Request) Reply {
			reply := ordinary(r)
			if v, err := decodeJSON(reply.Body); err == nil {
				reply.Body, _ = json.Marshal(extended(v))
			}
			return reply
		})
		for _, op := range twelve {
			c.WantOK("unknown members to be ignored", c.call(base, op))
		}
	}},
	{"CLI-DEC-05", func(c *C) {
		read := 0
		var last Outcome
		for _, empty := range []any{list{}, object{"flags": list{}}} {
			last = c.call(c.Serve(behave(map[string]Reply{"GET " + riskOp.path: JSON(200, empty)})), riskOp)
			c.asked("an empty list of flags as a result", last)
			if flags, isList := flagsOf(last); last.OK() && isList && len(flags) == 0 {
				read++
			}
		}
		c.Want(read > 0, "an empty list of flags as a result", "%s", last)
	}},
	{"CLI-DEC-06", func(c *C) {
		var read []string
		for _, member := range []string{"", "flags", "risk_flags"} {
			var body any = list{flag()}
			if member != "" {
				body = object{member: body}
			}
			out := c.call(c.Serve(behave(map[string]Reply{"GET " + riskOp.path: JSON(200, body)})), riskOp)
			c.asked("a list of flags", out)
			if flags, _ := flagsOf(out); out.OK() && len(flags) == 1 {
				read = append(read, strconv.Quote(member))
			}
		}
		if len(read) < 3 {
			c.Note("reads %d of 3 containers of the risk list: %s", len(read), strings.Join(read, ", "))
		}
	}},
	{"CLI-DEC-07", func(c *C) {
		out := c.call(c.Serve(behave(nil)), downloadOp)
		c.WantOK("the form to be downloaded", out)
		sum := sha256.Sum256(pdf())
		got, _ := out.object(c)["sha256"].(string)
		if text, ok := out.object(c)["content_base64"].(string); ok && got == "" {
			data, _ := base64.StdEncoding.DecodeString(text)
			own := sha256.Sum256(data)
			got = hex.EncodeToString(own[:])
		}
		c.Want(strings.EqualFold(got, hex.EncodeToString(sum[:])), "the exact bytes, SHA-256 "+hex.EncodeToString(sum[:]), "SHA-256 %s", got)
	}},
	{"CLI-DEC-08", func(c *C) {
		oauth := with(identity(), object{"auth_kind": "oauth"})
		for _, body := range []object{nulled(oauth, "key_label"), without(oauth, "key_label")} {
			out := c.call(c.Serve(behave(map[string]Reply{"GET /org/me": JSON(200, body)})), meOp)
			c.WantOK("an identity without label to be accepted", out)
			c.Want(out.object(c)["auth_kind"] == "oauth", "auth_kind oauth", "%s", out)
		}
	}},
}

// optional answers with every member that the specification calls optional changed.
func optional(change func(object, ...string) object) map[string]Reply {
	summary := change(session(), "state")
	d := change(detail(), "state", "created_at", "updated_at", "pending_count", "next_questions")
	d["filled_forms"] = list{change(object{"form_key": formKey, "fields_written": 3, "sparse_suspected": true, "updated_at": "x"}, "fields_written", "updated_at")}
	return map[string]Reply{
		"GET /org/me":        JSON(200, change(identity(), "key_label")),
		"POST /org/sessions": JSON(200, summary),
		"GET /org/sessions":  JSON(200, object{"sessions": list{change(with(session(), object{"created_at": "x", "updated_at": "x"}), "state", "created_at", "updated_at")}}),
		"GET " + getOp.path:  JSON(200, d),
	}
}

// exotic holds values of every type that JSON has, some of them beyond the reach of a float.
const exotic = `{"text":"é😀","long":9007199254740993,"huge":123456789012345678901234567890,"fraction":0.1,"small":1e-7,` +
	`"yes":true,"no":false,"nothing":null,"nested":{"list":[1,"two",[3,{"four":4}],null],"empty":{}},"none":[]}`

func anyValues(c *C) {
	values, err := decodeJSON([]byte(exotic))
	if err != nil {
		panic(err)
	}
	ask := with(values.(map[string]any), object{"key": "k", "label": "L", "kind": "choice", "options": list{"a", object{"value": "b"}}})
	base := c.Serve(behave(map[string]Reply{
		"GET " + getOp.path:     JSON(200, with(detail(), object{"field_values": values})),
		"POST " + answerOp.path: JSON(200, with(turn(false, 1), object{"set_fields": values, "asks": list{ask}})),
	}))
	for _, expect := range []struct {
		op     operation
		member string
		want   any
	}{{getOp, "field_values", values}, {answerOp, "set_fields", values}, {answerOp, "asks", list{ask}}} {
		out := c.call(base, expect.op)
		c.WantOK("values of any type to be accepted in "+expect.member, out)
		got := out.object(c)[expect.member]
		at, want, found := difference(expect.want, got)
		c.Want(at == "", expect.member+strings.TrimSuffix(at, here)+" = "+want, "%s", found)
	}
}

// extended adds unknown members to every object.
func extended(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, inner := range x {
			x[k] = extended(inner)
		}
		x["x_later"], x["x_list"] = object{"deep": list{1, nil}}, list{"y"}
	case []any:
		for i, inner := range x {
			x[i] = extended(inner)
		}
	}
	return v
}

// object is the result as a JSON object, or ends the case.
func (o Outcome) object(c *C) object {
	v, err := decodeJSON(o.Result)
	members, ok := v.(map[string]any)
	if err != nil || !ok {
		c.Fail("a result that is a JSON object", "%s", o)
	}
	return members
}

// flagsOf reads the result of risk_summary: a list, or the one list of an object.
func flagsOf(o Outcome) (list, bool) {
	v, err := decodeJSON(o.Result)
	if err != nil {
		return nil, false
	}
	if flags, isList := v.([]any); isList {
		return flags, true
	}
	var lists []list
	members, _ := v.(map[string]any)
	for _, member := range members {
		if flags, isList := member.([]any); isList {
			lists = append(lists, flags)
		}
	}
	if len(lists) != 1 {
		return nil, false
	}
	return lists[0], true
}
