package checks

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// lost is an event at an endpoint that never takes it.
type lost struct {
	event                string
	box                  *mailbox
	deliveries, attempts int
	settled              int         // how many had come when the delivery had failed
	later                []arrival   // what came then, while other things happened
	seen                 int         // how many had come when all of this was over
	session, old, other  string      // of envelopes, where it is about signatures: the one that is refused, and one of later
	refused              atomic.Bool // the first attempt that told of the one of later
}

// refusing never takes a delivery: it breaks the connection of the first attempt and of each second one after it, in one
// of two ways, and answers the others 500. A client may send what it got no answer to once more by itself; that is no attempt.
type refusing struct {
	ways   [2]int // how the first is broken, and how the next one
	mu     sync.Mutex
	broken map[string]time.Time // when the last attempt with a body was
	n      int
	resent int
}

// resend is within which time a request comes that a client sends once more by itself.
const resend = time.Second

func (r *refusing) reply(a *arrival) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	body := string(a.body)
	if at, is := r.broken[body]; is && a.start.Sub(at) < resend {
		r.resent++
		r.broken[body] = a.start
		return hangUp
	}
	if r.n++; r.n%2 == 0 {
		delete(r.broken, body)
		return 500
	}
	r.broken[body] = a.start
	return r.ways[r.n/2%2]
}

func (r *refusing) count() (resent int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.resent
}

// refusal registers an endpoint that never takes anything.
func (c *C) refusal(ws *Workspace, event string) *mailbox {
	b := c.subscribeAt(c.curtListener(), ws, nil, event)
	ways := [2]int{reset, hangUp}
	if event != esignEvent { // so that either is the first somewhere
		ways = [2]int{hangUp, reset}
	}
	b.mark(func() {
		b.refusing = &refusing{ways: ways, broken: map[string]time.Time{}}
		b.reply = b.refusing.reply
	})
	return b
}

// attempts is how many came to an endpoint.
func (b *mailbox) attempts() int {
	n := len(b.all())
	if b.refusing != nil {
		n -= b.refusing.count()
	}
	return n
}

// losing brings about one event of each kind at endpoints that never take one. A submission may leave in more than one email:
// another endpoint counts them. The envelope completes twice while its delivery is under way.
func (c *C) losing() []*lost {
	return shared(c, "events that get lost", func(c *C) []*lost {
		var all []*lost
		c.maybe(func() {
			ws := c.own()
			c.needs(ws.Key != c.run.home.Key, "a workspace in which no other check completes envelopes", "the home workspace")
			l := &lost{event: esignEvent, box: c.refusal(ws, esignEvent), deliveries: 1, old: "env_" + c.random(12), other: "env_" + c.random(12)}
			l.session = c.newSession(as(ws.Key))
			l.complete(c, l.old)
			l.complete(c, l.old)
			all = append(all, l)
		})
		c.maybe(func() {
			s := c.submitted()
			if !rendersNone(s.journey.fill) {
				all = append(all, &lost{event: completedEvent, box: s.lost[completedEvent], deliveries: 1})
			}
			if n := len(only(s.box.all(), sentEvent)); n > 0 {
				all = append(all, &lost{event: sentEvent, box: s.lost[sentEvent], deliveries: n})
			}
		})
		return all
	})
}

// lost counts the attempts of events that get lost until none can follow any more. Then the envelope completes once more, and
// another does.
func (c *C) lost() []*lost {
	return shared(c, "lost events", func(c *C) []*lost {
		all, began := slices.Clone(c.losing()), c.run.clock.passed()
		for _, l := range all { // each of them may be late, and all of them are under way
			left := max(0, 2*arrivalTime-c.run.clock.passed().Sub(began))
			c.until(l.box, left, func([]arrival) bool { return l.box.attempts() >= 3*l.deliveries })
		}
		for _, l := range all {
			c.pastFourth(l.box)
		}
		for _, l := range all {
			l.settled = len(l.box.all())
		}
		for _, l := range all {
			c.maybe(func() { l.goOn(c) })
		}
		for _, l := range all { // what should not come may be on its way; one pause is for all of them
			c.still(l.box, func([]arrival) bool { return false })
			break
		}
		for _, l := range all {
			l.seen = len(l.box.all())
			l.later = l.box.all()[l.settled:l.seen]
			if l.attempts = l.box.attempts(); l.other != "" {
				l.attempts -= len(l.later)
			}
		}
		// That one never comes is for the checks of the events to judge.
		return slices.DeleteFunc(all, func(l *lost) bool { return len(l.box.all()) == 0 })
	})
}

// pastFourth waits until a further attempt of what came last to an endpoint would have come.
func (c *C) pastFourth(b *mailbox) {
	if list := b.all(); len(list) > 0 {
		if left := fourthTime - c.run.clock.passed().Sub(list[len(list)-1].start); left > 0 {
			c.wait(left)
		}
	}
}

// complete brings about the event of an envelope.
func (l *lost) complete(c *C, envelope string) {
	c.completed(obj{"org_id": l.box.ws.OrgID, "session_id": l.session, "envelope_id": envelope}, l.box)
}

// goOn completes the envelope whose delivery failed once more, and another, at an endpoint that takes them now.
func (l *lost) goOn(c *C) {
	if l.other == "" {
		return
	}
	l.box.mark(func() { l.box.reply = l.refusesOnce })
	l.complete(c, l.old)
	l.complete(c, l.other)
	if _, told := c.awaits(l.box, arrivalTime, func([]arrival) bool { return l.told(l.other) }); told {
		c.until(l.box, secondTime+late, func([]arrival) bool { return l.triedAgain() })
	}
}

// refusesOnce takes everything but the first attempt that tells of the other envelope.
func (l *lost) refusesOnce(a *arrival) int {
	if a.data()["envelope_id"] == l.other && !l.refused.Swap(true) {
		return 500
	}
	return 200
}

// triedAgain says whether the other envelope was told of more than once.
func (l *lost) triedAgain() bool {
	return len(slices.DeleteFunc(l.box.all(), func(a arrival) bool { return a.data()["envelope_id"] != l.other })) > 1
}

// told says whether an envelope was told of.
func (l *lost) told(envelope string) bool {
	return slices.ContainsFunc(l.box.all(), func(a arrival) bool { return a.data()["envelope_id"] == envelope })
}

// again says of the envelope whose delivery failed whether that delivery was made again afterwards, and whether there
// was another delivery of it at any time: where the attempts of a delivery share an id, there is one.
func (l *lost) again() (same, other bool) {
	times := map[string]int{}
	shared := false
	for n, a := range l.box.all() {
		id := text(a.object()["id"])
		if l.old == "" || a.data()["envelope_id"] != l.old {
			continue
		}
		same = same || n >= l.settled && times[id] > 0
		other = other || n >= l.settled && times[id] == 0
		times[id]++
		shared = shared || times[id] > 1
	}
	return same, other || shared && len(times) > 1 && l.box.refusing.count() == 0
}
