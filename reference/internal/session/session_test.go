package session_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/dialogue"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
	"github.com/workspaceintake/intake-go/reference/internal/risk"
	"github.com/workspaceintake/intake-go/reference/internal/session"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

// The parts that the domain stands on, as small as they can be: the domain is what is tested here.

// plain understands "key=value", "drop key" and "skip all".
type plain struct{ catalog *catalog.Catalog }

func (p plain) Read(_ context.Context, turn dialogue.Turn) (dialogue.Reading, error) {
	if key, ok := strings.CutPrefix(turn.Message, "drop "); ok {
		return dialogue.Reading{Clear: []string{key}}, nil
	}
	if turn.Message == "skip all" {
		var all []string
		for _, f := range p.catalog.Plan(turn.Lines, turn.Values, turn.Skipped).Open {
			all = append(all, f.Key)
		}
		return dialogue.Reading{Skip: all}, nil
	}
	if turn.Message == "fail" {
		return dialogue.Reading{}, errors.New("the interpreter is down")
	}
	key, value, _ := strings.Cut(turn.Message, "=")
	return dialogue.Reading{Set: map[string]any{key: value}}, nil
}

func (plain) Reply(dialogue.Turn, dialogue.Reading, catalog.Plan) string { return "noted" }

type printer struct{}

func (printer) KeysFor([]string) []string { return []string{"first", "second"} }

func (printer) Fill(key string, values map[string]any, _ string, _ time.Time) (pdfform.Filled, error) {
	return pdfform.Filled{FormKey: key, PDF: fmt.Appendf(nil, "%%PDF %s %v", key, values), FieldsWritten: len(values)}, nil
}

type platform struct {
	mu        sync.Mutex
	connected bool
	failures  int    // calls that fail before one goes through
	failure   error  // of them; nil is a line that is cut
	lost      int    // calls that go through and whose answer is lost
	meanwhile func() // happens while the first call is under way
	calls     []market.Submission
}

func (p *platform) Connection(context.Context, string) (market.Connection, error) {
	if !p.connected {
		return market.Connection{}, market.ErrNotConnected
	}
	return market.Connection{Provider: "test"}, nil
}

func (p *platform) Submit(ctx context.Context, s market.Submission) (market.Result, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = append(p.calls, s)
	if p.failures > 0 {
		p.failures--
		if p.failure != nil {
			return market.Result{}, p.failure
		}
		return market.Result{}, errors.New("the line is cut")
	}
	if p.meanwhile != nil {
		p.meanwhile()
		p.meanwhile = nil
	}
	if err := s.Seal(ctx); err != nil {
		return market.Result{}, err
	}
	if p.lost > 0 {
		p.lost--
		return market.Result{}, errors.New("the answer is lost")
	}
	return market.Result{ID: "SUB-1", Subject: "Submission", Provider: "test"}, nil
}

func (p *platform) RequestAppointment(context.Context, string, map[string]string) (string, error) {
	return "requested", nil
}

// diary keeps the events that became durable.
type diary struct{ db *store.DB }

func (d diary) Record(ctx context.Context, tx *store.Tx, workspaceID string, e session.Event) error {
	return tx.InsertEvent(ctx, store.Event{ID: store.NewID("evt"), WorkspaceID: workspaceID, Name: e.Name, NaturalKey: e.NaturalKey, Data: "{}"})
}

func (diary) Wake() {}

func (d diary) entries(t *testing.T) (names []string) {
	t.Helper()
	require.NoError(t, d.db.Read(t.Context(), func(tx *store.Tx) error {
		rows, err := tx.Query(t.Context(), `SELECT name FROM events ORDER BY name, natural_key`)
		names, err = store.Collect(rows, err, func(row store.Row) (name string, err error) { return name, row.Scan(&name) })
		return err
	}))
	return names
}

type noRules struct{}

func (noRules) Assess(map[string]any, []string) []risk.Flag { return nil }

type noReader struct{}

func (noReader) ReadFile(context.Context, io.ReaderAt, int64) (*pdfread.Document, error) {
	return nil, pdfread.ErrEncrypted
}

// bench is a service with its parts at hand and one workspace.
type bench struct {
	*session.Service
	clock    *clock.Manual
	diary    diary
	platform *platform
}

const workspace = "org_a"

