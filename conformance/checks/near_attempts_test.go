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
		{"EVT-06", "an email waits in a queue for 20 s", queued("submission.sent", 20*time.Second)},
		{"HOOK-03", "a clock is 11 minutes ahead", shifted("", 11*time.Minute)},
		{"HOOK-03", "a clock is 28 minutes behind", shifted("", -28*time.Minute)},
		{"HOOK-03", "a server lives in another year", inYears(5)},
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

// queued makes the first attempts of one event a time later, and takes them for delivered.
func queued(event string, by time.Duration) layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, delivery: func(s *shipment) bool {
		if s.event() != event {
			return false
		}
		one, due := *s, k.now().Add(by)
		s.drop, s.answer = true, 200
		go func() {
			k.until(servers.ctx, due)
			one.send(servers.ctx)
		}()
		return true
	}}
}

// inYears has the times of events and of sessions be those of a later year.
func inYears(n int) layer {
	l := signedAnew("", func(o obj) { o["created_at"] = yearsOn(o["created_at"], n) })
	l.response = change("get", func(o obj) { o["created_at"] = yearsOn(o["created_at"], n) }).response
	return l
}

func yearsOn(v any, n int) string {
	told, _ := v.(string)
	at, _ := time.Parse(time.RFC3339, told)
	return at.AddDate(n, 0, 0).UTC().Format("2006-01-02T15:04:05.000Z")
}
