//go:build peers

package bench

import (
	"context"
	"net/http"

	"github.com/google/go-github/v92/github"
	"github.com/hetznercloud/hcloud-go/v2/hcloud"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/stripe/stripe-go/v85"

	"github.com/workspaceintake/intake-go/intake/internal/sample"
)

// large are SDKs of whole services.
var large = []client{{"go-github", gitHub}, {"stripe-go", stripeGo}, {"hcloud-go", hetzner}, {"openai-go", openAI}}

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
