package reference

import "context"

// Endpoint is a registered webhook endpoint with its signing secret, which is shown this once.
type Endpoint struct {
	EndpointID string
	Secret     string // begins with whsec_
}

// CreateEndpoint registers where a workspace wants its webhook events: all of them, or those that are named (spec
// section 6). Addresses on loopback and private networks are refused without Config.PrivateWebhooks or
// Config.WebhookNetworks.
func (s *Server) CreateEndpoint(ctx context.Context, orgID, url string, events ...string) (Endpoint, error) {
	made, err := s.newEndpoint(ctx, orgID, url, events)
	return Endpoint(made), err
}