func onEach(t *testing.T, test func(t *testing.T, b bench)) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		questions, err := catalog.Load()
		require.NoError(t, err)
		b := bench{clock: clock.NewManual(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)), diary: diary{db}, platform: &platform{connected: true}}
		b.Service = session.NewService(session.Options{Assessor: noRules{}, Catalog: questions, Clock: b.clock, DB: db, Events: b.diary,
			Filler: printer{}, Interpreter: plain{questions}, Market: b.platform, Reader: noReader{}, MaxDocuments: 3, MaxDocumentBytes: 1000})
		require.NoError(t, db.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertWorkspace(t.Context(), store.Workspace{ID: workspace, Name: "A", Plan: "paid"})
		}))
		test(t, b)
	})
}

func (b bench) create(t *testing.T) string {
	t.Helper()
	s, err := b.Create(t.Context(), workspace, session.New{InsuredName: "Insured"})
	require.NoError(t, err)
	return s.ID
}

func (b bench) say(t *testing.T, id, message string) session.Turn {
	t.Helper()
	turn, err := b.Answer(t.Context(), workspace, id, message)
	require.NoError(t, err)
	return turn
}

func (b bench) status(t *testing.T, id string) string {
	t.Helper()
	d, err := b.Get(t.Context(), workspace, id)
	require.NoError(t, err)
	return d.Session.Status
}

func (b bench) fill(t *testing.T, id string) session.Filling {
	t.Helper()
	f, err := b.Fill(t.Context(), workspace, id)
	require.NoError(t, err)
	return f
}

func TestTheWayOfASession(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		require.Equal(t, session.InProgress, b.status(t, id))
		b.fill(t, id)
		require.Equal(t, session.InProgress, b.status(t, id), "a partial fill")
		require.Empty(t, b.diary.entries(t))
		require.Empty(t, b.say(t, id, "skip all").Plan.Open)
		require.Equal(t, session.ReadyToFill, b.status(t, id))
		b.fill(t, id)
		require.Equal(t, session.Complete, b.status(t, id))
		b.fill(t, id)
		require.Equal(t, []string{"fill_session.completed"}, b.diary.entries(t), "once for one completion")
		b.say(t, id, "dba=Blue Harbor")
		require.Equal(t, session.ReadyToFill, b.status(t, id), "a changed value opens it again")
		b.fill(t, id)
		require.Len(t, b.diary.entries(t), 2, "at the same instant of the clock, and still another completion")
		b.say(t, id, "dba=Blue Harbor")
		require.Equal(t, session.Complete, b.status(t, id), "the same value again changes nothing")
		_, err := b.Submit(t.Context(), workspace, id)
		require.NoError(t, err)
		require.Equal(t, session.Submitted, b.status(t, id))
		b.say(t, id, "drop dba")
		require.Equal(t, session.InProgress, b.status(t, id), "a withdrawn value is asked for again")
	})
}

func TestManyFillsAtOnceCompleteOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		b.say(t, id, "skip all")
		var wg sync.WaitGroup
		for range 12 {
			wg.Go(func() {
				if _, err := b.Fill(context.Background(), workspace, id); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		require.Equal(t, []string{"fill_session.completed"}, b.diary.entries(t))
		pdf, err := b.Form(t.Context(), workspace, id, "first")
		require.NoError(t, err)
		require.Equal(t, "%PDF first", string(pdf[:10]))
	})
}

func TestAnswersAtOnceAreAllKept(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		keys := []string{"dba", "website", "contact_name", "contact_phone", "contact_email", "mailing_city", "mailing_zip", "location_city"}
		var wg sync.WaitGroup
		for _, key := range keys {
			wg.Go(func() {
				if _, err := b.Answer(context.Background(), workspace, id, key+"="+key); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		d, err := b.Get(t.Context(), workspace, id)
		require.NoError(t, err)
		for _, key := range keys {
			require.Equal(t, key, d.Session.Values[key])
		}
	})
}

func TestAFailingInterpreterChangesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		before, err := b.Get(t.Context(), workspace, id)
		require.NoError(t, err)
		_, err = b.Answer(t.Context(), workspace, id, "fail")
		require.Error(t, err)
		after, err := b.Get(t.Context(), workspace, id)
		require.NoError(t, err)
		require.Equal(t, before.Session, after.Session)
	})
}

