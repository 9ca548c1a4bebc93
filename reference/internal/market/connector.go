package market

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
)

// ErrNotConnected says that the workspace has no account on the platform.
var ErrNotConnected = errors.New("market: the workspace has no connected account; connect one, or request an appointment first")

// ErrTokenRefused says that the platform does not take the token of the workspace's account, now or at another time.
var ErrTokenRefused = errors.New("market: the platform does not take the account's token; connect the account again")

// Kind tells a filled form from a supporting document.
type Kind string

// The kinds of file that a submission carries.
const (
	Form     Kind = "form"
	Document Kind = "document"
)

// File is one file of a submission.
type File struct {
	Name        string
	Kind        Kind
	FormKey     string // of a form
	ContentType string
	Data        []byte
}

func (f File) digest() string {
	sum := sha256.Sum256(f.Data)
	return hex.EncodeToString(sum[:])
}

// Submission is what goes to the platform.
type Submission struct {
	WorkspaceID string
	SessionID   string // one submission for each session: repeated calls continue the same one
	InsuredName string
	Files       []File
	// Seal is called when the platform has everything, before it is asked to finalise. An error of it ends the call and is
	// returned as it is, and the submission stays open at the platform. Nil seals nothing.
	Seal func(ctx context.Context) error
}

// Result is what the platform says of a finalised submission.
type Result struct {
	ID       string   // the platform's submission id
	To       []string // who receives it there
	CC       []string
	Subject  string
	Provider string // name of the platform
}

// Bounds of one call to the platform.
const (
	stepTime     = 20 * time.Second // one request with its answer
	stepAttempts = 3                // requests of one step when the connection breaks or the platform fails
	firstPause   = 100 * time.Millisecond
	replyBytes   = 64 << 10
)

// connector makes the calls on one account.
type connector struct {
	base     *url.URL
	provider string
	token    secret.Text
	client   *http.Client
	clock    clock.Clock
}

// submit walks the protocol: manifest, missing files, finalise. Each step may be repeated, so a call after a failure
// sends only what is still missing. Finalising names the files once more: when another replica has announced others in
// between, the platform refuses and the walk begins again.
func (c *connector) submit(ctx context.Context, s Submission) (Result, error) {
	m := describe(s)
	for attempt := 1; ; attempt++ {
		at, err := c.walk(ctx, s, m)
		var refused *refusal
		if errors.As(err, &refused) && refused.status == http.StatusConflict && attempt < stepAttempts {
			continue
		}
		if err != nil {
			return Result{}, err
		}
		if at.SubmissionID == "" {
			return Result{}, errors.New("market: the platform finalised the submission without giving its id")
		}
		return Result{ID: at.SubmissionID, To: at.To, CC: at.CC, Subject: m.Subject, Provider: c.provider}, nil
	}
}

func (c *connector) walk(ctx context.Context, s Submission, m manifest) (at progress, err error) {
	path := "/v1/submissions/" + url.PathEscape(s.SessionID)
	if err := c.json(ctx, http.MethodPut, path, m, &at); err != nil {
		return at, fmt.Errorf("market: announcing the submission: %w", err)
	}
	if at.State == stateFinal {
		return at, nil
	}
	if err := c.upload(ctx, path, s.Files, at.Missing); err != nil {
		return at, err
	}
	if s.Seal != nil {
		if err := s.Seal(ctx); err != nil {
			return at, err
		}
	}
	if err := c.json(ctx, http.MethodPost, path+"/finalise", m, &at); err != nil {
		return at, fmt.Errorf("market: finalising the submission: %w", err)
	}
	return at, nil
}

func describe(s Submission) manifest {
	m := manifest{InsuredName: s.InsuredName, Subject: "Submission for " + s.InsuredName}
	for _, f := range s.Files {
		m.Files = append(m.Files, manifestFile{Name: f.Name, Kind: f.Kind, FormKey: f.FormKey,
			ContentType: f.ContentType, Size: len(f.Data), SHA256: f.digest()})
	}
	return m
}

func (c *connector) upload(ctx context.Context, path string, files []File, missing []string) error {
	for _, f := range files {
		digest := f.digest()
		if !slices.Contains(missing, digest) {
			continue
		}
		if err := c.step(ctx, http.MethodPut, path+"/files/"+digest, f.ContentType, f.Data, nil); err != nil {
			return fmt.Errorf("market: uploading %s: %w", f.Name, err)
		}
	}
	return nil
}

func (c *connector) json(ctx context.Context, method, path string, body, reply any) error {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return err
		}
	}
	return c.step(ctx, method, path, "application/json", data, reply)
}

// refusal is an answer that repeating the request would not change.
type refusal struct {
	status int
	detail string
}

// Is lets a caller tell a token that has to be replaced from a platform that is down.
func (r *refusal) Is(target error) bool {
	return target == ErrTokenRefused && (r.status == http.StatusUnauthorized || r.status == http.StatusForbidden)
}

func (r *refusal) Error() string {
	return fmt.Sprintf("the platform answered %d: %s", r.status, r.detail)
}

// step makes one request, and repeats it when the connection broke or the platform failed.
func (c *connector) step(ctx context.Context, method, path, contentType string, body []byte, reply any) error {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		err := c.once(ctx, method, path, contentType, body, reply)
		var final *refusal
		if err == nil || attempt == stepAttempts || errors.As(err, &final) && final.status < 500 {
			return err
		}
		if c.clock.Sleep(ctx, pause) != nil {
			return err // what the platform did matters more than that time ran out
		}
		pause *= 4
	}
}

func (c *connector) once(ctx context.Context, method, path, contentType string, body []byte, reply any) error {
	ctx, cancel := context.WithTimeout(ctx, stepTime)
	defer cancel()
	target := strings.TrimSuffix(c.base.String(), "/") + path
	req, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if len(body) > 0 {
		req.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token.Reveal())
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return decode(resp, reply)
}

func decode(resp *http.Response, reply any) error {
	data, err := io.ReadAll(io.LimitReader(resp.Body, replyBytes))
	if err != nil {
		return fmt.Errorf("reading the platform's answer: %w", err)
	}
	if resp.StatusCode/100 != 2 {
		p := problem{Detail: http.StatusText(resp.StatusCode)}
		_ = json.Unmarshal(data, &p) // a page of HTML says no more than its status
		return &refusal{resp.StatusCode, p.Detail}
	}
	if reply == nil {
		return nil
	}
	if err := json.Unmarshal(data, reply); err != nil {
		return fmt.Errorf("reading the platform's answer: %w", err)
	}
	return nil
}
