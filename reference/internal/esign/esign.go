package esign

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/webhook"
)

// Options are what a Service stands on; all are needed.
type Options struct {
	DB     *store.DB
	Clock  clock.Clock
	Secret *secret.Hasher
	Events Events
}

// Events records what happened, in the transaction of the change that caused it, and is woken when that is durable.
type Events interface {
	Record(ctx context.Context, tx *store.Tx, workspaceID string, e delivery.Event) error
	Wake()
}

// Service takes completed envelopes. It is safe for concurrent use.
type Service struct{ o Options }

// New makes a Service.
func New(o Options) *Service { return &Service{o} }

// maxEnvelopeID bounds the provider's id, in characters.
const maxEnvelopeID = 200

// ErrEnvelopeID says that the id of an envelope cannot be one.
var ErrEnvelopeID = fmt.Errorf("esign: an envelope id should have 1 to %d printable characters", maxEnvelopeID)

// Complete records that an envelope of a session completed. An envelope that was recorded before changes nothing. A
// session that the workspace does not have is store.ErrNotFound.
func (s *Service) Complete(ctx context.Context, workspaceID, sessionID, envelopeID string) error {
	if n := utf8.RuneCountInString(envelopeID); n == 0 || n > maxEnvelopeID || !utf8.ValidString(envelopeID) || strings.ContainsFunc(envelopeID, unicode.IsControl) {
		return ErrEnvelopeID
	}
	if !store.IsID(sessionID) {
		return store.ErrNotFound
	}
	err := s.o.DB.Write(ctx, func(tx *store.Tx) error { return s.complete(ctx, tx, workspaceID, sessionID, envelopeID) })
	if err == nil {
		s.o.Events.Wake()
	}
	return err
}

func (s *Service) complete(ctx context.Context, tx *store.Tx, workspaceID, sessionID, envelopeID string) error {
	if err := tx.HasSession(ctx, workspaceID, sessionID); err != nil {
		return err
	}
	now := s.o.Clock.Now()
	news, err := tx.CompleteEnvelope(ctx, workspaceID, envelopeID, sessionID, now)
	if err != nil || !news {
		return err
	}
	return s.o.Events.Record(ctx, tx, workspaceID, delivery.Event{Name: webhook.EventEsignCompleted, NaturalKey: envelopeID,
		Data: webhook.EsignCompleted{SessionID: sessionID, EnvelopeID: envelopeID, CompletedAt: now.UTC().Format(webhook.TimeFormat)}})
}

// Inlet is where a provider reports to.
type Inlet struct {
	Path   string      // of the callback, below the server's base address
	Secret secret.Text // shown this once
}

// sealDomain keeps the secrets of inlets apart from what else is sealed.
const sealDomain = "esign-inlet"

// Connect gives a workspace a callback address and secret. Those it had before end.
func (s *Service) Connect(ctx context.Context, workspaceID string) (Inlet, error) {
	key := secret.Generate("essec_")
	sealed, err := s.o.Secret.Seal(sealDomain, key)
	if err != nil {
		return Inlet{}, err
	}
	row := store.EsignInlet{ID: store.NewID("esi"), WorkspaceID: workspaceID, SealedSecret: sealed, CreatedAt: s.o.Clock.Now()}
	err = s.o.DB.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Workspace(ctx, workspaceID); err != nil {
			return err
		}
		return tx.PutEsignInlet(ctx, row)
	})
	if err != nil {
		return Inlet{}, err
	}
	return Inlet{Path: pathPrefix + row.ID, Secret: key}, nil
}

// workspaceOf is the workspace whose secret signed a callback. An unknown inlet and a wrong signature are alike.
func (s *Service) workspaceOf(ctx context.Context, inletID string, body []byte, signature string) (string, error) {
	var inlet store.EsignInlet
	err := s.o.DB.Read(ctx, func(tx *store.Tx) (err error) {
		inlet, err = tx.EsignInlet(ctx, inletID)
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return "", webhook.ErrSignature
	}
	if err != nil {
		return "", err
	}
	key, err := s.o.Secret.Open(sealDomain, inlet.SealedSecret)
	if err != nil {
		return "", err
	}
	return inlet.WorkspaceID, webhook.Verify(body, signature, key.Reveal())
}
