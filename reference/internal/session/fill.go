package session

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/webhook"
)

// Filling is the outcome of a fill.
type Filling struct {
	Forms []store.FilledForm
	Note  string
}

// Fill renders every form of the session from what was collected so far (spec section 4, endpoint 8). The first fill
// after nothing is left to ask completes the session: status, forms and event are one change.
func (s *Service) Fill(ctx context.Context, workspaceID, id string) (out Filling, err error) {
	completed := false
	err = s.again(ctx, id, func() error {
		before, err := s.load(ctx, workspaceID, id)
		if err != nil {
			return err
		}
		now := s.o.Clock.Now()
		after := before
		plan := s.settle(&after)
		if err := s.finished(plan); err != nil {
			return err
		}
		rendered, err := s.render(after, plan, now)
		if err != nil {
			return err
		}
		after.UpdatedAt = now
		if completed = after.Status == ReadyToFill; completed {
			after.Status, after.CompletedAt = Complete, later(now, before.CompletedAt)
		}
		out = Filling{Note: note(plan, completed)}
		for _, r := range rendered {
			out.Forms = append(out.Forms, r.row)
		}
		return s.o.DB.Write(ctx, func(tx *store.Tx) error { return s.keep(ctx, tx, after, rendered, completed) })
	})
	if completed && err == nil {
		s.o.Events.Wake()
	}
	return out, err
}

// finished refuses what needs a finished intake, where that is the choice.
func (s *Service) finished(plan catalog.Plan) error {
	if s.o.FinishFirst && len(plan.Open) > 0 {
		return &NotYet{fmt.Sprintf("The intake is not done: %s still open (%s).", questions(plan), named(plan))}
	}
	return nil
}

// rendered is a form before it is stored.
type rendered struct {
	row store.FilledForm
	pdf []byte
}

func (s *Service) render(at store.Session, plan catalog.Plan, now time.Time) ([]rendered, error) {
	all := make([]rendered, len(at.FormKeys))
	for i, key := range at.FormKeys {
		filled, err := s.o.Filler.Fill(key, at.Values, at.InsuredName, now)
		if err != nil {
			return nil, fmt.Errorf("session: filling form %s: %w", key, err)
		}
		all[i] = rendered{pdf: filled.PDF, row: store.FilledForm{WorkspaceID: at.WorkspaceID, SessionID: at.ID, FormKey: key, Position: i,
			FieldsWritten: filled.FieldsWritten, Sparse: filled.Sparse || len(plan.Open) > 0, Warnings: partial(filled, plan),
			ValuesRev: at.ValuesRev, BlobID: store.NewID("blob"), Size: int64(len(filled.PDF)), UpdatedAt: now}}
	}
	return all, nil
}

// keep stores forms and session, and the event when this completes it.
func (s *Service) keep(ctx context.Context, tx *store.Tx, after store.Session, forms []rendered, completed bool) error {
	if err := tx.UpdateSession(ctx, after); err != nil {
		return err
	}
	earlier, err := tx.Forms(ctx, after.WorkspaceID, after.ID)
	if err != nil {
		return err
	}
	for _, f := range earlier {
		if err := tx.DeleteBlob(ctx, f.WorkspaceID, f.BlobID); err != nil {
			return err
		}
	}
	for _, f := range forms {
		if err := tx.WriteBlob(ctx, f.row.WorkspaceID, f.row.BlobID, bytes.NewReader(f.pdf), f.row.Size); err != nil {
			return err
		}
		if err := tx.PutForm(ctx, f.row); err != nil {
			return err
		}
	}
	if !completed {
		return nil
	}
	return s.o.Events.Record(ctx, tx, after.WorkspaceID, completion(after))
}

// completion is the event of spec section 6: once for each instant of completion.
func completion(at store.Session) Event {
	completedAt := stamp(at.CompletedAt)
	return Event{Name: webhook.EventFillSessionCompleted, NaturalKey: at.ID + " " + completedAt, Data: webhook.FillSessionCompleted{SessionID: at.ID, OrgID: at.WorkspaceID,
		InsuredName: at.InsuredName, State: at.State, Status: at.Status, FormKeys: at.FormKeys, CompletedAt: completedAt}}
}

// later keeps two completions of a session apart by at least a millisecond, since their instant is part of their key.
func later(now, before time.Time) time.Time {
	if !before.IsZero() && !now.After(before.Add(time.Millisecond)) {
		return before.Add(time.Millisecond)
	}
	return now
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// partial adds to a form's own warnings that more is to come.
func partial(f pdfform.Filled, plan catalog.Plan) []string {
	if len(plan.Open) == 0 {
		return f.Warnings
	}
	return append(slices.Clone(f.Warnings), fmt.Sprintf("The intake is not done: %s still open.", questions(plan)))
}

// namedOpen is how many open questions a note names before it counts the rest.
const namedOpen = 5

func note(plan catalog.Plan, completed bool) string {
	switch {
	case len(plan.Open) > 0:
		return fmt.Sprintf("The forms are partial: %s still open (%s). Answer them and fill again to complete the session.", questions(plan), named(plan))
	case completed:
		return "The session is complete. Download the forms, look at the risk summary, and submit."
	}
	return "The forms were filled again from the same values; the session was complete before."
}

func questions(plan catalog.Plan) string {
	if len(plan.Open) == 1 {
		return "1 question is"
	}
	return fmt.Sprintf("%d questions are", len(plan.Open))
}

func named(plan catalog.Plan) string {
	var labels []string
	for _, field := range plan.Open[:min(namedOpen, len(plan.Open))] {
		labels = append(labels, field.Label)
	}
	text := strings.Join(labels, ", ")
	if rest := len(plan.Open) - len(labels); rest > 0 {
		text += fmt.Sprintf(", and %d more", rest)
	}
	return text
}

// Form is the PDF of a filled form, or ErrNoForm.
func (s *Service) Form(ctx context.Context, workspaceID, id, formKey string) (pdf []byte, err error) {
	if !store.IsID(id) {
		return nil, ErrNotFound
	}
	err = s.o.DB.Read(ctx, func(tx *store.Tx) error {
		forms, err := tx.Forms(ctx, workspaceID, id)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(forms, func(f store.FilledForm) bool { return f.FormKey == formKey })
		if i < 0 {
			return cmp.Or(tx.HasSession(ctx, workspaceID, id), ErrNoForm)
		}
		pdf, err = tx.ReadBlob(ctx, workspaceID, forms[i].BlobID, forms[i].Size)
		return err
	})
	if errors.Is(err, ErrNoForm) {
		return nil, err
	}
	return pdf, known(err)
}
