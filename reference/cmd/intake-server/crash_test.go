package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// acknowledged is what the server has answered with 200 before it was killed.
type acknowledged struct {
	mu     sync.Mutex
	values map[string]map[string]any // by session
	filled map[string]bool
	sent   map[string]string // submission ids
	count  int
	enough chan struct{} // closed when count has reached its goal
	goal   int
}

func (a *acknowledged) note(session string, set map[string]any, filled bool, submission string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.values[session] == nil {
		a.values[session] = map[string]any{}
	}
	for key, value := range set {
		a.values[session][key] = value
	}
	a.filled[session] = a.filled[session] || filled
	if submission != "" {
		a.sent[session] = submission
	}
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
		a.note(session, nil, false, "")
		for _, message := range []string{"Annual revenue: $" + fmt.Sprint(100_000+i), fmt.Sprintf("The contact email is w%d-%d@example.com", worker, i)} {
			answer, err := p.call("POST", "/org/sessions/"+session+"/answers", map[string]any{"message": message})
			if err != nil {
				return
			}
			a.note(session, answer["set_fields"].(map[string]any), false, "")
		}
		if _, err := p.call("POST", "/org/sessions/"+session+"/fill", nil); err != nil {
			return
		}
		a.note(session, nil, true, "")
		if err := p.attach("/org/sessions/"+session+"/documents", session); err != nil {
			return
		}
		submitted, err := p.call("POST", "/org/sessions/"+session+"/submit", nil)
		if err != nil {
			return
		}
		a.note(session, nil, true, submitted["submission_id"].(string))
	}
}

// attach uploads a document that is named after its session.
func (p *process) attach(path, session string) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("files", session)
	if err == nil {
		_, err = io.WriteString(part, "the loss run of "+session)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		return err
	}
	req, err := http.NewRequest("POST", p.line.BaseURL+path, &body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("X-API-Key", p.line.Workspace.APIKey)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// received is what the market holds: by session, the id of the submission and the names of its documents.
func (p *process) received(t *testing.T) map[string][]string {
	t.Helper()
	resp, err := http.Post(p.line.ControlURL+"/v1/list-submissions", "application/json", strings.NewReader(`{"org_id":"`+p.line.Workspace.OrgID+`"}`))
	require.NoError(t, err)
	defer resp.Body.Close()
	require.Equal(t, http.StatusOK, resp.StatusCode)
	var out struct {
		Submissions []struct {
			SubmissionID string `json:"submission_id"`
			SessionID    string `json:"session_id"`
			Files        []struct{ Name, Kind string }
		}
	}
	require.NoError(t, json.NewDecoder(resp.Body).Decode(&out))
	all := map[string][]string{}
	for _, s := range out.Submissions {
		require.Empty(t, all[s.SessionID], "one submission for each session")
		all[s.SessionID] = []string{s.SubmissionID}
		for _, f := range s.Files {
			if f.Kind == "document" {
				all[s.SessionID] = append(all[s.SessionID], f.Name)
			}
		}
	}
	return all
}

func TestKillNineLosesNothingThatWasAnswered(t *testing.T) {
	dir := t.TempDir()
	all := &acknowledged{values: map[string]map[string]any{}, filled: map[string]bool{}, sent: map[string]string{}}
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
	p := start(t, append(serveArgs(dir), "-control", "127.0.0.1:0")...)
	defer p.kill()
	received := p.received(t)
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
		if id := all.sent[session]; id != "" {
			again, err := p.call("POST", "/org/sessions/"+session+"/submit", nil)
			require.NoError(t, err)
			require.Equal(t, id, again["submission_id"], "an acknowledged submission was made twice")
			require.Equal(t, []string{id, session}, received[session], "the submission holds the document that was attached")
		}
	}
}
