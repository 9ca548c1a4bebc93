package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/webhook"
)

// submitting keeps the lock of a submission apart from that of the session: the platform may take its time.
const submitting = "submit "

// Submit sends the session's forms and documents to the market platform and returns its submission id (spec section 4,
// endpoint 11). A session is submitted once: a later call returns the same id and sends nothing; a call after a failure
// goes on where it stopped.
func (s *Service) Submit(ctx context.Context, workspaceID, id string) (string, error) {
	unlock, err := s.locks.acquire(ctx, submitting+id)
	if err != nil {
		return "", err
	}
	defer unlock()
	at, earlier, err := s.submittable(ctx, workspaceID, id)
	if err != nil || earlier != "" {
		return earlier, err
	}
	begin := func(tx *store.Tx) error { return tx.BeginSubmission(ctx, workspaceID, id, s.o.Clock.Now()) }
	if err := s.o.DB.Write(ctx, begin); err != nil {
		return "", err
	}
	select { // files are in memory while they are sent
	case s.sending <- struct{}{}:
		defer func() { <-s.sending }()
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	files, err := s.files(ctx, at)
	if err != nil {
		return "", err
	}
	result, err := s.o.Market.Submit(ctx, market.Submission{WorkspaceID: workspaceID, SessionID: id, InsuredName: at.session.InsuredName, Files: files})
	if errors.Is(err, market.ErrNotConnected) {
		return "", notConnected()
	}
	if err != nil {
		return "", &PlatformError{err}
	}
	return s.sent(ctx, at, result)
}

// cargo is what a submission carries.
type cargo struct {
	session   store.Session
	forms     []store.FilledForm
	documents []store.Document
}

// submittable collects what is to be sent, says why it cannot be, or finds the id of an earlier submission.
func (s *Service) submittable(ctx context.Context, workspaceID, id string) (c cargo, earlier string, err error) {
	if c.session, err = s.load(ctx, workspaceID, id); err != nil {
		return c, "", err
	}
	var previous store.Submission
	err = s.o.DB.Read(ctx, func(tx *store.Tx) (err error) {
		if previous, err = tx.Submission(ctx, workspaceID, id); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if c.forms, err = tx.Forms(ctx, workspaceID, id); err != nil {
			return err
		}
		c.documents, err = tx.Documents(ctx, workspaceID, id)
		return err
	})
	switch {
	case err != nil:
		return c, "", err
	case previous.ID != "":
		return c, previous.ID, nil
	case len(c.forms) == 0:
		return c, "", &NotYet{"The session has no filled forms to submit. Fill it first."}
	case slices.ContainsFunc(c.forms, func(f store.FilledForm) bool { return stale(f, c.session) }):
		return c, "", &NotYet{"Values have changed since the forms were filled. Fill the session again before it is submitted."}
	}
	_, err = s.o.Market.Connection(ctx, workspaceID)
	if errors.Is(err, market.ErrNotConnected) {
		err = notConnected()
	}
	return c, "", err
}

func notConnected() error {
	return &NotYet{"The workspace has no connected account on the market platform. Connect one, or request an appointment."}
}

func (s *Service) files(ctx context.Context, c cargo) (files []market.File, err error) {
	err = s.o.DB.Read(ctx, func(tx *store.Tx) error {
		files = nil
		for _, f := range c.forms {
			data, err := tx.ReadBlob(ctx, f.WorkspaceID, f.BlobID, f.Size)
			if err != nil {
				return err
			}
			files = append(files, market.File{Name: f.FormKey + ".pdf", Kind: market.Form, FormKey: f.FormKey, ContentType: "application/pdf", Data: data})
		}
		for _, d := range c.documents {
			data, err := tx.ReadBlob(ctx, d.WorkspaceID, d.BlobID, d.Size)
			if err != nil {
				return err
			}
			files = append(files, market.File{Name: d.Filename, Kind: market.Document, ContentType: d.ContentType, Data: data})
		}
		return nil
	})
	return files, err
}

// sent records what the platform has finalised, with the event, once.
func (s *Service) sent(ctx context.Context, c cargo, r market.Result) (string, error) {
	now := s.o.Clock.Now()
	id := r.ID
	err := s.o.DB.Write(ctx, func(tx *store.Tx) error {
		first, err := tx.FinishSubmission(ctx, c.session.WorkspaceID, c.session.ID, r.ID, now)
		if err != nil {
			return err
		}
		if !first { // another replica recorded it meanwhile
			previous, err := tx.Submission(ctx, c.session.WorkspaceID, c.session.ID)
			id = previous.ID
			return err
		}
		current, err := tx.Session(ctx, c.session.WorkspaceID, c.session.ID)
		if err != nil {
			return err
		}
		if current.ValuesRev == c.session.ValuesRev {
			current.Status, current.UpdatedAt = Submitted, now
			if err := tx.UpdateSession(ctx, current); err != nil {
				return err
			}
		}
		sentAt := stamp(now)
		return s.o.Events.Record(ctx, tx, current.WorkspaceID, Event{Name: webhook.EventSubmissionSent, NaturalKey: current.ID + " " + sentAt,
			Data: webhook.SubmissionSent{SessionID: current.ID, To: r.To, CC: r.CC, Subject: r.Subject, FormKeys: current.FormKeys, Provider: r.Provider, SentAt: sentAt}})
	})
	if err == nil {
		s.o.Events.Wake()
	}
	return id, err
}

// alreadyConnected is the status of an appointment request that a workspace no longer needs.
const alreadyConnected = "already_connected"

// RequestAppointment asks the platform for an account (spec section 4, endpoint 12). What was given wins over the
// agency profile; agency_name and email must come out present.
func (s *Service) RequestAppointment(ctx context.Context, workspaceID string, given map[string]string) (string, error) {
	var workspace store.Workspace
	err := s.o.DB.Read(ctx, func(tx *store.Tx) (err error) {
		workspace, err = tx.Workspace(ctx, workspaceID)
		return err
	})
	if err != nil {
		return "", err
	}
	fields := maps.Clone(workspace.Profile)
	maps.Copy(fields, given)
	missing := &Invalid{}
	for _, name := range []string{"agency_name", "email"} {
		if fields[name] == "" {
			missing.Faults = append(missing.Faults, Fault{Path: []any{name}, Type: "missing", Msg: "Field required: neither the request nor the agency profile has it"})
		}
	}
	if len(missing.Faults) > 0 {
		return "", missing
	}
	switch _, err := s.o.Market.Connection(ctx, workspaceID); {
	case err == nil:
		return alreadyConnected, nil
	case !errors.Is(err, market.ErrNotConnected):
		return "", fmt.Errorf("session: looking up the market account: %w", err)
	}
	status, err := s.o.Market.RequestAppointment(ctx, workspaceID, fields)
	if err != nil {
		return "", &PlatformError{err}
	}
	return status, nil
}
