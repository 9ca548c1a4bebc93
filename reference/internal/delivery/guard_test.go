package delivery_test

import (
	"context"
	"encoding/binary"
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

// canary is a server that nothing may reach.
func canary(t *testing.T) (*httptest.Server, *atomic.Int64) {
	var reached atomic.Int64
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			reached.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s, &reached
}

// Addresses that lead inside, in the spellings that filters have been seen to miss.
var inside = []string{
	"127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "0x7f.0.0.1", "0x7f000001", "2130706433", "0177.0.0.1", "017700000001", "127.0.0.1.",
	"localhost", "LOCALHOST", "localhost.", "0.0.0.0", "0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "168.63.129.16",
	"100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
	"[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:169.254.169.254]", "[::127.0.0.1]", "[fe80::1]", "[fe80::1%25lo]", "[fc00::1]", "[fd00:ec2::254]",
	"[fec0::1]", "[ff02::1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2001::1]", "[2001:db8::1]", "[100::1]", "[5f00::1]", "[3fff::1]",
}

func TestNoSpellingOfAnInnerAddressIsSavedOrDialled(t *testing.T) {
	require.Greater(t, len(inside), 40)
	b := guarded(t, delivery.Options{})
	for _, host := range inside {
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
	target, reached := canary(t)
	var lookups atomic.Int64
	resolver := answering(t, func() netip.Addr {
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
	target, reached := canary(t)
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

// answering is a resolver on a name server of its own that gives every name the address that next returns.
func answering(t *testing.T, next func() netip.Addr) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	go func() {
		buffer := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			_, _ = server.WriteTo(reply(buffer[:n], next), from) // a reply that is lost is asked for again
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// reply answers a query of one question: an A record of no life, and nothing for other types.
func reply(query []byte, next func() netip.Addr) []byte {
	end := 12
	for query[end] != 0 {
		end += int(query[end]) + 1
	}
	end += 5 // the root label, the type and the class
	kind := binary.BigEndian.Uint16(query[end-4:])
	out := append([]byte{}, query[:2]...)
	out = append(out, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0)
	out = append(out, query[12:end]...)
	if kind != 1 {
		return out
	}
	out[7] = 1
	address := next().As4()
	out = append(out, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4)
	return append(out, address[:]...)
}
