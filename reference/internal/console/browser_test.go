package console_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/delivery"
)

// screenshots names a folder for pictures of every page, for people to look at.
const screenshots = "INTAKE_SCREENSHOTS"

// skip skips a test with its reason, which is a failure in CI: there everything is installed.
func skip(t *testing.T, reason string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(reason)
	}
	t.Skip(reason)
}

// chromium opens a tab of its own browser.
func chromium(t *testing.T) context.Context {
	path := os.Getenv("CHROMIUM")
	if path == "" {
		var err error
		if path, err = exec.LookPath("chromium"); err != nil {
			skip(t, "chromium is not on the PATH and CHROMIUM is not set")
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

// axe is the script that judges accessibility.
func axe(t *testing.T) string {
	modules := os.Getenv("INTAKE_TEST_NODE_MODULES")
	if modules == "" {
		skip(t, "INTAKE_TEST_NODE_MODULES is not set: no axe-core")
	}
	script, err := os.ReadFile(filepath.Join(modules, "axe-core", "axe.min.js"))
	if err != nil {
		skip(t, "axe-core is not installed: "+err.Error())
	}
	return string(script)
}

// look is a way in which people see a page.
type look struct {
	name   string
	width  int64
	scheme string
}

// looks covers each width and each scheme; pictures are taken of all four pairs.
func looks() []look {
	all := []look{{"wide-light", 1280, "light"}, {"narrow-dark", 320, "dark"}, {"wide-dark", 1280, "dark"}, {"narrow-light", 320, "light"}}
	if os.Getenv(screenshots) == "" {
		return all[:2]
	}
	return all
}

func (l look) apply(ctx context.Context) error {
	media := chromedp.Action[chromedp.Void](func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
		return chromedp.Void{}, err
	})
	return chromedp.Do(ctx, chromedp.EmulateViewport(l.width, 900), media)
}

// violation is one finding of axe-core.
type violation struct {
	ID, Help string
	Nodes    []string
}

const judge = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r =>
	r.violations.map(v => ({ID: v.id, Help: v.help, Nodes: v.nodes.map(n => n.html + " " + n.failureSummary)})))`

func TestEveryPageInEveryLook(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at pages")
	}
	script, s := axe(t), newSite(t)
	ctx := chromium(t)
	paths := s.furnish(t)
	for _, name := range []string{"signin", "join"} {
		s.inspect(ctx, script, name, paths[name])
		delete(paths, name)
	}
	s.signInByKeyboard(ctx)
	for name, path := range paths {
		s.inspect(ctx, script, name, path)
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+paths["webhook"]), chromedp.Click("#log summary"), chromedp.WaitVisible(".try")))
	s.judge(ctx, script, "webhook-open")
	s.shootForms(ctx, script)
}

// furnish fills the site with something to see, and names the pages.
func (s *site) furnish(t *testing.T) map[string]string {
	other, err := s.newWorkspace(context.Background(), "Zeta Agency with a rather long name", "free", nil)
	require.NoError(s.t, err)
	token, err := s.users.Invite(context.Background(), other.ID, "member")
	require.NoError(s.t, err)
	_, err = s.users.Accept(context.Background(), token, "", email, password, "x")
	require.NoError(s.t, err)
	s.intake("Blue Harbor Cabinets LLC")
	filled := s.filledIntake("Harbor & Main Bakery LLC")
	b := s.signedIn()
	b.submit("/app/workspace", "workspace", s.workspace.ID)
	b.submit("/app/keys", "label", "nightly import")
	b.submit("/app/keys", "label", "a_label_without_any_space_that_is_as_long_as_labels_may_be")
	b.submit("/app/profile", "agency_name", "Harbor Insurance", "email", "office@harbor.example")
	keys, err := s.accounts.Keys(context.Background(), s.workspace.ID)
	require.NoError(s.t, err)
	b.submit("/app/keys/" + keys[0].ID + "/revoke")
	client := s.register("Intake for the terminal", "http://127.0.0.1/cb")
	for range 2 {
		begun := s.call("/oauth/device_authorization", "client_id", client)
		require.NoError(s.t, s.auth.ApproveDevice(context.Background(), begun["user_code"].(string), s.workspace.ID, ""))
		s.call("/oauth/token", "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "client_id", client, "device_code", begun["device_code"].(string))
	}
	signIns, err := s.auth.SignIns(context.Background(), s.workspace.ID)
	require.NoError(s.t, err)
	require.NoError(s.t, s.auth.EndSignIn(context.Background(), s.workspace.ID, signIns[1].ID))
	invitation, err := s.users.Invite(context.Background(), s.workspace.ID, "member")
	require.NoError(s.t, err)
	address, _ := receiver(t, http.StatusInternalServerError)
	endpoint, _, err := s.webhooks.CreateEndpoint(context.Background(), s.workspace.ID, delivery.EndpointInput{URL: address, Events: delivery.Events, Description: "back office"})
	require.NoError(s.t, err)
	for range 2 {
		_, err = s.webhooks.SendTest(context.Background(), s.workspace.ID, endpoint.ID)
		require.NoError(s.t, err)
	}
	s.awaitState(endpoint.ID, "pending")
	return map[string]string{
		"webhooks": "/app/webhooks", "webhook": "/app/webhooks/" + endpoint.ID,
		"signin": "/app/signin", "join": "/app/join?link=" + invitation.Reveal(), "overview": "/app", "intake": "/app/sessions/" + filled, "keys": "/app/keys",
		"applications": "/app/applications", "people": "/app/people", "account": "/app/account", "profile": "/app/profile", "market": "/app/market", "esign": "/app/esign",
		"device": "/device?user_code=BCDFG-HJKLM", "consent": authorization(client, "http://127.0.0.1:4567/cb"),
		"consent-long": authorization(s.register(strings.Repeat("Wordwithoutend", 8), "http://127.0.0.1/cb"), "http://127.0.0.1:4567/cb"),
		"problem":      "/oauth/authorize?client_id=nobody",
	}
}

// signInByKeyboard touches nothing but keys: the first stop is the link past the menu, the second the first field.
func (s *site) signInByKeyboard(ctx context.Context) {
	require.NoError(s.t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+"/app/signin")))
	require.NoError(s.t, chromedp.Do(ctx, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(email), chromedp.KeyEvent(kb.Tab),
		chromedp.KeyEvent(password)))
	_, err := chromedp.RunResponse(ctx, chromedp.KeyEvent(kb.Enter))
	require.NoError(s.t, err)
	at, err := chromedp.Run(ctx, chromedp.Location())
	require.NoError(s.t, err)
	require.Equal(s.t, s.server.URL+"/app", at)
}

func (s *site) inspect(ctx context.Context, script, name, path string) {
	s.t.Helper()
	require.NoError(s.t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+path)), name)
	s.judge(ctx, script, name)
}

// judge asks axe-core about the page as it stands, in every look, and for the page's width.
func (s *site) judge(ctx context.Context, script, name string) {
	s.t.Helper()
	for _, l := range looks() {
		require.NoError(s.t, l.apply(ctx))
		s.shoot(ctx, name+"-"+l.name)
		over, err := chromedp.Run(ctx, chromedp.Evaluate[int](`document.documentElement.scrollWidth - document.documentElement.clientWidth`))
		require.NoError(s.t, err)
		require.Zero(s.t, over, "%s is wider than the window (%s)", name, l.name)
		require.NoError(s.t, chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](script)))
		found, err := chromedp.Run(ctx, chromedp.Evaluate[[]violation](judge, chromedp.EvalAwaitPromise))
		require.NoError(s.t, err)
		require.Empty(s.t, found, "%s (%s)", name, l.name)
	}
}

func (s *site) shoot(ctx context.Context, name string) {
	dir := os.Getenv(screenshots)
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	require.NoError(s.t, err)
	require.NoError(s.t, os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600))
}

// shootForms judges the pages that only a form leads to.
func (s *site) shootForms(ctx context.Context, script string) {
	s.t.Helper()
	press := func(name, path, fill, value, button string) {
		require.NoError(s.t, looks()[0].apply(ctx))
		require.NoError(s.t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+path)), name)
		if fill != "" {
			require.NoError(s.t, chromedp.Do(ctx, chromedp.SendKeys(fill, value)), name)
		}
		_, err := chromedp.RunResponse(ctx, chromedp.Click(button))
		require.NoError(s.t, err, name)
		s.judge(ctx, script, name)
	}
	begun := s.call("/oauth/device_authorization", "client_id", s.register("Intake for the terminal", "http://127.0.0.1/cb"))
	press("key-once", "/app/keys", "#label", "shown once", "form[action='/app/keys'] button")
	require.NoError(s.t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+"/app/keys"), chromedp.Click("button[aria-label^=Revoke]"), chromedp.WaitVisible(".sure:popover-open")))
	s.judge(ctx, script, "sure-open")
	press("device-wrong", "/device", "#user_code", "nonsense", "main form button")
	press("device-confirm", strings.TrimPrefix(begun["verification_uri_complete"].(string), s.server.URL), "", "", "main form button")
}

func TestTheMenuOpensWithoutScriptOnANarrowScreen(t *testing.T) {
	s := newSite(t)
	ctx := chromium(t)
	require.NoError(t, look{"", 320, "light"}.apply(ctx))
	s.signInByKeyboard(ctx)
	visible := func() bool {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.getElementById("nav").checkVisibility()`))
		require.NoError(t, err)
		return ok
	}
	require.False(t, visible())
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(".menu")))
	require.True(t, visible())
	s.shoot(ctx, "menu-narrow")
	require.NoError(t, chromedp.Do(ctx, chromedp.KeyEvent(kb.Escape)))
	require.False(t, visible())
}

