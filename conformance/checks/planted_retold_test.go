package checks_test

import (
	"encoding/json"
	"sync"
)

// plantedRetold are faults of what is told when another thing of the kind was told before.
func plantedRetold() []plant {
	return []plant{
		{"HOOK-20", "attempts of an endpoint's deliveries are in one list", sharedAttempts()},
		{"HOOK-20", "the log keeps the last delivery alone", shortLog()},
		{"HOOK-20", "each attempt is in the log with the status of the first", logged(func(d obj) {
			list, _ := d["attempts"].([]any)
			for _, one := range list {
				one.(obj)["response_status"] = list[0].(obj)["response_status"]
			}
		})},
		{"HOOK-10", "endpoints of one URL have one secret", oneSecretOfAnURL()},
		{"HOOK-23", "only the last envelope is remembered", lastRemembered()},
		{"EVT-11", "the first event of several is the one that counts", layer{into: func(verb string, in obj) bool {
			list, _ := in["events"].([]any)
			if verb != "create-endpoint" || len(list) != 3 {
				return false
			}
			in["events"] = list[:1]
			return true
		}}},
		{"EVT-01", "a fill under a token is not told of", untold(completedEvent, func(c *call) bool { return c.op == "fill" && oauth(c) })},
		{"EVT-06", "only the first submission of a workspace is told of", firstSent()},
	}
}

// sharedAttempts shows the attempts of all deliveries of an endpoint with each.
func sharedAttempts() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		if verb != "list-deliveries" || len(list) < 2 {
			return false
		}
		var all []any
		for _, d := range list {
			mine, _ := d.(obj)["attempts"].([]any)
			all = append(all, mine...)
		}
		for _, d := range list {
			d.(obj)["attempts"] = all
		}
		return true
	}}
}

// shortLog shows the newest delivery of an endpoint.
func shortLog() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		list, _ := out["deliveries"].([]any)
		if verb != "list-deliveries" || len(list) < 2 {
			return false
		}
		out["deliveries"] = list[:1]
		return true
	}}
}

// oneSecretOfAnURL tells the secret of the first endpoint of a URL for each.
func oneSecretOfAnURL() layer {
	secrets := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		first, was := secrets.keep(text(in, "url"), func() any { return text(out, "secret") })
		out["secret"] = first
		return was
	}}
}

// lastRemembered tells of an envelope again that completes again after another.
func lastRemembered() layer {
	told := newMemory()
	var mu sync.Mutex
	last := ""
	return layer{delivery: func(s *shipment) bool {
		var o obj
		if s.event() == "esign.completed" && s.n == 1 && json.Unmarshal(s.body, &o) == nil {
			d, _ := o["data"].(obj)
			told.put(text(d, "envelope_id"), *s)
		}
		return false
	}, verb: func(verb string, in, _ obj) bool {
		if verb != "complete-envelope" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		before, now := last, text(in, "envelope_id")
		last = now
		old, known := told.snapshot()[now].(shipment)
		if !known || before == now {
			return false
		}
		go post(old.another())
		return true
	}}
}

// firstSent tells an endpoint of the first submission alone.
func firstSent() layer {
	first := newMemory()
	return layer{delivery: func(s *shipment) bool {
		var o obj
		if s.event() != "submission.sent" || json.Unmarshal(s.body, &o) != nil {
			return false
		}
		d, _ := o["data"].(obj)
		one, _ := first.keep(s.url, func() any { return text(d, "session_id") })
		s.drop = one != text(d, "session_id")
		return s.drop
	}}
}
