package oauthflow

import (
	"context"
	"errors"
	"os"
	"runtime"
)

// Auto signs in by the way that fits: the browser flow where a browser can be opened, the device flow over SSH, on a build
// machine, without a display, when the browser does not start, or when the server offers nothing else.
func Auto(ctx context.Context, cfg Config) (*Source, error) {
	l, err := startLogin(ctx, cfg)
	if err != nil {
		return nil, err
	}
	device := l.meta.DeviceAuthorizationEndpoint != ""
	browser := l.meta.AuthorizationEndpoint != "" && l.checkBrowserFlow(l.meta) == nil
	if device && (!browser || headless(runtime.GOOS, os.Getenv)) {
		return l.device(ctx)
	}
	source, err := l.browser(ctx, device)
	if errors.Is(err, errNoBrowser) {
		return l.device(ctx)
	}
	return source, err
}
