package adapters

import (
	"context"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

const secret = "whsec_of_the_adapters"

func newReceiver(t *testing.T, runs *int) *webhook.Receiver {
	t.Helper()
	r, err := webhook.NewReceiver(secret, webhook.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	r.OnUnknown(func(context.Context, webhook.Event) error { *runs++; return nil })
	return r
}

func TestEveryAdapterVerifiesTheBytesThatArrived(t *testing.T) {
	for name, adapt := range map[string]func(*webhook.Receiver) http.Handler{
		"net/http": NetHTTP, "chi": Chi, "gin": Gin, "echo": Echo,
		"proxy": func(r *webhook.Receiver) http.Handler {
			behind := httptest.NewServer(NetHTTP(r))
			t.Cleanup(behind.Close)
			to, err := url.Parse(behind.URL)
			if err != nil {
				t.Fatal(err)
			}
			return Proxy(to)
		},
	} {
		t.Run(name, func(t *testing.T) {
			runs := 0
			server := httptest.NewServer(adapt(newReceiver(t, &runs)))
			defer server.Close()
			d := webhooktest.New(secret, "x", map[string]string{"name": "漢字 & <é>"})
			altered := d
			altered.Body = append([]byte(" "), d.Body...)
			for _, c := range []struct {
				delivery webhooktest.Delivery
				want     int
			}{{altered, 401}, {d, 204}, {d, 204}} {
				status, err := c.delivery.Post(t.Context(), server.Client(), server.URL+Path)
				if err != nil || status != c.want {
					t.Errorf("status %d, error %v; want %d", status, err, c.want)
				}
			}
			if runs != 1 {
				t.Errorf("%d runs, want 1", runs)
			}
		})
	}
}

func TestAFunctionVerifiesPlainAndEncodedBodies(t *testing.T) {
	runs := 0
	r := newReceiver(t, &runs)
	d := webhooktest.New(secret, "x", nil)
	headers := map[string]string{}
	for name := range d.Header() {
		headers[name] = d.Header().Get(name)
	}
	for name, c := range map[string]struct {
		in   FunctionRequest
		want int
	}{
		"plain":   {FunctionRequest{Method: "POST", Headers: headers, Body: string(d.Body)}, 204},
		"encoded": {FunctionRequest{Method: "POST", Headers: headers, Body: base64.StdEncoding.EncodeToString(d.Body), IsBase64Encoded: true}, 204},
		"altered": {FunctionRequest{Method: "POST", Headers: headers, Body: string(d.Body) + " "}, 401},
		"broken":  {FunctionRequest{Method: "POST", Headers: headers, Body: "!", IsBase64Encoded: true}, 400},
	} {
		out, err := Function(r, c.in)
		if err != nil || out.StatusCode != c.want || out.Body != "" {
			t.Errorf("%s: %+v, error %v; want %d", name, out, err, c.want)
		}
	}
	if runs != 1 {
		t.Errorf("%d runs, want 1", runs)
	}
}