func TestWhatCannotBeUndoneIsAskedFirst(t *testing.T) {
	s := newSite(t)
	ctx := chromium(t)
	key, _, err := s.accounts.CreateKey(t.Context(), s.workspace.ID, "nightly import")
	require.NoError(t, err)
	good := func() bool {
		keys, err := s.accounts.Keys(t.Context(), s.workspace.ID)
		require.NoError(t, err)
		return keys[0].RevokedAt.IsZero()
	}
	asked := func() bool {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.querySelector(".sure:popover-open") !== null`))
		require.NoError(t, err)
		return ok
	}
	s.signInByKeyboard(ctx)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+"/app/keys")))
	for _, leave := range []string{kb.Enter, kb.Escape} { // the focus is on what does nothing
		require.NoError(t, chromedp.Do(ctx, chromedp.Click(`button[aria-label="Revoke nightly import"]`)))
		require.True(t, asked())
		focused, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.activeElement.textContent`))
		require.NoError(t, err)
		require.Equal(t, "Cancel", focused)
		s.shoot(ctx, "sure")
		require.NoError(t, chromedp.Do(ctx, chromedp.KeyEvent(leave)))
		require.False(t, asked())
		require.True(t, good())
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.Click(`button[aria-label="Revoke nightly import"]`)))
	_, err = chromedp.RunResponse(ctx, chromedp.Click(".sure:popover-open .danger"))
	require.NoError(t, err)
	require.False(t, good(), key.ID)
}

