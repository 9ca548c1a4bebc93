package console_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/console"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/dialogue"
	"github.com/workspaceintake/intake-go/reference/internal/esign"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
	"github.com/workspaceintake/intake-go/reference/internal/risk"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/session"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

const (
	email    = "ada@harbor.example"
	password = "four calm words here"
)

// site is a console with everything behind it, on a clock that stands still.
type site struct {
	t         testing.TB
	clock     *clock.Manual
	db        *store.DB
	accounts  *account.Accounts
	auth      *authserver.Server
	users     *user.Service
	webhooks  *delivery.Sender
	sessions  *session.Service
	server    *httptest.Server
	workspace store.Workspace
}

// domain is the real one, so that the pages show what it says.
func (s *site) domain(platform *market.Service) *session.Service {
	questions, err := catalog.Load()
	require.NoError(s.t, err)
	forms, err := pdfform.Load(questions)
	require.NoError(s.t, err)
	rules, err := risk.Load()
	require.NoError(s.t, err)
	reader := pdfread.NewReader(pdfread.Options{})
	s.t.Cleanup(func() { require.NoError(s.t, reader.Close()) })
	return session.NewService(session.Options{Assessor: rules, Catalog: questions, Clock: s.clock, DB: s.db, Events: events{s.webhooks},
		Filler: forms, Interpreter: dialogue.New(questions), Market: platform, Reader: reader})
}

type events struct{ *delivery.Sender }

func (e events) Record(ctx context.Context, tx *store.Tx, workspaceID string, one session.Event) error {
	return e.Sender.Record(ctx, tx, workspaceID, delivery.Event(one))
}

func newSite(t testing.TB) *site { return newSiteOn(t, storetest.SQLite(t)) }

func newSiteOn(t testing.TB, db *store.DB) *site { return build(t, db, httptest.NewServer) }

// newSecureSite is served over HTTPS.
func newSecureSite(t testing.TB) *site { return build(t, storetest.SQLite(t), httptest.NewTLSServer) }

func build(t testing.TB, db *store.DB, serve func(http.Handler) *httptest.Server) *site {
	hasher, err := secret.NewHasher([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	c := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	s := &site{t: t, clock: c, db: db, accounts: account.New(account.Options{DB: db, Secret: hasher, Clock: c}), users: user.New(user.Options{DB: db, Secret: hasher, Clock: c})}
	mux := http.NewServeMux()
	s.server = serve(mux)
	t.Cleanup(s.server.Close)
	s.auth, err = authserver.New(authserver.Options{DB: db, Secret: hasher, Clock: c, BaseURL: s.server.URL})
	require.NoError(t, err)
	sandbox, err := market.NewSandbox(t.TempDir(), c.Now)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sandbox.Close()) })
	platform, err := market.NewService(market.Options{DB: db, Secret: hasher, Clock: c, Sandbox: sandbox})
	require.NoError(t, err)
	s.webhooks = delivery.New(delivery.Options{DB: db, Secret: hasher, Clock: c, Log: slog.New(failing{t}), AllowPrivate: true})
	s.send()
	s.sessions = s.domain(platform)
	pages, err := console.New(console.Options{Accounts: s.accounts, Auth: s.auth, BaseURL: s.server.URL, Clock: c, Log: slog.New(failing{t}),
		Market: platform, Sessions: s.sessions, Users: s.users,
		ESign:    esign.New(esign.Options{DB: db, Clock: c, Secret: hasher, Events: s.webhooks}),
		Webhooks: s.webhooks, CanOpenAccount: true})
	require.NoError(t, err)
	pages.Routes(mux)
	s.auth.Routes(mux, pages)
	s.workspace, err = s.newWorkspace(context.Background(), "Harbor Insurance", "paid", nil)
	require.NoError(t, err)
	_, err = s.users.Create(context.Background(), s.workspace.ID, email, password)
	require.NoError(t, err)
	return s
}

func (s *site) newWorkspace(ctx context.Context, name, plan string, profile map[string]string) (store.Workspace, error) {
	w, err := s.accounts.Draft(name, plan, profile)
	if err != nil {
		return w, err
	}
	return w, s.accounts.Create(ctx, w)
}

// send lets the webhook sender run until the test ends.
func (s *site) send() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.webhooks.Run(ctx) }()
	s.t.Cleanup(func() {
		cancel()
		require.NoError(s.t, <-done)
	})
}

// failing turns every error that the server logs about itself into a failed test.
type failing struct{ t testing.TB }

func (f failing) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }
func (f failing) WithAttrs([]slog.Attr) slog.Handler           { return f }
func (f failing) WithGroup(string) slog.Handler                { return f }
func (f failing) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool { f.t.Errorf("the console logged %q: %s", r.Message, a); return true })
	return nil
}

// browser keeps cookies and follows redirects within the site.
type browser struct {
	*site
	client *http.Client
}

func (s *site) browser() *browser {
	jar, err := cookiejar.New(nil)
	require.NoError(s.t, err)
	return &browser{s, &http.Client{Jar: jar, Transport: s.server.Client().Transport, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if !strings.HasPrefix(r.URL.String(), s.server.URL) {
			return http.ErrUseLastResponse
		}
		return nil
	}}}
}

// cookie is what the browser shows the site.
func (b *browser) cookie() string {
	u, err := url.Parse(b.server.URL)
	require.NoError(b.t, err)
	all := b.client.Jar.Cookies(u)
	require.Len(b.t, all, 1)
	return all[0].Value
}

func (s *site) signedIn() *browser {
	b := s.browser()
	res, text := b.submit("/app/signin", "email", email, "password", password)
	require.Equal(s.t, 200, res.StatusCode, text)
	require.Equal(s.t, "/app", res.Request.URL.Path)
	return b
}

func (b *browser) do(r *http.Request, err error) (*http.Response, string) {
	b.t.Helper()
	require.NoError(b.t, err)
	res, err := b.client.Do(r)
	require.NoError(b.t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	return res, string(text)
}

func (b *browser) visit(path string) (*http.Response, string) {
	b.t.Helper()
	return b.do(http.NewRequest(http.MethodGet, b.server.URL+path, nil))
}

func (b *browser) submit(path string, pairs ...string) (*http.Response, string) {
	b.t.Helper()
	f := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequest(http.MethodPost, b.server.URL+path, strings.NewReader(f.Encode()))
	require.NoError(b.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.do(r, nil)
}
