package sender

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Counter asks a receiver's effects hook how often a delivery was handled: GET {address}?delivery=ID, answered with
// {"count": n}. It is for Options.Effects.
func Counter(address string) func(ctx context.Context, deliveryID string) (int, error) {
	client := ownClient()
	return func(ctx context.Context, id string) (int, error) {
		u, err := url.Parse(address)
		if err != nil {
			return 0, err
		}
		q := u.Query()
		q.Set("delivery", id)
		u.RawQuery = q.Encode()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
		if err != nil {
			return 0, err
		}
		resp, err := client.Do(req)
		if err != nil {
			return 0, err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return 0, fmt.Errorf("the hook answered %s", resp.Status)
		}
		var body struct {
			Count *int `json:"count"`
		}
		if err := json.NewDecoder(io.LimitReader(resp.Body, answerBytes)).Decode(&body); err != nil {
			return 0, fmt.Errorf("the hook's answer: %w", err)
		}
		if body.Count == nil {
			return 0, fmt.Errorf("the hook's answer has no count")
		}
		return *body.Count, nil
	}
}
