package checks_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
)

// plantedUnread are faults of what a server does not look at: the case of letters, what comes after the end, a file after the first.
func plantedUnread() []plant {
	return []plant{
		{"API-GET-09", "ids in letters of both cases and of any", bothCases(true)},
		{"ERR-07", "what follows the JSON of a create is not read", firstValue("create")},
		{"ERR-07", "what follows the JSON of a turn is not read", firstValue("answer")},
		{"ERR-06", "a state of one letter is a failure", refusing("create", 500, `"state":"G"`)},
		{"ERR-06", "an empty state is a failure", refusing("create", 500, `"state":""`)},
		{"ERR-06", "a damaged file is a failure", refusing("extract", 500, strings.Repeat("\xff", 8))},
		{"API-EXTRACT-06", "a second file is not read", firstFile()},
		{"API-ANSWER-03", "the asks are those of before the message", staleAsks()},
		{"API-RISK-01", "each severity has a list of its own", change("risk", func(o obj) {
			lists := obj{"high": []any{}, "medium": []any{}, "low": []any{}}
			for _, flag := range o["flags"].([]any) {
				severity := text(flag.(obj), "severity")
				list, _ := lists[severity].([]any)
				lists[severity] = append(list, flag)
			}
			clear(o)
			maps.Copy(o, lists)
		})},
		{"EVT-10", "a test event is for those who asked for it", unaskedTests()},
	}
}

// nearUnread are choices near them.
func nearUnread() []plant {
	return []plant{
		{"API-GET-09", "ids in letters of both cases", bothCases(false)},
		{"API-GET-09", "paths in letters of either case", mixed(bothCases(true), pathsInAnyCase())},
		{"ERR-07", "white space after the JSON", layer{request: func(c *call) bool {
			did := c.op == "create" && json.Valid(c.in)
			if did {
				c.in = append(bytes.Clone(c.in), " \r\n\t"...)
			}
			return did
		}}},
		{"API-EXTRACT-06", "a further file of a session is refused", once("extract")},
		{"LIM-13", "all heavy operations have one rate", oneRateForAll()},
		{"API-APPT-04", "cities in letters of ASCII", strict("appointment", 422, func(_ *call, o obj) bool {
			return strings.IndexFunc(text(o, "address_city"), func(r rune) bool { return r > 127 }) >= 0
		})},
		{"API-ANSWER-21", "asks have numbers for keys, and objects for labels and kinds", each("answer", "asks", func(o obj) {
			o["key"], o["label"], o["kind"] = len(text(o, "label")), obj{"de": "Eine Frage", "en": o["label"]}, obj{"type": o["kind"]}
		})},
	}
}

// pathsInAnyCase takes a path for the one in small letters.
func pathsInAnyCase() layer {
	l := layer{touched: new(atomic.Int64)}
	l.early = func(_ http.ResponseWriter, r *http.Request) bool {
		if small := strings.ToLower(r.URL.Path); small != r.URL.Path {
			r.URL.Path = small
			l.touched.Add(1)
		}
		return false
	}
	return l
}

var realID = regexp.MustCompile(`ses_[a-z2-7]{20,}`)

// bothCases has ids in letters of both cases, and finds a session by such an id, or by its letters in any case.
func bothCases(any bool) layer {
	mix := func(id []byte) []byte {
		mixed := bytes.Clone(id)
		for i := 4; i < len(mixed); i += 3 {
			mixed[i] = bytes.ToUpper(mixed[i : i+1])[0]
		}
		return mixed
	}
	return layer{request: func(c *call) bool {
		id := sessionIn(c)
		real := strings.ToLower(id)
		found := any || id == string(mix([]byte(real)))
		if real != id && found {
			c.r.URL.Path, c.r.URL.RawPath = strings.Replace(c.r.URL.Path, id, real, 1), ""
		}
		return false
	}, response: func(c *call) bool {
		was := c.out
		c.out = realID.ReplaceAllFunc(c.out, mix)
		return !bytes.Equal(was, c.out)
	}}
}

// staleAsks has in a reply the asks of the reply before.
func staleAsks() layer {
	last := newMemory()
	return layer{response: func(c *call) (did bool) {
		return c.op == "answer" && c.ok() && c.edit(func(o obj) bool {
			was, known := last.snapshot()[sessionIn(c)]
			last.put(sessionIn(c), o["asks"])
			if known {
				o["asks"] = was
			}
			return known
		})
	}}
}

// firstValue reads a body up to the end of its first JSON value.
func firstValue(op string) layer {
	return layer{request: func(c *call) bool {
		var first json.RawMessage
		did := c.op == op && !json.Valid(c.in) && json.NewDecoder(bytes.NewReader(c.in)).Decode(&first) == nil
		if did {
			c.in = first
		}
		return did
	}}
}

// firstFile answers a further upload of a session as its first.
func firstFile() layer {
	first := newMemory()
	return layer{request: func(c *call) bool {
		was, known := first.snapshot()[sessionIn(c)].([]byte)
		did := c.op == "extract" && known
		if did {
			c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/json"}}, bytes.Clone(was)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "extract" && c.ok() {
			first.keep(sessionIn(c), func() any { return bytes.Clone(c.out) })
		}
		return false
	}}
}

// unaskedTests sends test events to those endpoints alone that are registered for them.
func unaskedTests() layer {
	others, touched := newMemory(), new(atomic.Int64)
	return layer{touched: touched, verb: func(verb string, in, out obj) bool {
		if events, _ := in["events"].([]any); verb == "create-endpoint" && len(events) > 0 && !slices.Contains(events, any("webhook.test")) {
			others.put(text(out, "endpoint_id"), true)
		}
		return false
	}, instead: func(verb string, in obj) (obj, bool) {
		_, is := others.snapshot()[text(in, "endpoint_id")]
		is = is && verb == "send-test-event"
		if is {
			touched.Add(1)
		}
		return obj{"delivery_id": "dlv_nowhere"}, is
	}}
}
