package oauthflow

import (
	"context"
	"os"
	"os/exec"
	"runtime"
)

// openBrowser starts the desktop's browser. The address is one argument of a program, never part of a command line; it was
// made from a checked endpoint and begins with http, so that no program takes it for an option.
func openBrowser(_ context.Context, address string) error {
	if headless(runtime.GOOS, os.Getenv) {
		return errNoBrowser
	}
	name, args := browserCommand(runtime.GOOS)
	command := exec.Command(name, append(args, address)...) // not tied to the context: the browser outlives the sign-in
	if err := command.Start(); err != nil {
		return err
	}
	return command.Process.Release()
}

func browserCommand(system string) (name string, args []string) {
	switch system {
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	case "darwin":
		return "open", nil
	default:
		return "xdg-open", nil
	}
}

// headless tells a place where no browser can be opened, or where it would open before nobody: a build machine, a session
// over SSH, a system without a display.
func headless(system string, getenv func(string) string) bool {
	if ci := getenv("CI"); ci != "" && ci != "false" && ci != "0" {
		return true
	}
	for _, name := range []string{"SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"} {
		if getenv(name) != "" {
			return true
		}
	}
	switch system {
	case "windows", "darwin":
		return false
	}
	return getenv("DISPLAY") == "" && getenv("WAYLAND_DISPLAY") == ""
}
