package reference

import (
	"context"

	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

type endpointInput struct {
	OrgID      string `json:"org_id"`
	EndpointID string `json:"endpoint_id"`
}

type endpointOutput struct {
	EndpointID string `json:"endpoint_id"`
	Secret     string `json:"secret"`
}

func (s *Server) createEndpoint(ctx context.Context, in struct {
	OrgID  string   `json:"org_id"`
	URL    string   `json:"url"`
	Events []string `json:"events"`
}) (endpointOutput, error) {
	return s.newEndpoint(ctx, in.OrgID, in.URL, in.Events)
}

func (s *Server) newEndpoint(ctx context.Context, orgID, url string, wanted []string) (endpointOutput, error) {
	if _, err := s.accounts.Workspace(ctx, orgID); err != nil {
		return endpointOutput{}, err
	}
	if len(wanted) == 0 {
		wanted = delivery.Events
	}
	e, text, err := s.sender.CreateEndpoint(ctx, orgID, delivery.EndpointInput{URL: url, Events: wanted})
	return endpointOutput{EndpointID: e.ID, Secret: text.Reveal()}, err
}

func (s *Server) deleteEndpoint(ctx context.Context, in endpointInput) (done, error) {
	return done{}, s.sender.DeleteEndpoint(ctx, in.OrgID, in.EndpointID)
}

func (s *Server) sendTestEvent(ctx context.Context, in endpointInput) (map[string]string, error) {
	id, err := s.sender.SendTest(ctx, in.OrgID, in.EndpointID)
	return map[string]string{"delivery_id": id}, err
}

type deliveriesOutput struct {
	Deliveries []deliveryOutput `json:"deliveries"`
}

type deliveryOutput struct {
	ID       string              `json:"id"`
	Event    string              `json:"event"`
	Status   store.DeliveryState `json:"status"`
	Attempts []attemptOutput     `json:"attempts"`
}

type attemptOutput struct {
	Number         int     `json:"number"`
	StartedAt      string  `json:"started_at"`
	EndedAt        *string `json:"ended_at"`
	ResponseStatus *int    `json:"response_status"`
	Error          string  `json:"error,omitempty"`
}

// listed is how many deliveries the hook shows, newest first.
const listed = 200

func (s *Server) listDeliveries(ctx context.Context, in endpointInput) (deliveriesOutput, error) {
	out := deliveriesOutput{Deliveries: []deliveryOutput{}}
	if _, err := s.sender.Endpoint(ctx, in.OrgID, in.EndpointID); err != nil {
		return out, err
	}
	found, err := s.sender.Deliveries(ctx, in.OrgID, in.EndpointID, listed)
	for _, d := range found {
		if d.State == store.DeliverySending {
			d.State = store.DeliveryPending // seen from outside, it is not decided yet
		}
		one := deliveryOutput{ID: d.ID, Event: d.Event, Status: d.State, Attempts: []attemptOutput{}}
		for _, a := range d.Attempts {
			one.Attempts = append(one.Attempts, shown(a))
		}
		out.Deliveries = append(out.Deliveries, one)
	}
	return out, err
}

func shown(a store.Attempt) attemptOutput {
	out := attemptOutput{Number: a.Number, StartedAt: delivery.Timestamp(a.StartedAt), Error: a.Error}
	if !a.EndedAt.IsZero() {
		ended := delivery.Timestamp(a.EndedAt)
		out.EndedAt = &ended
	}
	if a.ResponseStatus != 0 {
		out.ResponseStatus = &a.ResponseStatus
	}
	return out
}

func (s *Server) completeEnvelope(ctx context.Context, in struct {
	OrgID      string `json:"org_id"`
	SessionID  string `json:"session_id"`
	EnvelopeID string `json:"envelope_id"`
}) (done, error) {
	return done{}, s.esign.Complete(ctx, in.OrgID, in.SessionID, in.EnvelopeID)
}

// SendTestEvent asks for a webhook.test to one endpoint and returns the delivery's id.
func (s *Server) SendTestEvent(ctx context.Context, orgID, endpointID string) (string, error) {
	return s.sender.SendTest(ctx, orgID, endpointID)
}
