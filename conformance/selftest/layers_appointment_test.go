package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

func appointmentsOf(change func(o obj)) func(string, obj, obj) bool {
	return func(verb string, _, out obj) bool {
		all, _ := out["appointments"].([]any)
		for _, a := range all {
			change(a.(obj))
		}
		return verb == "list-submissions"
	}
}

// lateAppointments hands a request on when the platform is looked at the next time.
func lateAppointments() layer {
	seen := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		list, _ := out["appointments"].([]any)
		org := text(in, "org_id")
		was, _ := seen.snapshot()[org].(int)
		seen.put(org, len(list))
		if verb != "list-submissions" || len(list) == was {
			return false
		}
		out["appointments"] = list[:was]
		return true
	}}
}

// firstAppointments hands one appointment request of each workspace on.
func firstAppointments() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["appointments"].([]any)
		if verb != "list-submissions" || len(list) < 2 {
			return false
		}
		out["appointments"] = list[:1]
		return true
	}}
}

// keptOfRefusedRequest fills what a request leaves out from one that was refused.
func keptOfRefusedRequest() layer {
	refused := newMemory()
	return layer{request: func(c *call) bool {
		kept, known := refused.snapshot()[bearer(c)].(obj)
		return known && c.requested("appointment", func(o obj) bool {
			did := false
			for name, v := range kept {
				if _, is := v.(string); is && o[name] == nil {
					o[name], did = v, true
				}
			}
			return did
		})
	}, response: func(c *call) bool {
		var in obj
		if c.op == "appointment" && c.status == 422 && json.Unmarshal(c.in, &in) == nil {
			refused.put(bearer(c), in)
		}
		return false
	}}
}

// handedOnFirst hands requests on that are refused, to whichever workspace is asked after next.
func handedOnFirst() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "appointment" && c.status/100 == 4 {
			refused.add(string(c.in))
		}
		return false
	}, verb: func(verb string, _, out obj) bool {
		if verb != "list-submissions" || len(refused.list()) == 0 {
			return false
		}
		list, _ := out["appointments"].([]any)
		out["appointments"] = append(list, obj{"phone": "(478) 555-0142"})
		return true
	}}
}

// openAlready refuses a third request of a workspace that is the same as its second one by the profile.
func openAlready() layer {
	count := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != "appointment" {
			return false
		}
		n, _ := count.snapshot()[bearer(c)].(int)
		if count.put(bearer(c), n+1); n < 2 {
			return false
		}
		c.refuse(400)
		return true
	}}
}

// demoRequest has a request at the platform that nobody made.
func demoRequest() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["appointments"].([]any)
		out["appointments"] = append([]any{obj{"agency_name": "A demonstration"}}, list...)
		return verb == "list-submissions"
	}}
}

// profileWins hands the platform a member of the profile, whatever the request says.
func profileWins(member string) layer {
	profiles := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		profile, _ := in["profile"].(obj)
		if verb == "create-workspace" && profile[member] != nil {
			profiles.put(text(out, "org_id"), profile[member])
		}
		mine, known := profiles.snapshot()[text(in, "org_id")]
		return known && appointmentsOf(func(o obj) { o[member] = mine })(verb, in, out)
	}}
}

// brokenAgain fails a call that a credential has made before.
func brokenAgain(op string) layer { return layer{request: refusedAgain(op, 500)} }

func refusedAgain(op string, status int) func(c *call) bool {
	before := newMemory()
	return answering(op, status, "Not again.", func(c *call) (again bool) {
		if strings.Contains(string(c.in), "agency_name") {
			_, again = before.keep(bearer(c), func() any { return true })
		}
		return again
	})
}

// remembersFields takes the fields of an appointment request for those of the workspace's later ones, too.
func remembersFields() layer {
	said := newMemory()
	return layer{request: func(c *call) bool {
		return c.requested("appointment", func(o obj) (did bool) {
			before, _ := said.snapshot()[bearer(c)].(obj)
			for name, v := range before {
				if _, there := o[name]; !there {
					o[name], did = v, true
				}
			}
			if !did {
				said.put(bearer(c), o)
			}
			return did
		})
	}}
}

// anyProfile takes an appointment request that lacks something where the workspace has a profile.
func anyProfile() layer {
	has, who := newMemory(), &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if profile, _ := in["profile"].(obj); verb == "create-workspace" && len(profile) > 0 {
			has.put(text(out, "org_id"), true)
		}
		return false
	}, response: func(c *call) bool {
		did := c.op == "appointment" && c.status == 422 && has.snapshot()[who.of(c)] != nil
		if did {
			c.answer(200, obj{"status": "requested"})
		}
		return did
	}}
}

// newestProfile takes what an appointment request leaves out from the profile of the workspace that was made last.
func newestProfile() layer {
	newest, profiles := newMemory(), newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		switch profile, has := in["profile"].(obj); {
		case verb == "create-workspace" && has:
			newest.put("key", text(out, "api_key"))
			newest.put("org", text(out, "org_id"))
			profiles.put(text(out, "org_id"), profile)
		case verb == "set-profile":
			profiles.put(text(in, "org_id"), profile)
		}
		return false
	}, request: func(c *call) bool {
		all := newest.snapshot()
		profile, _ := profiles.snapshot()[fmt.Sprint(all["org"])].(obj)
		return c.op == "appointment" && bearer(c) != all["key"] && c.requested("appointment", func(o obj) bool {
			was := len(o)
			for name, v := range profile {
				if _, there := o[name]; !there {
					o[name] = v
				}
			}
			return len(o) > was
		})
	}}
}

// partialProfile answers an appointment request whose body has a field as if the profile had hardly any.
func partialProfile() layer {
	var mu sync.Mutex
	had := false
	return layer{
		request: func(c *call) bool {
			if c.op == "appointment" {
				mu.Lock()
				defer mu.Unlock()
				had = bytes.Contains(c.in, []byte(`":"`))
			}
			return false
		},
		verb: func(verb string, in, out obj) bool {
			mu.Lock()
			defer mu.Unlock()
			did := false
			appointmentsOf(func(o obj) { delete(o, "website"); did = had })(verb, in, obj{"appointments": onlyIf(had, out["appointments"])})
			return did
		},
	}
}

// usedProfile lets a workspace's profile be replaced until it has asked for an appointment.
func usedProfile() layer {
	var mu sync.Mutex
	websites := map[string]any{}
	return layer{
		verb: func(verb string, in, out obj) bool {
			all, _ := out["appointments"].([]any)
			if verb != "list-submissions" || len(all) == 0 {
				return false
			}
			mu.Lock()
			defer mu.Unlock()
			org := text(in, "org_id")
			first, known := websites[org]
			if !known {
				websites[org] = all[0].(obj)["website"]
				first = websites[org]
			}
			last := all[len(all)-1].(obj)
			did := len(all) > 1 && last["website"] != first
			last["website"] = first
			return did
		},
	}
}

func onlyIf(when bool, list any) []any {
	all, _ := list.([]any)
	if !when {
		return nil
	}
	return all
}

// domainsLookedUp refuses an address whose domain is that of nobody.
func domainsLookedUp() layer {
	return layer{request: func(c *call) bool {
		if c.op != "appointment" {
			return false
		}
		did := false
		c.requested(c.op, func(o obj) bool { did = strings.HasSuffix(text(o, "email"), ".example"); return false })
		if did {
			c.answer(422, obj{"detail": []any{obj{"loc": []any{"body", "email"}, "msg": "the domain does not accept mail", "type": "value_error"}}})
		}
		return did
	}}
}
