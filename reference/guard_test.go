package reference_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/delivery/deliverytest"
)

// attempted waits for the first attempt of a test delivery and returns its status, 0 for none, and its error.
func attempted(t *testing.T, s *reference.Server, orgID, endpointID string) (status float64, reason string) {
	t.Helper()
	_, err := s.SendTestEvent(t.Context(), orgID, endpointID)
	require.NoError(t, err)
	control := caller{t: t, handler: s.Control()}
	require.Eventually(t, func() bool {
		out := control.post("/v1/list-deliveries", obj{"org_id": orgID, "endpoint_id": endpointID})
		attempts := out.body["deliveries"].([]any)[0].(obj)["attempts"].([]any)
		if len(attempts) == 0 || attempts[0].(obj)["ended_at"] == nil {
			return false
		}
		status, _ = attempts[0].(obj)["response_status"].(float64)
		reason, _ = attempts[0].(obj)["error"].(string)
		return true
	}, waitBound, tick)
	return status, reason
}

func TestNoInnerAddressBecomesAnEndpointByDefault(t *testing.T) {
	require.GreaterOrEqual(t, len(deliverytest.Inside), 40)
	s := newServer(t, reference.Config{})
	_, w := newCaller(t, s, paid)
	for _, host := range deliverytest.Inside {
		_, err := s.CreateEndpoint(t.Context(), w.OrgID, "https://"+host+"/hook")
		require.ErrorContains(t, err, "the endpoint URL", host)
	}
	for _, url := range []string{"http://93.184.215.14/", "https://93.184.215.14:8443/", "https://u:p@93.184.215.14/"} {
		_, err := s.CreateEndpoint(t.Context(), w.OrgID, url)
		require.ErrorContains(t, err, "the endpoint URL", url)
	}
	_, err := s.CreateEndpoint(t.Context(), w.OrgID, "https://93.184.215.14/hook")
	require.NoError(t, err, "the same kind of URL to a public address")
}

// An endpoint that was saved while its network was open is not dialled by a server for which it is closed.
func TestAnEndpointFromAnOpenServerIsNotDialledByAClosedOne(t *testing.T) {
	canary, reached := deliverytest.Canary(t)
	data := t.TempDir()
	open := newServer(t, reference.Config{Data: data, PrivateWebhooks: true})
	_, w := newCaller(t, open, paid)
	_, port, err := net.SplitHostPort(canary.Listener.Addr().String())
	require.NoError(t, err)
	saved := map[string]string{}
	for _, host := range deliverytest.Inside {
		if e, err := open.CreateEndpoint(t.Context(), w.OrgID, "http://"+host+":"+port+"/hook"); err == nil {
			saved[host] = e.EndpointID
		}
	}
	require.Subset(t, keys(saved), []string{"127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1"})
	require.NoError(t, open.Close())
	closed, _ := running(t, reference.Config{Data: data, Control: true})
	for host, id := range saved {
		status, reason := attempted(t, closed, w.OrgID, id)
		require.Zero(t, status, host)
		require.Regexp(t, "private or special network|could not be resolved", reason, host)
	}
	require.Zero(t, reached.Load())
}

func keys(m map[string]string) (all []string) {
	for k := range m {
		all = append(all, k)
	}
	return all
}

