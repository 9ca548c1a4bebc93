package checks_test

import "time"

// nearAttempts are choices that come near the faults of attempts beside others.
func nearAttempts() []plant {
	return []plant{
		{"HOOK-26", "what is due is looked for every two seconds", deliver(func(s *shipment) bool {
			pause(time.Until(time.Now().Truncate(2 * time.Second).Add(2 * time.Second)))
			return true
		})},
		{"EVT-13", "an address has one endpoint", oneOfURL()},
	}
}

// oneOfURL gives the endpoint that an address has to whoever registers it once more.
func oneOfURL() layer {
	made := newMemory()
	return layer{instead: func(verb string, in obj) (obj, bool) {
		old, known := made.snapshot()[text(in, "url")].(obj)
		return old, verb == "create-endpoint" && known
	}, verb: func(verb string, in, out obj) bool {
		if verb == "create-endpoint" {
			made.put(text(in, "url"), out)
		}
		return false
	}}
}
