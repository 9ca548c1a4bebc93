package oauthflow

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

func TestHeadlessPlaces(t *testing.T) {
	for name, test := range map[string]struct {
		system string
		env    map[string]string
		want   bool
	}{
		"desktop":          {"linux", map[string]string{"DISPLAY": ":0"}, false},
		"wayland":          {"linux", map[string]string{"WAYLAND_DISPLAY": "wayland-0"}, false},
		"no display":       {"linux", nil, true},
		"over SSH":         {"linux", map[string]string{"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"}, true},
		"mac":              {"darwin", nil, false},
		"mac over SSH":     {"darwin", map[string]string{"SSH_TTY": "/dev/ttys001"}, true},
		"windows":          {"windows", nil, false},
		"windows over SSH": {"windows", map[string]string{"SSH_CLIENT": "1.2.3.4 5 22"}, true},
		"build machine":    {"darwin", map[string]string{"CI": "true"}, true},
		"CI switched off":  {"darwin", map[string]string{"CI": "false"}, false},
	} {
		require.Equal(t, test.want, headless(test.system, func(k string) string { return test.env[k] }), name)
	}
}

func TestAutoPicks(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the display variables decide on Linux")
	}
	works := follow
	fails := func(context.Context, string) error { return errors.New("no program to open it with") }
	for name, test := range map[string]struct {
		env     map[string]string
		opens   func(context.Context, string) error
		missing string // an endpoint that the server does not have
		device  bool
	}{
		"a desktop":                         {map[string]string{"DISPLAY": ":0"}, works, "", false},
		"no display":                        {nil, works, "", true},
		"SSH":                               {map[string]string{"DISPLAY": ":0", "SSH_CONNECTION": "x"}, works, "", true},
		"CI":                                {map[string]string{"DISPLAY": ":0", "CI": "1"}, works, "", true},
		"the browser does not start":        {map[string]string{"DISPLAY": ":0"}, fails, "", true},
		"the server has no device flow":     {nil, works, "device_authorization_endpoint", false},
		"the server does not promise S256":  {map[string]string{"DISPLAY": ":0"}, works, "code_challenge_methods_supported", true},
		"the server has only a device flow": {map[string]string{"DISPLAY": ":0"}, works, "authorization_endpoint", true},
	} {
		t.Run(name, func(t *testing.T) {
			for _, k := range []string{"CI", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "DISPLAY", "WAYLAND_DISPLAY"} {
				t.Setenv(k, test.env[k])
			}
			server := oauthflowtest.New(oauthflowtest.Options{EditMetadata: func(m map[string]any) { delete(m, test.missing) }})
			defer server.Close()
			cfg := testConfig(server, &MemoryStore{})
			cfg.OpenBrowser = test.opens
			asked := errors.New("the device flow asked")
			cfg.Prompt = func(context.Context, DevicePrompt) error { return asked }
			source, err := Auto(t.Context(), cfg)
			if test.device {
				require.ErrorIs(t, err, asked)
				return
			}
			require.NoError(t, err)
			require.NoError(t, source.Close())
		})
	}
}

// The address reaches the opener as one argument, whatever it holds.
func TestDefaultOpenerPassesOneArgument(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the opener's name is that of Linux desktops")
	}
	dir := t.TempDir()
	report := filepath.Join(dir, "report")
	script := "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" > " + report + ".part && mv " + report + ".part " + report + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o755))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for _, k := range []string{"CI", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"} {
		t.Setenv(k, "")
	}
	t.Setenv("DISPLAY", ":0")
	address := "https://a.test/authorize?state=a&x=$(id);--help"
	require.NoError(t, openBrowser(t.Context(), address))
	require.Eventually(t, func() bool { _, err := os.Stat(report); return err == nil }, testPatience, testPatience/1000)
	got, err := os.ReadFile(report)
	require.NoError(t, err)
	require.Equal(t, "1\n"+address+"\n", string(got))

	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	require.ErrorIs(t, openBrowser(t.Context(), address), errNoBrowser)
	for system, program := range map[string]string{"linux": "xdg-open", "darwin": "open", "windows": "rundll32", "freebsd": "xdg-open"} {
		name, _ := browserCommand(system)
		require.Equal(t, program, name)
	}
}
