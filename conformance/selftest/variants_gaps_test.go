package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// gapVariants are choices about what replies hold and what requests may.
var gapVariants = []variant{
	{"asks with more", inEach("answer", "asks", func(o obj) {
		o["required"], o["order"], o["validation"] = true, 3, obj{"pattern": ".*", "max": nil}
	})},
	{"an extraction as a list", on("extract", func(o obj) {
		var list []any
		for key, v := range asObject(o["extracted_fields"]) {
			list = append(list, obj{"key": key, "value": v, "page": 1})
		}
		delete(o, "extracted_fields")
		delete(o, "field_confidence")
		o["fields"], o["notes"] = list, "All of it was read."
	})},
	{"severities of its own", inmost(inEach("risk", "flags", func(o obj) { o["severity"] = "SEV-" + strings.ToUpper(text(o, "severity")) }))},
	{"severities as numbers", inmost(inEach("risk", "flags", func(o obj) { o["severity"] = len(text(o, "severity")) }))},
	{"categories of its own", inmost(inEach("risk", "flags", func(o obj) { o["category"] = "UW/" + text(o, "category") }))},
	{"states of two capitals only", plain(picky("state", regexp.MustCompile(`^[A-Z]{2}$`), "ZZ"))},
	{"states by their names only", plain(picky("state", regexp.MustCompile(`^[A-Z][a-z]+( [A-Z][a-z]+)?$`), ""))},
	{"industries of six digits only", plain(picky("naics_code", regexp.MustCompile(`^\d{6}$`), ""))},
	{"lines of business of a closed list", plain(lines(func(s string) bool { return strings.Contains(" general_liability cyber bop ", " "+s+" ") }))},
	{"any text as a line of business", plain(layer{request: func(c *call) bool {
		return c.requested("create", func(o obj) bool {
			list, _ := o["lobs"].([]any)
			kept := slices.DeleteFunc(slices.Clone(list), func(v any) bool {
				s, is := v.(string)
				return is && !strings.Contains(" general_liability GL cyber ", " "+s+" ") && s != "General Liability"
			})
			if len(kept) == len(list) || len(list) > 20 {
				return false
			}
			o["lobs"] = kept
			return true
		})
	}})},
	{"one status for all that is open", plain(rewritten(func(c *call) bool { return org(c) && c.ok() }, func(v any) any {
		walk(v, func(o obj) {
			if o["status"] == "ready_to_fill" {
				o["status"] = "in_progress"
			}
		})
		return v
	}))},
	{"limits beyond the bounds are brought within", plain(layer{request: func(c *call) bool {
		var limit int
		if _, err := fmt.Sscan(c.r.URL.Query().Get("limit"), &limit); c.op != "list" || err != nil || fmt.Sprint(limit) != c.r.URL.Query().Get("limit") || limit >= 1 && limit <= 200 {
			return false
		}
		c.query("limit", fmt.Sprint(min(max(limit, 1), 200)))
		return true
	}})},
	{"a limit of zero lists nothing", plain(layer{request: func(c *call) bool {
		did := c.op == "list" && c.r.URL.Query().Get("limit") == "0"
		if did {
			c.query("limit", "1")
		}
		return did
	}, response: func(c *call) bool {
		return c.op == "list" && c.ok() && c.asked["limit"] == "0" && c.edit(func(o obj) bool { o["sessions"] = []any{}; return true })
	}})},
	{"400 for a limit beyond the bounds", plain(layer{response: func(c *call) bool {
		did := c.op == "list" && c.status == 422 && strings.Trim(c.r.URL.Query().Get("limit"), "-0123456789") == ""
		if did {
			c.refuse(400)
		}
		return did
	}})},
	{"list by name", on("list", func(o obj) {
		items, _ := o["sessions"].([]any)
		sort.SliceStable(items, func(i, j int) bool {
			return text(items[i].(obj), "insured_name") < text(items[j].(obj), "insured_name")
		})
	})},
	{"submission id as a number under id", func() layer {
		l := on("submit", func(o obj) {
			o["id"], o["state"] = numberOf(text(o, "submission_id")), "sent"
			delete(o, "submission_id")
		})()
		l.verb = func(_ string, _, out obj) bool {
			list, _ := out["submissions"].([]any)
			for _, item := range list {
				asObject(item)["submission_id"] = numberOf(text(asObject(item), "submission_id"))
			}
			return len(list) > 0
		}
		return l
	}},
	{"documents under documents only", plain(partOnly("documents"))},
	{"the reply about a document as a list", plain(rewritten(func(c *call) bool { return c.op == "documents" && c.ok() }, func(v any) any { return asObject(v)["documents"] }))},
	{"the reply about a document without a word", plain(rewritten(func(c *call) bool { return c.op == "documents" && c.ok() }, func(any) any { return nil }))},
	{"the reply about a document with a count", on("documents", func(o obj) { o["attached"] = 1; delete(o, "documents") })},
	{"scopes are a closed list", plain(layer{request: func(c *call) bool {
		values, _ := url.ParseQuery(string(c.in))
		did := c.op == "device" && values.Get("scope") != "" && values.Get("scope") != "workspace"
		if did {
			c.answer(400, obj{"error": "invalid_scope", "detail": "There is no such scope."})
		}
		return did
	}})},
	{"no scopes in the metadata", on("metadata", func(o obj) { delete(o, "scopes_supported") })},
	{"tokens without expires_in", plain(drop("token", "expires_in"))},
	{"tokens of five minutes", func() layer {
		l := on("token", func(o obj) { o["expires_in"] = 300 })()
		l.verb = func(verb string, _, out obj) bool {
			if verb == "issue-token" {
				out["expires_in"] = 300
			}
			return verb == "issue-token"
		}
		return l
	}},
	{"device codes of five minutes", on("device", func(o obj) { o["expires_in"] = 300 })},
	{"device codes of an hour", on("device", func(o obj) { o["expires_in"] = 3600 })},
	{"versions and ends in headers", plain(layer{response: func(c *call) bool {
		c.header.Set("Api-Version", "2026-11-01")
		c.header.Set("Deprecation", "@1798761600")
		c.header.Set("Sunset", "Fri, 31 Dec 2027 23:59:59 GMT")
		return org(c)
	}})},
	{"counts with what is optional", on("answer", func(o obj) {
		if n, ok := o["total_askable"].(json.Number); ok {
			o["total_askable"] = json.Number(n.String() + "7")
		}
	})},
	{"optional questions at the end", on("answer", func(o obj) {
		if asks, _ := o["asks"].([]any); o["done"] == true && len(asks) == 0 {
			o["asks"] = []any{obj{"key": "remarks", "label": "Remarks", "kind": "text", "question": "Is there anything else?"}}
		}
	})},
	{"400 for a turn after the end", func() layer {
		over := newMemory()
		return layer{request: func(c *call) bool {
			if c.op != "answer" || over.snapshot()[c.r.URL.Path] == nil || !valid(c, "message") {
				return false
			}
			_, found := c.beside(http.MethodGet, "") // for whom there is none, there is none that is over
			if found {
				c.refuse(400)
			}
			return found
		}, response: func(c *call) bool {
			var o obj
			if c.op == "answer" && c.ok() && json.Unmarshal(c.out, &o) == nil && o["done"] == true {
				over.keep(c.r.URL.Path, func() any { return true })
			}
			return false
		}}
	}},
	{"identities that are numbers", func() layer {
		return layer{rank: 1, response: func(c *call) bool {
			return c.op == "me" && c.ok() && c.edit(func(o obj) bool { o["org_id"] = numberOf(text(o, "org_id")); return true })
		}, verb: func(_ string, _, out obj) bool {
			if id := text(out, "org_id"); id != "" {
				numbers.keep(fmt.Sprint(numberOf(id)), func() any { return id })
				out["org_id"] = numberOf(id)
			}
			return false
		}, into: func(_ string, in obj) bool {
			id, known := numbers.snapshot()[fmt.Sprint(in["org_id"])]
			if f, is := in["org_id"].(float64); is {
				id, known = numbers.snapshot()[fmt.Sprint(int64(f))]
			}
			if known {
				in["org_id"] = id
			}
			return known
		}, delivery: body("", func(o obj) {
			if d := asObject(o["data"]); text(d, "org_id") != "" {
				d["org_id"] = numberOf(text(d, "org_id"))
			}
		}).delivery}
	}},
	{"names without white space around", plain(layer{request: func(c *call) bool {
		return c.requested("create", func(o obj) bool {
			name, is := o["insured_name"].(string)
			o["insured_name"] = strings.TrimSpace(name)
			return is && o["insured_name"] != name
		})
	}})},
	{"characters as units of UTF-16", plain(layer{request: func(c *call) bool { return c.tooLong("insured_name", 256) || c.tooLong("message", 10000) }})},
}

