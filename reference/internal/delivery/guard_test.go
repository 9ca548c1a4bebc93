package delivery_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/delivery/deliverytest"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

// guarded is a running sender as in production, but for what options allow.
func guarded(t *testing.T, o delivery.Options) *bench {
	t.Helper()
	b := newBench(t, storetest.SQLite(t))
	b.stop()
	o.DB, o.Secret, o.Clock = b.db, b.key, clock.System()
	b.startWith(o)
	return b
}

func TestNoSpellingOfAnInnerAddressIsSavedOrDialled(t *testing.T) {
	require.Greater(t, len(deliverytest.Inside), 40)
	b := guarded(t, delivery.Options{})
	for _, host := range deliverytest.Inside {
		_, _, err := b.CreateEndpoint(t.Context(), org, delivery.EndpointInput{URL: "https://" + host + "/hook", Events: delivery.Events})
		var refused *delivery.URLError
		require.ErrorAs(t, err, &refused, host)
		// One that was saved when the rule was another one is refused at the dial.
		endpoint := store.Endpoint{ID: store.NewID("ep"), WorkspaceID: org, URL: "https://" + host + ":443/hook", Events: delivery.Events, CreatedAt: noon}
		endpoint.SealedSecret, err = b.key.Seal("webhook-secret:"+endpoint.ID, "whsec_x")
		require.NoError(t, err)
		require.NoError(t, b.db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertEndpoint(t.Context(), endpoint) }))
		_, err = b.SendTest(t.Context(), org, endpoint.ID)
		require.NoError(t, err)
		d := b.settled(endpoint.ID, 1)
		require.Regexp(t, "private or special network|could not be resolved|cannot be requested", d.Attempts[0].Error, host)
		require.Zero(t, d.Attempts[0].ResponseStatus, host)
		require.NoError(t, b.DeleteEndpoint(t.Context(), org, endpoint.ID))
	}
}

func TestURLsThatAreNoEndpoint(t *testing.T) {
	b := guarded(t, delivery.Options{})
	for _, url := range []string{"", "hook", "http://example.com/", "ftp://example.com/", "file:///etc/passwd", "https://", "https:example.com",
		"https://user:word@93.184.215.14/", "https://93.184.215.14/#x", "https://93.184.215.14:22/", "https://93.184.215.14:0/", "https://93.184.215.14:99999/",
		"gopher://93.184.215.14/", "https://93.184.215.14/" + strings.Repeat("x", 3000), "//93.184.215.14/", "https://[::1/"} {
		_, _, err := b.CreateEndpoint(t.Context(), org, delivery.EndpointInput{URL: url, Events: delivery.Events})
		var refused *delivery.URLError
		require.ErrorAs(t, err, &refused, url)
	}
	_, _, err := b.CreateEndpoint(t.Context(), org, delivery.EndpointInput{URL: "https://93.184.215.14/hook", Events: delivery.Events})
	require.NoError(t, err, "the same kind of URL to a public address")
}

func TestPrivateNetworksAreOpenInDevelopmentAndMetadataIsNot(t *testing.T) {
	b := guarded(t, delivery.Options{AllowPrivate: true})
	for host, allowed := range map[string]bool{"127.0.0.1:3000": true, "[::1]:3000": true, "192.168.1.5": true, "169.254.169.254": false, "0.0.0.0:80": false, "168.63.129.16": false} {
		_, _, err := b.CreateEndpoint(t.Context(), org, delivery.EndpointInput{URL: "http://" + host + "/", Events: delivery.Events})
		require.Equal(t, allowed, err == nil, "%s: %v", host, err)
	}
}

// A name that shows an allowed address when the endpoint is saved, and an inner one when it is dialled.
func TestANameThatChangesItsAddressGainsNothing(t *testing.T) {
	target, reached := deliverytest.Canary(t)
	var lookups atomic.Int64
	resolver := deliverytest.Resolver(t, func() netip.Addr {
		if lookups.Add(1) == 1 {
			return netip.MustParseAddr("198.51.100.7")
		}
		return netip.MustParseAddr("127.0.0.1")
	})
	b := guarded(t, delivery.Options{Resolver: resolver, Allow: []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}})
	_, port, err := net.SplitHostPort(target.Listener.Addr().String())
	require.NoError(t, err)
	e, _ := b.endpoint("http://rebinding.example:"+port+"/hook", delivery.WebhookTest)
	_, err = b.SendTest(t.Context(), org, e.ID)
	require.NoError(t, err)
	d := b.settled(e.ID, 1)
	require.Contains(t, d.Attempts[0].Error, "private or special network")
	require.GreaterOrEqual(t, lookups.Load(), int64(2), "the name was looked up again")
	require.Zero(t, reached.Load())
}

func TestRedirectsAndProxiesAreNotFollowed(t *testing.T) {
	target, reached := deliverytest.Canary(t)
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, target.URL)
	}
	b := newBench(t, storetest.SQLite(t))
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := httptest.NewServer(http.RedirectHandler(target.URL, status))
		e, _ := b.endpoint(s.URL, delivery.WebhookTest)
		_, err := b.SendTest(t.Context(), org, e.ID)
		require.NoError(t, err)
		d := b.settled(e.ID, 1)
		require.Equal(t, status, d.Attempts[0].ResponseStatus)
		require.Equal(t, store.DeliveryPending, d.State)
		s.Close()
	}
	require.Zero(t, reached.Load())
}

func TestCertificatesAreVerified(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("an unverified server got a delivery") }))
	s.Config.ErrorLog = silent
	s.StartTLS()
	defer s.Close()
	b := newBench(t, storetest.SQLite(t))
	e, _ := b.endpoint(s.URL, delivery.WebhookTest)
	_, err := b.SendTest(t.Context(), org, e.ID)
	require.NoError(t, err)
	require.NotEmpty(t, b.settled(e.ID, 1).Attempts[0].Error)
}