func TestANetworkIsOpenedByNameAndNoFurther(t *testing.T) {
	s, _ := running(t, reference.Config{Control: true, WebhookNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	_, w := newCaller(t, s, paid)
	url, got := receiver(t)
	hook, err := s.CreateEndpoint(t.Context(), w.OrgID, url)
	require.NoError(t, err)
	_, err = s.SendTestEvent(t.Context(), w.OrgID, hook.EndpointID)
	require.NoError(t, err)
	next(t, got)
	for _, url := range []string{"http://10.0.0.1/", "https://192.168.1.1/", "https://[::1]/", "https://169.254.169.254/", "http://93.184.215.14/", "https://93.184.215.14:8443/"} {
		_, err := s.CreateEndpoint(t.Context(), w.OrgID, url)
		require.ErrorContains(t, err, "the endpoint URL", url)
	}
}

func TestNoNetworkOpensWhatCloudsServeTheirSecretsAt(t *testing.T) {
	open := []netip.Prefix{netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("168.63.129.0/24"), netip.MustParsePrefix("fe80::/10")}
	s := newServer(t, reference.Config{PrivateWebhooks: true, WebhookNetworks: open})
	_, w := newCaller(t, s, paid)
	for _, host := range []string{"169.254.169.254", "100.100.100.200", "168.63.129.16", "[fd00:ec2::254]", "[fd20:ce::254]", "[fe80::1]", "[fe80::1%25lo]", "[::ffff:169.254.169.254]"} {
		_, err := s.CreateEndpoint(t.Context(), w.OrgID, "http://"+host+"/")
		require.ErrorContains(t, err, "private or special network", host)
	}
	_, err := s.CreateEndpoint(t.Context(), w.OrgID, "http://100.64.0.1/")
	require.NoError(t, err, "its neighbours are open")
}

func TestANameThatChangesItsAddressIsNotFollowedInside(t *testing.T) {
	canary, reached := deliverytest.Canary(t)
	var lookups atomic.Int64
	resolver := deliverytest.Resolver(t, func() netip.Addr {
		if lookups.Add(1) == 1 {
			return netip.MustParseAddr("93.184.215.14")
		}
		return netip.MustParseAddr("127.0.0.1")
	})
	s, stop := running(t, reference.Config{Control: true, WebhookResolver: resolver})
	_, w := newCaller(t, s, paid)
	hook, err := s.CreateEndpoint(t.Context(), w.OrgID, "https://rebinding.example/hook")
	require.NoError(t, err, "it shows a public address while it is looked at")
	status, reason := attempted(t, s, w.OrgID, hook.EndpointID)
	require.Zero(t, status)
	require.Contains(t, reason, "private or special network")
	require.GreaterOrEqual(t, lookups.Load(), int64(2), "the name was looked up again")

	// The same with a port at which something listens, so that only the guard stands between.
	require.NoError(t, stop()) // its next attempt would look the name up as well
	lookups.Store(0)
	open, _ := running(t, reference.Config{Control: true, WebhookResolver: resolver, WebhookNetworks: []netip.Prefix{netip.MustParsePrefix("93.184.215.0/24")}})
	_, w = newCaller(t, open, paid)
	_, port, err := net.SplitHostPort(canary.Listener.Addr().String())
	require.NoError(t, err)
	hook, err = open.CreateEndpoint(t.Context(), w.OrgID, "http://rebinding.example:"+port+"/hook")
	require.NoError(t, err)
	_, reason = attempted(t, open, w.OrgID, hook.EndpointID)
	require.Contains(t, reason, "private or special network")
	require.Zero(t, reached.Load())
}

func TestARedirectIsNotFollowed(t *testing.T) {
	canary, reached := deliverytest.Canary(t)
	door := httptest.NewServer(http.RedirectHandler(canary.URL, http.StatusFound))
	defer door.Close()
	s, _ := running(t, reference.Config{Control: true, PrivateWebhooks: true})
	_, w := newCaller(t, s, paid)
	hook, err := s.CreateEndpoint(t.Context(), w.OrgID, door.URL)
	require.NoError(t, err)
	status, reason := attempted(t, s, w.OrgID, hook.EndpointID)
	require.InDelta(t, http.StatusFound, status, 0)
	require.Contains(t, reason, "redirects are not followed")
	require.Zero(t, reached.Load())
}

func TestANetworkThatWouldOpenEverythingIsRefused(t *testing.T) {
	for _, text := range []string{"0.0.0.0/0", "::/0", "128.0.0.0/1", "c000::/2"} {
		_, err := reference.New(t.Context(), reference.Config{WebhookNetworks: []netip.Prefix{netip.MustParsePrefix(text)}})
		require.ErrorContains(t, err, "WebhookNetworks", text)
	}
	_, err := reference.New(t.Context(), reference.Config{WebhookNetworks: make([]netip.Prefix, 1)})
	require.True(t, err != nil && strings.Contains(err.Error(), "WebhookNetworks"))
}
