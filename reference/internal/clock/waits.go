package clock

import (
	"slices"
	"time"
)

// wait is a timer of a clock that can be moved.
type wait struct {
	at    time.Time
	c     chan time.Time
	owner interface{ stop(*wait) bool }
}

func (w *wait) C() <-chan time.Time { return w.c }

func (w *wait) Stop() bool { return w.owner.stop(w) }

func (w *wait) fire(now time.Time) {
	select {
	case w.c <- now:
	default: // it fired before; a timer fires once
	}
}

// waits is sorted by time. The lists are short, so a slice beats a heap.
type waits []*wait

func (ws *waits) add(w *wait) {
	i, _ := slices.BinarySearchFunc(*ws, w, func(a, b *wait) int {
		if a.at.After(b.at) {
			return 1
		}
		return -1 // behind those of the same instant: first come, first fired
	})
	*ws = slices.Insert(*ws, i, w)
}

func (ws *waits) remove(w *wait) bool {
	i := slices.Index(*ws, w)
	if i < 0 {
		return false
	}
	*ws = slices.Delete(*ws, i, i+1)
	return true
}

func (ws *waits) fireUntil(now time.Time) {
	for len(*ws) > 0 && !(*ws)[0].at.After(now) {
		(*ws)[0].fire(now)
		*ws = slices.Delete(*ws, 0, 1)
	}
}

func (ws waits) next() (time.Time, bool) {
	if len(ws) == 0 {
		return time.Time{}, false
	}
	return ws[0].at, true
}
