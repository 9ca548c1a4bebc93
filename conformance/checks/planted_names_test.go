package checks_test

import (
	"encoding/json"
)

// plantedNames are faults of what is known by a name or an address that others have as well.
func plantedNames() []plant {
	mine := func(bool) bool { return true }
	closed := func(l layer) layer { return mixed(named("400 for fill on an open session").layer(), l) }
	return []plant{
		{"API-PDF-01", "forms are kept by the name of the insured", formsByName(false, mine)},
		{"API-PDF-01", "the first form of an insured's name is never replaced", formsByName(true, mine)},
		{"API-PDF-01", "forms are kept by the name of the insured, and open sessions are not filled", closed(formsByName(false, mine))},
		{"AUTH-15", "a form is replaced by that of another workspace whose session has the same name", formsByName(false, func(own bool) bool { return !own })},
		{"AUTH-15", "a form of another workspace is given where its session has the same name", formsByName(true, func(own bool) bool { return !own })},
	}
}

// formsByName gives at each download the form of the first or of the last session of the same name that was filled, where that is one
// of the caller's own credential or not.
func formsByName(first bool, meant func(own bool) bool) layer {
	called, filled := newMemory(), newMemory()
	type fill struct{ session, by string }
	return layer{request: func(c *call) bool {
		if c.op != "pdf" {
			return false
		}
		of, _ := called.snapshot()[splitPath(c.r.URL.Path)[2]].(string)
		f, known := filled.snapshot()[of].(fill)
		if !known || !meant(f.by == c.r.Header.Get("Authorization")) || !c.onto(f.session) {
			return false
		}
		c.r.Header.Set("Authorization", f.by)
		return true
	}, response: func(c *call) bool {
		var o obj
		switch {
		case c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil:
			called.put(text(o, "session_id"), text(o, "insured_name"))
		case c.op == "fill" && c.ok():
			id := splitPath(c.r.URL.Path)[2]
			of, _ := called.snapshot()[id].(string)
			one := fill{id, c.r.Header.Get("Authorization")}
			if filled.keep(of, func() any { return one }); !first {
				filled.put(of, one)
			}
		}
		return false
	}}
}
