package bench

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/google/go-github/v92/github"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/hetznercloud/hcloud-go/v2/hcloud"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/stripe/stripe-go/v85"
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

// clients begins with the one that all are compared with, and ours.
var clients = []client{
	{"net/http + encoding/json", plain}, {"intake", ours}, {"go-retryablehttp", retryable}, {"resty", restyV3},
	{"go-github", gitHub}, {"stripe-go", stripeGo}, {"hcloud-go", hetzner}, {"openai-go", openAI},
}

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

func gitHub(base string, transport http.RoundTripper) (get, error) {
	base += "/"
	c, err := github.NewClient(github.WithHTTPClient(&http.Client{Transport: transport}), github.WithURLs(&base, &base),
		github.WithAuthToken(key), github.WithDisableRateLimitCheck())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		req, err := c.NewRequest(ctx, http.MethodGet, path[1:], nil)
		if err != nil {
			return err
		}
		var s sample.Session
		_, err = c.Do(req, &s)
		return checked(&s, err)
	}, nil
}

// stripeSession is a session that stripe-go can read into.
type stripeSession struct {
	stripe.APIResource
	sample.Session
}

// stripeGo: the prefix is one that stripe-go insists on.
func stripeGo(base string, transport http.RoundTripper) (get, error) {
	c := stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{URL: stripe.String(base), HTTPClient: &http.Client{Transport: transport},
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull}, EnableTelemetry: stripe.Bool(false)})
	return func(context.Context) error {
		var s stripeSession
		err := c.Call(http.MethodGet, "/v1"+path, key, nil, &s)
		return checked(&s.Session, err)
	}, nil
}

func hetzner(base string, transport http.RoundTripper) (get, error) {
	c := hcloud.NewClient(hcloud.WithEndpoint(base), hcloud.WithHTTPClient(&http.Client{Transport: transport}), hcloud.WithToken(key))
	return func(ctx context.Context) error {
		req, err := c.NewRequest(ctx, http.MethodGet, path, nil)
		if err != nil {
			return err
		}
		var s sample.Session
		_, err = c.Do(req, &s)
		return checked(&s, err)
	}, nil
}

func openAI(base string, transport http.RoundTripper) (get, error) {
	c := openai.NewClient(option.WithBaseURL(base+"/"), option.WithHTTPClient(&http.Client{Transport: transport}), option.WithAPIKey(key))
	return func(ctx context.Context) error {
		var s sample.Session
		return checked(&s, c.Get(ctx, path[1:], nil, &s))
	}, nil
}
