package listen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// hooks are the server's control hooks.
type hooks struct {
	base   string
	client *http.Client
}

type endpoint struct {
	EndpointID string `json:"endpoint_id"`
	Secret     string `json:"secret"`
}

func (h hooks) createEndpoint(ctx context.Context, org, address string, events []string) (e endpoint, err error) {
	if events == nil {
		events = []string{} // the server reads an empty list as all of them
	}
	err = h.call(ctx, "create-endpoint", map[string]any{"org_id": org, "url": address, "events": events}, &e)
	return e, err
}

func (h hooks) deleteEndpoint(ctx context.Context, org, id string) error {
	return h.call(ctx, "delete-endpoint", map[string]any{"org_id": org, "endpoint_id": id}, nil)
}

// has says whether the server still knows the endpoint.
func (h hooks) has(ctx context.Context, org, id string) (bool, error) {
	err := h.call(ctx, "list-deliveries", map[string]any{"org_id": org, "endpoint_id": id}, nil)
	var refused *refusal
	if errors.As(err, &refused) && refused.status == http.StatusNotFound {
		return false, nil
	}
	return err == nil, err
}

// refusal is an answer that is no 2xx.
type refusal struct {
	verb   string
	status int
	detail string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("listen: %s was answered %d: %s", r.verb, r.status, r.detail)
}

func (h hooks) call(ctx context.Context, verb string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.base+"/v1/"+verb, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("listen: calling %s: %w", verb, err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.client.Do(req)
	if err != nil {
		return fmt.Errorf("listen: calling %s: %w", verb, err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxHook))
	if err != nil {
		return fmt.Errorf("listen: calling %s: %w", verb, err)
	}
	if resp.StatusCode/100 != 2 {
		var said struct {
			Detail string `json:"detail"`
		}
		_ = json.Unmarshal(answer, &said) // an answer without detail still has its status
		return &refusal{verb, resp.StatusCode, said.Detail}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer, out)
}
