package adapters

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
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

// payload is a request as the platform writes it: names of headers in lower case, and much that nobody here needs.
func payload(t *testing.T, method string, d webhooktest.Delivery, body string, encoded bool) FunctionRequest {
	t.Helper()
	headers := map[string]string{"host": "abc.lambda-url.eu-central-1.on.aws", "x-forwarded-proto": "https"}
	for name := range d.Header() {
		headers[strings.ToLower(name)] = d.Header().Get(name)
	}
	text, err := json.Marshal(map[string]any{
		"version": "2.0", "routeKey": "$default", "rawPath": Path, "rawQueryString": "", "headers": headers,
		"requestContext": map[string]any{"accountId": "anonymous", "stage": "$default", "timeEpoch": 1773144000000,
			"http": map[string]string{"method": method, "path": Path, "protocol": "HTTP/1.1", "sourceIp": "192.0.2.7", "userAgent": "x"}},
		"body": body, "isBase64Encoded": encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	var in FunctionRequest
	if err := json.Unmarshal(text, &in); err != nil {
		t.Fatal(err)
	}
	return in
}

func TestAFunctionVerifiesPlainAndEncodedBodies(t *testing.T) {
	runs := 0
	r := newReceiver(t, &runs)
	d := webhooktest.New(secret, "x", map[string]string{"name": "漢字 & <é>"})
	for _, c := range []struct {
		name string
		in   FunctionRequest
		want int
	}{
		{"plain", payload(t, "POST", d, string(d.Body), false), 204},
		{"encoded", payload(t, "POST", d, base64.StdEncoding.EncodeToString(d.Body), true), 204},
		{"altered", payload(t, "POST", d, string(d.Body)+" ", false), 401},
		{"encoded but not said", payload(t, "POST", d, base64.StdEncoding.EncodeToString(d.Body), false), 401},
		{"broken", payload(t, "POST", d, "!", true), 400},
		{"another method", payload(t, "GET", d, "", false), 405},
	} {
		out, err := Function(r, c.in)
		if err != nil || out.StatusCode != c.want || out.Body != "" {
			t.Errorf("%s: %+v, error %v; want %d", c.name, out, err, c.want)
		}
	}
	if runs != 1 {
		t.Errorf("%d runs, want 1", runs)
	}
}
