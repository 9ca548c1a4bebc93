package interop

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/oauthflow/oauthflowtest"
)

// startChromium gives a tab of a real browser.
func startChromium(t *testing.T) context.Context {
	t.Helper()
	path := os.Getenv("CHROMIUM")
	if path == "" {
		found, err := exec.LookPath("chromium")
		if err != nil {
			lacking(t, "Chromium is not installed, nor named by CHROMIUM")
		}
		path = found
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-dev-shm-usage", true))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx, command(log.Enable), command(network.Enable), chromedp.EmulateViewport(320, 480)))
	return ctx
}

// command is a command of the browser's protocol without parameters of its own.
func command[P, R any](of cdp.Command[P, R]) chromedp.Action[chromedp.Void] {
	var none P
	return with(of, none)
}

func with[P, R any](of cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, of, params)
		return chromedp.Void{}, err
	}
}

// watch collects what the browser complains of and what it asks for.
func watch(t *testing.T, ctx context.Context) (complaints, asked func() []string) {
	t.Helper()
	var mu sync.Mutex
	var errors, addresses []string
	require.NoError(t, chromedp.Listen(ctx, func(e any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := e.(type) {
		case *log.EventEntryAdded:
			if !strings.Contains(e.Entry.URL, "favicon.ico") {
				errors = append(errors, e.Entry.Text)
			}
		case *network.EventRequestWillBeSent:
			addresses = append(addresses, e.Request.URL)
		}
	}))
	read := func(list *[]string) func() []string {
		return func() []string { mu.Lock(); defer mu.Unlock(); return append([]string{}, *list...) }
	}
	return read(&errors), read(&addresses)
}

// loaded names what the page asked for beside itself; the icon that the browser looks for by its own idea is none of it.
const loaded = `String(performance.getEntriesByType("resource").map(r => r.name).filter(name => !name.endsWith("/favicon.ico")))`

// The last page in a real browser: shown under an address without the code, within the page's own policy, nothing loaded
// from anywhere, nothing cut off on a narrow screen, styled in dark and light.
func TestLastPageInChromium(t *testing.T) {
	ctx := startChromium(t)
	complaints, asked := watch(t, ctx)
	for look, background := range map[string]string{"light": "rgb(246, 247, 249)", "dark": "rgb(20, 24, 31)"} {
		server := oauthflowtest.New(oauthflowtest.Options{})
		defer server.Close()
		opened := make(chan error, 1)
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look}}}
		source, err := oauthflow.BrowserLogin(ctx, oauthflow.Config{Issuer: server.URL, ClientName: "chromium",
			Store: &oauthflow.MemoryStore{}, Out: io.Discard, OpenBrowser: func(_ context.Context, address string) error {
				opened <- chromedp.Do(ctx, with(emulation.SetEmulatedMedia, media), chromedp.Navigate(address))
				return nil
			}})
		require.NoError(t, err)
		require.NoError(t, source.Close())
		require.NoError(t, <-opened)
		for question, want := range map[string]string{
			`document.querySelector("h1").textContent`:                  "You are signed in",
			`location.search + location.hash`:                           "",
			`String(document.documentElement.scrollWidth > innerWidth)`: "false",
			`String(document.scripts.length)`:                           "0",
			`getComputedStyle(document.body).backgroundColor`:           background, // so the policy lets the style be
			loaded: "",
		} {
			got, err := chromedp.Run(ctx, chromedp.Evaluate[string](question))
			require.NoError(t, err)
			require.Equal(t, want, got, "%s, %s", look, question)
		}
		if dir := os.Getenv("INTAKE_SCREENSHOTS"); dir != "" {
			picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(dir+"/signed-in-"+look+".png", picture, 0o600))
		}
	}
	require.Empty(t, complaints())
	for _, address := range asked() {
		require.True(t, strings.HasPrefix(address, "http://127.0.0.1:"), address)
	}
}