// numbers are the ids that were given out as numbers.
var numbers = newMemory()

func numberOf(id string) int64 {
	n := int64(0)
	for _, b := range []byte(hexOf(id)[:8]) {
		n = n*31 + int64(b)
	}
	return n
}

func asObject(v any) obj {
	o, _ := v.(obj)
	return o
}

// requested changes the JSON of a request of an operation.
func (c *call) requested(op string, change func(o obj) bool) bool {
	var o obj
	if c.op != op || json.Unmarshal(c.in, &o) != nil || o == nil || !change(o) {
		return false
	}
	c.in, _ = json.Marshal(o)
	return true
}

// query replaces a parameter of a request; what was asked for is kept.
func (c *call) query(name, value string) {
	q := c.r.URL.Query()
	c.asked = map[string]string{name: q.Get(name)}
	q.Set(name, value)
	u := *c.r.URL
	u.RawQuery = q.Encode()
	c.r = c.r.Clone(c.r.Context())
	c.r.URL = &u
}

// valid says whether a request holds a member as a text that is not empty.
func valid(c *call, member string) bool {
	var o obj
	return json.Unmarshal(c.in, &o) == nil && text(o, member) != ""
}

// picky takes a member of a create in one form only, beside null; without is a value of that form that it refuses too.
func picky(member string, form *regexp.Regexp, without string) layer {
	return layer{request: func(c *call) bool {
		var o obj
		value, is := "", false
		if c.op == "create" && json.Unmarshal(c.in, &o) == nil {
			value, is = o[member].(string)
		}
		did := is && (!form.MatchString(value) || value == without)
		if did {
			c.refuse(422)
		}
		return did
	}}
}

