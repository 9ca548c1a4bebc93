package report_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// lacking skips a test with its reason, which is a failure in CI: there everything is installed.
func lacking(t *testing.T, reason string) {
	if os.Getenv("CI") != "" {
		t.Fatal(reason)
	}
	t.Skip(reason)
}

func chromium(t *testing.T) context.Context {
	path := os.Getenv("CHROMIUM")
	if path == "" {
		var err error
		if path, err = exec.LookPath("chromium"); err != nil {
			lacking(t, "chromium is not on the PATH and CHROMIUM is not set")
		}
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-dev-shm-usage", true))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx))
	return ctx
}

func axe(t *testing.T) string {
	script, err := os.ReadFile(filepath.Join(os.Getenv("INTAKE_TEST_NODE_MODULES"), "axe-core", "axe.min.js"))
	if err != nil {
		lacking(t, "axe-core is not in INTAKE_TEST_NODE_MODULES: "+err.Error())
	}
	return string(script)
}

func looksAs(t *testing.T, ctx context.Context, width int64, scheme string) {
	media := chromedp.Action[chromedp.Void](func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return chromedp.Void{}, err
	})
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), media))
}

func ask[T any](t *testing.T, ctx context.Context, script string) T {
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	require.NoError(t, err, script)
	return v
}

// choose sets a filter as a person would, and says how many requirements are shown then.
func choose(t *testing.T, ctx context.Context, name, value string) (shown int) {
	return ask[int](t, ctx, `(() => {
		const field = document.querySelector('#filters [name="`+name+`"]');
		field.value = "`+value+`";
		field.dispatchEvent(new Event("input", {bubbles: true}));
		return [...document.querySelectorAll("#results > details")].filter(row => row.checkVisibility()).length;
	})()`)
}

// pageOf serves the page of a report and counts what is asked of the network.
func pageOf(t *testing.T, r *report.Report) (url string, asked *atomic.Int64) {
	var page bytes.Buffer
	require.NoError(t, report.HTML(&page, r))
	require.Less(t, page.Len(), 2<<20)
	asked = new(atomic.Int64)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/favicon.ico" { // the browser's own idea
			w.WriteHeader(http.StatusNoContent)
			return
		}
		asked.Add(1)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page.Bytes())
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

// The page in a real browser: its filters work, it fits a telephone, it is accessible in light and dark, and it asks the
// network for nothing.
func TestPageInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at a page")
	}
	script, ctx, r := axe(t), chromium(t), sample(372)
	url, asked := pageOf(t, r)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(url)))
	require.EqualValues(t, 1, asked.Load())
	require.Empty(t, ask[[]string](t, ctx, `performance.getEntriesByType("resource").map(r => r.name).filter(name => !name.endsWith("/favicon.ico"))`))
	require.False(t, ask[bool](t, ctx, `[...document.scripts].some(s => s.textContent.trim() === "alert(1)")`), "a text of the server became a script")

	require.Equal(t, 372, choose(t, ctx, "verdict", ""))
	for v, n := range r.Counts {
		require.Equal(t, n, choose(t, ctx, "verdict", string(v)), v)
	}
	choose(t, ctx, "verdict", "")
	count := func(is func(report.Result) bool) (n int) {
		for _, one := range r.Results {
			if is(one) {
				n++
			}
		}
		return n
	}
	require.Equal(t, count(func(one report.Result) bool { return one.Level == "SHOULD" }), choose(t, ctx, "level", "SHOULD"))
	choose(t, ctx, "level", "")
	require.Equal(t, count(func(one report.Result) bool { return one.ID[:4] == "HOOK" }), choose(t, ctx, "family", "HOOK"))
	require.Equal(t, count(func(one report.Result) bool { return one.ID[:4] == "HOOK" && one.Verdict == report.Fail }), choose(t, ctx, "verdict", "fail"))
	choose(t, ctx, "family", "")
	choose(t, ctx, "verdict", "")
	require.Equal(t, 1, choose(t, ctx, "text", "API-CREATE-15"))
	require.Equal(t, 372, choose(t, ctx, "text", ""))

	for _, width := range []int64{1280, 320} {
		for _, scheme := range []string{"light", "dark"} {
			looksAs(t, ctx, width, scheme)
			name := map[int64]string{1280: "wide", 320: "narrow"}[width] + "-" + scheme
			shoot(t, ctx, name)
			require.Zero(t, ask[int](t, ctx, `document.documentElement.scrollWidth - document.documentElement.clientWidth`), "%s is wider than the window", name)
			choose(t, ctx, "family", "API-ANSWER") // every verdict is there, and axe-core is slow on a page of full length
			require.NoError(t, chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](script)))
			require.Empty(t, ask[[]string](t, ctx, `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r =>
				r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 300) + " " + n.failureSummary)))`), name)
			choose(t, ctx, "family", "")
		}
	}
}

// shoot takes a picture for people to look at, into the folder that INTAKE_SCREENSHOTS names.
func shoot(t *testing.T, ctx context.Context, name string) {
	folder := os.Getenv("INTAKE_SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "report-"+name+".png"), picture, 0o600))
}
