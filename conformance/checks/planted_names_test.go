package checks_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"
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
		{"EVT-12", "an endpoint is told of what happens in another workspace that has its address", atAddressOfOthers(func(s *shipment, secret string) {
			copied := *s
			copied.header = s.header.Clone()
			copied.sign(secret, s.body)
			post(copied)
		})},
		{"EVT-12", "an address has the secret of whoever registered it last", atAddressOfOthers(func(s *shipment, secret string) { s.sign(secret, s.body) })},
		{"API-LIST-10", "a list is kept for five seconds where no session is made", listKept(5 * time.Second)},
	}
}

// nearNames are choices that come near them.
func nearNames() []plant {
	return []plant{
		{"EVT-12", "an address has one endpoint, whichever workspace registers it", oneOfURL()},
		{"EVT-12", "an address is of one workspace", layer{fails: registeredElsewhere()}},
		{"API-LIST-10", "a list is kept for a second where no session is made", listKept(time.Second)},
	}
}

// listKept gives a list that was asked for before, for some time and as long as its first session is the same.
func listKept(life time.Duration) layer {
	type listed struct {
		at   time.Time
		head any
		body []byte
	}
	k, lists := newTicking(), newMemory()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		var o obj
		if c.op != "list" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		all, _ := o["sessions"].([]any)
		if len(all) == 0 {
			return false
		}
		first, _ := all[0].(obj)
		is := listed{k.now(), first["session_id"], bytes.Clone(c.out)}
		key := c.r.Header.Get("Authorization") + " " + c.r.URL.RawQuery
		was, known := lists.keep(key, func() any { return is })
		old, _ := was.(listed)
		if known && old.head == is.head && is.at.Sub(old.at) < life {
			c.out = old.body
			return !bytes.Equal(old.body, is.body)
		}
		lists.put(key, is)
		return false
	}}
}

// registeredElsewhere says of an endpoint whether another workspace has its address.
func registeredElsewhere() func(verb string, in obj) bool {
	owners := newMemory()
	return func(verb string, in obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		owner, _ := owners.keep(text(in, "url"), func() any { return in["org_id"] })
		return owner != in["org_id"]
	}
}

// atAddressOfOthers does something about an event whose address was registered by another workspace as well, with the secret of
// that one's endpoint.
func atAddressOfOthers(do func(s *shipment, secret string)) layer {
	orgs, secrets := newMemory(), newMemory() // of each secret, and of each workspace at an address
	l := deliver(func(s *shipment) (did bool) {
		own, _ := orgs.snapshot()[s.secret].(string)
		for at, secret := range secrets.snapshot() {
			if org, is := strings.CutPrefix(at, s.url+" "); is && org != own && s.event() != "webhook.test" {
				do(s, secret.(string))
				did = true
			}
		}
		return did
	})
	l.into = func(verb string, in obj) bool {
		if verb == "create-endpoint" {
			secrets.put(text(in, "url")+" "+text(in, "org_id"), "")
		}
		return false
	}
	l.verb = func(verb string, in, out obj) bool {
		if verb == "create-endpoint" {
			orgs.put(text(out, "secret"), text(in, "org_id"))
			for at := range secrets.snapshot() {
				if strings.HasSuffix(at, " "+text(in, "org_id")) { // its only one, where others have the address
					secrets.put(at, text(out, "secret"))
				}
			}
		}
		return false
	}
	return l
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