// lines takes some texts as lines of business.
func lines(known func(string) bool) layer {
	return layer{request: func(c *call) bool {
		var o obj
		if c.op != "create" || json.Unmarshal(c.in, &o) != nil {
			return false
		}
		list, _ := o["lobs"].([]any)
		for _, v := range list {
			if s, is := v.(string); is && !known(s) {
				c.refuse(422)
				return true
			}
		}
		return false
	}}
}

// partOnly takes documents under one name of a part.
func partOnly(part string) layer {
	return layer{request: func(c *call) bool {
		if c.op != "documents" {
			return false
		}
		if named := []byte(`name="` + part + `"`); bytes.Contains(c.in, named) {
			c.in = bytes.Replace(c.in, named, []byte(`name="file"`), 1)
		} else {
			c.in = bytes.Replace(c.in, []byte(`name="file`), []byte(`name="nope`), 1)
		}
		return true
	}}
}

// tooLong refuses a text that is longer than a number of units of UTF-16, and not in characters.
func (c *call) tooLong(member string, most int) bool {
	var o obj
	if c.op != "create" && c.op != "answer" || json.Unmarshal(c.in, &o) != nil {
		return false
	}
	units, runes := 0, 0
	for _, r := range text(o, member) {
		if runes++; r > 0xFFFF {
			units++
		}
		units++
	}
	if units <= most || runes > most {
		return false
	}
	c.refuse(http.StatusUnprocessableEntity)
	return true
}
