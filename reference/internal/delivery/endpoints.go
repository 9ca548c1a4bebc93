package delivery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Bounds of a workspace's endpoints.
const (
	maxEndpoints   = 50
	maxDescription = 200 // characters
	maxLog         = 200 // deliveries of one look into the log
	secretPrefix   = "whsec_"
)

// ErrTooManyEndpoints says that the workspace has as many endpoints as it may have.
var ErrTooManyEndpoints = fmt.Errorf("delivery: a workspace has at most %d endpoints; delete one first", maxEndpoints)

// ErrUnknownEvent says that an endpoint wants an event that does not exist, or none.
var ErrUnknownEvent = errors.New("delivery: choose at least one of the events " + strings.Join(Events, ", "))

// EndpointInput is what a person says of an endpoint.
type EndpointInput struct {
	URL         string
	Events      []string
	Description string
}

// Endpoint is where a workspace wants its events.
type Endpoint struct {
	ID          string
	URL         string
	Events      []string
	Description string
	Disabled    bool
	CreatedAt   time.Time
}

func seen(e store.Endpoint) Endpoint {
	return Endpoint{ID: e.ID, URL: e.URL, Events: e.Events, Description: e.Description, Disabled: e.Disabled, CreatedAt: e.CreatedAt}
}

func sealDomain(endpointID string) string { return "webhook-secret:" + endpointID }

// CreateEndpoint registers an endpoint and returns its signing secret, which is shown this once.
func (s *Sender) CreateEndpoint(ctx context.Context, workspaceID string, in EndpointInput) (Endpoint, secret.Text, error) {
	in, err := s.checked(ctx, in)
	if err != nil {
		return Endpoint{}, "", err
	}
	row := store.Endpoint{ID: store.NewID("ep"), WorkspaceID: workspaceID, URL: in.URL, Events: in.Events, Description: in.Description, CreatedAt: s.o.Clock.Now()}
	key := secret.Generate(secretPrefix)
	if row.SealedSecret, err = s.o.Secret.Seal(sealDomain(row.ID), key); err != nil {
		return Endpoint{}, "", err
	}
	err = s.o.DB.Write(ctx, func(tx *store.Tx) error {
		all, err := tx.Endpoints(ctx, workspaceID)
		if err != nil {
			return err
		}
		if len(all) >= maxEndpoints {
			return ErrTooManyEndpoints
		}
		return tx.InsertEndpoint(ctx, row)
	})
	return seen(row), key, err
}

// checked refuses what cannot be an endpoint and puts the events in their order.
func (s *Sender) checked(ctx context.Context, in EndpointInput) (EndpointInput, error) {
	in.URL, in.Description = strings.TrimSpace(in.URL), strings.TrimSpace(in.Description)
	if err := s.guard.check(ctx, in.URL); err != nil {
		return in, err
	}
	if utf8.RuneCountInString(in.Description) > maxDescription {
		return in, fmt.Errorf("delivery: the description is longer than %d characters", maxDescription)
	}
	wanted := slices.DeleteFunc(slices.Clone(Events), func(e string) bool { return !slices.Contains(in.Events, e) })
	if len(wanted) == 0 || slices.ContainsFunc(in.Events, func(e string) bool { return !slices.Contains(Events, e) }) {
		return in, ErrUnknownEvent
	}
	in.Events = wanted
	return in, nil
}

// UpdateEndpoint changes the URL, the events and the description.
func (s *Sender) UpdateEndpoint(ctx context.Context, workspaceID, id string, in EndpointInput) error {
	in, err := s.checked(ctx, in)
	if err != nil {
		return err
	}
	return s.change(ctx, workspaceID, id, func(e *store.Endpoint) error {
		e.URL, e.Events, e.Description = in.URL, in.Events, in.Description
		return nil
	})
}

// RotateSecret gives the endpoint a new signing secret, which is shown this once and signs every attempt from now on. A
// receiver that knows both for a while misses nothing.
func (s *Sender) RotateSecret(ctx context.Context, workspaceID, id string) (secret.Text, error) {
	key := secret.Generate(secretPrefix)
	err := s.change(ctx, workspaceID, id, func(e *store.Endpoint) (err error) {
		e.SealedSecret, err = s.o.Secret.Seal(sealDomain(id), key)
		return err
	})
	return key, err
}

// Disable stops new deliveries to an endpoint. Those on their way go on.
func (s *Sender) Disable(ctx context.Context, workspaceID, id string) error {
	return s.change(ctx, workspaceID, id, func(e *store.Endpoint) error { e.Disabled = true; return nil })
}

// Enable lets an endpoint have deliveries again. What happened meanwhile is not sent later (spec section 6).
func (s *Sender) Enable(ctx context.Context, workspaceID, id string) error {
	return s.change(ctx, workspaceID, id, func(e *store.Endpoint) error { e.Disabled = false; return nil })
}

func (s *Sender) change(ctx context.Context, workspaceID, id string, with func(*store.Endpoint) error) error {
	return s.o.DB.Write(ctx, func(tx *store.Tx) error {
		row, err := tx.Endpoint(ctx, workspaceID, id)
		if err != nil {
			return err
		}
		if err := with(&row); err != nil {
			return err
		}
		return tx.UpdateEndpoint(ctx, row, s.o.Clock.Now())
	})
}

// DeleteEndpoint removes an endpoint. What is pending for it is not sent any more.
func (s *Sender) DeleteEndpoint(ctx context.Context, workspaceID, id string) error {
	return s.o.DB.Write(ctx, func(tx *store.Tx) error { return tx.DeleteEndpoint(ctx, workspaceID, id, s.o.Clock.Now()) })
}

// Endpoints lists the workspace's endpoints, oldest first.
func (s *Sender) Endpoints(ctx context.Context, workspaceID string) (all []Endpoint, err error) {
	err = s.o.DB.Read(ctx, func(tx *store.Tx) error {
		rows, err := tx.Endpoints(ctx, workspaceID)
		for _, row := range rows {
			all = append(all, seen(row))
		}
		return err
	})
	return all, err
}

// Endpoint is one endpoint of the workspace, or store.ErrNotFound.
func (s *Sender) Endpoint(ctx context.Context, workspaceID, id string) (e Endpoint, err error) {
	err = s.o.DB.Read(ctx, func(tx *store.Tx) error {
		row, err := tx.Endpoint(ctx, workspaceID, id)
		e = seen(row)
		return err
	})
	return e, err
}

// Delivery is an entry of the delivery log.
type Delivery struct {
	ID        string
	Event     string
	State     store.DeliveryState
	Body      string // what each attempt sends
	CreatedAt time.Time
	NextAt    time.Time // when the next attempt is due, while the state is pending
	Attempts  []store.Attempt
}

// Deliveries is the endpoint's log, newest first, at most limit entries and never over 200.
func (s *Sender) Deliveries(ctx context.Context, workspaceID, endpointID string, limit int) (all []Delivery, err error) {
	err = s.o.DB.Read(ctx, func(tx *store.Tx) error {
		rows, err := tx.Deliveries(ctx, workspaceID, endpointID, min(max(limit, 1), maxLog))
		if err != nil {
			return err
		}
		for _, d := range rows {
			attempts, err := tx.Attempts(ctx, d.ID)
			if err != nil {
				return err
			}
			all = append(all, Delivery{ID: d.ID, Event: d.Event, State: d.State, Body: d.Body, CreatedAt: d.CreatedAt, NextAt: d.NextAt, Attempts: attempts})
		}
		return nil
	})
	return all, err
}
