package console_test

import (
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is wrong with a form is in the title, takes the focus, and says no word that is not text.
func TestAFaultIsSeenHeardAndReadable(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	for path, pairs := range map[string][]string{
		"/app/keys":             {"label", ""},
		"/app/profile":          {"agency_name", strings.Repeat("x", 201), "email", "kept@harbor.example"},
		"/app/webhooks":         {"url", "nonsense", "description", "kept@harbor.example"},
		"/app/esign/complete":   {"envelope", ""},
		"/app/market/connect":   {"token", ""},
		"/app/account/password": {"old", "wrong", "fresh", "four other calm words"},
		"/device":               {"user_code", "kept@harbor.example"},
	} {
		t.Run(path, func(t *testing.T) {
			res, text := b.submit(path, pairs...)
			require.Equal(t, 422, res.StatusCode)
			require.Contains(t, text, "<title>Error: ")
			require.Equal(t, 1, strings.Count(text, `tabindex="-1" autofocus`))
			fault := between(text, `<p class="fault" role="alert" tabindex="-1" autofocus>`, "</p>")
			require.Regexp(t, `^(“)?[A-Z].*\.$`, html.UnescapeString(fault))
			require.NotContains(t, text, "\uFFFD")
			if strings.Contains(strings.Join(pairs, " "), "kept@harbor.example") {
				require.Contains(t, text, `value="kept@harbor.example"`, "what was typed is still there")
			}
		})
	}
	_, text := b.visit("/app/keys")
	require.NotContains(t, text, "Error: ")
	require.NotContains(t, text, `tabindex="-1" autofocus`)
}

// On a long page the fault of the settings stands with them.
func TestAFaultStandsWithItsForm(t *testing.T) {
	s := newSite(t)
	b := s.signedIn()
	address, _ := receiver(t, 200)
	_, _ = b.submit("/app/webhooks", "url", address, "events", "webhook.test")
	endpoints, err := s.webhooks.Endpoints(t.Context(), s.workspace.ID)
	require.NoError(t, err)
	_, text := b.submit("/app/webhooks/"+endpoints[0].ID, "url", "nonsense", "events", "webhook.test")
	settings := text[strings.Index(text, `id="edit"`):]
	require.Contains(t, settings, `role="alert"`)
	require.Contains(t, settings, `value="nonsense"`)
	require.Equal(t, 1, strings.Count(text, `role="alert"`))
}

func between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	found, _, _ := strings.Cut(rest, after)
	return found
}
