package selftest_test

import (
	"fmt"
	"sync"
	"time"
)

// queues are lines of deliveries, each of which waits until those before it are over, further attempts and all.
type queues struct {
	mu   sync.Mutex
	head map[string]string // the delivery that a line waits for
	gone chan struct{}     // closed when one is over
}

// enter waits for the turn of a delivery. Those before it may never be over, as a server gives up what is under way when it is closed.
func (q *queues) enter(line, id string) {
	limit := time.After(10 * time.Second)
	for {
		q.mu.Lock()
		if q.head[line] == "" || q.head[line] == id {
			q.head[line] = id
			q.mu.Unlock()
			return
		}
		gone := q.gone
		q.mu.Unlock()
		select {
		case <-gone:
		case <-limit:
			return
		}
	}
}

func (q *queues) leave(line, id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.head[line] == id {
		q.head[line] = ""
		close(q.gone)
		q.gone = make(chan struct{})
	}
}

// inQueues sends the deliveries of a line one after the other; those of no line go at once.
func inQueues(lineOf func(s *shipment, org string) string) layer {
	const attempts = 3
	k, orgs := newTicking(), newMemory()
	q := &queues{head: map[string]string{}, gone: make(chan struct{})}
	line := func(s *shipment) string {
		org, _ := orgs.snapshot()[s.secret].(string)
		return lineOf(s, org)
	}
	return layer{clocked: true, told: true, verb: func(verb string, in, out obj) bool {
		if verb == "create-endpoint" {
			orgs.put(text(out, "secret"), text(in, "org_id"))
		}
		return k.verb(verb, in, out)
	}, delivery: func(s *shipment) bool {
		if line(s) == "" {
			return false
		}
		q.enter(line(s), idOf(s))
		k.fullTime(s)
		return true
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.status/100 == 2 || s.n >= attempts {
			q.leave(line(s), idOf(s))
		}
		return false
	}}
}

// keptOnceTold keeps an endpoint that is to be deleted where it was sent anything.
func keptOnceTold() layer {
	secrets, told := newMemory(), newMemory()
	return layer{verb: func(verb string, _, out obj) bool {
		if verb == "create-endpoint" {
			secrets.put(fmt.Sprint(out["endpoint_id"]), text(out, "secret"))
		}
		return false
	}, delivery: func(s *shipment) bool {
		told.put(s.secret, true)
		return false
	}, instead: func(verb string, in obj) (out obj, did bool) {
		secret, _ := secrets.snapshot()[fmt.Sprint(in["endpoint_id"])].(string)
		_, did = told.snapshot()[secret]
		return obj{}, did && verb == "delete-endpoint"
	}}
}
