package bench

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
	"resty.dev/v3"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/intake/internal/sample"
)

const (
	key  = "bsk_0123456789abcdef"
	path = "/org/sessions/ses_01J8ZQ4T9V6X2K7M3N5P8R1S4W"
)

// get reads one session.
type get func(context.Context) error

// client makes a get out of a base address and a transport.
type client struct {
	name string
	make func(base string, transport http.RoundTripper) (get, error)
}

// clients begins with the one that all are compared with, and ours. The large ones take minutes to build, and come with
// -tags peers.
var clients = append([]client{
	{"net/http + encoding/json", plain}, {"intake", ours}, {"go-retryablehttp", retryable}, {"resty", restyV3},
}, large...)

func checked(s *sample.Session, err error) error {
	if err == nil && s.SessionID == "" {
		return errors.New("no session was read")
	}
	return err
}

func read(resp *http.Response) error {
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	var s sample.Session
	return checked(&s, json.Unmarshal(data, &s))
}

func plain(base string, transport http.RoundTripper) (get, error) {
	c := &http.Client{Transport: transport}
	return func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+path, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("Accept", "application/json")
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		return read(resp)
	}, nil
}

func ours(base string, transport http.RoundTripper) (get, error) {
	c, err := intake.NewClient(intake.WithBaseURL(base), intake.WithAPIKey(key), intake.WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		s, err := c.Sessions.Get(ctx, "ses_01J8ZQ4T9V6X2K7M3N5P8R1S4W")
		if err == nil && s.SessionID == "" {
			return errors.New("no session was read")
		}
		return err
	}, nil
}

func retryable(base string, transport http.RoundTripper) (get, error) {
	c := retryablehttp.NewClient()
	c.HTTPClient, c.Logger = &http.Client{Transport: transport}, nil
	return func(ctx context.Context) error {
		req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, base+path, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("Accept", "application/json")
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		return read(resp)
	}, nil
}

func restyV3(base string, transport http.RoundTripper) (get, error) {
	c := resty.New().SetBaseURL(base).SetTransport(transport).SetHeader("Authorization", "Bearer "+key)
	return func(ctx context.Context) error {
		var s sample.Session
		_, err := c.R().SetContext(ctx).SetResult(&s).Get(path)
		return checked(&s, err)
	}, nil
}
