package main

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// acknowledged is what the server has answered with 200 before it was killed.
type acknowledged struct {
	mu     sync.Mutex
	values map[string]map[string]any // by session
	filled map[string]bool
	count  int
	enough chan struct{} // closed when count has reached its goal
	goal   int
}

func (a *acknowledged) note(session string, set map[string]any, filled bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.values[session] == nil {
		a.values[session] = map[string]any{}
	}
	for key, value := range set {
		a.values[session][key] = value
	}
	a.filled[session] = a.filled[session] || filled
	if a.count++; a.count == a.goal {
		close(a.enough)
	}
}

// write makes sessions, answers and forms until the server is gone.
func (a *acknowledged) write(p *process, worker int) {
	for i := 0; ; i++ {
		made, err := p.call("POST", "/org/sessions", map[string]any{"insured_name": fmt.Sprintf("Worker %d, %d", worker, i)})
		if err != nil {
			return
		}
		session := made["session_id"].(string)
		a.note(session, nil, false)
		for _, message := range []string{"Annual revenue: $" + fmt.Sprint(100_000+i), fmt.Sprintf("The contact email is w%d-%d@example.com", worker, i)} {
			answer, err := p.call("POST", "/org/sessions/"+session+"/answers", map[string]any{"message": message})
			if err != nil {
				return
			}
			a.note(session, answer["set_fields"].(map[string]any), false)
		}
		if _, err := p.call("POST", "/org/sessions/"+session+"/fill", nil); err != nil {
			return
		}
		a.note(session, nil, true)
	}
}

func TestKillNineLosesNothingThatWasAnswered(t *testing.T) {
	dir := t.TempDir()
	all := &acknowledged{values: map[string]map[string]any{}, filled: map[string]bool{}}
	for round := range 4 {
		p := start(t, serveArgs(dir)...)
		all.goal, all.enough = all.count+40*(round+1), make(chan struct{})
		var wg sync.WaitGroup
		for worker := range 6 {
			wg.Go(func() { all.write(p, worker) })
		}
		<-all.enough
		p.kill() // in the middle of the six writers' calls
		wg.Wait()
		check(t, all, dir)
	}
}

// check reads everything back from a server that is started anew.
func check(t *testing.T, all *acknowledged, dir string) {
	t.Helper()
	p := start(t, serveArgs(dir)...)
	defer p.kill()
	for session, values := range all.values {
		found, err := p.call("GET", "/org/sessions/"+session, nil)
		require.NoError(t, err, "an acknowledged session is gone")
		stored := found["field_values"].(map[string]any)
		for key, value := range values {
			require.Equal(t, value, stored[key], "session %s, field %s", session, key)
		}
		if all.filled[session] {
			require.NotEmpty(t, found["filled_forms"], "acknowledged forms are gone")
		}
	}
}