func TestASubmissionThatWasCutOffIsContinuedAndRecordedOnce(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		b.fill(t, id)
		b.platform.failures = 2
		for range 2 {
			_, err := b.Submit(t.Context(), workspace, id)
			var failed *session.PlatformError
			require.ErrorAs(t, err, &failed)
			require.Equal(t, session.InProgress, b.status(t, id))
			require.Empty(t, b.diary.entries(t))
		}
		for range 3 {
			got, err := b.Submit(t.Context(), workspace, id)
			require.NoError(t, err)
			require.Equal(t, "SUB-1", got)
		}
		require.Len(t, b.platform.calls, 3, "after the success nothing is sent")
		require.Equal(t, []string{"submission.sent"}, b.diary.entries(t))
	})
}

func TestWhatCannotBeSubmittedYetSaysWhy(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		refused := func(why string) {
			t.Helper()
			_, err := b.Submit(t.Context(), workspace, id)
			var notYet *session.NotYet
			require.ErrorAs(t, err, &notYet)
			require.Contains(t, notYet.Reason, why)
		}
		refused("no filled forms")
		b.fill(t, id)
		b.say(t, id, "dba=Blue Harbor")
		refused("have changed")
		b.fill(t, id)
		b.platform.connected = false
		refused("no connected account")
		require.Empty(t, b.platform.calls)
		b.platform.connected = true
		b.platform.failures, b.platform.failure = 1, fmt.Errorf("announcing: %w", market.ErrTokenRefused)
		refused("Connect the account again")
	})
}

func file(name, text string) session.Upload {
	return session.Upload{Filename: name, ContentType: "text/plain", Size: int64(len(text)), Data: bytes.NewReader([]byte(text))}
}

func TestADocumentAttachedDuringASubmissionTravelsOrIsRefused(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		b.fill(t, id)
		b.platform.meanwhile = func() { // under way, and not sealed
			_, err := b.Attach(context.Background(), workspace, id, []session.Upload{file("late", "loss run")})
			if err != nil {
				t.Error(err)
			}
		}
		b.platform.lost = 1
		_, err := b.Submit(t.Context(), workspace, id)
		var failed *session.PlatformError
		require.ErrorAs(t, err, &failed)
		require.Len(t, b.platform.calls, 2, "it began again with what had come")
		last := b.platform.calls[1].Files
		require.Equal(t, "late", last[len(last)-1].Name)
		_, err = b.Attach(t.Context(), workspace, id, []session.Upload{file("too late", "loss run")})
		var notYet *session.NotYet
		require.ErrorAs(t, err, &notYet, "the platform may have finalised")
		require.Contains(t, notYet.Reason, "being submitted")
		got, err := b.Submit(t.Context(), workspace, id)
		require.NoError(t, err)
		require.Equal(t, "SUB-1", got)
	})
}

func TestDocumentsAreBoundedAndTravelInOrder(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		_, err := b.Attach(t.Context(), workspace, id, []session.Upload{file("a", "first"), file("b", "second")})
		require.NoError(t, err)
		var notYet *session.NotYet
		_, err = b.Attach(t.Context(), workspace, id, []session.Upload{file("c", "third"), file("d", "fourth")})
		require.ErrorAs(t, err, &notYet, "all of a request or none")
		_, err = b.Attach(t.Context(), workspace, id, []session.Upload{file("c", strings.Repeat("x", 1000))})
		require.ErrorAs(t, err, &notYet)
		b.clock.Advance(time.Second)
		_, err = b.Attach(t.Context(), workspace, id, []session.Upload{file("c", "")})
		require.NoError(t, err, "an empty document is a document")
		b.fill(t, id)
		_, err = b.Submit(t.Context(), workspace, id)
		require.NoError(t, err)
		var sent []string
		for _, f := range b.platform.calls[0].Files {
			sent = append(sent, f.Name)
		}
		require.Equal(t, []string{"first.pdf", "second.pdf", "a", "b", "c"}, sent)
		_, err = b.Attach(t.Context(), workspace, id, []session.Upload{file("d", "")})
		require.ErrorAs(t, err, &notYet, "it would be kept and never sent")
		require.Contains(t, notYet.Reason, "submitted as SUB-1")
	})
}

func TestAnUnreadablePDFIsAFaultOfTheFile(t *testing.T) {
	onEach(t, func(t *testing.T, b bench) {
		id := b.create(t)
		_, err := b.Extract(t.Context(), workspace, id, session.Upload{Size: 1, Data: strings.NewReader("x")})
		var bad *session.Invalid
		require.ErrorAs(t, err, &bad)
		require.Equal(t, "pdf_encrypted", bad.Faults[0].Type)
		require.Equal(t, []any{"file"}, bad.Faults[0].Path)
	})
}