// Browsers apply form-action to the redirect after the form: a policy that is too strict would cut off the application.
func TestConsentReachesTheApplicationUnderThePolicy(t *testing.T) {
	s := newSite(t)
	ctx := chromium(t)
	s.signInByKeyboard(ctx)
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		t.Run(host, func(t *testing.T) {
			listener, err := net.Listen("tcp", host+":0")
			if err != nil {
				t.Skipf("this machine does not listen on %s: %v", host, err)
			}
			arrived := make(chan string, 1)
			app := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if code := r.URL.Query().Get("code"); code != "" {
					arrived <- code
				}
			})}}
			app.Start()
			defer app.Close()
			redirect := fmt.Sprintf("http://%s:%d/cb", host, listener.Addr().(*net.TCPAddr).Port)
			client := s.register("Terminal", "http://"+host+"/cb")
			require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+authorization(client, redirect)), chromedp.Click("button[value=approve]")))
			select {
			case code := <-arrived:
				require.NotEmpty(t, code)
			case <-time.After(3 * time.Minute):
				t.Fatal("the code never reached the application")
			}
		})
	}
}

func TestTheMainWaysWorkWithoutScript(t *testing.T) {
	s := newSite(t)
	ctx := chromium(t)
	require.NoError(t, chromedp.Do(ctx, chromedp.Action[chromedp.Void](func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return chromedp.Void{}, err
	})))
	address, got := receiver(t, http.StatusOK)
	s.signInByKeyboard(ctx)
	press := func(button string) {
		_, err := chromedp.RunResponse(ctx, chromedp.Click(button))
		require.NoError(t, err)
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+"/app/webhooks"), chromedp.SendKeys("#url", address)))
	press("main form button")
	require.NoError(t, chromedp.Do(ctx, chromedp.WaitVisible(".secret code")))
	press(".actions button")
	<-got
	endpoints, err := s.webhooks.Endpoints(t.Context(), s.workspace.ID)
	require.NoError(t, err)
	s.awaitState(endpoints[0].ID, "delivered")
	press(".head a")
	require.NoError(t, chromedp.Do(ctx, chromedp.Click("#log summary"), chromedp.WaitVisible(".try")))
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.server.URL+"/app/keys"), chromedp.SendKeys("#label", "by hand")))
	press("form[action='/app/keys'] button")
	require.NoError(t, chromedp.Do(ctx, chromedp.WaitVisible(".secret code")))
}
