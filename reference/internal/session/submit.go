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
// goes on where it stopped. A document that is attached meanwhile, here or on another replica, travels too, until the
// submission is sealed: from then on Attach refuses.
func (s *Service) Submit(ctx context.Context, workspaceID, id string) (string, error) {
	unlock, err := s.locks.acquire(ctx, submitting+id)
	if err != nil {
		return "", err
	}
	defer unlock()
	earlier, err := s.submittable(ctx, workspaceID, id)
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
	for { // ends: documents are only ever added, and a session holds so many
		submissionID, err := s.send(ctx, workspaceID, id)
		if !errors.Is(err, errMoreDocuments) {
			return submissionID, err
		}
	}
}

// errMoreDocuments says that a document was attached after the cargo was read.
var errMoreDocuments = errors.New("session: a document was attached while the submission was sent")

// send is one walk to the platform with all that the session has at its beginning.
func (s *Service) send(ctx context.Context, workspaceID, id string) (string, error) {
	var at cargo
	var files []market.File
	err := s.o.DB.Read(ctx, func(tx *store.Tx) (err error) {
		if at, err = loadCargo(ctx, tx, workspaceID, id); err != nil || at.earlier != "" {
			return err
		}
		files, err = at.files(ctx, tx)
		return err
	})
	if err != nil || at.earlier != "" {
		return at.earlier, known(err)
	}
	var unsealed error
	seal := func(ctx context.Context) error {
		unsealed = s.seal(ctx, at)
		return unsealed
	}
	result, err := s.o.Market.Submit(ctx, market.Submission{WorkspaceID: workspaceID, SessionID: id, InsuredName: at.session.InsuredName,
		Files: files, Seal: seal})
	switch {
	case unsealed != nil:
		return "", unsealed
	case errors.Is(err, market.ErrNotConnected):
		return "", notConnected()
	case errors.Is(err, market.ErrTokenRefused):
		return "", &NotYet{"The market platform does not take the token of the workspace's account. Connect the account again, and submit once more."}
	case err != nil:
		return "", &PlatformError{err}
	}
	return s.sent(ctx, at, result)
}

// seal closes the submission to further documents, in one transaction with the check that it carries all there are. It
// stays closed when finalising fails, for the platform may have finalised all the same.
func (s *Service) seal(ctx context.Context, c cargo) error {
	return s.o.DB.Write(ctx, func(tx *store.Tx) error {
		count, _, err := tx.DocumentsHeld(ctx, c.session.WorkspaceID, c.session.ID)
		if err != nil {
			return err
		}
		if count != int64(len(c.documents)) {
			return errMoreDocuments
		}
		return tx.SealSubmission(ctx, c.session.WorkspaceID, c.session.ID, s.o.Clock.Now())
	})
}

// cargo is what a submission carries.
type cargo struct {
	session   store.Session
	forms     []store.FilledForm
	documents []store.Document
	earlier   string // the id of the submission, once there is one
}

// loadCargo collects what is to be sent, says why it cannot be, or finds the id of an earlier submission.
func loadCargo(ctx context.Context, tx *store.Tx, workspaceID, id string) (c cargo, err error) {
	if c.session, err = tx.Session(ctx, workspaceID, id); err != nil {
		return c, err
	}
	previous, err := tx.Submission(ctx, workspaceID, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return c, err
	}
	if c.earlier = previous.ID; c.earlier != "" {
		return c, nil
	}
	if c.forms, err = tx.Forms(ctx, workspaceID, id); err != nil {
		return c, err
	}
	if c.documents, err = tx.Documents(ctx, workspaceID, id); err != nil {
		return c, err
	}
	switch {
	case len(c.forms) == 0:
		return c, &NotYet{"The session has no filled forms to submit. Fill it first."}
	case slices.ContainsFunc(c.forms, func(f store.FilledForm) bool { return stale(f, c.session) }):
		return c, &NotYet{"Values have changed since the forms were filled. Fill the session again before it is submitted."}
	}
	return c, nil
}

// submittable says why the session cannot be submitted, or finds the id of an earlier submission.
func (s *Service) submittable(ctx context.Context, workspaceID, id string) (earlier string, err error) {
	if !store.IsID(id) {
		return "", ErrNotFound
	}
	var c cargo
	err = s.o.DB.Read(ctx, func(tx *store.Tx) (err error) {
		c, err = loadCargo(ctx, tx, workspaceID, id)
		return err
	})
	if err != nil || c.earlier != "" {
		return c.earlier, known(err)
	}
	_, err = s.o.Market.Connection(ctx, workspaceID)
	if errors.Is(err, market.ErrNotConnected) {
		err = notConnected()
	}
	return "", err
}

func notConnected() error {
	return &NotYet{"The workspace has no connected account on the market platform. Connect one, or request an appointment."}
}

// files are the forms and then the documents, with their bytes.
func (c cargo) files(ctx context.Context, tx *store.Tx) (files []market.File, err error) {
	for _, f := range c.forms {
		data, err := tx.ReadBlob(ctx, f.WorkspaceID, f.BlobID, f.Size)
		if err != nil {
			return nil, err
		}
		files = append(files, market.File{Name: f.FormKey + ".pdf", Kind: market.Form, FormKey: f.FormKey, ContentType: "application/pdf", Data: data})
	}
	for _, d := range c.documents {
		data, err := tx.ReadBlob(ctx, d.WorkspaceID, d.BlobID, d.Size)
		if err != nil {
			return nil, err
		}
		files = append(files, market.File{Name: d.Filename, Kind: market.Document, ContentType: d.ContentType, Data: data})
	}
	return files, nil
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
	err := s.o.DB.Look(ctx, func(tx *store.Tx) (err error) {
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
