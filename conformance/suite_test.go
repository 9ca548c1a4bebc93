package conformance_test

import (
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance"
	"github.com/workspaceintake/intake-go/conformance/hooks"
	"github.com/workspaceintake/intake-go/reference"
)

// The reference server as subtests: -run 'TestReference/Conformance/AUTH-03' runs one requirement.
func TestReference(t *testing.T) {
	server, err := reference.New(t.Context(), reference.Config{BaseURL: "http://unused.example", Control: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	front := httptest.NewServer(server)
	t.Cleanup(front.Close)
	control := httptest.NewServer(server.Control())
	t.Cleanup(control.Close)
	conformance.Test(t, conformance.Target{BaseURL: front.URL, Hooks: hooks.HTTP(control.URL)}, conformance.Options{Pattern: "API-ME,API-CREATE,AUTH-0"})
}

// The suite imports nothing of this module but itself, and nothing beyond the standard library. Its command starts the rest.
func TestSuiteStandsAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	require.NoError(t, err)
	for _, path := range strings.Fields(string(out)) {
		require.True(t, strings.HasPrefix(path, "github.com/workspaceintake/intake-go/conformance"), path)
	}
}

func TestTheExampleOfATestPasses(t *testing.T) { testConformance(t) }
